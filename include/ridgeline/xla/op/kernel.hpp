#ifndef RIDGELINE_XLA_OP_KERNEL_HPP
#define RIDGELINE_XLA_OP_KERNEL_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/xla/op/instruction.hpp>
#include <ridgeline/xla/op/models.hpp>
#include <ridgeline/table/python_text.hpp>
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
  std::string metadata{};            ///< the compiler's note on its origin
  std::string about{};               ///< target, operands and outputs, as the end of a Python dictionary
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
};

/// The kinds of the device events of a trace, the instructions they run, and each event's kind.
struct xla_kernels {
  std::vector<xla_kernel_kind> kinds{};
  std::vector<xla_instruction> instructions{};
  std::vector<std::uint32_t> kind_of{};  ///< by UID

  const xla_instruction& instruction(const xla_kernel_kind& k) const { return instructions[k.instruction]; }
};

namespace xla_detail {

/// `((4096, 1024), (1024, 3072))` and `('bf16', 'bf16')`.
inline std::pair<std::string, std::string> tuples_of(const xla_tensor* first, const xla_tensor* last) {
  std::pair<std::string, std::string> text{"(", "("};
  for (const xla_tensor* t = first; t != last; ++t) {
    if (t != first) text.first += ", ", text.second += ", ";
    append_tuple(text.first, t->dims);
    text.second += '\'';
    text.second += name_of(t->type);
    text.second += '\'';
  }
  const std::string_view end = last - first == 1 ? ",)" : ")";
  text.first += end;
  text.second += end;
  return text;
}
inline std::pair<std::string, std::string> tuples_of(const std::vector<xla_tensor>& all) {
  return tuples_of(all.data(), all.data() + all.size());
}

/// `, 'custom_call_target': 'NA', 'operands': [...], 'outputs': 'NA', 'metadata': 'NA'}`.
inline std::string about_of(const xla_trace& trace, const xla_instruction& i, xla_problems& problems) {
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
    std::vector<xla_tensor> listed;
    for (const xla_tensor& t : i.call.operands)
      if (is_listed(t, faults)) listed.push_back(t);
    if (xla_attention::matches(i.call) && listed.size() > 3) {  // q, k, v; the fourth is the bias
      i.concrete = tuples_of(listed.data() + 3, listed.data() + 4).first;
      listed.resize(3);
    }
    std::tie(i.input_dims, i.input_types) = tuples_of(listed);
    std::tie(i.output_dims, i.output_types) = tuples_of(i.call.outputs);
  }
  xla_problems counted_already;
  i.about = about_of(trace, i, counted_already);
  return i;
}

struct xla_kind_key {
  symbol name, hlo_module, hlo_op;
  std::uint32_t known;  // whether the instruction is looked for
  std::int64_t program;
};

}  // namespace xla_detail

/// Sorts the device events of a trace by kind, finds the instruction of each and asks the models for its cost.
template <class Models = xla_models>
xla_kernels kernels_of(const xla_trace& trace, const std::vector<xla_device_event>& events, const xla_faults& faults,
                       xla_problems& problems) {
  xla_kernels all;
  distinct<xla_detail::xla_kind_key> kinds;
  all.kind_of.reserve(events.size());
  const xla_args none;
  for (const xla_device_event& e : events) {
    const xla_event& event = trace.events[e.event];
    const xla_args* const given_args = trace.args_of(event);
    const xla_args& args = given_args == nullptr ? none : *given_args;
    const bool known = !faults.hlo_needs_launch || known(e.launch);
    all.kind_of.push_back(
        kinds.number({event.name, args.hlo_module, args.hlo_op, known ? 1u : 0u, args.program}));
  }

  std::vector<std::uint64_t> counts(kinds.size());
  for (const std::uint32_t kind : all.kind_of) ++counts[kind];
  std::vector<xla_args> named;
  for (const xla_detail::xla_kind_key& k : kinds.keys())
    named.push_back({missing<std::int64_t>, k.program, k.hlo_module, k.hlo_op, missing<symbol>, missing<symbol>});
  const xla_programs programs(trace, faults, named);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> by_place;
  all.instructions.push_back(xla_detail::instruction_of(trace, {}, faults, problems));
  for (std::size_t n = 0; n < named.size(); ++n) {
    const xla_detail::xla_kind_key& key = kinds.keys()[n];
    xla_kernel_kind kind{trace.text(key.name), trace.text(key.hlo_op), trace.text(key.hlo_module), key.program};
    append_python_text(kind.quoted, kind.name);
    kind.category = xla_category_of(kind.name, kind.hlo_op);
    kind.work = xla_work_of(kind.name);
    kind.lane = xla_lane_of(kind.name);
    const bool wanted = key.known != 0 && kind.work == xla_work::kernel && !kind.hlo_op.empty();
    const xla_place place = wanted ? programs.find(named[n]) : xla_place{};
    if (place.found()) {
      const auto [at, is_new] = by_place.try_emplace({place.module, place.instruction},
                                                     static_cast<std::uint32_t>(all.instructions.size()));
      if (is_new) all.instructions.push_back(xla_detail::instruction_of(trace, place, faults, problems));
      kind.instruction = at->second;
      xla_call& call = all.instructions[kind.instruction].call;
      call.kernel = kind.name;
      call.category = kind.category;
      kind.cost = cost_of<Models>(call, faults);
      if (kind.cost.known && !kind.cost.fits)
        problems.add(xla_problem::model_failed, xla_problems::nowhere, kind.hlo_op, counts[n]);
    } else if (wanted) {
      problems.add(programs.has_module(key.hlo_module) ? xla_problem::instruction_missing : xla_problem::module_missing,
                   xla_problems::nowhere, kind.hlo_op, counts[n]);
    }
    all.kinds.push_back(std::move(kind));
  }
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_KERNEL_HPP
