#ifndef RIDGELINE_TORCH_SHEET_TIMELINE_HPP
#define RIDGELINE_TORCH_SHEET_TIMELINE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <ridgeline/table/table.hpp>

namespace ridgeline {

enum class gpu_time : std::uint8_t;
class torch_profile;

/// A row of `gpu_timeline`.
struct torch_timeline_row {
  gpu_time part{};
  double milliseconds = 0;
  double percent_of_total = 0;
  bool recomputed = false;
};

/// The time line of a run. If recomputation is marked there are two, with that of the first execution before that of
/// the recomputation.
struct torch_timelines {
  std::vector<torch_timeline_row> rows;
  double total = 0;        ///< total microseconds
  double first_total = 0;  ///< without recomputation
};

/// `unlinked`: also counts GPU work that no launch reaches. Gaps shorter than `micro_idle_below` microseconds are
/// micro idle time; if it is not given, idle time is not divided.
torch_timelines torch_timelines_of(const torch_profile& run, bool unlinked = false,
                                   std::optional<double> micro_idle_below = {});

/// The rows as the sheet `gpu_timeline`.
table sheet_of(std::string name, std::vector<torch_timeline_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_TIMELINE_HPP
