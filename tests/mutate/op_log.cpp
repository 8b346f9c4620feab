#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/tt/read/ops_log.hpp>
#include <ridgeline/tt/report/ops.hpp>

#include "tests/mutate/csv.hpp"
#include "tests/mutate/format.hpp"

/// Op logs of the host: each row is a call of the report or is counted, with the times of its row.
namespace mutate {
namespace {

namespace rl = ridgeline;

std::string damaged(random& r) {
  csv_rows rows{{"Name", "Start timer count [ns]", "Stop timer count [ns]", "Delta timer count [ns]",
                 "Global Call Count", "Call Count", "Stack Size", "Inputs", "Outputs", "Math Fidelity",
                 "Parallelization Strategy", "Preferred Name", "Meta Data", "Type"}};
  std::int64_t now = 1'000'000;
  for (std::size_t i = 1, n = 2 + below(r, 6); i <= n; ++i) {
    const std::int64_t length = r.between(1'000, 90'000);
    const std::string count = std::to_string(i);
    rows.push_back({"tt::tt_metal::Matmul", std::to_string(now), std::to_string(now + length), std::to_string(length),
                    count, count, "1", "|DEV_0_DRAM_INTERLEAVED-BFLOAT16-TILE-1_1_32_32|", "", "HiFi4", "NONE", "", "",
                    "tt_dnn_device"});
    now += length + r.between(0, 5'000);
  }
  for (std::size_t changes = below(r, 3); changes > 0; --changes) damage_rows(rows, 1, r);
  const std::string text = text_of(rows, ", ");
  return below(r, 3) == 0 ? damaged_bytes(text, r) : text;
}

void check(const std::string& input, complaints& found) {
  rl::tt_ops_tree tree;
  tree.pools.resize(1);
  const auto read = rl::read_tt_op_log_text(input, "f", tree.pools[0]);
  if (!read) return;
  const csv_contents own = csv_contents_of(input);
  const std::uint64_t lost = left_out(read->quality);
  if (own.ends_within) found.demand(lost > 0, "a log that ends within a row says so");
  tree.quality.merge(read->quality);
  tree.has_models = read->has_models;
  for (const rl::tt_op_call& call : read->calls) {
    tree.calls.emplace_back();
    tree.calls.back().call = call;
  }
  const rl::tt_ops_report report = rl::report_tt_op_logs(tree, {});
  if (!own.plain || own.rows.empty()) return;
  const std::size_t rows = own.rows.size() - 1;
  found.demand(read->calls.size() <= rows, "no call comes from nowhere");
  found.demand(read->calls.size() + lost >= rows, "rows that are left out are counted",
               std::to_string(rows) + " rows, " + std::to_string(read->calls.size()) + " calls, " +
                   std::to_string(lost) + " counted");
  found.demand(report.rows.size() + left_out(report.quality) >= read->calls.size(), "each call has a row or is counted",
               std::to_string(read->calls.size()) + " calls, " + std::to_string(report.rows.size()) + " rows");
  const auto start = column_of(own.rows[0], "Start timer count [ns]"),
             delta = column_of(own.rows[0], "Delta timer count [ns]");
  if (!start || !delta) return;
  using call = std::pair<std::int64_t, std::int64_t>;
  std::vector<call> sure, said;
  for (std::size_t i = 1; i < own.rows.size() - (own.ends_within ? 1 : 0); ++i) {
    const std::vector<std::string>& cells = own.rows[i];
    if (cells.size() != own.rows[0].size()) continue;
    const auto from = plain_number(cells[*start]), length = plain_number(cells[*delta]);
    if (from && length) sure.emplace_back(*from, *length);
  }
  for (const rl::tt_op_call& c : read->calls) said.emplace_back(c.start, c.time);
  const std::vector<call> absent = only_in_first(sure, said);
  found.demand(absent.size() <= lost, "a row that can be read is read or counted",
               absent.empty() ? "" : std::to_string(absent.front().first));
}

}  // namespace

extern const format op_log{"op_log", 20251125, &damaged, &check};

}  // namespace mutate
