#ifndef RIDGELINE_TORCH_ADVISE_SHAPE_RULES_BODY_HPP
#define RIDGELINE_TORCH_ADVISE_SHAPE_RULES_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/advise/product_devices_body.hpp>
#include <ridgeline/torch/advise/shape_rules.hpp>
#include <ridgeline/torch/op/call.hpp>
#include <ridgeline/torch/op/costs.hpp>
#include <ridgeline/torch/op/metrics.hpp>
#include <ridgeline/torch/run/profile.hpp>

namespace ridgeline {

namespace torch_detail {

inline constexpr double attainable = 0.8, far_below = 0.5;  // of a roof: what a kernel can reach; worth reporting

/// Text such as `aten::bmm [[32,8,64],[32,64,8]]`.
std::string name_with_shapes(const gpu_activity& a, const activity_op& op) {
  std::string text(a.text(op.name));
  if (known(op.dims)) text.append(" ").append(a.text(op.dims));
  return text;
}

/// Evidence by op: the longest call for each op and its shapes.
void evidence_of_ops(const gpu_activity& a, std::span<const std::uint32_t> works, finding_draft& d) {
  std::map<std::pair<symbol, symbol>, std::uint32_t> longest;
  for (const std::uint32_t i : works) {
    const activity_op* const op = a.op_of(a.works[i]);
    if (op == nullptr) continue;
    const auto [at, is_new] = longest.try_emplace({op->name, op->dims}, i);
    if (!is_new && a.works[i].time > a.works[at->second].time) at->second = i;
  }
  for (const auto& [key, i] : longest)
    d.evidence.push_back(finding_evidence::of(a.works[i], name_with_shapes(a, *a.op_of(a.works[i]))));
  advise_detail::order_evidence(d.evidence);
  if (d.evidence.size() > 3) d.evidence.resize(3);
}

/// The call of an op, for access to its arguments by position.
torch_call call_of(const gpu_activity& a, const activity_op& op) {
  torch_call c;
  c.name = a.text(op.name);
  if (known(op.dims)) c.dims = a.text(op.dims);
  if (known(op.types)) c.types = a.text(op.types);
  return c;
}

bool is_any(std::string_view name, std::initializer_list<std::string_view> of) {
  return std::find(of.begin(), of.end(), name) != of.end();
}

/// Whether a kernel of this name only changes the layout of a tensor.
bool transposes(std::string_view kernel) {
  for (const std::string_view word : {"batched_transpose", "nchwToNhwc", "nhwcToNchw"})
    if (kernel.find(word) != std::string_view::npos) return true;
  return false;
}

/// Whether the op of the work only copies a tensor, with the same shape and type, within the device: only its location
/// or layout changes. ROCm records some copies between host and device as kernels.
bool copies_only(const gpu_activity& a, const activity_work& w) {
  const activity_op* const op = a.op_of(w);
  const bool reads_value = op != nullptr && is_any(a.text(op->name), {"aten::_local_scalar_dense", "aten::item"});
  if (w.kind == gpu_kind::copy) return a.name(w).find("DtoD") != std::string_view::npos && !reads_value;
  if (op == nullptr || !known(op->dims) || advise_detail::crosses_the_bus(a.name(w))) return false;
  const torch_call c = call_of(a, *op);
  if (is_any(c.name, {"aten::contiguous", "aten::clone"})) return c.tensor(0);
  return c.name == "aten::copy_" && c.tensor(0) && c.dims_text(0) == c.dims_text(1) && c.type(0) == c.type(1) &&
         !c.type(0).empty();
}

/// An op whose kernel reads and writes each element once.
struct elementwise {
  double elements = missing<double>, width = missing<double>, bytes = 0;
};
class elementwise_ops {
 public:
  explicit elementwise_ops(const gpu_activity& a) : a_(a), kernel_(*a.texts, is_kernel), op_(*a.texts, computes) {}

  elementwise operator()(const activity_work& w) {
    elementwise e;
    const activity_op* const op = a_.op_of(w);
    if (op == nullptr || w.kind != gpu_kind::kernel || !known(op->dims) || !known(op->types)) return e;
    if (!kernel_(w.name) || !op_(op->name)) return e;
    call_of(a_, *op).for_each_tensor([&](std::string_view dims, std::string_view type) {
      const double n = torch_shape(dims).size(), width = torch_type_size(type).base();
      if (!(e.elements >= n)) e.elements = n;
      if (!known(e.width)) e.width = width;
      e.bytes += n * width;
    });
    e.bytes += e.elements * e.width;
    if (!(e.bytes > 0)) e.elements = missing<double>;
    return e;
  }

 private:
  static bool is_kernel(std::string_view name) { return name.find("elementwise") != std::string_view::npos; }
  /// Copies and fills are elementwise kernels too.
  static bool computes(std::string_view op) {
    return op.starts_with("aten::") &&
           !is_any(op, {"aten::copy_", "aten::contiguous", "aten::clone", "aten::fill_", "aten::zero_"});
  }

  const gpu_activity& a_;
  asked_once<bool (*)(std::string_view)> kernel_, op_;
};

/// The calls of one op with equal shapes and types, and the minimum time of one on the chip.
struct product_group {
  symbol name, dims, types;
  friend auto operator<=>(const product_group&, const product_group&) = default;
};
struct product_calls {
  std::vector<std::uint32_t> ops{};
  const torch_cost* cost = nullptr;
};

/// Matrix products by group, without ops whose work is already claimed.
std::map<product_group, product_calls> products_of(const torch_findings_run& run,
                                                   const std::vector<std::vector<std::uint32_t>>& work) {
  std::map<product_group, product_calls> groups;
  for (std::uint32_t o = 0; o < run.activity.ops.size(); ++o) {
    const activity_op& op = run.activity.ops[o];
    if (work[o].empty() || !known(op.dims)) continue;
    const torch_model_entry* const model = run.costs.model_of(run.run.event(op.uid));
    if (model == nullptr || model->category != "GEMM" || run.costs.cost_of(op.uid) == nullptr) continue;
    product_calls& calls = groups[{op.name, op.dims, op.types}];
    if (calls.ops.empty()) calls.cost = run.costs.cost_of(op.uid);
    calls.ops.push_back(o);
  }
  return groups;
}

struct product_roof {
  double compute = missing<double>, memory = missing<double>;  // us
  double time() const { return std::fmax(compute, memory); }
  bool complete() const { return known(compute) && known(memory); }
};
product_roof roof_of(const torch_cost& cost, const hw::roofs& chip, std::string_view spec) {
  return {(cost.forward.flops / chip.rate_of(spec)).in(us), (cost.forward.bytes / chip.memory).in(us)};
}

double number_of(const torch_cost& cost, std::string_view name) {
  for (const auto& e : cost.parameters.entries())
    if (e.name == name && e.value.is_number()) return e.value.number;
  return missing<double>;
}

/// Why a product is slow, judged by its extents.
std::string reason_for(const torch_cost& cost, const product_roof& roof, std::int64_t units) {
  const double m = number_of(cost, "M"), n = number_of(cost, "N"), k = number_of(cost, "K"), b = number_of(cost, "B");
  const auto text = [](double x) { return std::to_string(static_cast<std::int64_t>(x)); };
  const double step = cost.spec.ends_with("8") ? 16 : 8;
  for (const auto& [name, x] : {std::pair("M", m), std::pair("N", n), std::pair("K", k)})
    if (known(x) && std::fmod(x, step) != 0 && (name[0] != 'M' || x > 64))
      return std::string("pad ") + name + " = " + text(x) + " to a multiple of " + text(step);
  if (known(b) && b >= 16 && known(m) && known(n) &&
      m * n <= 128 * 128) return "batch these small products, or fuse them";
  if (roof.memory > roof.compute) return "it is memory-bound: fuse it with neighbouring ops, or use a larger batch";
  if (known(m) && known(n) && known(units)) {
    const double tiles = std::ceil(m / 128) * std::ceil(n / 128) * (known(b) ? b : 1);
    if (tiles < static_cast<double>(units))
      return "its " + text(tiles) + " tiles leave units of " + text(static_cast<double>(units)) +
          " idle: split K or use a larger batch";
  }
  if (known(k) && k <= 128) return "K = " + text(k) + " is small: fuse it with neighbouring ops";
  return "tune it (max-autotune, TunableOp), or store the operands in the other order";
}

}  // namespace torch_detail

std::vector<std::vector<std::uint32_t>> torch_findings_run::work_by_op(const finding_drafts& claimed) const {
  std::vector<std::vector<std::uint32_t>> work(activity.ops.size());
  std::vector<bool> taken(activity.ops.size());
  for (std::uint32_t i = 0; i < activity.works.size(); ++i) {
    const activity_work& w = activity.works[i];
    if (!known(w.op) || w.kind != gpu_kind::kernel) continue;
    if (claimed.claimed(i)) taken[w.op] = true;
    work[w.op].push_back(i);
  }
  for (std::size_t o = 0; o < work.size(); ++o)
    if (taken[o]) work[o].clear();
  return work;
}

namespace torch_findings {

using namespace torch_detail;

void layout_copies(const torch_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::unordered_map<symbol, bool> asked;  // each name is searched once
  const auto is_layout = [&](const activity_work& w) {
    const auto [at, is_new] = asked.try_emplace(w.name);
    if (is_new) at->second = transposes(a.name(w));
    return at->second || copies_only(a, w);
  };
  std::vector<std::uint32_t> works;
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    if (!to.claimed(i) && !a.works[i].communicates && is_layout(a.works[i])) works.push_back(i);
  if (works.empty()) return;
  finding_draft& d = to.add("");
  advise_detail::let_go(a, works, d.change);
  evidence_of_ops(a, works, d);
  advise_detail::take_works(a, d, std::move(works));
}

void dtype_roundtrip(const torch_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::vector<std::uint32_t> works;
  for (const std::vector<std::uint32_t>& stream : advise_detail::by_stream(a)) {
    for (std::size_t k = 1; k < stream.size(); ++k) {
      const activity_op* const one = a.op_of(a.works[stream[k - 1]]);
      const activity_op* const two = a.op_of(a.works[stream[k]]);
      if (one == nullptr || two == nullptr || one == two || to.claimed(stream[k - 1]) ||
          to.claimed(stream[k])) continue;
      const torch_call there = call_of(a, *one), back = call_of(a, *two);
      if (there.name != "aten::copy_" || back.name != "aten::copy_" || !there.tensor(0)) continue;
      const bool undone = there.type(0) == back.type(1) && there.type(1) == back.type(0) &&
          there.type(0) != there.type(1);
      if (!undone || there.dims_text(0) != back.dims_text(1) || there.dims_text(1) != back.dims_text(0)) continue;
      works.push_back(stream[k - 1]);
      works.push_back(stream[k]);
      ++k;
    }
  }
  if (works.empty()) return;
  finding_draft& d = to.add("");
  advise_detail::let_go(a, works, d.change);
  evidence_of_ops(a, works, d);
  advise_detail::take_works(a, d, std::move(works));
}

void unfused_elementwise(const torch_findings_run& run, finding_drafts& to) {
  constexpr std::size_t least = 3;
  const gpu_activity& a = run.activity;
  std::vector<std::pair<std::string, finding_draft>> drafts;
  std::vector<std::vector<std::uint32_t>> works;
  std::map<std::string, std::size_t> number;
  std::vector<std::uint32_t> row;
  elementwise first;
  double bytes = 0;
  const auto close = [&] {
    if (row.size() >= least) {
      std::string names;
      symbol before = missing<symbol>;
      duration sum;
      for (const std::uint32_t i : row) {
        const activity_op& op = *a.op_of(a.works[i]);
        sum += a.works[i].time;
        if (op.name != before && names.size() < 100) names.append(names.empty() ? "" : ", ").append(a.text(op.name));
        before = op.name;
      }
      std::string group = names + " of " + std::to_string(static_cast<std::int64_t>(first.elements)) + " x " +
                          std::to_string(static_cast<std::int64_t>(first.width)) + " B";
      const auto [at, is_new] = number.try_emplace(group, drafts.size());
      if (is_new) drafts.emplace_back(std::move(group), finding_draft()), works.emplace_back();
      finding_draft& d = drafts[at->second].second;
      const double saved = 2 * static_cast<double>(row.size() - 1) * first.elements * first.width;
      d.change.times.emplace_back(row.front(), duration(sum * (1 - std::min(saved / bytes, 1.0))));
      advise_detail::let_go(a, std::span(row).subspan(1), d.change, a.works[row.front()].op);
      works[at->second].insert(works[at->second].end(), row.begin(), row.end());
    }
    row.clear();
    bytes = 0;
  };
  elementwise_ops elementwise_of(a);
  for (const std::vector<std::uint32_t>& stream : advise_detail::by_stream(a)) {
    for (const std::uint32_t i : stream) {
      const elementwise e = to.claimed(i) ? elementwise{} : elementwise_of(a.works[i]);
      const bool fits = known(e.elements) && known(e.width);
      if (!row.empty() && (!fits || e.elements != first.elements || e.width != first.width ||
                           a.works[row.back()].op == a.works[i].op))
        close();
      if (!fits) continue;
      if (row.empty()) first = e;
      row.push_back(i);
      bytes += e.bytes;
    }
    close();
  }
  for (std::size_t g = 0; g < drafts.size(); ++g) {
    finding_draft& d = to.add(drafts[g].first);
    d.change = std::move(drafts[g].second.change);
    evidence_of_ops(a, works[g], d);
    advise_detail::take_works(a, d, std::move(works[g]));
  }
}

void gemm_fp32(const torch_findings_run& run, finding_drafts& to) {
  if (run.roofs == nullptr || !known(run.roofs->peak_of("matrix_bf16"))) return;
  const gpu_activity& a = run.activity;
  const auto work = run.work_by_op(to);
  std::vector<std::uint32_t> works;
  replay_change change;
  for (const auto& [key, calls] : products_of(run, work)) {
    if (calls.cost == nullptr || calls.cost->precision != dtype::fp32) continue;
    const product_roof now = roof_of(*calls.cost, *run.roofs, "matrix_fp32");
    product_roof then = roof_of(*calls.cost, *run.roofs, "matrix_bf16");
    then.memory /= 2;
    if (!now.complete() || !then.complete() || !(then.time() < now.time())) continue;
    torch_metrics ran;  // if it is faster than fp32 allows, it already ran as TF32
    ran.roof_compute = now.compute;
    ran.roof_rounded = (calls.cost->forward.flops / run.roofs->rounded_rate_of("matrix_fp32")).in(us);
    for (const std::uint32_t o : calls.ops) {
      duration took;
      for (const std::uint32_t i : work[o]) took += a.works[i].time;
      ran.time = took.in(us);
      if (ran.rounded()) continue;
      for (const std::uint32_t i : work[o]) {
        const std::string_view kernel = a.name(a.works[i]);
        if (is_named_for_tf32(kernel)) continue;
        change.times.emplace_back(i, duration(a.works[i].time * (then.time() / now.time())));
        works.push_back(i);
      }
    }
  }
  if (works.empty()) return;
  merge_sorted_runs(works, std::less<>{});
  finding_draft& d = to.add("");
  d.change = std::move(change);
  evidence_of_ops(a, works, d);
  advise_detail::take_works(a, d, std::move(works));
}

void gemm_below_roof(const torch_findings_run& run, finding_drafts& to) {
  if (run.roofs == nullptr) return;
  const gpu_activity& a = run.activity;
  const auto work = run.work_by_op(to);
  const torch_device* const device = run.run.trace().busiest_device();
  const std::int64_t units = device == nullptr ? missing<std::int64_t> : device->multiprocessors;
  for (const auto& [key, calls] : products_of(run, work)) {
    if (calls.cost == nullptr || calls.cost->spec.empty()) continue;
    const product_roof roof = roof_of(*calls.cost, *run.roofs, calls.cost->spec);
    if (!roof.complete() || !(roof.time() > 0)) continue;
    const auto [slow, fast] = slow_and_fast(run, calls.ops, work, roof.time() / far_below);
    if (!(roof.time() < far_below * slow.mean())) continue;
    std::vector<std::uint32_t> works;
    finding_draft& d = to.add(short_name(name_with_shapes(a, a.ops[calls.ops.front()])) + " " +
                              short_name(known(key.types) ? a.text(key.types) : std::string_view()));
    for (const std::uint32_t o : slow.ops) {
      duration all;
      for (const std::uint32_t i : work[o]) all += a.works[i].time;
      for (const std::uint32_t i : work[o]) {
        const double part = all.base() > 0 ? a.works[i].time / all : 0;
        d.change.times.emplace_back(i, duration(roof.time() / attainable * part * us));
        works.push_back(i);
      }
    }
    d.detail = advise_detail::in_percent(roof.time() / slow.mean()) + " of the roof is reached";
    d.detail += fast.ops.empty() ? "; " + reason_for(*calls.cost, roof, units)
                                 : " on device " + slow.devices + ", and " +
                                       advise_detail::in_percent(roof.time() / fast.mean()) +
                                       " on others: find out what slows it down";
    merge_sorted_runs(works, std::less<>{});
    evidence_of_ops(a, works, d);
    advise_detail::take_works(a, d, std::move(works));
    d.count = slow.ops.size();
  }
}

void recompute_share(const torch_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::vector<std::uint32_t> works;
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    if (!to.claimed(i) && run.run.recomputed(a.works[i].uid)) works.push_back(i);
  if (works.empty()) return;
  finding_draft& d = to.add("");
  advise_detail::let_go(a, works, d.change);
  evidence_of_ops(a, works, d);
  advise_detail::take_works(a, d, std::move(works));
}

}  // namespace torch_findings

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_SHAPE_RULES_BODY_HPP
