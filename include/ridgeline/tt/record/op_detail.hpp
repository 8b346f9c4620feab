#ifndef RIDGELINE_TT_RECORD_OP_DETAIL_HPP
#define RIDGELINE_TT_RECORD_OP_DETAIL_HPP

#include <cstdint>
#include <string_view>

#include <ridgeline/core/units.hpp>

namespace ridgeline {

/// What a row of an ops report says beside its `tt_op`: what advice reads, and reports do not show. Unknown numbers are
/// negative, unknown times unknown().
struct tt_op_detail {
  time_quantity firmware = missing<time_quantity>;      ///< device firmware time, which holds the kernel's
  time_quantity host_time = missing<time_quantity>;     ///< of an op that ran on the host
  time_quantity start_skew = missing<time_quantity>;    ///< from the first core's start to the last one's
  time_quantity ideal = missing<time_quantity>, compute = missing<time_quantity>, memory = missing<time_quantity>;
  std::int64_t start_cycle = -1, end_cycle = -1;        ///< of the firmware
  std::int64_t trace_id = -1;                           ///< of a captured trace
  std::int32_t available_cores = -1;
  std::uint64_t tensors = 0;                            ///< equal for rows whose tensors are equal
  bool has_tensor = false;                              ///< something stands in a cell of INPUT_0
  std::string_view type{}, arch{}, cache_hit{};         ///< as the file spells them
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_OP_DETAIL_HPP
