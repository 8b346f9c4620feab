#ifndef RIDGELINE_TT_SHEET_PERF_RESULT_HPP
#define RIDGELINE_TT_SHEET_PERF_RESULT_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/hw/device.hpp>
#include <ridgeline/tt/op/perf_row.hpp>
#include <ridgeline/tt/sheet/perf_summary.hpp>
#include <ridgeline/tt/tree/devices.hpp>

/// The contents of a performance report; made by tt/report/perf.hpp, shown by the sheets.
namespace ridgeline {

/// A performance report of ops: rows, summary, counts, and remarks on how they were made. Its rows point into the
/// records it was made from, which must outlive it.
struct tt_perf_result {
  std::vector<tt_perf_row> rows;
  std::vector<tt_summary_row> summary;
  std::optional<hw::device> on{};
  bool by_device = false;                ///< devices were not merged
  std::int64_t device_ops = 0, host_ops = 0, signposts = 0;
  double shown = missing<double>;          ///< fraction of the window's time and gaps in the rows: 1 unless filtered
  time_quantity time{}, gap{};                ///< sums over the rows
  std::vector<std::uint32_t> high_gaps;    ///< positions of rows with a high gap before them
  time_quantity saving{};                     ///< what tracing would save of these gaps
  double saving_share = missing<double>;   ///< fraction of all time and gaps
  std::vector<tt_lack> lacks;            ///< merged ops that some devices did not run
  std::vector<tt_spread> spreads;        ///< merged ops whose devices took different times
  /// By position in the ops that the report was made of: the op whose row covers it, null outside of the window. Only
  /// with a range of IDs that selects among merged rows.
  tt_selection shown_as{};
  std::vector<std::string> window;       ///< how the window was determined
  std::string why_empty{};               ///< why there are no rows
  std::vector<std::string> notes;
  data_quality quality;
  std::vector<text_pool> labels;
  tt_faults faults{};                    ///< the faults it was made with
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_PERF_RESULT_HPP
