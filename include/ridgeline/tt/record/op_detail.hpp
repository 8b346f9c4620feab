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
  std::uint64_t tensors = 0;                            ///< equal for rows whose tensors are equal
  byte_count dram_in = missing<byte_count>, dram_out = missing<byte_count>;  ///< of all inputs, outputs in DRAM
  double in3_rows = missing<double>;                    ///< extent Y of INPUT_3: of the joint queries of an attention
  /// What the profiler says of how busy units and links were; shares of 1.
  double fpu = missing<double>, sfpu = missing<double>, noc = missing<double>, multicast = missing<double>;
  double dram = missing<double>, ethernet = missing<double>, congestion = missing<double>;
  bool has_tensor = false;                              ///< something stands in a cell of INPUT_0
  std::string_view type{}, arch{}, cache_hit{};         ///< as the file spells them
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_OP_DETAIL_HPP
