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

/// What the sheets say of an instruction, worked out once however many kernels run it.
struct xla_instruction {
  xla_place place{};
  xla_call call{};
  std::string input_dims = "()";     ///< of its operands, Python tuples
  std::string input_types = "()";
  std::string concrete = "()";
  std::string output_dims = "()", output_types = "()";
  double input_bytes = 0;
  byte_count traffic = missing<byte_count>;  ///< that one execution moves at least, by the shapes alone
  flop_count flops = missing<flop_count>;    ///< of the products and convolutions in it, by the shapes alone
  hlo_type computes_in = hlo_type::invalid;  ///< what the first of these multiplies
  std::string metadata{};            ///< the compiler's note on its origin
  std::string details{};             ///< target, operands and outputs, as the end of a Python dictionary
};

/// Kernels that are alike: of one name, in one instruction of one program.
struct xla_kernel_kind {
  std::string_view name{};
  std::string_view hlo_op{};
  std::string_view hlo_module{};
  std::int64_t program = missing<std::int64_t>;
  std::uint32_t instruction = 0;     ///< index to the list of instructions; 0: none is known
  xla_category category = xla_category::rest;
  xla_work work = xla_work::kernel;
  gpu_lane lane = gpu_lane::compute;
  xla_cost cost{};
  std::string quoted{};              ///< its name as a Python text
  bool executes = false;             ///< an instruction is known, or the device says that they are executions of one
  std::string_view words{};          ///< of TPUs and the host: the category in the device's words, else the opcode
  bool described = false;            ///< a TPU's plane says what it is
  flop_count said_flops = missing<flop_count>;  ///< what a TPU's plane says of one execution
  byte_count said_bytes = missing<byte_count>;  ///< of its memory beside the chip, else of all
  math peak{};                       ///< which of a chip's peaks applies where no model says so

  std::string_view category_name() const { return words.empty() ? name_of(category) : words; }
};

/// The kinds of the device events of a trace, the instructions they run, and each event's kind.
struct xla_kernels {
  std::vector<xla_kernel_kind> kinds;
  std::vector<xla_instruction> instructions;
  std::vector<std::uint32_t> kind_of;    ///< by UID

  const xla_instruction& instruction(const xla_kernel_kind& k) const { return instructions[k.instruction]; }
};

/// Sorts the device events of a trace by kind, finds the instruction of each and asks the models for its cost, `own`
/// first. What `communication` calls communication is that, beside what is known to be; null: nothing more.
xla_kernels kernels_of(const xla_trace& trace, const std::vector<xla_device_event>& events, const xla_faults& faults,
                       xla_problems& problems, xla_model_table own = {},
                       const gpu::communication_table* communication = nullptr);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_KERNEL_HPP
