#ifndef RIDGELINE_RANKS_SHEET_DETAILS_HPP
#define RIDGELINE_RANKS_SHEET_DETAILS_HPP

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/ranks/rank_facts.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>

namespace ridgeline::ranks_detail {

/// The number of elements of all tensors, or of the argument `only`, in a JSON list of shapes, `[[16,559],[3]]`, where
/// an argument may be a list of tensors; missing if a requested one has no shape.
inline std::int64_t elements_in(std::string_view dims, std::size_t only = missing<std::size_t>) {
  std::int64_t sum = 0, product = 1;
  std::size_t depth = 0, tensor = 0;
  bool any = false, found = false, whole = true;
  for (std::size_t i = 0; i < dims.size();) {
    const char c = dims[i];
    if (c == '[') {
      ++depth, ++i;
      if (depth > 8) return missing<std::int64_t>;
      product = 1, any = false;
    } else if (c == ']') {
      if (depth >= 2 && any && (!known(only) || only == tensor))
        whole = whole && !__builtin_add_overflow(sum, product, &sum), found = true;
      any = false;
      if (depth == 2) ++tensor;
      if (depth == 0) return missing<std::int64_t>;
      --depth, ++i;
    } else if (c >= '0' && c <= '9') {
      std::int64_t n = 0;
      const auto [stop, why] = std::from_chars(dims.data() + i, dims.data() + dims.size(), n);
      if (why != std::errc{}) return missing<std::int64_t>;
      whole = whole && !__builtin_mul_overflow(product, n, &product), any = true;
      i = static_cast<std::size_t>(stop - dims.data());
    } else {
      ++i;
    }
  }
  return found && whole ? sum : missing<std::int64_t>;
}

/// The first string of a JSON list of strings, `["float","Scalar"]`.
inline std::string_view first_text_in(std::string_view list) {
  const std::size_t from = list.find('"');
  if (from == list.npos) return {};
  const std::size_t to = list.find('"', from + 1);
  return to == list.npos ? std::string_view() : list.substr(from + 1, to - from - 1);
}

/// The two ranks in an annotation of torch, `nccl:send 1->2` or `nccl:recv 2<-1`: its own and the other one, as numbers
/// within the group; missing in any other text.
struct peers_in_group {
  std::int64_t own = missing<std::int64_t>, other = missing<std::int64_t>;
};
inline peers_in_group peers_in(std::string_view name) {
  const std::string_view arrow = name.starts_with("nccl:send ")   ? "->"
                                 : name.starts_with("nccl:recv ") ? "<-"
                                                                  : "";
  const std::size_t at = arrow.empty() ? name.npos : name.find(arrow);
  if (at == name.npos) return {};
  constexpr std::size_t word = 10;  // letters before the numbers
  const std::optional<std::int64_t> own = to_int(name.substr(word, at - word)), other = to_int(name.substr(at + 2));
  if (!own || !other || *own < 0 || *other < 0) return {};
  return {*own, *other};
}

/// Interns texts of a trace among those of its rank; each is looked up only once.
class text_keeper {
 public:
  text_keeper(const torch_trace& trace, rank_texts& to) : trace_(&trace), to_(&to), known_(trace.texts.bound(), 0) {}

  std::uint32_t operator()(symbol s) {
    if (!known(s)) return 0;
    std::uint32_t& known = known_[index_of(s)];
    if (known == 0) known = to_->number(trace_->text(s));
    return known;
  }

 private:
  const torch_trace* trace_;
  rank_texts* to_;
  std::vector<std::uint32_t> known_;
};

/// The collectives of a rank, in file order.
inline void keep_collectives(const torch_profile& run, rank_facts& to) {
  const torch_trace& trace = run.trace();
  text_keeper keep(trace, to.texts);
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (e.category != kineto_category::kernel || !run.tree().communicates(i) || !e.has_span()) continue;
    if (!known(e.correlation) && !known(e.external_id)) continue;
    collective_use u;
    u.start = trace.start_us(e);
    u.length = trace.length_us(e);
    u.stream = trace.stream(e);
    if (const collective_arguments* const c = trace.collective(e)) {
      u.name = keep(c->name), u.group = keep(c->group_name);
      u.members = keep(c->group_ranks), u.type = keep(c->dtype);
      u.in_split = keep(c->in_split), u.out_split = keep(c->out_split);
      u.size = c->group_size, u.in_elements = c->in_elements, u.out_elements = c->out_elements;
    }
    if (u.name == 0 && core_detail::stands_in(trace.name(e), "cross_device_reduce"))
      u.name = to.texts.number("allreduce");
    to.collectives.push_back(u);
  }
}

/// The kernels of a rank in file order, each with the nearest op around its launch and that op's totals.
inline void keep_kernels(const torch_profile& run, rank_facts& to) {
  const torch_trace& trace = run.trace();
  text_keeper keep(trace, to.texts);
  std::unordered_map<std::string_view, std::uint32_t> categories;  // a few dozen
  const torch_clock clock = run.tree().clock();
  const std::vector<torch_kernel> work = torch_gpu_work_of(run);
  std::vector<std::uint32_t> by_op;
  for (std::uint32_t i = 0; i < work.size(); ++i)
    if (known(work[i].op)) by_op.push_back(i);
  by_op = std::move(by_op) | sort_by([&](std::uint32_t i) { return work[i].op; });
  std::vector<std::pair<double, std::int64_t>> of_work(work.size(), {missing<double>, 0});
  for (std::size_t i = 0, j = 0; i < by_op.size(); i = j) {
    std::vector<std::uint32_t> events;
    for (; j < by_op.size() && work[by_op[j]].op == work[by_op[i]].op; ++j)
      events.push_back(work[by_op[j]].event);
    const double busy = busy_time_of(trace, events, clock);
    for (std::size_t m = i; m < j; ++m) of_work[by_op[m]] = {busy, static_cast<std::int64_t>(j - i)};
  }
  for (std::size_t i = 0; i < work.size(); ++i) {
    const torch_kernel& k = work[i];
    const torch_event& e = run.event(k.event);
    if (e.category != kineto_category::kernel) continue;
    rank_kernel row;
    row.event = k.event;
    row.name = keep(e.name);
    row.start = trace.start_us(e), row.length = trace.length_us(e);
    row.stream = trace.stream(e);
    row.op_busy = of_work[i].first;
    row.op_kernels = of_work[i].second;
    if (row.op_busy > 0) row.op_share = clock.from_to(e, e) / row.op_busy;
    if (known(k.op)) {
      row.op_event = k.op;
      row.op = keep(run.event(k.op).name);
      const auto [at, is_new] = categories.try_emplace(run.category_of(k.op), 0);
      if (is_new) at->second = to.texts.number(at->first);
      row.category = at->second;
      if (const op_arguments* const a = trace.op(run.event(k.op))) {
        row.dims = keep(a->input_dims), row.types = keep(a->input_types);
        row.strides = keep(a->input_strides), row.concrete = keep(a->concrete_inputs);
        row.file = keep(a->kernel_file);
      }
    }
    to.kernels.push_back(row);
  }
}

}  // namespace ridgeline::ranks_detail

#endif  // RIDGELINE_RANKS_SHEET_DETAILS_HPP
