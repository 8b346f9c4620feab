#ifndef RIDGELINE_RANKS_SHEET_JAX_RANKS_HPP
#define RIDGELINE_RANKS_SHEET_JAX_RANKS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/ranks/rank_facts.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

/// The devices of a profile as ranks: their collectives by the program's instructions, their steps, their time. Ranks
/// are numbered from `first` on, by the devices' order in the file: hosts one behind the other are one experiment. A
/// collective's group is its instruction, and its number there that of the execution, by which devices are matched.
std::vector<rank_facts> jax_ranks(const jax_result& report, const std::string& path, std::int64_t first);

/// The sheets of a JAX report that compare devices: `device_steps`, and where there are collectives `collectives`,
/// `collective_matching`, `long`; of several devices also `straggler_verdict`, `stragglers`, `what_if` and
/// `clock_offsets`.
std::vector<table> jax_rank_tables(const rank_comparison& c);

/// The names of all sheets that there can be.
std::vector<std::string> jax_rank_sheet_names();

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_JAX_RANKS_HPP
