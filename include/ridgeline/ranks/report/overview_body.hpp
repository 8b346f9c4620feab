#ifndef RIDGELINE_RANKS_REPORT_OVERVIEW_BODY_HPP
#define RIDGELINE_RANKS_REPORT_OVERVIEW_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/take.hpp>
#include <ridgeline/ranks/figures.hpp>
#include <ridgeline/ranks/rank_list.hpp>
#include <ridgeline/ranks/report/overview.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/ranks/sheet/comparison_columns.hpp>
#include <ridgeline/ranks/sheet/tables.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/sink/fitted.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace ranks_detail {

/// Matched collectives of one name, type and size, for the console. The wait of a collective is the mean over its
/// members.
struct heavy_collective {
  std::string_view name{}, type{};
  double megabytes = missing<double>;
  std::int64_t count = 0;
  double wait = 0, transfer = 0;  ///< milliseconds
  double rate = missing<double>;  ///< bytes a second
};
inline constexpr auto heavy_collective_columns =
    columns(column<"Collective">(&heavy_collective::name).left(), column<"Type">(&heavy_collective::type).left(),
            column<"MB">(&heavy_collective::megabytes).digits(3), column<"Calls">(&heavy_collective::count),
            column<"wait ms">(&heavy_collective::wait).digits(3),
            column<"transfer ms">(&heavy_collective::transfer).digits(3),
            column<"bus GB/s">([](const heavy_collective& c) { return c.rate / 1e9; }).digits(1));

inline std::vector<heavy_collective> heaviest_collectives(const rank_comparison& c) {
  std::vector<figures_view> stated;
  for (const collective_figures& f : c.figures())
    if (known(f.transfer)) stated.push_back({&c, &f});
  const auto name = [](const figures_view& v) {
    const std::string_view text = v.all().text(v.first(), &collective_use::name);
    return text.empty() ? name_of(v.collective().kind) : text;
  };
  const auto type = [](const figures_view& v) { return v.all().text(v.first(), &collective_use::type); };
  const auto bytes = [](const figures_view& v) { return v.f->message; };
  const auto wait = sum([](const figures_view& v) { return v.f->mean_wait; });
  const auto transfer = sum([](const figures_view& v) { return v.f->transfer; });
  const auto rate = mean([](const figures_view& v) { return v.f->bus_rate; });
  const auto time = [&](const auto& r) { return r[wait] + r[transfer]; };
  std::vector<heavy_collective> rows;
  for (const auto& r : stated | group_by(name, type, bytes) | aggregate(count, wait, transfer, rate) |
                           sort_by(desc(time)) | take(5))
    rows.push_back({r[name], r[type], r[bytes] / 1e6, r[count], r[wait] / 1000, r[transfer] / 1000, r[rate]});
  return rows;
}

inline void write_collectives(output& to, const rank_comparison& c, std::size_t width) {
  std::vector<heavy_collective> rows = heaviest_collectives(c);
  if (rows.empty()) return;
  to.write("\nThe collectives that take longest (by name, type and size), on one clock:\n");
  print_table(to, table("collectives", std::move(rows), heavy_collective_columns), 1, width);
}

/// The straggler verdict, and how much shorter the run could be.
inline void write_straggler(output& to, const straggler_verdict& v, std::size_t width) {
  std::string text = v.straggler == "none"          ? "No rank is slow"
                     : v.straggler == "cannot tell" ? "Which rank is slow cannot be determined"
                                                    : "Slow: " + ranks_in_words(v.straggler) + " (" + v.cause + ")";
  if (!v.why.empty()) text += ": " + v.why;
  text += '.';
  if (known(v.time)) {
    text += " Steps took " + grouped_text(v.time / 1000, 3) + " ms";
    if (v.ideal <= v.time)  // medians of times that differ may add up to more
      text += "; with every rank as fast as the median " + grouped_text(v.ideal / 1000, 3) + " ms";
    text += '.';
  }
  print_paragraph(to, text, width);
}

}  // namespace ranks_detail

void write_console(output& to, const multi_rank_report& r, std::size_t width) {
  const fleet_partial& partial = r.partial();
  to.write("GPU time per rank, mean and deviation over " + std::to_string(partial.ranks.size()) +
           (partial.ranks.size() == 1 ? " rank:\n" : " ranks:\n"));
  print_table(to, table("gpu_timelines", ranks_detail::timeline_rows(partial), ranks_detail::timeline_columns), 1,
              width);
  std::vector<multi_rank_launcher> launchers = multi_rank_launchers(partial);
  if (!launchers.empty()) {
    constexpr std::size_t most = 10;
    to.write("\nThe heaviest of " + std::to_string(launchers.size()) + " ops that launch, over all ranks:\n");
    launchers.resize(std::min(launchers.size(), most));
    const table heaviest("heaviest", std::move(launchers), ranks_detail::launcher_columns);
    print_table(to, heaviest.without("cum_pct").without("count_avg"), 1, width);
  }
  if (partial.ranks.size() < 2) return;
  if (r.comparison() == nullptr) return;
  ranks_detail::write_collectives(to, *r.comparison(), width);
  ranks_detail::write_straggler(to, r.comparison()->what_if().verdict, width);
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPORT_OVERVIEW_BODY_HPP
