#ifndef RIDGELINE_XLA_SHEET_MODULES_HPP
#define RIDGELINE_XLA_SHEET_MODULES_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

/// A program on a TPU device or on the host, with the times of its executions. Times in microseconds.
struct jax_module {
  std::int64_t pid = 0;
  std::string_view name{};
  std::int64_t executions = missing<std::int64_t>;  ///< missing if they cannot be told apart
  statistics time{};            ///< from begin to end of an execution
  double ops = 0;               ///< time of its ops, without nested ops
  double of_all = missing<double>;  ///< fraction of all ops of the device
  flop_count flops = missing<flop_count>;  ///< of the ops with known FLOP
  byte_count bytes = missing<byte_count>;  ///< of the ops with known bytes

  flop_rate rate() const { return ops > 0 ? flops / (ops * us) : missing<flop_rate>; }
};

/// The programs of each device, longest first. Executions are the events of the line `XLA Modules`, else they are
/// derived from the values of `run_id`, each from its first op to its last. Empty for GPU traces.
std::vector<jax_module> modules_of(const jax_result& r);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_MODULES_HPP
