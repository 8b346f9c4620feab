#ifndef RIDGELINE_TORCH_OP_PARAMETER_TEXT_HPP
#define RIDGELINE_TORCH_OP_PARAMETER_TEXT_HPP

#include <string>

namespace ridgeline {

struct torch_value;
class torch_parameters;

/// A parameter's value as Python writes it; a text without its quotes where it stands alone.
void append_parameter(std::string& out, const torch_value& v, bool quoted);

/// `{'M': 128, 'bias': False}`; nothing without parameters.
void append_parameters(std::string& out, const torch_parameters& all);

namespace torch_detail {
/// A number as Python writes it, `as_real` with a decimal point even where it is an integer.
void append_python_number(std::string& out, const torch_value& v, bool as_real);
}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_PARAMETER_TEXT_HPP
