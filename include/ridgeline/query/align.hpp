#ifndef RIDGELINE_QUERY_ALIGN_HPP
#define RIDGELINE_QUERY_ALIGN_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ridgeline {

/// Pairs of positions at which two sequences agree, ascending in both.
using matched_positions = std::vector<std::pair<std::size_t, std::size_t>>;

/// A longest common subsequence of `a` and `b` by Myers' greedy algorithm ("An O(ND) Difference Algorithm", 1986); time
/// and memory grow with the number of differences. Deducts the steps it takes from `budget`; if the budget does not
/// suffice, sets it to 0 and returns nothing. Each step uses at most four bytes of temporary memory.
inline std::optional<matched_positions> common_subsequence(const std::vector<std::uint32_t>& a,
                                                           const std::vector<std::uint32_t>& b, std::size_t& budget) {
  std::size_t head = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  std::size_t tail = 0;
  while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  const std::size_t rest_a = a.size() - head - tail, rest_b = b.size() - head - tail;
  const auto spend = [&](std::size_t steps) {
    const bool enough = steps <= budget;
    budget = enough ? budget - steps : 0;
    return enough;
  };
  constexpr std::size_t most = 0x7fffffff;  // positions below are kept in 32 bits
  if (!spend(head + tail + 1) || rest_a > most / 2 || rest_b > most / 2) return std::nullopt;
  const auto n = static_cast<std::int32_t>(rest_a), m = static_cast<std::int32_t>(rest_b);
  const auto same = [&](std::int32_t x, std::int32_t y) {
    return a[head + static_cast<std::size_t>(x)] == b[head + static_cast<std::size_t>(y)];
  };

  // furthest[d][(k + d) / 2]: how far into `a` a path with d differences reaches on diagonal k = x - y; k has d's
  // parity.
  std::vector<std::vector<std::int32_t>> furthest;
  const auto reach = [&](std::int32_t d, std::int32_t k) -> std::int32_t {
    if (d < 0 || k < -d || k > d) return -1;
    return furthest[static_cast<std::size_t>(d)][static_cast<std::size_t>((k + d) / 2)];
  };
  // Whether the best path with d differences reaches diagonal k by a step through `b`; otherwise by one through `a`.
  const auto goes_down = [&](std::int32_t d, std::int32_t k) {
    return d > 0 && (k == -d || (k != d && reach(d - 1, k - 1) < reach(d - 1, k + 1)));
  };
  const auto start_of = [&](std::int32_t d, std::int32_t k) {
    if (d == 0) return 0;
    return goes_down(d, k) ? reach(d - 1, k + 1) : reach(d - 1, k - 1) + 1;
  };
  bool arrived = n == 0 || m == 0;  // nothing in the remainder can match
  for (std::int32_t d = 0; !arrived && d <= n + m; ++d) {
    std::vector<std::int32_t> here(static_cast<std::size_t>(d) + 1, -1);
    if (!spend(here.size())) return std::nullopt;
    for (std::int32_t k = -d; k <= d && !arrived; k += 2) {
      const std::int32_t from = start_of(d, k);
      std::int32_t x = from;
      while (x < n && x - k < m && same(x, x - k)) ++x;
      if (!spend(static_cast<std::size_t>(x - from))) return std::nullopt;
      here[static_cast<std::size_t>((k + d) / 2)] = x;
      arrived = x >= n && x - k >= m;
    }
    furthest.push_back(std::move(here));
  }

  matched_positions pairs;
  for (std::int32_t x = n, y = m, d = static_cast<std::int32_t>(furthest.size()) - 1; d >= 0; --d) {
    const std::int32_t start = start_of(d, x - y);
    const bool down = goes_down(d, x - y);
    while (x > start) {
      --x, --y;
      pairs.emplace_back(head + static_cast<std::size_t>(x), head + static_cast<std::size_t>(y));
    }
    if (d > 0) (down ? y : x) -= 1;
  }
  std::reverse(pairs.begin(), pairs.end());
  matched_positions all;
  for (std::size_t i = 0; i < head; ++i) all.emplace_back(i, i);
  all.insert(all.end(), pairs.begin(), pairs.end());
  for (std::size_t i = tail; i > 0; --i) all.emplace_back(a.size() - i, b.size() - i);
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_QUERY_ALIGN_HPP
