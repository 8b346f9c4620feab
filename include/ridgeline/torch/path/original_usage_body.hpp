#ifndef RIDGELINE_TORCH_PATH_ORIGINAL_USAGE_BODY_HPP
#define RIDGELINE_TORCH_PATH_ORIGINAL_USAGE_BODY_HPP

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

#include <ridgeline/gpu/path/sequences.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/timeline/intervals.hpp>
#include <ridgeline/torch/path/original_rows.hpp>

namespace ridgeline::torch_detail {

/// The sheets that do not need the graph.
class original_usage {
 public:
  original_usage(const original_rows& all, const original_queues& queues, const critical_path_options& options,
                 const original_path_options& original, path_rows& out)
      : all_(all), queues_(queues), options_(options), original_(original), out_(out) {
    for (std::uint32_t i = 0; i < all.rows.size(); ++i)
      if (all.rows[i].of_stream()) stream_rows_.push_back(i);
  }
  void add() {
    add_idle();
    add_times();
    add_kernel_types();
    add_kernels();
    add_launches();
    add_queues();
    add_bandwidth();
    add_op_launches();
    add_sequences();
  }

 private:
  const original_row& row(std::uint32_t i) const { return all_.rows[i]; }
  void add_idle();
  void add_times();
  void add_kernel_types();
  void add_kernels();
  void add_launches();
  void add_queues();
  void add_bandwidth();
  void add_op_launches();
  void add_sequences();

  /// Merges intervals that begin at or before the latest end so far. Negative lengths are kept.
  basic_interval_set<double> joined(basic_interval_set<double> parts) const {
    using part = basic_interval<double>;
    basic_interval_set<double> all;
    double latest = 0;
    for (const part& p : std::move(parts) | sort_by(&part::first)) {
      if (!all.empty() && p.first <= latest) all.back().last = std::max(all.back().last, p.last);
      else all.push_back(p);
      latest = all.size() == 1 && all.back() == p ? p.last : std::max(latest, p.last);
    }
    return all;
  }
  basic_interval_set<double> spans(int kind) const {
    basic_interval_set<double> all;
    for (const std::uint32_t i : stream_rows_)
      if (kind < 0 || original_kind_of(row(i).name) == static_cast<original_kind>(kind)) all.push_back({row(i).begin,
          row(i).end});
    return all;
  }

  const original_rows& all_;
  const original_queues& queues_;
  const critical_path_options& options_;
  const original_path_options& original_;
  path_rows& out_;
  std::vector<std::uint32_t> stream_rows_{};
};

void original_usage::add_idle() {
  constexpr std::array<std::string_view, 6> categories{"kernel", "Kernel", "gpu_memset", "Memset", "gpu_memcpy",
      "Memcpy"};
  std::vector<std::uint32_t> rows;
  const std::vector<std::int64_t>& asked = options_.usage.idle_streams;
  for (const std::uint32_t i : stream_rows_)
    if (std::find(categories.begin(), categories.end(), row(i).category) != categories.end() &&
        (asked.empty() || std::find(asked.begin(), asked.end(), row(i).stream) != asked.end()))
      rows.push_back(i);
  rows = std::move(rows) | sort_by([&](std::uint32_t i) { return row(i).stream; }, [&](std::uint32_t i) {
      return row(i).begin; });
  constexpr std::array<std::string_view, 3> names{"host_wait", "kernel_wait", "other"};
  for (std::size_t i = 0, first = 0; i < rows.size(); first = i) {
    std::array<std::vector<double>, 3> times;
    std::array<bool, 3> any{false, false, true};
    for (; i < rows.size() && row(rows[i]).stream == row(rows[first]).stream; ++i) {
      if (i == first) continue;
      const double end = row(rows[i - 1]).end, idle = row(rows[i]).begin - end;
      const original_row* const linked = all_.row(row(rows[i]).link);
      const std::size_t cause = linked != nullptr && linked->begin > end           ? 0
                                : idle < options_.usage.kernel_gap.in(us) ? 1 : 2;
      times[cause].push_back(idle);
      any[cause] = true;
    }
    double all = 0;
    std::array<double, 3> sums{};
    for (std::size_t c = 0; c < 3; ++c)
      for (const double t : times[c]) sums[c] += t, all += t;
    for (std::size_t c = 0; c < 3; ++c)
      if (any[c])
        out_.idle.push_back({missing<std::int64_t>, row(rows[first]).stream, names[c], sums[c],
                             all != 0 ? sums[c] / all : missing<double>, spread_of(times[c])});
  }
}

void original_usage::add_times() {
  if (stream_rows_.empty()) return;
  const basic_interval_set<double> all = joined(spans(-1)), compute = joined(spans(0)),
      communication = joined(spans(1));
  device_time_row r;
  double first = all.front().first, last = all.front().last;
  for (const auto& p : all) last = std::max(last, p.last);
  r.all = last - first;
  r.idle = r.all - length_of(all), r.compute = length_of(compute), r.other = r.all - r.compute - r.idle;
  if (r.idle <= r.all && r.compute <= r.all && r.other <= r.all && r.other >= 0) out_.devices.push_back(r);
  const double whole = length_of(communication);
  overlap_row o;
  if (!communication.empty() && whole != 0) o.percent = length_of(intersected(communication, compute)) / whole * 100;
  out_.overlaps.push_back(o);
}

void original_usage::add_kernel_types() {
  struct point {
    double at;
    int change;
  };
  std::vector<point> points;
  for (int kind = 0; kind < 3; ++kind) {
    const basic_interval_set<double> parts = joined(spans(kind));
    for (const auto& p : parts) points.push_back({p.first, 1 << kind});
    for (const auto& p : parts) points.push_back({p.last, -(1 << kind)});
    points = std::move(points) | sort_by(&point::at);
  }
  std::array<double, 8> times{};
  std::array<bool, 8> any{};
  int running = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    running += points[i].change;
    if (running <= 0 || running > 7) continue;
    times[static_cast<std::size_t>(running)] += points[i + 1].at - points[i].at;
    any[static_cast<std::size_t>(running)] = true;
  }
  double all = 0;
  for (const double t : times) all += t;
  for (std::size_t set = 1; set < times.size(); ++set)
    if (any[set]) out_.kernel_types.push_back({missing<std::int64_t>, gpu_detail::lane_set_names[set], times[set],
        all != 0 ? times[set] / all * 100 : missing<double>});
  out_.kernel_types = std::move(out_.kernel_types) | sort_by(desc(&kernel_type_row::time), &kernel_type_row::type);
}

void original_usage::add_kernels() {
  /// Types with too many names have one row per name, and their figures are over these.
  const auto shares = [&](std::vector<kernel_time> rows, std::size_t top) {
    const std::vector<summed_name> summed = summed_names(rows, top, options_.usage.kernel_share);
    std::erase_if(rows, [&](const kernel_time& r) {
      return std::any_of(summed.begin(), summed.end(), [&](const summed_name& n) { return n.sum.type == r.type; });
    });
    for (const summed_name& n : summed)
      rows.push_back({n.sum.type, n.others ? std::string_view("others") : n.sum.name, n.sum.time});
    return kernel_shares(rows);
  };
  std::vector<kernel_time> kernels, annotations;
  for (const std::uint32_t i : stream_rows_) {
    const original_kind kind = original_kind_of(row(i).name);
    if (kind != original_kind::other) kernels.push_back({gpu_detail::lane_names[static_cast<std::size_t>(kind)],
        row(i).name, row(i).length()});
  }
  for (const original_row& r : all_.rows)
    if (r.category == "gpu_user_annotation") annotations.push_back({{}, r.name, r.length()});
  out_.kernels = shares(std::move(kernels), options_.usage.kernel_names);
  out_.annotations = shares(std::move(annotations), 1000);
}

void original_usage::add_launches() {
  distinct<std::int64_t> correlations;
  for (const original_row& r : all_.rows) {
    const bool copy = r.name == "cudaMemsetAsync" || r.name == "cudaMemcpyAsync";
    if (r.name == "cudaLaunchKernel" || r.name == "cudaLaunchKernelExC" ||
        r.name == "runFunction - job_prep_and_submit_for_execution" ||
        (copy && !original_.no_copies))
      correlations.number(r.correlation);
  }
  const std::size_t known_correlations = correlations.size();
  std::vector<std::uint32_t> group(all_.rows.size(), no_group), host;
  for (std::uint32_t i = 0; i < all_.rows.size(); ++i) {
    const std::uint32_t n = correlations.number(row(i).correlation);
    if (n >= known_correlations) continue;
    if (row(i).of_stream()) group[i] = n;
    else host.push_back(i);
  }
  const grouping tasks = grouped(group, correlations.size());
  std::vector<launch_row>& rows = out_.launches;
  for (const std::uint32_t h : host) {
    const grouping::slice of = tasks.of(correlations.number(row(h).correlation));
    if (rows.size() + of.size() > 4 * all_.rows.size()) break;
    for (const std::uint32_t t : of)
      rows.push_back({row(h).uid, row(t).uid, row(h).correlation, row(h).length(), row(t).length(),
                      std::max(row(t).begin - row(h).end, 0.0), missing<double>, missing<double>});
  }
  rows = std::move(rows) | sort_by(&launch_row::correlation, &launch_row::gpu_uid);
  if (!stream_rows_.empty()) out_.launch_classes = launch_classes(rows, options_.usage);
}

void original_usage::add_queues() {
  if (queues_.stops) return;
  const auto uid = [&](const original_queue_point& p) { return row(p.row).uid; };
  const auto task = [](const original_queue_point& p) { return p.change < 0 ? 1 : 0; };
  const auto begin = [&](const original_queue_point& p) { return row(p.row).begin; };
  for (const original_queue_point& p : queues_.points | sort_by(&original_queue_point::stream, begin, task, uid))
    out_.queue.push_back({uid(p), begin(p), missing<std::int64_t>, p.stream, p.length});
  out_.queue_summary = queue_summary(out_.queue);
  double first = std::numeric_limits<double>::infinity(), last = 0;
  for (const original_row& r : all_.rows) first = std::min(first, r.begin), last = std::max(last, r.begin);
  for (std::size_t i = 0; i < out_.queue.size(); ++i) {
    const queue_row& q = out_.queue[i];
    if (q.length < options_.usage.full_queue) continue;
    if (out_.queue_full.empty() || out_.queue_full.back().stream != q.stream) out_.queue_full.assign(1,
        {missing<std::int64_t>, q.stream, 0, 0});
    if (i + 1 < out_.queue.size() &&
        out_.queue[i + 1].stream == q.stream) out_.queue_full.back().time += out_.queue[i + 1].time - q.time;
  }
  for (queue_full_row& r : out_.queue_full) r.share = last > first ? r.time / (last - first) : missing<double>;
}

void original_usage::add_bandwidth() {
  struct point {
    std::string_view name;
    double at, change;
    std::uint32_t uid;
    bool ends;
  };
  std::vector<point> points;
  for (const std::uint32_t i : stream_rows_) {
    const original_row& r = row(i);
    if (original_kind_of(r.name) != original_kind::memory) continue;
    const std::string_view name = r.name.starts_with("Memset")   ? std::string_view("Memset")
                                  : r.name.starts_with("Memcpy") ? r.name.substr(0, 11)
                                                                 : std::string_view("Memcpy Unknown");
    points.push_back({name, r.begin, r.bandwidth, r.uid, false});
    points.push_back({name, r.begin + (r.length() == 0 ? 1 : r.length()), -r.bandwidth, r.uid, true});
  }
  for (const point& p : std::move(points) | sort_by(&point::name, &point::at, [](const point& p) {
      return p.ends ? 1 : 0; })) {
    const bool same = !out_.bandwidth.empty() && out_.bandwidth.back().name == p.name;
    out_.bandwidth.push_back({p.at, p.name, (same ? out_.bandwidth.back().bandwidth : 0) + p.change, p.uid});
  }
  out_.bandwidth_summary = bandwidth_summary(out_.bandwidth);
}

void original_usage::add_op_launches() {
  const auto launches = [](std::string_view n) {
    return n.starts_with("cuLaunchKernel") || n.starts_with("runFunction") ||
           (n.starts_with("cuda") && n.find("LaunchKernel", 4) != std::string_view::npos);
  };
  // The op that encloses a launch in time and begins last: ops are in order of begin, and those that have ended are
  // dropped.
  std::vector<std::uint32_t> ops, calls, op_of(all_.rows.size(), missing<std::uint32_t>);
  for (std::uint32_t i = 0; i < all_.rows.size(); ++i) {
    if (row(i).name.starts_with("aten::")) ops.push_back(i);
    if (launches(row(i).name)) calls.push_back(i);
  }
  const auto begin = [&](std::uint32_t i) { return row(i).begin; };
  const auto file_order = [](std::uint32_t i) { return -static_cast<std::int64_t>(i); };
  ops = std::move(ops) | sort_by(begin, file_order);  // for equal begins, the first in row order comes last
  // the latest end in each block of ops, so that blocks that end too early are skipped at once
  std::size_t leaves = 1;
  while (leaves <= ops.size()) leaves *= 2;
  std::vector<double> latest(2 * leaves, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < ops.size(); ++i) latest[leaves + i] = row(ops[i]).end;
  for (std::size_t i = leaves - 1; i > 0; --i) latest[i] = std::max(latest[2 * i], latest[2 * i + 1]);
  const auto enclosing = [&](const original_row& call) {
    const auto after = std::partition_point(ops.begin(), ops.end(), [&](std::uint32_t i) {
        return row(i).begin <= call.begin; });
    std::size_t at = leaves + static_cast<std::size_t>(after - ops.begin());
    for (; at > 1; at /= 2) {  // blocks to the left, nearest first
      if (at % 2 == 0 || !(latest[at - 1] >= call.end)) continue;
      std::size_t block = at - 1;
      while (block < leaves) block = latest[2 * block + 1] >= call.end ? 2 * block + 1 : 2 * block;
      return ops[block - leaves];
    }
    return missing<std::uint32_t>;
  };
  std::vector<std::uint32_t> links(all_.rows.size(), 0);
  for (const std::uint32_t i : stream_rows_)
    if (const original_row* const call = all_.row(row(i).link); call != nullptr && row(i).link > 0)
      ++links[static_cast<std::size_t>(call - all_.rows.data())];
  struct op_call {
    std::int64_t thread;
    std::string_view name;
    double begin;
    std::uint32_t launch;
    std::uint32_t op;
  };
  std::vector<op_call> all;
  for (const std::uint32_t i : calls) {
    const std::uint32_t op = enclosing(row(i));
    if (!known(op)) continue;
    if (links[i] != 1) return;  // the original stops with an error
    all.push_back({row(op).thread, row(op).name, row(op).begin, i, op});
  }
  all = std::move(all) | sort_by(&op_call::thread, &op_call::name, &op_call::begin, &op_call::launch);
  std::vector<op_launch> launched;
  for (std::size_t i = 0, first = 0; i < all.size(); first = i) {
    const op_call& f = all[first];
    const original_row& launch = row(f.launch);
    op_launch m{f.name, {}, launch.begin - f.begin, all_.row(launch.link) != nullptr
        ? all_.row(launch.link)->begin - launch.begin : 0};
    for (; i < all.size() && all[i].thread == f.thread && all[i].name == f.name && all[i].begin == f.begin; ++i) {
      const original_row* const kernel = all_.row(row(all[i].launch).link);
      if (kernel != nullptr) m.sequence += (m.sequence.empty() ? "" : " -> ") + std::string(kernel->name);
    }
    launched.push_back(std::move(m));
  }
  out_.op_launches = op_launch_rows(launched);
}

void original_usage::add_sequences() {
  if (options_.sequence_op.empty()) return;
  struct thread_key {
    std::int64_t process, thread;
  };
  struct facts {
    bool above = true, zero_process = true, zero_thread = true;  // all streams above 0; all processes and threads 0
  };
  distinct<thread_key> threads;
  std::vector<facts> of_thread;
  std::vector<std::uint32_t> thread(all_.rows.size());
  for (std::uint32_t i = 0; i < all_.rows.size(); ++i) {
    thread[i] = threads.number({row(i).process, row(i).thread});
    of_thread.resize(threads.size());
    facts& f = of_thread[thread[i]];
    f.above = f.above && row(i).stream > 0, f.zero_process = f.zero_process && row(i).process == 0;
    f.zero_thread = f.zero_thread && row(i).thread == 0;
  }
  std::vector<sequence_event> events;
  std::vector<std::uint32_t> event_of(all_.rows.size(), missing<std::uint32_t>);
  for (std::uint32_t i = 0; i < all_.rows.size(); ++i) {
    const facts& f = of_thread[thread[i]];
    if (row(i).stream != -1 || f.above || f.zero_process || f.zero_thread) continue;
    if (row(i).length() < 0) return;  // the original stops with an error
    event_of[i] = static_cast<std::uint32_t>(events.size());
    events.push_back({row(i).begin, row(i).end, row(i).name, row(i).uid, thread[i]});
  }
  std::vector<sequence_task> tasks;
  for (const std::uint32_t i : stream_rows_) {
    const original_row* const call = row(i).stream > 0 && row(i).link > 0 ? all_.row(row(i).link) : nullptr;
    const std::uint32_t event = call != nullptr ? event_of[static_cast<std::size_t>(call - all_.rows.data())]
        : missing<std::uint32_t>;
    if (known(event)) tasks.push_back({row(i).begin, row(i).length(), row(i).name, event});
  }
  out_.sequences = kernel_sequences(events, tasks, options_.sequence_op, options_.least_sequence);
}

void add_original_usage(const original_rows& rows, const original_queues& queues, const critical_path_options& options,
                        const original_path_options& original, path_rows& out) {
  original_usage(rows, queues, options, original, out).add();
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_PATH_ORIGINAL_USAGE_BODY_HPP
