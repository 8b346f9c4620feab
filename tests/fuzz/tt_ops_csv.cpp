/// libFuzzer target: any bytes as an ops CSV, through reader, report and sinks.
/// A first line of `1`, `2` or `3` stands for a whole header of that format, so that few bytes reach the op models.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>

#include <ridgeline/ridgeline.hpp>
#include <ridgeline/hw/tt_perf_report_1_2_4.hpp>
#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/tt/sheet/perf_text.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/core/faults.hpp>

#include "tests/support/ops_text.hpp"

namespace rl = ridgeline;

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::abort();
}

std::string header_of(char format) {
  std::string header =
      "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,ATTRIBUTES,MATH FIDELITY,CORE COUNT,HOST START TS,"
      "OP TO OP LATENCY [ns],DEVICE KERNEL DURATION [ns]";
  for (std::string_view tensor : {"INPUT_0_", "INPUT_1_", "OUTPUT_0_"}) {
    for (std::string_view dim : {"W", "Z", "Y", "X"})
      header += "," + std::string(tensor) + std::string(dim) + (format == '1' ? "" : "_PAD[LOGICAL]");
    header += "," + std::string(tensor) + "DATATYPE," + std::string(tensor) + "MEMORY";
  }
  if (format == '3') header += ",DEVICE ARCH,AVAILABLE WORKER CORE COUNT,METAL TRACE REPLAY SESSION ID";
  return header + "\n";
}

std::size_t rows_of(std::string_view csv) {
  rl::csv_scanner scanner(csv);
  std::size_t rows = 0;
  for (; scanner.next(); ++rows) require(scanner.fault() == rl::csv_fault::none, "the CSV written has no faults");
  return rows;
}

/// Writes one table in every form and checks what holds for any table.
void render(const rl::table& t) {
  rl::string_output console, csv;
  rl::console_style style;
  style.threads = 1;
  write_console(console, t, style);
  for (char c : console.text()) require(c == '\n' || static_cast<unsigned char>(c) >= 0x20, "a table steers nothing");
  write_csv(csv, t);
  require(rows_of(csv.text()) == t.rows() + 1, "each row is a row of the CSV written");
}

void report(const rl::tt_ops& ops, rl::tt_perf_options options, const rl::hw::device* chip) {
  const rl::tt_perf_result result = rl::report_tt_perf(ops.ops, ops.devices_per_file, chip, options);
  rl::data_quality quality = ops.quality;
  quality.merge(result.quality);
  const std::vector<rl::table> tables{rl::tt_ops_table(result), rl::tt_summary_table(result, options.group),
                                      rl::tt_advice_table(result), rl::tt_run_table(result), rl::quality_table(quality)};
  for (const rl::table& t : tables) render(t);
  rl::string_output json, text;
  write_json(json, "fuzz", tables);
  boost::json::error_code why;
  boost::json::parse(json.text(), why);
  require(!why, "the JSON written is JSON");
  rl::tt_text_style style;
  style.threads = 1;
  style.group = options.group;
  write_tt_perf(text, result, style);
  for (char c : text.text()) require(c == '\n' || static_cast<unsigned char>(c) >= 0x20, "a report steers nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  if (size >= 2 && text[0] >= '1' && text[0] <= '3' && text[1] == '\n') text = header_of(text[0]) + text.substr(2);

  const rl::expected<rl::tt_ops> read = rl::read_tt_ops_csv_text(text, "f", {1, text.size() + 1, {}});
  const std::string whole = ops_text(read);
  for (std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{64}, text.size() / 2 + 1})
    require(ops_text(rl::read_tt_ops_csv_text(text, "f", {1, piece, {}})) == whole, "pieces do not show");
  require(ops_text(rl::read_tt_ops_csv_text(text, "f", {3, text.size() / 5 + 1, {}})) == whole, "threads do not show");
  if (!read) return 0;

  const std::string_view arch = read->archs.empty() ? std::string_view("wormhole") : read->archs.front();
  const std::int64_t workers = read->worker_cores.empty() ? 0 : read->worker_cores.front();
  rl::tt_perf_options options;
  const rl::tt_chip_choice chip = rl::choose_tt_chip<rl::hw::tenstorrent_chips>(arch, workers, "");
  report(*read, options, chip.on ? &*chip.on : nullptr);
  options.merge_devices = false;
  options.window.start = "start";
  options.window.end = "end";
  options.id_range = true;
  options.last_id = 5;
  options.group = rl::tt_summary_key::category;
  report(*read, options, nullptr);

  rl::tt_perf_options parity;
  parity.faults = rl::all_on<rl::tt_faults>();
  const rl::tt_chip_choice old_chip = rl::choose_tt_chip<rl::hw::tt_perf_report_1_2_4::chips>(arch, workers, "");
  report(*read, parity, old_chip.on ? &*old_chip.on : nullptr);
  parity.merge_devices = false;
  parity.file_order = true;
  parity.window.whole = true;
  parity.group = rl::tt_summary_key::op;
  report(*read, parity, old_chip.on ? &*old_chip.on : nullptr);
  return 0;
}
