#ifndef RIDGELINE_TORCH_OP_PARAMETERS_BODY_HPP
#define RIDGELINE_TORCH_OP_PARAMETERS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/table/format.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/torch/op/parameters.hpp>

namespace ridgeline {

torch_value torch_value::python_list(std::string_view text) {
  torch_value v = list(text);
  for (char& c : v.text)
    if (c == 'T' || c == 'F') c = static_cast<char>(c - 'A' + 'a');
  return v;
}

torch_value torch_value::tuple(const torch_shape& shape) {
  std::string json;
  for (int i = 0; i < shape.rank(); ++i) {
    const double n = shape[i];
    json += i == 0 ? "" : ",";
    json += n > -9e15 && n < 9e15 ? std::to_string(static_cast<long long>(n)) : "null";
  }
  return {kind::tuple, 0, "[" + json + "]"};
}

torch_value torch_value::tuple(std::span<const std::string_view> types) {
  std::string json;
  for (const std::string_view type : types) {
    if (!json.empty()) json += ',';
    if (type.data() == nullptr) json += "null";
    else json.append("\"").append(type) += '"';
  }
  return {kind::tuple, 0, "[" + json + "]"};
}

namespace torch_detail {

/// The number in `T2`, `S2?` or `[2]`.
int number_of(std::string_view source) {
  int n = 0;
  for (const char c : source.substr(1))
    if (c >= '0' && c <= '9') n = n * 10 + (c - '0');
  return n;
}
bool is_there(const torch_call& c, std::string_view source) {
  return !source.ends_with('?') || c.tensor(number_of(source));
}
/// A type, or a literal text in quotes.
std::string_view type_of(const torch_call& c, std::string_view source) {
  if (source.starts_with('\'')) return source.substr(1, source.size() - 2);
  return source.starts_with('T') && is_there(c, source) ? c.type(number_of(source)) : std::string_view();
}

torch_value taken_from(const torch_call& c, std::string_view source) {
  switch (source.front()) {
    case 'D': {
      const std::size_t bracket = source.find('[');
      if (bracket == source.npos) return torch_value::tuple(c.dims_text(number_of(source)));
      return torch_value::of(c.extent(number_of(source.substr(0, bracket)), number_of(source.substr(bracket))));
    }
    case 'L': return torch_value::list(c.dims_text(number_of(source)));
    case 'S': return torch_value::tuple(is_there(c, source) ? c.stride(number_of(source)) : std::string_view());
    case 'C': return torch_value::python_list(c.value(number_of(source)));
    case 'T': return torch_value::of(type_of(c, source));
    case '(': {
      std::vector<std::string_view> types;
      for (source.remove_prefix(1); !source.empty(); source.remove_prefix(source.find_first_of(",)") + 1))
        types.push_back(type_of(c, source.substr(0, source.find_first_of(",)"))));
      return torch_value::tuple(types);
    }
    case '-': return {};
    case 't':
    case 'f': return torch_value::of(source.front() == 't');
    case '\'': return torch_value::of(source.substr(1, source.size() - 2));
    default: break;
  }
  const double n = number_in(source);
  return source.find('.') == source.npos ? torch_value::of(n) : torch_value::real(n);
}

}  // namespace torch_detail

void torch_parameters::add_columns(const torch_call& c, std::string_view columns, const torch_value* values) {
  core_detail::for_each_word(columns, [&](std::string_view column) {
    const std::size_t name = column.find('=');
    if (name == column.npos) add(column, *values++);
    else add(column.substr(0, name), torch_detail::taken_from(c, column.substr(name + 1)));
  });
}

void torch_parameters::add(std::string_view name, torch_value value) { entries_.push_back({name, std::move(value)}); }

namespace torch_detail {
void append_python_number(std::string& out, const torch_value& v, bool as_real) {
  if (v.is == torch_value::kind::integer && !as_real && v.number > -9e15 && v.number < 9e15)
    append_integer(out, static_cast<std::int64_t>(v.number), false);
  else append_python_real(out, v.number);
}
}  // namespace torch_detail

void append_parameter(std::string& out, const torch_value& v, bool quoted) {
  switch (v.is) {
    case torch_value::kind::none: out += "None"; break;
    case torch_value::kind::integer:
    case torch_value::kind::real: torch_detail::append_python_number(out, v, false); break;
    case torch_value::kind::boolean: out += v.number != 0 ? "True" : "False"; break;
    case torch_value::kind::text:
      if (quoted) append_python_text(out, v.text);
      else out += v.text;
      break;
    case torch_value::kind::tuple: append_python(out, v.text, python_list::tuple); break;
    case torch_value::kind::list: append_python(out, v.text, python_list::list); break;
    case torch_value::kind::list_of_tuples: {
      out += '[';
      bool first = true;
      json_list(v.text).for_each([&](std::string_view entry) {
        if (!first) out += ", ";
        first = false;
        append_python(out, entry, python_list::tuple);
        return true;
      });
      out += ']';
      break;
    }
  }
}

double torch_parameters::number(std::string_view name) const {
  for (const entry& e : entries_)
    if (e.name == name && e.value.is_number()) return e.value.number;
  return missing<double>;
}

void append_parameters(std::string& out, const torch_parameters& all) {
  if (all.entries().empty()) return;
  python_dict d(out);
  std::string value;
  for (const torch_parameters::entry& e : all.entries()) {
    value.clear();
    append_parameter(value, e.value, true);
    d.literal(e.name, value);
  }
  d.close();
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_PARAMETERS_BODY_HPP
