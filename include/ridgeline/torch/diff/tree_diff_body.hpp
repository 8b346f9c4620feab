#ifndef RIDGELINE_TORCH_DIFF_TREE_DIFF_BODY_HPP
#define RIDGELINE_TORCH_DIFF_TREE_DIFF_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/query/align.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/diff/side.hpp>
#include <ridgeline/torch/diff/tree_diff.hpp>

namespace ridgeline {

namespace torch_detail {

/// The ops of one tree that have GPU work, numbered in calling order, with the work that is directly theirs.
class op_tree {
 public:
  struct work {
    std::int64_t calls = 0, time = 0;
  };

  explicit op_tree(const call_tree& tree) : tree_(&tree) {
    const torch_trace& trace = tree.trace();
    compared_.resize(trace.texts.bound()), hashes_.resize(trace.texts.bound());
    std::vector<std::uint32_t> inner(trace.events.size(), nowhere);  // nearest op at or above each event
    const auto around = [&](std::uint32_t e) {
      const std::uint32_t parent = tree.parent_of(e);
      return known(parent) ? inner[parent] : nowhere;
    };
    query_detail::key_table<std::uint32_t, std::uint32_t> shapes;
    for (const std::uint32_t e : tree.order()) {
      const torch_event& event = trace.events[e];
      if (is_gpu(event.category)) continue;
      inner[e] = around(e);
      if (event.category != kineto_category::cpu_op || !tree.has_gpu_work(e)) continue;
      const symbol dims = trace.arguments(event).input_dims;
      above_.push_back(inner[e]);
      inner[e] = static_cast<std::uint32_t>(ops_.size());
      if (!known(above_.back())) tops_.push_back(inner[e]);
      const std::uint32_t shape =
          shapes.number(static_cast<std::uint32_t>(event.name), static_cast<std::uint32_t>(dims));
      if (shape == shapes_.size()) shapes_.push_back({event.name, dims});
      ops_.push_back({e, shape, {}, 0});
    }
    merge_sorted_runs(tops_, [&](std::uint32_t x, std::uint32_t y) { return start(x) < start(y); });
    add_work(around);
    for (std::uint32_t i = static_cast<std::uint32_t>(ops_.size()); i-- > 0;)  // descendants come later
      if (known(above_[i])) ops_[above_[i]].likeness += ops_[i].likeness * 31 + hash_of_name(name_id(i));
    children_ = grouped(above_, ops_.size());
  }

  /// Numbers names, and names with shapes, consistently with the other tree.
  void share_names(diff_names& names, query_detail::key_table<std::uint32_t, std::string>& shapes) {
    strict_.assign(compared_.size(), nowhere);
    for (named_shape& s : shapes_) {
      std::uint32_t& strict = strict_[index_of(s.name)];
      if (!known(strict)) hash_of_name(s.name), strict = names.number(compared_[index_of(s.name)]);
      s.number = shapes.number(strict, known(s.dims) ? tree_->trace().text(s.dims) : std::string_view());
    }
    compared_ = {};
  }

  const work& own(std::uint32_t op) const { return ops_[op].own; }
  symbol name_id(std::uint32_t op) const { return tree_->trace().events[ops_[op].event].name; }
  std::string_view text(symbol name) const { return tree_->trace().text(name); }
  symbol name_of_event(std::uint32_t event) const { return tree_->trace().events[event].name; }
  std::uint32_t strict(std::uint32_t op) const { return strict_[index_of(name_id(op))]; }
  std::uint32_t shape_number(std::uint32_t op) const { return shapes_[ops_[op].shape].number; }
  /// Equal for ops with the same kernels and ops below them.
  std::uint64_t likeness(std::uint32_t op) const { return ops_[op].likeness; }
  const std::vector<std::uint32_t>& tops() const { return tops_; }
  /// GPU events that no launch reaches.
  const std::vector<std::uint32_t>& unlinked() const { return unlinked_; }
  std::int64_t time_of(std::uint32_t event) const {
    const duration t = tree_->trace().events[event].time;
    return known(t) ? t.base() : 0;
  }
  /// The nearest op around an op that has GPU work; missing for the topmost.
  std::uint32_t above(std::uint32_t op) const { return above_[op]; }
  std::size_t size() const { return ops_.size(); }
  void add_children(std::uint32_t op, std::vector<std::uint32_t>& to) const {
    const grouping::slice own = children_.of(op);
    to.insert(to.end(), own.begin(), own.end());
  }

 private:
  static constexpr std::uint32_t nowhere = missing<std::uint32_t>;
  struct op_record {
    std::uint32_t event, shape;  ///< shape: index in `shapes_`
    work own;
    std::uint64_t likeness;
  };
  struct named_shape {
    symbol name, dims;
    std::uint32_t number = nowhere;
  };

  template <class Around>
  void add_work(Around around) {
    const std::vector<torch_event>& events = tree_->trace().events;
    for (std::uint32_t e = 0; e < events.size(); ++e) {
      if (!is_gpu(events[e].category) || events[e].phase != chrome_phase::complete) continue;
      const std::uint32_t op = around(e);
      if (!known(op)) {
        unlinked_.push_back(e);
        continue;
      }
      ops_[op].own.calls += 1, ops_[op].own.time += time_of(e);
      ops_[op].likeness += 0x9E3779B97F4A7C15ull * hash_of_name(events[e].name);
    }
  }
  std::int64_t start(std::uint32_t op) const {
    return tree_->clock().start(tree_->trace().events[ops_[op].event]);
  }
  /// The hash of a name in its compared form; each text is hashed once.
  std::uint64_t hash_of_name(symbol name) {
    static constexpr hash_key key = hash_key::from(1);  // rows must not depend on the process
    std::uint64_t& hash = hashes_[index_of(name)];
    if (hash != 0) return hash;
    compared_[index_of(name)] = compared_name(text(name), false);
    return hash = ridgeline::hash_of(compared_[index_of(name)], key) | 1;
  }

  const call_tree* tree_;
  std::vector<op_record> ops_{};
  std::vector<named_shape> shapes_{};
  std::vector<std::uint32_t> above_{}, tops_{}, unlinked_{}, strict_{};  // above_: the nearest op around each
  grouping children_{};
  std::vector<std::string> compared_{};   // by text
  std::vector<std::uint64_t> hashes_{};   // their hashes; 0: not computed yet
};

class tree_differ {
 public:
  tree_differ(const call_tree& a, const call_tree& b) {
    const call_tree* const trees[] = {&a, &b};
    std::optional<op_tree> made[2];
    parallel_for(2, default_threads(), [&](std::size_t i, unsigned) { made[i].emplace(*trees[i]); });
    diff_names names;
    query_detail::key_table<std::uint32_t, std::string> shapes;
    for (std::optional<op_tree>& tree : made) tree->share_names(names, shapes);
    a_ = std::move(made[0]), b_ = std::move(made[1]);
    place_of_a_.assign(a_->size(), nowhere), place_of_b_.assign(b_->size(), nowhere);
  }

  std::vector<tree_diff_row> rows() {
    std::vector<lists> open{{a_->tops(), b_->tops()}};
    while (!open.empty()) {
      const lists l = std::move(open.back());
      open.pop_back();
      match(l, open);
    }
    add_unlinked(*a_, false);
    add_unlinked(*b_, true);
    std::vector<tree_diff_row> out;
    for (place& p : places_) {
      if (p.row.base_calls == 0 && p.row.next_calls == 0) continue;
      p.row.path = path_of(p);
      out.push_back(p.row);
    }
    return std::move(out) | sort_by(desc([](const tree_diff_row& r) { return r.delta() < 0 ? -r.delta() : r.delta(); }),
                                    desc([](const tree_diff_row& r) { return r.base + r.next; }), &tree_diff_row::path);
  }

 private:
  using list = std::vector<std::uint32_t>;
  static constexpr std::uint32_t nowhere = missing<std::uint32_t>;
  /// Ops of both sides that are to be paired: the children of a pair, or of several ops that have no partner.
  struct lists {
    list a, b;
  };
  struct place {
    tree_diff_row row{};
    std::uint32_t above = nowhere;
  };

  /// Pairs entries with equal keys and removes them from the lists.
  template <class KeyA, class KeyB>
  void pair_by(list& a, list& b, KeyA key_a, KeyB key_b, bool in_order, std::vector<std::pair<std::uint32_t,
      std::uint32_t>>& pairs) {
    if (a.empty() || b.empty()) return;
    query_detail::key_table<std::uint64_t> keys;
    std::vector<std::uint32_t> x, y;
    for (const std::uint32_t e : a) x.push_back(keys.number(static_cast<std::uint64_t>(key_a(e))));
    for (const std::uint32_t e : b) y.push_back(keys.number(static_cast<std::uint64_t>(key_b(e))));
    std::optional<matched_positions> found;
    if (in_order) {
      std::size_t budget = 64 * (x.size() + y.size()) + 100'000;  // steps; after that, pairs by occurrence
      found = common_subsequence(x, y, budget);
    }
    if (!found) {
      std::vector<std::vector<std::size_t>> places(keys.size());
      for (std::size_t j = y.size(); j-- > 0;) places[y[j]].push_back(j);
      found.emplace();
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (places[x[i]].empty()) continue;
        found->emplace_back(i, places[x[i]].back());
        places[x[i]].pop_back();
      }
    }
    std::vector<bool> gone_a(a.size()), gone_b(b.size());
    for (const auto& [i, j] : *found) pairs.emplace_back(a[i], b[j]), gone_a[i] = true, gone_b[j] = true;
    const auto keep = [](list& l, const std::vector<bool>& gone) {
      list rest;
      for (std::size_t i = 0; i < l.size(); ++i)
        if (!gone[i]) rest.push_back(l[i]);
      l = std::move(rest);
    };
    keep(a, gone_a), keep(b, gone_b);
  }

  void match(const lists& l, std::vector<lists>& open) {
    const auto strict_a = [&](std::uint32_t e) { return a_->strict(e); };
    const auto strict_b = [&](std::uint32_t e) { return b_->strict(e); };
    const auto like_a = [&](std::uint32_t e) { return a_->likeness(e); };
    const auto like_b = [&](std::uint32_t e) { return b_->likeness(e); };
    const bool same_names = l.a.size() == l.b.size() &&
                            std::equal(l.a.begin(), l.a.end(), l.b.begin(), [&](std::uint32_t x, std::uint32_t y) {
                              return strict_a(x) == strict_b(y);
                            });
    if (same_names) {  // shapes add nothing to what the order shows
      for (std::size_t i = 0; i < l.a.size(); ++i) add_pair(above_a(l.a[i]), l.a[i], l.b[i], open);
      return;
    }
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    list a = l.a, b = l.b;
    pair_by(a, b, [&](std::uint32_t e) { return a_->shape_number(e); },
            [&](std::uint32_t e) { return b_->shape_number(e); }, true, pairs);
    pair_by(a, b, strict_a, strict_b, true, pairs);
    pair_by(a, b, strict_a, strict_b, false, pairs);
    pair_by(a, b, like_a, like_b, true, pairs);
    for (const auto& [x, y] : pairs) add_pair(above_a(x), x, y, open);
    unwrapped of_a, of_b;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> moved;
    const bool inner_a = unwrap(*a_, a, b, of_a, [&](list& inner, list& others) {
      moved.clear();
      pair_by(inner, others, strict_a, strict_b, false, moved);
      return moved.size();
    });
    const bool inner_b = !inner_a && unwrap(*b_, b, a, of_b, [&](list& inner, list& others) {
      moved.clear();
      pair_by(others, inner, strict_a, strict_b, false, moved);
      return moved.size();
    });
    if (!inner_a) of_a = once(*a_, a);
    if (!inner_b) of_b = once(*b_, b);
    if (!inner_a && !inner_b) moved.clear();
    for (const auto& [x, y] : moved) add_pair(around_a(x), x, y, open);  // both are below what is around the wrappers
    for (const std::uint32_t x : of_a.wrappers) add(place_of_a_[x] = number(above_a(x), x, nowhere), a_->own(x), {});
    for (const std::uint32_t y : of_b.wrappers) add(place_of_b_[y] = number(above_b(y), nowhere, y), {}, b_->own(y));
    if (!of_a.below.empty() || !of_b.below.empty()) open.push_back({std::move(of_a.below), std::move(of_b.below)});
  }
  /// Ops without a partner, and what is below them.
  struct unwrapped {
    list wrappers{}, below{};
  };
  static unwrapped once(const op_tree& tree, const list& ops) {
    unwrapped u{ops, {}};
    for (const std::uint32_t x : ops) tree.add_children(x, u.below);
    return u;
  }
  /// For wrappers that only one side has, the partners of what is in them may be their siblings. Looks for them below
  /// `ops` at the least depth at which some pair, or, from the second level on, half of the shorter list. `pair` takes
  /// pairs out of both lists and returns their number; false and nothing changed if there are none.
  template <class Pair>
  static bool unwrap(const op_tree& tree, const list& ops, list& others, unwrapped& to, Pair pair) {
    unwrapped u = once(tree, ops);
    for (int depth = 1; depth <= 8 && !u.below.empty(); ++depth) {
      list inner = u.below, rest = others;
      const std::size_t least = depth == 1 ? 1 : (std::min(inner.size(), rest.size()) + 1) / 2;
      if (!rest.empty() && pair(inner, rest) >= least) {
        others = std::move(rest);
        u.below = std::move(inner);
        to = std::move(u);
        return true;
      }
      list next;
      for (const std::uint32_t x : u.below) {
        const std::size_t before = next.size();
        tree.add_children(x, next);
        (next.size() == before ? next : u.wrappers).push_back(x);
      }
      u.below = std::move(next);
    }
    return false;
  }
  /// The place of the op around an op. It was found before, as lists are matched from the top.
  std::uint32_t above_a(std::uint32_t x) const { return known(a_->above(x)) ? place_of_a_[a_->above(x)] : nowhere; }
  /// The nearest place around an op that was found before.
  std::uint32_t around_a(std::uint32_t x) const {
    do x = a_->above(x);
    while (known(x) && !known(place_of_a_[x]));
    return known(x) ? place_of_a_[x] : nowhere;
  }
  std::uint32_t above_b(std::uint32_t y) const { return known(b_->above(y)) ? place_of_b_[b_->above(y)] : nowhere; }
  void add_pair(std::uint32_t above, std::uint32_t x, std::uint32_t y, std::vector<lists>& open) {
    const std::uint32_t at = number(above, x, y);
    place_of_a_[x] = place_of_b_[y] = at;
    add(at, a_->own(x), b_->own(y));
    lists below;
    a_->add_children(x, below.a);
    b_->add_children(y, below.b);
    if (!below.a.empty() || !below.b.empty()) open.push_back(std::move(below));
  }

  /// The place of a pair below another one: ops of one name at one place form one row.
  std::uint32_t number(std::uint32_t above, std::uint32_t x, std::uint32_t y) {
    const symbol of_a = known(x) ? a_->name_id(x) : missing<symbol>, of_b = known(y) ? b_->name_id(y) : missing<symbol>;
    const std::uint32_t kind = (known(x) ? 1u : 0u) | (known(y) ? 2u : 0u);
    const std::uint32_t at =
        known_.number(above, kind, static_cast<std::uint32_t>(of_a), static_cast<std::uint32_t>(of_b));
    if (at == places_.size())
      places_.push_back({{known(x) ? std::string(a_->text(of_a)) : std::string(),
                          known(y) ? std::string(b_->text(of_b)) : std::string(), {}, known(x), known(y), 0, 0, 0, 0},
                         above});
    return at;
  }
  void add(std::uint32_t at, const op_tree::work& a, const op_tree::work& b) {
    tree_diff_row& r = places_[at].row;
    r.base_calls += a.calls, r.base += a.time;
    r.next_calls += b.calls, r.next += b.time;
  }
  void add_unlinked(const op_tree& of, bool next) {
    for (const std::uint32_t e : of.unlinked()) {
      const std::string_view name = of.text(of.name_of_event(e));
      const std::uint32_t number = unlinked_.number(name);
      if (number == unlinked_places_.size()) {
        unlinked_places_.push_back(static_cast<std::uint32_t>(places_.size()));
        places_.push_back({{}, nowhere});
      }
      const std::uint32_t at = unlinked_places_[number];
      tree_diff_row& r = places_[at].row;
      (next ? r.next_op : r.base_op) = name;
      (next ? r.in_next : r.in_base) = true;
      const op_tree::work one{1, of.time_of(e)};
      add(at, next ? op_tree::work{} : one, next ? one : op_tree::work{});
    }
  }
  std::string path_of(const place& of) const {
    constexpr std::size_t most = 64;  // names; longer paths are cut at the root end
    std::vector<std::string_view> names;
    std::uint32_t above = of.above;
    const auto name = [](const place& p) { return std::string_view(p.row.in_base ? p.row.base_op : p.row.next_op); };
    names.push_back(name(of));
    for (; known(above) && names.size() < most; above = places_[above].above) names.push_back(name(places_[above]));
    std::string path = known(above) ? "... > " : "";
    for (std::size_t i = names.size(); i-- > 0;) path.append(names[i]).append(i == 0 ? "" : " > ");
    return path;
  }

  std::optional<op_tree> a_{}, b_{};  // set once both are built
  list place_of_a_{}, place_of_b_{};  // by op
  std::vector<place> places_{};       // places of ops come first, by their number in `known_`
  query_detail::key_table<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t> known_{};  // names as symbols
  query_detail::key_table<std::string> unlinked_{};
  std::vector<std::uint32_t> unlinked_places_{};
};

inline constexpr auto tree_diff_columns = columns(
    column<"kind">(&tree_diff_row::kind).left(), column<"op (base)">(&tree_diff_row::base_op).left(),
    column<"op (new)">(&tree_diff_row::next_op).left(), column<"path">(&tree_diff_row::path).left(),
    column<"base calls">(&tree_diff_row::base_calls), column<"new calls">(&tree_diff_row::next_calls),
    column<"base (ns)">(&tree_diff_row::base), column<"new (ns)">(&tree_diff_row::next),
    column<"delta (ns)">(&tree_diff_row::delta));

}  // namespace torch_detail

std::vector<tree_diff_row> tree_diff_of(const call_tree& base, const call_tree& next) {
  return torch_detail::tree_differ(base, next).rows();
}

table sheet_of(std::vector<tree_diff_row> rows) {
  return table("tree_diff", std::move(rows), torch_detail::tree_diff_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_DIFF_TREE_DIFF_BODY_HPP
