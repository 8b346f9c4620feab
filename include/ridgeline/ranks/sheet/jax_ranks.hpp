#ifndef RIDGELINE_RANKS_SHEET_JAX_RANKS_HPP
#define RIDGELINE_RANKS_SHEET_JAX_RANKS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/ranks/rank_facts.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

/// Treats the devices of a profile as ranks: their collectives by instruction of the program, their steps, their
/// times. Ranks are numbered from `first` in the order of the devices in the file, so that the profiles of several
/// hosts can be read one after the other into one experiment. On a host without other devices, they are those that its
/// ops name, if all do. A collective's group is its instruction; its sequence number is that of the program's
/// execution, missing if the file has no numbers of executions.
std::vector<rank_facts> jax_ranks(const jax_result& report, const std::string& path, std::int64_t first);

/// How many devices the programs run on whose collectives a GPU or TPU profile has; 0 if it has none. If there are more
/// than in all profiles of a run, those of some hosts are missing, and a rank need not be the device of its number.
std::int64_t devices_of_programs(const jax_result& report);

/// A remark if several devices of a host are one rank because its ops do not say which of them ran them.
void remark_on_merged_devices(const jax_result& report, data_quality& quality);

/// A remark if the programs of a run are on `wanted` devices, and the profiles have only `found` of them.
void remark_on_missing_devices(std::int64_t found, std::int64_t wanted, data_quality& quality);

/// The sheets of a JAX report that compare devices: `ranks`, which says which device of which file is which rank, and
/// `device_steps`; if there are collectives, `collectives`, `collective_matching` and `long`; with several devices
/// also `straggler_verdict`, `stragglers`, `what_if` and `clock_offsets`.
std::vector<table> jax_rank_tables(const rank_comparison& c);

/// Which of several devices is slow, as a line of the console; empty for one device, and without collectives.
std::string slow_device_line(const rank_comparison& c);

/// The names of all sheets that `jax_rank_tables` may return.
std::vector<std::string> jax_rank_sheet_names();

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_SHEET_JAX_RANKS_HPP
