#ifndef RIDGELINE_COMPARE_RANK_RUNS_BODY_HPP
#define RIDGELINE_COMPARE_RANK_RUNS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/compare/rank_runs.hpp>
#include <ridgeline/query/key_table.hpp>

namespace ridgeline {

namespace compare_detail {

/// A step common to several ranks: its position on each, and the rank that it is taken from.
struct shared_step {
  std::vector<std::size_t> steps{};
  std::size_t rank = 0;
};

/// For how long a rank waits for communication in a step.
inline std::int64_t wait_of(const std::vector<compared_run>& ranks, const shared_step& s, std::size_t rank) {
  return ranks[rank].steps[s.steps[rank]].parts[static_cast<std::size_t>(step_part::exposed_comm)];
}

/// The rank that waits least for communication over all steps.
inline std::size_t least_waiting(const std::vector<compared_run>& ranks, const std::vector<shared_step>& shared) {
  std::vector<std::int64_t> waits(ranks.size(), 0);
  for (const shared_step& s : shared)
    for (std::size_t r = 0; r < ranks.size(); ++r) waits[r] += wait_of(ranks, s, r);
  return static_cast<std::size_t>(std::min_element(waits.begin(), waits.end()) - waits.begin());
}

/// The rank for which the others wait in a step: of those that are equally long but for 1 %, the one that waits least,
/// or `usual` if that waits as little but for 1 % of the step.
inline std::size_t slowest_in(const std::vector<compared_run>& ranks, const shared_step& s, std::size_t usual) {
  const auto length = [&](std::size_t r) { return ranks[r].steps[s.steps[r]].total(); };
  const std::int64_t longest = length(s.rank);
  const auto alike = [&](std::int64_t more, std::int64_t less) { return more - less <= longest / 100; };
  std::size_t least = s.rank;
  for (std::size_t r = 0; r < ranks.size(); ++r)
    if (alike(longest, length(r)) && wait_of(ranks, s, r) < wait_of(ranks, s, least)) least = r;
  const bool as_little = alike(longest, length(usual)) && alike(wait_of(ranks, s, usual), wait_of(ranks, s, least));
  return as_little ? usual : least;
}

/// The steps of all ranks, in the order of the first rank, each of its longest rank. Ranks that meet in a collective in
/// each step are equally long but for what follows it, although one computes and the others wait: of these, the one
/// that waits least in this step is taken; where that makes no difference, the one that waits least over the run.
inline std::vector<shared_step> shared_steps(const std::vector<compared_run>& ranks) {
  std::vector<shared_step> shared;
  query_detail::key_table<std::string, std::uint32_t> table;
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    query_detail::key_table<std::string> names;
    std::vector<std::uint32_t> met;
    for (std::size_t s = 0; s < ranks[r].steps.size(); ++s) {
      const compared_step& step = ranks[r].steps[s];
      const std::uint32_t name = names.number(step.name);
      if (name == met.size()) met.push_back(0);
      const std::uint32_t at = table.number(step.name, met[name]++);
      if (at == shared.size()) shared.push_back({{}, r});
      shared_step& one = shared[at];
      if (one.steps.size() == r) one.steps.push_back(s);  // else an earlier rank lacks it
      if (one.steps.size() == r + 1 && step.total() > ranks[one.rank].steps[one.steps[one.rank]].total()) one.rank = r;
    }
  }
  std::erase_if(shared, [&](const shared_step& s) { return s.steps.size() != ranks.size(); });
  const std::size_t usual = shared.empty() ? 0 : least_waiting(ranks, shared);
  for (shared_step& s : shared) s.rank = slowest_in(ranks, s, usual);
  return shared;
}

}  // namespace compare_detail

compared_run slowest_of(const std::vector<compared_run>& ranks) {
  compared_run run;
  if (ranks.empty()) return run;
  const compared_run& first = ranks.front();
  run.family = first.family, run.unit = first.unit, run.options = first.options, run.versions = first.versions;
  for (const compared_run& r : ranks) {
    if (run.chip.empty()) run.chip = r.chip;
    if (run.unknowable.empty()) run.unknowable = r.unknowable;
    if (run.incomplete.empty()) run.incomplete = r.incomplete;
    run.devices += r.devices;
    if (known(r.world) && (!known(run.world) || r.world > run.world)) run.world = r.world;
    run.counts.calls += r.counts.calls, run.counts.lost += r.counts.lost;
    run.counts.time += r.counts.time, run.counts.unlinked += r.counts.unlinked;
    run.counts.outside += r.counts.outside;
  }
  const auto count = static_cast<std::int64_t>(ranks.size());
  if (!known(run.world) || run.world < count) run.world = count;
  run.length = step_length::of_slowest_rank;
  run_builder builder(run);
  for (const compare_detail::shared_step& s : compare_detail::shared_steps(ranks)) {
    const compared_run& rank = ranks[s.rank];
    const compared_step& step = rank.steps[s.steps[s.rank]];
    const auto at = static_cast<std::uint32_t>(run.steps.size());
    run.steps.push_back({step.name, step.events, {}, {}, {}, step.kind, step.requests});
    const auto op_of = [&](std::uint32_t of) {
      const compared_op& op = rank.ops[of];
      return builder.op(op.name, op.dims, op.types);
    };
    for (const step_share& share : step.ops) builder.add_op(at, op_of(share.of), share.calls, share.time);
    for (const step_share& share : step.pieces) {
      const compared_piece& piece = rank.pieces[share.of];
      builder.add_piece(at, builder.piece(piece.part, op_of(piece.op), piece.kernel), share.calls, share.time);
    }
  }
  builder.finish();
  return run;
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_RANK_RUNS_BODY_HPP
