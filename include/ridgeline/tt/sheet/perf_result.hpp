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

/// What a performance report holds; tt/report/perf.hpp makes it, the sheets show it.
namespace ridgeline {

/// A performance report over ops: rows, summary, counts, and what there is to say about how they were made. Its rows
/// point into the records that it was made from; those must outlive it.
struct tt_perf_result {
  std::vector<tt_perf_row> rows;
  std::vector<tt_summary_row> summary;
  std::optional<hw::device> on{};
  bool by_device = false;                ///< devices were left apart
  std::int64_t device_ops = 0, host_ops = 0, signposts = 0;
  double shown = missing<double>;          ///< share of the window's time and gaps that the rows are: 1 unless filtered
  time_quantity time{}, gap{};                ///< sums over the rows
  std::vector<std::uint32_t> high_gaps;    ///< positions of rows with a high gap before them
  time_quantity saving{};                     ///< what tracing would save of these gaps
  double saving_share = missing<double>;   ///< of all time and gaps
  std::vector<tt_lack> lacks;            ///< merged ops that some devices did not run
  std::vector<tt_spread> spreads;        ///< merged ops whose devices did not take the same time
  std::vector<std::string> window;       ///< how the window was found
  std::string why_empty{};               ///< why there are no rows
  std::vector<std::string> notes;
  data_quality quality;
  std::vector<text_pool> labels;
  tt_faults faults{};                    ///< with which it was made
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_PERF_RESULT_HPP
