#ifndef RIDGELINE_TORCH_SHEET_HOST_OPS_HPP
#define RIDGELINE_TORCH_SHEET_HOST_OPS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/table/table.hpp>

namespace ridgeline {

class torch_profile;

/// The calls of one op on the host. Times in microseconds.
struct torch_host_op_row {
  std::string_view name{};
  std::int64_t count = 0;
  double self_time = 0;    ///< time in the op, excluding ops that begin in it on its thread; never below 0
  double total_time = 0;   ///< time including everything it calls; recursive calls count repeatedly
  double share = 0;        ///< fraction of the self time of all ops
};

/// The host cost of the ops of a run, by self time: the report for a trace without GPU work.
std::vector<torch_host_op_row> torch_host_ops(const torch_profile& run);

/// The rows as the sheet `host_ops_summary`.
table sheet_of(std::string name, std::vector<torch_host_op_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_HOST_OPS_HPP
