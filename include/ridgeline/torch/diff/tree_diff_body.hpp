#ifndef RIDGELINE_TORCH_DIFF_TREE_DIFF_BODY_HPP
#define RIDGELINE_TORCH_DIFF_TREE_DIFF_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/query/align.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/diff/side.hpp>
#include <ridgeline/torch/diff/tree_diff.hpp>

namespace ridgeline {

namespace torch_detail {

/// The ops of one tree that have GPU work, with what is theirs alone.
class op_tree {
 public:
  op_tree(const call_tree& tree, diff_names& names) : side_(tree, names) {
    const std::size_t n = tree.trace().events.size();
    own_.resize(n), likeness_.resize(n), shape_.resize(n);
    std::vector<std::uint32_t> ops;
    for (const std::uint32_t e : tree.order()) {
      if (!side_.is_op(e) || !tree.has_gpu_work(e)) continue;
      ops.push_back(e);
      const op_arguments* const args = tree.trace().op(side_.event(e));
      const std::string_view dims = args != nullptr && known(args->input_dims) ? tree.trace().text(args->input_dims)
          : "";
      shape_[e] = names.number("shape " + std::to_string(side_.strict(e)) + " " + std::string(dims));
      const std::uint32_t above = side_.op_above(e);
      if (!known(above)) tops_.push_back(e);
      else kids_.emplace_back(above, e);
    }
    merge_sorted_runs(kids_, [](const auto& x, const auto& y) { return x.first < y.first; });
    merge_sorted_runs(tops_, [&](std::uint32_t x, std::uint32_t y) { return side_.start(x) < side_.start(y); });
    for (std::uint32_t e = 0; e < n; ++e) {
      const torch_event& w = side_.event(e);
      if (!is_gpu(w.category) || w.phase != chrome_phase::complete) continue;
      const std::uint32_t op = side_.op_above(e);
      if (!known(op)) {
        unlinked_.push_back(e);
        continue;
      }
      own_[op].calls += 1, own_[op].time += time_of(e);
      likeness_[op] += 0x9E3779B97F4A7C15ull * (names.number(compared_name(side_.name(e), false)) + 1);
    }
    for (std::size_t i = ops.size(); i-- > 0;)  // what lies below comes behind: add it up from the end
      if (const std::uint32_t above = side_.op_above(ops[i]); known(above))
        likeness_[above] += likeness_[ops[i]] * 31 + side_.strict(ops[i]) + 1;
  }

  struct work {
    std::int64_t calls = 0, time = 0;
  };
  const diff_side& side() const { return side_; }
  const work& own(std::uint32_t op) const { return own_[op]; }
  std::uint32_t shape(std::uint32_t op) const { return shape_[op]; }
  /// Equal for ops whose kernels and ops below are the same.
  std::uint64_t likeness(std::uint32_t op) const { return likeness_[op]; }
  const std::vector<std::uint32_t>& tops() const { return tops_; }
  const std::vector<std::uint32_t>& unlinked() const { return unlinked_; }
  std::int64_t time_of(std::uint32_t e) const {
    const duration t = side_.event(e).time;
    return known(t) ? t.base() : 0;
  }
  void add_children(std::uint32_t op, std::vector<std::uint32_t>& to) const {
    auto at = std::lower_bound(kids_.begin(), kids_.end(), op, [](const auto& k,
        std::uint32_t o) { return k.first < o; });
    for (; at != kids_.end() && at->first == op; ++at) to.push_back(at->second);
  }

 private:
  diff_side side_;
  std::vector<work> own_{};
  std::vector<std::uint64_t> likeness_{};
  std::vector<std::uint32_t> shape_{}, tops_{}, unlinked_{};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> kids_{};  // op, child
};

class tree_differ {
 public:
  tree_differ(const call_tree& a, const call_tree& b) : a_(a, names_), b_(b, names_) {}

  std::vector<tree_diff_row> rows() {
    std::vector<lists> open{{a_.tops(), b_.tops(), nowhere}};
    while (!open.empty()) {
      const lists l = std::move(open.back());
      open.pop_back();
      match(l, open);
    }
    for (const std::uint32_t e : a_.unlinked()) add_unlinked(a_, e, false);
    for (const std::uint32_t e : b_.unlinked()) add_unlinked(b_, e, true);
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
  /// Siblings of both sides that are to be paired, and the place above them.
  struct lists {
    list a, b;
    std::uint32_t above;
  };
  struct place {
    tree_diff_row row{};
    std::uint32_t above = nowhere;
  };

  /// Pairs what keys make equal; takes it out of the lists.
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
      std::size_t budget = 64 * (x.size() + y.size()) + 100'000;  // steps; beyond them occurrences are paired
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
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    list a = l.a, b = l.b;
    const auto strict_a = [&](std::uint32_t e) { return a_.side().strict(e); };
    const auto strict_b = [&](std::uint32_t e) { return b_.side().strict(e); };
    const auto like_a = [&](std::uint32_t e) { return a_.likeness(e); };
    const auto like_b = [&](std::uint32_t e) { return b_.likeness(e); };
    const bool same_names = l.a.size() == l.b.size() &&
                            std::equal(l.a.begin(), l.a.end(), l.b.begin(), [&](std::uint32_t x, std::uint32_t y) {
                              return strict_a(x) == strict_b(y);
                            });
    if (!same_names)  // of equal names shapes tell nothing that the order does not
      pair_by(a, b, [&](std::uint32_t e) { return a_.shape(e); }, [&](std::uint32_t e) { return b_.shape(e); }, true,
          pairs);
    pair_by(a, b, strict_a, strict_b, true, pairs);
    pair_by(a, b, strict_a, strict_b, false, pairs);
    pair_by(a, b, like_a, like_b, true, pairs);
    for (const auto& [x, y] : pairs) {
      const std::uint32_t at = number(l.above, x, y);
      add(at, a_.own(x), b_.own(y));
      descend(x, y, at, open);
    }
    // a wrapper that one side alone has: what is below it may have its partner beside it
    list below_a, below_b;
    for (const std::uint32_t x : a) a_.add_children(x, below_a);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> moved;
    pair_by(below_a, b, strict_a, strict_b, false, moved);
    for (const std::uint32_t y : b) b_.add_children(y, below_b);
    if (moved.empty()) {
      pair_by(a, below_b, strict_a, strict_b, false, moved);
      below_a.clear();
      for (const std::uint32_t x : a) a_.add_children(x, below_a);
    }
    for (const auto& [x, y] : moved) {
      const std::uint32_t at = number(l.above, x, y);
      add(at, a_.own(x), b_.own(y));
      descend(x, y, at, open);
    }
    for (const std::uint32_t x : a) add(number(l.above, x, nowhere), a_.own(x), {});
    for (const std::uint32_t y : b) add(number(l.above, nowhere, y), {}, b_.own(y));
    if (!below_a.empty() || !below_b.empty()) open.push_back({std::move(below_a), std::move(below_b), one_sided(l, a,
        b)});
  }
  std::uint32_t one_sided(const lists& l, const list& a, const list& b) {
    if (!a.empty()) return number(l.above, a.front(), nowhere);
    return b.empty() ? l.above : number(l.above, nowhere, b.front());
  }
  void descend(std::uint32_t x, std::uint32_t y, std::uint32_t at, std::vector<lists>& open) {
    lists below{{}, {}, at};
    a_.add_children(x, below.a);
    b_.add_children(y, below.b);
    if (!below.a.empty() || !below.b.empty()) open.push_back(std::move(below));
  }

  /// The place of a pair below another one: ops of one name at one place are one row.
  std::uint32_t number(std::uint32_t above, std::uint32_t x, std::uint32_t y) {
    const std::string_view of_a = known(x) ? a_.side().name(x) : "", of_b = known(y) ? b_.side().name(y) : "";
    return number(above, known(x), of_a, known(y), of_b);
  }
  std::uint32_t number(std::uint32_t above, bool in_a, std::string_view of_a, bool in_b, std::string_view of_b) {
    const std::uint32_t kind = (in_a ? 1u : 0u) | (in_b ? 2u : 0u);
    const std::uint32_t at = known_.number(above, kind, of_a, of_b);
    if (at == places_.size()) {
      places_.push_back({{std::string(of_a), std::string(of_b), {}, in_a, in_b, 0, 0, 0, 0}, above});
    }
    return at;
  }
  void add(std::uint32_t at, const op_tree::work& a, const op_tree::work& b) {
    tree_diff_row& r = places_[at].row;
    r.base_calls += a.calls, r.base += a.time;
    r.next_calls += b.calls, r.next += b.time;
  }
  void add_unlinked(const op_tree& of, std::uint32_t e, bool next) {
    const std::string_view name = of.side().name(e);
    const std::uint32_t at = known_.number(nowhere - 1, 4u, name, std::string_view());
    if (at == places_.size()) places_.push_back({{}, nowhere});
    tree_diff_row& r = places_[at].row;
    (next ? r.next_op : r.base_op) = name;
    (next ? r.in_next : r.in_base) = true;
    const op_tree::work one{1, of.time_of(e)};
    add(at, next ? op_tree::work{} : one, next ? one : op_tree::work{});
  }
  std::string path_of(const place& of) const {
    constexpr std::size_t most = 64;  // names; deeper ones are cut at the root's end
    std::vector<std::string_view> names;
    std::uint32_t above = of.above;
    const auto name = [](const place& p) { return std::string_view(p.row.in_base ? p.row.base_op : p.row.next_op); };
    names.push_back(name(of));
    for (; known(above) && names.size() < most; above = places_[above].above) names.push_back(name(places_[above]));
    std::string path = known(above) ? "... > " : "";
    for (std::size_t i = names.size(); i-- > 0;) path.append(names[i]).append(i == 0 ? "" : " > ");
    return path;
  }

  diff_names names_{};
  op_tree a_, b_;
  std::vector<place> places_{};
  query_detail::key_table<std::uint32_t, std::uint32_t, std::string, std::string> known_{};
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
