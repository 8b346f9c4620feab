#ifndef RIDGELINE_TORCH_OP_MODEL_TABLE_BODY_HPP
#define RIDGELINE_TORCH_OP_MODEL_TABLE_BODY_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/torch/op/added_models.hpp>
#include <ridgeline/torch/op/built_in_models.hpp>
#include <ridgeline/torch/op/in_place_models.hpp>
#include <ridgeline/torch/op/needs.hpp>

namespace ridgeline {

namespace torch_detail {

/// By the place of a name in `torch_built_in_set`: the row of `torch_needs_table` that has it, counted from 1; 0 if
/// there is none.
constexpr auto rows_of_needs() {
  std::array<unsigned char, torch_built_in_set::entries.size()> rows{};
  for (std::size_t row = 0; row < torch_needs_table.size(); ++row)
    core_detail::for_each_word(torch_needs_table[row].names, [&](std::string_view name) {
      rows.at(torch_built_in_set::place_of(name)) = static_cast<unsigned char>(row + 1);  // an unknown name: an error
    });
  return rows;
}
inline constexpr auto needs_rows = rows_of_needs();
static_assert(torch_needs_table.size() < 256);
static_assert([] {
  for (const unsigned char row : needs_rows)
    if (row == 0) return false;
  return true;
}(), "a model of torch_built_in_set has no row in torch_needs_table");

/// What the original's model needs; nothing if `e` is not one of those, but of an extension.
inline torch_needs needs_of(const torch_model_entry& e) {
  const std::size_t at = torch_built_in_set::place_of(e.name);
  if (at == torch_model_table::nowhere || torch_built_in_set::entries[at].cost != e.cost) return {};
  return torch_needs_table[needs_rows[at] - std::size_t{1}].needs;
}

/// Leaves no figures of a call.
inline void leave_out(torch_cost& cost) {
  cost.forward = {torch_work::state::failed};
  if (cost.backward.is != torch_work::state::undefined) cost.backward = {torch_work::state::failed};
}

/// Of an op in place: its first argument is read and written, whatever type the result would have otherwise; other
/// tensors are read.
inline void write_over(torch_cost& cost, const torch_call& c) {
  if (!cost.forward.counted()) return;
  byte_count moved = 2 * c.shape(0).size() * c.size(0);
  for (int i = 1; i < static_cast<int>(c.arguments()); ++i)
    if (c.tensor(i)) moved += c.stored_elements(i) * c.size(i);
  cost.forward.bytes = moved;
  if (cost.forward.complete()) cost.unrecorded = false;
}

constexpr bool adds_only() {
  for (const torch_model_entry& e : torch_added_set::entries)
    if (torch_built_in_set::place_of(e.name) != torch_model_table::nowhere) return false;
  return true;
}
static_assert(adds_only(), "a model of an op that torch_built_in_set has a model of, too");
}  // namespace torch_detail

torch_cost torch_model_entry::cost_of(const torch_call& call) const {
  torch_cost found = cost(call, row);
  if (in_place) torch_detail::write_over(found, call);
  const torch_model_faults& faults = call.faults;
  if (!faults.all_arguments_needed && !faults.all_sizes_needed) return found;
  const torch_needs needs = torch_detail::needs_of(*this);
  if (faults.all_sizes_needed && !needs.sizes_are_known(call)) torch_detail::leave_out(found);
  if (faults.all_arguments_needed && !needs.arguments_are_there(call))
    torch_detail::leave_out(found), found.unrecorded = true;
  return found;
}

namespace torch_detail {
inline constexpr torch_model_table added_torch_models{torch_added_set::entries, &torch_added_set::place_of,
                                                      &torch_built_in_set::table, true};
}
const torch_model_table built_in_torch_models{torch_in_place_set::entries, &torch_in_place_set::place_of,
                                              &torch_detail::added_torch_models, true};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_MODEL_TABLE_BODY_HPP
