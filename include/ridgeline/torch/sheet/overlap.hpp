#ifndef RIDGELINE_TORCH_SHEET_OVERLAP_HPP
#define RIDGELINE_TORCH_SHEET_OVERLAP_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/torch/sheet/ops.hpp>

namespace ridgeline {

/// GPU work of one name that runs at the same time as that of a launch.
struct overlapping_kernel {
  symbol name = missing<symbol>;
  std::int64_t stream = missing<std::int64_t>;
  double time = 0;   ///< mean duration in microseconds
  double share = 0;  ///< mean fraction of the launch's time, to two decimals
};

/// A row of `ops_all_kl_overlap`: launches of one op with equal arguments that overlap with the same kernels.
struct torch_overlap_row : torch_op_row {
  std::vector<overlapping_kernel> overlapping;    ///< of the first launch
  std::vector<statistics> times;                  ///< for each kernel, over all launches; microseconds
  statistics share{};
};

/// `unlinked`: GPU work that no launch reaches also counts as overlapping. If `passed_over` is not null, it receives
/// the number of pieces of GPU work that were not compared with everything that ran at the same time
/// (`gpu_overlaps`).
std::vector<torch_overlap_row> torch_ops_by_overlap(const torch_profile& run, bool unlinked,
                                                    std::uint64_t* passed_over = nullptr);

/// The rows as the sheet `ops_all_kl_overlap`; the run must outlive it.
table sheet_of(std::string name, std::vector<torch_overlap_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OVERLAP_HPP
