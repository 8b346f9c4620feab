#ifndef RIDGELINE_MODEL_TORCH_PARAMETERS_HPP
#define RIDGELINE_MODEL_TORCH_PARAMETERS_HPP

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/model/torch_argument.hpp>

namespace ridgeline {

/// The value of a model's parameter. Lists are JSON texts, shown as Python writes them: all their lists as tuples, all
/// as lists, or a list of tuples.
struct torch_value {
  enum class kind : unsigned char { none, whole, real, boolean, text, tuple, list, list_of_tuples };
  kind is = kind::none;
  double number = 0;   ///< of whole, real and boolean
  std::string text{};

  bool is_number() const { return is == kind::whole || is == kind::real; }
  friend bool operator==(const torch_value&, const torch_value&) = default;
};

/// What a model read off a call, name by name in the order of the report's columns. Names outlive the parameters.
class torch_parameters {
 public:
  struct entry {
    std::string_view name;
    torch_value value;
  };
  const std::vector<entry>& entries() const { return entries_; }

  using kind = torch_value::kind;
  torch_parameters& none(std::string_view name) { return add(name, {}); }
  torch_parameters& whole(std::string_view name, double n) { return add(name, {kind::whole, n, {}}); }
  torch_parameters& real(std::string_view name, double x) { return add(name, {kind::real, x, {}}); }
  torch_parameters& flag(std::string_view name, bool on) { return add(name, {kind::boolean, on ? 1.0 : 0.0, {}}); }
  torch_parameters& text(std::string_view name, std::string_view value) {
    return add(name, {value.data() == nullptr ? kind::none : kind::text, 0, std::string(value)});
  }
  /// A list of the trace, or what `json` makes; one that is not there is none.
  torch_parameters& tuple(std::string_view name, std::string_view list) { return add_list(name, list, kind::tuple); }
  torch_parameters& list(std::string_view name, std::string_view list) { return add_list(name, list, kind::list); }
  torch_parameters& list_of_tuples(std::string_view name, std::string_view list) {
    return add_list(name, list, kind::list_of_tuples);
  }

  /// Types as a list: one that is not there is null.
  static std::string json(std::initializer_list<std::string_view> types) {
    std::string out = "[";
    for (const std::string_view type : types) {
      if (out.size() > 1) out += ',';
      if (type.data() == nullptr) {
        out += "null";
      } else {
        out += '"';
        out += type;
        out += '"';
      }
    }
    out += ']';
    return out;
  }
  static std::string json(const torch_shape& shape) {
    std::string out = "[";
    for (int i = 0; i < shape.rank(); ++i) {
      if (i > 0) out += ',';
      append_whole(out, shape[i]);
    }
    out += ']';
    return out;
  }
  static void append_whole(std::string& out, double n) {
    out += n > -9e15 && n < 9e15 ? std::to_string(static_cast<long long>(n)) : std::string("null");
  }

 private:
  torch_parameters& add(std::string_view name, torch_value value) {
    entries_.push_back({name, std::move(value)});
    return *this;
  }
  torch_parameters& add_list(std::string_view name, std::string_view list, kind what) {
    return list.empty() ? none(name) : add(name, {what, 0, std::string(list)});
  }
  std::vector<entry> entries_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_MODEL_TORCH_PARAMETERS_HPP
