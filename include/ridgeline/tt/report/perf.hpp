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

/// User options of the performance report; the defaults are those of the program.
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

/// Makes the report of ops that are already selected and in order, as a profiler does at its end. `cost` gives the
/// costs of ops; for a user's list of models it is `tt_cost_by<tt_models::with<...>>`, or the template argument of
/// the overloads below.
tt_perf_result report_tt_ops(std::span<const tt_op_use> uses, const hw::device* on, const tt_perf_options& options = {},
                             tt_cost_function cost = tt_cost_of);

/// The same for records in a running profiler, without windows or devices to merge.
tt_perf_result report_tt_ops(std::span<const tt_op> ops, const hw::device* on, const tt_perf_options& options = {},
                             tt_cost_function cost = tt_cost_of);

/// Makes the report of ops read from files: order, window, devices, then the rows. `devices_per_host` is the number
/// of devices per file, for runs with several hosts.
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

template <class... Models>
tt_perf_result report_tt_ops(std::vector<tt_op>&&, auto&&...) = delete;  // Name the ops: the report refers to them.
template <class... Models>
tt_perf_result report_tt_perf(std::vector<tt_op>&&, auto&&...) = delete;  // Name the ops: the report refers to them.

/// The chip by which a report judges: the one named in the files, else the one named by the user, else Wormhole.
struct tt_chip_choice {
  std::optional<hw::device> on{};
  std::string_view from = "guessed";  ///< where the name came from: `input`, `--arch`, both, or nowhere
  bool guessed() const { return on && from == "guessed"; }
  std::vector<std::string> notes{};
};

/// Chooses from a list of chips by the architecture and worker cores given in the files and by `wanted` (empty: not
/// given). A board of the files' architecture, such as `p100a` for `blackhole`, refines the choice; another
/// architecture is ignored, unless the one in the files is unknown. Without a chip the report has no shares of
/// peaks. `find(name)` is the list: it returns the chip of that name, or null.
tt_chip_choice choose_tt_chip_by(std::string_view file_arch, std::int64_t worker_cores, std::string_view wanted,
                                 const hw::device* (*find)(std::string_view name));
template <class Chips>
tt_chip_choice choose_tt_chip(std::string_view file_arch, std::int64_t worker_cores, std::string_view wanted) {
  return choose_tt_chip_by(file_arch, worker_cores, wanted, [](std::string_view name) { return Chips::find(name); });
}

/// The same with the built-in chips, or with those of release 1.2.4 if that fault is on: it ignores what is wanted
/// where the files name one of its architectures.
tt_chip_choice choose_tt_chip(std::string_view file_arch, std::int64_t worker_cores, std::string_view wanted,
                              const tt_faults& faults);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_PERF_HPP
