#ifndef RIDGELINE_TORCH_SHEET_KERNEL_DETAILS_BODY_HPP
#define RIDGELINE_TORCH_SHEET_KERNEL_DETAILS_BODY_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/torch/sheet/kernel_details.hpp>

namespace ridgeline {

kernel_details::kernel_details(const torch_trace& trace) : trace_(&trace) {}
kernel_details::~kernel_details() = default;

void kernel_details::start() { alike_.clear(); }
void kernel_details::add(std::span<const std::uint32_t> kernels) {
  if (!kernels.empty() && (alike_.empty() || kernels.size() == alike_.front().size())) alike_.push_back(kernels);
}

const std::vector<kernel_detail>& kernel_details::of_alike_calls() {
  details_.clear();
  for (std::size_t k = 0; !alike_.empty() && k < alike_.front().size(); ++k) {
    times_.clear();
    for (const std::span<const std::uint32_t> kernels : alike_)
      times_.push_back(trace_->length_us(trace_->events[kernels[k]]));
    const torch_event& e = trace_->events[alike_.front()[k]];
    const gpu_arguments* const gpu = trace_->gpu(e);
    details_.push_back({e.name, gpu == nullptr ? missing<std::int64_t> : gpu->stream, statistics_of(times_),
                        alike_.front()[k]});
  }
  details_ = std::move(details_) | sort_by([](const kernel_detail& k) { return k.time.sum; },
                                           [&](const kernel_detail& k) { return trace_->text(k.name); });
  return details_;
}

namespace torch_detail {

void append_stream(python_dict& d, std::int64_t stream) {
  if (known(stream)) d.integer("stream", stream);
  else d.literal("stream", "None");
}

}  // namespace torch_detail

void append_kernel_details(std::string& out, const torch_trace& trace, std::span<const kernel_detail> details,
                           const callable<void(std::string&, std::uint32_t kernel)>& stack) {
  out += '[';
  for (const kernel_detail& k : details) {
    if (out.back() != '[') out += ", ";
    python_dict d(out);
    d.text("name", trace.text(k.name));
    torch_detail::append_stream(d, k.stream);
    if (stack) {
      std::string callers;
      stack(callers, k.event);
      d.literal("call_stack", callers);
    }
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

void append_short_kernel_details(std::string& out, const torch_trace& trace,
                                        std::span<const kernel_detail> details) {
  if (details.empty()) return;
  std::string name;
  out += '[';
  for (const kernel_detail& k : details) {
    if (out.back() != '[') out += ", ";
    const std::string_view in_full = trace.text(k.name);
    name = utf8_characters(in_full, 64);
    if (name.size() < in_full.size()) name += "...";
    python_dict d(out);
    d.text("name", name);
    torch_detail::append_stream(d, k.stream);
    d.real("mean_duration_us", std::nearbyint(k.time.mean * 100) / 100);
    d.close();
  }
  out += ']';
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_KERNEL_DETAILS_BODY_HPP
