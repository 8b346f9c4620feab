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

/// Why a launch of a graph has no calls of a capture below it.
enum class graft_reason : unsigned char {
  none, no_capture_for_size, file_missing, launch_count, names_differ, no_kernel_names, ambiguous
};

inline constexpr std::array<std::string_view, 7> graft_reason_names{
    "", "no_capture_for_size", "file_missing", "launch_count", "names_differ", "no_kernel_names", "ambiguous"};

/// What paired the work of a launch with calls of a capture, the surest rule first: numbers of the graph's nodes; names
/// in their order; names in another order; names in their order, with calls that started nothing between them; place
/// alone.
inline constexpr std::array<std::string_view, 5> graph_rule_names{"ids", "names in order", "names", "names with gaps",
                                                                  "order"};
std::size_t graph_rule_of(const graph_alignment& alignment);

/// A step with launches of graphs, and how much of them a capture describes.
struct grafted_step {
  std::size_t number = 0;                ///< of the step in the trace
  std::uint32_t event = missing<std::uint32_t>;
  std::int64_t rows = missing<std::int64_t>, captured_rows = missing<std::int64_t>;
  bool piecewise = false;
  std::string file{};                    ///< of the capture; empty without one
  std::size_t launches = 0, merged_launches = 0;
  std::size_t kernels = 0, merged_kernels = 0;
  std::size_t skipped_dispatches = 0, unverified_kernels = 0;
  std::array<std::size_t, graph_rule_names.size()> merged_by{};  ///< launches by the rule that paired their work
  std::size_t ids_unused = 0;            ///< launches with ids on both sides that did not decide
  duration kernel_time{}, merged_kernel_time{};  ///< those that ran at once each for itself
  graft_reason reason = graft_reason::none;      ///< of the first launch that was not merged
};

struct graft_result {
  std::vector<grafted_step> steps;
  std::uint32_t first = 0, last = 0;     ///< the events that were added: copies of calls of captures
  std::size_t launches_outside = 0;      ///< launches of graphs in no step
  std::size_t too_large = 0;             ///< launches that matched and would have made the trace many times as large
  bool given_up = false;                 ///< as the original does: the tree is to be built again, without frames

  bool grafted(std::uint32_t event) const { return event >= first && event < last; }
  bool any() const { return first != last; }
};

/// Puts the calls of captures below the launches of graphs: step by step the capture of the next size, each launch
/// paired with a window by the numbers of its nodes, else by the names and the order of its kernels. A copy has the
/// start of the launch; its length is that of the launch too, so that ranges around the launch are around the copy, and
/// says nothing of the call. Without `frames` those of Python are left out, which are half of what a step takes.
graft_result graft_captures(tree_edit& edit, torch_captures& captures, bool frames = true);

/// The rows of the steps that launch graphs, each number once, ascending: what sizes of captures a trace asks for.
std::vector<std::int64_t> rows_of_graphs(const torch_trace& trace, torch_faults faults = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_GRAFT_HPP
