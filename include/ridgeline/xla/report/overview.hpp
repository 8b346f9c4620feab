#ifndef RIDGELINE_XLA_REPORT_OVERVIEW_HPP
#define RIDGELINE_XLA_REPORT_OVERVIEW_HPP

#include <cstddef>
#include <string>

#include <ridgeline/xla/sheet/run.hpp>

/// A console summary of a JAX report.
namespace ridgeline {

class output;

/// Writes where the time of the GPUs goes, the ten heaviest ops with their bounds, how much of the time has a known
/// cost, and what is missing. Lines have at most `width` columns if `width` is at least 60.
void write_console(output& to, const jax_result& r, std::size_t width = 80);

/// One sentence that explains why a profile gives no report: what is expected, and which planes and lines it has.
std::string why_unreported(const xla_trace& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_REPORT_OVERVIEW_HPP
