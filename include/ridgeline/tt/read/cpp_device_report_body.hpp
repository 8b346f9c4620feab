#ifndef RIDGELINE_TT_READ_CPP_DEVICE_REPORT_BODY_HPP
#define RIDGELINE_TT_READ_CPP_DEVICE_REPORT_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/read/csv_table.hpp>
#include <ridgeline/tt/read/cpp_device_report.hpp>
#include <ridgeline/tt/read/number_cell.hpp>

namespace ridgeline {

namespace tt_detail::tt_tracy {

/// A whole number that other writers give decimals, which do not count; -1 until one is read.
struct cut_number {
  std::int64_t value = -1;
  constexpr operator std::int64_t() const { return value; }
};
inline bool read_cell(std::string_view text, cut_number& out, text_pool& pool, no_unit unit) {
  if (read_cell(text, out.value, pool, unit)) return true;
  const std::optional<double> number = to_double(without_blanks(text));
  if (!number || !(std::fabs(*number) < 9e18)) return false;
  out.value = static_cast<std::int64_t>(*number);
  return true;
}

/// A row of that file; durations are in integer ns, -1 if the cell is empty. `rest` has what only some versions of the
/// writer know.
struct device_report_row {
  std::string_view arch{}, name{};
  std::int64_t id = -1, trace = -1, session = -1, device = -1, cores = -1, worker_cores = -1, sub_device = -1;
  cut_number fw_start{}, fw_end{}, kernel_start{}, kernel_end{}, movers_start{}, movers_end{};
  cut_number fw{}, kernel{}, movers{}, first_to_last_start{};
  cut_number brisc{}, ncrisc{}, trisc_0{}, trisc_1{}, trisc_2{}, erisc{};
  tt_op_run rest{};
};
template <double tt_op_run::*Member>
inline constexpr auto rest_of = [](auto& row) -> auto& { return row.rest.*Member; };
template <std::size_t Counter, double tt_counter_use::*Member>
inline constexpr auto counter_of = [](auto& row) -> auto& { return row.rest.counters[Counter].*Member; };
template <std::size_t Column>
inline constexpr auto traffic_of = [](auto& row) -> auto& { return row.rest.traffic[Column]; };

inline constexpr auto device_report_fields = fields(
    field<"GLOBAL CALL COUNT">(&device_report_row::id), field<"METAL TRACE ID">(&device_report_row::trace),
    field<"METAL TRACE REPLAY SESSION ID">(&device_report_row::session),
    field<"DEVICE ID">(&device_report_row::device), field<"DEVICE ARCH">(&device_report_row::arch),
    field<"OP NAME">(&device_report_row::name),
    field<"CORE COUNT">(&device_report_row::cores),
    field<"AVAILABLE WORKER CORE COUNT">(&device_report_row::worker_cores),
    field<"SUB DEVICE ID">(&device_report_row::sub_device),
    field<"DEVICE KERNEL FIRST TO LAST START [ns]">(&device_report_row::first_to_last_start),
    field<"DEVICE FW DURATION [ns]">(&device_report_row::fw, "DEVICE FIRMWARE DURATION [ns]"),
    field<"DEVICE FW START CYCLE">(&device_report_row::fw_start),
    field<"DEVICE FW END CYCLE">(&device_report_row::fw_end),
    field<"DEVICE KERNEL DURATION [ns]">(&device_report_row::kernel),
    field<"DEVICE KERNEL START CYCLE">(&device_report_row::kernel_start),
    field<"DEVICE KERNEL END CYCLE">(&device_report_row::kernel_end),
    field<"DEVICE KERNEL DURATION DM START [ns]">(&device_report_row::movers),
    field<"DEVICE KERNEL DM START CYCLE">(&device_report_row::movers_start),
    field<"DEVICE KERNEL DM END CYCLE">(&device_report_row::movers_end),
    field<"DEVICE BRISC KERNEL DURATION [ns]">(&device_report_row::brisc),
    field<"DEVICE NCRISC KERNEL DURATION [ns]">(&device_report_row::ncrisc),
    field<"DEVICE TRISC0 KERNEL DURATION [ns]">(&device_report_row::trisc_0),
    field<"DEVICE TRISC1 KERNEL DURATION [ns]">(&device_report_row::trisc_1),
    field<"DEVICE TRISC2 KERNEL DURATION [ns]">(&device_report_row::trisc_2),
    field<"DEVICE ERISC KERNEL DURATION [ns]">(&device_report_row::erisc),
    field<"OP TO OP LATENCY [ns]">(rest_of<&tt_op_run::latency>),
    field<"OP TO OP LATENCY BR/NRISC START [ns]">(rest_of<&tt_op_run::movers_latency>),
    field<"DEVICE KERNEL DURATION PER CORE MIN [ns]">(rest_of<&tt_op_run::core_min>),
    field<"DEVICE KERNEL DURATION PER CORE MAX [ns]">(rest_of<&tt_op_run::core_max>),
    field<"DEVICE KERNEL DURATION PER CORE AVG [ns]">(rest_of<&tt_op_run::core_mean>),
    field<"DEVICE COMPUTE CB WAIT FRONT [ns]">(rest_of<&tt_op_run::wait_front>),
    field<"DEVICE COMPUTE CB RESERVE BACK [ns]">(rest_of<&tt_op_run::reserve_back>),
    field<"DISPATCH TOTAL CQ CMD OP TIME [ns]">(rest_of<&tt_op_run::dispatch_time>),
    field<"DISPATCH GO SEND WAIT TIME [ns]">(rest_of<&tt_op_run::go_wait>),
    field<"SFPU Util Min (%)">(counter_of<0, &tt_counter_use::min>),
    field<"SFPU Util Median (%)">(counter_of<0, &tt_counter_use::median>),
    field<"SFPU Util Max (%)">(counter_of<0, &tt_counter_use::max>),
    field<"Avg SFPU util on full grid (%)">(counter_of<0, &tt_counter_use::mean_of_grid>),
    field<"FPU Util Min (%)">(counter_of<1, &tt_counter_use::min>),
    field<"FPU Util Median (%)">(counter_of<1, &tt_counter_use::median>),
    field<"FPU Util Max (%)">(counter_of<1, &tt_counter_use::max>),
    field<"Avg FPU util on full grid (%)">(counter_of<1, &tt_counter_use::mean_of_grid>),
    field<"MATH Util Min (%)">(counter_of<2, &tt_counter_use::min>),
    field<"MATH Util Median (%)">(counter_of<2, &tt_counter_use::median>),
    field<"MATH Util Max (%)">(counter_of<2, &tt_counter_use::max>),
    field<"Avg Math util on full grid (%)">(counter_of<2, &tt_counter_use::mean_of_grid>),
    field<"NOC UTIL (%)">(traffic_of<0>), field<"MULTICAST NOC UTIL (%)">(traffic_of<1>),
    field<"DRAM BW UTIL (%)">(traffic_of<2>), field<"DRAM BW UTIL PER CTRL (%)">(traffic_of<3>),
    field<"ETH BW UTIL (%)">(traffic_of<4>), field<"NPE CONG IMPACT (%)">(traffic_of<5>));

inline tt_op_run run_of(const device_report_row& row) {
  const auto ns = [](std::int64_t time) { return time < 0 ? missing<double> : static_cast<double>(time); };
  tt_op_run run = row.rest;
  run.id = row.id;
  run.device = static_cast<std::int32_t>(row.device);
  run.trace = row.trace;
  run.session = row.session;
  run.cores = row.cores;
  run.sub_device = row.sub_device;
  run.worker_cores = std::max<std::int64_t>(row.worker_cores, 0);
  run.fw = {row.fw_start, row.fw_end};
  run.kernel = {row.kernel_start, row.kernel_end};
  run.movers = {row.movers_start, row.movers_end};
  run.first = row.fw_start >= 0 ? row.fw_start : row.kernel_start;
  run.fw_time = ns(row.fw);
  run.kernel_time = ns(row.kernel);
  run.movers_time = ns(row.movers);
  run.first_to_last_start = ns(row.first_to_last_start);
  const auto kernel = [&](tt_risc risc) -> double& { return run.kernel_times[static_cast<std::size_t>(risc)]; };
  kernel(tt_risc::brisc) = ns(row.brisc);
  kernel(tt_risc::ncrisc) = ns(row.ncrisc);
  kernel(tt_risc::trisc_0) = ns(row.trisc_0);
  kernel(tt_risc::trisc_1) = ns(row.trisc_1);
  kernel(tt_risc::trisc_2) = ns(row.trisc_2);
  kernel(tt_risc::erisc) = ns(row.erisc);
  return run;
}

inline constexpr std::string_view replaced_row =
    "row of the device's report that a later row replaces: the file was appended to";

/// What identifies a run in that file. The writer appends to an existing file, so the rows of an earlier execution of
/// the program come before those of the last one and have the same ids.
struct device_report_key {
  std::int64_t device = 0, id = 0, trace = 0, session = 0;
};

/// The clock with which the writer converted the cycles of these runs to ns, in whole MHz. Because times are whole ns,
/// it is the median of the rates of all runs, each weighted by its time up to 1 ms.
inline frequency clock_of(std::span<const tt_op_run> runs) {
  std::vector<std::pair<double, double>> rates;  // MHz, weight
  double all = 0;
  const auto add = [&](const tt_cycles& cycles, double ns) {
    if (!cycles.known() || cycles.end == cycles.start || !(ns > 0)) return;
    rates.emplace_back(static_cast<double>(cycles.end - cycles.start) * 1000 / ns, std::min(ns, 1e6));
    all += rates.back().second;
  };
  for (const tt_op_run& r : runs) add(r.fw, r.fw_time), add(r.kernel, r.kernel_time);
  rates = std::move(rates) | sort_by([](const auto& r) { return r.first; });
  double rate = 0, below = 0;
  for (const auto& [mhz, weight] : rates) {
    if (below + below >= all) break;
    rate = std::rint(mhz);
    below += weight;
  }
  return rate >= 1 && rate <= 1e6 ? rate * MHz : missing<frequency>;
}

/// Whether some time of these runs cannot be that of its cycles at this clock: they differ by more than 1 % and the
/// rounding to whole ns.
inline bool contradicts(std::span<const tt_op_run> runs, frequency clock) {
  const auto differs = [&](const tt_cycles& cycles, double ns) {
    const double of_cycles = static_cast<double>(cycles.end - cycles.start) * 1000 / clock.in(MHz);
    return cycles.known() && cycles.end > cycles.start && std::fabs(of_cycles - ns) > 1 + 0.01 * ns;
  };
  return std::any_of(runs.begin(), runs.end(), [&](const tt_op_run& r) {
    return differs(r.fw, r.fw_time) || differs(r.kernel, r.kernel_time);
  });
}

/// Columns of that file that no report has, although they may be filled, e.g. those of other counters.
class other_columns {
 public:
  template <class Reader>
  other_columns(const Reader& reader, const csv_scanner& header) {
    std::string scratch;
    for (const csv_cell& cell : header.cells()) {
      const std::string title(without_blanks(cell.text(scratch)));
      bool known = title.empty();
      reader.list().for_each([&](const auto& f, std::size_t) { known = known || f.is_named(title); });
      known = known || title.starts_with("DEVICE TRACE ");  // computed from the others
      columns_.push_back({known ? std::string() : title, 0});
    }
  }
  void count(const csv_scanner& row) {
    for (std::size_t c = 0; c < std::min(columns_.size(), row.cells().size()); ++c)
      columns_[c].second += without_blanks(row.cells()[c].raw).empty() ? 0u : 1u;
  }
  void tell(const std::string& file, data_quality& quality) const {
    for (const auto& [title, cells] : columns_)
      if (!title.empty())
        quality.add("column of the device's report for which no report has a column; it is left out", {file, 1}, title,
                    true, cells);
  }

 private:
  std::vector<std::pair<std::string, std::uint64_t>> columns_{};  // title, empty if it is known; cells with a value
};

/// Finds the runs in a report of quick mode, in its order, before which records were dropped: the writer then forgets
/// what each device ran last, and gives its next run the latency 0, as the first of all.
inline void find_lost_runs(tt_op_runs& runs) {
  std::map<std::int32_t, std::int64_t> ends;  // by device: of its last run
  for (tt_op_run& r : runs.runs) {
    const auto [end, first] = ends.try_emplace(r.device, r.kernel.end);
    r.after_lost_runs = !first && r.latency == 0 && end->second >= 0 && r.kernel.start > end->second;
    end->second = r.kernel.end;
    if (r.after_lost_runs)
      runs.quality.add("quick mode dropped records before a run: the gap before it is unknown", {},
                       "id " + std::to_string(r.id) + " on device " + std::to_string(r.device));
  }
}

}  // namespace tt_detail::tt_tracy

expected<tt_op_runs> read_cpp_device_report(std::string_view text, const std::string& name, bool quick) {
  using tt_detail::tt_tracy::device_report_row;
  tt_op_runs out;
  out.by_host_id = out.from_report = true;
  csv_scanner rows = csv_table(text);
  csv_record_reader<device_report_row, decltype(tt_detail::tt_tracy::device_report_fields)> reader(
      tt_detail::tt_tracy::device_report_fields, name);
  const bool any = rows.next();
  if (any) reader.bind(rows, out.quality);
  for (std::string_view column : {"GLOBAL CALL COUNT", "DEVICE ID"})
    if (!any || !reader.has(column))
      return failure{errc::not_a_report, {name, any ? rows.row_line() + 1 : 1, 1},
                     "expected a column \"" + std::string(column) + "\" in the header of a device report"};
  text_pool texts;
  if (!is_complete(rows, name, out.quality)) return out;  // truncated within the header
  tt_detail::tt_tracy::other_columns others(reader, rows);
  distinct<tt_detail::tt_tracy::device_report_key> runs;
  query_detail::key_table<std::string> names;
  std::uint64_t replaced = 0;  // rows
  while (rows.next() && is_complete(rows, name, out.quality)) {
    if (reader.repeats_header(rows) || !reader.is_aligned(rows, out.quality)) continue;
    const device_report_row row = reader.read(rows, text, texts, out.quality);
    if (row.id < 0 || row.device < 0 || row.device > INT32_MAX) {
      out.quality.add("row does not name op and device; it is left out", {name, rows.row_line() + 1}, "");
      continue;
    }
    if (out.arch.empty()) out.arch = row.arch;
    out.worker_cores = std::max(out.worker_cores, row.worker_cores);
    const auto end = static_cast<std::uint32_t>(out.runs.size());
    const std::uint32_t number = quick ? end : runs.number({row.device, row.id, row.trace, row.session});
    tt_op_run run = tt_detail::tt_tracy::run_of(row);
    run.name = names.number(std::string(without_blanks(row.name)));
    if (run.name == out.names.size()) out.names.emplace_back(without_blanks(row.name));
    if (number < end) {
      if (row.id != 0 && replaced++ == 0)  // what runs for no op has a row in each piece that the writer appends
        out.quality.add(tt_detail::tt_tracy::replaced_row, {name, rows.row_line() + 1}, "id " + std::to_string(row.id),
                        false);
      out.runs[number] = run;
    } else {
      out.runs.push_back(run);
    }
    others.count(rows);
  }
  if (replaced > 1) out.quality.add(tt_detail::tt_tracy::replaced_row, {}, "", false, replaced - 1);
  others.tell(name, out.quality);
  for (const tt_op_run& r : out.runs)
    for (const tt_counter_use& use : r.counters)
      out.has_counters = out.has_counters || known(use.min) || known(use.median) || known(use.max) ||
                         known(use.mean_of_grid);
  if (quick) tt_detail::tt_tracy::find_lost_runs(out);
  out.clock = tt_detail::tt_tracy::clock_of(out.runs);
  out.runs = std::move(out.runs) | sort_by(&tt_op_run::device, &tt_op_run::first);
  return out;
}

void find_own_clocks(tt_op_runs& runs) {
  using namespace tt_detail::tt_tracy;
  const std::span<tt_op_run> all(runs.runs);
  for (std::size_t from = 0, to = 0; from < all.size(); from = to) {
    while (to < all.size() && all[to].device == all[from].device) ++to;
    const std::span<tt_op_run> device = all.subspan(from, to - from);
    if (!contradicts(device, runs.clock)) continue;
    const frequency own = clock_of(device);
    for (tt_op_run& r : device) r.clock = own;
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_CPP_DEVICE_REPORT_BODY_HPP
