#ifndef RIDGELINE_COMPARE_REPLACED_WORK_HPP
#define RIDGELINE_COMPARE_REPLACED_WORK_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/compare/attribution.hpp>
#include <ridgeline/compare/versions.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>

namespace ridgeline::compare_detail {

/// Adds a name that is not yet there.
inline void add_name(std::vector<std::string_view>& names, std::string_view name) {
  for (const std::string_view n : names)
    if (n == name) return;
  names.push_back(name);
}

/// Work that only one side has, although the other side has it too: with another kernel in the same op, or as the same
/// kernel in another op, because an op was renamed, or because a graph replays the kernels on one side.
class replaced_work {
 public:
  replaced_work(const compared_versions& versions, std::span<const counted_share> base,
                std::span<const counted_share> next)
      : versions_(versions), base_(base), next_(next), kinds_(versions.pieces.size(), work_replaced::no),
        groups_(versions.pieces.size(), missing<std::uint32_t>), ops_(numbers_below(versions.ops.size())) {
    using by_op = std::pair<step_part, std::uint32_t>;
    group<by_op>(work_replaced::by_kernel, [&](const numbered_piece& p) { return by_op(p.part, p.op); }, whatever);
    using by_inputs = std::tuple<step_part, std::string_view, std::string_view, std::string_view>;
    group<by_inputs>(work_replaced::by_op, [&](const numbered_piece& p) {
      const compared_op& op = versions_.ops[p.op];
      return by_inputs(p.part, p.kernel, op.dims, op.types);
    }, whatever);
    using by_kernel = std::pair<step_part, std::string_view>;
    if (versions.all.front().runs.front().run->family != run_family::tenstorrent)  // there a kernel has no name
      group<by_kernel>(work_replaced::by_op, [&](const numbered_piece& p) { return by_kernel(p.part, p.kernel); },
                       &without_inputs);
    group_idle();
    list_ops();
  }

  work_replaced of(std::size_t piece) const { return kinds_[piece]; }
  /// The pieces of equal numbers are one for readers.
  std::uint32_t group_of(std::size_t piece) const { return groups_[piece]; }

  /// The op that has all kernels of an op which one side lacks: its name, and of how many more. An empty text if there
  /// is none.
  std::string kept_in(std::uint32_t op) const {
    const lone_op& one = lone_[op];
    const std::vector<std::string_view>& names = names_[root(op)][one.sides[0] ? 1 : 0];
    if (!one.whole || one.sides[0] == one.sides[1] || names.empty()) return {};
    return std::string(names[0]) + (names.size() > 1 ? " and " + std::to_string(names.size() - 1) + " more" : "");
  }

  /// The share of the baseline's work that is in another op on the other side.
  double share_in_other_ops() const {
    double all = 0, moved = 0;
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
      if (versions_.pieces[i].part == step_part::idle) continue;
      all += static_cast<double>(base_[i].time);
      if (kinds_[i] == work_replaced::by_op) moved += static_cast<double>(base_[i].time);
    }
    return all > 0 ? moved / all : 0;
  }

 private:
  /// Pieces with one key: how many there are of each side, and how many of those are of ops without extents.
  struct members {
    std::vector<std::uint32_t> pieces{};
    std::size_t sides[2] = {}, without_inputs[2] = {};
  };
  static bool whatever(const members&) { return true; }
  /// Whether nothing is known against equal extents, as where a graph replays the kernels.
  static bool without_inputs(const members& m) {
    return m.without_inputs[0] == m.sides[0] || m.without_inputs[1] == m.sides[1];
  }
  static bool has(const counted_share& s) { return s.calls != 0 || s.time != 0; }

  template <class Key, class Make, class Fits>
  void group(work_replaced how, Make key_of, Fits fits) {
    std::map<Key, members> all;
    for (std::uint32_t i = 0; i < kinds_.size(); ++i) {
      const numbered_piece& p = versions_.pieces[i];
      const bool in_base = has(base_[i]), in_next = has(next_[i]);
      if (p.part == step_part::idle || in_base == in_next || kinds_[i] != work_replaced::no) continue;
      members& m = all[key_of(p)];
      const std::size_t side = in_base ? 0 : 1;
      m.pieces.push_back(i);
      ++m.sides[side];
      if (!versions_.ops[p.op].has_inputs()) ++m.without_inputs[side];
    }
    for (const auto& [key, m] : all) {
      if (m.sides[0] == 0 || m.sides[1] == 0 || !fits(m)) continue;
      for (const std::uint32_t i : m.pieces) {
        kinds_[i] = how, groups_[i] = m.pieces.front();
        if (how != work_replaced::by_op) continue;
        const std::uint32_t first = root(versions_.pieces[m.pieces.front()].op);
        ops_[root(versions_.pieces[i].op)] = first;
      }
    }
  }
  /// Idle time in front of ops that are grouped.
  void group_idle() {
    std::map<std::uint32_t, members> all;
    for (std::uint32_t i = 0; i < kinds_.size(); ++i) {
      const bool in_base = has(base_[i]), in_next = has(next_[i]);
      if (versions_.pieces[i].part != step_part::idle || in_base == in_next) continue;
      members& m = all[root(versions_.pieces[i].op)];
      m.pieces.push_back(i);
      ++m.sides[in_base ? 0 : 1];
    }
    for (const auto& [op, m] : all)
      if (m.sides[0] != 0 && m.sides[1] != 0)
        for (const std::uint32_t i : m.pieces) kinds_[i] = work_replaced::by_op, groups_[i] = m.pieces.front();
  }
  /// What is asked of each op.
  void list_ops() {
    lone_.resize(ops_.size()), names_.resize(ops_.size());
    for (std::uint32_t i = 0; i < kinds_.size(); ++i) {
      const numbered_piece& p = versions_.pieces[i];
      const bool in_base = has(base_[i]), in_next = has(next_[i]), is_moved = kinds_[i] == work_replaced::by_op;
      if (p.part == step_part::idle || !(in_base || in_next)) continue;
      lone_op& one = lone_[p.op];
      one.whole = one.whole && is_moved;
      one.sides[0] = one.sides[0] || in_base, one.sides[1] = one.sides[1] || in_next;
      if (is_moved) add_name(names_[root(p.op)][in_base ? 0 : 1], versions_.ops[p.op].name);
    }
  }
  std::uint32_t root(std::uint32_t op) const {
    while (ops_[op] != op) op = ops_[op];
    return op;
  }

  struct lone_op {
    bool whole = true;   ///< all of its kernels are in other ops
    bool sides[2] = {};  ///< where it is
  };

  const compared_versions& versions_;
  std::span<const counted_share> base_, next_;
  std::vector<work_replaced> kinds_;
  std::vector<std::uint32_t> groups_, ops_;  ///< by piece; by op: another op of its group, or itself
  std::vector<lone_op> lone_{};
  std::vector<std::array<std::vector<std::string_view>, 2>> names_{};  ///< by root: ops of moved work, of each side
};

}  // namespace ridgeline::compare_detail

#endif  // RIDGELINE_COMPARE_REPLACED_WORK_HPP
