#ifndef RIDGELINE_TT_TREE_DEVICE_OPS_HPP
#define RIDGELINE_TT_TREE_DEVICE_OPS_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/query/step.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>

namespace ridgeline {

/// An op of a Tenstorrent ops report as a record for pipelines: a pointer to its row.
class tt_op_record {
 public:
  explicit tt_op_record(const tt_op& op) : op_(&op) {}

  const tt_op& row() const { return *op_; }
  std::string_view name() const { return op_->code; }
  /// Start on the host's clock; missing if not reported.
  time_point start() const { return time_point{} + duration(op_->host_start); }
  /// Kernel duration on the device; missing if unknown.
  duration time() const { return duration(op_->time); }
  std::int64_t device() const { return op_->device < 0 ? missing<std::int64_t> : op_->device; }
  std::int64_t cores() const { return op_->cores < 0 ? missing<std::int64_t> : op_->cores; }

 private:
  const tt_op* op_;
};

/// The ops of a report in its order, without signposts. The report must not move.
std::vector<tt_op_record> ops(const tt_ops& report);
std::vector<tt_op_record> ops(tt_ops&&) = delete;  // The report must outlive its records: name it.
/// Rejects types that have no ops.
template <class Other>
constexpr refused ops(const Other&) {
  static_assert(!std::is_same_v<Other, Other>,
                "ops takes what read_tt_ops_csv gave, when that is checked: ops(*report)");
  return {};
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_TREE_DEVICE_OPS_HPP
