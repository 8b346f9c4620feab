#ifndef RIDGELINE_TORCH_RECORD_LANES_BODY_HPP
#define RIDGELINE_TORCH_RECORD_LANES_BODY_HPP

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/torch/record/lanes.hpp>

namespace ridgeline {

struct gpu_lanes::answers : std::unordered_map<std::uint64_t, bool> {};

gpu_lanes::gpu_lanes(const torch_trace& trace, const gpu::communication_table* table, bool three_words)
    : trace_(&trace), table_(table), three_words_(three_words), last_(trace.texts.bound()), known_(new answers) {}

bool gpu_lanes::ask(symbol kernel, symbol op) {
  const std::string_view name = trace_->text(kernel);
  if (three_words_) return gpu::communication_by_three_words(name);
  const auto key = static_cast<std::uint64_t>(kernel) << 32 | static_cast<std::uint64_t>(op);
  const auto [at, is_new] = known_->try_emplace(key, false);
  if (is_new) {
    const std::string_view around = known(op) ? trace_->text(op) : std::string_view();
    at->second = (table_ != nullptr ? table_->of(name, around) : gpu::communication_of(name, around)).has_value();
  }
  return at->second;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_LANES_BODY_HPP
