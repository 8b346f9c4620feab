#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/report/perf.hpp>

#include "tests/mutate/csv.hpp"
#include "tests/mutate/format.hpp"

/// Ops CSVs: each row is an op of the report or is counted; no time is longer than in the file.
namespace mutate {
namespace {

namespace rl = ridgeline;

constexpr std::string_view code_column = "OP CODE", time_column = "DEVICE KERNEL DURATION [ns]";

csv_rows ops(random& r) {
  std::vector<std::string> header{"OP CODE", "OP TYPE", "GLOBAL CALL COUNT", "DEVICE ID", "ATTRIBUTES", "MATH FIDELITY",
                                  "CORE COUNT", "HOST START TS", "OP TO OP LATENCY [ns]", std::string(time_column)};
  const std::string suffix = below(r, 2) == 0 ? "" : "_PAD[LOGICAL]";
  for (const char* tensor : {"INPUT_0_", "INPUT_1_", "OUTPUT_0_"}) {
    for (const char* extent : {"W", "Z", "Y", "X"}) header.push_back(tensor + std::string(extent) + suffix);
    for (const char* more : {"DATATYPE", "MEMORY"}) header.push_back(tensor + std::string(more));
  }
  csv_rows rows{header};
  const std::vector<std::string> codes{"Matmul", "BinaryDeviceOperation", "Softmax", "Conv2d", "LayerNorm"};
  for (std::size_t i = 0, n = 2 + below(r, 6); i < n; ++i) {
    std::vector<std::string> row{one_of(r, codes), "tt_dnn_device", std::to_string(i + 1), "0", "", "HiFi4", "64",
                                 std::to_string(1'000'000 + i * 5'000), std::to_string(r.between(100, 9'000)),
                                 std::to_string(r.between(1'000, 900'000))};
    for (int tensor = 0; tensor < 3; ++tensor) {
      for (const char* extent : {"1", "1", "32", "64"})
        row.push_back(suffix.empty() ? extent : std::string(extent) + "[" + extent + "]");
      row.insert(row.end(), {"BFLOAT16", "DEV_0_DRAM_INTERLEAVED"});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string damaged(random& r) {
  csv_rows rows = ops(r);
  for (std::size_t changes = below(r, 3); changes > 0; --changes) damage_rows(rows, 1, r);
  const std::string text = text_of(rows, ",");
  return below(r, 3) == 0 ? damaged_bytes(text, r) : text;
}

void check(const std::string& input, complaints& found) {
  const auto read = rl::read_tt_ops_csv_text(input, "f", {1, input.size() + 1, {}});
  if (!read) return;
  csv_contents own = csv_contents_of(input);
  for (std::size_t i = own.rows.size(); i-- > 1;)  // a repeated header is not an op
    if (own.rows[i] == own.rows[0]) own.rows.erase(own.rows.begin() + static_cast<std::ptrdiff_t>(i));
  const std::uint64_t lost = left_out(read->quality);
  if (own.ends_within) found.demand(lost > 0, "a file that ends within a row says so");
  rl::tt_perf_options options;
  options.merge_devices = false;
  options.window.whole = true;
  const rl::tt_perf_result result = rl::report_tt_perf(read->ops, read->devices_per_file, nullptr, options);
  if (!own.plain || own.rows.empty()) return;
  const std::size_t rows = own.rows.size() - 1;
  found.demand(read->ops.size() <= rows, "no op comes from nowhere");
  found.demand(read->ops.size() + lost >= rows, "rows that are left out are counted",
               std::to_string(rows) + " rows, " + std::to_string(read->ops.size()) + " ops, " + std::to_string(lost) +
                   " counted");
  using op = std::pair<std::string, std::int64_t>;
  std::vector<op> sure, said;
  const auto code = column_of(own.rows[0], code_column), time = column_of(own.rows[0], time_column);
  if (!code || !time) return;
  const std::size_t whole = own.rows.size() - (own.ends_within ? 1 : 0);
  std::int64_t total = 0;
  bool all_sure = !own.ends_within;
  for (std::size_t i = 1; i < whole; ++i) {
    const std::vector<std::string>& cells = own.rows[i];
    const auto ns = cells.size() == own.rows[0].size() ? plain_number(cells[*time]) : std::nullopt;
    if (ns && !trimmed(cells[*code]).empty()) sure.emplace_back(trimmed(cells[*code]), *ns), total += *ns;
    else all_sure = false;
  }
  for (const rl::tt_op& o : read->ops)
    if (rl::known(o.time) && std::abs(o.time.in(rl::ns)) < 0x1p63)
      said.emplace_back(trimmed(o.code), static_cast<std::int64_t>(o.time.in(rl::ns)));
  const std::vector<op> absent = only_in_first(sure, said);
  found.demand(absent.empty(), "a row that can be read is read", absent.empty() ? "" : absent.front().first);
  if (!all_sure) return;
  found.demand(!(result.time.in(rl::ns) > static_cast<double>(total) * (1 + 1e-12)),
               "rows have no more time than the file",
               std::to_string(result.time.in(rl::ns)) + " ns of " + std::to_string(total));
}

}  // namespace

extern const format ops_csv{"ops_csv", 20251123, &damaged, &check};

}  // namespace mutate
