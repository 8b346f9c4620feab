#ifndef RIDGELINE_TORCH_RUN_PSEUDO_OPS_BODY_HPP
#define RIDGELINE_TORCH_RUN_PSEUDO_OPS_BODY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/op/argument.hpp>
#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/run/pseudo_ops.hpp>
#include <ridgeline/torch/tree/edit.hpp>

namespace ridgeline {

namespace torch_detail {

/// The name of a profiled op of SGLang without the counter behind it; empty for all other names.
constexpr std::string_view name_before_counter(std::string_view name) {
  if (!name.starts_with("sglang_profiler::")) return {};
  const std::size_t end = name.find_last_not_of("0123456789");
  return end + 1 == name.size() || name[end] != '_' ? std::string_view() : name.substr(0, end);
}

class pseudo_op_adder {
 public:
  explicit pseudo_op_adder(tree_edit& edit) : edit_(edit), trace_(edit.trace()) {
    for (std::uint32_t i = 0; i < trace_.events.size(); ++i) {
      const torch_event& e = trace_.events[i];
      if (edit_.tree().contains(i) && (e.category == kineto_category::cpu_op ||
                                       e.category == kineto_category::python_function))
        by_name_[e.name].push_back(i);
    }
  }

  void add() {
    if (edit_.tree().options().faults.pseudo_ops_lost_beside_paged_attention &&
        (has("_rocm_C::paged_attention") || has("aiter::paged_attention_v1")))
      return;
    drop_registration_counters(edit_.trace());
    if (has("vllm::moe_forward") && has("vllm::rocm_aiter_fused_moe")) add_fused_experts();
    else if (has("vllm::moe_forward")) add_triton_experts();
    if (has("vllm::outplace_fused_experts")) add_gptq_experts();
    if (has("aiter::fused_moe_")) add_stages();
    add_around_frame("aiter::mla_decode_stage1_asm_fwd", "aiter/mla.py(", "mla_decode_fwd", "pseudo_mla_decode_fwd");
    add_around_frame("aiter::mla_prefill_ps_asm_fwd", "", "mla_fp8_prefill_attn", "pseudo_mla_prefill_fwd");
    add_paged_decode();
    edit_.apply();
  }

 private:
  using events = std::vector<std::uint32_t>;

  const events& named(std::string_view name) const {
    static const events none{};
    const auto at = by_name_.find(trace_.texts.find(name));
    return at == by_name_.end() ? none : at->second;
  }
  bool has(std::string_view name) const { return !named(name).empty(); }
  /// The ops of a name that are not nested in another op of that name, so that visiting everything below each takes
  /// linear time.
  events outermost(std::string_view name) const {
    events found = named(name) | sort_by([&](std::uint32_t e) { return edit_.tree().first_of(e); });
    std::uint32_t end = 0;
    std::erase_if(found, [&](std::uint32_t e) {
      if (edit_.tree().first_of(e) < end) return true;
      end = edit_.tree().last_of(e);
      return false;
    });
    return found;
  }
  /// For each event of `wanted`, in order, the nearest of `outer` that encloses it, or `missing<std::uint32_t>`.
  events nearest_around(const events& wanted, const events& outer) const {
    const call_tree& tree = edit_.tree();
    std::vector<bool> is_outer(trace_.events.size(), false);
    for (const std::uint32_t e : outer) is_outer[e] = true;
    std::unordered_map<std::uint32_t, std::uint32_t> around;
    for (const std::uint32_t e : wanted) around.emplace(e, missing<std::uint32_t>);
    events open;
    for (std::uint32_t at = 0; at < tree.order().size(); ++at) {
      const std::uint32_t e = tree.order()[at];
      while (!open.empty() && tree.last_of(open.back()) <= at) open.pop_back();
      if (const auto asked = around.find(e); asked != around.end() && !open.empty()) asked->second = open.back();
      if (is_outer[e]) open.push_back(e);
    }
    events found;
    for (const std::uint32_t e : wanted) found.push_back(around.at(e));
    return found;
  }
  /// Frames `file.py(12): function` in a file whose path ends in `file`.
  events frames(std::string_view file, std::string_view function) const {
    events found;
    for (const auto& [text, where] : by_name_)
      if (is_frame_of(trace_.text(text), file, function)) found.insert(found.end(), where.begin(), where.end());
    return std::move(found) | sort_by([](std::uint32_t e) { return e; });
  }
  static bool is_frame_of(std::string_view frame, std::string_view file, std::string_view function) {
    const std::size_t mark = frame.rfind("): ");
    return mark != frame.npos && frame.substr(mark + 3) == function && frame.find(file) != frame.npos;
  }
  op_arguments arguments(std::uint32_t event) const { return trace_.arguments(trace_.events[event]); }
  std::string_view name(std::uint32_t event) const { return trace_.name(trace_.events[event]); }

  /// The kernels below an event whose names contain a word, by start.
  events kernels(std::uint32_t event, std::string_view word) const {
    events found;
    for (const call_node w : gpu_work_of(node_of(edit_.tree(), event)))
      if (w->category == kineto_category::kernel && w.name().find(word) != std::string_view::npos)
        found.push_back(w.uid());
    return std::move(found) | sort_by([&](std::uint32_t e) { return trace_.events[e].start; });
  }
  void wrap_launch(std::uint32_t kernel, std::string_view pseudo, const op_arguments& with) {
    edit_.wrap(edit_.tree().parent_of(kernel), pseudo, with);
  }

  bool holds_ops(std::uint32_t event) const {
    return bool(nearest(descendants_of(edit_.node(event)), is_op));
  }
  void add_fused_experts() {
    for (const std::uint32_t op : outermost("vllm::rocm_aiter_fused_moe")) {
      if (holds_ops(op)) continue;
      events found = kernels(op, "aiter::");
      std::erase_if(found, [&](std::uint32_t k) {
        const std::string_view n = name(k);
        return n.find("fmoe") == n.npos || n.find("MoeSorting") != n.npos || n.find("quant") != n.npos;
      });
      if (found.size() == 1) wrap_launch(found.front(), "pseudo_op::moe_aiter_fused_1stage", arguments(op));
    }
  }

  void add_triton_experts() {
    for (const std::uint32_t op : outermost("vllm::moe_forward")) {
      op_arguments with = arguments(op);
      with.chosen_experts = 4;
      for (const call_node below : descendants_of(edit_.node(op))) {
        if (!is_op(below) || below.name().find("TopK") == std::string_view::npos) continue;
        with.chosen_experts = experts(number_in(argument(below.uid(), &op_arguments::concrete_inputs, 1)), 4);
        break;
      }
      const events products = kernels(op, "matmul_ogs");
      for (std::size_t i = 0; i < products.size(); ++i) {
        const std::string_view n = name(products[i]);
        with.gated_experts = n.find("_swiglu") != n.npos || n.find("_glu") != n.npos;
        wrap_launch(products[i], i == 0 ? "pseudo_op::moe_triton_unfused_up" : "pseudo_op::moe_triton_unfused_down",
                    with);
      }
      const events scatter = kernels(op, "matmul_scatter");
      if (!products.empty() && scatter.size() == 1)
        wrap_launch(scatter.front(), "pseudo_op::moe_triton_unfused_finalize_matmul_scatter", with);
    }
  }
  void add_gptq_experts() {
    for (const std::uint32_t op : outermost("vllm::outplace_fused_experts")) {
      op_arguments with = arguments(op);
      with.chosen_experts = experts(torch_shape(argument(op, &op_arguments::input_dims, 4))[1], 8);
      const events products = kernels(op, "fused_moe_kernel_gptq_awq");
      for (std::size_t i = 0; i < products.size(); ++i) {
        with.gated_experts = i == 0;
        wrap_launch(products[i], i == 0 ? "pseudo_op::moe_gptq_awq_up" : "pseudo_op::moe_gptq_awq_down", with);
      }
    }
  }
  /// An entry of an argument list, without quotes.
  std::string_view argument(std::uint32_t op, symbol op_arguments::*list, std::size_t at) const {
    std::string_view text = json_list(trace_.text(arguments(op).*list))[at];
    if (text.size() >= 2 && text.front() == '"') text = text.substr(1, text.size() - 2);
    return text;
  }
  static std::int16_t experts(double n, std::int16_t otherwise) {
    return n >= 0 && n <= 10'000 ? static_cast<std::int16_t>(n) : otherwise;
  }

  void add_stages() {
    constexpr std::array<std::array<std::string_view, 2>, 2> stages{
        {{": flydsl_moe_stage1", "pseudo_op::moe_flydsl_stage1"},
         {": flydsl_moe_stage2", "pseudo_op::moe_flydsl_stage2"}}};
    for (const std::uint32_t op : outermost("aiter::fused_moe_"))
      for (const call_node below : descendants_of(edit_.node(op)))
        for (const auto& [end, pseudo] : stages)
          if (is_frame(below) && below.name().ends_with(end)) edit_.wrap(below.uid(), pseudo, arguments(op));
  }

  /// Adds pseudo ops around what the frame of a function calls if it calls `op` at any depth, with the arguments of
  /// that op.
  void add_around_frame(std::string_view op, std::string_view file, std::string_view function,
                        std::string_view pseudo) {
    if (!has(op)) return;
    const events& ops = named(op);
    const events around = nearest_around(ops, frames(file, function));
    std::vector<bool> done(trace_.events.size(), false);
    for (std::size_t i = 0; i < ops.size(); ++i) {
      if (!known(around[i]) || done[around[i]]) continue;
      done[around[i]] = true;
      edit_.wrap_calls_of(around[i], pseudo, arguments(ops[i]));
    }
  }

  /// Paged decoding of DeepSeek-V4: the kernels launched by the enclosing attention op give its kind and its heads.
  void add_paged_decode() {
    const events inner = frames("paged_decode.py(", "sparse_attn_v4_paged_decode");
    if (inner.empty()) return;
    const events ops = outermost("aiter::v4_attention_with_output"), around = nearest_around(inner, ops);
    std::unordered_map<std::uint32_t, decode> kinds;
    for (const std::uint32_t op : ops) kinds[op] = decode_of(op);
    for (std::size_t i = 0; i < inner.size(); ++i) {
      if (!known(around[i]) || !edit_.tree().has_gpu_work(inner[i])) continue;
      const decode& d = kinds.at(around[i]);
      edit_.wrap_calls_of(inner[i], d.name, d.with);
    }
  }
  struct decode {
    std::string_view name = "pseudo_v4_paged_decode_swa";
    op_arguments with{};
  };
  decode decode_of(std::uint32_t attention) const {
    decode d{.with = arguments(attention)};
    for (const call_node kernel : gpu_work_of(edit_.node(attention))) {
      const std::string_view n = kernel.name();
      const bool compresses = n.starts_with("fused_compress_attn") || n.starts_with("_update_compressor_states_kernel");
      if (n.starts_with("hca_")) d.name = "pseudo_v4_paged_decode_hca";
      else if (compresses && !d.name.ends_with("hca")) d.name = "pseudo_v4_paged_decode_csa";
      if (d.with.query_heads < 0) read_heads(n, d.with);
    }
    return d;
  }
  /// `qk_norm_rope_H64_D512_RD64` has 64 heads of 512 elements.
  static void read_heads(std::string_view kernel, op_arguments& out) {
    constexpr std::string_view front = "qk_norm_rope_H", after = "_D";
    const std::size_t at = kernel.find(front);
    if (at == kernel.npos) return;
    annotation_cursor rest(kernel.substr(at + front.size()));
    const double heads = rest.number();
    rest.take(after);
    const double head = rest.number();
    if (!rest.ok() || !rest.rest().starts_with("_RD") || !(heads > 0 && heads < 1e4 && head > 0 && head < 1e4)) return;
    out.query_heads = static_cast<std::int16_t>(heads), out.head_size = static_cast<std::int16_t>(head);
  }

  tree_edit& edit_;
  const torch_trace& trace_;
  std::unordered_map<symbol, events> by_name_{};
};

}  // namespace torch_detail

void drop_registration_counters(torch_trace& trace) {
  using torch_detail::name_before_counter;
  asked_once counted(trace.texts, [](std::string_view name) { return !name_before_counter(name).empty(); });
  if (!counted.of_any()) return;
  for (torch_event& e : trace.events)
    if (e.category == kineto_category::cpu_op && counted(e.name))
      e.name = trace.texts.keep(std::string(name_before_counter(trace.name(e))));
}

void add_pseudo_ops(tree_edit& edit) { torch_detail::pseudo_op_adder(edit).add(); }

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_PSEUDO_OPS_BODY_HPP
