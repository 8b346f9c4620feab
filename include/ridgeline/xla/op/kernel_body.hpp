#ifndef RIDGELINE_XLA_OP_KERNEL_BODY_HPP
#define RIDGELINE_XLA_OP_KERNEL_BODY_HPP

#include <bit>
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
    const hlo_instruction& made = m.instructions[place.instruction];
    i.call = call_of(trace, place, faults, problems);
    i.metadata = metadata_of(trace, made, faults);
    i.input_bytes = input_bytes_of(operand_arrays(m, made, i.call, faults.sizes_of_few_types), faults);
    i.traffic = hlo_traffic(trace, m).of(made);
    if (i.call.opcode == "fusion") i.call.moved = i.traffic;
    if (!faults.triton_gemms_unmodelled) i.flops = hlo_flops(trace, m).of(made, &i.computes_in);
    std::vector<xla_tensor> listed;
    for (const xla_tensor& t : operand_arrays(m, made, i.call, faults.dims_of_few_types))
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
  kind.recorded_flops = facts->flops * FLOP;
  kind.recorded_bytes = bytes * B;
}

/// The category of a kernel of a known call: that of the call, if its target or its product shows it.
inline xla_category category_in(const xla_call& call, const xla_kernel_kind& kind) {
  if (is_attention(xla_category_by(kind.name))) return kind.category;
  const xla_category by_target = xla_category_by_target(call.target);
  if (by_target != xla_category::rest) return by_target;
  // a fusion that runs as a single custom kernel, such as Triton's products
  return call.dot && call.custom_fusion ? xla_category::gemm : kind.category;
}

/// Makes the kinds of the device events of a trace.
class kernel_maker {
 public:
  kernel_maker(const xla_trace& trace, const xla_faults& faults, xla_problems& problems, xla_model_table own,
               const gpu::communication_table* communication)
      : trace_(trace), faults_(faults), problems_(problems), own_(own), communication_(communication),
        ops_(trace.device == xla_device::tpu || trace.device == xla_device::cpu) {}

  xla_kernels make(const std::vector<xla_device_event>& events) {
    number_kinds(events);
    for (const xla_kind_key& k : keys_.keys()) named_.push_back(k.args());
    xla_programs programs(trace_, faults_, named_);
    all_.instructions.push_back(instruction_of(trace_, {}, faults_, problems_));
    for (std::size_t n = 0; n < named_.size(); ++n) all_.kinds.push_back(kind_at(n, programs));
    return std::move(all_);
  }

 private:
  /// What a plane may say of several ops of one name and program: of another shape, or of each execution.
  struct stated {
    std::uint64_t flops, bytes, hbm_bytes;
    symbol category;
    std::uint32_t host_memory;
  };
  std::uint64_t facts_number(std::uint32_t facts) {
    if (!known(facts)) return 0;
    if (stated_of_.empty()) stated_of_.resize(trace_.facts.size());
    if (stated_of_[facts] != 0) return stated_of_[facts];
    const auto bits = [](double amount) { return std::bit_cast<std::uint64_t>(amount); };
    const xla_op_facts& f = trace_.facts[facts];
    return stated_of_[facts] = 1 + stated_.number({bits(f.flops), bits(f.bytes), bits(f.hbm_bytes), f.category,
                                                   f.host_memory ? 1u : 0u});
  }
  void number_kinds(const std::vector<xla_device_event>& events) {
    all_.kind_of.reserve(events.size());
    for (const xla_device_event& e : events) {
      const xla_event& event = trace_.events[e.event];
      const xla_args& args = trace_.stats_of(event);
      const bool has_hlo = !faults_.hlo_needs_launch || known(e.launch);
      all_.kind_of.push_back(keys_.number({event.name, args.hlo_module, args.hlo_op, has_hlo ? 1u : 0u, args.program,
                                           ops_ ? facts_number(args.facts) : 0}));
      if (!ops_) continue;
      facts_.resize(keys_.size(), missing<std::uint32_t>);
      if (std::uint32_t& of_kind = facts_[all_.kind_of.back()]; !known(of_kind)) of_kind = args.facts;
    }
    counts_.resize(keys_.size());
    for (const std::uint32_t kind : all_.kind_of) ++counts_[kind];
  }

  xla_kernel_kind kind_at(std::size_t n, xla_programs& programs) {
    const xla_kind_key& key = keys_.keys()[n];
    xla_kernel_kind kind{trace_.text(key.name), trace_.text(key.hlo_op), trace_.text(key.hlo_module), key.program};
    append_python_text(kind.quoted, kind.name);
    kind.unheld = known(key.hlo_module) && !programs.holds(named_[n]);
    kind.category = xla_category_of(kind.name, kind.hlo_op, faults_.communication_by_three_words);
    kind.work = xla_work_of(kind.name);
    kind.lane = xla_lane_of(kind.name, faults_.communication_by_three_words);
    const xla_place place = place_of(n, programs, kind);
    if (place.found()) {
      take_instruction(place, n, kind);
    } else if (!ops_ && !faults_.communication_by_three_words &&
               xla_collective_by(xla_op_stem(kind.hlo_op)) != gpu::collective_kind::unknown) {
      // without its program, what a kernel or a copy between devices is part of shows in the instruction's name
      communicates(kind);
    }
    if (ops_) {
      if (!place.found()) kind.peak = peak_for(hlo_type::invalid, trace_.device);
      describe_op(trace_, known(facts_[n]) ? &trace_.facts[facts_[n]] : nullptr, all_.instruction(kind), kind);
    }
    if (communication_ != nullptr && !faults_.communication_by_three_words && kind.work == xla_work::kernel &&
        communication_->of(kind.name))
      communicates(kind);
    return kind;
  }

  /// Where the instruction of a kind is, if it has one; says which are missing or ambiguous. A kernel of a graph is
  /// found by its own name, and gets the name of that instruction.
  xla_place place_of(std::size_t n, xla_programs& programs, xla_kernel_kind& kind) {
    const xla_kind_key& key = keys_.keys()[n];
    const bool wanted = key.looked_up != 0 && (ops_ || kind.work == xla_work::kernel);
    const bool named = wanted && !kind.hlo_op.empty();
    const auto [place, by_kernel, of_graph] = wanted ? programs.find_of_work(named_[n], kind.name) : xla_found{};
    if (by_kernel) kind.hlo_op = trace_.text(trace_.modules[place.module].instructions[place.instruction].name);
    if (place.found() && !faults_.first_program_of_a_name && programs.is_ambiguous(named_[n], place)) {
      problems_.add(xla_problem::program_ambiguous, xla_problems::nowhere, kind.hlo_op, counts_[n]);
      return {};
    }
    if (place.found() || !named) return place;
    kind.of_graph = programs.holds(named_[n]);
    if (!of_graph)
      problems_.add(kind.of_graph ? xla_problem::instruction_missing : xla_problem::module_missing,
                    xla_problems::nowhere, kind.hlo_op, counts_[n]);
    return place;
  }

  void take_instruction(const xla_place& place, std::size_t n, xla_kernel_kind& kind) {
    const auto [at, is_new] = by_place_.try_emplace({place.module, place.instruction},
                                                    static_cast<std::uint32_t>(all_.instructions.size()));
    if (is_new) all_.instructions.push_back(instruction_of(trace_, place, faults_, problems_));
    kind.instruction = at->second;
    xla_call& call = all_.instructions[kind.instruction].call;
    if (!faults_.category_by_names && !ops_) kind.category = category_in(call, kind);
    call.kernel = kind.name;
    call.category = kind.category;
    if (!ops_ || own_.first != own_.last) kind.cost = cost_of(call, faults_, own_);  // built-in models are for kernels
    if (!faults_.communication_by_three_words && !ops_ && collective_of(trace_, place)) communicates(kind);
    kind.executes = true;
    kind.peak = peak_for(all_.instructions[kind.instruction].computes_in, trace_.device);
    if (kind.cost.modelled && !kind.cost.fits)
      problems_.add(xla_problem::model_failed, xla_problems::nowhere, kind.hlo_op, counts_[n]);
  }
  void communicates(xla_kernel_kind& kind) const {
    kind.lane = gpu_lane::communication;
    if (!ops_ && kind.category == xla_category::rest) kind.category = xla_category::communication;
  }

  const xla_trace& trace_;
  const xla_faults& faults_;
  xla_problems& problems_;
  xla_model_table own_;
  const gpu::communication_table* communication_;
  bool ops_;  // of TPUs or the host, not kernels
  xla_kernels all_{};
  distinct<xla_kind_key> keys_{};
  distinct<stated> stated_{};
  std::vector<std::uint32_t> stated_of_{};  // by number of facts, from 1; 0: not asked yet
  // by kind: what it is looked up by, facts of the first event that has any, and how many events there are
  std::vector<xla_args> named_{};
  std::vector<std::uint32_t> facts_{};
  std::vector<std::uint64_t> counts_{};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> by_place_{};  // numbers of instructions
};

}  // namespace xla_detail

xla_kernels kernels_of(const xla_trace& trace, const std::vector<xla_device_event>& events, const xla_faults& faults,
                       xla_problems& problems, xla_model_table own,
                       const gpu::communication_table* communication) {
  return xla_detail::kernel_maker(trace, faults, problems, own, communication).make(events);
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_KERNEL_BODY_HPP
