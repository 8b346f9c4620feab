#ifndef RIDGELINE_XLA_SHEET_CALL_GROUPS_HPP
#define RIDGELINE_XLA_SHEET_CALL_GROUPS_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/xla/sheet/calls.hpp>

/// Groups of executions of one op and shape. Internal: included by body files only.
namespace ridgeline::xla_detail {

struct call_group {
  std::string_view name{};   ///< name of their longest kernel
  std::string_view dims{};   ///< extents of its operands
  const jax_call* first = nullptr;
  std::int64_t count = 0;
  double microseconds = 0;   ///< total of all executions

  time_quantity mean() const { return microseconds / static_cast<double>(count) * us; }
  /// The minimum time of one of them on a chip, and the fraction of it that they reach at their mean time.
  roof over(const hw::roofs& roofs) const { return first->over(roofs, mean()); }
  double share(const hw::roofs& roofs) const { return over(roofs).share(mean()); }
};

/// Groups calls in order of first appearance. The groups refer to the calls.
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
