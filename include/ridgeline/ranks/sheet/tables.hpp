#ifndef RIDGELINE_RANKS_SHEET_TABLES_HPP
#define RIDGELINE_RANKS_SHEET_TABLES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/stats/moments.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/ranks/faults.hpp>
#include <ridgeline/ranks/sheet/groups.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/gpu/gpu_timeline.hpp>

namespace ridgeline {

/// Launchers of one name on all ranks. Times are microseconds.
struct multi_rank_launcher {
  std::string_view name{};
  std::int64_t count = 0;
  double time = 0, copy_time = 0;
  double share = missing<double>, cumulative = missing<double>;  ///< as fractions
  double ranks = 1;
};

/// Ordered by time, longest first.
inline std::vector<multi_rank_launcher> multi_rank_launchers(const fleet_partial& p) {
  std::vector<multi_rank_launcher> rows;
  exact_sum all;
  for (const fleet_launcher& l : p.launchers) {
    rows.push_back({l.name, l.count, l.time.value(), l.copy_time.value(), 0, 0, static_cast<double>(p.ranks.size())});
    all.merge(l.time);
  }
  rows = std::move(rows) | sort_by(desc(&multi_rank_launcher::time));
  exact_sum so_far;
  for (multi_rank_launcher& r : rows) {
    so_far.add(r.time);
    if (all.value() == 0) continue;
    r.share = r.time / all.value();
    r.cumulative = so_far.value() / all.value();
  }
  return rows;
}

/// A component of the time line over all ranks, in milliseconds.
struct multi_rank_timeline_row {
  const fleet_partial* of = nullptr;
  std::size_t part = 0;
  double mean = missing<double>;
  double deviation = missing<double>;  ///< population standard deviation (divisor n), like the original's
};

namespace ranks_detail {

inline constexpr std::array<gpu_time, 8> timeline_parts{
    gpu_time::computation, gpu_time::exposed_communication, gpu_time::exposed_copy, gpu_time::busy,
    gpu_time::idle,        gpu_time::total,                 gpu_time::communication, gpu_time::copy};
inline constexpr std::size_t total_part = 5, communication_part = 6, copy_part = 7;

inline constexpr auto timeline_columns =
    columns(column<"type">([](const multi_rank_timeline_row& r) { return name_of(timeline_parts[r.part]); }).left(),
            column<"time_ms_avg">(&multi_rank_timeline_row::mean).digits(3),
            column<"time_ms_std">(&multi_rank_timeline_row::deviation).digits(3));

inline cell timeline_cell(const multi_rank_timeline_row& r, std::size_t n, std::string&) {
  const rank_facts& rank = r.of->ranks[n / 2];
  if (rank.timeline_empty) return {};
  if (n % 2 == 0) return cell::of(rank.timeline[r.part] / 1000);
  const double total = rank.timeline[total_part];
  return cell::of(total == 0 ? 0.0 : rank.timeline[r.part] / total * 100);
}

inline std::vector<multi_rank_timeline_row> timeline_rows(const fleet_partial& p) {
  std::vector<multi_rank_timeline_row> rows;
  for (std::size_t part = 0; part < timeline_parts.size(); ++part) {
    moments all;
    for (const rank_facts& r : p.ranks)
      if (!r.timeline_empty) all.add(r.timeline[part] / 1000);
    rows.push_back({&p, part, all.mean(), all.population_deviation()});
  }
  return rows;
}

struct breakdown_row {
  std::string_view group{};
  double seconds = 0;
};
inline constexpr auto breakdown_columns =
    columns(column<"Group">(&breakdown_row::group).left(), column<"Time (s)">(&breakdown_row::seconds).digits(6));

inline constexpr auto launcher_columns =
    columns(column<"name">(&multi_rank_launcher::name).left(), column<"count">(&multi_rank_launcher::count),
            column<"kernel_time_ms">([](const multi_rank_launcher& r) { return r.time / 1000; }).digits(3),
            column<"pct", percent>(&multi_rank_launcher::share),
            column<"cum_pct", percent>(&multi_rank_launcher::cumulative),
            column<"time_ms_avg">([](const multi_rank_launcher& r) { return r.time / 1000 / r.ranks; }).digits(3),
            column<"count_avg">(
                [](const multi_rank_launcher& r) { return static_cast<double>(r.count) / r.ranks; }).digits(1));

struct kernel_view {
  const rank_facts* rank;
  const rank_kernel* kernel;
};
template <std::uint32_t rank_kernel::*Which>
inline constexpr auto kernel_text = [](const kernel_view& v) { return v.rank->texts.text(v.kernel->*Which); };
template <std::uint32_t rank_kernel::*Which>
inline constexpr auto kernel_list = [](const kernel_view& v, std::string& scratch) {
  scratch.clear();
  const std::string_view json = v.rank->texts.text(v.kernel->*Which);
  if (!json.empty()) append_python(scratch, json, python_list::tuple);
  return std::string_view(scratch);
};
inline std::optional<std::int64_t> with_op(const kernel_view& v, std::int64_t value) {
  return !known(v.kernel->op_event) ? std::nullopt : std::optional(value);
}
inline constexpr auto kernel_columns =
    columns(column<"UID">([](const kernel_view& v) { return v.kernel->event; }).bare(),
            column<"Kernel name">(kernel_text<&rank_kernel::name>).left(),
            column<"Kernel t start">([](const kernel_view& v) { return v.kernel->start; }).digits(3).bare(),
            column<"Kernel duration (µs)">([](const kernel_view& v) { return v.kernel->length; }).digits(3),
            column<"Kernel stream">([](const kernel_view& v) {
              return if_known(v.kernel->stream);
            }).bare(),
            column<"Parent cpu_op UID">([](const kernel_view& v) { return with_op(v, v.kernel->op_event); }).bare(),
            column<"Parent cpu_op">(kernel_text<&rank_kernel::op>).left(),
            column<"Input dims">(kernel_list<&rank_kernel::dims>).left(),
            column<"Input types">(kernel_list<&rank_kernel::types>).left(),
            column<"Input strides">(kernel_list<&rank_kernel::strides>).left(),
            column<"Concrete Inputs">(kernel_list<&rank_kernel::concrete>).left(),
            column<"kernel_file">(kernel_text<&rank_kernel::file>).left())
        .with(column<"Parent cpu_op busy time (µs)">([](const kernel_view& v) { return v.kernel->op_busy; }).digits(3),
              column<"Parent cpu_op kernel count">(
                  [](const kernel_view& v) { return with_op(v, v.kernel->op_kernels); }),
              column<"Percent of Parent cpu_op busy time (%)", percent>(
                  [](const kernel_view& v) { return v.kernel->op_share; }),
              column<"Parent op category">(kernel_text<&rank_kernel::category>).left());

}  // namespace ranks_detail

/// Time by kinds of launchers, in seconds per rank. Comms and Memcpy include time hidden behind other work, so Total
/// is not wall time. `ungrouped` receives the launchers of no kind.
inline table multi_rank_breakdown(const fleet_partial& p, const fleet_faults& faults,
                                  std::vector<std::string_view>& ungrouped) {
  using namespace ranks_detail;
  std::vector<exact_sum> sums(breakdown_names.size() + 1);
  for (const multi_rank_launcher& l : multi_rank_launchers(p)) {
    const breakdown kind = breakdown_of(l.name, faults.groups_of_few_ops);
    if (kind == breakdown::none) ungrouped.push_back(l.name);
    sums[static_cast<std::size_t>(kind)].add(l.time);
    if (!faults.copies_counted_twice) sums[static_cast<std::size_t>(kind)].add(-l.copy_time);
  }
  const auto ranks = static_cast<double>(p.ranks.size());
  const std::vector<multi_rank_timeline_row> line = timeline_rows(p);
  std::vector<breakdown_row> rows;
  for (std::size_t i = 0; i < breakdown_names.size(); ++i)
    rows.push_back({breakdown_names[i], sums[i].value() / ranks / 1e6});
  const auto of_line = [&](std::size_t part) { return known(line[part].mean) ? line[part].mean / 1000 : 0; };
  rows.push_back({"Comms", of_line(communication_part)});
  rows.push_back({"Memcpy", of_line(copy_part)});
  rows.push_back({"Other", sums.back().value() / ranks / 1e6});
  exact_sum all;
  for (const breakdown_row& r : rows) all.add(r.seconds);
  rows.push_back({"Total", all.value()});
  return table("grouped_breakdown", std::move(rows), breakdown_columns);
}

/// The time lines of all ranks side by side. Refers to `p`.
inline table multi_rank_timelines(const fleet_partial& p) {
  using namespace ranks_detail;
  std::vector<std::string> titles;
  for (const rank_facts& r : p.ranks)
    for (const char* word : {"time_ms_", "percent_"}) titles.push_back(word + std::to_string(r.rank));
  return table("gpu_timelines", timeline_rows(p), timeline_columns)
      .spread<multi_rank_timeline_row>("time_ms_avg", std::move(titles), timeline_cell);
}

/// All kernels of a rank. Refers to `rank`.
inline table multi_rank_kernels(const rank_facts& rank) {
  std::vector<ranks_detail::kernel_view> rows;
  for (const rank_kernel& k : rank.kernels) rows.push_back({&rank, &k});
  return table("kernels_" + std::to_string(rank.rank), std::move(rows), ranks_detail::kernel_columns);
}

/// The launchers of all ranks combined. Refers to `p`.
inline table multi_rank_launcher_table(const fleet_partial& p) {
  return table("kernel_launchers", multi_rank_launchers(p), ranks_detail::launcher_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_TABLES_HPP
