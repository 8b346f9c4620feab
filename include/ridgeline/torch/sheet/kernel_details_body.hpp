#ifndef RIDGELINE_TORCH_SHEET_KERNEL_DETAILS_BODY_HPP
#define RIDGELINE_TORCH_SHEET_KERNEL_DETAILS_BODY_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/torch/sheet/kernel_details.hpp>

namespace ridgeline {

kernel_details::kernel_details(const torch_trace& trace, bool by_position)
    : trace_(&trace), by_position_(by_position) {}
kernel_details::~kernel_details() = default;

void kernel_details::start() {
  kernels_.clear();
  group_of_.clear();
  in_first_ = 0;
  known_before_ = keys_.size();
  ++kind_;
}

void kernel_details::add(std::span<const std::uint32_t> kernels) {
  if (by_position_ && in_first_ != 0 && kernels.size() != in_first_) return;
  ++calls_;
  for (std::uint32_t k = 0; k < kernels.size(); ++k) {
    const auto name = static_cast<std::uint32_t>(trace_->events[kernels[k]].name);
    std::uint32_t group = keys_.number({kind_, by_position_ ? k : name, 0});
    if (group >= repeats_.size()) repeats_.resize(group + 1);
    repeats& r = repeats_[group];
    if (r.call != calls_) r = {calls_, 0};
    if (r.times++ != 0) group = keys_.number({kind_, name, r.times - 1});
    kernels_.push_back(kernels[k]);
    group_of_.push_back(group - static_cast<std::uint32_t>(known_before_));
  }
  if (in_first_ == 0) in_first_ = kernels.size();
}

const std::vector<kernel_detail>& kernel_details::of_calls() {
  details_.clear();
  const grouping groups = grouped(group_of_, keys_.size() - known_before_);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    times_.clear();
    for (const std::uint32_t k : groups.of(g)) times_.push_back(trace_->length_us(trace_->events[kernels_[k]]));
    const std::uint32_t first = groups.of(g).front();
    const torch_event& e = trace_->events[kernels_[first]];
    details_.push_back({e.name, trace_->stream(e), statistics_of(times_), kernels_[first], first < in_first_});
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
void append_statistics(python_dict& d, const statistics& time) {
  d.integer("count", time.count);
  d.real("total_duration_us", time.sum);
  d.real("mean_duration_us", time.mean);
  d.real("median_duration_us", time.median);
  d.real("std_dev_duration_us", time.population_deviation());
  d.real("min_duration_us", time.min);
  d.real("max_duration_us", time.max);
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
    torch_detail::append_statistics(d, k.time);
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
