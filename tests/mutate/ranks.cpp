#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/report/report.hpp>

#include "tests/mutate/csv.hpp"
#include "tests/mutate/format.hpp"
#include "tests/mutate/json.hpp"
#include "tests/mutate/kineto_input.hpp"
#include "tests/support/temporary.hpp"

/// Folders of two ranks, one of them damaged: each file is a rank of the report or is counted, and the results of the
/// undamaged rank do not change.
namespace mutate {
namespace {

namespace rl = ridgeline;

constexpr std::string_view divider = "\n== the other rank\n";

std::string damaged(random& r) {
  std::string first = kineto_trace(r, 0);
  for (std::size_t changes = 1 + below(r, 3); changes > 0; --changes) first = damaged_json(first, r);
  return first.append(divider) + kineto_trace(r, 1);
}

/// Kernels that name their collective.
std::int64_t collectives_in(std::string_view text) {
  std::int64_t n = 0;
  constexpr std::string_view key = "\"Collective name\"";
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) ++n;
  return n;
}

void check(const std::string& input, complaints& found) {
  const std::size_t cut = input.rfind(divider);
  if (cut == std::string::npos) return;
  const std::string first = input.substr(0, cut), second = input.substr(cut + divider.size());
  static const temporary_folder folder;
  folder.file("rank_0.json", first);
  folder.file("rank_1.json", second);
  rl::discover_options where;
  where.base = folder.path();
  where.filters = {"rank_"};
  const auto experiments = rl::discover(where);
  if (!experiments || experiments->size() != 1) return found.demand(false, "a folder of two ranks is found");
  rl::fleet_reading how;
  how.threads = 1;
  rl::fleet_partial partial = rl::read_fleet(experiments->front().files, how);
  found.demand(partial.ranks.size() + partial.unread.size() == 2, "each file is a rank, or is counted",
               std::to_string(partial.ranks.size()) + " ranks, " + std::to_string(partial.unread.size()) + " unread");
  bool whole_is_there = false;
  for (const rl::rank_facts& rank : partial.ranks) {
    if (rank.path != folder.path("rank_1.json")) continue;
    whole_is_there = true;
    const auto listed = static_cast<std::int64_t>(rank.collectives.size());
    found.demand(listed == collectives_in(second), "the whole rank has its collectives",
                 std::to_string(listed) + " for " + std::to_string(collectives_in(second)));
  }
  found.demand(whole_is_there, "the whole rank is reported");
  const rl::data_quality quality = fleet_quality(partial, experiments->front(), false);
  if (!kineto_contents_of(first).is_json)
    found.demand(!quality.empty(), "a rank whose file is no JSON is said");
  const rl::multi_rank_report report(std::move(partial), quality, {});
  static_cast<void>(report.tables());
}

}  // namespace

extern const format ranks{"ranks", 20251126, &damaged, &check};

}  // namespace mutate
