#ifndef RIDGELINE_TORCH_CAPTURE_GRAFT_HPP
#define RIDGELINE_TORCH_CAPTURE_GRAFT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/torch/capture/align.hpp>
#include <ridgeline/torch/capture/capture.hpp>
#include <ridgeline/torch/step/serving_step.hpp>

namespace ridgeline {

class tree_edit;

/// Why no calls of a capture were grafted below a graph launch.
enum class graft_reason : unsigned char {
  none, no_capture_for_size, file_missing, launch_count, names_differ, no_kernel_names, ambiguous
};

inline constexpr std::array<std::string_view, 7> graft_reason_names{
    "", "no_capture_for_size", "file_missing", "launch_count", "names_differ", "no_kernel_names", "ambiguous"};

/// How the work of a launch was paired with calls of a capture, most reliable rule first: graph node ids; names in
/// order; names in another order; names in order with gaps of calls that started no work; position only.
inline constexpr std::array<std::string_view, 5> graph_rule_names{"ids", "names in order", "names", "names with gaps",
                                                                  "order"};
std::size_t graph_rule_of(const graph_alignment& alignment);

/// A step that launches graphs, and how much of them a capture describes; or all launches outside of steps together.
struct grafted_step {
  std::size_t number = 0;                ///< number of the step in the trace; missing for launches outside of steps
  std::uint32_t event = missing<std::uint32_t>;
  std::int64_t rows = missing<std::int64_t>, captured_rows = missing<std::int64_t>;
  bool piecewise = false;
  /// File of the capture, and of others whose windows its launches were paired with: `a.json, b.json`; empty if there
  /// is none.
  std::string file{};
  std::size_t launches = 0, merged_launches = 0;
  std::size_t kernels = 0, merged_kernels = 0;
  std::size_t skipped_dispatches = 0, unverified_kernels = 0;
  std::array<std::size_t, graph_rule_names.size()> merged_by{};  ///< launches by the rule that paired their work
  std::size_t ids_unused = 0;            ///< launches with ids on both sides that could not be used
  duration kernel_time{}, merged_kernel_time{};  ///< sums; overlaps counted repeatedly
  graft_reason reason = graft_reason::none;      ///< for the first launch that was not merged
};

struct graft_result {
  std::vector<grafted_step> steps;
  std::uint32_t first = 0, last = 0;     ///< range of added events: copies of calls of captures
  std::size_t launches_outside = 0;      ///< graph launches outside all steps
  std::size_t too_large = 0;             ///< launches that matched but would have inflated the trace
  bool given_up = false;                 ///< like the original: rebuild the tree without frames

  bool grafted(std::uint32_t event) const { return event >= first && event < last; }
  bool any() const { return first != last; }
};

/// Grafts the calls of captures below graph launches: for each step the capture of the next larger size, with each
/// launch paired with a window by graph node ids, else by the names and order of its kernels; outside of steps, the
/// windows that match exactly, if all of these have the same ops and shapes (the original passes over them). A copied
/// call has the start and the length of the launch, so that it is inside the ranges around the launch; this length is
/// not that of the call itself. Without `frames`, Python frames are left out, which are half of the copies of a step.
graft_result graft_captures(tree_edit& edit, torch_captures& captures, bool frames = true);

/// The rows of the steps that launch graphs, ascending and without duplicates: the capture sizes that a trace needs.
std::vector<std::int64_t> rows_of_graphs(const torch_trace& trace, torch_faults faults = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_GRAFT_HPP
