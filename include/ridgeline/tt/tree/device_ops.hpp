#ifndef RIDGELINE_TT_TREE_DEVICE_OPS_HPP
#define RIDGELINE_TT_TREE_DEVICE_OPS_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/query/step.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>

namespace ridgeline {

/// An op of a Tenstorrent ops report as a record for pipelines: a pointer to its row, and when it started.
class tt_op_record {
 public:
  explicit tt_op_record(const tt_op& op, time_point start = missing<time_point>) : op_(&op), start_(start) {}

  const tt_op& row() const { return *op_; }
  std::string_view name() const { return op_->code; }
  /// Start of its kernel on the clock of its device, each of which has its own; a tenth of a microsecond late, since it
  /// is taken to end with its firmware. Missing if the report does not tell the cycle, or the rate of the clock.
  time_point start() const { return start_; }
  /// Start on the host's clock, when the op was submitted, long before or after `start`; missing if not reported.
  time_point host_start() const { return time_point{} + duration(op_->host_start); }
  /// Kernel duration on the device; missing if unknown, or not that of one run, as reports leave it out.
  duration time() const { return duration(has_own_time(*op_) ? op_->time : missing<time_quantity>); }
  std::int64_t device() const { return op_->device < 0 ? missing<std::int64_t> : op_->device; }
  std::int64_t cores() const { return op_->cores < 0 ? missing<std::int64_t> : op_->cores; }

 private:
  const tt_op* op_;
  time_point start_;
};

/// The ops of a report in its order, without signposts; they have a start if the report was read with its details, as
/// `read_tt_ops_csv` does. The report must not move.
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
