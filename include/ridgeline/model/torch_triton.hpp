#ifndef RIDGELINE_MODEL_TORCH_TRITON_HPP
#define RIDGELINE_MODEL_TORCH_TRITON_HPP

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/model/torch_known_ops.hpp>
#include <ridgeline/model/torch_model_set.hpp>
#include <ridgeline/op/elementwise.hpp>

/// The model of kernels that TorchInductor makes of several ops: their names tell which.
namespace ridgeline {

/// FLOP for one element of an op within a fused kernel; what is not listed moves data.
struct torch_fused_cost {
  std::string_view name;
  double each;
};
inline constexpr std::array torch_fused_costs{
    torch_fused_cost{"add", 1}, torch_fused_cost{"sub", 1}, torch_fused_cost{"mul", 1}, torch_fused_cost{"div", 1},
    torch_fused_cost{"relu", 1}, torch_fused_cost{"mean", 1}, torch_fused_cost{"sum", 1}, torch_fused_cost{"abs", 1},
    torch_fused_cost{"neg", 1}, torch_fused_cost{"ne", 1}, torch_fused_cost{"eq", 1}, torch_fused_cost{"lt", 1},
    torch_fused_cost{"gt", 1}, torch_fused_cost{"pow", 2}, torch_fused_cost{"sqrt", 2}, torch_fused_cost{"rsqrt", 2},
    torch_fused_cost{"var", 2}, torch_fused_cost{"reciprocal", 2}, torch_fused_cost{"exp", 4},
    torch_fused_cost{"log", 4}, torch_fused_cost{"sigmoid", 4}, torch_fused_cost{"tanh", 4},
    torch_fused_cost{"silu", 4}, torch_fused_cost{"gelu", 8}};

constexpr double torch_fused_cost_of(std::string_view op) {
  for (const torch_fused_cost& c : torch_fused_costs)
    if (c.name == op) return c.each;
  return 0;
}

/// The ops in `triton_poi_fused_add__to_copy_2`; none where the name is not put together from known ones. Ops have
/// underscores themselves: each place between words is reached from another by a known name, the longest one counts.
inline std::vector<std::string_view> fused_ops_of(std::string_view kernel) {
  const std::size_t mark = kernel.find("_fused_"), last = kernel.find_last_of('_');
  if (mark == kernel.npos || last < mark + 7) return {};
  const std::string_view text = kernel.substr(mark + 7, last - (mark + 7));
  std::vector<std::size_t> ends;  // of words: an op starts behind one of them, and at 0
  for (std::size_t i = 0; i <= text.size(); ++i)
    if (i == text.size() || text[i] == '_') ends.push_back(i);
  constexpr std::size_t unreached = ~std::size_t{0};
  std::vector<std::size_t> from(ends.size(), unreached);  // the first word of the longest op that ends with a word
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::size_t longest = i + 1 < torch_known_op_words ? i + 1 : torch_known_op_words;
    for (std::size_t words = longest; words > 0 && from[i] == unreached; --words) {
      const std::size_t first = i + 1 - words;
      if (first > 0 && from[first - 1] == unreached) continue;
      const std::size_t start = first == 0 ? 0 : ends[first - 1] + 1;
      if (is_torch_op(text.substr(start, ends[i] - start))) from[i] = first;
    }
  }
  std::vector<std::string_view> ops;
  if (ends.empty() || from.back() == unreached) return ops;
  for (std::size_t i = ends.size(); i > 0; i = from[i - 1]) {
    const std::size_t first = from[i - 1], start = first == 0 ? 0 : ends[first - 1] + 1;
    ops.insert(ops.begin(), text.substr(start, ends[i - 1] - start));
  }
  return ops;
}

/// One value for each of `outer * inner` points, from tensors of which `read` bytes are moved.
struct torch_fused_kernel {
  double outer = unknown_ratio, inner = 1, each = 0;
  byte_count moved{};
  std::string_view type{};  ///< of the first tensor whose size is known

  constexpr flop_count flops() const { return each * outer * inner * FLOP; }
  constexpr byte_count bytes() const { return moved; }
};

struct torch_triton {
  struct row { std::string_view name; bool pointwise; };
  static constexpr std::string_view category = "triton", sheet = "";  // it has no sheet of its own
  static constexpr bool prefix = true;
  static constexpr std::array rows{row{"triton_poi_", true}, row{"triton_red_", false}, row{"triton_per_", false}};

  /// Sizes are among the concrete inputs, or in the file that TorchInductor wrote.
  static constexpr bool describes(const torch_call& c) { return has_arguments(c) || c.generated != nullptr; }
  static constexpr bool has_arguments(const torch_call& c) {
    bool any = false;
    json_list(c.concrete).each([&](std::string_view text) {
      any = is_whole(unquoted(text));
      return !any;
    });
    return any && json_list(c.dims).size() > 0 && json_list(c.types).size() > 0;
  }
  static torch_fused_kernel from(const torch_call& c, const row& r) {
    torch_fused_kernel k;
    if (!has_arguments(c) && c.generated != nullptr) {
      k.outer = c.generated->outer, k.inner = c.generated->inner, k.moved = c.generated->bytes();
      k.type = c.generated->type;
      for (std::string_view op : c.generated->ops) k.each += torch_fused_cost_of(op.substr(op.find_last_of('.') + 1));
      return k;
    }
    double before = unknown_ratio, last = unknown_ratio;
    json_list(c.concrete).each([&](std::string_view text) {
      if (is_whole(unquoted(text))) before = last, last = detail::number_in(unquoted(text));
      return true;
    });
    k.outer = last;
    if (!r.pointwise && known(before)) k.outer = before, k.inner = last;
    for (const std::string_view op : fused_ops_of(c.name)) k.each += torch_fused_cost_of(op);
    const json_list types(c.types);
    std::string_view rest = types.inside();
    byte_count first = byte_count::unknown();
    json_list(c.dims).each([&](std::string_view dims) {
      const std::size_t end = detail::end_of_value(rest, 0);
      const std::string_view type = unquoted(detail::trimmed(rest.substr(0, end)));
      rest.remove_prefix(end < rest.size() ? end + 1 : end);
      const byte_count size = size_of(type, c.faults);
      const torch_shape shape(dims);
      if (shape.empty() || type == "Scalar") return true;
      if (!known(first)) first = size;
      if (k.type.empty() && size.base() > 0) k.type = type;
      k.moved += shape.size() * size;
      return true;
    });
    if (r.pointwise && known(first)) k.moved += k.outer * first;  // the result
    return k;
  }
  static std::string_view compute_type(const torch_call&, const torch_fused_kernel& k) { return k.type; }
  static std::string spec(const torch_call& c, const torch_fused_kernel& k) {
    if (k.type.empty()) return {};
    std::string text = "vector_";
    if (!c.faults.triton_spec_by_type) {
      const dtype type = torch_type_precision(k.type, c.faults);
      return type == dtype::any ? std::string() : text.append(name_of(type));
    }
    for (const char ch : k.type.substr(k.type.find_last_of(':') + 1))
      text += ch >= 'A' && ch <= 'Z' ? static_cast<char>(ch - 'A' + 'a') : ch;
    return text;
  }
  static void parameters(torch_parameters& out, const torch_call& c, const torch_fused_kernel& k) {
    std::string ops;
    const auto add = [&](std::string_view front, std::string_view op) {
      if (!ops.empty()) ops += ", ";
      ops.append(front).append(op);
    };
    if (!has_arguments(c) && c.generated != nullptr) {
      for (const std::string_view op : c.generated->ops) add("", op);
    } else {
      for (const std::string_view op : fused_ops_of(c.name)) add("aten.", op);
    }
    out.text("fused_ops", ops).whole("xnumel", k.outer).whole("rnumel", k.inner);
  }

 private:
  static constexpr std::string_view unquoted(std::string_view text) {
    return text.size() >= 2 && text.front() == '"' ? text.substr(1, text.size() - 2) : text;
  }
  static constexpr bool is_whole(std::string_view text) {
    return text.find('.') == text.npos && known(detail::number_in(text));
  }
  /// 0 for what is not known.
  static constexpr byte_count size_of(std::string_view type, const torch_model_faults& faults) {
    if (!faults.triton_types_of_c10) {
      const byte_count size = torch_type_size(type, faults);
      return known(size) ? size : byte_count{};
    }
    constexpr std::array sizes{torch_fused_cost{"c10::BFloat16", 2}, torch_fused_cost{"c10::Half", 2},
                               torch_fused_cost{"c10::Float", 4}, torch_fused_cost{"c10::Double", 8},
                               torch_fused_cost{"c10::Byte", 1}, torch_fused_cost{"c10::Char", 1},
                               torch_fused_cost{"c10::Int", 4}, torch_fused_cost{"c10::Long", 8}};
    for (const torch_fused_cost& s : sizes)
      if (s.name == type) return s.each * B;
    return {};
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_TRITON_HPP
