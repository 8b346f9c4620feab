#ifndef RIDGELINE_TORCH_OP_MODEL_TABLE_HPP
#define RIDGELINE_TORCH_OP_MODEL_TABLE_HPP

#include <cstddef>
#include <span>
#include <string_view>

/// Models of PyTorch ops as reports use them: names with plain functions. model.hpp defines what a model is;
/// model_set.hpp turns a user-defined list into such a table.
namespace ridgeline {

struct torch_call;
struct torch_cost;

/// A model's claim to one name.
struct torch_model_entry {
  std::string_view name, category, sheet;
  torch_cost (*cost)(const torch_call&, std::size_t row) = nullptr;
  bool (*asks_kernel)(std::string_view kernel) = nullptr;
  std::size_t row = 0;
  bool has_backward = false, annotated = false, of_forward = false, prefix = false, counts_kernels = false;
  bool matrix = false;  ///< the op runs on matrix engines
  bool alone = false;  ///< it covers calls that launch GPU work with no op in between
  bool own_work = false;  ///< the same, but for ops in between that copy or communicate
  bool beside_ops = false;  ///< it covers what the op launches itself; the ops below count for themselves
  bool in_place = false;  ///< the op writes over its first argument; the model is that of the op without `_`

  /// Whether GPU work below the op may not be of it.
  constexpr bool leaves_work() const { return own_work || beside_ops; }
  /// Whether it is for ops whose names begin like `op`. TorchInductor sorts the names of the ops that it fuses with a
  /// template, so that of the template stands anywhere among them.
  constexpr bool begins(std::string_view op) const {
    constexpr std::string_view front = "triton_tem_fused_";
    if (!prefix || op.starts_with(name)) return prefix;
    return name.starts_with(front) && op.starts_with(front) &&
           op.find(name.substr(front.size() - 1), front.size() - 1) != op.npos;
  }

  torch_cost cost_of(const torch_call& call) const;  // model_table_body.hpp
};

/// The models of a report, looked up by op name. Tables are layered: a name that the newest layer does not claim is
/// looked up in the older ones. Everything is built at compile time and has static lifetime.
struct torch_model_table {
  static constexpr std::size_t nowhere = ~std::size_t{0};

  std::span<const torch_model_entry> entries{};                   ///< entries of this layer
  std::size_t (*place_of)(std::string_view name) = nullptr;       ///< position in `entries`, or `nowhere`
  const torch_model_table* older = nullptr;
  bool added = false;  ///< for ops unknown to the original; `of_original` skips such a layer

  /// The model of an op by its exact name; null if there is none.
  constexpr const torch_model_entry* find_exact(std::string_view name, bool of_original = false) const {
    for (const torch_model_table* layer = this; layer != nullptr; layer = layer->older) {
      if (of_original && layer->added) continue;
      const std::size_t at = layer->place_of(name);
      if (at != nowhere && !layer->entries[at].prefix) return &layer->entries[at];
    }
    return nullptr;
  }
  /// The model whose name is the longest front of `name`, of the newest layer that has one; null when there is none.
  constexpr const torch_model_entry* find_by_prefix(std::string_view name, bool of_original = false) const {
    const torch_model_entry* found = nullptr;
    for (const torch_model_table* layer = this; layer != nullptr && found == nullptr; layer = layer->older) {
      if (of_original && layer->added) continue;
      for (const torch_model_entry& e : layer->entries) {
        if (!e.begins(name)) continue;
        if (found == nullptr || e.name.size() > found->name.size()) found = &e;
      }
    }
    return found;
  }
  constexpr const torch_model_entry* find(std::string_view name, bool of_original = false) const {
    const torch_model_entry* const exact = find_exact(name, of_original);
    return exact != nullptr ? exact : find_by_prefix(name, of_original);
  }
  /// Calls `visit(entry)` for each claimed name, newest layer first; a name claimed by several layers is visited
  /// once.
  template <class Visitor>
  constexpr void for_each(Visitor&& visit, bool of_original = false) const {
    for_each_of([](const torch_model_entry&) { return true; }, visit, of_original);
  }
  /// The same for entries that are asked for: `wanted(entry)` comes before the search in other layers.
  template <class Filter, class Visitor>
  constexpr void for_each_of(Filter&& wanted, Visitor&& visit, bool of_original = false) const {
    for (const torch_model_table* layer = this; layer != nullptr; layer = layer->older)
      for (const torch_model_entry& e : layer->entries)
        if (!(of_original && layer->added) && wanted(e) && !claimed_above(*layer, e.name)) visit(e);
  }

 private:
  constexpr bool claimed_above(const torch_model_table& layer, std::string_view name) const {
    for (const torch_model_table* newer = this; newer != &layer; newer = newer->older)
      if (newer->place_of(name) != nowhere) return true;
    return false;
  }
};

/// The built-in models.
extern const torch_model_table built_in_torch_models;

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_MODEL_TABLE_HPP
