#ifndef RIDGELINE_XLA_OP_KERNEL_BODY_HPP
#define RIDGELINE_XLA_OP_KERNEL_BODY_HPP

/// Grouping kernels by kind. Include via `impl.hpp`.

#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/xla/op/attention.hpp>
#include <ridgeline/xla/op/collective.hpp>
#include <ridgeline/xla/op/flops.hpp>
#include <ridgeline/xla/op/instruction.hpp>
#include <ridgeline/xla/op/kernel.hpp>
#include <ridgeline/xla/op/op_words.hpp>
#include <ridgeline/xla/op/shape_text.hpp>
#include <ridgeline/xla/op/traffic.hpp>
#include <ridgeline/xla/tree/programs.hpp>

namespace ridgeline {

namespace xla_detail {

/// The text `, 'custom_call_target': 'NA', 'operands': [...], 'outputs': 'NA', 'metadata': 'NA'}`.
inline std::string details_of(const xla_trace& trace, const xla_instruction& i, xla_problems& problems) {
  std::string target = "NA", shapes = "'NA'";
  if (i.place.found()) {
    const hlo_module& m = trace.modules[i.place.module];
    if (!i.call.target.empty()) {
      target = "custom_call_target=\"";
      target += i.call.target;
      target += '"';
    }
    shapes = "[";
    for (const std::uint32_t shape : operand_shapes(m, m.instructions[i.place.instruction], problems)) {
      shapes += shapes.size() == 1 ? "'" : ", '";
      append_shape(shapes, m, shape);
      shapes += '\'';
    }
    shapes += ']';
  }
  std::string text = ", 'custom_call_target': ";
  append_python_text(text, target);
  text += ", 'operands': ";
  text += shapes;
  text += ", 'outputs': 'NA', 'metadata': ";
  append_python_text(text, i.metadata.empty() ? std::string_view("NA") : std::string_view(i.metadata));
  text += '}';
  return text;
}

inline xla_instruction instruction_of(const xla_trace& trace, xla_place place, const xla_faults& faults,
                                      xla_problems& problems) {
  xla_instruction i;
  i.place = place;
  if (place.found()) {
    const hlo_module& m = trace.modules[place.module];
    i.call = call_of(trace, place, faults, problems);
    i.metadata = metadata_of(trace, m.instructions[place.instruction], faults);
    i.input_bytes = input_bytes_of(i.call.operands, faults);
    i.traffic = hlo_traffic(trace, m).of(m.instructions[place.instruction]);
    if (i.call.opcode == "fusion") i.call.moved = i.traffic;
    if (!faults.triton_gemms_unmodelled)
      i.flops = hlo_flops(trace, m).of(m.instructions[place.instruction], &i.computes_in);
    std::vector<xla_tensor> listed;
    for (const xla_tensor& t : i.call.operands)
      if (is_listed(t, faults)) listed.push_back(t);
    if (xla_attention::matches(i.call) && listed.size() > 3) {  // q, k and v
      if (xla_attention::has_bias(i.call)) i.concrete = tuples_of(listed.data() + 3, listed.data() + 4).first;
      listed.resize(3);
    }
    std::tie(i.input_dims, i.input_types) = tuples_of(listed);
    std::tie(i.output_dims, i.output_types) = tuples_of(i.call.outputs);
  }
  xla_problems counted_already;
  i.details = details_of(trace, i, counted_already);
  return i;
}

/// The peak that applies to multiplications of this type. TPUs multiply FP32 in several BF16 passes.
inline math peak_for(hlo_type type, xla_device on) {
  const auto& [name, bits, format] = facts_of(type);
  const bool narrow = bits > 0 && bits <= 8;
  if (narrow && !is_floating(type)) return {engine::matrix, bits < 8 ? dtype::int4 : dtype::int8};
  return {engine::matrix, on == xla_device::tpu && !narrow ? dtype::bf16 : format};
}

/// Ops of TPUs and of the host: described by their device, else by their instruction. Kernel names are not used
/// here.
inline void describe_op(const xla_trace& trace, const xla_op_facts* facts, const xla_instruction& in,
                        xla_kernel_kind& kind) {
  kind.executes = true;
  kind.work = xla_work::kernel;
  kind.category = xla_category::rest;
  kind.words = facts != nullptr && known(facts->category) ? trace.text(facts->category) : std::string_view();
  if (kind.words.empty()) kind.words = in.place.found() ? in.call.opcode : xla_op_stem(kind.name);
  kind.lane = xla_lane_by(kind.words, kind.name);
  if (collective_of(trace, in.place) || awaits_collective(trace, in.place)) kind.lane = gpu_lane::communication;
  const bool says_so = is_xla_host_transfer(kind.words) || is_xla_host_transfer(kind.name);
  kind.crosses_bus = kind.lane == gpu_lane::copy && (says_so || (facts != nullptr && facts->host_memory));
  kind.starts = xla_half_of(kind.hlo_op, in.call.opcode) == xla_half::start;
  kind.described = facts != nullptr && (known(facts->category) || known(facts->flops) || known(facts->bytes));
  if (facts == nullptr || holds_xla_ops(kind.words)) return;
  const double bytes = known(facts->hbm_bytes) ? facts->hbm_bytes : facts->bytes;
  if (!(facts->flops > 0) && !(bytes > 0)) return;  // it is a wait, or was not counted
  kind.said_flops = facts->flops * FLOP;
  kind.said_bytes = bytes * B;
}

/// The category of a kernel of a known call: that of the call, if its target or its product shows it.
inline xla_category category_in(const xla_call& call, const xla_kernel_kind& kind) {
  if (is_attention(xla_category_by(kind.name))) return kind.category;
  const xla_category by_target = xla_category_by_target(call.target);
  if (by_target != xla_category::rest) return by_target;
  // a fusion that runs as a single custom kernel, such as Triton's products
  return call.dot && call.custom_fusion ? xla_category::gemm : kind.category;
}

}  // namespace xla_detail

xla_kernels kernels_of(const xla_trace& trace, const std::vector<xla_device_event>& events, const xla_faults& faults,
                       xla_problems& problems, xla_model_table own,
                       const gpu::communication_table* communication) {
  xla_kernels all;
  const bool ops = trace.device == xla_device::tpu || trace.device == xla_device::cpu;
  std::vector<std::uint32_t> facts;  // by kind: facts of the first event that has any
  distinct<xla_kind_key> kinds;
  all.kind_of.reserve(events.size());
  const xla_args none;
  for (const xla_device_event& e : events) {
    const xla_event& event = trace.events[e.event];
    const xla_args* const given_args = trace.args_of(event);
    const xla_args& args = given_args == nullptr ? none : *given_args;
    const bool has_hlo = !faults.hlo_needs_launch || known(e.launch);
    all.kind_of.push_back(
        kinds.number({event.name, args.hlo_module, args.hlo_op, has_hlo ? 1u : 0u, args.program}));
    if (!ops) continue;
    facts.resize(kinds.size(), missing<std::uint32_t>);
    if (std::uint32_t& of_kind = facts[all.kind_of.back()]; !known(of_kind)) of_kind = args.facts;
  }

  std::vector<std::uint64_t> counts(kinds.size());
  for (const std::uint32_t kind : all.kind_of) ++counts[kind];
  std::vector<xla_args> named;
  for (const xla_kind_key& k : kinds.keys()) named.push_back(k.args());
  xla_programs programs(trace, faults, named);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> by_place;
  all.instructions.push_back(xla_detail::instruction_of(trace, {}, faults, problems));
  for (std::size_t n = 0; n < named.size(); ++n) {
    const xla_kind_key& key = kinds.keys()[n];
    xla_kernel_kind kind{trace.text(key.name), trace.text(key.hlo_op), trace.text(key.hlo_module), key.program};
    append_python_text(kind.quoted, kind.name);
    kind.unheld = known(key.hlo_module) && !programs.holds(named[n]);
    kind.category = xla_category_of(kind.name, kind.hlo_op, faults.communication_by_three_words);
    kind.work = xla_work_of(kind.name);
    kind.lane = xla_lane_of(kind.name, faults.communication_by_three_words);
    const bool wanted = key.looked_up != 0 && (ops || kind.work == xla_work::kernel);
    const xla_found found = wanted ? programs.find_of_work(named[n], kind.name) : xla_found{};
    xla_place place = found.place;
    if (found.by_kernel)
      kind.hlo_op = trace.text(trace.modules[place.module].instructions[place.instruction].name);
    const bool ambiguous = place.found() && !faults.first_program_of_a_name && programs.is_ambiguous(named[n], place);
    if (ambiguous) {
      problems.add(xla_problem::program_ambiguous, xla_problems::nowhere, kind.hlo_op, counts[n]);
      place = {};
    }
    if (place.found()) {
      const auto [at, is_new] = by_place.try_emplace({place.module, place.instruction},
                                                     static_cast<std::uint32_t>(all.instructions.size()));
      if (is_new) all.instructions.push_back(xla_detail::instruction_of(trace, place, faults, problems));
      kind.instruction = at->second;
      xla_call& call = all.instructions[kind.instruction].call;
      if (!faults.category_by_names && !ops) kind.category = xla_detail::category_in(call, kind);
      call.kernel = kind.name;
      call.category = kind.category;
      if (!ops || own.first != own.last) kind.cost = cost_of(call, faults, own);  // built-in models are for kernels
      if (!faults.communication_by_three_words && !ops && collective_of(trace, place)) {
        kind.lane = gpu_lane::communication;
        if (kind.category == xla_category::rest) kind.category = xla_category::communication;
      }
      kind.executes = true;
      kind.peak = xla_detail::peak_for(all.instructions[kind.instruction].computes_in, trace.device);
      if (kind.cost.modelled && !kind.cost.fits)
        problems.add(xla_problem::model_failed, xla_problems::nowhere, kind.hlo_op, counts[n]);
    } else {
      // without its program, what a kernel or a copy between devices is part of shows in the instruction's name
      const bool joins = !ops && !faults.communication_by_three_words &&
                         xla_collective_by(xla_op_stem(kind.hlo_op)) != gpu::collective_kind::unknown;
      if (joins) kind.lane = gpu_lane::communication;
      if (joins && kind.category == xla_category::rest) kind.category = xla_category::communication;
    }
    if (!place.found() && wanted && !ambiguous) {
      problems.add(programs.holds(named[n]) ? xla_problem::instruction_missing : xla_problem::module_missing,
                   xla_problems::nowhere, kind.hlo_op, counts[n]);
    }
    if (ops) {
      if (!place.found()) kind.peak = xla_detail::peak_for(hlo_type::invalid, trace.device);
      xla_detail::describe_op(trace, known(facts[n]) ? &trace.facts[facts[n]] : nullptr, all.instruction(kind), kind);
    }
    if (communication != nullptr && !faults.communication_by_three_words && kind.work == xla_work::kernel &&
        communication->of(kind.name)) {
      kind.lane = gpu_lane::communication;
      if (!ops && kind.category == xla_category::rest) kind.category = xla_category::communication;
    }
    all.kinds.push_back(std::move(kind));
  }
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_KERNEL_BODY_HPP
