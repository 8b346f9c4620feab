#ifndef RIDGELINE_COMPARE_VERSIONS_BODY_HPP
#define RIDGELINE_COMPARE_VERSIONS_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/compare/step_kinds.hpp>
#include <ridgeline/compare/versions.hpp>
#include <ridgeline/query/key_table.hpp>

namespace ridgeline {

compared_versions versions_of(const std::vector<compared_run>& runs, const step_choice& choice) {
  compared_versions v;
  query_detail::key_table<std::string> labels;
  query_detail::key_table<std::string, std::string, std::string> ops;
  query_detail::key_table<std::uint8_t, std::uint32_t, std::string> pieces;
  for (const compared_run& run : runs) {
    measured_run m{&run, states_of(run, choice), {}, {}, {}, {}};
    query_detail::key_table<std::string> kinds;
    for (std::uint32_t s = 0; s < m.states.size(); ++s)
      if (m.states[s] == step_state::used) m.used.push_back(s), m.kind_of.push_back(kinds.number(run.steps[s].kind));
    if (kinds.size() < 2) m.kind_of.clear();
    std::vector<double> lengths;
    for (const std::uint32_t s : m.used)
      if (run.steps[s].kind.empty()) lengths.push_back(static_cast<double>(run.steps[s].total()));
    if (m.kind_of.empty() && lengths.size() == m.used.size()) m.kind_of = compare_detail::kinds_by_period(lengths);
    for (const compared_op& op : run.ops) {
      m.op_of.push_back(ops.number(op.name, op.dims, op.types));
      if (m.op_of.back() == v.ops.size()) v.ops.push_back(op);
    }
    for (const compared_piece& p : run.pieces) {
      const std::uint32_t op = m.op_of[p.op];
      m.piece_of.push_back(pieces.number(static_cast<std::uint8_t>(p.part), op, p.kernel));
      if (m.piece_of.back() == v.pieces.size()) v.pieces.push_back({p.part, op, p.kernel});
    }
    const std::uint32_t at = labels.number(run.label);
    if (at == v.all.size()) v.all.push_back({run.label, {}});
    v.all[at].runs.push_back(std::move(m));
  }
  return v;
}

std::vector<counted_share> shares_of(const version& of, std::vector<step_share> compared_step::*list,
                                     std::vector<std::uint32_t> measured_run::*number, std::size_t size,
                                     std::int64_t most) {
  std::vector<counted_share> sums(size);
  for (const measured_run& r : of.runs) {
    for (const std::uint32_t s : r.used) {
      if (most-- <= 0) return sums;
      for (const step_share& share : r.run->steps[s].*list) {
        counted_share& sum = sums[(r.*number)[share.of]];
        sum.calls += share.calls;
        sum.time += share.time;
      }
    }
  }
  return sums;
}

op_series::op_series(const version& of, std::size_t ops) : of_(ops) {
  for (const measured_run& r : of.runs) {
    const auto run = static_cast<std::uint32_t>(lengths_.size());
    lengths_.push_back(r.used.size());
    for (std::uint32_t i = 0; i < r.used.size(); ++i)
      for (const step_share& share : r.run->steps[r.used[i]].ops)
        of_[r.op_of[share.of]].push_back({run, i, share.time});
  }
}

std::vector<std::vector<double>> op_series::of_op(std::uint32_t op) const {
  std::vector<std::vector<double>> all;
  for (const std::size_t n : lengths_) all.emplace_back(n, 0.0);
  for (const entry& e : of_[op]) all[e.run][e.step] += static_cast<double>(e.time);
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_VERSIONS_BODY_HPP
