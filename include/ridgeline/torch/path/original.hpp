#ifndef RIDGELINE_TORCH_PATH_ORIGINAL_HPP
#define RIDGELINE_TORCH_PATH_ORIGINAL_HPP

#include <cstddef>

#include <ridgeline/torch/path/critical_path.hpp>

namespace ridgeline {

/// What HolisticTraceAnalysis (commit f4d0062c) can be told.
struct original_path_options {
  bool edges = false;         ///< the rows of `critical_path_edges`
  bool launch_edges = false;  ///< an edge without weight from each launch to its kernel
  bool strict = false;        ///< an edge below -1 makes the graph invalid
  bool last_step = false;     ///< the last step is not dropped
  bool no_copies = false;     ///< `launch_stats` without copies and fills
};

/// The rows that HolisticTraceAnalysis has of a trace, its faults included (docs/deviations.md): what `--parity` shows.
/// Of the report the rows and the window's `found` alone are filled. Where it stops with an error there are no rows.
/// `recorded`: the events that were read; those behind were made here.
critical_path_report original_critical_path(const torch_trace& trace, std::size_t recorded,
                                            const critical_path_options& options,
                                                const original_path_options& original);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_ORIGINAL_HPP
