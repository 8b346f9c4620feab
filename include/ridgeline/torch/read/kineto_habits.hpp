#ifndef RIDGELINE_TORCH_READ_KINETO_HABITS_HPP
#define RIDGELINE_TORCH_READ_KINETO_HABITS_HPP

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/torch/read/device_tasks.hpp>
#include <ridgeline/torch/read/far_spans.hpp>
#include <ridgeline/torch/read/flow_links.hpp>
#include <ridgeline/torch/read/kineto_draft.hpp>
#include <ridgeline/torch/read/op_intervals.hpp>
#include <ridgeline/torch/read/rocprof_spans.hpp>
#include <ridgeline/torch/read/span_halves.hpp>
#include <ridgeline/torch/read/unread_spans.hpp>
#include <ridgeline/torch/record/step_names.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline::torch_detail {

/// Treats stamps too large for microseconds as nanoseconds, and all lengths with them, if every span has such a
/// stamp. Otherwise they stay unreadable, as counted when they were read.
inline void mend_nanoseconds(torch_trace& trace) {
  bool all = true;
  std::uint64_t marked = 0;
  for (const torch_event& e : trace.events) {
    const bool span = e.phase == chrome_phase::complete || e.phase == chrome_phase::begin;
    if (is_nanosecond_stamp(e.start)) ++marked;
    else if (span && known(e.start)) all = false;
  }
  for (torch_event& e : trace.events) {
    const bool stamped = is_nanosecond_stamp(e.start);
    if (all) {
      if (stamped) e.start = without_mark(e.start);
      if (known(e.time)) e.time = duration::of((e.time.base() + 500) / 1000);
    } else if (stamped) {
      e.start = missing<time_point>;
      trace.fractional_stamps = true;
      if (e.phase == chrome_phase::complete && known(e.time)) trace.problems.add(torch_problem::time_missing);
    }
  }
  if (!all) return;
  trace.file_times.clear();  // integer nanoseconds are exact
  for (torch_unknown_work& u : trace.unknown_work) u.time = duration::of(u.time.base() / 1000);  // of tasks
  trace.problems.take_back(torch_problem::number_unreadable, marked);
}

/// Excludes `mtia_ccp_events` if another device has kernels of its own: they are then waits on its queues.
inline void leave_out_waits(torch_trace& trace, const std::vector<std::uint32_t>& waits) {
  torch_unknown_work all;
  for (const std::uint32_t i : waits) {
    torch_event& e = trace.events[i];
    e.category = kineto_category::none;
    e.args = missing<std::uint32_t>;
    if (e.has_span()) all.add(1, e.time);
  }
  if (all.count == 0) return;
  const symbol category = trace.texts.keep(kineto_mtia_work);
  trace.unknown_work[unknown_work_of(trace.unknown_work, category, unknown_work_use::no_work)].add(all.count, all.time);
}

/// Treats an event as a kernel of this stream of a device.
inline void take_as_kernel(torch_trace& trace, torch_event& e, std::int64_t stream, std::int64_t device) {
  e.category = kineto_category::kernel;
  e.args = static_cast<std::uint32_t>(trace.gpus.size());
  trace.gpus.push_back({stream, device});
}

/// Treats spans with a device and a stream as kernels, whatever their category, if the trace has no other kernels;
/// without them the report would be empty.
inline void take_for_kernels(torch_trace& trace) {
  std::vector<bool> taken(trace.texts.bound());  // by category
  for (torch_unknown_work& u : trace.unknown_work) {
    if (u.use != unknown_work_use::none) continue;
    u.use = unknown_work_use::as_kernels;
    taken[index_of(u.category)] = true;
  }
  for (const torch_event_details& d : trace.details) {
    torch_event& e = trace.events[d.event];
    if (e.category != kineto_category::other || !e.is_complete()) continue;
    if (!known(d.stream) || !known(d.device) || !known(d.category) || !taken[index_of(d.category)]) continue;
    take_as_kernel(trace, e, d.stream, d.device);
  }
}

/// Finds copies and fills by name among the work of devices that use one category for everything.
inline void tell_copies(torch_trace& trace, const std::vector<std::uint32_t>& work) {
  for (const std::uint32_t i : work) trace.events[i].category = category_of_work(trace.name(trace.events[i]));
}

/// Whether this is a function of Level Zero, OpenCL or SYCL's runtimes: `zeKernelCreate`, `clFinish`, `urEventWait`.
inline bool is_call_of_intel(std::string_view name) {
  for (const std::string_view front : {"ze", "zet", "zes", "cl", "ur", "pi", "piext"})
    if (name.starts_with(front) && name.size() > front.size() && core_detail::is_capital(name[front.size()]))
      return true;
  return false;
}

/// Tells the calls in traces of Intel's unitrace, which writes as ops whatever the host does. If none of these has what
/// ops of PyTorch have, the others are ranges (ITT, XPTI, MPI).
inline void tell_calls(torch_trace& trace) {
  const auto is_op = [&](const torch_event& e) { return e.category == kineto_category::cpu_op && known(e.name); };
  const bool of_torch = std::any_of(trace.events.begin(), trace.events.end(), [&](const torch_event& e) {
    return is_op(e) && (known(e.external_id) || trace.op(e) != nullptr);
  });
  for (torch_event& e : trace.events) {
    if (!is_op(e)) continue;
    const bool call = is_call_of_intel(trace.name(e));
    if (!call && of_torch) continue;
    e.category = call ? kineto_category::cuda_runtime : kineto_category::user_annotation;
    e.args = missing<std::uint32_t>;
  }
}

/// Numbers the devices of Intel's unitrace, which are processes: `RANK 1 DEVICE<host>0:3:0:0 #0`, one for each process
/// of the host that uses the device. Numbers are in the order of these names.
inline void number_devices_of_unitrace(torch_trace& trace) {
  std::map<symbol, std::string_view> device_of;  // by process
  std::map<std::string_view, std::int64_t> numbers;
  for (const torch_event& e : trace.events) {
    if (!names_process(trace, e)) continue;
    const std::string_view name = trace.text(trace.label(e));
    const std::size_t at = name.find("DEVICE<");
    if (at == name.npos) continue;
    device_of[trace.places[e.place].process] = name.substr(at);
    numbers[name.substr(at)] = 0;
  }
  std::int64_t next = 0;
  for (auto& [name, number] : numbers) {
    number = next++;
    torch_device& device = trace.devices.emplace_back();
    device.id = number, device.name = name.substr(name.find('>') + 1);  // hosts are not shown
  }
  for (const torch_event& e : trace.events) {
    if (!is_gpu(e.category) || !known(e.args) || !known(e.place)) continue;
    gpu_arguments& gpu = trace.gpus[e.args];
    const auto at = device_of.find(trace.places[e.place].process);
    if (!known(gpu.device) && at != device_of.end()) gpu.device = numbers[at->second];
  }
}

/// Decides what device-specific categories mean in this trace.
inline void mend_devices(torch_trace& trace) {
  std::vector<std::uint32_t> mtia, others;
  bool other_device = false, of_unitrace = false;
  for (const torch_event_details& d : trace.details) {
    if (!known(d.category)) continue;
    const std::string_view category = trace.text(d.category);
    if (category == kineto_mtia_work && is_gpu(trace.events[d.event].category)) mtia.push_back(d.event);
    of_unitrace = of_unitrace || category == kineto_intel_work;
    const bool mixed = category == kineto_intel_work || core_detail::same_letters(category, kineto_gaudi_work);
    if (mixed && trace.events[d.event].category == kineto_category::kernel) others.push_back(d.event);
    other_device = other_device || category.starts_with("privateuse1_");
  }
  std::size_t kernels = 0;
  for (const torch_event& e : trace.events)
    kernels += e.category == kineto_category::kernel && e.phase == chrome_phase::complete ? 1u : 0u;
  if (other_device && kernels > mtia.size()) leave_out_waits(trace, mtia);
  else tell_copies(trace, mtia);
  tell_copies(trace, others);
  if (of_unitrace) tell_calls(trace), number_devices_of_unitrace(trace);
  if (kernels == 0) take_for_kernels(trace);
}

/// The stream number in the name of a device's line: `7`, `"7"` or `"stream 7"`; missing for any other name.
inline std::int64_t stream_of_line(std::string_view line) {
  if (line.starts_with('"') && line.ends_with('"') && line.size() > 1) line = line.substr(1, line.size() - 2);
  core_detail::take_front(line, "stream ");
  std::int64_t n = 0;
  const auto [end, wrong] = std::from_chars(line.data(), line.data() + line.size(), n);
  return wrong == std::errc() && end == line.data() + line.size() && n >= 0 ? n : missing<std::int64_t>;
}

/// Takes the stream of GPU work from its line if its arguments have none, as on XPUs.
inline void take_streams_of_lines(torch_trace& trace) {
  for (const torch_event& e : trace.events) {
    if (!is_gpu(e.category) || !known(e.args) || !known(e.place)) continue;
    gpu_arguments& gpu = trace.gpus[e.args];
    if (!known(gpu.stream)) gpu.stream = stream_of_line(trace.text(trace.places[e.place].thread));
  }
}

/// Moves GPU work back to its stream where PyTorch's annotation of graphs has moved it to a lane.
inline void move_to_streams(torch_trace& trace) {
  std::unordered_map<std::uint64_t, std::uint32_t> places;
  for (std::uint32_t i = 0; i < trace.places.size(); ++i) places.try_emplace(key_of(trace.places[i]), i);
  for (torch_event& e : trace.events) {
    if (!is_gpu(e.category) || !known(e.args) || !known(e.place)) continue;
    const std::int64_t stream = trace.gpus[e.args].stream;
    const torch_place lane = trace.places[e.place];
    if (!known(stream) || !known(lane.thread) || stream_of_line(trace.text(lane.thread)) == stream) continue;
    const torch_place own{lane.process, trace.texts.keep(std::to_string(stream))};
    const auto [at, is_new] = places.try_emplace(key_of(own), static_cast<std::uint32_t>(trace.places.size()));
    if (is_new) trace.places.push_back(own);
    e.place = at->second;
  }
}

/// Treats the collectives of Ascend devices as kernels: they are in a process of their own, without a category or a
/// type, and among the tasks of the device there are only their copies and waits. Their lines are numbered on their
/// own, so their streams get numbers after those of the tasks.
inline void take_collectives(torch_trace& trace) {
  std::vector<bool> of_process(trace.texts.bound());  // whether the process has collectives, by its number
  constexpr std::int64_t most = std::int64_t{1} << 32;
  std::int64_t next = 0;
  for (const torch_event& e : trace.events) {
    if (is_gpu(e.category)) {
      if (is_collective_of_ascend(trace.name(e))) return;  // this writer has them among the tasks
      std::int64_t stream = known(e.args) ? trace.gpus[e.args].stream : missing<std::int64_t>;
      if (!known(stream) && known(e.place)) stream = stream_of_line(trace.text(trace.places[e.place].thread));
      if (known(stream) && stream < most) next = std::max(next, stream + 1);
    }
    if (!names_process(trace, e)) continue;
    for (const std::string_view name : processes_of_collectives)
      if (trace.text(trace.label(e)) == name) of_process[index_of(trace.places[e.place].process)] = true;
  }
  std::vector<std::int64_t> streams(trace.places.size(), missing<std::int64_t>);
  for (torch_event& e : trace.events) {
    if (e.category != kineto_category::none || !e.is_complete()) continue;
    if (!known(e.place) || !is_collective_of_ascend(trace.name(e))) continue;
    if (!of_process[index_of(trace.places[e.place].process)]) continue;
    std::int64_t& stream = streams[e.place];
    if (!known(stream)) stream = next++;
    take_as_kernel(trace, e, stream, missing<std::int64_t>);
    trace.problems.add(torch_problem::link_missing);  // until a flow links it
  }
}

/// Treats the ranges around steps as annotations where torch_npu writes them like ops: on Ascend devices all ranges
/// have the category of ops, but no shapes.
inline void take_steps_of_ascend(torch_trace& trace) {
  for (torch_event& e : trace.events) {
    if (e.category != kineto_category::cpu_op || e.phase != chrome_phase::complete || !known(e.name)) continue;
    if (known(trace.arguments(e).input_dims)) continue;
    const std::string_view name = trace.name(e);
    if (!name.starts_with(profiler_step) && !begins_like_step(name)) continue;
    e.category = kineto_category::user_annotation;
    e.args = missing<std::uint32_t>;
  }
}

/// Tells copies and fills among kernels without a name, as rpd2tracing writes them (ROCm/rocmProfileData,
/// rocpd/tracing.py), by the calls that they are linked to; they get the name of the call.
inline void tell_nameless_work(torch_trace& trace) {
  std::unordered_map<std::int64_t, std::uint32_t, byte_hash> by_correlation, by_id;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (!is_runtime(e.category) || e.phase != chrome_phase::complete) continue;
    if (known(e.correlation)) by_correlation.try_emplace(e.correlation, i);
    if (known(e.external_id)) by_id.try_emplace(e.external_id, i);
  }
  const auto call_of = [&](const torch_event& e) {
    const auto one = by_correlation.find(e.correlation);
    if (one != by_correlation.end()) return one->second;
    const auto other = by_id.find(e.external_id);
    return other != by_id.end() ? other->second : missing<std::uint32_t>;
  };
  for (torch_event& e : trace.events) {
    if (e.category != kineto_category::kernel || e.phase != chrome_phase::complete) continue;
    if (!known(e.name) || !trace.name(e).empty()) continue;
    const std::uint32_t call = call_of(e);
    if (!known(call)) continue;
    const std::string_view name = trace.name(trace.events[call]);
    const bool copies = core_detail::stands_in(name, "memcpy");
    if (!copies && !core_detail::stands_in(name, "memset")) continue;
    e.category = copies ? kineto_category::gpu_memcpy : kineto_category::gpu_memset;
    e.name = trace.events[call].name;
  }
}

/// Renames events of one kind, where a name follows from the one in the file.
template <class Concerns, class NewName>
void rename_events(torch_trace& trace, Concerns concerns, NewName new_name) {
  std::vector<symbol> names(trace.texts.bound(), missing<symbol>);  // new ones by old ones
  for (torch_event& e : trace.events) {
    if (!known(e.name) || !concerns(e)) continue;
    symbol& name = names[index_of(e.name)];
    if (!known(name)) name = trace.texts.keep(std::string(new_name(trace.name(e))));
    e.name = name;
  }
}

/// Takes the times out of the names of spans, if all have one.
inline void take_times_from_names(torch_trace& trace) {
  for (const torch_event& e : trace.events)
    if (e.is_complete() && known(e.name) && name_without_time(trace.name(e)).size() == trace.name(e).size()) return;
  rename_events(trace, std::mem_fn(&torch_event::is_complete), name_without_time);
}

/// The name of an op without its overload, which PyTorch appends if asked to (`capture_overload_names`): `aten::add`
/// for `aten::add.Tensor`. Models and tables know ops, and most traces name nothing else.
constexpr std::string_view name_without_overload(std::string_view name) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const std::size_t colons = name.find_first_not_of(letters);
  if (colons == name.npos || colons == 0 || !name.substr(colons).starts_with("::")) return name;
  const std::size_t dot = name.find_first_not_of(letters, colons + 2);
  if (dot == name.npos || dot == colons + 2 || name[dot] != '.' || dot + 1 == name.size()) return name;
  return name.find_first_not_of(letters, dot + 1) == name.npos ? name.substr(0, dot) : name;
}
inline void take_overloads_from_names(torch_trace& trace) {
  asked_once overloaded(trace.texts, [](std::string_view name) { return name_without_overload(name) != name; });
  if (!overloaded.of_any()) return;
  rename_events(
      trace, [&](const torch_event& e) { return e.category == kineto_category::cpu_op && overloaded(e.name); },
      name_without_overload);
}

/// Separates the folders of Python's files by `/` on Windows, too: rules know `torch/utils/checkpoint.py`.
inline void take_folders_of_windows(torch_trace& trace) {
  asked_once written(trace.texts, [](std::string_view name) { return name.find('\\') != name.npos; });
  if (!written.of_any()) return;
  const auto concerns = [&](const torch_event& e) {
    return e.category == kineto_category::python_function && written(e.name);
  };
  rename_events(trace, concerns, [](std::string_view name) {
    std::string text(name);
    std::replace(text.begin(), text.end(), '\\', '/');
    return text;
  });
}

/// Gives the calls of a collective of Ascend devices the same name.
inline void name_collectives_of_ascend(torch_trace& trace) {
  rename_events(
      trace, [&](const torch_event& e) { return is_gpu(e.category) && is_collective_of_ascend(trace.name(e)); },
      collective_of_ascend);
}

/// Repairs the peculiarities of writers other than Kineto.
inline void mend_habits(torch_trace& trace, const kineto_habits& habits) {
  if (habits.nanoseconds) mend_nanoseconds(trace);
  if (habits.halves) join_span_halves(trace);
  if (habits.nanoseconds || habits.halves || !gpu_detail::is_close_together(habits.first, habits.last))
    take_times_of_far_spans(trace);
  if (habits.exact) take_exact_starts(trace);
  if (habits.nanoseconds || habits.halves || habits.longest > gpu_detail::outlasting_ns)
    take_times_of_outlasting_work(trace);
  if (habits.rocprof) take_rocprof_spans(trace);
  if (habits.times) take_times_from_names(trace);
  if (habits.tasks) {
    take_steps_of_ascend(trace);
    take_collectives(trace);
    name_collectives_of_ascend(trace);
    link_device_tasks(trace);
  }
  if (count_unread_spans(trace, habits.uncategorised) || habits.devices) mend_devices(trace);
  if (habits.unlinked) link_along_flows(trace), divide_intervals_of_ops(trace);
  if (habits.lines) take_streams_of_lines(trace);
  if (habits.nameless) tell_nameless_work(trace);
  if (habits.lanes) move_to_streams(trace);
  take_overloads_from_names(trace);
  take_folders_of_windows(trace);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_HABITS_HPP
