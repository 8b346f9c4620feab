#ifndef RIDGELINE_TORCH_SHEET_KERNELS_BODY_HPP
#define RIDGELINE_TORCH_SHEET_KERNELS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include <ridgeline/gpu/work.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/sheet/kernels_columns.hpp>

namespace ridgeline {

/// All GPU work of a trace, collectives and what no launch reaches included, in file order.
std::vector<torch_kernel> torch_gpu_work_of(const torch_profile& run) {
  const torch_trace& trace = run.trace();
  const call_tree& tree = run.tree();
  const symbol execute = run.faults().execute_is_an_op ? missing<symbol> : trace.texts.find("execute");
  std::vector<std::uint32_t> op_at(trace.events.size(), missing<std::uint32_t>);  // the nearest op, the event itself included
  for (const std::uint32_t event : tree.order()) {
    const torch_event& e = trace.events[event];
    const std::uint32_t parent = tree.parent_of(event);
    const bool op = e.category == kineto_category::cpu_op && (!known(execute) || e.name != execute);
    op_at[event] = op ? event : !known(parent) ? missing<std::uint32_t> : op_at[parent];
  }
  std::vector<torch_kernel> kernels;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (!is_gpu(e.category) || !e.has_span()) continue;
    const std::uint32_t launch = tree.parent_of(i);
    kernels.push_back({i, launch, !known(launch) ? missing<std::uint32_t> : op_at[launch]});
  }
  return kernels;
}

/// The kernels among it, copies and fills left out.
std::vector<torch_kernel> torch_kernels_of(const torch_profile& run) {
  std::vector<torch_kernel> kernels = torch_gpu_work_of(run);
  std::erase_if(kernels, [&](const torch_kernel& k) { return run.event(k.event).category != kineto_category::kernel; });
  return kernels;
}

/// The kernels by op, name and stream, the longest first. `total_time` is that of the time line, in microseconds.
std::vector<torch_kernel_row> torch_kernel_summary(const torch_profile& run,
                                                          const std::vector<torch_kernel>& kernels,
                                                          double total_time) {
  const torch_trace& trace = run.trace();
  struct key {
    std::uint32_t category;
    symbol op, kernel;
    std::uint32_t unused = 0;
    std::int64_t stream;
  };
  distinct<key> keys;
  std::vector<std::string_view> categories{""};
  const auto number = [&](std::string_view category) {
    const auto at = std::find(categories.begin(), categories.end(), category);
    if (at != categories.end()) return static_cast<std::uint32_t>(at - categories.begin());
    categories.push_back(category);
    return static_cast<std::uint32_t>(categories.size() - 1);
  };
  std::vector<std::uint32_t> group_of;
  group_of.reserve(kernels.size());
  compensated_sum all;
  for (const torch_kernel& k : kernels) {
    const torch_event& e = run.event(k.event);
    std::string_view category;
    symbol op = missing<symbol>;
    if (known(k.op)) {
      op = run.event(k.op).name;
      category = run.category_of(k.op);
    } else if (known(k.launch)) {
      op = run.event(k.launch).name;
      const std::string_view name = trace.text(op);
      const bool graph = gpu_detail::contains_any_case(name, "cudagraph") || gpu_detail::contains_any_case(name, "graphlaunch");
      category = graph ? "graph" : "runtime";
    }
    const gpu_arguments* const gpu = trace.gpu(e);
    group_of.push_back(keys.number({number(category), op, e.name, 0, gpu == nullptr ? missing<std::int64_t> : gpu->stream}));
    all.add(run.trace().length_us(e));
  }
  const grouping groups = grouped(group_of, keys.size());
  std::vector<torch_kernel_row> rows;
  std::vector<double> times;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const key& k = keys.keys()[g];
    times.clear();
    for (const std::uint32_t m : groups.of(g)) times.push_back(run.trace().length_us(run.event(kernels[m].event)));
    torch_kernel_row row{categories[k.category], trace.text(k.op), trace.text(k.kernel), k.stream,
                         statistics_of(times), 0, 0};
    row.of_kernels = all.value() != 0 ? row.time.sum / all.value() : missing<double>;
    row.of_total = total_time != 0 ? row.time.sum / total_time : missing<double>;
    rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end(), [](const torch_kernel_row& a, const torch_kernel_row& b) {
    if (a.time.sum != b.time.sum) return a.time.sum > b.time.sum;
    return std::tie(a.category, a.op, a.kernel, a.stream) < std::tie(b.category, b.op, b.kernel, b.stream);
  });
  return rows;
}

/// Kernels shorter than `threshold` microseconds.
std::vector<torch_kernel> short_kernels_of(const torch_profile& run, std::vector<torch_kernel> kernels,
                                                  double threshold) {
  std::erase_if(kernels, [&](const torch_kernel& k) { return !(run.trace().length_us(run.event(k.event)) < threshold); });
  return kernels;
}

/// How many kernels last how long, in `bins` bins of equal width from the shortest to the longest; nothing for no
/// kernels.
std::vector<torch_histogram_bin> torch_histogram(const torch_profile& run, const std::vector<torch_kernel>& kernels,
                                                        std::size_t bins) {
  std::vector<torch_histogram_bin> histogram;
  if (kernels.empty() || bins == 0) return histogram;
  const auto length = [&](const torch_kernel& k) { return run.trace().length_us(run.event(k.event)); };
  double low = length(kernels.front()), high = low;
  for (const torch_kernel& k : kernels) {
    low = std::min(low, length(k));
    high = std::max(high, length(k));
  }
  if (low == high) low -= 0.5, high += 0.5;
  const double step = (high - low) / static_cast<double>(bins);
  const auto edge = [&](std::size_t i) { return i == bins ? high : static_cast<double>(i) * step + low; };
  for (std::size_t i = 0; i < bins; ++i) histogram.push_back({edge(i), edge(i + 1), 0});
  for (const torch_kernel& k : kernels) {
    const double time = length(k);
    const auto after = std::upper_bound(histogram.begin(), histogram.end(), time,
                                        [](double t, const torch_histogram_bin& b) { return t < b.start; });
    ++(after == histogram.begin() ? *after : *(after - 1)).count;
  }
  return histogram;
}

/// Short kernels by name, op and arguments, the longest sum first.
std::vector<torch_short_kernel_row> torch_short_kernel_summary(const torch_profile& run,
                                                                      const std::vector<torch_kernel>& kernels,
                                                                      double total_time) {
  const torch_trace& trace = run.trace();
  struct key {
    symbol op, dims, strides, concrete, kernel;
  };
  distinct<key> keys;
  std::vector<torch_short_kernel_row> rows;
  std::vector<compensated_sum> sums;
  for (const torch_kernel& k : kernels) {
    const torch_event& e = run.event(k.event);
    key at{missing<symbol>, missing<symbol>, missing<symbol>, missing<symbol>, e.name};
    if (known(k.op)) {
      at.op = run.event(k.op).name;
      if (const op_arguments* const op = trace.op(run.event(k.op)); op != nullptr)
        at.dims = op->input_dims, at.strides = op->input_strides, at.concrete = op->concrete_inputs;
    }
    const bool whole = known(at.op) && known(at.dims) && known(at.strides) && known(at.concrete);
    if (!whole && run.has_ops() && run.faults().short_kernels_need_arguments) continue;
    const std::uint32_t n = keys.number(at);
    if (n == rows.size()) {
      rows.push_back({&run, k.op, trace.name(e), 0, 0, 0, 0});
      sums.emplace_back();
    }
    ++rows[n].count;
    sums[n].add(run.trace().length_us(e));
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].sum = sums[i].value();
    rows[i].mean = rows[i].sum / static_cast<double>(rows[i].count);
    rows[i].of_total = total_time != 0 ? rows[i].sum / total_time : missing<double>;
  }
  std::stable_sort(rows.begin(), rows.end(), [](const torch_short_kernel_row& a, const torch_short_kernel_row& b) {
    return a.sum != b.sum ? a.sum > b.sum : a.count < b.count;  // with both equal the mean and the share are
  });
  return rows;
}

std::string_view torch_short_kernel_row::argument(symbol op_arguments::*which) const {
  const op_arguments* const arguments = !known(op) ? nullptr : run->trace().op(run->event(op));
  return arguments == nullptr ? std::string_view() : run->trace().text(arguments->*which);
}

table sheet_of(std::string name, std::vector<torch_kernel_row> rows) {
  return table(std::move(name), std::move(rows), torch_kernel_columns);
}
table sheet_of(std::string name, std::vector<torch_histogram_bin> rows) {
  return table(std::move(name), std::move(rows), torch_histogram_columns);
}
table sheet_of(std::string name, std::vector<torch_short_kernel_row> rows) {
  return table(std::move(name), std::move(rows), torch_short_kernel_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_KERNELS_BODY_HPP
