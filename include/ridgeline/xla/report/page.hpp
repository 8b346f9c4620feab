#ifndef RIDGELINE_XLA_REPORT_PAGE_HPP
#define RIDGELINE_XLA_REPORT_PAGE_HPP

#include <string>
#include <vector>

#include <ridgeline/table/page.hpp>
#include <ridgeline/xla/sheet/tables.hpp>

/// The JAX report as an HTML page.
namespace ridgeline {

/// The roofline chart; executions of the same op and shape are one point. Those faster than the chip allows are
/// counted but not drawn.
roofline_chart jax_roofline(const jax_result& r);

/// The page of a JAX report: where the time goes, by kind, category and kernel, and the roofline.
report_page jax_page(const jax_result& r, std::vector<table> tables, const std::string& profile);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_REPORT_PAGE_HPP
