#ifndef RIDGELINE_TORCH_PATH_ORIGINAL_BODY_HPP
#define RIDGELINE_TORCH_PATH_ORIGINAL_BODY_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/path/original_rows.hpp>
#include <ridgeline/torch/record/step_names.hpp>

namespace ridgeline {

namespace torch_detail {

bool is_profiler_step(std::string_view name) {
  constexpr std::string_view front = profiler_step;
  if (!name.starts_with(front) || name.size() == front.size()) return false;
  return name.substr(front.size()).find_first_not_of("0123456789") == std::string_view::npos;
}

/// All rows in file order, not yet linked.
std::vector<original_row> spans_of(const torch_trace& trace, std::size_t recorded, double& zero) {
  std::vector<original_row> rows;
  std::size_t detail = 0;
  const auto number = [&](symbol text) {
    const std::optional<std::int64_t> n = known(text) ? to_int(trace.text(text)) : std::nullopt;
    return n ? *n : known(text) ? -static_cast<std::int64_t>(index_of(text)) - 1 : 0;
  };
  const auto given = [](std::int64_t n, std::int64_t otherwise) { return known(n) ? n : otherwise; };
  zero = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < std::min(recorded, trace.events.size()); ++i) {
    const torch_event& e = trace.events[i];
    while (detail < trace.details.size() && trace.details[detail].event < i) ++detail;
    const bool detailed = detail < trace.details.size() && trace.details[detail].event == i;
    const torch_event_details d = detailed ? trace.details[detail] : torch_event_details();
    if (e.category == kineto_category::none || e.category == kineto_category::trace || !e.has_span()) continue;
    if (e.phase == chrome_phase::lost) continue;
    original_row r;
    r.uid = i;
    r.begin = trace.start_us(e);
    r.end = r.begin + trace.length_us(e);
    if (trace.fractional_stamps) r.begin = std::ceil(r.begin), r.end = std::floor(r.end);
    zero = std::min(zero, r.begin);
    r.name = trace.name(e);
    r.category = known(d.category) ? trace.text(d.category) : name_of(e.category);
    const gpu_arguments* const gpu = trace.gpu(e);
    r.stream = gpu != nullptr ? given(gpu->stream, -1) : given(d.stream, -1);
    r.correlation = given(e.correlation, -1);
    r.wait_stream = given(d.wait_stream, -1), r.wait_record = given(d.wait_record, -1);
    r.bandwidth = known(d.bandwidth) ? d.bandwidth : 0;
    if (known(e.place)) r.process = number(trace.places[e.place].process),
        r.thread = number(trace.places[e.place].thread);
    rows.push_back(r);
  }
  for (original_row& r : rows) r.begin -= zero, r.end -= zero;
  return rows;
}

/// Links host rows and device rows; if several share a correlation, the last pair wins on each side.
void link_rows(std::vector<original_row>& rows) {
  distinct<std::int64_t> correlations;
  std::vector<std::array<std::int64_t, 2>> last;  // by correlation: last host row, last device row
  for (const original_row& r : rows) {
    if (r.correlation == -1) continue;
    const std::uint32_t n = correlations.number(r.correlation);
    if (n == last.size()) last.push_back({0, 0});
    last[n][r.of_device() ? 1 : 0] = static_cast<std::int64_t>(r.uid);
  }
  std::vector<std::array<bool, 2>> any(last.size(), {false, false});
  for (const original_row& r : rows)
    if (r.correlation != -1) any[correlations.number(r.correlation)][r.of_device() ? 1 : 0] = true;
  for (original_row& r : rows) {
    if (r.correlation == -1) continue;
    const std::uint32_t n = correlations.number(r.correlation);
    r.link = any[n][0] && any[n][1] ? last[n][r.of_device() ? 0 : 1] : 0;
  }
}

/// Drops the last step: host rows after its begin, and device rows launched by none of the remaining host rows.
std::vector<original_row> without_last_step(const std::vector<original_row>& rows, bool keep) {
  std::string_view first_name;
  bool several = false;
  double last = 0;
  for (const original_row& r : rows) {
    if (!is_profiler_step(r.name)) continue;
    several = several || (!first_name.empty() && r.name != first_name);
    first_name = r.name;
    if (!r.of_device()) last = std::max(last, r.begin);
  }
  if (!several) return rows;
  std::vector<original_row> host, all;
  distinct<std::int64_t> correlations;
  std::vector<std::size_t> times;
  for (const original_row& r : rows) {
    if (r.of_device() || (!keep && r.begin >= last)) continue;
    host.push_back(r);
    const std::uint32_t n = correlations.number(r.correlation);
    times.resize(std::max<std::size_t>(times.size(), n + 1), 0);
    ++times[n];
  }
  times.resize(correlations.size() + rows.size() + 1, 0);
  for (const original_row& r : rows) {
    if (!r.of_device()) continue;
    const std::size_t n = times[correlations.number(r.correlation)];
    for (std::size_t i = 0; i < (r.correlation == -1 ? std::min<std::size_t>(n, 1) : n) &&
        all.size() < 4 * rows.size(); ++i)
      all.push_back(r);
  }
  all.insert(all.end(), host.begin(), host.end());
  return all;
}

original_rows original_rows_of(const torch_trace& trace, std::size_t recorded, bool keep_last_step) {
  original_rows out;
  std::vector<original_row> rows = spans_of(trace, recorded, out.zero);
  link_rows(rows);
  out.rows = without_last_step(rows, keep_last_step);
  out.row_of.assign(trace.events.size(), missing<std::uint32_t>);
  for (std::uint32_t i = 0; i < out.rows.size(); ++i) out.row_of[out.rows[i].uid] = i;
  return out;
}

original_kind original_kind_of(std::string_view n) {
  const auto has = [&](std::string_view word) { return n.find(word) != std::string_view::npos; };
  if (n.starts_with("nccl") || n.starts_with("hip") || n.starts_with("hccl") || has("ncclKernel"))
    return original_kind::communication;
  if (n.starts_with("Memcpy") || n.starts_with("Memset") || n.starts_with("dma")) return original_kind::memory;
  if (has("Memcpy") || has("Memset") || has("dma") || has("Sync")) return original_kind::other;
  if (n.starts_with("cuda") && n.find("LaunchKernel", 4) != std::string_view::npos) return original_kind::other;
  for (const std::string_view front : {"Stream Wait Event", "runFunction", "job_exe", "packet", "pe_exe",
                                       "cpum_exe_subgraph", "collective_subgraph_execution"})
    if (n.starts_with(front)) return original_kind::other;
  return original_kind::computation;
}

std::string original_short_name(std::string_view name) {
  if (original_kind_of(name) == original_kind::memory || name.find_first_of("<(") == std::string_view::npos)
    return std::string(name);
  std::string out;
  std::vector<std::size_t> angles, rounds;  // positions of open brackets
  const auto close = [&](std::vector<std::size_t>& open) {
    while (!open.empty() && open.back() >= out.size()) open.pop_back();
    out.resize(open.empty() ? 0 : open.back());
    if (!open.empty()) open.pop_back();
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '-' && i + 1 < name.size() && name[i + 1] == '>') {
      ++i;
    } else if (name[i] == '>') {
      close(angles);
    } else if (name[i] == ')') {
      close(rounds);
    } else {
      if (name[i] == '<') angles.push_back(out.size());
      if (name[i] == '(') rounds.push_back(out.size());
      out += name[i];
    }
  }
  return out.substr(out.rfind(' ') + 1);
}

bool is_original_launch(std::string_view name) {
  constexpr std::array<std::string_view, 12> names{
      "cudaLaunchKernel", "cudaLaunchKernelExC", "cuLaunchKernel", "cuLaunchKernelEx", "cudaMemcpyAsync",
      "cudaMemsetAsync", "hipLaunchKernel", "hipExtModuleLaunchKernel", "hipMemsetAsync", "hipMemcpyAsync",
      "hipMemcpyWithStream", "runFunction - job_prep_and_submit_for_execution"};
  return core_detail::is_any(name, names);
}

original_queues original_queues_of(const original_rows& all) {
  original_queues q;
  distinct<std::int64_t> correlations;
  std::vector<std::vector<std::uint32_t>> tasks;  // device rows by correlation of launches
  std::vector<std::uint32_t> launches;
  for (std::uint32_t i = 0; i < all.rows.size(); ++i)
    if (is_original_launch(all.rows[i].name) && all.rows[i].link > 0) {
      launches.push_back(i);
      correlations.number(all.rows[i].correlation);
    }
  const std::size_t of_launches = correlations.size();
  tasks.resize(of_launches);
  std::size_t given = 0, taken = 0;
  for (std::uint32_t i = 0; i < all.rows.size(); ++i) {
    if (!all.rows[i].of_stream()) continue;
    const std::uint32_t n = correlations.number(all.rows[i].correlation);
    if (n >= of_launches) continue;
    tasks[n].push_back(i);
    q.points.push_back({i, all.rows[i].stream, -1, 0});
    ++taken;
  }
  for (const std::uint32_t i : launches) {
    const std::vector<std::uint32_t>& of = tasks[correlations.number(all.rows[i].correlation)];
    given += of.size();
    if (given > taken) break;
    for (const std::uint32_t t : of) q.points.push_back({i, all.rows[t].stream, 1, 0});
  }
  q.stops = given != taken;
  const auto begin = [&](const original_queue_point& p) { return all.rows[p.row].begin; };
  const auto task = [](const original_queue_point& p) { return p.change < 0 ? 1 : 0; };
  q.points = std::move(q.points) | sort_by(begin, task, &original_queue_point::row);
  distinct<std::int64_t> streams;
  std::vector<std::int64_t> length;
  for (original_queue_point& p : q.points) {
    const std::uint32_t s = streams.number(p.stream);
    if (s == length.size()) length.push_back(0);
    p.length = length[s] += p.change;
  }
  return q;
}

}  // namespace torch_detail

critical_path_report original_critical_path(const torch_trace& trace, std::size_t recorded,
                                            const critical_path_options& options,
                                                const original_path_options& original) {
  critical_path_report report;
  const torch_detail::original_rows rows = torch_detail::original_rows_of(trace, recorded, original.last_step);
  const torch_detail::original_queues queues = torch_detail::original_queues_of(rows);
  report.window.found = torch_detail::add_original_path(rows, queues, options, original, report);
  torch_detail::add_original_usage(rows, queues, options, original, report.rows);
  report.rows.by_device = false;
  report.rows.zero = rows.zero;
  return report;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_ORIGINAL_BODY_HPP
