#ifndef RIDGELINE_TORCH_SHEET_KERNEL_DETAILS_HPP
#define RIDGELINE_TORCH_SHEET_KERNEL_DETAILS_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/torch/record/trace.hpp>
#include <ridgeline/table/python_text.hpp>

namespace ridgeline {

/// One of the kernels that calls of a kind launch, over all of these calls. Times are microseconds.
struct kernel_detail {
  symbol name = missing<symbol>;
  std::int64_t stream = missing<std::int64_t>;
  statistics time{};
  std::uint32_t event = missing<std::uint32_t>;  ///< in the first of the calls
};

/// Sums up calls that launch the same kernels in the same order: kernel by kernel over all calls.
class kernel_details {
 public:
  explicit kernel_details(const torch_trace& trace) : trace_(&trace) {}

  /// `kernels_of(call)` is the GPU work of a call, a span of event numbers. The first call that has any shows which
  /// kernels there are; calls with another number of them are left out. Kernels come by total time, then by name,
  /// ascending. The result is valid until the next call.
  template <class Calls, class KernelsOf>
  const std::vector<kernel_detail>& over(const Calls& calls, KernelsOf kernels_of) {
    details_.clear();
    alike_.clear();
    for (const auto& call : calls) {
      const std::span<const std::uint32_t> kernels = kernels_of(call);
      if (!kernels.empty() && (alike_.empty() || kernels.size() == alike_.front().size())) alike_.push_back(kernels);
    }
    for (std::size_t k = 0; !alike_.empty() && k < alike_.front().size(); ++k) {
      times_.clear();
      for (const std::span<const std::uint32_t> kernels : alike_) times_.push_back(trace_->events[kernels[k]].dur);
      const torch_event& e = trace_->events[alike_.front()[k]];
      const gpu_arguments* const gpu = trace_->gpu(e);
      details_.push_back({e.name, gpu == nullptr ? missing<std::int64_t> : gpu->stream, statistics_of(times_),
                          alike_.front()[k]});
    }
    std::stable_sort(details_.begin(), details_.end(), [&](const kernel_detail& a, const kernel_detail& b) {
      if (a.time.sum != b.time.sum) return a.time.sum < b.time.sum;
      return a.name != b.name && trace_->text(a.name) < trace_->text(b.name);
    });
    return details_;
  }

 private:
  const torch_trace* trace_;
  std::vector<kernel_detail> details_{};
  std::vector<std::span<const std::uint32_t>> alike_{};
  std::vector<double> times_{};
};

namespace torch_detail {

inline void append_stream(python_dict& d, std::int64_t stream) {
  if (known(stream)) d.integer("stream", stream);
  else d.literal("stream", "None");
}

}  // namespace torch_detail

/// `[{'name': ..., 'stream': 7, 'count': 2, 'total_duration_us': ...}]`
inline void append_kernel_details(std::string& out, const torch_trace& trace, std::span<const kernel_detail> details) {
  out += '[';
  for (const kernel_detail& k : details) {
    if (out.back() != '[') out += ", ";
    python_dict d(out);
    d.text("name", trace.text(k.name));
    torch_detail::append_stream(d, k.stream);
    d.integer("count", k.time.count);
    d.real("total_duration_us", k.time.sum);
    d.real("mean_duration_us", k.time.mean);
    d.real("median_duration_us", k.time.median);
    d.real("std_dev_duration_us", k.time.population_deviation());
    d.real("min_duration_us", k.time.min);
    d.real("max_duration_us", k.time.max);
    d.close();
  }
  out += ']';
}

/// The same with names of at most 64 characters and the mean to two decimals; nothing for no kernels.
inline void append_short_kernel_details(std::string& out, const torch_trace& trace,
                                        std::span<const kernel_detail> details) {
  if (details.empty()) return;
  std::string name;
  out += '[';
  for (const kernel_detail& k : details) {
    if (out.back() != '[') out += ", ";
    const std::string_view whole = trace.text(k.name);
    name = utf8_characters(whole, 64);
    if (name.size() < whole.size()) name += "...";
    python_dict d(out);
    d.text("name", name);
    torch_detail::append_stream(d, k.stream);
    d.real("mean_duration_us", std::nearbyint(k.time.mean * 100) / 100);
    d.close();
  }
  out += ']';
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_KERNEL_DETAILS_HPP
