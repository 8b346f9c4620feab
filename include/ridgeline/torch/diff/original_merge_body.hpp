#ifndef RIDGELINE_TORCH_DIFF_ORIGINAL_MERGE_BODY_HPP
#define RIDGELINE_TORCH_DIFF_ORIGINAL_MERGE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/align.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/diff/original.hpp>

namespace ridgeline {

namespace torch_detail {

using uids = std::vector<std::uint32_t>;

/// Two aligned lists as positions; a missing side is `none`.
struct aligned {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t a = none, b = none;
  bool both() const { return a != none && b != none; }
};

class original_merger {
 public:
  original_merger(diff_side& a, diff_side& b) : a_(a), b_(b) {}

  merged_trees merge() {
    const uids in_a = roots_of(a_), in_b = roots_of(b_);
    std::vector<todo> open;
    for (std::size_t i = std::max(in_a.size(), in_b.size()); i-- > 0;)
      open.push_back({i < in_a.size() ? in_a[i] : missing<std::uint32_t>,
                      i < in_b.size() ? in_b[i] : missing<std::uint32_t>, missing<std::uint32_t>});
    while (!open.empty()) {
      const todo t = open.back();
      open.pop_back();
      if (known(t.a) && known(t.b) && !seen_.emplace(t.a, t.b).second) continue;
      const auto id = static_cast<std::uint32_t>(out_.nodes.size());
      out_.nodes.push_back({t.a, t.b, {}, t.parent});
      (known(t.parent) ? out_.nodes[t.parent].children : out_.roots).push_back(id);
      std::vector<todo> below = known(t.a) && known(t.b) ? children_of_pair(id) : children_of_one(id);
      open.insert(open.end(), below.rbegin(), below.rend());
    }
    return std::move(out_);
  }

 private:
  struct todo {
    std::uint32_t a, b, parent;
  };

  static uids roots_of(diff_side& side) {
    uids roots;
    std::set<std::uint32_t> seen;
    for (const std::uint32_t op : side.tree().root_ops()) {
      std::uint32_t top = op;
      for (std::uint32_t up = side.tree().parent_of(top); known(up); up = side.tree().parent_of(top)) top = up;
      std::uint32_t at = top;
      for (uids kids = side.children(at); kids.size() == 1; kids = side.children(at)) {
        if (side.is_op(kids[0]) || side.is_launch(kids[0])) break;
        at = kids[0];
      }
      if (at != top) side.take_children(top, at);
      if (seen.insert(at).second) roots.push_back(at);
    }
    return roots;
  }

  /// A wrapper around a single child stands for that child, here as in pairs.
  std::vector<todo> children_of_one(std::uint32_t id) {
    merged_node& n = out_.nodes[id];
    const bool first = known(n.base);
    const diff_side& side = first ? a_ : b_;
    std::uint32_t& node = first ? n.base : n.next;
    uids kids = side.children_on_path(node);
    if (kids.size() == 1)
      if (auto [at, below] = collapse(side, kids[0]); !below.empty()) node = at, kids = std::move(below);
    by_start(side, kids);
    std::vector<todo> below;
    constexpr std::uint32_t none = missing<std::uint32_t>;
    for (const std::uint32_t c : kids) below.push_back({first ? c : none, first ? none : c, id});
    return below;
  }

  static void add_same_named(const diff_side& from, std::uint32_t node, const uids& with, const diff_side& of,
      uids& to) {
    std::set<std::uint32_t> has, wanted;
    for (const std::uint32_t c : to) has.insert(from.strict(c));
    for (const std::uint32_t c : with)
      if (!has.contains(of.strict(c))) wanted.insert(of.strict(c));
    const uids all = from.children(node);
    for (const std::uint32_t name : wanted)
      for (std::size_t i = all.size(); i-- > 0;)
        if (from.strict(all[i]) == name) {
          to.push_back(all[i]);
          break;
        }
  }
  static void by_start(const diff_side& side, uids& list) {
    merge_sorted_runs(list, [&](std::uint32_t x, std::uint32_t y) { return side.start(x) < side.start(y); });
  }

  /// Descends through wrappers with a single child; returns where that ends, and what is below.
  static std::pair<std::uint32_t, uids> collapse(const diff_side& side, std::uint32_t x) {
    for (;;) {
      if (side.is_launch(x)) return {x, {}};
      if (side.is_op(x)) {
        const uids all = side.children(x);
        if (std::any_of(all.begin(), all.end(), [&](std::uint32_t c) { return side.is_launch(c); })) return {x, {}};
      }
      uids below = side.children_on_path(x);
      if (below.size() != 1) return {x, std::move(below)};
      x = below[0];
    }
  }

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

  /// Pairs nodes of equal name again, most similar first.
  void pair_same_names(const uids& a, const uids& b, std::vector<aligned>& path) const {
    std::map<std::uint32_t, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> names;
    for (std::size_t i = 0; i < a.size(); ++i) names[a_.strict(a[i])].first.push_back(i);
    for (std::size_t j = 0; j < b.size(); ++j) names[b_.strict(b[j])].second.push_back(j);
    std::set<std::uint32_t> paired;
    std::set<std::pair<std::size_t, std::size_t>> old_pairs, new_pairs;
    for (const aligned& p : path)
      if (p.both()) paired.insert(a_.strict(a[p.a]));
    std::set<std::size_t> taken_a, taken_b;
    std::set<std::uint32_t> redone;
    for (const std::uint32_t name : paired) {
      const auto& [in_a, in_b] = names[name];
      constexpr std::size_t most = 4'000'000;
      if ((in_a.size() < 2 && in_b.size() < 2) || in_a.size() > most / in_b.size()) continue;
      redone.insert(name);
    }
    for (const aligned& p : path)
      if (p.both() && redone.contains(a_.strict(a[p.a]))) old_pairs.emplace(p.a, p.b);
    struct candidate {
      std::size_t levels, overlap, other, a, b;
    };
    for (const std::uint32_t name : redone) {
      const auto& [in_a, in_b] = names[name];
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
          &candidate::a,
                                     &candidate::b);
      for (const candidate& c : all)
        if (!taken_a.contains(c.a) && !taken_b.contains(c.b)) {
          taken_a.insert(c.a), taken_b.insert(c.b);
          new_pairs.emplace(c.a, c.b);
        }
    }
    if (new_pairs == old_pairs) return;
    std::erase_if(path, [&](const aligned& p) {
      return (p.a != aligned::none && taken_a.contains(p.a)) || (p.b != aligned::none && taken_b.contains(p.b));
    });
    std::set<std::size_t> left_a, left_b;  // nodes whose partner was paired with another node
    for (const auto& [i, j] : old_pairs) {
      if (!taken_a.contains(i)) left_a.insert(i);
      if (!taken_b.contains(j)) left_b.insert(j);
    }
    for (const std::size_t i : left_a) path.push_back({i, aligned::none});
    for (const std::size_t j : left_b) path.push_back({aligned::none, j});
    for (const auto& [i, j] : new_pairs) path.push_back({i, j});
  }

  std::vector<aligned> align(const uids& a, const uids& b) const {
    std::vector<aligned> path = edit_path(a, b, [&](std::uint32_t e) { return a_.strict(e); },
                                          [&](std::uint32_t e) { return b_.strict(e); });
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

  using pair_list = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  static void sort_out(const std::vector<aligned>& path, const uids& a, const uids& b, pair_list& both, uids& in_a,
      uids& in_b) {
    for (const aligned& p : path) {
      if (p.both()) both.emplace_back(a[p.a], b[p.b]);
      else if (p.a != aligned::none) in_a.push_back(a[p.a]);
      else in_b.push_back(b[p.b]);
    }
  }

  /// Replaces one of two unmatched nodes by its children if the other node is found among them.
  bool unwrap(uids& in_a, uids& in_b) const {
    std::vector<bool> gone_a(in_a.size()), gone_b(in_b.size());
    uids more_a, more_b;
    const auto names = [](const diff_side& s, const uids& list) {
      uids all;
      for (const std::uint32_t e : list) all.push_back(s.strict(e));
      return all;
    };
    constexpr std::size_t most = 1'000'000;
    if (in_a.size() * in_b.size() > most) return false;
    std::vector<uids> below_b;
    for (const std::uint32_t y : in_b) below_b.push_back(b_.children_on_path(y));
    bool any = false;
    for (std::size_t i = 0; i < in_a.size(); ++i) {
      const std::uint32_t x = in_a[i];
      if (a_.is_work(x) || a_.is_launch(x)) continue;
      const uids kids_x = a_.children_on_path(x), names_x = names(a_, kids_x);
      for (std::size_t j = 0; j < in_b.size(); ++j) {
        const std::uint32_t y = in_b[j];
        if (b_.is_work(y) || b_.is_launch(y)) continue;
        const uids& kids_y = below_b[j];
        const uids names_y = names(b_, kids_y);
        const bool in_y = std::find(names_y.begin(), names_y.end(), a_.strict(x)) != names_y.end();
        const bool in_x = std::find(names_x.begin(), names_x.end(), b_.strict(y)) != names_x.end();
        const bool alike = !in_y && !in_x && !kids_x.empty() && names_x == names_y;
        if ((in_y || alike) && !gone_b[j]) gone_b[j] = true, more_b.insert(more_b.end(), kids_y.begin(), kids_y.end());
        if (((in_x && !in_y) || alike) && !gone_a[i])
          gone_a[i] = true, more_a.insert(more_a.end(), kids_x.begin(), kids_x.end());
        any = any || in_y || in_x || alike;
      }
    }
    if (!any) return false;
    for (std::size_t i = 0; i < in_a.size(); ++i)
      if (!gone_a[i]) more_a.push_back(in_a[i]);
    for (std::size_t j = 0; j < in_b.size(); ++j)
      if (!gone_b[j]) more_b.push_back(in_b[j]);
    in_a = std::move(more_a), in_b = std::move(more_b);
    by_start(a_, in_a), by_start(b_, in_b);
    return true;
  }

  std::vector<todo> children_of_pair(std::uint32_t id) {
    merged_node& node = out_.nodes[id];
    uids a = a_.children_on_path(node.base), b = b_.children_on_path(node.next);
    const uids path_a = a, path_b = b;
    add_same_named(a_, node.base, path_b, b_, a);
    add_same_named(b_, node.next, path_a, a_, b);
    by_start(a_, a), by_start(b_, b);
    if (a.size() != b.size() && (a.size() == 1 || b.size() == 1)) {
      const bool first = a.size() == 1;
      auto [at, below] = first ? collapse(a_, a[0]) : collapse(b_, b[0]);
      if (!below.empty()) {
        (first ? node.base : node.next) = at;
        (first ? a : b) = std::move(below);
        by_start(first ? a_ : b_, first ? a : b);
      }
    }
    pair_list both;
    uids in_a, in_b;
    sort_out(match(a, b), a, b, both, in_a, in_b);
    if (!in_a.empty() && !in_b.empty() && unwrap(in_a, in_b)) {
      const uids rest_a = std::exchange(in_a, {}), rest_b = std::exchange(in_b, {});
      sort_out(match(rest_a, rest_b), rest_a, rest_b, both, in_a, in_b);
    }
    if (!in_a.empty() && !in_b.empty()) {
      uids reached_a, reached_b;
      for (const std::uint32_t x : in_a) reached_a.push_back(collapse(a_, x).first);
      for (const std::uint32_t y : in_b) reached_b.push_back(collapse(b_, y).first);
      in_a.clear(), in_b.clear();
      uids rest_a, rest_b;
      sort_out(align(reached_a, reached_b), reached_a, reached_b, both, rest_a, rest_b);
      sort_out(edit_path(rest_a, rest_b, [&](std::uint32_t e) { return a_.loose(e); },
                         [&](std::uint32_t e) { return b_.loose(e); }),
               rest_a, rest_b, both, in_a, in_b);
    }
    std::vector<todo> below;
    for (const auto& [x, y] : both) below.push_back({x, y, id});
    for (const std::uint32_t x : in_a) below.push_back({x, missing<std::uint32_t>, id});
    for (const std::uint32_t y : in_b) below.push_back({missing<std::uint32_t>, y, id});
    return below;
  }

  diff_side &a_, &b_;
  merged_trees out_{};
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_{};
};

}  // namespace torch_detail

merged_trees original_merge(diff_side& base, diff_side& next) { return torch_detail::original_merger(base,
    next).merge(); }

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_DIFF_ORIGINAL_MERGE_BODY_HPP
