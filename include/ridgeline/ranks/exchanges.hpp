#ifndef RIDGELINE_RANKS_EXCHANGES_HPP
#define RIDGELINE_RANKS_EXCHANGES_HPP

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/collectives.hpp>
#include <ridgeline/stats/exact_sum.hpp>

namespace ridgeline {

/// An all-to-all with uneven splits, over all of its ranks. Times in microseconds, sizes in 2^20 bytes, rates in
/// 2^30 bytes per second. Totals are missing if a rank does not state its size.
struct exchange_row {
  std::uint32_t instance = 0, first_part = 0;
  double first_start = 0, last_end = 0;
  double megabytes = 0, elements = 0, wall = 0;
  double longest = 0, shortest = 0, mean_length = 0;
  double rate = missing<double>, best_rate = missing<double>, worst_rate = missing<double>;
  double imbalance = missing<double>;  ///< the largest share divided by the mean share
  double start_skew = 0, end_skew = 0;
};

/// The uneven all-to-alls, largest first.
inline std::vector<exchange_row> exchange_rows(const fleet_collectives& all) {
  std::vector<exchange_row> rows;
  for (std::uint32_t g = 0; g < all.instances().size(); ++g) {
    const grouping::slice parts = all.instances().of(g);
    if (parts.size() == 0) continue;
    const collective_part& first = all.part(parts.front());
    if (all.kind(first) != gpu::collective_kind::alltoallv) continue;
    exchange_row row;
    row.instance = g;
    row.first_part = parts.front();
    double first_end = HUGE_VAL, largest = missing<double>;
    row.first_start = row.shortest = HUGE_VAL;
    row.last_end = row.longest = -HUGE_VAL;
    for (const std::uint32_t p : parts) {
      const collective_use& u = all.use(all.part(p));
      const double start = all.start_of(all.part(p)), end = all.end_of(all.part(p));
      row.first_start = std::min(row.first_start, start);
      first_end = std::min(first_end, end), row.last_end = std::max(row.last_end, end);
      row.longest = std::max(row.longest, u.length), row.shortest = std::min(row.shortest, u.length);
      row.mean_length += u.length;
      row.elements += known(u.in_elements) ? static_cast<double>(u.in_elements) : missing<double>;
      const double size = megabytes_of(all, all.part(p), u.in_elements);
      row.megabytes += size;
      if (!known(size)) continue;
      largest = known(largest) ? std::max(largest, size) : size;
      const double rate = u.length > 0 ? all.shown_rate(size / 1024 / (u.length / 1e6)) : 0;
      if (!(rate > 0)) continue;
      row.best_rate = known(row.best_rate) ? std::max(row.best_rate, rate) : rate;
      row.worst_rate = known(row.worst_rate) ? std::min(row.worst_rate, rate) : rate;
    }
    row.mean_length /= static_cast<double>(parts.size());
    row.wall = row.last_end - row.first_start;
    row.start_skew = all.last_start(g) - row.first_start;
    row.end_skew = row.last_end - first_end;
    if (row.wall > 0) row.rate = all.shown_rate(row.megabytes / 1024 / (row.wall / 1e6));
    if (row.megabytes > 0) row.imbalance = largest / (row.megabytes / static_cast<double>(parts.size()));
    rows.push_back(row);
  }
  return std::move(rows) | sort_by(desc(&exchange_row::megabytes));
}

/// A list of integers as written in a trace. Torch truncates long ones: `[0, 1, ..., 28, ..., 63]`.
struct written_numbers {
  std::vector<std::int64_t> numbers{};  ///< the numbers that are written out
  bool whole = false;                   ///< the list is not truncated
};

/// Parses a list in JSON or Python notation, `[6102, 3092]`; no numbers for any other text.
inline written_numbers written_numbers_in(std::string_view text) {
  written_numbers all;
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return all;
  const char* at = text.data() + 1;
  const char* const end = text.data() + text.size() - 1;
  all.whole = true;
  while (at != end) {
    while (at != end && (*at == ' ' || *at == ',')) ++at;
    if (at == end) break;
    std::int64_t n = 0;
    const auto [stop, why] = std::from_chars(at, end, n);
    if (why == std::errc{} && (stop == end || *stop == ',' || *stop == ' ')) {
      all.numbers.push_back(n);
      at = stop;
    } else if (std::string_view(at, static_cast<std::size_t>(end - at)).starts_with("...")) {
      all.whole = false;
      at += 3;
    } else {
      return {};
    }
  }
  return all;
}

/// Writes a list of integers in JSON.
inline std::string json_list_of(std::span<const std::int64_t> numbers) {
  std::string list = "[";
  for (const std::int64_t n : numbers) list += (list.size() > 1 ? "," : "") + std::to_string(n);
  return list + "]";
}

/// The numbers of such a list; empty if it is truncated.
inline std::vector<std::int64_t> numbers_in(std::string_view text) {
  written_numbers all = written_numbers_in(text);
  return all.whole ? std::move(all.numbers) : std::vector<std::int64_t>();
}

/// How many elements each unit of a call's splits stands for: `all_to_all_single` splits tensors by rows, so the
/// length of a row where the splits add up to the rows of `elements`; otherwise they are elements themselves.
inline std::int64_t elements_per_split(std::span<const std::int64_t> splits, std::int64_t elements) {
  std::int64_t sum = 0;
  for (const std::int64_t n : splits)
    if (n < 0 || __builtin_add_overflow(sum, n, &sum)) return 1;
  return known(elements) && elements > 0 && sum > 0 && elements % sum == 0 ? elements / sum : 1;
}

/// The data one rank sent another in all uneven all-to-alls.
struct sent_row {
  std::int64_t from = 0, to = 0;
  double megabytes = 0;
  std::int64_t count = 0;
};

/// By sender, then receiver. Calls whose splits do not have exactly one number per member are left out.
inline std::vector<sent_row> sent_rows(const fleet_collectives& all) {
  std::map<std::pair<std::int64_t, std::int64_t>, sent_row> pairs;  // few entries: per pair of ranks, not per event
  for (const collective_part& p : all.parts()) {
    const collective_use& u = all.use(p);
    if (all.kind(p) != gpu::collective_kind::alltoallv || u.in_split == 0) continue;
    const std::vector<std::int64_t> splits = numbers_in(all.text(p, &collective_use::in_split));
    if (splits.empty() || static_cast<std::int64_t>(splits.size()) != all.size(p)) continue;
    std::vector<std::int64_t> members = numbers_in(all.text(p, &collective_use::members));
    if (all.faults().splits_by_position || members.size() != splits.size()) members.clear();
    const std::int64_t each = all.faults().splits_are_elements ? 1 : elements_per_split(splits, u.in_elements);
    for (std::size_t i = 0; i < splits.size(); ++i) {
      const double size = megabytes_of(all, p, splits[i]) * static_cast<double>(each);
      if (!known(size)) continue;
      const std::int64_t from = all.rank_number(p.rank);
      const std::int64_t to = members.empty() ? static_cast<std::int64_t>(i) : members[i];
      sent_row& row = pairs.try_emplace({from, to}, sent_row{from, to, 0, 0}).first->second;
      row.megabytes += size;
      ++row.count;
    }
  }
  std::vector<sent_row> rows;
  for (const auto& entry : pairs) rows.push_back(entry.second);
  return rows;
}

/// How a rank compares with the others in synchronising collectives. Times in microseconds.
struct straggler_row {
  std::uint32_t rank = 0;  ///< position
  double waited = 0, mean_wait = missing<double>, busy = 0;
  std::int64_t last = 0, first = 0, taken_part = 0;
  double last_share = missing<double>;  ///< percent
};

/// Rounds to one decimal, as `straggler_summary` shows times.
inline double tenths(double value) { return std::nearbyint(value * 10) / 10; }

/// By time waited to one decimal, ascending, then by position: the rank that waits least is the one that others wait
/// for. Ranks that took part in none are last; how long they waited is not known.
inline std::vector<straggler_row> straggler_rows(const fleet_collectives& all,
                                                 const std::vector<collective_row>& rows) {
  std::vector<straggler_row> ranks(all.ranks().size());
  for (std::uint32_t r = 0; r < ranks.size(); ++r) ranks[r].rank = r;
  for (const collective_row& row : rows) {
    const double last_start = all.last_start(row.instance);
    double least = HUGE_VAL;
    std::uint32_t latest = 0;
    for (const std::uint32_t p : all.instances().of(row.instance)) {
      const collective_part& part = all.part(p);
      const double wait = last_start - all.start_of(part);
      ranks[part.rank].waited += wait;
      ++ranks[part.rank].taken_part;
      if (wait < least) least = wait, latest = part.rank;
    }
    ++ranks[latest].last;
    ++ranks[row.earliest].first;
  }
  std::vector<exact_sum> busy(ranks.size());
  for (const collective_part& p : all.parts()) busy[p.rank].add(all.use(p).length);
  for (straggler_row& r : ranks) {
    r.busy = busy[r.rank].value();
    if (r.taken_part > 0) r.mean_wait = r.waited / static_cast<double>(r.taken_part);
    else r.waited = missing<double>;
    const auto of = static_cast<double>(all.faults().share_of_all_collectives ? static_cast<std::int64_t>(rows.size())
                                                                              : r.taken_part);
    if (of > 0) r.last_share = 100 * static_cast<double>(r.last) / of;
  }
  if (all.faults().absent_ranks_left_out)
    std::erase_if(ranks, [](const straggler_row& r) { return r.taken_part == 0; });
  return std::move(ranks) | sort_by([](const straggler_row& r) { return tenths(r.waited); });
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_EXCHANGES_HPP
