#ifndef RIDGELINE_TORCH_SHEET_HOST_OPS_HPP
#define RIDGELINE_TORCH_SHEET_HOST_OPS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/table/table.hpp>

namespace ridgeline {

class torch_profile;

/// The calls of one op on the host. Times are microseconds.
struct torch_host_op_row {
  std::string_view name{};
  std::int64_t count = 0;
  double self_time = 0;    ///< in the op and in no op that it calls
  double total_time = 0;   ///< with all that it calls; of an op within one of its own name counted for each
  double share = 0;        ///< of the self time of all ops, of one
};

/// What the ops of a run cost on the host, by self time: the report of a trace without GPU work.
std::vector<torch_host_op_row> torch_host_ops(const torch_profile& run);

/// The rows as the sheet `host_ops_summary`.
table sheet_of(std::string name, std::vector<torch_host_op_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_HOST_OPS_HPP
