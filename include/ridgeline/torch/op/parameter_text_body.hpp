#ifndef RIDGELINE_TORCH_OP_PARAMETER_TEXT_BODY_HPP
#define RIDGELINE_TORCH_OP_PARAMETER_TEXT_BODY_HPP

#include <cstdint>
#include <string>

#include <ridgeline/table/python_text.hpp>
#include <ridgeline/torch/op/parameters.hpp>
#include <ridgeline/torch/op/parameter_text.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

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

#endif  // RIDGELINE_TORCH_OP_PARAMETER_TEXT_BODY_HPP
