#ifndef RIDGELINE_XLA_OP_KERNEL_HPP
#define RIDGELINE_XLA_OP_KERNEL_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/xla/op/model.hpp>
#include <ridgeline/xla/record/event.hpp>
#include <ridgeline/xla/tree/link.hpp>

namespace ridgeline {

/// What the sheets show of an instruction; computed once for all kernels that run it.
struct xla_instruction {
  xla_place place{};
  xla_call call{};
  std::string input_dims = "()";     ///< operands as Python tuples
  std::string input_types = "()";
  std::string concrete = "()";
  std::string output_dims = "()", output_types = "()";
  double input_bytes = 0;
  byte_count traffic = missing<byte_count>;  ///< minimum traffic of one execution, derived from shapes only
  flop_count flops = missing<flop_count>;    ///< FLOP of its products and convolutions, derived from shapes only
  hlo_type computes_in = hlo_type::invalid;  ///< operand type of the first of these
  std::string metadata{};            ///< the compiler's metadata about its origin
  std::string details{};             ///< target, operands and outputs, as the end of a Python dictionary
};

/// Equal kernels: of one name, in one instruction of one program.
struct xla_kernel_kind {
  std::string_view name{};
  std::string_view hlo_op{};
  std::string_view hlo_module{};
  std::int64_t program = missing<std::int64_t>;
  std::uint32_t instruction = 0;     ///< index into the list of instructions; 0: unknown
  xla_category category = xla_category::rest;
  xla_work work = xla_work::kernel;
  gpu_lane lane = gpu_lane::compute;
  xla_cost cost{};
  std::string quoted{};              ///< its name as a Python string
  bool unheld = false;               ///< it names a program that the file does not have
  bool executes = false;             ///< its instruction is known, or the device says it executes one
  bool of_graph = false;             ///< it names a whole CUDA graph, or another thing that its program does not have
  std::string_view words{};          ///< TPUs and host: the device's name of the category, else the opcode
  bool starts = false;               ///< TPUs and host: only starts a transfer or other work, which takes its own time
  bool crosses_bus = false;          ///< TPUs and host: a transfer between device and host, by what the device says
  bool described = false;            ///< described by a TPU's plane
  flop_count recorded_flops = missing<flop_count>;  ///< FLOP of one execution according to a TPU's plane
  byte_count recorded_bytes = missing<byte_count>;  ///< bytes, preferably of HBM only, else of all memories
  math peak{};                       ///< the chip's peak that applies if no model gives one

  std::string_view category_name() const { return words.empty() ? name_of(category) : words; }
};

/// The kinds of a trace's device events, the instructions they run, and the kind of each event.
struct xla_kernels {
  std::vector<xla_kernel_kind> kinds;
  std::vector<xla_instruction> instructions;
  std::vector<std::uint32_t> kind_of;    ///< by UID

  const xla_instruction& instruction(const xla_kernel_kind& k) const { return instructions[k.instruction]; }
};

/// Groups the device events of a trace by kind, finds the instruction of each and asks the models for its cost,
/// `own` models first. `communication` defines communication in addition to the built-in kinds; null: nothing more.
xla_kernels kernels_of(const xla_trace& trace, const std::vector<xla_device_event>& events, const xla_faults& faults,
                       xla_problems& problems, xla_model_table own = {},
                       const gpu::communication_table* communication = nullptr);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_KERNEL_HPP
