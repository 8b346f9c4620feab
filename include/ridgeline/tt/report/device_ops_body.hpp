#ifndef RIDGELINE_TT_REPORT_DEVICE_OPS_BODY_HPP
#define RIDGELINE_TT_REPORT_DEVICE_OPS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/tt/device/analysis_tables.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/report/device_ops.hpp>

namespace ridgeline {

namespace tt_detail {

/// Builds the ops report from a zone log: one row for each run of an op on each device.
class tt_device_only_builder {
 public:
  tt_device_only_builder(const tt_device_result& result, tt_ops_report& out)
      : result_(result), log_(*result.lines.log), old_(result.faults.columns_of_their_time), out_(out) {
    out.rows.resize(result.ops.ops.size());
    for (const tt_measure& a : tt::zone_analyses) {
      const tt_sampler sampler(a, result.lines, result.faults);
      std::vector<std::vector<tt_sample>>& of = samples_[a.name];
      of.resize(out.rows.size());
      if (a.across != tt_across::ops) continue;
      for (std::size_t i = 0; i < of.size(); ++i) {
        sampler.of_op(result.ops.of(result.ops.ops[i]), of[i]);
        if (a.sampling == tt_sampling::op_core_first_last)
          std::erase_if(of[i], [](const tt_sample& s) { return !s.is_whole(); });
      }
    }
  }

  void build() {
    const std::vector<tt_device_op>& ops = result_.ops.ops;
    if (!old_) {
      // An op has one name on all devices, if its ids tell its number.
      const auto number = [&](const tt_device_op& op) { return tt_number_of_op(op.id, log_.devices[op.device]); };
      bool numbered = true;
      for (const tt_device_op& op : ops) numbered = numbered && (op.id <= 0 || number(op) >= 0);
      add("OP CODE", [&](std::size_t i) {
        return word("op " + std::to_string(numbered && ops[i].id > 0 ? number(ops[i]) : ops[i].id));
      });
      add("OP TYPE", [&](std::size_t) { return cell::of(std::string_view("tt_dnn_device")); });
    }
    add("GLOBAL CALL COUNT", [&](std::size_t i) { return cell::of(ops[i].id); });
    if (!old_) {
      add("DEVICE ID", [&](std::size_t i) { return cell::of(std::int64_t{log_.devices[ops[i].device]}); });
      add("DEVICE ARCH", [&](std::size_t) { return cell::of(std::string_view(log_.arch)); });
      if (log_.worker_cores > 0)
        add("AVAILABLE WORKER CORE COUNT", [&](std::size_t) { return cell::of(log_.worker_cores); });
      const auto sub_device = [&](std::size_t i) { return sub_device_of(log_, result_.ops.of(ops[i])); };
      bool parts = false;
      for (std::size_t i = 0; i < ops.size() && !parts; ++i) parts = sub_device(i) >= 0;
      if (parts)
        add("SUB DEVICE ID", [&](std::size_t i) { return cell_if_set(sub_device(i)); });
      if (!log_.replays.empty())
        add("METAL TRACE ID", [&](std::size_t i) { return cell_if_set(ops[i].trace); });
      add("METAL TRACE REPLAY SESSION ID", [&](std::size_t i) {
        if (ops[i].session > 0) return cell::of(ops[i].session);
        return replayed(ops[i]) ? cell::of(std::int64_t{ops[i].run}) : cell{};
      });
      add("CORE COUNT", [&](std::size_t i) { return cell_if_set(cores_of(result_.lines, result_.ops.of(ops[i]))); });
    }
    const auto& fw = samples_["device_fw_duration"];
    add("DEVICE FW START CYCLE", [&](std::size_t i) { return begins(fw[i]) ? cell::of(fw[i][0].start) : cell{}; });
    add("DEVICE FW END CYCLE", [&](std::size_t i) { return ends(fw[i]) ? cell::of(fw[i][0].end()) : cell{}; });
    gap("OP TO OP LATENCY [ns]", "device_kernel_duration");
    gap("OP TO OP LATENCY BR/NRISC START [ns]", "device_kernel_duration_dm_start");
    span("DEVICE FW DURATION [ns]", "device_fw_duration");
    span("DEVICE KERNEL DURATION [ns]", "device_kernel_duration");
    span("DEVICE KERNEL DURATION DM START [ns]", "device_kernel_duration_dm_start");
    per_core("MIN", [](const tt_statistics& s) { return static_cast<double>(s.min); });
    per_core("MAX", [](const tt_statistics& s) { return static_cast<double>(s.max); });
    per_core("AVG", [](const tt_statistics& s) { return s.average(); });
    span("DEVICE KERNEL FIRST TO LAST START [ns]", "device_kernel_first_to_last_start");
    for (const tt::risc_kernels& k : tt::kernels_of_riscs) span(k.column, k.analysis);
    span("DEVICE COMPUTE CB WAIT FRONT [ns]", "device_compute_cb_wait_front");
    span("DEVICE COMPUTE CB RESERVE BACK [ns]", "device_compute_cb_reserve_back");
  }

 private:
  template <class Value>
  void add(std::string_view title, Value&& value) {
    std::vector<cell> cells;
    bool any = false;
    for (std::size_t i = 0; i < out_.rows.size(); ++i) {
      cells.push_back(value(i));
      any = any || !cells.back().empty();
    }
    if (old_ && !any) return;  // the original's report omits columns that no op has
    out_.titles.emplace_back(title);
    for (std::size_t i = 0; i < cells.size(); ++i) out_.rows[i].push_back(cells[i]);
  }
  void span(std::string_view title, std::string_view analysis) {
    const auto& of = samples_[analysis];
    add(title, [&](std::size_t i) {
      return begins(of[i]) && ends(of[i]) ? whole_ns(static_cast<double>(of[i][0].cycles), log_.clock) : cell{};
    });
  }
  static bool begins(const std::vector<tt_sample>& of) { return !of.empty() && of[0].begins; }
  static bool ends(const std::vector<tt_sample>& of) { return !of.empty() && of[0].ends; }
  /// From the end of the device's previous op to the start of this one; 0 for the first, unknown if either is lost.
  void gap(std::string_view title, std::string_view analysis) {
    const auto& of = samples_[analysis];
    const tt_sample* before = nullptr;
    std::size_t device = 0;
    add(title, [&](std::size_t i) {
      if (result_.ops.ops[i].device != device) before = nullptr;
      device = result_.ops.ops[i].device;
      if (of[i].empty()) return cell{};
      const cell c = !begins(of[i]) || (before != nullptr && !before->ends) ? cell{}
                     : before == nullptr ? cell::of(std::int64_t{0})
                                       : whole_ns(static_cast<double>(of[i][0].start - before->end()), log_.clock);
      before = &of[i][0];
      return c;
    });
  }
  template <class Value>
  void per_core(std::string_view which, Value&& value) {
    const auto& of = samples_["device_kernel_duration_per_core"];
    std::vector<std::int64_t> scratch;
    std::string title = "DEVICE KERNEL DURATION PER CORE ";
    title += which;
    title += " [ns]";
    add(title, [&](std::size_t i) {
      return of[i].empty() ? cell{} : whole_ns(value(statistics_of(of[i], scratch)), log_.clock);
    });
  }
  cell word(std::string_view text) { return cell::of(out_.texts.keep(text)); }

  /// Whether this id has several runs on the device, that is, a captured trace was replayed.
  bool replayed(const tt_device_op& op) {
    if (runs_.empty())
      for (const tt_device_op& o : result_.ops.ops) {
        std::uint32_t& most = runs_[{o.device, o.id}];
        most = std::max(most, o.run);
      }
    return runs_[{op.device, op.id}] > 1;
  }

  const tt_device_result& result_;
  const tt_device_log& log_;
  bool old_;
  tt_ops_report& out_;
  std::map<std::string_view, std::vector<std::vector<tt_sample>>> samples_{};
  std::map<std::pair<std::uint16_t, std::int64_t>, std::uint32_t> runs_{};
};

}  // namespace tt_detail

tt_ops_report report_tt_device_ops(const tt_device_result& result) {
  tt_ops_report report;
  report.quality = result.quality;
  tt_detail::tt_device_only_builder(result, report).build();
  return report;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_DEVICE_OPS_BODY_HPP
