#ifndef RIDGELINE_TT_RECORD_OP_DETAIL_HPP
#define RIDGELINE_TT_RECORD_OP_DETAIL_HPP

#include <cstdint>
#include <string_view>

#include <ridgeline/core/units.hpp>

namespace ridgeline {

/// Data in a row of an ops report beyond its `tt_op`, which advice uses and reports do not show. Unknown numbers are
/// negative, unknown times are missing.
struct tt_op_detail {
  time_quantity firmware = missing<time_quantity>;      ///< device firmware time, which includes the kernel's
  time_quantity host_time = missing<time_quantity>;     ///< for an op that ran on the host
  time_quantity start_skew = missing<time_quantity>;    ///< from the first core's start to the last core's
  time_quantity ideal = missing<time_quantity>, compute = missing<time_quantity>, memory = missing<time_quantity>;
  std::int64_t start_cycle = -1, end_cycle = -1;        ///< of the firmware zone
  std::int64_t trace_id = -1;                           ///< id of a captured trace
  std::int64_t sub_device = -1;                         ///< part of the chip that it ran on
  std::uint64_t tensors = 0;                            ///< equal for rows with equal tensors, on any device
  byte_count dram_in = missing<byte_count>, dram_out = missing<byte_count>;  ///< of all inputs in DRAM, of all outputs
  double in3_rows = missing<double>;                    ///< extent Y of INPUT_3, the joint queries of attention
  double in3_elements = missing<double>;                ///< of INPUT_3, what a second cache is updated with
  byte_count in2_element = missing<byte_count>;         ///< of INPUT_2, that cache, if it is in DRAM, else 0
  /// Utilisation of units and links according to the profiler, as fractions.
  double fpu = missing<double>, sfpu = missing<double>, noc = missing<double>, multicast = missing<double>;
  double dram = missing<double>, ethernet = missing<double>, congestion = missing<double>;
  bool has_tensor = false;                              ///< some cell of INPUT_0 is not empty
  std::string_view type{}, arch{}, cache_hit{}, program{};  ///< as spelled in the file; `program` is its hash

  /// The cycles of the device's counter in a nanosecond, as the firmware span has them; missing if it lacks either.
  constexpr double cycles_per_ns() const {
    const bool usable = firmware.in(ns) > 0 && start_cycle >= 0 && end_cycle > start_cycle;
    return usable ? static_cast<double>(end_cycle - start_cycle) / firmware.in(ns) : missing<double>;
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_OP_DETAIL_HPP
