#ifndef RIDGELINE_TORCH_SERVING_STEPS_BODY_HPP
#define RIDGELINE_TORCH_SERVING_STEPS_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/table/statistic_columns.hpp>
#include <ridgeline/timeline/intervals.hpp>
#include <ridgeline/torch/op/argument.hpp>
#include <ridgeline/torch/record/clock.hpp>
#include <ridgeline/torch/serving/steps.hpp>
#include <ridgeline/torch/step/draft_ranges.hpp>
#include <ridgeline/torch/step/step_finder.hpp>

namespace ridgeline {

namespace torch_detail {

/// The GPU activity of one or more steps, in microseconds.
struct step_gpu {
  std::int64_t events = 0;
  double duration = 0;  ///< from the first start to the last end
  double busy = 0;
  void add(const step_gpu& more) { events += more.events, duration += more.duration, busy += more.busy; }
};

struct step_row {
  std::size_t number = 0;
  std::string name{};
  serving_step step{};
  std::optional<std::size_t> region{};
  step_gpu gpu{};
};
struct window_row {
  std::string_view name{};
  std::size_t first = 0, last = 0, steps = 0;
  std::int64_t prefills = 0, mixed = 0, decodes = 0, rows = 0, requests = 0;
  step_gpu gpu{};
};
struct phase_run_row {
  bool prompts = false;
  std::size_t chunk = 0, steps = 0;
  std::int64_t rows = 0, requests = 0;
  step_gpu gpu{};
};
/// Steps of one kind: their duration on the GPU, and the resulting token interval of a request.
struct step_time_row {
  step_phase phase = step_phase::idle;
  statistics time{}, interval{};
  double tokens = 0;
};

inline constexpr auto gpu_columns =
    columns(column<"gpu_events">([](const auto& r) { return r.gpu.events; }),
            column<"gpu_duration_us">([](const auto& r) { return r.gpu.duration; }).digits(3),
            column<"gpu_busy_duration_us">([](const auto& r) { return r.gpu.busy; }).digits(3));

inline constexpr auto step_columns =
    columns(column<"step">(&step_row::number), column<"annotation">(&step_row::name).left(),
            column<"phase">([](const step_row& r) { return name_of(r.step.phase()); }).left(),
            column<"batch_size">([](const step_row& r) { return r.step.rows; }),
            column<"num_requests">([](const step_row& r) { return r.step.requests(); }),
            column<"context_requests">([](const step_row& r) { return r.step.context_requests; }),
            column<"context_sum">([](const step_row& r) { return r.step.context_tokens; }),
            column<"generation_requests">([](const step_row& r) { return r.step.generation_requests; }),
            column<"generation_sum">([](const step_row& r) { return r.step.generation_tokens; }),
            column<"steady_region">([](const step_row& r) {
              return r.region ? static_cast<std::int64_t>(*r.region) : missing<std::int64_t>;
            }))
        .with(gpu_columns);

inline constexpr auto window_columns =
    columns(column<"window">(&window_row::name).left(), column<"first_step">(&window_row::first),
            column<"last_step">(&window_row::last), column<"steps">(&window_row::steps),
            column<"prefill_steps">(&window_row::prefills), column<"mixed_steps">(&window_row::mixed),
            column<"decode_steps">(&window_row::decodes), column<"avg_batch_size">(&window_row::rows),
            column<"avg_requests">(&window_row::requests))
        .with(gpu_columns);

inline constexpr auto phase_run_columns =
    columns(column<"phase">([](const phase_run_row& r) {
              return std::string_view(r.prompts ? "prefilldecodemix" : "decode_only");
            }).left(),
            column<"chunk">(&phase_run_row::chunk), column<"steps">(&phase_run_row::steps),
            column<"avg_batch_size">(&phase_run_row::rows), column<"avg_requests">(&phase_run_row::requests))
        .with(gpu_columns);

inline constexpr auto step_time_columns =
    columns(column<"phase">([](const step_time_row& r) { return name_of(r.phase); }).left(),
            column<"steps">([](const step_time_row& r) { return r.time.count; }))
        .with(statistic_columns<"step_time_us">(&step_time_row::time, 3))
        .with(column<"tokens">(&step_time_row::tokens),
              column<"derived_time_per_output_token_us">([](const step_time_row& r) {
                const bool decodes = r.phase == step_phase::decode_only || r.phase == step_phase::prefilldecode;
                return decodes && r.interval.count != 0 ? r.interval.median : missing<double>;
              }).digits(3),
              column<"derived_time_to_first_token_us">([](const step_time_row& r) {
                const bool reads = r.phase == step_phase::prefill_only || r.phase == step_phase::prefilldecode;
                return reads && r.time.count != 0 ? r.time.median : missing<double>;
              }).digits(3));

/// The process that a step is in; `missing<symbol>` if it has none.
inline symbol process_of_step(const torch_trace& trace, const serving_step& step) {
  return trace.process(trace.events[step.event].place);
}

class serving_tables {
 public:
  serving_tables(const torch_trace& trace, serving_run& run, const step_work& work, torch_faults faults)
      : trace_(trace), run_(run), work_(work), faults_(faults), clock_(trace, faults.rounded_ends) {
    for (std::size_t i = 0; i < run.steps.size(); ++i) gpu_.push_back(gpu_of(i));
  }

  void add() {
    run_.tables.push_back(steps());
    run_.tables.push_back(windows());
    run_.tables.push_back(phase_runs());
    if (!faults_.busy_time_counts_twice) run_.tables.push_back(step_times());
  }

 private:
  step_gpu gpu_of(std::size_t step) const {
    return clock_.visit([&](auto exact_or_file) {
      using time = typename decltype(exact_or_file)::time;
      std::vector<basic_interval<time>> spans;
      double sum = 0;
      time first{}, last{};
      for (const std::uint32_t e : work_.gpu(step)) {
        const torch_event& event = trace_.events[e];
        if (!event.has_span()) continue;
        const time start = exact_or_file.start(event), end = exact_or_file.end(event);
        first = spans.empty() ? start : std::min(first, start);
        last = spans.empty() ? end : std::max(last, end);
        spans.push_back({start, end});
        sum += trace_.length_us(event);
      }
      step_gpu gpu{static_cast<std::int64_t>(spans.size()), exact_or_file.microseconds(last - first), sum};
      if (!faults_.busy_time_counts_twice) gpu.busy = exact_or_file.microseconds(length_of(union_of(std::move(spans))));
      return gpu;
    });
  }

  table steps() const {
    std::vector<step_row> rows;
    for (std::size_t i = 0; i < run_.steps.size(); ++i)
      rows.push_back({run_.first + i, run_.names[i], run_.steps[i], {}, gpu_[i]});
    for (std::size_t r = 0; r < run_.steady.regions.size(); ++r)
      for (std::size_t i = run_.steady.regions[r].first; i < run_.steady.regions[r].last; ++i) rows[i].region = r;
    return table("steps", std::move(rows), step_columns);
  }

  static std::int64_t rows_of(const serving_step& s) { return known(s.rows) ? s.rows : 0; }

  table windows() const {
    std::vector<window_row> rows;
    for (std::size_t w = 0; w < run_.steady.windows.size(); ++w) {
      const step_range& range = run_.steady.windows[w];
      if (range.empty()) continue;
      window_row row{steady_window_names[w], run_.first + range.first, run_.first + range.last - 1, range.size(),
                     0, 0, 0, 0, 0, {}};
      for (std::size_t i = range.first; i < range.last; ++i) {
        const serving_step& s = run_.steps[i];
        row.prefills += s.phase() == step_phase::prefill_only ? 1 : 0;
        row.mixed += s.phase() == step_phase::prefilldecode ? 1 : 0;
        row.decodes += s.phase() == step_phase::decode_only ? 1 : 0;
        row.rows += rows_of(s), row.requests += s.requests();
        row.gpu.add(gpu_[i]);
      }
      std::vector<std::size_t> steps;
      for (std::size_t i = range.first; i < range.last; ++i) steps.push_back(i);
      row.rows = rows_of_window(steps, row.rows);
      row.rows /= static_cast<std::int64_t>(range.size()), row.requests /= static_cast<std::int64_t>(range.size());
      rows.push_back(row);
    }
    return table("steady_state", std::move(rows), window_columns);
  }
  /// The rows of some steps, from their names. The original instead uses the distinct first extents of the inputs of
  /// two ops, if there are as many as steps.
  std::int64_t rows_of_window(std::span<const std::size_t> steps, std::int64_t by_names) const {
    return faults_.rows_of_two_ops ? first_extents(steps).value_or(by_names) : by_names;
  }
  std::optional<std::int64_t> first_extents(std::span<const std::size_t> steps) const {
    std::vector<double> extents;
    for (const std::size_t i : steps)
      for (const std::uint32_t e : work_.host(i)) {
        const symbol dims = trace_.arguments(trace_.events[e]).input_dims;
        if (!known(dims) || !core_detail::has_any(trace_.name(trace_.events[e]),
                                                  {"vllm::unified_attention_with_output",
                                                   "sgl_kernel::sgl_per_token_group_quant_8bit"}))
          continue;
        const double n = torch_shape(json_list(trace_.text(dims))[0])[0];
        if (!known(n)) continue;
        const auto at = std::lower_bound(extents.begin(), extents.end(), n);
        if (at == extents.end() || *at != n) extents.insert(at, n);
        if (extents.size() > steps.size()) return std::nullopt;
      }
    if (extents.size() != steps.size()) return std::nullopt;
    double sum = 0;
    for (const double n : extents) sum += n;
    return whole_of(sum);
  }

  table phase_runs() const {
    std::vector<phase_run_row> rows;
    std::vector<std::vector<std::size_t>> members;  // the steps of each row
    std::array<std::size_t, 2> chunks{};
    for (const step_range& region : run_.steady.regions)
      for (std::size_t i = region.first; i < region.last; ++i) {
        const serving_step& s = run_.steps[i];
        if (s.phase() == step_phase::idle) continue;
        const bool prompts = s.context_requests > 0;
        if (rows.empty() || rows.back().prompts != prompts) {
          rows.push_back({prompts, chunks[prompts ? 1 : 0]++, 0, 0, 0, {}});
          members.emplace_back();
        }
        members.back().push_back(i);
        phase_run_row& row = rows.back();
        ++row.steps;
        row.rows += rows_of(s), row.requests += s.requests();
        row.gpu.add(gpu_[i]);
      }
    for (std::size_t n = 0; n < rows.size(); ++n) {
      phase_run_row& r = rows[n];
      r.rows = rows_of_window(members[n], r.rows) / static_cast<std::int64_t>(r.steps);
      r.requests /= static_cast<std::int64_t>(r.steps);
    }
    return table("phase_runs", std::move(rows), phase_run_columns);
  }

  /// For each step the next one of its process that generates, by position; the number of steps if there is none. The
  /// requests that generate wait while a step only reads prompts.
  std::vector<std::size_t> next_steps() const {
    std::unordered_map<symbol, std::size_t> first;  // by process: the first step behind
    std::vector<std::size_t> next(run_.steps.size(), run_.steps.size());
    for (std::size_t i = next.size(); i-- > 0;) {
      const auto [at, is_new] = first.try_emplace(process_of_step(trace_, run_.steps[i]), next.size());
      next[i] = run_.steps[i].generation_requests > 0 ? std::exchange(at->second, i) : at->second;
    }
    return next;
  }

  /// A step lasts from the start of its range to the end of its GPU work; a request that is generating gets one
  /// token from each start to the next one in the process that generates. A step with more tokens than requests
  /// verifies drafts, and how many of them a request keeps is not in its name. A name that tells requests without
  /// their tokens, `step[MIXED bs=9]`, leaves the tokens of its kind unknown.
  table step_times() const {
    std::vector<step_time_row> rows;
    const std::vector<std::size_t> next = next_steps();
    for (const step_phase p : {step_phase::prefilldecode, step_phase::prefill_only, step_phase::decode_only}) {
      std::vector<double> times, intervals;
      step_time_row row{p, {}, {}, 0};
      for (std::size_t i = 0; i < run_.steps.size(); ++i) {
        const serving_step& s = run_.steps[i];
        if (s.phase() != p) continue;
        const torch_event& range = trace_.events[s.event];
        double longest = clock_.from_to(range, range);
        for (const std::uint32_t e : work_.gpu(i)) longest = std::max(longest, clock_.from_to(range, trace_.events[e]));
        times.push_back(longest);
        if (next[i] < run_.steps.size() && s.generation_tokens <= s.generation_requests)
          intervals.push_back(clock_.between_starts(range, trace_.events[run_.steps[next[i]].event]));
        const bool stated = (s.context_requests == 0 || s.context_tokens > 0) &&
                          (s.generation_requests == 0 || s.generation_tokens > 0);
        row.tokens += stated ? static_cast<double>(s.context_tokens + s.generation_tokens) : missing<double>;
      }
      if (times.empty()) continue;
      row.time = statistics_of(times), row.interval = statistics_of(intervals);
      rows.push_back(row);
    }
    return table("step_times", std::move(rows), step_time_columns);
  }

  const torch_trace& trace_;
  serving_run& run_;
  const step_work& work_;
  torch_faults faults_;
  torch_clock clock_;
  std::vector<step_gpu> gpu_{};
};

/// Counts ranges that are named like steps but are none of the run: draft and verification steps of speculative
/// decoding, idle steps, kinds that are not known; and steps without sums where others have sums, unless they are in or
/// around one of these.
inline void count_other_ranges(const torch_trace& trace, serving_run& run, torch_faults faults) {
  std::vector<std::optional<bool>> others(trace.texts.bound());
  const draft_ranges drafts(trace);
  const step_finder finder(trace, run.steps);
  const bool detailed = step_detail_of(trace.name(trace.events[run.steps.front().event])) == step_detail::detailed;
  const auto holds_a_step = [&](const torch_event& e) {
    const auto after = std::partition_point(run.steps.begin(), run.steps.end(), [&](const serving_step& s) {
      return trace.events[s.event].start < e.start;
    });
    for (auto s = after; s != run.steps.end() && trace.events[s->event].start < e.end(); ++s)
      if (trace.events[s->event].place == e.place) return true;
    return false;
  };
  for (const torch_event& e : trace.events) {
    if (e.category != kineto_category::user_annotation || !e.is_complete()) continue;
    std::optional<bool>& other = others[index_of(e.name)];
    const std::string_view name = trace.name(e);
    if (!other) other = torch_detail::is_named_as_sglang_step(name) && step_detail_of(name) == step_detail::none;
    if (!*other) {
      const step_detail detail = step_detail_of(name);
      if (detail == step_detail::none) continue;
      if (detailed && detail == step_detail::native && !known(finder.of(e)) && !holds_a_step(e)) {
        ++run.other_ranges;
        run.problems.add("a step without sums in its name stands beside steps with sums: it is in no sheet of steps",
                         {}, name, false);
        continue;
      }
      if (faults.draft_prompts_are_steps || !drafts.hold(e)) continue;
      ++run.other_ranges;
      run.problems.add("a range is named like a step, but lies in one of the draft model: it is in no step", {}, name,
                       false);
      continue;
    }
    ++run.other_ranges;
    run.problems.add("a range is named like a step, but its kind is not counted: it is in no step", {}, name, false);
  }
}

/// Whether the GPU worked, and none of that belongs to a step.
bool lack_work(const torch_trace& trace, std::span<const serving_step> steps, const step_work& work) {
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (!work.gpu(i).empty()) return false;
  return !steps.empty() && std::any_of(trace.events.begin(), trace.events.end(),
                                       [](const torch_event& e) { return is_gpu(e.category) && e.has_span(); });
}

}  // namespace torch_detail

bool names_steps_on_gpu(const torch_trace& trace) {
  asked_once is_step(trace.texts, [](std::string_view name) { return step_detail_of(name) != step_detail::none; });
  return std::any_of(trace.events.begin(), trace.events.end(), [&](const torch_event& e) {
    return e.category == kineto_category::gpu_user_annotation && is_step(e.name);
  });
}

serving_run serving_run_of(torch_trace& trace, const serving_choice& choice, torch_faults faults) {
  serving_run run;
  run.steps = serving_steps_of(trace, faults);
  run.steps_of_trace = run.steps.size();
  if (!run.steps.empty()) torch_detail::count_other_ranges(trace, run, faults);
  if (choice.steps) {
    const std::size_t all = run.steps.size(), first = std::min(choice.steps->first, all);
    const std::size_t last = std::clamp(choice.steps->last, first, all);
    run.steps = std::vector<serving_step>(run.steps.begin() + static_cast<std::ptrdiff_t>(first),
                                          run.steps.begin() + static_cast<std::ptrdiff_t>(last));
    run.first = first;
  }
  for (const serving_step& s : run.steps) run.names.emplace_back(trace.name(trace.events[s.event]));
  steady_options steady = choice.steady;
  steady.whole = steady.whole || choice.steps.has_value();
  run.steady = steady_state_of(run.steps, steady, faults);
  const auto elsewhere = [&](const serving_step& s) {
    return torch_detail::process_of_step(trace, s) != torch_detail::process_of_step(trace, run.steps.front());
  };
  if (std::any_of(run.steps.begin(), run.steps.end(), elsewhere))
    run.problems.add("steps of several processes take turns: a step that they all run is counted once for each, in "
                     "windows and runs too", {}, "", false);
  const step_work work(trace, run.steps, faults);
  if (work.cut())
    run.problems.add("steps are nested too deep: not all calls and work of each were found", {}, "");
  if (torch_detail::lack_work(trace, run.steps, work))
    run.problems.add("no step has GPU work: its launches are outside the ranges of steps, or on other threads", {}, "",
                     false);
  torch_detail::serving_tables(trace, run, work, faults).add();
  const step_range all{0, run.steps.size()};
  const step_range within = choice.window ? run.steady.window(*choice.window) : all;
  for (std::size_t i = within.first; i < within.last; ++i)
    if (!choice.kind || run.steps[i].phase() == *choice.kind) run.chosen.push_back(i);
  run.all_chosen = !choice.window && !choice.kind && !choice.steps;
  if (!run.all_chosen) keep_steps(trace, work, run.chosen, faults);
  if (trace.lacks_steps_between)
    run.problems.add("steps between the chosen ones are left out: their time counts as idle", {}, "", false);
  return run;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SERVING_STEPS_BODY_HPP
