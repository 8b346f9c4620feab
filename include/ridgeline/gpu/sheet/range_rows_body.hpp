#ifndef RIDGELINE_GPU_SHEET_RANGE_ROWS_BODY_HPP
#define RIDGELINE_GPU_SHEET_RANGE_ROWS_BODY_HPP

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <ridgeline/gpu/sheet/rows.hpp>
#include <ridgeline/gpu/sheet/work_rows_body.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/summary.hpp>

/// Rows that relate work to calls and ranges.
namespace ridgeline {

namespace gpu_detail {

/// A range or call; only those in the same place can contain each other.
struct placed_span {
  std::uint32_t place;
  std::int64_t start, end;
  std::uint32_t index;
};

/// Calls `visit(range, call)` for each call that lies inside a range of its place. Returns false if it stopped because
/// of `most`.
template <class Visit>
bool visit_held(std::vector<placed_span> ranges, std::vector<placed_span> calls, std::size_t most, Visit visit) {
  ranges = std::move(ranges) | sort_by(&placed_span::place, &placed_span::start);
  calls = std::move(calls) | sort_by(&placed_span::place, &placed_span::start);
  std::vector<placed_span> open;
  std::size_t next = 0, looked = 0;
  for (const placed_span& c : calls) {
    if (!open.empty() && open.front().place != c.place) open.clear();
    for (; next < ranges.size() && ranges[next].place <= c.place; ++next) {
      if (ranges[next].place < c.place) continue;
      if (ranges[next].start > c.start) break;
      open.push_back(ranges[next]);
    }
    if (looked += open.size(); looked > most) return false;
    std::size_t kept = 0;
    for (const placed_span& r : open) {
      if (r.end < c.start) continue;
      open[kept++] = r;
      if (r.end >= c.end) visit(r.index, c.index);
    }
    open.resize(kept);
  }
  return true;
}

/// The work by call.
inline grouping work_by_call(const gpu_trace& trace) {
  std::vector<std::uint32_t> call_of;
  for (const gpu_work_item& w : trace.work) call_of.push_back(w.call);  // missing equals `no_group`
  return grouped(call_of, trace.calls.size());
}

/// The ranges of one style, and the calls with work.
struct style_spans {
  std::vector<placed_span> ranges{}, calls{};

  style_spans(const gpu_trace& trace, const grouping& work, bool nested) {
    for (std::uint32_t i = 0; i < trace.ranges.size(); ++i) {
      const gpu_range& r = trace.ranges[i];
      if (r.nested == nested) ranges.push_back({nested ? r.thread : r.process, r.start.base(), r.end().base(), i});
    }
    if (ranges.empty()) return;
    for (std::uint32_t i = 0; i < trace.calls.size(); ++i) {
      const gpu_call& c = trace.calls[i];
      if (work.of(i).size() != 0) calls.push_back({nested ? c.thread : c.process, c.start.base(), c.end().base(), i});
    }
  }
};

inline bool begins_before(const placed_span& a, const placed_span& b) {
  return a.place != b.place ? a.place < b.place : a.start < b.start;
}

struct work_total {
  std::int64_t count = 0;
  duration time{};
};

/// Adds up the work that each range holds, without listing it. Calls enter a tree of sums in the order of their ends:
/// a range holds those that have entered and do not begin before it.
template <class Total>
void total_held(std::vector<placed_span> ranges, std::vector<placed_span> calls, Total total_of,
                std::vector<work_total>& totals) {
  struct entering {
    placed_span call;
    std::size_t slot;  ///< from 1, the last to begin first
  };
  ranges = std::move(ranges) | sort_by(&placed_span::place, &placed_span::end);
  calls = std::move(calls) | sort_by(&placed_span::place, &placed_span::start);
  std::vector<entering> by_end;
  for (std::size_t i = 0; i < calls.size(); ++i) by_end.push_back({calls[i], calls.size() - i});
  by_end = std::move(by_end) | sort_by([](const entering& e) { return e.call.place; },
                                       [](const entering& e) { return e.call.end; });
  std::vector<work_total> sums(calls.size() + 1);
  std::size_t next = 0;
  for (const placed_span& r : ranges) {
    for (; next < by_end.size(); ++next) {
      const placed_span& c = by_end[next].call;
      if (c.place > r.place || (c.place == r.place && c.end > r.end)) break;
      const work_total one = total_of(c.index);
      for (std::size_t i = by_end[next].slot; i < sums.size(); i += i & (~i + 1))
        sums[i].count += one.count, sums[i].time += one.time;
    }
    const auto first = std::lower_bound(calls.begin(), calls.end(), r, begins_before);
    for (std::size_t i = static_cast<std::size_t>(calls.end() - first); i > 0; i &= i - 1)
      totals[r.index].count += sums[i].count, totals[r.index].time += sums[i].time;
  }
}

/// The same for the ranges of one style of a trace.
inline void total_held(const gpu_trace& trace, const grouping& work, bool nested, std::vector<work_total>& totals) {
  style_spans spans(trace, work, nested);
  const auto total_of = [&](std::uint32_t call) {
    work_total total;
    for (const std::uint32_t w : work.of(call)) ++total.count, total.time += trace.work[w].time;
    return total;
  };
  total_held(std::move(spans.ranges), std::move(spans.calls), total_of, totals);
}

/// Calls `visit(range, call)` with the innermost range around each call: the last to begin, then the first to end.
template <class Visit>
void visit_innermost(std::vector<placed_span> ranges, const std::vector<placed_span>& calls, Visit visit) {
  ranges = std::move(ranges) | sort_by(&placed_span::place, &placed_span::start, desc(&placed_span::end),
                                       desc(&placed_span::index));
  const std::size_t leaves = std::bit_ceil(ranges.size() + 1);
  std::vector<std::int64_t> latest_end(2 * leaves, std::numeric_limits<std::int64_t>::min());
  for (std::size_t i = 0; i < ranges.size(); ++i) latest_end[leaves + i] = ranges[i].end;
  for (std::size_t i = leaves; i-- > 1;) latest_end[i] = std::max(latest_end[2 * i], latest_end[2 * i + 1]);
  for (const placed_span& c : calls) {
    const auto after = std::upper_bound(ranges.begin(), ranges.end(), c, begins_before);
    std::size_t i = leaves + static_cast<std::size_t>(after - ranges.begin());
    while (i > 1 && (i % 2 == 0 || latest_end[i - 1] < c.end)) i /= 2;
    if (i <= 1) continue;
    for (--i; i < leaves;) i = latest_end[2 * i + 1] >= c.end ? 2 * i + 1 : 2 * i;
    const placed_span& found = ranges[i - leaves];
    if (found.place == c.place) visit(found.index, c.index);
  }
}

}  // namespace gpu_detail

std::vector<gpu_held_work> held_work_of(const gpu_trace& trace, gpu_problems& problems) {
  const grouping work = gpu_detail::work_by_call(trace);
  std::vector<gpu_held_work> held;
  std::vector<gpu_detail::work_total> totals(trace.ranges.size());
  const std::size_t most = 64 * (trace.ranges.size() + trace.work.size()) + 10'000'000;
  for (const bool nested : {true, false}) {
    gpu_detail::total_held(trace, work, nested, totals);
    std::size_t pairs = held.size();
    for (std::size_t r = 0; r < totals.size(); ++r)
      if (trace.ranges[r].nested == nested) pairs += static_cast<std::size_t>(totals[r].count);
    const std::size_t before = held.size();
    bool all = pairs < most;
    if (all) {
      held.reserve(pairs);
      gpu_detail::style_spans spans(trace, work, nested);
      all = gpu_detail::visit_held(std::move(spans.ranges), std::move(spans.calls), most,
                                   [&](std::uint32_t r, std::uint32_t c) {
                                     for (const std::uint32_t w : work.of(c)) held.push_back({r, w});
                                   });
    }
    if (all) continue;
    held.resize(before);  // a part would be taken for the whole
    problems.add(gpu_problem::ranges_cut, gpu_problems::nowhere,
                 nested ? "PushPop: ranges_kernels has none of them" : "StartEnd: ranges_kernels has none of them");
  }
  return held;
}

std::vector<gpu_range_row> gpu_range_summary(const gpu_trace& trace) {
  struct with_work {
    symbol domain, name;
    bool nested;
    duration time;
    std::int64_t work;
    duration work_time;
  };
  const grouping work_of = gpu_detail::work_by_call(trace);
  std::vector<gpu_detail::work_total> totals(trace.ranges.size());
  for (const bool nested : {true, false}) gpu_detail::total_held(trace, work_of, nested, totals);
  std::vector<with_work> ranges;
  for (std::size_t i = 0; i < trace.ranges.size(); ++i) {
    const gpu_range& r = trace.ranges[i];
    ranges.push_back({r.domain, r.name, r.nested, r.time, totals[i].count, totals[i].time});
  }
  const auto time = summary([](const with_work& r) { return static_cast<double>(r.time.base()); });
  const auto work = &with_work::work;
  const auto work_time = &with_work::work_time;
  std::vector<gpu_range_row> rows;
  for (const auto& r : ranges | group_by(&with_work::domain, &with_work::name, &with_work::nested) |
                           aggregate(time, sum(work), sum(work_time)))
    rows.push_back({trace.text(r[&with_work::domain]), trace.text(r[&with_work::name]), r[&with_work::nested], r[time],
                    missing<double>, r[sum(work)], r[sum(work_time)]});
  return gpu_detail::with_shares(std::move(rows), &gpu_range_row::domain, &gpu_range_row::name,
                                 desc(&gpu_range_row::nested));
}

std::vector<gpu_range_kernel_row> gpu_range_kernels(const gpu_trace& trace, const std::vector<gpu_held_work>& held) {
  using pair = gpu_held_work;
  const auto domain = [&](const pair& p) { return trace.ranges[p.range].domain; };
  const auto name = [&](const pair& p) { return trace.ranges[p.range].name; };
  const auto nested = [&](const pair& p) { return trace.ranges[p.range].nested; };
  const auto kernel = [&](const pair& p) { return trace.work[p.work].name; };
  const auto is_of_kernel = [&](const pair& p) { return gpu_detail::is_kernel_or_graph(trace.work[p.work]); };
  const auto time = summary([&](const pair& p) { return static_cast<double>(trace.work[p.work].time.base()); });
  std::vector<pair> kernels;
  for (const pair& p : held)
    if (is_of_kernel(p)) kernels.push_back(p);
  // one record per range and kernel name, so that counting records counts ranges; both are ordered by the first pair of
  // each
  std::vector<pair> once;
  for (const auto& r : kernels | group_by(&pair::range, kernel) | aggregate(first(&pair::work)))
    once.push_back({r[&pair::range], r[first(&pair::work)]});
  const auto ranges = once | group_by(domain, name, nested, kernel) | aggregate(count);
  std::vector<gpu_range_kernel_row> rows;
  for (const auto& r : kernels | group_by(domain, name, nested, kernel) | aggregate(time))
    rows.push_back({trace.text(r[domain]), trace.text(r[name]), r[nested], trace.text(r[kernel]), r[time],
                    ranges[rows.size()][count]});
  using row = gpu_range_kernel_row;
  return std::move(rows) | sort_by(desc([](const row& r) { return r.time.sum; }), &row::domain, &row::name,
                                   desc(&row::nested), &row::kernel);
}

std::vector<gpu_launch_row> gpu_kernel_launches(const gpu_trace& trace) {
  struct launched {
    symbol kernel, call_name;
    std::uint32_t call;
    duration call_time, queue, delay, time;
  };
  std::vector<launched> kernels;
  for (const gpu_work_item& w : trace.work) {
    if (!gpu_detail::is_kernel_or_graph(w)) continue;
    launched k{w.name, missing<symbol>, w.call, missing<duration>, missing<duration>, missing<duration>, w.time};
    if (known(w.call)) {
      const gpu_call& c = trace.calls[w.call];
      k.call_name = c.name;
      k.call_time = c.time;
      k.delay = w.start - c.start;
      if (c.end() < w.start) k.queue = w.start - c.end();
    }
    kernels.push_back(k);
  }
  const auto kernel = &launched::kernel;
  const auto call = &launched::call_name;
  const auto waited = [](const launched& k) { return std::int64_t{known(k.queue)}; };
  const auto delay = mean([](const launched& k) {
    return known(k.delay) ? static_cast<double>(k.delay.base()) : missing<double>;
  });
  std::vector<launched> once;  // each call once
  const auto time_once = first(&launched::call_time);
  for (const auto& r : kernels | group_by(kernel, call, &launched::call) | aggregate(time_once))
    once.push_back({r[kernel], r[call], r[&launched::call], r[time_once], duration(), duration(), duration()});
  const auto calls = once | group_by(kernel, call) | aggregate(count, sum(&launched::call_time));
  std::vector<gpu_launch_row> rows;
  for (const auto& r : kernels | group_by(kernel, call) |
                           aggregate(count, sum(waited), sum(&launched::queue), delay, sum(&launched::time))) {
    gpu_launch_row row;
    row.kernel = trace.text(r[kernel]);
    row.count = r[count];
    row.kernel_time = r[sum(&launched::time)];
    if (known(r[call])) {
      row.call = trace.text(r[call]);
      row.calls = calls[rows.size()][count];
      row.call_time = calls[rows.size()][sum(&launched::call_time)];
      row.queued = r[sum(waited)];
      row.queue_time = r[sum(&launched::queue)];
      row.delay = r[delay];
    }
    rows.push_back(row);
  }
  return std::move(rows) |
         sort_by(desc(&gpu_launch_row::kernel_time), &gpu_launch_row::kernel, &gpu_launch_row::call);
}

std::vector<gpu_trace_row> gpu_trace_rows(const gpu_trace& trace) {
  std::vector<gpu_trace_row> rows;
  time_point zero = missing<time_point>;
  for (std::uint32_t i = 0; i < trace.work.size(); ++i) {
    rows.push_back({&trace, i, missing<std::uint32_t>, {}});
    if (!known(zero) || trace.work[i].start < zero) zero = trace.work[i].start;
  }
  const grouping work = gpu_detail::work_by_call(trace);
  gpu_detail::style_spans spans(trace, work, true);
  gpu_detail::visit_innermost(std::move(spans.ranges), spans.calls, [&](std::uint32_t range, std::uint32_t call) {
    for (const std::uint32_t w : work.of(call)) rows[w].range = range;
  });
  for (gpu_trace_row& r : rows) r.zero = zero;
  const auto of = [&](auto member) {
    return [&trace, member](const gpu_trace_row& r) { return trace.work[r.work].*member; };
  };
  const auto end = [&](const gpu_trace_row& r) { return trace.work[r.work].end(); };
  return std::move(rows) | sort_by(of(&gpu_work_item::start), of(&gpu_work_item::device), of(&gpu_work_item::stream),
                                   end, of(&gpu_work_item::correlation));
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_SHEET_RANGE_ROWS_BODY_HPP
