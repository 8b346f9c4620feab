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
  double time = 0;   ///< microseconds that it lasts, the mean
  double share = 0;  ///< of the launch's time, the mean; of one, to two decimals
};

/// A row of `ops_all_kl_overlap`: launches of one op with equal arguments that the same kernels overlap.
struct torch_overlap_row : torch_op_row {
  std::vector<overlapping_kernel> overlapping;    ///< of the first of them
  std::vector<statistics> times;                  ///< for each of these, over all of them; microseconds
  statistics share{};
};

/// `unlinked`: GPU work that no launch reaches overlaps the others, too. `passed_over`, where it is not null, becomes
/// how many pieces of GPU work were not compared with all that ran beside them (`gpu_overlaps`).
std::vector<torch_overlap_row> torch_ops_by_overlap(const torch_profile& run, bool unlinked,
                                                    std::uint64_t* passed_over = nullptr);

/// The rows as the sheet `ops_all_kl_overlap`; the run must outlive it.
table sheet_of(std::string name, std::vector<torch_overlap_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_OVERLAP_HPP
