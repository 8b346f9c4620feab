#ifndef RIDGELINE_TORCH_PATH_ORIGINAL_HPP
#define RIDGELINE_TORCH_PATH_ORIGINAL_HPP

#include <cstddef>

#include <ridgeline/torch/path/critical_path.hpp>

namespace ridgeline {

/// The options of HolisticTraceAnalysis (commit f4d0062c).
struct original_path_options {
  bool edges = false;         ///< the rows of `critical_path_edges`
  bool launch_edges = false;  ///< adds a zero-weight edge from each launch to its kernel
  bool strict = false;        ///< an edge below -1 makes the graph invalid
  bool last_step = false;     ///< keeps the last step
  bool no_copies = false;     ///< leaves copies and fills out of `launch_stats`
};

/// The rows that HolisticTraceAnalysis produces for a trace, including its faults (docs/deviations.md); used for
/// `--parity`. Only the rows and the window's `found` are filled in. If the original stops with an error, there are
/// no rows. `recorded`: the number of events read from the trace; later ones were added here.
critical_path_report original_critical_path(const torch_trace& trace, std::size_t recorded,
                                            const critical_path_options& options,
                                                const original_path_options& original);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_ORIGINAL_HPP
