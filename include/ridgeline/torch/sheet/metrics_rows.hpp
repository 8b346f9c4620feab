#ifndef RIDGELINE_TORCH_SHEET_METRICS_ROWS_HPP
#define RIDGELINE_TORCH_SHEET_METRICS_ROWS_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/torch/op/metrics.hpp>
#include <ridgeline/torch/op/stand_in.hpp>

namespace ridgeline {

namespace torch_detail {

/// Fills a row from the metrics of its calls: for work and roof the first known value, for rates and times the
/// statistics. `metrics_of_call` returns the metrics of a member.
template <class Row, class Metrics>
void fill_metrics(Row& row, const grouping::slice& members, Metrics metrics_of_call) {
  std::vector<double> memory, compute, share, time;
  for (const std::uint32_t m : members) {
    const torch_metrics x = metrics_of_call(m);
    row.gflops.add(x.gflops());
    row.megabytes.add(x.megabytes());
    row.intensity.add(x.intensity());
    memory.push_back(x.terabytes_per_second());
    compute.push_back(x.tflops_per_second());
    time.push_back(x.time);
    if (!x.has_roof()) continue;
    row.roof_time.add(x.roof_time());
    row.rounded = row.rounded || x.rounded();
    if (row.bound.empty()) row.bound = x.bound();
    share.push_back(x.share());
  }
  row.memory_rate = statistics_of(memory);
  row.compute_rate = statistics_of(compute);
  row.share = statistics_of(share);
  row.time = statistics_of(time);
}

/// The number format whose roof applies to a row: its own, or TF32 if its kernels used that.
template <class Row>
std::string_view roof_spec_of(const Row& r) {
  return r.rounded ? std::string_view("matrix_tf32") : std::string_view(r.spec);
}

}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_METRICS_ROWS_HPP
