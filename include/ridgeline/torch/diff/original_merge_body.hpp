#ifndef RIDGELINE_TORCH_DIFF_ORIGINAL_MERGE_BODY_HPP
#define RIDGELINE_TORCH_DIFF_ORIGINAL_MERGE_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/torch/diff/original.hpp>
#include <ridgeline/torch/diff/original_align_body.hpp>

namespace ridgeline {

namespace torch_detail {

class original_merger {
 public:
  original_merger(diff_side& a, diff_side& b) : a_(a), b_(b), by_name_(a, b) {}

  merged_trees merge() {
    const uids in_a = roots_of(a_), in_b = roots_of(b_);
    std::vector<todo> open;
    for (std::size_t i = std::max(in_a.size(), in_b.size()); i-- > 0;)
      open.push_back({i < in_a.size() ? in_a[i] : missing<std::uint32_t>,
                      i < in_b.size() ? in_b[i] : missing<std::uint32_t>, missing<std::uint32_t>});
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> seen;
    while (!open.empty()) {
      const todo t = open.back();
      open.pop_back();
      const auto [known_as, fresh] = seen.emplace(std::pair{t.a, t.b}, static_cast<std::uint32_t>(out_.nodes.size()));
      const std::uint32_t id = known_as->second;
      if (fresh) out_.nodes.push_back({t.a, t.b, {}});
      (known(t.parent) ? out_.nodes[t.parent].children : out_.roots).push_back(id);
      if (!fresh) continue;
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
    by_start(side, kids);
    if (kids.size() == 1)
      if (auto [at, below] = collapse(side, kids[0]); !below.empty()) node = at, kids = std::move(below);
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

  static uids at_positions(const uids& list, const std::vector<std::size_t>& positions) {
    uids found;
    for (const std::size_t i : positions) found.push_back(list[i]);
    return found;
  }
  /// The positions on one side that a path leaves without a partner, in its order.
  static std::vector<std::size_t> unmatched(const std::vector<aligned>& path, std::size_t aligned::*here) {
    std::vector<std::size_t> found;
    for (const aligned& p : path)
      if (!p.both() && p.*here != aligned::none) found.push_back(p.*here);
    return found;
  }
  /// A path over parts of two lists as one over the lists.
  static void append_path(const std::vector<aligned>& path, const std::vector<std::size_t>& in_a,
                          const std::vector<std::size_t>& in_b, std::vector<aligned>& to) {
    for (const aligned& p : path)
      to.push_back({p.a == aligned::none ? p.a : in_a[p.a], p.b == aligned::none ? p.b : in_b[p.b]});
  }
  static void keep_pairs(std::vector<aligned>& path) {
    std::erase_if(path, [](const aligned& p) { return !p.both(); });
  }

  /// By position in a list: what stands for a node that is replaced.
  using replacements = std::map<std::size_t, uids>;

  /// Finds unmatched nodes around the other side's: one that has the other's name among its children, and two whose
  /// children have the same names.
  void find_wrappers(const uids& a, const uids& b, const std::vector<aligned>& path, replacements& in_a,
                     replacements& in_b) const {
    const std::vector<std::size_t> left_a = unmatched(path, &aligned::a), left_b = unmatched(path, &aligned::b);
    constexpr std::size_t most = 1'000'000;
    if (left_a.size() * left_b.size() > most) return;
    const auto names = [](const diff_side& s, const uids& list) {
      uids all;
      for (const std::uint32_t e : list) all.push_back(s.strict(e));
      return all;
    };
    const auto is_end = [](const diff_side& s, std::uint32_t e) {
      return s.event(e).category == kineto_category::kernel || s.is_launch(e);
    };
    struct node {
      std::size_t at;
      uids kids, names;
    };
    std::vector<node> of_b;
    for (const std::size_t j : left_b) {
      if (is_end(b_, b[j])) continue;
      uids kids = b_.children_on_path(b[j]);
      of_b.push_back({j, kids, names(b_, kids)});
    }
    for (const std::size_t i : left_a) {
      if (is_end(a_, a[i])) continue;
      const uids kids = a_.children_on_path(a[i]), names_x = names(a_, kids);
      for (const node& y : of_b) {
        const bool alike = !kids.empty() && names_x == y.names;
        const bool in_y = std::find(y.names.begin(), y.names.end(), a_.strict(a[i])) != y.names.end();
        const bool in_x = std::find(names_x.begin(), names_x.end(), b_.strict(b[y.at])) != names_x.end();
        if (in_y || alike) in_b[y.at] = y.kids;
        if (in_x || alike) in_a[i] = kids;
      }
    }
  }

  /// Puts in what replaces nodes. Returns where each of the list's nodes stands now.
  static std::map<std::uint32_t, std::size_t> replace(const diff_side& side, uids& list, const replacements& by) {
    uids all;
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (const auto found = by.find(i); found != by.end()) all.insert(all.end(), found->second.begin(),
                                                                       found->second.end());
      else all.push_back(list[i]);
    }
    by_start(side, all);
    list = std::move(all);
    std::map<std::uint32_t, std::size_t> places;
    for (std::size_t i = 0; i < list.size(); ++i) places[list[i]] = i;
    return places;
  }

  /// Replaces wrappers by their children, and aligns what is without a partner again.
  void unwrap(uids& a, uids& b, std::vector<aligned>& path) const {
    replacements in_a, in_b;
    find_wrappers(a, b, path, in_a, in_b);
    if (in_a.empty() && in_b.empty()) return;
    const uids old_a = a, old_b = b;
    const std::map<std::uint32_t, std::size_t> places_a = replace(a_, a, in_a), places_b = replace(b_, b, in_b);
    keep_pairs(path);
    std::vector<bool> paired_a(a.size()), paired_b(b.size());
    for (aligned& p : path) {
      p = {places_a.at(old_a[p.a]), places_b.at(old_b[p.b])};
      paired_a[p.a] = paired_b[p.b] = true;
    }
    std::vector<std::size_t> free_a, free_b;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!paired_a[i]) free_a.push_back(i);
    for (std::size_t j = 0; j < b.size(); ++j)
      if (!paired_b[j]) free_b.push_back(j);
    append_path(by_name_.match(at_positions(a, free_a), at_positions(b, free_b)), free_a, free_b, path);
  }

  /// Goes down through wrappers from each node without a partner, and aligns what is reached.
  void reach(uids& a, uids& b, std::vector<aligned>& path) const {
    const std::vector<std::size_t> left_a = unmatched(path, &aligned::a), left_b = unmatched(path, &aligned::b);
    if (left_a.empty() || left_b.empty()) return;
    for (const std::size_t i : left_a) a[i] = collapse(a_, a[i]).first;
    for (const std::size_t j : left_b) b[j] = collapse(b_, b[j]).first;
    keep_pairs(path);
    const uids reached_a = at_positions(a, left_a), reached_b = at_positions(b, left_b);
    std::vector<aligned> found = by_name_.align(reached_a, reached_b);
    const std::vector<std::size_t> rest_a = unmatched(found, &aligned::a), rest_b = unmatched(found, &aligned::b);
    if (!rest_a.empty() && !rest_b.empty()) {
      keep_pairs(found);
      const uids more_a = at_positions(reached_a, rest_a), more_b = at_positions(reached_b, rest_b);
      append_path(by_name_.align(more_a, more_b, true), rest_a, rest_b, found);
    }
    append_path(found, left_a, left_b, path);
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
      }
    }
    std::vector<aligned> path = by_name_.match(a, b);
    unwrap(a, b, path);
    reach(a, b, path);
    std::vector<todo> below;
    constexpr std::uint32_t none = missing<std::uint32_t>;
    for (const aligned& p : path)
      below.push_back({p.a == aligned::none ? none : a[p.a], p.b == aligned::none ? none : b[p.b], id});
    return below;
  }

  diff_side &a_, &b_;
  original_aligner by_name_;
  merged_trees out_{};
};

}  // namespace torch_detail

merged_trees original_merge(diff_side& base, diff_side& next) { return torch_detail::original_merger(base,
    next).merge(); }

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_DIFF_ORIGINAL_MERGE_BODY_HPP
