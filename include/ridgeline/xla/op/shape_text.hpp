#ifndef RIDGELINE_XLA_OP_SHAPE_TEXT_HPP
#define RIDGELINE_XLA_OP_SHAPE_TEXT_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/xla/op/call.hpp>

/// Shapes in the form that sheets show them: Python tuples.
namespace ridgeline::xla_detail {

/// Appends `(4096, 1024)`, `(0,)` or `()`.
inline void append_tuple(std::string& out, const std::vector<std::int64_t>& numbers) {
  out += '(';
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i != 0) out += ", ";
    out += std::to_string(numbers[i]);
  }
  out += numbers.size() == 1 ? ",)" : ")";
}
inline std::string tuple_text(const std::vector<std::int64_t>& numbers) {
  std::string text;
  append_tuple(text, numbers);
  return text;
}

/// The extents and types of some tensors: `((4096, 1024), (1024, 3072))` and `('bf16', 'bf16')`.
inline std::pair<std::string, std::string> tuples_of(const xla_tensor* first, const xla_tensor* last) {
  std::pair<std::string, std::string> text{"(", "("};
  for (const xla_tensor* t = first; t != last; ++t) {
    if (t != first) text.first += ", ", text.second += ", ";
    append_tuple(text.first, t->dims);
    text.second += '\'';
    text.second += name_of(t->type);
    text.second += '\'';
  }
  const std::string_view end = last - first == 1 ? ",)" : ")";
  text.first += end;
  text.second += end;
  return text;
}
inline std::pair<std::string, std::string> tuples_of(const std::vector<xla_tensor>& all) {
  return tuples_of(all.data(), all.data() + all.size());
}

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_OP_SHAPE_TEXT_HPP
