#ifndef RIDGELINE_XLA_REPORT_OVERVIEW_HPP
#define RIDGELINE_XLA_REPORT_OVERVIEW_HPP

#include <cstddef>
#include <string>

#include <ridgeline/xla/sheet/run.hpp>

/// A JAX report on one screen.
namespace ridgeline {

class output;

/// Writes where the time of the GPUs goes, the ten heaviest ops with their bound, how much of the time has a known
/// cost, and what is missing, in lines of at most `width` columns where `width` is 60 or more.
void write_console(output& to, const jax_result& r, std::size_t width = 80);

/// Why a profile gives no report, as a sentence: what is expected, and the planes that it holds with their lines.
std::string why_unreported(const xla_trace& trace);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_REPORT_OVERVIEW_HPP
