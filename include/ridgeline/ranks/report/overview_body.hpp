#ifndef RIDGELINE_RANKS_REPORT_OVERVIEW_BODY_HPP
#define RIDGELINE_RANKS_REPORT_OVERVIEW_BODY_HPP

/// The multi-rank report on one screen: include it through `impl.hpp`.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/ranks/report/overview.hpp>
#include <ridgeline/ranks/sheet/collectives.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/ranks/sheet/tables.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/sink/fitted.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace ranks_detail {

/// Collectives of one name, type and size, for the console.
struct heavy_collective {
  std::string_view name{};
  std::int64_t count = 0;
  double milliseconds = 0, skew = missing<double>, rate = missing<double>;
};
inline constexpr auto heavy_collective_columns =
    columns(column<"Collective">(&heavy_collective::name).left(), column<"Calls">(&heavy_collective::count),
            column<"latency ms">(&heavy_collective::milliseconds).digits(3),
            column<"mean skew (µs)">(&heavy_collective::skew).digits(1),
            column<"bus bw (GB/s)">(&heavy_collective::rate).digits(1));

inline void write_collectives(output& to, const collective_analysis& a, std::size_t width) {
  std::vector<heavy_collective> rows;
  for (const collective_summary& s : a.summaries()) {
    if (rows.size() == 5) break;
    rows.push_back({a.all().text(a.all().part(s.part), &collective_use::name), s.values[0].count,
                    s.total_latency / 1000, s.values[1].mean, s.values[4].mean});
  }
  if (rows.empty()) return;
  to.write("\nThe collectives that take longest (by name, type and size):\n");
  print_table(to, table("collectives", std::move(rows), heavy_collective_columns), 1, width);
}

/// The verdict, with how much shorter the run could be.
inline void write_straggler(output& to, const straggler_verdict& v, std::size_t width) {
  std::string text = v.straggler == "none"          ? "No rank is slow"
                     : v.straggler == "cannot tell" ? "Which rank is slow cannot be told"
                                                    : "Slow: rank " + v.straggler + " (" + v.cause + ")";
  if (!v.why.empty()) text += ": " + v.why;
  text += '.';
  if (known(v.slowdown)) {
    text += " Steps took ";
    append_fixed(text, v.time / 1000, 3, true);
    text += " ms; with every rank as fast as the median ";
    append_fixed(text, v.ideal / 1000, 3, true);
    text += " ms.";
  }
  print_paragraph(to, text, width);
}

}  // namespace ranks_detail

void write_console(output& to, const multi_rank_report& r, std::size_t width) {
  const fleet_partial& partial = r.partial();
  to.write("GPU time of a rank, mean and deviation of " + std::to_string(partial.ranks.size()) +
           (partial.ranks.size() == 1 ? " rank:\n" : " ranks:\n"));
  print_table(to, table("gpu_timelines", ranks_detail::timeline_rows(partial), ranks_detail::timeline_columns), 1,
              width);
  std::vector<multi_rank_launcher> launchers = multi_rank_launchers(partial);
  if (!launchers.empty()) {
    constexpr std::size_t most = 10;
    to.write("\nThe heaviest of " + std::to_string(launchers.size()) + " ops that launch, of all ranks:\n");
    launchers.resize(std::min(launchers.size(), most));
    const table heaviest("heaviest", std::move(launchers), ranks_detail::launcher_columns);
    print_table(to, heaviest.without("cum_pct").without("count_avg"), 1, width);
  }
  if (partial.ranks.size() < 2) return;
  ranks_detail::write_collectives(to, r.collectives(), width);
  if (r.comparison() != nullptr) ranks_detail::write_straggler(to, r.comparison()->what_if().verdict, width);
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPORT_OVERVIEW_BODY_HPP
