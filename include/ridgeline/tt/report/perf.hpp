#ifndef RIDGELINE_TT_REPORT_PERF_HPP
#define RIDGELINE_TT_REPORT_PERF_HPP

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/hw/device.hpp>
#include <ridgeline/tt/op/cost.hpp>
#include <ridgeline/tt/sheet/perf_result.hpp>
#include <ridgeline/tt/sheet/perf_summary.hpp>
#include <ridgeline/tt/tree/devices.hpp>
#include <ridgeline/tt/tree/window.hpp>

namespace ridgeline {

/// What a reader of the performance report may choose; the defaults are the program's.
struct tt_perf_options {
  tt_window window{};
  bool file_order = false;         ///< do not sort by host time
  bool merge_devices = true;
  bool host_ops = true;
  double least_share = 0.005;      ///< rows below it are muted
  std::uint32_t first_id = 0, last_id = 0xffffffffu;
  bool id_range = false;
  tt_summary_key group = tt_summary_key::memory;
  tt_faults faults{};
  unsigned threads = default_threads();
};

/// The report over ops that are already selected, in order: what a profiler calls at its end. `cost` tells what ops
/// cost; a user's list of models is `tt_cost_by<tt_models::with<...>>`, or the template argument of the overloads
/// below.
tt_perf_result report_tt_ops(std::span<const tt_op_use> uses, const hw::device* on, const tt_perf_options& options = {},
                             tt_cost_function cost = tt_cost_of);

/// The same over records as a running profiler holds them, without windows and devices to merge.
tt_perf_result report_tt_ops(std::span<const tt_op> ops, const hw::device* on, const tt_perf_options& options = {},
                             tt_cost_function cost = tt_cost_of);

/// The report over what was read from files: order, window, devices, then the rows. `devices_per_host` is how many
/// devices each file has, for runs of several hosts.
tt_perf_result report_tt_perf(const std::vector<tt_op>& ops, std::int32_t devices_per_host, const hw::device* on,
                              tt_perf_options options = {}, tt_cost_function cost = tt_cost_of);

template <class Models>
tt_perf_result report_tt_ops(std::span<const tt_op_use> uses, const hw::device* on,
                             const tt_perf_options& options = {}) {
  return report_tt_ops(uses, on, options, tt_cost_by<Models>);
}
template <class Models>
tt_perf_result report_tt_ops(std::span<const tt_op> ops, const hw::device* on, const tt_perf_options& options = {}) {
  return report_tt_ops(ops, on, options, tt_cost_by<Models>);
}
template <class Models>
tt_perf_result report_tt_perf(const std::vector<tt_op>& ops, std::int32_t devices_per_host, const hw::device* on,
                              const tt_perf_options& options = {}) {
  return report_tt_perf(ops, devices_per_host, on, options, tt_cost_by<Models>);
}

/// Which chip a report judges by: what the files name, else what the user names, else Wormhole.
struct tt_chip_choice {
  std::optional<hw::device> on{};
  std::string_view from = "guessed";  ///< who named it: `input`, `--arch`, both, or nobody
  bool guessed() const { return on && from == "guessed"; }
  std::vector<std::string> notes{};
};

/// Chooses from a list of chips by the architecture and worker cores that files name and by `wanted` (empty: not
/// given). A board of the architecture that the files name, `p100a` for `blackhole`, refines it; another architecture
/// is passed over, unless that of the files is not known. Without a chip the report has no shares of peaks.
/// `find(name)` is the list: the chip of that name, or null.
tt_chip_choice choose_tt_chip_by(std::string_view file_arch, std::int64_t worker_cores, std::string_view wanted,
                                 const hw::device* (*find)(std::string_view name));
template <class Chips>
tt_chip_choice choose_tt_chip(std::string_view file_arch, std::int64_t worker_cores, std::string_view wanted) {
  return choose_tt_chip_by(file_arch, worker_cores, wanted, [](std::string_view name) { return Chips::find(name); });
}

/// The same from the library's chips, or from those of release 1.2.4 where that fault is on.
tt_chip_choice choose_tt_chip(std::string_view file_arch, std::int64_t worker_cores, std::string_view wanted,
                              const tt_faults& faults);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_PERF_HPP
