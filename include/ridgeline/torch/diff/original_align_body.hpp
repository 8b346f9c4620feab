#ifndef RIDGELINE_TORCH_DIFF_ORIGINAL_ALIGN_BODY_HPP
#define RIDGELINE_TORCH_DIFF_ORIGINAL_ALIGN_BODY_HPP

/// How the original's diff aligns the children of two nodes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/align.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/diff/side.hpp>

namespace ridgeline::torch_detail {

using uids = std::vector<std::uint32_t>;

/// Two aligned lists as positions; a missing side is `none`.
struct aligned {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t a = none, b = none;
  bool both() const { return a != none && b != none; }
};

class original_aligner {
 public:
  original_aligner(const diff_side& a, const diff_side& b) : a_(a), b_(b) {}

  /// Aligns by name: the strict names of the nodes, or the loose ones.
  std::vector<aligned> align(const uids& a, const uids& b, bool loose = false) const {
    const auto name = [loose](const diff_side& s, std::uint32_t e) { return loose ? s.loose(e) : s.strict(e); };
    std::vector<aligned> path = edit_path(a, b, [&](std::uint32_t e) { return name(a_, e); },
                                          [&](std::uint32_t e) { return name(b_, e); });
    pair_same_names(a, b, path);
    return path;
  }
  /// By position if both lists have the same length and contain no launch, else by name.
  std::vector<aligned> match(const uids& a, const uids& b) const {
    const auto launches = [](const diff_side& s, const uids& l) {
      return std::any_of(l.begin(), l.end(), [&](std::uint32_t e) { return s.is_launch(e); });
    };
    if (a.size() != b.size() || launches(a_, a) || launches(b_, b)) return align(a, b);
    std::vector<aligned> path;
    for (std::size_t i = 0; i < a.size(); ++i) path.push_back({i, i});
    return path;
  }

 private:
  template <class NameA, class NameB>
  std::vector<aligned> edit_path(const uids& a, const uids& b, NameA name_a, NameB name_b) const {
    const std::size_t n = a.size(), m = b.size();
    std::vector<aligned> path;
    constexpr std::size_t most = std::size_t{1} << 25;  // cells; above this, the longest common subsequence is used
    if (n != 0 && m > most / n) {
      uids x, y;
      for (const std::uint32_t e : a) x.push_back(name_a(e));
      for (const std::uint32_t e : b) y.push_back(name_b(e));
      std::size_t budget = 8 * most, i = 0, j = 0;
      const std::optional<matched_positions> found = common_subsequence(x, y, budget);
      const matched_positions pairs = found ? *found : matched_positions{};
      for (const auto& [p, q] : pairs) {
        for (; i < p; ++i) path.push_back({i, aligned::none});
        for (; j < q; ++j) path.push_back({aligned::none, j});
        path.push_back({i++, j++});
      }
      for (; i < n; ++i) path.push_back({i, aligned::none});
      for (; j < m; ++j) path.push_back({aligned::none, j});
      return path;
    }
    std::vector<std::uint32_t> cost((n + 1) * (m + 1));
    const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& { return cost[i * (m + 1) + j]; };
    for (std::size_t i = 0; i <= n; ++i) at(i, 0) = static_cast<std::uint32_t>(i);
    for (std::size_t j = 0; j <= m; ++j) at(0, j) = static_cast<std::uint32_t>(j);
    for (std::size_t i = 1; i <= n; ++i)
      for (std::size_t j = 1; j <= m; ++j)
        at(i, j) = name_a(a[i - 1]) == name_b(b[j - 1])
                       ? at(i - 1, j - 1)
                       : 1 + std::min({at(i - 1, j), at(i, j - 1), at(i - 1, j - 1)});
    for (std::size_t i = n, j = m; i > 0 || j > 0;) {
      if (i > 0 && j > 0 && name_a(a[i - 1]) == name_b(b[j - 1])) path.push_back({--i, --j});
      else if (i > 0 && (j == 0 || at(i, j) == at(i - 1, j) + 1)) path.push_back({--i, aligned::none});
      else path.push_back({aligned::none, --j});
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

  /// The names on the GPU path below a node, level by level, sorted.
  static std::vector<uids> levels_of(const diff_side& side, std::uint32_t node) {
    constexpr std::size_t most = 4;
    std::vector<uids> levels;
    uids here{node};
    for (std::size_t depth = 0; depth < most; ++depth) {
      uids below, names;
      for (const std::uint32_t e : here)
        for (const std::uint32_t c : side.children_on_path(e)) below.push_back(c);
      for (const std::uint32_t c : below) names.push_back(side.strict(c));
      merge_sorted_runs(names, [](std::uint32_t x, std::uint32_t y) { return x < y; });
      levels.push_back(std::move(names));
      here = std::move(below);
    }
    return levels;
  }
  /// The number of levels that agree, and the overlap of the first one that differs.
  static std::pair<std::size_t, std::size_t> likeness(const std::vector<uids>& x, const std::vector<uids>& y) {
    for (std::size_t d = 0; d < x.size(); ++d) {
      if (x[d] == y[d]) continue;
      uids both;
      std::set_intersection(x[d].begin(), x[d].end(), y[d].begin(), y[d].end(), std::back_inserter(both));
      return {d, both.size()};
    }
    return {x.size(), 0};
  }

  /// Pairs nodes of equal name again, most similar first. These names leave the path, and stand at its end anew.
  void pair_same_names(const uids& a, const uids& b, std::vector<aligned>& path) const {
    std::map<std::uint32_t, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> names;
    for (std::size_t i = 0; i < a.size(); ++i) names[a_.strict(a[i])].first.push_back(i);
    for (std::size_t j = 0; j < b.size(); ++j) names[b_.strict(b[j])].second.push_back(j);
    std::set<std::uint32_t> redone;
    std::set<std::pair<std::size_t, std::size_t>> old_pairs, new_pairs;
    for (const aligned& p : path) {
      if (!p.both()) continue;
      old_pairs.emplace(p.a, p.b);
      for (const std::uint32_t name : {a_.strict(a[p.a]), b_.strict(b[p.b])}) {
        const auto& [in_a, in_b] = names[name];
        constexpr std::size_t most = 4'000'000;
        if (in_a.empty() || in_b.empty() || in_a.size() > most / in_b.size()) continue;
        if (in_a.size() > 1 || in_b.size() > 1) redone.insert(name);
      }
    }
    std::set<std::size_t> of_a, of_b, taken_a, taken_b;
    struct candidate {
      std::size_t levels, overlap, other, a, b;
    };
    for (const std::uint32_t name : redone) {
      const auto& [in_a, in_b] = names[name];
      of_a.insert(in_a.begin(), in_a.end()), of_b.insert(in_b.begin(), in_b.end());
      std::vector<std::vector<uids>> la, lb;
      for (const std::size_t i : in_a) la.push_back(levels_of(a_, a[i]));
      for (const std::size_t j : in_b) lb.push_back(levels_of(b_, b[j]));
      std::vector<candidate> all;
      for (std::size_t i = 0; i < in_a.size(); ++i)
        for (std::size_t j = 0; j < in_b.size(); ++j) {
          const auto [levels, overlap] = likeness(la[i], lb[j]);
          const bool before = old_pairs.contains({in_a[i], in_b[j]});
          all.push_back({levels, overlap, before ? 0u : 1u, in_a[i], in_b[j]});
        }
      all = std::move(all) | sort_by(desc(&candidate::levels), desc(&candidate::overlap), &candidate::other,
                                     &candidate::a, &candidate::b);
      for (const candidate& c : all)
        if (!taken_a.contains(c.a) && !taken_b.contains(c.b)) {
          taken_a.insert(c.a), taken_b.insert(c.b);
          new_pairs.emplace(c.a, c.b);
        }
    }
    if (std::includes(old_pairs.begin(), old_pairs.end(), new_pairs.begin(), new_pairs.end())) return;
    std::erase_if(path, [&](const aligned& p) {
      return (p.a != aligned::none && of_a.contains(p.a)) || (p.b != aligned::none && of_b.contains(p.b));
    });
    for (const auto& [i, j] : new_pairs) path.push_back({i, j});
    for (const std::size_t i : of_a)
      if (!taken_a.contains(i)) path.push_back({i, aligned::none});
    for (const std::size_t j : of_b)
      if (!taken_b.contains(j)) path.push_back({aligned::none, j});
  }

  const diff_side &a_, &b_;
};

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_DIFF_ORIGINAL_ALIGN_BODY_HPP
