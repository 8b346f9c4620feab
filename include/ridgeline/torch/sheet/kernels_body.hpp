#ifndef RIDGELINE_TORCH_SHEET_KERNELS_BODY_HPP
#define RIDGELINE_TORCH_SHEET_KERNELS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/summary.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/sheet/kernels_columns.hpp>
#include <ridgeline/torch/tree/launcher.hpp>
#include <ridgeline/torch/tree/walk.hpp>

namespace ridgeline {

std::vector<torch_kernel> torch_gpu_work_of(const torch_profile& run) {
  const torch_trace& trace = run.trace();
  const call_tree& tree = run.tree();
  const symbol execute = run.faults().execute_is_an_op ? missing<symbol> : passed_over_op(trace);
  const nearest_ops op_of(tree, execute);
  std::vector<torch_kernel> kernels;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (!is_gpu(e.category) || !e.has_span()) continue;
    kernels.push_back({i, tree.parent_of(i), op_of[i]});
  }
  return kernels;
}

std::vector<torch_kernel> torch_kernels_of(const torch_profile& run) {
  std::vector<torch_kernel> kernels = torch_gpu_work_of(run);
  std::erase_if(kernels, [&](const torch_kernel& k) { return run.event(k.event).category != kineto_category::kernel; });
  return kernels;
}

bool any_below_op(const std::vector<torch_kernel>& kernels) {
  return std::any_of(kernels.begin(), kernels.end(), [](const torch_kernel& k) { return known(k.op); });
}

std::vector<torch_kernel_row> torch_kernel_summary(const torch_profile& run, const std::vector<torch_kernel>& kernels,
                                                   double total_time, bool by_op) {
  const torch_trace& trace = run.trace();
  const auto caller = [&](const torch_kernel& k) {
    return known(k.op) ? run.event(k.op).name : known(k.launch) ? run.event(k.launch).name : missing<symbol>;
  };
  const auto op = [&](const torch_kernel& k) { return by_op ? caller(k) : missing<symbol>; };
  const auto category = [&](const torch_kernel& k) {
    if (known(k.op)) return run.category_of(k.op);
    if (!known(k.launch)) return std::string_view();
    return std::string_view(torch_detail::launches_graph(trace.text(caller(k))) ? "graph" : "runtime");
  };
  const auto kernel = [&](const torch_kernel& k) { return run.event(k.event).name; };
  const auto stream = [&](const torch_kernel& k) { return trace.stream(run.event(k.event)); };
  const auto time = [&](const torch_kernel& k) { return trace.length_us(run.event(k.event)); };
  const auto all = kernels | aggregate(sum(time));
  const double of_all = all.front()[sum(time)];
  std::vector<torch_kernel_row> rows;
  for (const auto& r : kernels | group_by(category, op, kernel, stream) | aggregate(summary(time)))
    rows.push_back({r[category], trace.text(r[op]), trace.text(r[kernel]), r[stream], r[summary(time)],
                    of_all != 0 ? r[summary(time)].sum / of_all : missing<double>,
                    total_time != 0 ? r[summary(time)].sum / total_time : missing<double>});
  using row = torch_kernel_row;
  return std::move(rows) |
         sort_by(desc([](const row& r) { return r.time.sum; }), &row::category, &row::op, &row::kernel, &row::stream);
}

std::vector<torch_kernel> short_kernels_of(const torch_profile& run, std::vector<torch_kernel> kernels,
                                                  double threshold) {
  std::erase_if(kernels,
                [&](const torch_kernel& k) { return !(run.trace().length_us(run.event(k.event)) < threshold); });
  return kernels;
}

std::vector<torch_histogram_bin> torch_histogram(const torch_profile& run, const std::vector<torch_kernel>& kernels,
                                                        std::size_t bins) {
  std::vector<double> lengths;
  for (const torch_kernel& k : kernels) lengths.push_back(run.trace().length_us(run.event(k.event)));
  return histogram_of(lengths, bins);
}

std::vector<torch_short_kernel_row> torch_short_kernel_summary(const torch_profile& run,
                                                               const std::vector<torch_kernel>& kernels,
                                                               double total_time) {
  const auto kernel = [&](const torch_kernel& k) { return run.event(k.event).name; };
  const auto op = [&](const torch_kernel& k) { return known(k.op) ? run.event(k.op).name : missing<symbol>; };
  const auto argument = [&](symbol op_arguments::*which) {
    return [&run, which](const torch_kernel& k) {
      return known(k.op) ? run.trace().arguments(run.event(k.op)).*which : missing<symbol>;
    };
  };
  const auto dims = argument(&op_arguments::input_dims), strides = argument(&op_arguments::input_strides),
             concrete = argument(&op_arguments::concrete_inputs);
  const auto counts = [&](const torch_kernel& k) {
    return !run.has_ops() || !run.faults().short_kernels_need_arguments ||
           (known(op(k)) && known(dims(k)) && known(strides(k)) && known(concrete(k)));
  };
  const auto time = [&](const torch_kernel& k) { return run.trace().length_us(run.event(k.event)); };
  std::vector<torch_short_kernel_row> rows;
  for (const auto& r : kernels | where(counts) | group_by(op, dims, strides, concrete, kernel) |
                           aggregate(count, first(&torch_kernel::op), sum(time), mean(time)) |
                           sort_by(desc(sum(time)), count))  // if both are equal, so are mean and share
    rows.push_back({&run, r[first(&torch_kernel::op)], run.trace().text(r[kernel]), r[sum(time)], r[mean(time)],
                    r[count], total_time != 0 ? r[sum(time)] / total_time : missing<double>});
  return rows;
}

std::string_view torch_short_kernel_row::argument(symbol op_arguments::*which) const {
  return known(op) ? run->trace().text(run->trace().arguments(run->event(op)).*which) : std::string_view();
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
