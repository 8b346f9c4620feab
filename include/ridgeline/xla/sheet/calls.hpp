#ifndef RIDGELINE_XLA_SHEET_CALLS_HPP
#define RIDGELINE_XLA_SHEET_CALLS_HPP

#include <cstdint>
#include <vector>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/xla/op/kernel.hpp>

namespace ridgeline {

/// A kernel: one run on a stream; an op of a TPU or of the host. Times are microseconds, as the sheets show them.
struct jax_kernel {
  const xla_kernel_kind* kind = nullptr;
  const xla_instruction* in = nullptr;
  double microseconds = 0;         ///< without the ops inside of it
  double whole = 0;                ///< with them
  double latency = missing<double>;  ///< from the start of its launch on the host to its own
  std::int64_t pid = 0;
  std::uint32_t uid = 0;           ///< its number among the device events
  std::uint32_t line = 0;
};

/// One execution of an instruction: all its kernels together. Times are microseconds.
struct jax_call {
  const xla_instruction* in = nullptr;
  const xla_kernel_kind* kind = nullptr;  ///< the first of its kernels that a model describes, else the first
  const jax_kernel* first = nullptr;
  const jax_kernel* longest = nullptr;    ///< what it is called after where it has several kernels
  std::int64_t kernels = 0;
  double microseconds = 0;                ///< of its kernels
  double span = 0;                        ///< from the first start to the last end
  double start = 0;                       ///< since the first event of the file's devices

  /// What a TPU's plane says; else by its model, else by the products and convolutions in it; missing without any.
  flop_count flops() const {
    if (known(kind->said_flops)) return kind->said_flops;
    return kind->cost.fits ? kind->cost.flops : in->flops;
  }
  /// What a TPU's plane says; else by its model, else by the shapes of the instruction.
  byte_count bytes() const {
    if (known(kind->said_bytes)) return kind->said_bytes;
    return kind->cost.fits ? kind->cost.bytes : in->traffic;
  }
  /// Which of a chip's peaks applies.
  math peak() const { return kind->cost.fits ? kind->cost.peak : kind->peak; }
  intensity at() const { return flops() / bytes(); }
  time_quantity time() const { return microseconds > 0 ? microseconds * us : missing<time_quantity>; }
  flop_rate rate() const { return flops() / time(); }
  bandwidth moved() const { return bytes() / time(); }
  /// The least time that a chip needs for it; a limit is missing where the work or the chip's figure is not known.
  roof over(const hw::roofs& on) const {
    const flop_count work = flops();
    if (!known(work)) return {missing<time_quantity>, bytes() / on.memory};
    return {work / on.peak_of(hw::spec_of(peak().engine, peak().type)), bytes() / on.memory};
  }
};

struct jax_result;

namespace xla_detail {

/// The executions of the kernels of `r`. An op of a TPU or of the host is one. Kernels of one instruction that follow
/// each other on a stream are one execution; where they are the same kernels again and again, they are as many. Kernels
/// of no known instruction are in none.
std::vector<jax_call> calls_of(const jax_result& r);

}  // namespace xla_detail

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_CALLS_HPP
