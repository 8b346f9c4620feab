#ifndef RIDGELINE_XLA_RECORD_HLO_BODY_HPP
#define RIDGELINE_XLA_RECORD_HLO_BODY_HPP

#include <algorithm>
#include <numeric>
#include <utility>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/xla/record/hlo.hpp>

namespace ridgeline {

namespace xla_detail {

/// The numbers from 0 to `n` - 1, sorted by `key_of(number)`; equal keys keep their order.
template <class KeyOf>
void sort_numbers(std::vector<std::uint32_t>& numbers, std::size_t n, KeyOf key_of) {
  numbers.resize(n);
  std::iota(numbers.begin(), numbers.end(), 0u);
  merge_sorted_runs(numbers, [&](std::uint32_t a, std::uint32_t b) { return key_of(a) < key_of(b); });
}

/// The first of the sorted numbers with this key; missing if there is none.
template <class Key, class KeyOf>
std::uint32_t find_number(const std::vector<std::uint32_t>& numbers, const Key& wanted, KeyOf key_of) {
  const auto at = std::lower_bound(numbers.begin(), numbers.end(), wanted,
                                   [&](std::uint32_t i, const Key& key) { return key_of(i) < key; });
  return at != numbers.end() && key_of(*at) == wanted ? *at : missing<std::uint32_t>;
}

inline auto name_key(const hlo_module& m) {
  return [&m](std::uint32_t i) { return m.instructions[i].name; };
}
inline auto id_key(const hlo_module& m) {
  return [&m](std::uint32_t i) { return std::pair(m.instructions[i].computation, m.instructions[i].id); };
}
inline auto computation_key(const hlo_module& m) {
  return [&m](std::uint32_t c) { return m.computations[c].id; };
}

}  // namespace xla_detail

void hlo_module::index() {
  xla_detail::sort_numbers(by_name, instructions.size(), xla_detail::name_key(*this));
  xla_detail::sort_numbers(by_id, instructions.size(), xla_detail::id_key(*this));
  xla_detail::sort_numbers(computation_ids, computations.size(), xla_detail::computation_key(*this));
}

std::uint32_t hlo_module::find(symbol wanted) const {
  return xla_detail::find_number(by_name, wanted, xla_detail::name_key(*this));
}

std::uint32_t hlo_module::find(std::uint32_t computation, std::int64_t id) const {
  return xla_detail::find_number(by_id, std::pair(computation, id), xla_detail::id_key(*this));
}

std::uint32_t hlo_module::find_computation(std::int64_t id) const {
  return xla_detail::find_number(computation_ids, id, xla_detail::computation_key(*this));
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_RECORD_HLO_BODY_HPP
