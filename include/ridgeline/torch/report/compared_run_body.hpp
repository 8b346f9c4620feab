#ifndef RIDGELINE_TORCH_REPORT_COMPARED_RUN_BODY_HPP
#define RIDGELINE_TORCH_REPORT_COMPARED_RUN_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/timeline/nested_spans.hpp>
#include <ridgeline/torch/advise/health.hpp>
#include <ridgeline/torch/op/iteration.hpp>
#include <ridgeline/torch/phase/steps.hpp>
#include <ridgeline/torch/record/step_names.hpp>
#include <ridgeline/torch/report/compared_run.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

namespace torch_detail {

/// Annotations that mark steps, by start, and the names of the steps in order.
struct step_marks {
  struct mark {
    std::int64_t start, end;
    symbol name;
    std::uint32_t place;
    symbol process;
    bool counts = true;  ///< else a step of an engine that was not asked for, which only ends the windows before it
    std::uint32_t step = 0;
  };
  std::vector<mark> all{};
  std::vector<std::string> steps{};
  std::vector<bool> step_counts{};
  std::string unit = "whole";
  bool of_engine = false;  ///< their names say what the steps of a serving engine did
};

/// Leaves out marks that lie within another mark of their thread: they are parts of that step.
inline void leave_out_inner(std::vector<step_marks::mark>& marks) {
  using mark = step_marks::mark;
  merge_sorted_runs(marks, [](const mark& a, const mark& b) {
    return std::tie(a.place, a.start, b.end) < std::tie(b.place, b.start, a.end);
  });
  std::uint32_t place = missing<std::uint32_t>;
  std::int64_t end = 0;
  std::erase_if(marks, [&](const mark& m) {
    const bool inside = known(place) && m.place == place && m.end <= end;
    if (!inside) end = known(place) && m.place == place ? std::max(end, m.end) : m.end;
    place = m.place;
    return inside;
  });
  merge_sorted_runs(marks, [](const mark& a, const mark& b) { return a.start < b.start; });
}

/// Numbers the steps: marks of one name in several processes are one step, the first ones, the second ones and so on.
inline void number_steps(const torch_trace& trace, step_marks& marks) {
  query_detail::key_table<std::uint32_t, std::uint32_t> names, steps;  // name and process; name and how often met
  std::vector<std::uint32_t> met;
  for (step_marks::mark& m : marks.all) {
    const auto name = static_cast<std::uint32_t>(m.name);
    const std::uint32_t at = names.number(name, static_cast<std::uint32_t>(m.process));
    if (at == met.size()) met.push_back(0);
    m.step = steps.number(name, met[at]++);
    if (m.step != marks.steps.size()) continue;
    marks.steps.emplace_back(trace.text(m.name));
    marks.step_counts.push_back(m.counts);
  }
}

/// Adds marks that were not asked for, without those that hold an asked one or lie in one, or in one another.
inline void add_others(std::vector<step_marks::mark>& marks, std::vector<step_marks::mark> others) {
  leave_out_inner(others);
  std::vector<nested_spans<std::int64_t>::span> spans;
  for (const step_marks::mark& m : marks) spans.push_back({m.place, m.start, m.end, 0});
  const nested_spans<std::int64_t> asked(std::move(spans));
  for (const step_marks::mark& m : others)
    if (!asked.any_in(m.place, m.start, m.end)) marks.push_back(m);
  merge_sorted_runs(marks, [](const step_marks::mark& x, const step_marks::mark& y) { return x.start < y.start; });
}

inline step_marks marks_of(const torch_trace& trace, const std::optional<text_pattern>& step) {
  enum : std::uint8_t { looked_at = 1, asked = 2, profiler = 4, engine = 8 };
  std::vector<std::uint8_t> kinds(trace.texts.bound());
  std::uint8_t seen = 0;
  const auto kinds_of_mark = [&](const torch_event& e) {
    std::uint8_t& all = kinds[index_of(e.name)];
    if (all != 0) return all;
    const std::string_view name = trace.name(e);
    const bool is_asked = step && (name == step->pattern() || step->found_in(name));
    const bool is_profiler = !step && name.starts_with(torch_detail::profiler_step);
    const bool is_engine = !is_profiler && phase_of_range(name) != inference_phase::unlabelled;
    all = static_cast<std::uint8_t>(looked_at | (is_asked ? asked : 0) | (is_profiler ? profiler : 0) |
                                    (is_engine ? engine : 0));
    return all;
  };
  const auto is_mark = [](const torch_event& e) {
    return e.category == kineto_category::user_annotation && e.is_complete();
  };
  step_marks marks;
  for (const torch_event& e : trace.events) {
    if (!is_mark(e)) continue;
    seen = static_cast<std::uint8_t>(seen | kinds_of_mark(e));
    marks.of_engine = marks.of_engine || (kinds_of_mark(e) & ~looked_at) == (asked | engine);
  }
  const std::uint8_t wanted = step ? asked : (seen & profiler) != 0 ? profiler : engine;
  if ((seen & wanted) == 0) return {};
  marks.unit = wanted == asked ? step->pattern() : wanted == profiler ? "ProfilerStep" : "engine step";
  marks.of_engine = marks.of_engine || wanted == engine;
  std::vector<step_marks::mark> others;
  const auto wanted_or_other = static_cast<std::uint8_t>(wanted == asked && marks.of_engine ? asked | engine : wanted);
  for (const torch_event& e : trace.events) {
    if (!is_mark(e) || (kinds[index_of(e.name)] & wanted_or_other) == 0) continue;
    const bool counts = (kinds[index_of(e.name)] & wanted) != 0;
    (counts ? marks.all : others)
        .push_back({e.start.base(), e.end().base(), e.name, e.place, trace.process(e.place), counts});
  }
  leave_out_inner(marks.all);
  if (!others.empty()) add_others(marks.all, std::move(others));
  number_steps(trace, marks);
  return marks;
}

/// What a step of a serving engine does: `prefill`, `decode` or `mixed`; for SGLang's steps that only count by their
/// phase, its own word, such as `target_verify`, because several of them make one iteration.
inline std::string kind_of_step(std::string_view name) {
  const sglang_step_word word = sglang_word_of(name);
  if (!word || word.counted) return core_detail::lower_case(std::string(name_of(phase_of_range(name))));
  name.remove_prefix(sglang_front.size());
  return core_detail::lower_case(std::string(name.substr(0, name.find_first_of(" ]"))));
}

/// How many requests a step of decoding alone serves; missing for other steps, and if its name does not say.
inline std::int64_t requests_of_step(std::string_view name) {
  constexpr double most = 1e9;
  const torch_iteration step = parse_iteration(name);
  const double count = step.generation.count;
  const bool says = step.phase == step_phase::decode_only && count >= 1 && count < most;
  return says ? static_cast<std::int64_t>(count) : missing<std::int64_t>;
}

/// The step of each GPU event: of the marks of its launch's process that contain the start of the launch, the one that
/// began last. A process without marks has those of the others.
inline std::vector<std::uint32_t> steps_of_work(const call_tree& tree, const step_marks& marks) {
  const torch_trace& trace = tree.trace();
  constexpr std::uint32_t anywhere = 0;
  query_detail::key_table<std::uint32_t> processes;
  std::vector<nested_spans<std::int64_t>::span> spans;
  for (const step_marks::mark& m : marks.all) {
    spans.push_back({anywhere, m.start, m.end, m.step});
    spans.push_back({processes.number(static_cast<std::uint32_t>(m.process)) + 1, m.start, m.end, m.step});
  }
  const std::size_t marked = processes.size();
  const nested_spans<std::int64_t> steps(std::move(spans));
  std::vector<std::uint32_t> step_of(trace.events.size(), missing<std::uint32_t>),
      group_of(trace.places.size() + 1, missing<std::uint32_t>);
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const std::uint32_t launch = tree.parent_of(i);
    if (!is_gpu(trace.events[i].category) || !known(launch) || !known(trace.events[launch].start)) continue;
    const torch_event& from = trace.events[launch];
    std::uint32_t& group = group_of[trace.slot_of(from.place)];
    if (!known(group)) {
      const std::uint32_t process = processes.number(static_cast<std::uint32_t>(trace.process(from.place)));
      group = process < marked ? process + 1 : anywhere;
    }
    step_of[i] = steps.innermost(group, from.start.base());
  }
  return step_of;
}

/// Counts launches of kernels, and those before the last launch with work that have no work themselves. Calls recorded
/// during a capture launch nothing, and a launch inside another call is one with it. A replay of a graph counts as many
/// launches as it has work; one without any, as many as the other replays have on average.
inline void count_launches(const call_tree& tree, run_counts& counts) {
  const torch_trace& trace = tree.trace();
  enum class call_type : std::uint8_t { unasked, other, kernel, graph, capture_begins, capture_ends };
  struct call {
    std::int64_t start;
    std::uint32_t place;
    call_type type;
    std::int64_t work;
  };
  std::vector<call_type> types(trace.texts.bound(), call_type::unasked);
  std::vector<call> calls;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (!is_runtime(e.category) || !e.is_complete()) continue;
    call_type& type = types[index_of(e.name)];
    if (type == call_type::unasked) {
      const std::string_view name = trace.name(e);
      const call_kind kind = call_kind_of(name);
      type = kind == call_kind::kernel_launch ? call_type::kernel
             : kind == call_kind::graph_launch ? call_type::graph
             : begins_capture(name) ? call_type::capture_begins
             : ends_capture(name) ? call_type::capture_ends : call_type::other;
    }
    if (type == call_type::other) continue;
    const std::uint32_t around = tree.parent_of(i);
    const bool launches = type == call_type::kernel || type == call_type::graph;
    const bool inside = known(around) && is_runtime(trace.events[around].category) && tree.has_gpu_work(around);
    if (launches && inside && !tree.has_gpu_work(i)) continue;  // its work is that of the call around it
    const auto [first, last] = tree.gpu_positions_of(i);
    calls.push_back({e.start.base(), e.place, type, last - first});
  }
  merge_sorted_runs(calls, [](const call& a, const call& b) { return a.start < b.start; });
  std::int64_t graphs = 0, work_of_graphs = 0;
  for (const call& c : calls)
    if (c.type == call_type::graph && c.work != 0) ++graphs, work_of_graphs += c.work;
  const std::int64_t work_of_one = graphs == 0 ? 1 : (work_of_graphs + graphs - 1) / graphs;
  std::vector<bool> capturing(trace.places.size() + 1);
  std::int64_t lost = 0;  // since the last launch with work
  for (const call& c : calls) {
    auto&& captures = capturing[trace.slot_of(c.place)];
    if (c.type == call_type::capture_begins || c.type == call_type::capture_ends) {
      captures = c.type == call_type::capture_begins;
    } else if (c.work != 0) {
      counts.calls += lost + (c.type == call_type::graph ? c.work : 1), counts.lost += lost;
      lost = 0;
    } else if (!captures) {
      lost += c.type == call_type::graph ? work_of_one : 1;
    }
  }
}

/// The name of a kernel that Inductor made, or of the op that launches it, without the number that each compilation
/// gives anew: `triton_poi_fused_add` for `triton_poi_fused_add_3`; a signature behind it stays, as in `_3_0d1d2d`. Of
/// the calls of compiled code, without the key of the graph and the numbers of the region.
inline std::string without_running_number(std::string_view name) {
  constexpr std::string_view digits = "0123456789", graph = "## Call CompiledFxGraph", region = "Torch-Compiled Region";
  if (name.starts_with(graph)) return std::string(graph) + " ##";
  if (name.starts_with(region)) return std::string(region);
  if (!name.starts_with("triton_") || name.find("_fused") == name.npos) return std::string(name);
  const std::size_t end = name.rfind('_'), signs = name.find_first_not_of("0123456789cde", end + 1);
  std::string_view signature = name.substr(end);
  if (signature.find_first_not_of(digits, 1) == signature.npos) signature = {};
  else if (signs != name.npos || !signature.starts_with("_0d")) return std::string(name);
  const std::string_view front = name.substr(0, signature.empty() ? name.size() : end);
  const std::size_t number = front.rfind('_');
  if (number + 1 == front.size() || front.find_first_not_of(digits, number + 1) != front.npos) return std::string(name);
  return std::string(front.substr(0, number)) + std::string(signature);
}

}  // namespace torch_detail

compared_run compared_run_of(const call_tree& tree, const std::optional<text_pattern>& step) {
  const torch_trace& trace = tree.trace();
  compared_run run;
  run.family = run_family::pytorch;
  if (!trace.devices.empty()) run.chip = trace.busiest_device()->name;
  run.world = trace.distributed.world_size;
  lost_part lost = lost_by(trace.problems, torch_problem::file_cut, "the file is cut");
  if (!lost.any()) lost = lost_by(trace.problems, torch_problem::event_broken, "an event is broken");
  run.incomplete = std::move(lost.what);
  const torch_detail::step_marks marks = torch_detail::marks_of(trace, step);
  run.unit = marks.unit;
  const bool whole = !run.has_marks();
  torch_detail::count_launches(tree, run.counts);
  std::vector<std::uint32_t> step_of;
  if (!whole) step_of = torch_detail::steps_of_work(tree, marks);
  run_builder builder(run);
  query_detail::key_table<std::uint32_t, std::uint32_t, std::uint32_t> ops;
  std::vector<std::uint32_t> numbers;
  const auto number_of = [&](const torch_event& named) {
    const symbol dims = trace.arguments(named).input_dims, types = trace.arguments(named).input_types;
    const std::uint32_t at = ops.number(static_cast<std::uint32_t>(named.name), static_cast<std::uint32_t>(dims),
                                        static_cast<std::uint32_t>(types));
    if (at == numbers.size()) {
      std::string d, t;
      if (known(dims)) append_python(d, trace.text(dims), python_list::tuple);
      if (known(types)) append_python(t, trace.text(types), python_list::tuple);
      numbers.push_back(builder.op(torch_detail::without_running_number(trace.name(named)), d, t));
    }
    return numbers[at];
  };
  query_detail::key_table<std::uint32_t> names;
  std::vector<std::string> kernels;
  std::vector<timed_work> work;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (!is_gpu(e.category) || !e.has_span()) continue;
    const std::int64_t start = e.start.base(), time = std::max<std::int64_t>(e.time.base(), 0);
    run.counts.time += time;
    if (!known(tree.parent_of(i))) run.counts.unlinked += time;
    const std::uint32_t kernel = names.number(static_cast<std::uint32_t>(e.name));
    if (kernel == kernels.size()) kernels.push_back(torch_detail::without_running_number(trace.name(e)));
    const gpu_arguments* const args = trace.gpu(e);
    const std::int64_t device = args != nullptr && known(args->device) ? args->device : 0;
    const std::uint32_t op = number_of(known(tree.op_around(i)) ? trace.events[tree.op_around(i)] : e);
    work.push_back({start, start + time, tree.lane_of(i), op, kernel, whole ? 0 : step_of[i],
                    static_cast<std::uint32_t>(device)});
  }
  std::vector<std::string> steps = marks.steps;
  if (whole) steps.emplace_back("whole");
  paint_steps(run, std::move(work), kernels, steps, builder);
  for (std::size_t i = 0; i < marks.steps.size(); ++i)
    if (!marks.step_counts[i]) run.steps[i].events = 0;
  builder.finish();
  if (marks.of_engine)
    for (compared_step& s : run.steps)
      if (phase_of_range(s.name) != inference_phase::unlabelled) {
        s.kind = torch_detail::kind_of_step(s.name);
        s.requests = torch_detail::requests_of_step(s.name);
      }
  return run;
}

compared_run compared_run_of(const torch_profile& run, const std::optional<text_pattern>& step) {
  compared_run made = compared_run_of(run.tree(), step);
  take_health(made, health_of(run), "records_dropped");
  return made;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_COMPARED_RUN_BODY_HPP
