#ifndef RIDGELINE_XLA_OP_INSTRUCTION_HPP
#define RIDGELINE_XLA_OP_INSTRUCTION_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/xla/op/call.hpp>
#include <ridgeline/xla/record/event.hpp>
#include <ridgeline/xla/record/faults.hpp>

/// HLO instructions in the form that op models and sheets read. Internal: included by body files only.
namespace ridgeline {

namespace xla_detail {

inline std::vector<std::int64_t> copy_of(const hlo_module& m, hlo_list l) {
  const auto numbers = m.list(l);
  return {numbers.begin(), numbers.end()};
}

}  // namespace xla_detail

/// A shape that is not a tuple, as a tensor.
inline xla_tensor tensor_of(const hlo_module& m, std::uint32_t shape) {
  if (!known(shape)) return {};
  const hlo_shape& s = m.shapes[shape];
  return {s.type, xla_detail::copy_of(m, s.dims), xla_detail::copy_of(m, s.layout), s.has_layout};
}

/// Appends the arrays of a shape, which are those of all its tuples, in order; a token is none. A list has at most
/// 16,384 of them: operands of a file from a stranger may all be the same wide tuple.
inline void append_arrays(std::vector<xla_tensor>& to, const hlo_module& m, std::uint32_t shape) {
  constexpr std::size_t most = std::size_t{1} << 14;
  if (!known(shape) || to.size() >= most) return;
  const hlo_shape& s = m.shapes[shape];
  for (const std::int64_t part : m.list(s.parts))  // recursion is limited by the reader's limit on tuple depth
    append_arrays(to, m, static_cast<std::uint32_t>(part));
  if (facts_of(s.type).bits != 0) to.push_back(tensor_of(m, shape));
}

/// Appends a shape as XLA prints it, `bf16[4096,1024]{1,0}`, with tuples in parentheses and without blanks.
inline void append_shape(std::string& out, const hlo_module& m, std::uint32_t shape) {
  if (!known(shape)) {
    out += '?';
    return;
  }
  const auto list = [&](char open, hlo_list l, char close) {
    out += open;
    bool first = true;
    for (const std::int64_t n : m.list(l)) {
      if (!first) out += ',';
      first = false;
      out += std::to_string(n);
    }
    out += close;
  };
  const hlo_shape& s = m.shapes[shape];
  if (s.type == hlo_type::tuple) {  // recursion is limited by the reader's limit on tuple depth
    out += '(';
    for (std::size_t p = 0; p < s.parts.count; ++p) {
      if (p != 0) out += ',';
      append_shape(out, m, static_cast<std::uint32_t>(m.list(s.parts)[p]));
    }
    out += ')';
    return;
  }
  out += name_of(s.type);
  if (s.type == hlo_type::opaque || s.type == hlo_type::token || s.type == hlo_type::invalid) {
    out += "[]";
    return;
  }
  list('[', s.dims, ']');
  if (s.layout.count != 0) list('{', s.layout, '}');
}

/// The shapes of an instruction's operands, in order; missing operands are counted as problems.
inline std::vector<std::uint32_t> operand_shapes(const hlo_module& m, const hlo_instruction& i,
                                                 xla_problems& problems) {
  std::vector<std::uint32_t> shapes;
  for (const std::int64_t id : m.list(i.operands)) {
    const std::uint32_t operand = m.find(i.computation, id);
    if (!known(operand)) problems.add(xla_problem::operand_missing);
    else shapes.push_back(m.instructions[operand].shape);
  }
  return shapes;
}

/// The matrix product in the computation that an instruction calls, including nested calls; `missing<std::uint32_t>`
/// if there is none, or more than one, so that no single set of extents describes it. The search is limited, so that
/// it ends for cycles and huge programs; a fusion has a few dozen instructions.
inline std::uint32_t find_dot(const hlo_module& m, const hlo_instruction& start) {
  constexpr std::size_t most_computations = 64, most_instructions = 4096;
  std::vector<std::uint32_t> open;
  const auto call = [&](const hlo_instruction& i) {
    for (const std::int64_t id : m.list(i.called)) {
      const std::uint32_t c = m.find_computation(id);
      if (open.size() == most_computations) return;
      if (known(c) && std::find(open.begin(), open.end(), c) == open.end()) open.push_back(c);
    }
  };
  call(start);
  std::size_t seen = 0;
  std::uint32_t found = missing<std::uint32_t>;
  for (std::size_t n = 0; n < open.size(); ++n) {
    const hlo_computation& c = m.computations[open[n]];
    for (std::uint32_t i = c.first; i < c.first + c.count && seen < most_instructions; ++i, ++seen) {
      if (known(m.instructions[i].dot)) {
        if (known(found)) return missing<std::uint32_t>;
        found = i;
      }
      call(m.instructions[i]);
    }
  }
  return found;
}

/// The target, the config, and the shapes of an instruction.
inline xla_call shapes_of_call(const xla_trace& trace, const hlo_module& m, const hlo_instruction& i,
                               xla_problems& problems) {
  xla_call call;
  call.opcode = trace.text(i.opcode);
  call.target = trace.text(i.target);
  call.config = trace.text(i.config);
  for (const std::uint32_t shape : operand_shapes(m, i, problems)) call.operands.push_back(tensor_of(m, shape));
  append_arrays(call.outputs, m, i.shape);
  return call;
}

/// The only product of a library in a fusion, if there is one; such fusions wrap calls that read and write slices.
inline std::optional<xla_call> called_product(const xla_trace& trace, const hlo_module& m,
                                              const hlo_instruction& fusion, xla_problems& problems) {
  constexpr std::uint32_t most = 4096;
  if (fusion.called.count == 0) return std::nullopt;
  const std::uint32_t c = m.find_computation(m.list(fusion.called)[0]);
  if (!known(c)) return std::nullopt;
  const hlo_computation& inside = m.computations[c];
  const hlo_instruction* found = nullptr;
  for (std::uint32_t n = inside.first; n < inside.first + std::min(inside.count, most); ++n) {
    if (!is_xla_matrix_product(trace.text(m.instructions[n].target))) continue;
    if (found != nullptr) return std::nullopt;
    found = &m.instructions[n];
  }
  return found == nullptr ? std::nullopt : std::optional(shapes_of_call(trace, m, *found, problems));
}

/// The instruction at a place for op models, which also need one of its kernels.
inline xla_call call_of(const xla_trace& trace, xla_place place, const xla_faults& faults, xla_problems& problems) {
  const hlo_module& m = trace.modules[place.module];
  const hlo_instruction& i = m.instructions[place.instruction];
  xla_call call = shapes_of_call(trace, m, i, problems);
  if (known(i.conv)) call.conv = m.convs[i.conv];
  call.cudnn_attention = call.target.starts_with("__cudnn$fmha") && !faults.cudnn_attention_unmodelled;
  call.custom_fusion = trace.text(i.fusion_kind) == "kCustom";
  if (call.opcode == "fusion" && !faults.triton_gemms_unmodelled) {
    const std::uint32_t d = find_dot(m, i);
    if (!known(d)) {
      if (const std::optional<xla_call> inside = called_product(trace, m, i, problems)) {
        call.dot = product_of(*inside);
        call.wrapped = inside->target, call.config = inside->config;
      }
      return call;
    }
    const hlo_instruction& dot = m.instructions[d];
    const std::vector<std::uint32_t> shapes = operand_shapes(m, dot, problems);
    if (shapes.size() < 2) return call;
    const hlo_dot& dims = m.dots[dot.dot];
    call.dot = xla_dot{tensor_of(m, shapes[0]), tensor_of(m, shapes[1]), tensor_of(m, dot.shape),
                       xla_detail::copy_of(m, dims.lhs_contracting), xla_detail::copy_of(m, dims.rhs_contracting),
                       xla_detail::copy_of(m, dims.lhs_batch), xla_detail::copy_of(m, dims.rhs_batch),
                       xla_detail::copy_of(m, dims.rhs_group), dims.ragged};
  }
  return call;
}

/// The arrays of all operands. With a fault that knows no tuples (`only_types`), one tensor for each operand.
inline std::vector<xla_tensor> operand_arrays(const hlo_module& m, const hlo_instruction& i, const xla_call& call,
                                              bool only_types) {
  if (only_types) return call.operands;
  std::vector<xla_tensor> arrays;
  xla_problems counted_already;
  for (const std::uint32_t shape : operand_shapes(m, i, counted_already)) append_arrays(arrays, m, shape);
  return arrays;
}

/// Whether the sheets list an operand: arrays of any type; with the fault, only those with extents, a layout, and a
/// type of letters followed by digits (so neither `pred` nor `f8e4m3fn`).
inline bool is_listed(const xla_tensor& t, const xla_faults& faults) {
  if (!faults.dims_of_few_types) return facts_of(t.type).bits != 0;
  const std::string_view name = name_of(t.type);
  const std::size_t digits = name.find_first_of("0123456789");
  return digits != std::string_view::npos && digits != 0 && !t.dims.empty() && t.has_layout &&
         name.find_first_not_of("0123456789", digits) == std::string_view::npos;
}

/// Bytes of all operands; with the fault, only of those with extents and one of a few types.
inline double input_bytes_of(const std::vector<xla_tensor>& operands, const xla_faults& faults) {
  double sum = 0;
  for (const xla_tensor& t : operands) {
    const std::string_view name = name_of(t.type);
    const bool counted = name == "f32" || name == "s32" || name == "u32" || name == "bf16" || name == "f16" ||
                         name == "u64" || name == "pred" || name.starts_with("f8") || name.starts_with("s8");
    if (!faults.sizes_of_few_types || (counted && !t.dims.empty())) sum += t.bytes().in(B);
  }
  return sum;
}

/// The origin of an instruction as kept by the compiler: `metadata={op_name="..." source_file="..." source_line=77`;
/// empty if there is none. The original, whose text ends at the first character that its pattern does not have, does
/// not look up stack frames.
inline std::string metadata_of(const xla_trace& trace, const hlo_instruction& i, const xla_faults& faults) {
  const bool sourced = known(i.source_file) && !(i.source_by_frame && faults.metadata_cut_short);
  if (!known(i.op_name) && !sourced) return {};
  constexpr std::string_view front = "metadata={";
  std::string text(front);
  const auto add = [&](std::string_view value) {
    text += '"';
    for (const char c : value) {
      if (c == '"' && faults.metadata_cut_short) text += '\\';  // as a dump shows it
      text += c;
    }
    text += '"';
  };
  if (known(i.op_name)) {
    text += "op_name=";
    add(trace.text(i.op_name));
  }
  if (sourced) {
    text += known(i.op_name) ? " source_file=" : "source_file=";
    add(trace.text(i.source_file));
    if (i.source_line != 0) {
      text += " source_line=";
      text += std::to_string(i.source_line);
    }
  }
  constexpr std::string_view of_pattern =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_=\"()/ @.-";
  if (faults.metadata_cut_short) text.resize(std::min(text.find_first_not_of(of_pattern, front.size()), text.size()));
  return text;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_INSTRUCTION_HPP
