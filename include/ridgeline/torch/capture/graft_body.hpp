#ifndef RIDGELINE_TORCH_CAPTURE_GRAFT_BODY_HPP
#define RIDGELINE_TORCH_CAPTURE_GRAFT_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/torch/capture/align.hpp>
#include <ridgeline/torch/capture/choose.hpp>
#include <ridgeline/torch/capture/graft.hpp>
#include <ridgeline/torch/step/step_finder.hpp>
#include <ridgeline/torch/tree/edit.hpp>

namespace ridgeline {

namespace torch_detail {

/// The graph launches in each step: calls of any kind, recognised by name, by start. A launch belongs to the innermost
/// step on its thread, else to the first one of any thread.
std::vector<std::vector<std::uint32_t>> graph_launches_of(const torch_trace& trace, const torch_clock& clock,
                                                          const std::vector<serving_step>& steps,
                                                          torch_faults faults, std::vector<std::uint32_t>& outside) {
  asked_once launches_graphs(trace.texts,
                             [](std::string_view name) { return core_detail::stands_in(name, "graphlaunch"); });
  std::vector<std::uint32_t> launches;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i)
    if (const torch_event& e = trace.events[i]; e.is_complete() && launches_graphs(e.name)) launches.push_back(i);
  merge_sorted_runs(launches, [&](std::uint32_t a, std::uint32_t b) {
    return clock.start(trace.events[a]) < clock.start(trace.events[b]);
  });
  const step_finder finder(trace, steps);
  std::vector<std::size_t> step_of(launches.size(), missing<std::size_t>);
  for (std::size_t l = 0; l < launches.size() && !faults.nested_steps_share_work; ++l)
    step_of[l] = finder.of(trace.events[launches[l]]);
  const std::vector<std::size_t> on_thread = step_of;
  std::size_t budget = 8 * launches.size() + 100'000;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const torch_event& step = trace.events[steps[s].event];
    const std::int64_t first = clock.start(step), last = clock.end(step);
    auto at = std::lower_bound(launches.begin(), launches.end(), first, [&](std::uint32_t e, std::int64_t start) {
      return clock.start(trace.events[e]) < start;
    });
    for (; at != launches.end() && clock.start(trace.events[*at]) <= last && budget != 0; ++at, --budget) {
      const auto l = static_cast<std::size_t>(at - launches.begin());
      if (clock.end(trace.events[*at]) > last || known(on_thread[l])) continue;
      const bool inner = known(step_of[l]) && !faults.nested_steps_share_work && finder.around(s) == step_of[l];
      if (!known(step_of[l]) || inner) step_of[l] = s;
    }
  }
  std::vector<std::vector<std::uint32_t>> of_steps(steps.size());
  for (std::size_t l = 0; l < launches.size(); ++l)
    (known(step_of[l]) ? of_steps[step_of[l]] : outside).push_back(launches[l]);
  return of_steps;
}

/// Copies windows below launches.
class window_copier {
 public:
  window_copier(tree_edit& edit, const torch_captures& captures, capture_texts& texts, bool frames)
      : edit_(edit), trace_(edit.trace()), captures_(captures), texts_(texts), frames_(frames),
        maps_(captures.files.size()) {
    for (std::uint32_t i = 0; i < trace_.places.size(); ++i) place_of_.emplace(key_of(trace_.places[i]), i);
  }

  void copy(std::size_t file, std::uint32_t number, std::uint32_t launch, std::span<const std::uint32_t> work,
            std::span<const std::uint32_t> calls) {
    torch_event root = like(launch);
    root.category = kineto_category::cuda_runtime, root.name = trace_.texts.keep("CaptureRoot");
    keep_time(launch);
    const std::uint32_t top = edit_.add_call(root, launch), first = top + 1;
    const prepared_window& window = prepared(file, number);
    for (const prepared_call& c : window.calls) {
      torch_event e = c.event;
      e.start = root.start, e.time = root.time;
      keep_time(launch);
      edit_.add_call(e, known(c.parent) ? first + c.parent : top);
    }
    for (std::size_t i = 0; i < work.size(); ++i)
      edit_.move_work(work[i], launch, first + window.dispatches[calls[i]]);
  }
  /// The number of calls added for a launch with that window, including its root.
  std::size_t calls_of(std::size_t file, std::uint32_t number) { return prepared(file, number).calls.size() + 1; }

 private:
  torch_event like(std::uint32_t launch) const {
    torch_event e;
    e.start = trace_.events[launch].start, e.time = trace_.events[launch].time;
    e.phase = chrome_phase::complete;
    return e;
  }
  void keep_time(std::uint32_t launch) {
    if (trace_.file_times.empty()) return;
    const torch_event& l = trace_.events[launch];
    trace_.file_times.push_back(
        {static_cast<std::uint32_t>(trace_.events.size()), trace_.start_us(l), trace_.length_us(l)});
  }
  std::uint32_t place(std::size_t file, std::uint32_t captured) {
    if (!known(captured)) return captured;
    const torch_place& p = captures_.files[file].trace.places[captured];
    const torch_place here{texts_.moved(file, p.process), texts_.moved(file, p.thread)};
    const auto [at, is_new] = place_of_.try_emplace(key_of(here), static_cast<std::uint32_t>(trace_.places.size()));
    if (is_new) trace_.places.push_back(here);
    return at->second;
  }
  /// Copies the arguments of a call into the replay's tables, once per captured call.
  std::uint32_t arguments(std::size_t file, const torch_event& captured) {
    const torch_trace& from = captures_.files[file].trace;
    if (!known(captured.args)) return missing<std::uint32_t>;
    auto& [ops, launches] = maps_[file];
    if (const op_arguments* const op = from.op(captured)) {
      const auto [at, is_new] = ops.try_emplace(captured.args, static_cast<std::uint32_t>(trace_.ops.size()));
      if (!is_new) return at->second;
      op_arguments a = *op;
      for (symbol* const text : a.texts()) *text = texts_.moved(file, *text);
      a.sequence = missing<std::int64_t>;  // excludes it from the links of forward and backward ops
      trace_.ops.push_back(a);
      return at->second;
    }
    if (const launch_arguments* const launch = from.launch(captured)) {
      const auto [at, is_new] = launches.try_emplace(captured.args, static_cast<std::uint32_t>(trace_.launches.size()));
      if (is_new)
        trace_.launches.push_back({texts_.moved(file, launch->grid), texts_.moved(file, launch->block),
                                   texts_.moved(file, launch->kernel)});
      return at->second;
    }
    return missing<std::uint32_t>;
  }

  /// A call of a window as an event of the replay, whose times are taken from a launch.
  struct prepared_call {
    torch_event event{};
    std::uint32_t parent = missing<std::uint32_t>;
  };
  struct prepared_window {
    std::vector<prepared_call> calls{};
    std::vector<std::uint32_t> dispatches{};
  };
  const prepared_window& prepared(std::size_t file, std::uint32_t number) {
    const auto [at, is_new] = prepared_.try_emplace({file, number});
    if (!is_new) return at->second;
    const capture_file& from = captures_.files[file];
    const capture_window& window = from.windows[number];
    prepared_window& to = at->second;
    std::vector<std::uint32_t> place_in(window.calls.size());  // for a frame left out, the place of its parent
    for (std::size_t i = 0; i < window.calls.size(); ++i) {
      const torch_event& captured = from.trace.events[window.calls[i].event];
      const std::uint32_t around = window.calls[i].parent;
      const std::uint32_t parent = known(around) ? place_in[around] : around;
      place_in[i] = parent;
      if (!frames_ && captured.category == kineto_category::python_function) continue;
      place_in[i] = static_cast<std::uint32_t>(to.calls.size());
      prepared_call& c = to.calls.emplace_back();
      c.parent = parent;
      c.event.phase = chrome_phase::complete;
      c.event.name = texts_.moved(file, captured.name);
      c.event.category = captured.category;
      c.event.place = place(file, captured.place);
      c.event.args = arguments(file, captured);
    }
    for (const std::uint32_t d : window.dispatches) to.dispatches.push_back(place_in[d]);
    return to;
  }

  using numbers = std::unordered_map<std::uint32_t, std::uint32_t>;
  tree_edit& edit_;
  torch_trace& trace_;
  const torch_captures& captures_;
  capture_texts& texts_;
  bool frames_;
  std::vector<std::pair<numbers, numbers>> maps_;  // by file: ops, launches
  std::unordered_map<std::uint64_t, std::uint32_t> place_of_{};
  std::map<std::pair<std::size_t, std::uint32_t>, prepared_window> prepared_{};  // by file and window
};

/// Grafts captures step by step.
class capture_grafter {
 public:
  capture_grafter(tree_edit& edit, torch_captures& captures, bool frames)
      : edit_(edit), trace_(edit.trace()), captures_(captures), texts_(trace_, captures),
        copier_(edit, captures, texts_, frames), chooser_(captures, texts_) {}

  graft_result graft() && {
    out_.first = out_.last = static_cast<std::uint32_t>(trace_.events.size());
    const std::vector<serving_step> steps = serving_steps_of(trace_, captures_.faults);
    std::vector<std::uint32_t> outside;
    const std::vector<std::vector<std::uint32_t>> launches =
        graph_launches_of(trace_, edit_.tree().clock(), steps, captures_.faults, outside);
    out_.launches_outside = outside.size();
    std::vector<graph_of_step> plans;
    for (std::size_t s = 0; s < steps.size(); ++s) {
      if (launches[s].empty()) continue;
      plans.push_back(graph_of_step{s, {}, {}});
      for (const std::uint32_t l : launches[s]) plans.back().graphs.push_back(graph_of(l));
      plans.back().choice = chooser_.choose(steps[s].rows, plans.back().graphs);
      for (replayed_graph& g : plans.back().graphs) std::vector<graph_item>().swap(g.items);
      if (plans.back().choice.give_up) {
        out_.given_up = true;
        return std::move(out_);
      }
    }
    if (!captures_.faults.captures_by_size_alone) plan_outside(outside, plans);
    edit_.expect(calls_of(plans));
    for (const graph_of_step& p : plans) graft(p, known(p.step) ? steps[p.step] : serving_step{});
    out_.last = static_cast<std::uint32_t>(trace_.events.size());
    return std::move(out_);
  }

 private:
  struct graph_of_step {
    std::size_t step;
    std::vector<replayed_graph> graphs;
    capture_choice choice;
  };

  /// Plans the launches outside of steps, each by itself.
  void plan_outside(const std::vector<std::uint32_t>& launches, std::vector<graph_of_step>& plans) {
    graph_of_step plan{missing<std::size_t>, {}, {}};
    for (const std::uint32_t l : launches) {
      replayed_graph g = graph_of(l);
      if (g.work.empty()) continue;
      const capture_choice found = chooser_.choose(missing<std::int64_t>, {&g, 1});
      std::vector<graph_item>().swap(g.items);
      if (plan.choice.reason == graft_reason::none) plan.choice.reason = found.reason;
      plan.choice.pairs.push_back(found.pairs.front());
      plan.graphs.push_back(std::move(g));
    }
    if (!plan.graphs.empty()) plans.push_back(std::move(plan));
  }

  /// The number of calls to be added.
  std::size_t calls_of(const std::vector<graph_of_step>& plans) {
    std::size_t n = 0, left = room_;
    for (const graph_of_step& p : plans) {
      for (const window_choice& pair : p.choice.pairs) {
        if (!pair.alignment->aligned()) continue;
        const std::size_t calls = copier_.calls_of(pair.capture->file, pair.window);
        if (calls <= left) n += calls, left -= calls;
      }
    }
    return n;
  }

  /// A launch with its work by start.
  replayed_graph graph_of(std::uint32_t launch) {
    replayed_graph g;
    g.launch = launch;
    g.kind = 0;
    if (!edit_.tree().contains(launch) || is_gpu(trace_.events[launch].category)) return g;
    for (const call_node child : children_of(edit_.node(launch)))
      if (is_gpu_work(child)) g.work.push_back(child.uid());
    const torch_clock clock = edit_.tree().clock();
    merge_sorted_runs(g.work, [](std::uint32_t a, std::uint32_t b) { return a < b; });
    merge_sorted_runs(g.work, [&](std::uint32_t a, std::uint32_t b) {
      return clock.start(trace_.events[a]) < clock.start(trace_.events[b]);
    });
    for (const std::uint32_t w : g.work) {
      g.items.push_back(texts_.item_of_work(trace_.events[w]));
      g.time = g.time + trace_.events[w].time;
    }
    g.kind = chooser_.kind_of(g.items);
    g.graph = capture_texts::graph_of(g.items);
    return g;
  }

  /// Adds a name to a list of names, unless it is in there.
  static void add_file(const std::string& name, std::string& list) {
    for (std::size_t at = list.find(name); at != list.npos; at = list.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list.compare(end, 2, ", ") == 0)) return;
    }
    list.append(list.empty() ? "" : ", ").append(name);
  }
  void graft(const graph_of_step& p, const serving_step& step) {
    grafted_step row;
    row.number = p.step, row.event = step.event, row.rows = step.rows, row.reason = p.choice.reason;
    row.launches = p.graphs.size();
    const torch_capture* const capture = p.choice.capture;
    if (capture != nullptr) {
      row.captured_rows = capture->size, row.piecewise = capture->piecewise;
      row.file = captures_.files[capture->file].name;
    }
    for (std::size_t i = 0; i < p.graphs.size(); ++i) {
      const replayed_graph& g = p.graphs[i];
      row.kernels += g.work.size(), row.kernel_time = row.kernel_time + g.time;
      if (p.choice.pairs[i].alignment->ids_unused) ++row.ids_unused;
      const window_choice& pair = p.choice.pairs[i];
      if (!pair.alignment->aligned()) continue;
      const std::size_t calls = copier_.calls_of(pair.capture->file, pair.window);
      if (calls > room_) {
        ++out_.too_large;
        continue;
      }
      room_ -= calls;
      add_file(captures_.files[pair.capture->file].name, row.file);
      copier_.copy(pair.capture->file, pair.window, g.launch, g.work, pair.alignment->calls);
      ++row.merged_launches;
      ++row.merged_by[graph_rule_of(*pair.alignment)];
      row.merged_kernels += g.work.size(), row.merged_kernel_time = row.merged_kernel_time + g.time;
      row.skipped_dispatches += pair.alignment->skipped, row.unverified_kernels += pair.alignment->unverified;
    }
    out_.steps.push_back(std::move(row));
  }

  tree_edit& edit_;
  torch_trace& trace_;
  torch_captures& captures_;
  capture_texts texts_;
  window_copier copier_;
  capture_chooser chooser_;
  std::size_t room_ = 64 * edit_.tree().gpu_positions().size() + 4'000'000;  ///< copies that may still be made
  graft_result out_{};
};

}  // namespace torch_detail

std::size_t graph_rule_of(const graph_alignment& alignment) {
  switch (alignment.by) {
    case graph_match::ids: return 0;
    case graph_match::by_name: return 2;
    case graph_match::greedy: return 3;
    default: return alignment.unverified == 0 ? 1 : 4;
  }
}

std::vector<std::int64_t> rows_of_graphs(const torch_trace& trace, torch_faults faults) {
  const std::vector<serving_step> steps = serving_steps_of(trace, faults);
  std::vector<std::uint32_t> outside;
  const auto launches = torch_detail::graph_launches_of(trace, {trace, faults.rounded_ends}, steps, faults, outside);
  std::set<std::int64_t> rows;
  for (std::size_t s = 0; s < steps.size(); ++s)
    if (!launches[s].empty()) rows.insert(steps[s].rows);
  return {rows.begin(), rows.end()};
}

graft_result graft_captures(tree_edit& edit, torch_captures& captures, bool frames) {
  graft_result result = torch_detail::capture_grafter(edit, captures, frames).graft();
  if (!result.given_up) edit.apply();
  return result;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_GRAFT_BODY_HPP
