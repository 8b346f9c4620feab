#ifndef RIDGELINE_XLA_SHEET_SUMMARY_HPP
#define RIDGELINE_XLA_SHEET_SUMMARY_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/xla/sheet/run.hpp>
#include <ridgeline/table/python_text.hpp>

/// Groups kernels: by name, by category, by arguments, by the parameters of their models. Internal: included by body
/// files only.
namespace ridgeline {

/// One group of a summary. Times in microseconds.
struct jax_summary_row {
  std::string key{};
  std::string categories{};   ///< a Python list of names
  double microseconds = 0;    ///< without nested ops
  double whole = 0;           ///< with them
  std::int64_t count = 0;
  double percent = 0, cumulative = 0;
  double ms_per_gpu = 0;
};

/// Equal kernels and their times.
struct jax_group {
  const jax_kernel* first = nullptr;
  statistics time{};                      ///< μs, without nested ops
  statistics whole{};                     ///< with them
  statistics bandwidth{}, rate{};         ///< TB/s and TFLOP/s from the model's bytes and FLOP
  double percent = 0, cumulative = 0;
};

namespace xla_detail {

/// Groups of kinds by a key, in order of the keys; `no_group` for kinds that `wanted` rejects.
struct kind_groups {
  std::vector<std::uint32_t> of_kind{};
  std::size_t count = 0;
};
template <class Wanted, class KeyOf>
kind_groups group_kinds(const jax_result& r, Wanted wanted, KeyOf key_of) {
  using key = decltype(key_of(r.kinds.kinds.front()));
  std::map<key, std::uint32_t> groups;
  for (const xla_kernel_kind& kind : r.kinds.kinds)
    if (wanted(kind)) groups.try_emplace(key_of(kind), 0);
  std::uint32_t next = 0;
  for (auto& [text, number] : groups) number = next++;
  kind_groups g;
  g.count = groups.size();
  for (const xla_kernel_kind& kind : r.kinds.kinds)
    g.of_kind.push_back(wanted(kind) ? groups.find(key_of(kind))->second : no_group);
  return g;
}

inline grouping group_kernels(const jax_result& r, const std::vector<jax_kernel>& kernels, const kind_groups& groups) {
  std::vector<std::uint32_t> of_kernel;
  of_kernel.reserve(kernels.size());
  for (const jax_kernel& k : kernels) of_kernel.push_back(groups.of_kind[r.kind_number(k)]);
  return grouped(of_kernel, groups.count);
}

/// Fills in the shares of rows that are in their final order.
template <class Row, class TimeOf>
void share(std::vector<Row>& rows, TimeOf time_of) {
  compensated_sum all;
  for (const Row& row : rows) all.add(time_of(row));
  double running = 0;
  for (Row& row : rows) {
    row.percent = all.value() != 0 ? time_of(row) / all.value() * 100 : 0;
    row.cumulative = running += row.percent;
  }
}

}  // namespace xla_detail

/// Sums over the kernels that `wanted` accepts, grouped by `key_of(kind)`, longest first.
template <class Wanted, class KeyOf>
std::vector<jax_summary_row> summarise(const jax_result& r, Wanted wanted, KeyOf key_of) {
  const std::vector<jax_kernel>& kernels = r.launchers();
  std::vector<jax_summary_row> rows;
  std::set<std::int64_t> pids;
  for (const jax_kernel& k : kernels)
    if (wanted(*k.kind) && (pids.empty() || *pids.rbegin() != k.pid)) pids.insert(k.pid);
  const xla_detail::kind_groups groups = xla_detail::group_kinds(r, wanted, key_of);
  const grouping by_key = xla_detail::group_kernels(r, kernels, groups);
  for (std::size_t g = 0; g < by_key.size(); ++g) {
    const auto members = by_key.of(g);
    if (members.size() == 0) continue;
    jax_summary_row row;
    row.key = key_of(*kernels[members.front()].kind);
    row.count = static_cast<std::int64_t>(members.size());
    compensated_sum time, whole;
    std::set<std::string_view> categories;
    for (const std::uint32_t k : members) {
      time.add(kernels[k].microseconds);
      whole.add(kernels[k].whole);
      categories.insert(kernels[k].kind->category_name());
    }
    row.microseconds = time.value();
    row.whole = whole.value();
    for (const std::string_view category : categories) {
      row.categories += row.categories.empty() ? "[" : ", ";
      append_python_text(row.categories, category);
    }
    row.categories += ']';
    row.ms_per_gpu = row.microseconds / 1000 / static_cast<double>(pids.size());
    rows.push_back(std::move(row));
  }
  rows = std::move(rows) | sort_by(desc(&jax_summary_row::microseconds));
  xla_detail::share(rows, [](const jax_summary_row& row) { return row.microseconds; });
  return rows;
}

/// A kernel's name without digits, so that `loop_add_fusion_3` and `loop_add_fusion_12` are equal.
inline std::string without_digits(std::string_view name) {
  std::string text(name);
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

/// Groups the kernels that `wanted` accepts by `key_of(kind)`, longest total first.
template <class Wanted, class KeyOf>
std::vector<jax_group> group_up(const jax_result& r, const std::vector<jax_kernel>& kernels, Wanted wanted,
                                KeyOf key_of) {
  std::vector<jax_group> rows;
  const xla_detail::kind_groups groups = xla_detail::group_kinds(r, wanted, key_of);
  const grouping by_key = xla_detail::group_kernels(r, kernels, groups);
  std::vector<double> times, wholes, bandwidths, rates;
  for (std::size_t g = 0; g < by_key.size(); ++g) {
    const auto members = by_key.of(g);
    if (members.size() == 0) continue;
    times.clear();
    wholes.clear();
    bandwidths.clear();
    rates.clear();
    bool nested = false;
    for (const std::uint32_t k : members) {
      const xla_cost& cost = kernels[k].kind->cost;  // calls of equal parameters may differ: forward and backward
      const double us_each = kernels[k].microseconds;
      times.push_back(us_each);
      if (kernels[k].whole != us_each) nested = true;
      wholes.push_back(kernels[k].whole);
      if (!cost.fits || !(us_each > 0)) continue;
      bandwidths.push_back(cost.bytes.base() / 1e12 / (us_each / 1e6));
      rates.push_back(cost.flops.base() / 1e12 / (us_each / 1e6));
    }
    jax_group row;
    row.first = &kernels[members.front()];
    row.time = statistics_of(times);
    row.whole = nested ? statistics_of(wholes) : row.time;
    row.bandwidth = statistics_of(bandwidths);
    row.rate = statistics_of(rates);
    rows.push_back(row);
  }
  rows = std::move(rows) | sort_by(desc([](const jax_group& group) { return group.time.sum; }));
  xla_detail::share(rows, [](const jax_group& row) { return row.time.sum; });
  return rows;
}

/// Groups kernels by name, category and operands.
inline std::vector<jax_group> group_by_arguments(const jax_result& r) {
  return group_up(r, r.launchers(), [](const xla_kernel_kind&) { return true; }, [&](const xla_kernel_kind& k) {
    const xla_instruction& i = r.kinds.instruction(k);
    return std::tuple(k.name, k.category, k.words, std::string_view(i.input_dims), std::string_view(i.input_types),
                      std::string_view(i.concrete));
  });
}

/// Groups the kernels of a category that have a model by name and model parameters. Keywords are ignored.
inline std::vector<jax_group> group_by_parameters(const jax_result& r, xla_category category) {
  return group_up(r, r.kernels,
                  [&](const xla_kernel_kind& k) { return k.category == category && k.cost.fits; },
                  [](const xla_kernel_kind& k) {
                    std::string text;
                    for (const xla_parameter& p : k.cost.parameters.all) {
                      text += p.name;
                      text += '\0';
                      text += p.text;
                      text += '\0';
                    }
                    return std::pair(k.name, text);
                  });
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_SUMMARY_HPP
