#ifndef RIDGELINE_XLA_SHEET_MODULES_HPP
#define RIDGELINE_XLA_SHEET_MODULES_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

/// A program on a device of TPUs or on the host: what its executions took. Times are microseconds.
struct jax_module {
  std::int64_t pid = 0;
  std::string_view name{};
  std::int64_t executions = missing<std::int64_t>;  ///< missing where nothing tells one from the next
  statistics time{};            ///< from begin to end of an execution
  double ops = 0;               ///< in which its ops ran, without those inside of others
  double of_all = missing<double>;  ///< of all ops of the device
  flop_count flops = missing<flop_count>;  ///< of the ops whose FLOP are known
  byte_count bytes = missing<byte_count>;  ///< of the ops whose bytes are known

  flop_rate rate() const { return ops > 0 ? flops / (ops * us) : missing<flop_rate>; }
};

/// The programs of each device, the longest first: executions are the events of the line `XLA Modules`, else the values
/// of `run_id`, from the first op to the last. Streams of GPUs have none.
std::vector<jax_module> modules_of(const jax_result& r);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_MODULES_HPP
