#ifndef RIDGELINE_TORCH_READ_GPU_BRIDGE_BODY_HPP
#define RIDGELINE_TORCH_READ_GPU_BRIDGE_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/gpu/record/work_streams.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/read/json_text.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/torch/read/gpu_problems.hpp>
#include <ridgeline/torch/read/kineto_category.hpp>
#include <ridgeline/torch/read/kineto_draft.hpp>

/// Converts records of any GPU trace to PyTorch records; torch/tree/gpu_trace_body.hpp converts them back.
namespace ridgeline {

namespace torch_detail {

/// The parts of a range name written by `torch.autograd.profiler.emit_nvtx`: `aten::mm, seq = 12, op_id = 7, sizes =
/// [[4, 8], [8, 2]]`.
struct nvtx_op {
  std::string_view name{};
  std::int64_t sequence = missing<std::int64_t>;
  std::string_view sizes{};
};

/// Parses such a name; an empty result for any other text.
inline nvtx_op nvtx_op_of(std::string_view text) {
  constexpr std::string_view sequence = ", seq = ", number = ", op_id = ", sizes = ", sizes = ";
  const std::size_t end = std::min({text.find(sequence), text.find(number), text.find(sizes)});
  nvtx_op op;
  if (end == text.npos) return op;
  op.name = text.substr(0, end);
  if (const std::size_t at = text.find(sequence); at != text.npos) {
    const std::string_view rest = text.substr(at + sequence.size());
    op.sequence = to_int(rest.substr(0, rest.find(','))).value_or(missing<std::int64_t>);
  }
  if (const std::size_t at = text.find(sizes); at != text.npos) {
    json_cursor c{text.data() + at + sizes.size(), text.data() + text.size()};
    const char* const first = c.at;
    if (c.next_is('[') && c.skip_value()) op.sizes = {first, static_cast<std::size_t>(c.at - first)};
  }
  return op;
}

/// Converts the records of another trace into PyTorch events.
class torch_bridge {
 public:
  explicit torch_bridge(gpu_trace trace) : from_(std::move(trace)) { records_.out.texts = std::move(from_.texts); }

  torch_trace make() {
    for (const gpu_range& r : from_.ranges) add(r);
    for (std::size_t i = 0; i < from_.calls.size(); ++i) add(from_.calls[i], i);
    const auto first = static_cast<std::uint32_t>(records_.out.events.size());
    const gpu_work_streams on(from_);
    for (std::size_t i = 0; i < from_.work.size(); ++i) add(from_.work[i], on.streams[i]);
    torch_trace trace = trace_of(std::move(records_.out));
    trace.problems = merge(trace.problems, torch_problems_of(from_.problems));
    for (const gpu_graph_node& n : from_.graph_nodes) trace.graph_nodes.push_back({first + n.work, n.graph, n.node});
    for (const gpu_device_name& d : from_.devices) {
      trace.devices.emplace_back();
      trace.devices.back().id = d.device, trace.devices.back().name = d.name;
    }
    return trace;
  }

 private:
  symbol_pool& texts() { return records_.out.texts; }
  symbol number_text(std::int64_t n) { return texts().keep(known(n) ? std::to_string(n) : std::string("null")); }
  std::uint32_t place(symbol process, symbol thread) {
    const torch_place p{process, thread};
    const std::uint32_t n = places_.number(key_of(p));
    if (n == records_.out.places.size()) records_.out.places.push_back(p);
    return n;
  }
  std::uint32_t place_of_thread(std::uint32_t process, std::uint32_t thread) {
    // processes without a system number, or with a repeated one, are identified by their position in the trace
    const symbol p = texts().keep(known(process) ? "\"process " + std::to_string(process) + "\"" : std::string("null"));
    return place(p, texts().keep(known(thread) ? "\"thread " + std::to_string(thread) + "\"" : std::string("null")));
  }
  kineto_draft draft(time_point start, duration time, symbol name) {
    kineto_draft d;
    d.event.phase = chrome_phase::complete, d.has_phase = true;
    d.event.start = start, d.event.time = time, d.event.name = name;
    return d;
  }
  void record(kineto_draft& d) {
    records_.record(d, torch_problems::nowhere, [] { return std::string_view(); });
  }

  void add(const gpu_range& r) {
    const std::string_view name = texts().text(r.name);
    const nvtx_op op = r.nested ? nvtx_op_of(name) : nvtx_op{};
    kineto_draft d = draft(r.start, r.time, op.name.empty() ? r.name : texts().keep(op.name));
    d.event.category = op.name.empty() ? kineto_category::user_annotation : kineto_category::cpu_op;
    d.event.place = place_of_thread(r.process, r.nested ? r.thread : missing<std::uint32_t>);
    if (!op.name.empty()) {
      d.has_op = true;
      d.op.sequence = op.sequence;
      std::string sizes;
      json_repairs ignored;
      if (!op.sizes.empty() && append_compact(sizes, op.sizes, 16, ignored)) d.op.input_dims = texts().keep(sizes);
    }
    record(d);
  }

  void add(const gpu_call& c, std::size_t number) {
    kineto_draft d = draft(c.start, c.time, c.name);
    d.event.category = category_of_call(texts().text(c.name));
    d.event.place = place_of_thread(c.process, c.thread);
    d.event.correlation = static_cast<std::int64_t>(number) + 1;  // the file's own numbers repeat across processes
    record(d);
  }

  /// `stream`: streams of several processes or contexts on one device can have one number.
  void add(const gpu_work_item& w, std::uint32_t stream) {
    kineto_draft d = draft(w.start, w.time, w.name);
    d.event.category = w.kind == gpu_kind::copy   ? kineto_category::gpu_memcpy
                       : w.kind == gpu_kind::fill ? kineto_category::gpu_memset
                                                  : kineto_category::kernel;
    d.event.place = place(number_text(w.device), number_text(w.stream));
    if (known(w.call)) d.event.correlation = static_cast<std::int64_t>(w.call) + 1;
    d.gpu.device = w.device, d.gpu.stream = w.stream, d.gpu.bytes = w.bytes;
    d.context = stream;
    if (known(w.shape)) {
      d.launch.grid = list_of(from_.shapes[w.shape].grid);
      d.launch.block = list_of(from_.shapes[w.shape].block);
    }
    record(d);
  }
  symbol list_of(const std::array<std::int64_t, 3>& shape) {
    std::string list = "[";
    for (const std::int64_t n : shape) {
      if (!known(n)) return missing<symbol>;
      list += (list.size() > 1 ? "," : "") + std::to_string(n);
    }
    return texts().keep(list + "]");
  }

  gpu_trace from_;
  kineto_recorder records_{};
  distinct<std::uint64_t> places_{};
};

}  // namespace torch_detail

torch_trace as_torch_trace(gpu_trace trace) { return torch_detail::torch_bridge(std::move(trace)).make(); }

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_GPU_BRIDGE_BODY_HPP
