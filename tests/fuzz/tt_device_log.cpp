// Any bytes as a device log: no crash, no hang, the same result for any pieces and threads, and every written file is
// well formed. A first line of one digit stands for the header of a log of that generation.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include <ridgeline/ridgeline.hpp>
#include <ridgeline/table/quality_table.hpp>
#include <ridgeline/tt/sheet/device_files.hpp>
#include <ridgeline/tt/sheet/device_json.hpp>
#include <ridgeline/tt/report/device_ops.hpp>
#include <ridgeline/tt/sheet/device_tables.hpp>
#include <ridgeline/tt/sheet/device_text.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/core/faults.hpp>

#include "tests/support/device_text.hpp"

namespace rl = ridgeline;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::abort();
}

void require_json(const std::string& text) {
  boost::json::error_code why;
  boost::json::parse(text, why);
  require(!why, "the JSON written is JSON");
}

std::size_t rows_of(std::string_view csv) {
  rl::csv_scanner scanner(csv);
  std::size_t rows = 0;
  for (; scanner.next(); ++rows) require(scanner.fault() == rl::csv_fault::none, "the CSV written has no faults");
  return rows;
}

void report(const rl::tt_device_log& log, const rl::tt_device_options& options) {
  const rl::tt_device_result result = rl::report_tt_device(log, options);
  for (const rl::tt_device_analysis& a : result.found) {
    require(a.all.count > 0 && a.all.min <= a.all.max, "an analysis that is there has samples");
    require(a.all.median >= static_cast<double>(a.all.min) && a.all.median <= static_cast<double>(a.all.max),
            "the median lies between the ends");
  }
  rl::string_output stats, rearranged, trace, data, all;
  write_tt_device(stats, result);
  for (char c : stats.text()) require(c == '\n' || static_cast<unsigned char>(c) >= 0x20, "statistics steer nothing");
  write_tt_rearranged(rearranged, result);
  require(rows_of(rearranged.text()) == 3 * log.devices.size() + result.lines.cores.size(), "a row for each core");
  write_tt_trace(trace, result);
  require_json(trace.text());
  write_tt_analysis_data(data, result);
  require_json(data.text());
  const std::vector<rl::table> tables{rl::tt_statistics_table(result), rl::tt_core_statistics_table(result),
                                      rl::quality_table(result.quality)};
  write_json(all, "fuzz", tables);
  require_json(all.text());
  for (const rl::tt_ops_report& ops : {rl::report_tt_device_ops(result), rl::report_tt_core_gaps(result)}) {
    rl::string_output csv;
    write_csv(csv, tt_ops_report_table(ops));
    require(rows_of(csv.text()) <= ops.rows.size() + 1, "a row for each op");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  if (size >= 2 && text[0] >= '0' && text[0] <= '8' && text[1] == '\n')
    text = device_log_head(text[0] - '0') + text.substr(2);
  const rl::expected<rl::tt_device_log> log = rl::read_tt_device_log_text(text, "f", {1, text.size() + 1, {}});
  const std::string whole = device_log_text(log);
  for (std::size_t piece : {std::size_t{7}, std::size_t{100}})
    require(device_log_text(rl::read_tt_device_log_text(text, "f", {1, piece, {}})) == whole, "pieces do not show");
  require(device_log_text(rl::read_tt_device_log_text(text, "f", {2, text.size() / 5 + 1, {}})) == whole,
          "threads do not show");
  if (!log) return 0;
  rl::tt_device_options options;
  options.threads = 1;
  report(*log, options);
  options.faults = rl::all_on<rl::tt_log_faults>();
  report(*log, options);
  options.setup = rl::tt::setup_named(log->has_zones() ? "test_multi_op" : "test_full_buffer");
  report(*log, options);
  return 0;
}
