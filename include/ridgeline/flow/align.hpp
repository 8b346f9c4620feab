#ifndef RIDGELINE_FLOW_ALIGN_HPP
#define RIDGELINE_FLOW_ALIGN_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ridgeline {

/// Pairs of positions at which two sequences agree, ascending in both.
using matched_positions = std::vector<std::pair<std::size_t, std::size_t>>;

/// A longest common subsequence of `a` and `b` by Myers' greedy algorithm ("An O(ND) Difference Algorithm", 1986):
/// time and memory grow with how much the two differ. Nothing when that would take more than `budget` steps, which is
/// then used up; else what was used is taken off it.
inline std::optional<matched_positions> common_subsequence(const std::vector<std::uint32_t>& a,
                                                           const std::vector<std::uint32_t>& b, std::size_t& budget) {
  std::size_t head = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  std::size_t tail = 0;
  while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  const auto n = static_cast<std::ptrdiff_t>(a.size() - head - tail);
  const auto m = static_cast<std::ptrdiff_t>(b.size() - head - tail);
  const auto same = [&](std::ptrdiff_t x, std::ptrdiff_t y) {
    return a[head + static_cast<std::size_t>(x)] == b[head + static_cast<std::size_t>(y)];
  };
  const auto spend = [&](std::size_t steps) {
    const bool enough = steps <= budget;
    budget = enough ? budget - steps : 0;
    return enough;
  };
  if (!spend(head + tail + 1)) return std::nullopt;

  // furthest[d][k + d]: how far into `a` a path of d differences on diagonal k (x - y) gets.
  std::vector<std::vector<std::ptrdiff_t>> furthest;
  bool arrived = n == 0 && m == 0;
  for (std::ptrdiff_t d = 0; !arrived && d <= n + m; ++d) {
    std::vector<std::ptrdiff_t> here(static_cast<std::size_t>(2 * d + 1), -1);
    if (!spend(here.size())) return std::nullopt;
    const auto before = [&](std::ptrdiff_t k) -> std::ptrdiff_t {
      if (d == 0 || k < -(d - 1) || k > d - 1) return -1;
      return furthest[static_cast<std::size_t>(d - 1)][static_cast<std::size_t>(k + d - 1)];
    };
    for (std::ptrdiff_t k = -d; k <= d && !arrived; k += 2) {
      std::ptrdiff_t x = 0;
      if (d > 0) x = k == -d || (k != d && before(k - 1) < before(k + 1)) ? before(k + 1) : before(k - 1) + 1;
      const std::ptrdiff_t from = x;
      while (x < n && x - k < m && x - k >= 0 && same(x, x - k)) ++x;
      if (!spend(static_cast<std::size_t>(x - from))) return std::nullopt;
      here[static_cast<std::size_t>(k + d)] = x;
      arrived = x >= n && x - k >= m;
    }
    furthest.push_back(std::move(here));
  }

  matched_positions pairs;
  for (std::ptrdiff_t x = n, y = m, d = static_cast<std::ptrdiff_t>(furthest.size()) - 1; d >= 0; --d) {
    const std::ptrdiff_t k = x - y;
    const auto before = [&](std::ptrdiff_t diagonal) -> std::ptrdiff_t {
      if (d == 0 || diagonal < -(d - 1) || diagonal > d - 1) return -1;
      return furthest[static_cast<std::size_t>(d - 1)][static_cast<std::size_t>(diagonal + d - 1)];
    };
    const bool down = d > 0 && (k == -d || (k != d && before(k - 1) < before(k + 1)));
    const std::ptrdiff_t start_x = d == 0 ? 0 : down ? before(k + 1) : before(k - 1) + 1;
    while (x > start_x) {
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

#endif  // RIDGELINE_FLOW_ALIGN_HPP
