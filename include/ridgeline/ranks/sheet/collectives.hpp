#ifndef RIDGELINE_RANKS_SHEET_COLLECTIVES_HPP
#define RIDGELINE_RANKS_SHEET_COLLECTIVES_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/clock.hpp>
#include <ridgeline/ranks/exchanges.hpp>
#include <ridgeline/ranks/sheet/collective_options.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/core/data_quality.hpp>

namespace ridgeline {

constexpr double value_of(const statistics& s, statistic a) {
  switch (a) {
    case statistic::mean: return s.mean;
    case statistic::median: return s.median;
    case statistic::min: return s.min;
    case statistic::max: return s.max;
    case statistic::std: break;
  }
  return s.sample_deviation();
}

/// Whether the ranks of a collective are on one node or several.
enum class node_span : std::uint8_t { unknown, intra_node, inter_node };
constexpr std::string_view name_of(node_span s) {
  constexpr std::array<std::string_view, 3> names{"unknown", "intra_node", "inter_node"};
  return names[static_cast<std::size_t>(s)];
}

/// Synchronising collectives of one name, type and size.
struct collective_summary {
  std::uint32_t part = 0;            ///< part of the first collective
  std::uint32_t first_row = 0;       ///< row of the first collective
  std::array<statistics, 5> values{};  ///< latency, start skew, end skew, algorithm rate, bus rate
  double total_latency = 0;          ///< microseconds
};

/// Similar collectives of one rank.
struct collective_sum {
  std::uint32_t part = 0;
  statistics time{};
};

/// Uneven all-to-alls of one group and type.
struct exchange_summary {
  std::uint32_t part = 0;
  statistics megabytes{}, wall{}, rate{}, imbalance{}, longest{}, start_skew{}, end_skew{};
};

/// All data of the collective sheets. `ranks` must outlive this object and must not move.
class collective_analysis {
 public:
  /// With an arrangement, the rows are its collectives, on its clock.
  collective_analysis(const std::vector<rank_facts>& ranks, const collective_options& options,
                      const call_arrangement* arranged = nullptr)
      : options_(options), all_(ranks, options.faults, arranged), rows_(collective_rows(all_)),
        exchanges_(exchange_rows(all_)),
        clocks_(arranged != nullptr ? std::vector<clock_estimate>(ranks.size()) : clocks_of(all_)) {
    if (!known(options_.gpus_per_node)) number_hosts(ranks);
    if (!known(options_.gpus_per_node) && !ranks.empty() && ranks.front().devices > 0)
      options_.gpus_per_node = ranks.front().devices;
    for (const collective_row& row : rows_) skews_.push_back(corrected_skew_of(all_, clocks_, row));
    spans_.resize(ranks.size());
    for (std::size_t r = 0; has_nodes() && r < ranks.size(); ++r) place(ranks[r], spans_[r]);
    stragglers_ = straggler_rows(all_, rows_);
    start_skews_.resize(ranks.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!known(skews_[i].skew)) continue;
      for (const std::uint32_t p : all_.instances().of(rows_[i].instance)) {
        const collective_part& part = all_.part(p);
        const corrected_stamp start = corrected(clocks_[part.rank], all_.use(part).start);
        start_skews& t = start_skews_[part.rank];
        ++t.all;
        if (skews_[i].is_certain()) ++t.yes;
        t.waited += skews_[i].last.at - start.at;
        t.off += std::hypot(start.half_width, skews_[i].last.half_width);
      }
    }
  }
  /// For one rank: the number of collectives with known skew, the number of these whose skew exceeds clock
  /// uncertainty, and the rank's waiting time in them on a common clock.
  struct start_skews {
    std::size_t all = 0, yes = 0;
    double waited = 0, off = 0;  ///< microseconds; sums of waits and of their uncertainties (95 %)
    double mean_wait() const { return all > 0 ? waited / static_cast<double>(all) : missing<double>; }
    double mean_off() const { return all > 0 ? off / static_cast<double>(all) : missing<double>; }
  };
  const start_skews& start_skews_of(std::uint32_t rank) const { return start_skews_[rank]; }

  collective_analysis(const collective_analysis&) = delete;
  collective_analysis& operator=(const collective_analysis&) = delete;

  const collective_options& options() const { return options_; }
  const fleet_collectives& all() const { return all_; }
  const std::vector<collective_row>& rows() const { return rows_; }
  const std::vector<exchange_row>& exchanges() const { return exchanges_; }
  const std::vector<clock_estimate>& clocks() const { return clocks_; }
  const std::vector<corrected_skew>& skews() const { return skews_; }
  const std::vector<straggler_row>& stragglers() const { return stragglers_; }
  bool has_nodes() const {
    return !host_of_.empty() || (known(options_.gpus_per_node) && options_.gpus_per_node > 0);
  }

  /// The node of a rank: by host name if all ranks state theirs, else by the number of ranks per node; missing if
  /// the rank has no trace that states its host.
  std::int64_t node_of(std::int64_t rank) const {
    if (host_of_.empty()) return rank / options_.gpus_per_node;
    const auto at = host_of_.find(rank);
    return at == host_of_.end() ? missing<std::int64_t> : at->second;
  }
  node_span span_of(const collective_part& p) const {
    return spans_[p.rank].empty() ? node_span::unknown : spans_[p.rank][all_.use(p).members];
  }

 private:
  /// What rows are sorted by where their times are equal.
  template <std::uint32_t collective_use::*Which>
  auto text_key() const {
    return [this](const auto& row) { return all_.text(all_.part(row.part), Which); };
  }
  template <std::int64_t collective_use::*Which>
  auto number_key() const {
    return [this](const auto& row) { return all_.use(all_.part(row.part)).*Which; };
  }

 public:
  /// Ordered by total latency, longest first, then by name, type and number of elements.
  std::vector<collective_summary> summaries() const {
    std::map<std::tuple<std::string_view, std::string_view, std::int64_t>, std::size_t> places;
    std::vector<collective_summary> list;
    std::vector<std::array<std::vector<double>, 5>> values;
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      const collective_row& row = rows_[i];
      const collective_part& p = all_.part(row.first_part);
      const std::tuple key{all_.text(p, &collective_use::name), all_.text(p, &collective_use::type),
                           all_.use(p).in_elements};
      const auto [at, is_new] = places.try_emplace(key, list.size());
      if (is_new) {
        list.push_back({row.first_part, i, {}, 0});
        values.emplace_back();
      }
      const double row_values[] = {row.latency, row.start_skew, row.end_skew, row.algorithm_rate, row.bus_rate};
      for (std::size_t v = 0; v < 5; ++v) values[at->second][v].push_back(row_values[v]);
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (std::size_t v = 0; v < 5; ++v) list[i].values[v] = statistics_of(values[i][v]);
      list[i].total_latency = list[i].values[0].sum;
    }
    return std::move(list) | sort_by(desc(&collective_summary::total_latency), text_key<&collective_use::name>(),
                                     text_key<&collective_use::type>(), number_key<&collective_use::in_elements>());
  }

  /// Ordered by total time, longest first, then by what they have in common.
  std::vector<collective_sum> sums() const {
    struct key {
      std::uint32_t rank, name, group, members, type, in_split, out_split, unused;
      std::int64_t size, in_elements, out_elements, stream;
    };
    distinct<key> keys;
    std::vector<std::uint32_t> group_of;
    for (const collective_part& p : all_.parts()) {
      const collective_use& u = all_.use(p);
      const bool whole = u.name != 0 && u.members != 0 && u.type != 0 && u.in_split != 0 &&
                         u.out_split != 0 && known(u.size) && known(u.in_elements) && known(u.out_elements) &&
                         known(u.stream);
      group_of.push_back(!whole && options_.faults.summary_needs_all_fields
                             ? no_group
                             : keys.number({p.rank, u.name, u.group, u.members, u.type, u.in_split, u.out_split, 0,
                                            u.size, u.in_elements, u.out_elements, u.stream}));
    }
    const grouping groups = grouped(group_of, keys.size());
    std::vector<collective_sum> list;
    std::vector<double> times;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      times.clear();
      for (const std::uint32_t p : groups.of(g)) times.push_back(all_.use(all_.part(p)).length);
      list.push_back({groups.of(g).front(), statistics_of(times)});
    }
    using u = collective_use;
    return std::move(list) |
           sort_by(desc([](const collective_sum& s) { return s.time.sum; }),
                   [&](const collective_sum& s) { return all_.part(s.part).rank; },
                   [&](const collective_sum& s) { return all_.group_name(all_.part(s.part)); }, text_key<&u::members>(),
                   text_key<&u::name>(), number_key<&u::size>(), text_key<&u::type>(), number_key<&u::in_elements>(),
                   number_key<&u::out_elements>());
  }

  /// Ordered by total wall time, longest first.
  std::vector<exchange_summary> exchange_summaries() const {
    std::map<std::pair<std::string_view, std::string_view>, std::vector<const exchange_row*>> groups;
    for (const exchange_row& row : exchanges_) {
      const collective_part& p = all_.part(row.first_part);
      groups[{all_.group_name(p), all_.text(p, &collective_use::type)}].push_back(&row);
    }
    std::vector<exchange_summary> list;
    for (const auto& group : groups) {
      std::vector<double> values;
      const auto over = [&](double exchange_row::*which) {
        values.clear();
        for (const exchange_row* const row : group.second) values.push_back(row->*which);
        return statistics_of(values);
      };
      const auto by_place = [](const exchange_row* a, const exchange_row* b) { return a->first_part < b->first_part; };
      list.push_back({(*std::min_element(group.second.begin(), group.second.end(), by_place))->first_part,
                      over(&exchange_row::megabytes), over(&exchange_row::wall), over(&exchange_row::rate),
                      over(&exchange_row::imbalance), over(&exchange_row::longest), over(&exchange_row::start_skew),
                      over(&exchange_row::end_skew)});
    }
    return std::move(list) | sort_by(desc([](const exchange_summary& s) { return s.wall.sum; }));
  }

  /// Reports implausible data about the collectives of a run.
  void judge(data_quality& quality) const {
    for (std::uint32_t g = 0; g < all_.instances().size(); ++g) {
      const grouping::slice parts = all_.instances().of(g);
      if (parts.size() == 0) continue;
      const collective_part& first = all_.part(parts.front());
      const collective_use& u = all_.use(first);
      bool alike = true;
      for (const std::uint32_t p : parts) {
        const collective_part& part = all_.part(p);
        alike = alike && all_.text(part, &collective_use::name) == all_.text(first, &collective_use::name) &&
                all_.text(part, &collective_use::type) == all_.text(first, &collective_use::type) &&
                all_.use(part).size == u.size;
      }
      const source_pos at{all_.ranks()[first.rank].path};
      if (!alike)
        quality.add("collective: ranks disagree on its name, type or group size; the values of the first rank are "
                    "shown", at,
                    all_.id(first), false);
      if (known(u.size) && static_cast<std::int64_t>(parts.size()) < u.size)
        quality.add("collective: fewer ranks have it than its group has members", at, all_.id(first), false);
    }
  }

  /// Reports uneven all-to-alls without totals.
  void judge_sizes(data_quality& quality) const {
    for (const exchange_row& row : exchanges_)
      if (const collective_part& first = all_.part(row.first_part); !known(row.megabytes))
        quality.add("all-to-all: not all ranks state their sizes, so that its total and its rate are unknown",
                    source_pos{all_.ranks()[first.rank].path}, all_.id(first), false);
  }

 private:
  /// Numbers the hosts in the order of their ranks, if every rank states its host and there are several.
  void number_hosts(const std::vector<rank_facts>& ranks) {
    std::map<std::string_view, std::int64_t> hosts;
    for (const rank_facts& r : ranks) {
      if (r.host.empty()) return host_of_.clear();
      host_of_[r.rank] = hosts.try_emplace(r.host, static_cast<std::int64_t>(hosts.size())).first->second;
    }
    if (hosts.size() < 2) host_of_.clear();
  }
  /// For each member list (by text index of the rank): whether its ranks are on one node or several. Each list is
  /// parsed once.
  void place(const rank_facts& rank, std::vector<node_span>& spans) const {
    std::vector<bool> seen;
    for (const collective_use& u : rank.collectives) {
      if (u.members >= spans.size()) spans.resize(u.members + std::size_t{1}), seen.resize(spans.size());
      if (seen[u.members]) continue;
      seen[u.members] = true;
      const written_numbers members = written_numbers_in(rank.texts.text(u.members));
      node_span& span = spans[u.members];
      if (members.whole && !members.numbers.empty()) span = node_span::intra_node;
      for (const std::int64_t m : members.numbers)
        if (!known(node_of(m)) && span == node_span::intra_node) span = node_span::unknown;
      std::int64_t first = missing<std::int64_t>;
      for (const std::int64_t m : members.numbers) {
        if (!known(first)) first = node_of(m);
        if (known(node_of(m)) && node_of(m) != first) span = node_span::inter_node;
      }
    }
  }

  collective_options options_;
  std::map<std::int64_t, std::int64_t> host_of_{};  // host number by rank
  fleet_collectives all_;
  std::vector<collective_row> rows_;
  std::vector<exchange_row> exchanges_;
  std::vector<clock_estimate> clocks_;
  std::vector<corrected_skew> skews_;
  std::vector<straggler_row> stragglers_;
  std::vector<start_skews> start_skews_;
  std::vector<std::vector<node_span>> spans_;    // by rank and text index
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_COLLECTIVES_HPP
