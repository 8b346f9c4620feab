#ifndef RIDGELINE_TORCH_STEP_STEADY_HPP
#define RIDGELINE_TORCH_STEP_STEADY_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/torch/record/faults.hpp>
#include <ridgeline/torch/step/serving_step.hpp>

/// The steady state of a serving run: the region in which its steps have about the maximum number of requests, and
/// windows of steps that represent it.
namespace ridgeline {

/// Steps from `first` up to, but not including, `last`.
struct step_range {
  std::size_t first = 0, last = 0;
  constexpr std::size_t size() const { return last - first; }
  constexpr bool empty() const { return first == last; }
  friend bool operator==(const step_range&, const step_range&) = default;
};

struct steady_options {
  std::size_t steps = 32;             ///< length of a window
  bool whole = false;                 ///< all steps are one region, because the user chose them
  std::optional<double> concurrency{}, output_tokens{}, output_ratio{};  ///< they give the expected share of prefills
};

/// The kinds of windows.
enum class steady_window : unsigned char { mixed, decode_only, max_prefilldecode };
inline constexpr std::array<std::string_view, 3> steady_window_names{"mixed", "decode_only", "max_prefilldecode"};

struct steady_state {
  std::vector<step_range> regions;
  std::array<step_range, 3> windows{};   ///< by `steady_window`; empty if there is none
  bool guessed = false;                  ///< no plateau of six steps, so the only region is the middle of the run
  std::int64_t most_requests = 0;        ///< largest number of requests in a step

  const step_range& window(steady_window w) const { return windows[static_cast<std::size_t>(w)]; }
};

/// Finds the steady state. A region begins when six steps are near the largest number of requests and ends when six
/// are not; it may therefore end up to six steps after the plateau.
steady_state steady_state_of(std::span<const serving_step> steps, const steady_options& options,
                             torch_faults faults = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_STEP_STEADY_HPP
