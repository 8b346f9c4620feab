#ifndef RIDGELINE_XLA_SHEET_CALLS_HPP
#define RIDGELINE_XLA_SHEET_CALLS_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/xla/op/kernel.hpp>

namespace ridgeline {

/// A kernel: one run on a stream, or one op of a TPU or of the host. Times in microseconds, as shown in sheets.
struct jax_kernel {
  const xla_kernel_kind* kind = nullptr;
  const xla_instruction* in = nullptr;
  double microseconds = 0;         ///< without nested ops
  double whole = 0;                ///< with nested ops
  double latency = missing<double>;  ///< from the start of its launch on the host to its start
  std::int64_t pid = 0;
  std::uint32_t uid = 0;           ///< its number among the device events
  std::uint32_t line = 0;
};

/// One execution of an instruction, with all its kernels. Times in microseconds.
struct jax_call {
  const xla_instruction* in = nullptr;
  const xla_kernel_kind* kind = nullptr;  ///< kind of the first kernel that has a model, else of the first
  const jax_kernel* first = nullptr;
  const jax_kernel* longest = nullptr;    ///< gives the call its name if there are several kernels
  std::int64_t kernels = 0;
  double microseconds = 0;                ///< total of its kernels
  double span = 0;                        ///< from the first start to the last end
  double start = 0;                       ///< since the first event of the file's devices

  /// FLOP according to a TPU's plane, else the model, else the products and convolutions in it; missing if there are
  /// none.
  flop_count flops() const {
    if (known(kind->recorded_flops)) return kind->recorded_flops;
    return kind->cost.fits ? kind->cost.flops : in->flops;
  }
  /// Bytes according to a TPU's plane, else the model, else the shapes of the instruction.
  byte_count bytes() const {
    if (known(kind->recorded_bytes)) return kind->recorded_bytes;
    return kind->cost.fits ? kind->cost.bytes : in->traffic;
  }
  /// The chip's peak that applies.
  math peak() const { return kind->cost.fits ? kind->cost.peak : kind->peak; }
  intensity at() const { return flops() / bytes(); }
  time_quantity time() const { return microseconds > 0 ? microseconds * us : missing<time_quantity>; }
  /// Rates and roofs are those of the work done in `time()`: missing for a call that only starts it.
  flop_rate rate() const { return kind->starts ? missing<flop_rate> : flops() / time(); }
  bandwidth moved() const { return kind->starts ? missing<bandwidth> : bytes() / time(); }
  /// The minimum time on a chip, of calls that take `took`; a limit is missing if the work or the chip's figure is
  /// unknown.
  roof over(const hw::roofs& on, time_quantity took) const {
    if (kind->starts) return {missing<time_quantity>, missing<time_quantity>};
    return {on.least_time(flops(), peak(), took), bytes() / on.memory};
  }
  roof over(const hw::roofs& on) const { return over(on, time()); }
};

struct jax_result;

namespace xla_detail {

/// The executions of the kernels of `r`. Each op of a TPU or of the host is one. Consecutive kernels of one
/// instruction on a stream are one execution, or several if the same kernels repeat, of which the first or last may be
/// cut. Kernels without a known instruction are in none.
std::vector<jax_call> calls_of(const jax_result& r);

}  // namespace xla_detail

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_CALLS_HPP
