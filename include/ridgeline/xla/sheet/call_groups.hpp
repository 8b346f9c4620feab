#ifndef RIDGELINE_XLA_SHEET_CALL_GROUPS_HPP
#define RIDGELINE_XLA_SHEET_CALL_GROUPS_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/xla/sheet/calls.hpp>

/// Executions of one op and shape: for bodies alone.
namespace ridgeline::xla_detail {

struct call_group {
  std::string_view name{};   ///< of their longest kernel
  std::string_view dims{};   ///< of its operands
  const jax_call* first = nullptr;
  std::int64_t count = 0;
  double microseconds = 0;   ///< of all of them

  /// What they reach of a chip's roof, at their mean time.
  double share(const hw::roofs& roofs) const {
    return first->over(roofs).share(microseconds / static_cast<double>(count) * us);
  }
};

/// In the order of the first of each. They refer to the calls.
inline std::vector<call_group> group_calls(const std::vector<jax_call>& calls) {
  const auto kernel = [](const jax_call& c) { return c.longest->kind->name; };
  const auto dims = [](const jax_call& c) { return std::string_view(c.in->input_dims); };
  const auto itself = [](const jax_call& c) { return &c; };
  std::vector<call_group> groups;
  for (const auto& row : calls | group_by(kernel, dims) | aggregate(count, sum(&jax_call::microseconds), first(itself)))
    groups.push_back({row[kernel], row[dims], row[first(itself)], row[count], row[sum(&jax_call::microseconds)]});
  return groups;
}

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_SHEET_CALL_GROUPS_HPP
