#ifndef RIDGELINE_TT_SHEET_PERF_SUMMARY_HPP
#define RIDGELINE_TT_SHEET_PERF_SUMMARY_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/tt/op/category.hpp>
#include <ridgeline/tt/op/perf_row.hpp>
#include <ridgeline/tt/record/faults.hpp>

namespace ridgeline {

/// The grouping of the stacked summary.
enum class tt_summary_key : std::uint8_t {
  op,
  memory,    ///< op and the memory of its input 0
  category,
  signpost,  ///< name of the signpost before the op
  module     ///< the beginning of that name, before `/`, `::` or `.`
};
constexpr bool by_region(tt_summary_key k) { return k == tt_summary_key::signpost || k == tt_summary_key::module; }

/// One group of the stacked summary.
struct tt_summary_row {
  std::string key{};
  std::optional<std::int64_t> device{};  ///< if devices were not merged
  double share = 0;                      ///< fraction of the total device time, or of the device's if not merged
  double time_us = 0;                    ///< summed in μs, so that the last digit matches the original's
  std::int64_t ops = 0;
  tt_category category = tt_category::other;  ///< category of the first op
  double least = missing<double>, largest = missing<double>, average = missing<double>;  ///< shares of peak FLOPs
  double deviation = missing<double>, weighted = missing<double>;
};

namespace tt_detail {

/// The memory of input 0 in the group's name: `dram_interleaved`, `l1_height_sharded`. Nothing if unknown.
std::optional<std::string> memory_key(std::string_view memory, const tt_faults& faults);

}  // namespace tt_detail

/// Summarises the rows of a report, except signposts. `by_device` keeps devices separate. Groups are ordered by
/// device, then by time, largest first, then by name; with the fault, not by device first. `unsorted` collects op
/// words in no category.
std::vector<tt_summary_row> summarise(const std::vector<tt_perf_row>& rows, tt_summary_key by, bool by_device,
                                      const tt_faults& faults, std::vector<std::string>& unsorted);

/// The order in which 1.2.4 prints a summary with separate devices: by device, then by the text of the percentage,
/// so that 9.10 comes before 81.57.
std::vector<tt_summary_row> ordered_by_text(std::vector<tt_summary_row> summary);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_PERF_SUMMARY_HPP
