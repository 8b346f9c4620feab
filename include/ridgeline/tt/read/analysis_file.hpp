#ifndef RIDGELINE_TT_READ_ANALYSIS_FILE_HPP
#define RIDGELINE_TT_READ_ANALYSIS_FILE_HPP

#include <string>
#include <vector>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/tt/record/measure.hpp>

namespace ridgeline {

/// User-defined analyses; their texts are stored in `texts`.
struct tt_own_analyses {
  text_pool texts{};
  std::vector<tt_measure> all;
};

/// Reads analyses from JSON: `{"analyses": [{"name": "reader", "across": "core", "type": "adjacent", "start":
/// {"risc": "NCRISC", "timerID": 5}, "end": {"risc": "NCRISC", "timerID": 6}}]}`. Zone logs use `"zone_name"` (a
/// text, or up to four) and `"zone_phase"` instead of `"timerID"`; sums use `"marker"` instead of start and end.
expected<tt_own_analyses> read_tt_analyses(const std::string& path);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_ANALYSIS_FILE_HPP
