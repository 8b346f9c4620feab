#ifndef RIDGELINE_TT_REPORT_TRACY_RUN_BODY_HPP
#define RIDGELINE_TT_REPORT_TRACY_RUN_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include <ridgeline/query/key_table.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/text_file.hpp>
#include <ridgeline/tt/device/log_doubts.hpp>
#include <ridgeline/tt/device/op_runs.hpp>
#include <ridgeline/tt/read/cpp_device_report.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/read/tracy_folder.hpp>
#include <ridgeline/tt/read/tracy_messages.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/report/tracy_run.hpp>

namespace ridgeline {

namespace tt_detail::tt_tracy {

/// Reads one of the host's files into a capture.
template <class Reader>
std::optional<failure> read_host_file(const std::string& path, tt_tracy_capture& capture, Reader&& reader) {
  const expected<text_file> file = text_file::open(path);
  if (!file) return file.error();
  std::optional<failure> why = reader(file->view(), path, capture);
  file->tell(capture.quality, path);
  return why;
}

/// Reads the host's files.
std::optional<failure> read_host(const tt_tracy_files& files, tt_tracy_capture& capture) {
  if (std::optional<failure> why = read_host_file(files.messages, capture, read_tt_tracy_messages)) return why;
  if (!files.zones.empty()) return read_host_file(files.zones, capture, read_tt_tracy_zones);
  capture.quality.add("zones of the host (tracy_ops_times.csv) are missing: ops have no host times", {files.messages},
                      "");
  return std::nullopt;
}

/// An op for each run of a device, by its name or, if that is not known, by its number, as in a report on a device log.
tt_tracy_capture host_of(const tt_op_runs& device) {
  tt_tracy_capture host;
  query_detail::key_table<std::string> codes;
  for (const tt_op_run& r : device.runs) {
    if (!r.is_of_op()) continue;
    const std::int64_t number = tt_number_of_op(r.id, r.device);
    std::string code = device.names[r.name];
    if (code.empty()) code = "op " + std::to_string(number >= 0 ? number : r.id);
    const std::uint32_t program = codes.number(code);
    if (program == host.programs.size())
      host.programs.push_back({.code = host.texts.keep(code), .type = "tt_dnn_device"});
    host.ops.push_back({.id = static_cast<std::uint32_t>(r.id), .program = program, .device = r.device});
  }
  return host;
}

/// The device data, read in parallel with the host's. How the log's markers are interpreted may depend on the host's
/// generation; in that case the log is kept.
struct device_side {
  std::optional<tt_device_log_head> head{};
  std::optional<tt_device_log> log{};
  std::optional<tt_op_runs> runs{};
  std::optional<failure> why{};

  void read(const tt_tracy_files& files, const tt_log_faults& faults, unsigned threads) {
    why = read_files(files, faults, threads);
    if (!why && log && !faults.first_signal_from_start) reduce(faults, false, threads);
  }
  void reduce(const tt_log_faults& faults, bool first_signal, unsigned threads) {
    runs = op_runs_of(*log, faults, first_signal, threads);
    log.reset();
  }

 private:
  std::optional<failure> read_files(const tt_tracy_files& files, const tt_log_faults& faults, unsigned threads) {
    if (!files.device_log.empty()) {
      const expected<tt_device_log_head> read = read_tt_device_log_head(files.device_log);
      if (!read) return read.error();
      head = *read;
    }
    const bool quick = files.device_report.empty() && !head && !faults.quick_mode_ignored;
    if (const std::string& report = quick ? files.quick_report : files.device_report; !report.empty()) {
      const expected<text_file> file = text_file::open(report);
      if (!file) return file.error();
      expected<tt_op_runs> device = read_cpp_device_report(file->view(), report, quick);
      if (!device) return device.error();
      file->tell(device->quality, report);
      if (quick)
        device->quality.add("device data are those of the quick mode: kernels with their dispatch, and no firmware",
                            {report}, "", false);
      runs = std::move(*device);
      std::vector<tt_replayed_run> replayed;
      for (const tt_op_run& r : runs->runs)
        if (r.session > 0) replayed.push_back({r.device, r.trace, r.session, r.id});
      count_lost_runs(replayed, runs->doubts);
      if (head && known(head->clock)) {
        runs->clock = head->clock;
      } else if (const auto tells = [](const tt_op_run& r) { return known(r.latency); };
                 !known(runs->clock) && std::none_of(runs->runs.begin(), runs->runs.end(), tells)) {
        runs->quality.add("clock of the device is unknown: there are no latencies",
                          {report}, "", false);
      }
      find_own_clocks(*runs);
    } else if (head) {
      read_options reading;
      reading.threads = threads;
      expected<tt_device_log> read = read_tt_device_log(files.device_log, reading, faults);
      if (!read) return read.error();
      if (!read->has_zones())
        return failure{errc::not_a_report, {files.device_log, 2, 1},
                       "expected a column \"zone name\" in the header of the device log next to Tracy's logs"};
      log = std::move(*read);
    }
    return std::nullopt;
  }
};

}  // namespace tt_detail::tt_tracy

expected<tt_tracy_run> read_tt_tracy_run(const std::string& folder, const tt_log_faults& faults, unsigned threads) {
  const expected<tt_tracy_files> files = tt_tracy_files_in(folder);
  if (!files) return files.error();
  tt_tracy_run run;
  tt_detail::tt_tracy::device_side device;
  std::optional<failure> why;
  run.has_host = !files->messages.empty();
  if ((!run.has_host || files->zones.empty()) && faults.incomplete_runs_refused)
    return failure{errc::not_a_report, {folder},
                   "lacks logs of the host (tracy_ops_data.csv, tracy_ops_times.csv), without which the original gives "
                   "no report"};
  parallel_for(2, threads, [&](std::size_t side, unsigned) {
    if (side != 0) device.read(*files, faults, threads);
    else if (run.has_host) why = tt_detail::tt_tracy::read_host(*files, run.host);
  });
  if (why || device.why) return why ? *why : *device.why;
  const bool reported = !files->device_report.empty() || !files->quick_report.empty();
  run.age = tt_tracy_age_of(run.host, device.head ? &*device.head : nullptr, reported);
  if (device.log) device.reduce(faults, layout_of(run.age).from_first_marker, threads);
  run.has_device = device.runs.has_value();
  if (!run.has_host) {
    run.host = tt_detail::tt_tracy::host_of(*device.runs);
    run.host.quality.add("logs of the host are missing: rows show only what the device recorded", {folder}, "");
  }
  if (device.runs) run.device = std::move(*device.runs);
  else run.host.quality.add("device log is missing: rows show only what the host recorded", {folder}, "");
  run.device.doubts.dropped = run.host.drops;
  return run;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_REPORT_TRACY_RUN_BODY_HPP
