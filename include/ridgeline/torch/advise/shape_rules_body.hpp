#ifndef RIDGELINE_TORCH_ADVISE_SHAPE_RULES_BODY_HPP
#define RIDGELINE_TORCH_ADVISE_SHAPE_RULES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/row_breaks_body.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/torch/advise/op_evidence_body.hpp>
#include <ridgeline/torch/advise/shape_rules.hpp>
#include <ridgeline/torch/op/call.hpp>

namespace ridgeline {

namespace torch_detail {

/// Work that only changes where a tensor is or how it is laid out: transpositions by the kernel's name, and copies
/// within the device that keep shape and type. ROCm records some copies between host and device as kernels.
class layout_works {
 public:
  explicit layout_works(const gpu_activity& a)
      : a_(a), transposes_(*a.texts, is_transposition), within_(*a.texts, is_within_device),
        crosses_(*a.texts, advise_detail::crosses_the_bus), reads_value_(*a.texts, is_value_read),
        copies_(*a.texts, is_copy) {}

  bool operator()(const activity_work& w) {
    if (transposes_(w.name)) return true;
    const activity_op* const op = a_.op_of(w);
    if (w.kind == gpu_kind::copy) return within_(w.name) && (op == nullptr || !reads_value_(op->name));
    if (op == nullptr || !known(op->dims) || !copies_(op->name) || crosses_(w.name)) return false;
    const torch_call c = call_of(a_, *op);
    if (c.name != "aten::copy_") return c.tensor(0);
    return c.tensor(0) && c.dims_text(0) == c.dims_text(1) && c.type(0) == c.type(1) && !c.type(0).empty();
  }

 private:
  static bool is_transposition(std::string_view kernel) {
    return has_any(kernel, {"batched_transpose", "nchwToNhwc", "nhwcToNchw"});
  }
  static bool is_within_device(std::string_view copy) { return copy.find("DtoD") != std::string_view::npos; }
  static bool is_value_read(std::string_view op) { return is_any(op, {"aten::_local_scalar_dense", "aten::item"}); }
  static bool is_copy(std::string_view op) { return is_any(op, {"aten::copy_", "aten::contiguous", "aten::clone"}); }

  const gpu_activity& a_;
  asked_once<bool (*)(std::string_view)> transposes_, within_, crosses_, reads_value_, copies_;
};

/// Cuts a row of ops into chains, each on one tensor as far as names tell. Names that repeat, at least one of them an
/// op in place, are a loop over tensors: `add_ add_ add_` accumulates gradients, `mul_ add_ mul_ add_` is an
/// optimizer's, and only what is within a period is a chain. Calls `use` with the begin and the length of each.
template <class Use>
void each_chain(const gpu_activity& a, std::span<const std::uint32_t> row, Use use) {
  constexpr std::size_t longest_period = 32;
  const auto name = [&](std::size_t i) { return a.op_of(a.works[row[i]])->name; };
  const auto repeated = [&](std::size_t from, std::size_t period) {  // how often the first period stands there
    std::size_t end = from + period;
    while (end < row.size() && name(end) == name(end - period)) ++end;
    return (end - from) / period;
  };
  std::size_t chain = 0;  // where the present one begins
  for (std::size_t i = 0; i < row.size();) {
    std::size_t period = 0, times = 0;
    bool changes_it = false;
    for (std::size_t p = 1; p <= longest_period && i + 2 * p <= row.size() && period == 0; ++p) {
      changes_it = changes_it || a.text(name(i + p - 1)).ends_with('_');
      if (!changes_it) continue;
      if (const std::size_t n = repeated(i, p); n >= (p == 1 ? 3u : 2u)) period = p, times = n;
    }
    if (period == 0) {
      ++i;
      continue;
    }
    if (i > chain) use(chain, i - chain);
    for (std::size_t k = 0; k < times; ++k) use(i + k * period, period);
    chain = i += times * period;
  }
  if (row.size() > chain) use(chain, row.size() - chain);
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
  layout_works is_layout(a);
  std::vector<std::uint32_t> works;
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    if (!to.claimed(i) && !a.works[i].communicates && is_layout(a.works[i])) works.push_back(i);
  leave_out(a, to, std::move(works));
}

void dtype_roundtrip(const torch_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  advise_detail::row_breaks breaks(run);
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
          torch_type_size(there.type(0)) > torch_type_size(there.type(1));  // a narrower type rounds
      if (!undone || there.dims_text(0) != back.dims_text(1) || there.dims_text(1) != back.dims_text(0)) continue;
      if (breaks.between(stream[k - 1], stream[k])) continue;
      works.push_back(stream[k - 1]);
      works.push_back(stream[k]);
      ++k;
    }
  }
  leave_out(a, to, std::move(works));
}

void unfused_elementwise(const torch_findings_run& run, finding_drafts& to) {
  constexpr std::size_t least = 3;
  const gpu_activity& a = run.activity;
  drafts_by_group drafts;
  std::vector<std::uint32_t> row;
  std::vector<double> bytes;  // of each in the row
  elementwise first;
  advise_detail::row_breaks breaks(run);
  const auto add_chain = [&](std::span<const std::uint32_t> chain, double passed) {
    if (chain.size() < least) return;
    std::string names;
    symbol before = missing<symbol>;
    duration sum;
    for (const std::uint32_t i : chain) {
      const activity_op& op = *a.op_of(a.works[i]);
      sum += a.works[i].time;
      if (op.name != before && names.size() < 100) names.append(names.empty() ? "" : ", ").append(a.text(op.name));
      before = op.name;
    }
    drafts_by_group::entry& d =
        drafts.of(names + " of " + std::to_string(static_cast<std::int64_t>(first.elements)) + " x " +
                  std::to_string(static_cast<std::int64_t>(first.width)) + " B");
    const double saved = 2 * static_cast<double>(chain.size() - 1) * first.elements * first.width;
    d.change.times.emplace_back(chain.front(), duration(sum * (1 - std::min(saved / passed, 1.0))));
    d.change.let_go(chain.subspan(1));
    d.works.insert(d.works.end(), chain.begin(), chain.end());
  };
  const auto close = [&] {
    std::size_t begin = 0;  // of the part
    if (row.size() >= least)
      breaks.each_part(row, [&](std::span<const std::uint32_t> part) {
        each_chain(a, part, [&](std::size_t from, std::size_t size) {
          double passed = 0;
          for (std::size_t i = 0; i < size; ++i) passed += bytes[begin + from + i];
          add_chain(part.subspan(from, size), passed);
        });
        begin += part.size();
      });
    row.clear(), bytes.clear();
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
      bytes.push_back(e.bytes);
    }
    close();
  }
  drafts.finish(a, to, true);
}

void recompute_share(const torch_findings_run& run, finding_drafts& to) {
  const gpu_activity& a = run.activity;
  std::vector<std::uint32_t> works;
  for (std::uint32_t i = 0; i < a.works.size(); ++i)
    if (!to.claimed(i) && run.run.recomputed(a.works[i].uid)) works.push_back(i);
  leave_out(a, to, std::move(works));
}

}  // namespace torch_findings

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_ADVISE_SHAPE_RULES_BODY_HPP
