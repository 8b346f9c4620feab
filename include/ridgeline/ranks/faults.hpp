#ifndef RIDGELINE_RANKS_FAULTS_HPP
#define RIDGELINE_RANKS_FAULTS_HPP

#include <ridgeline/core/faults.hpp>

namespace ridgeline {

/// Known faults of TraceLens' multi-rank, collective and fusion tools: one switch per fault, off by default. Each
/// has a row of the same name in docs/deviations.md. Faults that concern a single rank are in `torch_faults`.
struct fleet_faults {
  bool crossing_row_left_out = false;      ///< the row that crosses 99 % of a group's time is not replayed
  bool groups_by_name_alone = false;       ///< process groups with equal names but different members are one group
  bool ranks_by_position = false;          ///< the rank of a collective is its file's position in the list
  bool summary_needs_all_fields = false;   ///< nccl_summary_long has no calls that lack a field but the group
  bool share_of_all_collectives = false;   ///< pct_arrived_last also divides by collectives of other ranks
  bool splits_by_position = false;         ///< the n-th split of an all-to-all goes to rank n, not the group's n-th
  bool splits_are_elements = false;        ///< splits of an all-to-all count elements even if they are rows of a tensor
  bool copies_counted_twice = false;       ///< launchers of copies count in their group and again in Memcpy
  bool ids_spaced_by_first_trace = false;  ///< ids in later traces that are larger collide in the merged trace
  bool collectives_by_listed_names = false;  ///< collective sheets go by a list of names, not by kinds of calls
  bool collectives_of_old_types = false;   ///< sizes of 8-bit floats and of signed bytes are unknown
  bool absent_ranks_left_out = false;      ///< ranks that join no collective of a sheet have no columns or row there
  bool text_pids_shared = false;           ///< process ids and ids given as text are shared by all ranks

  bool groups_of_few_ops = false;          ///< backward convolutions and batch norms are neither grouped nor replayed
  bool driver_checks_results = false;      ///< MIOpenDriver also verifies on the host what it measures

  /// All faults on, as `--parity` selects.
  static constexpr fleet_faults parity();
};

constexpr fleet_faults fleet_faults::parity() { return all_on<fleet_faults>(); }

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_FAULTS_HPP
