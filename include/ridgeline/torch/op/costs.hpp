#ifndef RIDGELINE_TORCH_OP_COSTS_HPP
#define RIDGELINE_TORCH_OP_COSTS_HPP

#include <cstddef>
#include <cstdint>

#include <ridgeline/core/owned.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/torch/op/cost.hpp>
#include <ridgeline/torch/op/model_table.hpp>
#include <ridgeline/torch/record/model_faults.hpp>

namespace ridgeline {

class call_tree;
class inductor_kernels;
struct torch_event;

struct torch_cost_options {
  const torch_model_table* models = &built_in_torch_models;
  torch_model_faults faults{};
  const inductor_kernels* generated = nullptr;  ///< compiled kernels of TorchInductor's cache; null: arguments only
  bool serving = false;  ///< with `ranges_for_vllm_only`: all serving attention uses its range
};

/// The costs of the events of a trace according to the models. Many events repeat a few distinct calls, each of
/// which is computed once. The tree, and everything the options point to, must outlive this object.
class torch_costs {
 public:
  explicit torch_costs(const call_tree& tree, const torch_cost_options& options = {});
  ~torch_costs();
  torch_costs(const torch_costs&) = delete;
  torch_costs& operator=(const torch_costs&) = delete;

  /// The model of ops with that name; null if there is none.
  const torch_model_entry* model_of(symbol name);
  const torch_model_entry* model_of(const torch_event& e);

  /// Whether the original has a model of ops with that name.
  bool is_of_original(symbol name);

  /// Whether GPU work below an event is not of its model: that of an op below which counts for itself, or communication
  /// where the model is of the event's own work.
  bool is_beside(std::uint32_t event, std::uint32_t work);

  /// The cost of an event; null if it has no model or its model defers to an op below it. Valid as long as this
  /// object.
  const torch_cost* cost_of(std::uint32_t event);

  /// The call of the same op below an event that counts instead of it, because it takes what the event's tensors hold;
  /// missing if there is none.
  std::uint32_t counted_below(std::uint32_t event);

  /// The number of distinct calls.
  std::size_t size() const;
  const call_tree& tree() const;
  const torch_model_faults& faults() const;

 private:
  class memory;
  owned<memory> memory_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_COSTS_HPP
