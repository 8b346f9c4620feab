#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <ridgeline/tt/read/device_log.hpp>
#include <ridgeline/tt/report/device.hpp>

#include "tests/mutate/csv.hpp"
#include "tests/mutate/format.hpp"
#include "tests/support/device_text.hpp"

/// Device logs: each row is a marker or is counted; no analysis is longer than the log.
namespace mutate {
namespace {

namespace rl = ridgeline;

/// The rows of a core: firmware around a kernel, for two runs, on two processors.
std::string log(random& r, std::string& head) {
  const int generation = one_of(r, std::vector<int>{1, 2, 5, 7});
  head = device_log_head(generation);
  const bool zones = generation >= 5;
  csv_rows rows;
  std::int64_t now = 1'000'000;
  for (int run = 1; run <= 2; ++run)
    for (const char* risc : {"BRISC", "NCRISC"})
      for (int point = 0; point < 4; ++point) {
        now += r.between(100, 5'000);
        std::vector<std::string> row{
            "0", "1", "2", risc, std::to_string(zones ? 1000 + point : point + 1), std::to_string(now)};
        if (zones) {
          row.emplace_back("0");
          if (generation == 5) row.push_back(std::to_string(run));
          const std::string zone = std::string(risc) + (point == 0 || point == 3 ? "-FW" : "-KERNEL");
          row.insert(row.end(),
                     {std::to_string(1024 * run), zone, point < 2 ? "ZONE_START" : "ZONE_END", "17", "kernel.cpp"});
          if (generation == 7) row.emplace_back("");
        }
        rows.push_back(std::move(row));
      }
  rows.insert(rows.begin(), {"a", "b"});  // stands for the header, which is restored
  for (std::size_t changes = below(r, 3); changes > 0; --changes) damage_rows(rows, 1, r);
  rows.erase(rows.begin());
  return text_of(rows, ", ");
}

std::string damaged(random& r) {
  std::string head;
  std::string rows = log(r, head);
  if (below(r, 3) == 0) rows = damaged_bytes(std::move(rows), r);
  return head + rows;
}

void check(const std::string& input, complaints& found) {
  const auto read = rl::read_tt_device_log_text(input, "f", {1, input.size() + 1, {}});
  if (!read) return;
  const csv_contents own = csv_contents_of(input);
  const std::uint64_t lost = left_out(read->quality);
  if (own.ends_within) found.demand(lost > 0, "a log that ends within a row says so");
  rl::tt_device_options options;
  options.threads = 1;
  const rl::tt_device_result result = rl::report_tt_device(*read, options);
  if (!own.plain || own.rows.size() < 2) return;
  const std::size_t rows = own.rows.size() - 2;
  found.demand(read->markers.size() <= rows, "no marker comes from nowhere");
  found.demand(read->markers.size() + lost >= rows, "rows that are left out are counted",
               std::to_string(rows) + " rows, " + std::to_string(read->markers.size()) + " markers, " +
                   std::to_string(lost) + " counted");
  const auto cycles = column_of(own.rows[1], "time[cycles since reset]");
  if (!cycles) return;
  std::vector<std::int64_t> said, file;
  bool all_sure = !own.ends_within;
  for (std::size_t i = 2; i < own.rows.size(); ++i) {
    const auto n = own.rows[i].size() == own.rows[1].size() ? plain_number(own.rows[i][*cycles]) : std::nullopt;
    if (n) file.push_back(*n);
    else all_sure = false;
  }
  // after a 32-bit counter wraps, which is reported, cycles are the row's plus a multiple of 2^32
  constexpr std::int64_t whole = std::int64_t{1} << 32;
  for (const rl::tt_marker& m : read->markers) said.push_back(read->wraps > 0 ? m.cycles % whole : m.cycles);
  if (!all_sure || file.empty()) return;
  const std::vector<std::int64_t> strange = only_in_first(said, file);
  found.demand(strange.empty(), "each marker has the cycles of a row",
               strange.empty() ? "" : std::to_string(strange.front()));
  if (read->wraps > 0) return;
  const auto [least, largest] = std::minmax_element(file.begin(), file.end());
  for (const rl::tt_device_analysis& a : result.found)
    found.demand(static_cast<double>(a.all.max) <= static_cast<double>(*largest - *least),
                 "no analysis is longer than the log", std::to_string(a.all.max));
}

}  // namespace

extern const format device_log{"device_log", 20251124, &damaged, &check};

}  // namespace mutate
