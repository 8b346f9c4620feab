#ifndef RIDGELINE_GPU_COMMUNICATION_TABLE_BODY_HPP
#define RIDGELINE_GPU_COMMUNICATION_TABLE_BODY_HPP

#include <cstddef>
#include <utility>

#include <ridgeline/gpu/communication_table.hpp>

namespace ridgeline::gpu {

communication_table::communication_table() = default;
communication_table::communication_table(const communication_table&) = default;
communication_table::communication_table(communication_table&&) noexcept = default;
communication_table& communication_table::operator=(const communication_table&) = default;
communication_table& communication_table::operator=(communication_table&&) noexcept = default;
communication_table::~communication_table() = default;

communication_table::communication_table(std::span<const communication_rule> added) {
  if (added.empty()) return;
  own_.assign(added.begin(), added.end());
  own_.insert(own_.end(), communication_rules.begin(), communication_rules.end());
  kernel_beginnings_ = gpu_detail::beginnings_of(own_, name_read::kernel);
  op_beginnings_ = gpu_detail::beginnings_of(own_, name_read::op);
}

void communication_table::append(std::vector<communication_rule>& all, std::span<const communication_rule> own) {
  all.insert(all.end(), own.begin(), own.end());
}

void communication_table::add(text_pattern kernels, communication what) {
  patterns_.push_back({std::move(kernels), what});
}

bool communication_table::has_met(std::size_t pattern) const { return patterns_[pattern].met != 0; }

std::optional<communication> communication_table::of(std::string_view kernel, std::string_view op,
                                                     std::string_view collective) const {
  const std::span<const communication_rule> rules =
      own_.empty() ? std::span<const communication_rule>(communication_rules) : own_;
  gpu_detail::rules_met met;
  gpu_detail::scan(rules, kernel_beginnings_, name_read::kernel, kernel, met);
  gpu_detail::scan(rules, op_beginnings_, name_read::op, op, met);
  for (std::size_t row = 0; row < rules.size(); ++row)
    if (rules[row].test != nullptr && rules[row].test(kernel, op)) met.meet(row, rules[row]);
  std::optional<communication> answer = gpu_detail::answer_of(rules, met, collective);
  const user_pattern* first = nullptr;
  for (const user_pattern& p : patterns_) {
    if (!p.kernels.found_in(kernel)) continue;
    __atomic_store_n(&p.met, std::uint8_t{1}, __ATOMIC_RELAXED);  // libc++ has no atomic_ref before version 19
    if (first == nullptr) first = &p;
  }
  if (first == nullptr) return answer;
  communication c = answer.value_or(communication{{}, collective_kind_of(collective)});
  if (!first->what.library.empty()) c.library = first->what.library;
  if (first->what.kind != collective_kind::unknown) c.kind = first->what.kind;
  return c;
}

}  // namespace ridgeline::gpu

#endif  // RIDGELINE_GPU_COMMUNICATION_TABLE_BODY_HPP
