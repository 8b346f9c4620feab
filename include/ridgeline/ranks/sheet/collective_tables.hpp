#ifndef RIDGELINE_RANKS_SHEET_COLLECTIVE_TABLES_HPP
#define RIDGELINE_RANKS_SHEET_COLLECTIVE_TABLES_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/ranks/sheet/collective_columns.hpp>

namespace ridgeline {

namespace ranks_detail {

/// The part of the n-th rank in a collective; null if it has none.
template <class View>
const collective_part* part_of_rank(const View& v, std::size_t n) {
  const grouping::slice parts = v.of->all().instances().of(v.row->instance);
  const auto at = std::lower_bound(parts.begin(), parts.end(), n, [&](std::uint32_t p, std::size_t rank) {
    return v.of->all().part(p).rank < rank;
  });
  return at == parts.end() || v.of->all().part(*at).rank != n ? nullptr : &v.of->all().part(*at);
}

inline cell stamp_cell(const wait_view& v, std::size_t n, std::string&) {
  const collective_part* const p = part_of_rank(v, n / 2);
  return p == nullptr ? cell{} : cell::of(n % 2 == 0 ? v.of->all().use(*p).start : v.of->all().use(*p).length);
}
inline cell wait_cell(const wait_view& v, std::size_t n, std::string&) {
  const collective_part* const own = part_of_rank(v, n);
  if (own == nullptr) return {};
  const fleet_collectives& all = v.of->all();
  return cell::of(all.last_start(v.row->instance) - all.start_of(*own));
}
inline cell exchange_cell(const exchange_view& v, std::size_t n, std::string& scratch) {
  const collective_part* const p = part_of_rank(v, n / 8);
  if (p == nullptr) return {};
  const fleet_collectives& all = v.of->all();
  const collective_use& u = all.use(*p);
  const auto whole = [](std::int64_t x) { return known(x) ? cell::of(x) : cell{}; };
  switch (n % 8) {
    case 0: return cell::of(u.start);
    case 1: return cell::of(u.length);
    case 2: return whole(u.in_elements);
    case 3: return whole(u.out_elements);
    case 4: return cell::of(megabytes_of(all, *p, u.in_elements));
    case 5: return cell::of(megabytes_of(all, *p, u.out_elements));
    default: break;
  }
  scratch.clear();
  const auto which = n % 8 == 6 ? &collective_use::in_split : &collective_use::out_split;
  append_python(scratch, all.text(*p, which), python_list::list);
  return cell::of(std::string_view(scratch));
}
inline cell exchange_skew_cell(const exchange_view& v, std::size_t n, std::string&) {
  const collective_part* const p = part_of_rank(v, n / 2);
  if (p == nullptr) return {};
  const fleet_collectives& all = v.of->all();
  return cell::of(n % 2 == 0 ? all.start_of(*p) - v.row->first_start : v.row->last_end - all.end_of(*p));
}
inline cell summary_cell(const summary_view& v, std::size_t n, std::string&) {
  return cell::of(value_of(v.sum.values[n / v.how.size()], v.how[n % v.how.size()]));
}
inline cell exchange_summary_cell(const exchange_summary_view& v, std::size_t n, std::string&) {
  const std::vector<statistic>& how = v.of->options().aggregates;
  constexpr std::array which{&exchange_summary::megabytes, &exchange_summary::wall, &exchange_summary::rate};
  return cell::of(value_of(v.sum.*which[n / how.size()], how[n % how.size()]));
}

/// Titles such as `rank_0_ts`: one for each rank and each of the given words.
inline std::vector<std::string> rank_titles(const collective_analysis& a,
                                            std::initializer_list<std::string_view> words) {
  std::vector<std::string> titles;
  for (std::uint32_t r = 0; r < a.all().ranks().size(); ++r)
    for (const std::string_view word : words)
      titles.push_back("rank_" + std::to_string(a.all().rank_number(r)) + "_" + std::string(word));
  return titles;
}
inline std::vector<std::string> statistic_titles(std::span<const statistic> how,
                                                 std::initializer_list<std::string_view> words) {
  std::vector<std::string> titles;
  for (const std::string_view word : words)
    for (const statistic one : how)
      titles.push_back(std::string(word) + "_" + std::string(statistic_names[static_cast<std::size_t>(one)]));
  return titles;
}

inline cell clock_cell(const clock_view& v, double clock_estimate::*which) {
  const clock_estimate& c = v.of->clocks()[v.rank];
  if (!c.is_known()) return cell::of(std::string_view("unknown"));
  return cell::of(c.*which);
}
template <double clock_estimate::*Which>
inline constexpr auto clock_value = [](const clock_view& v) { return clock_cell(v, Which); };

inline constexpr auto clock_columns =
    columns(column<"rank">([](const clock_view& v) { return v.of->all().rank_number(v.rank); }).bare(),
            column<"clock offset (µs)">(clock_value<&clock_estimate::offset>).digits(3),
            column<"± (95 %) (µs)">(clock_value<&clock_estimate::half_width>).digits(3),
            column<"drift (ppm)">(clock_value<&clock_estimate::drift>).digits(3),
            column<"± (95 %) (ppm)">(clock_value<&clock_estimate::drift_half_width>).digits(3),
            column<"at ts">(clock_value<&clock_estimate::at>).digits(3).bare(),
            column<"from">([](const clock_view& v) { return name_of(v.of->clocks()[v.rank].by); }).left(),
            column<"shared collectives">([](const clock_view& v) { return v.of->clocks()[v.rank].shared; }),
            column<"compared with rank">([](const clock_view& v) -> std::optional<std::int64_t> {
              const std::uint32_t with = v.of->clocks()[v.rank].compared_with;
              return !known(with) ? std::nullopt : std::optional(v.of->all().rank_number(with));
            }).bare(),
            column<"mean skew (µs)">([](const clock_view& v) {
              double sum = 0, n = 0;
              for (const straggler_row& s : v.of->stragglers())
                if (s.rank == v.rank) sum = s.mean_wait, n = 1;
              return n > 0 ? sum : missing<double>;
            }).digits(3),
            column<"skew told from clock">([](const clock_view& v) -> std::string_view {
              const collective_analysis::start_skews& of = v.of->start_skews_of(v.rank);
              return of.all == 0 ? "unknown" : of.yes == of.all ? "yes" : of.yes == 0 ? "no" : "in part";
            }).left());

/// With the fault: without the columns of ranks that have no call in any of the rows.
template <class Row>
table without_absent_ranks(table t, const collective_analysis& a, const std::vector<Row>& rows,
                           std::initializer_list<std::string_view> words) {
  if (!a.all().faults().absent_ranks_left_out) return t;
  std::vector<bool> joins(a.all().ranks().size());
  for (const Row& row : rows)
    for (const std::uint32_t p : a.all().instances().of(row.instance)) joins[a.all().part(p).rank] = true;
  const std::vector<std::string> titles = rank_titles(a, words);
  for (std::size_t i = 0; i < titles.size(); ++i)
    if (!joins[i / words.size()]) t = t.without(titles[i]);
  return t;
}

template <class View, class Rows>
std::vector<View> views(const collective_analysis& a, const Rows& rows) {
  std::vector<View> list;
  for (const auto& row : rows) list.push_back({&a, row.part, row});
  return list;
}

inline table wait_table(const collective_analysis& a, std::string name, bool detailed) {
  std::vector<wait_view> rows;
  for (std::size_t i = 0; i < a.rows().size(); ++i)
    rows.push_back({&a, a.rows()[i].first_part, &a.rows()[i], &a.skews()[i]});
  table t(std::move(name), std::move(rows), wait_columns);
  if (detailed) {
    const std::string_view before = t.find("clock-corrected skew in start time") < t.columns()
                                        ? "clock-corrected skew in start time" : "node_span";
    t = t.spread<wait_view>(before, rank_titles(a, {"ts", "dur"}), stamp_cell);
    t = t.spread<wait_view>(before, rank_titles(a, {"wait_time"}), wait_cell);
    t = without_absent_ranks(t, a, a.rows(), {"ts", "dur", "wait_time"});
  }
  return t;
}
inline table exchange_table(const collective_analysis& a, std::string name, bool detailed) {
  using namespace std::string_view_literals;
  std::vector<exchange_view> rows;
  for (const exchange_row& row : a.exchanges()) rows.push_back({&a, row.first_part, &row});
  table t(std::move(name), std::move(rows), exchange_columns);
  if (detailed) {
    const auto calls = {"ts"sv, "dur"sv, "In msg nelems"sv, "Out msg nelems"sv, "In msg size (MB)"sv,
                        "Out msg size (MB)"sv, "In split size"sv, "Out split size"sv};
    const auto skews = {"skew in start time"sv, "skew in end time"sv};
    t = t.spread<exchange_view>("node_span", rank_titles(a, calls), exchange_cell);
    t = t.spread<exchange_view>("node_span", rank_titles(a, skews), exchange_skew_cell);
    t = without_absent_ranks(without_absent_ranks(t, a, a.exchanges(), calls), a, a.exchanges(), skews);
  }
  return t;
}
inline table long_table(const collective_analysis& a, std::string name) {
  std::vector<part_view> rows;
  for (std::uint32_t p = 0; p < a.all().parts().size(); ++p) rows.push_back({&a, p});
  return table(std::move(name), std::move(rows), long_columns);
}
/// Includes rate columns only if any rate is known. `how` must outlive the table.
inline table summary_table(const collective_analysis& a, std::string name, std::span<const statistic> how) {
  bool rates = false;
  std::vector<summary_view> rows;
  for (const collective_summary& s : a.summaries()) {
    rates = rates || s.values[3].count > 0 || s.values[4].count > 0;
    rows.push_back({&a, s.part, s, how});
  }
  table t(std::move(name), std::move(rows), summary_columns);
  std::vector<std::string> titles = statistic_titles(
      how, {"comm_latency", "skew in start time", "skew in end time", "algo bw (GB/s)", "bus bw (GB/s)"});
  if (!rates) titles.resize(3 * how.size());
  return t.spread<summary_view>("count", std::move(titles), summary_cell);
}
inline table exchange_summary_table(const collective_analysis& a, std::string name) {
  table t(std::move(name), views<exchange_summary_view>(a, a.exchange_summaries()), exchange_summary_columns);
  std::vector<std::string> titles = statistic_titles(
      a.options().aggregates, {"total data communicated (MB)", "wall_time (us)", "throughput (GB/s)"});
  const std::size_t n = a.options().aggregates.size();
  std::vector<std::string> rates(titles.begin() + static_cast<std::ptrdiff_t>(2 * n), titles.end());
  titles.resize(2 * n);
  t = t.spread<exchange_summary_view>("Total wall_time (us)", std::move(titles), exchange_summary_cell);
  const auto rate = [](const exchange_summary_view& v, std::size_t i, std::string& scratch) {
    return exchange_summary_cell(v, i + 2 * v.of->options().aggregates.size(), scratch);
  };
  return t.spread<exchange_summary_view>("size_imbalance_mean", std::move(rates), rate);
}
inline table without_clocks(const table& t) {
  return t.without("clock-corrected skew in start time")
      .without("skew uncertainty (95 %)")
      .without("skew told from clock")
      .without("clock-corrected mean_wait_time_us")
      .without("wait uncertainty (95 %)");
}
inline constexpr std::array means_alone{statistic::mean};
inline table clock_table(const collective_analysis& a) {
  std::vector<clock_view> rows;
  for (std::uint32_t r = 0; r < a.all().ranks().size(); ++r) rows.push_back({&a, r});
  return table("clock_offsets", std::move(rows), clock_columns);
}

}  // namespace ranks_detail

/// The sheets of the collective report; `heatmap` adds how much each rank sent every other. They refer to the
/// analysis.
inline std::vector<table> collective_report_tables(const collective_analysis& a, bool heatmap, bool parity) {
  using namespace ranks_detail;
  std::vector<table> tables{summary_table(a, "nccl_summary_implicit_sync", a.options().aggregates),
                            table("nccl_summary_long", views<sum_view>(a, a.sums()), sum_columns)};
  if (!a.exchanges().empty()) tables.push_back(exchange_summary_table(a, "nccl_summary_all2allv"));
  if (heatmap) {
    std::vector<sent_row> sent = sent_rows(a.all());
    if (!sent.empty() || !a.exchanges().empty())
      tables.emplace_back("nccl_all2allv_heatmap", std::move(sent), sent_columns);
  }
  tables.push_back(long_table(a, "nccl_long"));
  tables.push_back(wait_table(a, "nccl_implicit_sync", true));
  if (!a.exchanges().empty()) tables.push_back(exchange_table(a, "nccl_all2allv", true));
  std::vector<straggler_view> stragglers;
  for (const straggler_row& row : a.stragglers()) stragglers.push_back({&a, row});
  tables.emplace_back("straggler_summary", std::move(stragglers), straggler_columns);
  if (!parity && !a.all().is_arranged()) tables.push_back(clock_table(a));
  for (table& t : tables) {
    if (!a.has_nodes() || t.rows() == 0) t = t.without("node_id").without("node_span");
    if (parity || a.all().is_arranged()) t = without_clocks(t);
  }
  return tables;
}

/// The collective sheets of the multi-rank report. They refer to the analysis.
inline std::vector<table> multi_rank_collective_tables(const collective_analysis& a, bool parity) {
  using namespace ranks_detail;
  std::vector<table> tables{summary_table(a, "summary_nccl_implicit_sync_cat", means_alone), long_table(a, "long"),
                            wait_table(a, "nccl_implicit_sync_cat", false),
                            wait_table(a, "nccl_implicit_sync_cat_detailed", true)};
  if (!a.exchanges().empty()) tables.push_back(exchange_table(a, "nccl_all2allv", false));
  if (!parity && !a.all().is_arranged()) tables.push_back(clock_table(a));
  for (table& t : tables) {
    t = t.without("node_id").without("node_span");
    if (parity || a.all().is_arranged()) t = without_clocks(t);
  }
  return tables;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_COLLECTIVE_TABLES_HPP
