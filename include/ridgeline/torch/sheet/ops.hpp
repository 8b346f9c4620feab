#ifndef RIDGELINE_TORCH_SHEET_OPS_HPP
#define RIDGELINE_TORCH_SHEET_OPS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/kernel_details.hpp>

namespace ridgeline {

/// A share of a column's total, and the running sum of shares down to this row; of one. Not a number where the total
/// is zero.
struct torch_share {
  double share = 0;
  double cumulative = 0;
};

/// Fills the shares of rows that stand in their final order: `amount(row)` over the sum of all.
template <class Row, class Amount>
void fill_shares(std::vector<Row>& rows, Amount amount) {
  compensated_sum total;
  for (const Row& r : rows) total.add(amount(r));
  compensated_sum so_far;
  for (Row& r : rows) {
    r.part.share = total.value() != 0 ? amount(r) / total.value() : missing<double>;
    so_far.add(r.part.share);
    r.part.cumulative = so_far.value();
  }
}

/// Launches of one category.
struct torch_category_row {
  std::string_view category{};
  bool recomputed = false;
  std::int64_t count = 0;
  double direct_time = 0;  ///< microseconds
  torch_share part{};
};

/// Launches of one name.
struct torch_name_row {
  std::string_view name{};
  bool recomputed = false;
  std::int64_t count = 0;
  double direct_time = 0, subtree_time = 0;      ///< microseconds
  std::vector<std::string_view> categories{};    ///< by name, each once
  torch_share part{};
};

/// Launches of one name with the same arguments, on threads of one name.
struct torch_op_row {
  const torch_profile* run = nullptr;
  std::uint32_t group = 0;               ///< which of the groups that the rows were made of
  std::uint32_t example = missing<std::uint32_t>;      ///< the first of them
  std::string_view category{};
  std::int64_t kernels = 0;              ///< of the first of them
  bool recomputed = false;
  std::int64_t count = 0;
  double first_start = 0;                ///< microseconds since the first of all launches
  statistics direct{}, subtree{};        ///< microseconds
  std::vector<kernel_detail> details{};
  torch_share part{};

  const torch_event& event() const { return run->event(example); }
  const place_labels& labels() const { return run->labels(event()); }
  /// An argument list of the op, as JSON text; empty without.
  std::string_view argument(symbol op_arguments::*which) const {
    const op_arguments* const op = run->trace().op(event());
    return op == nullptr ? std::string_view() : run->trace().text(op->*which);
  }
};

/// The time of launches by category, the longest first.
inline std::vector<torch_category_row> torch_ops_by_category(const torch_profile& run) {
  std::vector<torch_category_row> rows;
  std::vector<compensated_sum> times;
  for (const torch_launch& l : run.launches().rows) {
    const bool again = run.recomputed(l.event);
    std::size_t at = 0;  // categories are few
    while (at < rows.size() && (rows[at].category != l.category || rows[at].recomputed != again)) ++at;
    if (at == rows.size()) rows.push_back({l.category, again, 0, 0, {}}), times.emplace_back();
    ++rows[at].count;
    times[at].add(l.direct_time);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].direct_time = times[i].value();
  std::sort(rows.begin(), rows.end(), [](const torch_category_row& a, const torch_category_row& b) {
    if (a.direct_time != b.direct_time) return a.direct_time > b.direct_time;
    return a.category != b.category ? a.category < b.category : a.recomputed < b.recomputed;
  });
  fill_shares(rows, [](const torch_category_row& r) { return r.direct_time; });
  return rows;
}

/// The time of launches by name, the longest first.
inline std::vector<torch_name_row> torch_ops_by_name(const torch_profile& run) {
  struct key {
    symbol name;
    std::uint32_t recomputed;
  };
  distinct<key> names;
  std::vector<torch_name_row> rows;
  std::vector<compensated_sum> direct, subtree;
  for (const torch_launch& l : run.launches().rows) {
    const torch_event& e = run.event(l.event);
    const std::uint32_t at = names.number({e.name, run.recomputed(l.event) ? 1u : 0u});
    if (at == rows.size()) {
      rows.emplace_back();
      rows.back().name = run.trace().name(e);
      rows.back().recomputed = run.recomputed(l.event);
      direct.emplace_back();
      subtree.emplace_back();
    }
    torch_name_row& row = rows[at];
    ++row.count;
    direct[at].add(l.direct_time);
    subtree[at].add(l.subtree_time);
    const auto place = std::lower_bound(row.categories.begin(), row.categories.end(), l.category);
    if (place == row.categories.end() || *place != l.category) row.categories.insert(place, l.category);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].direct_time = direct[i].value();
    rows[i].subtree_time = subtree[i].value();
  }
  std::sort(rows.begin(), rows.end(), [](const torch_name_row& a, const torch_name_row& b) {
    if (a.direct_time != b.direct_time) return a.direct_time > b.direct_time;
    return a.name != b.name ? a.name < b.name : a.recomputed < b.recomputed;
  });
  fill_shares(rows, [](const torch_name_row& r) { return r.direct_time; });
  return rows;
}

/// What a row of `torch_ops_by_arguments` has in common.
struct torch_op_key {
  symbol name;
  std::uint32_t category;  ///< number of the category, by first appearance
  std::uint32_t labels;
  symbol dims, types, strides, concrete;
  std::uint32_t kernels;   ///< 0 where their number does not divide
  std::uint32_t recomputed;
  std::uint32_t apart;     ///< what else divides them; 0 for nothing
};

/// The numbers of categories, which are few.
class category_numbers {
 public:
  std::uint32_t operator()(std::string_view category) {
    std::uint32_t at = 0;
    while (at < known_.size() && known_[at] != category) ++at;
    if (at == known_.size()) known_.push_back(category);
    return at;
  }

 private:
  std::vector<std::string_view> known_{};
};

/// The launches of each name with equal arguments, by first appearance; members are positions in `launches().rows`.
/// `apart`, when not empty, has a number for each launch that divides them further.
inline grouping torch_op_groups(const torch_profile& run, bool by_number_of_kernels,
                                std::span<const std::uint32_t> apart = {}) {
  const torch_launches& launches = run.launches();
  distinct<torch_op_key> keys;
  category_numbers categories;
  std::vector<std::uint32_t> group_of;
  group_of.reserve(launches.rows.size());
  for (const torch_launch& l : launches.rows) {
    const torch_event& e = run.event(l.event);
    const op_arguments* const op = run.trace().op(e);
    const op_arguments arguments = op == nullptr ? op_arguments{} : *op;
    group_of.push_back(keys.number({e.name, categories(l.category), run.label_number(e), arguments.input_dims,
                                    arguments.input_types, arguments.input_strides, arguments.concrete_inputs,
                                    by_number_of_kernels ? l.last - l.first : 0, run.recomputed(l.event) ? 1u : 0u,
                                    apart.empty() ? 0 : apart[group_of.size()]}));
  }
  return grouped(group_of, keys.size());
}

/// A row for each group, the longest time first.
inline std::vector<torch_op_row> torch_op_rows(const torch_profile& run, const grouping& groups) {
  const torch_launches& launches = run.launches();
  kernel_details details(run.trace());
  std::vector<torch_op_row> rows(groups.size());
  std::vector<double> times;
  // launches stand by start
  const double first_start = launches.rows.empty() ? 0 : run.event(launches.rows.front().event).ts;
  for (std::uint32_t g = 0; g < rows.size(); ++g) {
    torch_op_row& row = rows[g];
    const grouping::slice members = groups.of(g);
    const torch_launch& first = launches.rows[members.front()];
    row.run = &run;
    row.group = g;
    row.example = first.event;
    row.category = first.category;
    row.kernels = first.last - first.first;
    row.recomputed = run.recomputed(first.event);
    row.count = static_cast<std::int64_t>(members.size());
    row.first_start = run.event(first.event).ts - first_start;
    times.clear();
    for (const std::uint32_t m : members) times.push_back(launches.rows[m].direct_time);
    row.direct = statistics_of(times);
    times.clear();
    for (const std::uint32_t m : members) times.push_back(launches.rows[m].subtree_time);
    row.subtree = statistics_of(times);
    row.details =
        details.over(members, [&](std::uint32_t member) { return launches.work_of(launches.rows[member]); });
  }
  std::sort(rows.begin(), rows.end(), [](const torch_op_row& a, const torch_op_row& b) {
    return a.direct.sum != b.direct.sum ? a.direct.sum > b.direct.sum : a.example < b.example;
  });
  fill_shares(rows, [](const torch_op_row& r) { return r.direct.sum; });
  return rows;
}

/// The time of launches by name and arguments, the longest first.
inline std::vector<torch_op_row> torch_ops_by_arguments(const torch_profile& run, bool by_number_of_kernels) {
  return torch_op_rows(run, torch_op_groups(run, by_number_of_kernels));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OPS_HPP
