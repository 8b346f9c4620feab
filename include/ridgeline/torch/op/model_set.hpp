#ifndef RIDGELINE_TORCH_OP_MODEL_SET_HPP
#define RIDGELINE_TORCH_OP_MODEL_SET_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/core/fixed_string.hpp>
#include <ridgeline/core/name_index.hpp>
#include <ridgeline/torch/op/model.hpp>
#include <ridgeline/torch/op/model_table.hpp>

/// Lists of models of PyTorch ops in which each name is claimed once.
namespace ridgeline {

namespace torch_detail {

template <class M>
constexpr void add_entries(torch_model_entry* out) {
  for_each_name<M>([&](std::string_view name, std::size_t row) {
    torch_model_entry& e = *out++;
    e.name = name;
    e.category = category_at<M>(row);
    e.sheet = without_direction(e.category);
    if constexpr (requires { M::sheet; }) e.sheet = M::sheet;
    if constexpr (requires { M::rows[0].sheet; }) e.sheet = M::rows[row].sheet;
    if constexpr (listed_model<M>::usable) {
      e.cost = &cost_by<M>;
      e.has_backward = requires(const typename listed_model<M>::shape& shape) { backward_of<M>(shape); };
    }
    if constexpr (requires { M::asks_kernel(std::string_view()); }) e.asks_kernel = &M::asks_kernel;
    if constexpr (requires { M::compute; }) e.matrix = M::compute == engine::matrix;
    e.row = row;
    e.annotated = requires { requires M::annotated; };
    e.of_forward = requires { requires M::of_forward; };
    e.prefix = requires { requires M::prefix; };
    e.counts_kernels = requires { requires M::counts_kernels; };
    e.alone = requires { requires M::alone; };
    e.own_work = requires { requires M::own_work; };
    e.beside_ops = requires { requires M::beside_ops; };
  });
}

template <class... Models>
constexpr auto entries_of() {
  std::array<torch_model_entry, (std::size_t{0} + ... + names_of<Models>())> entries{};
  [[maybe_unused]] std::size_t at = 0;
  ((add_entries<Models>(entries.data() + at), at += names_of<Models>()), ...);
  return entries;
}
template <std::size_t N>
constexpr auto names_in(const std::array<torch_model_entry, N>& entries) {
  std::array<std::string_view, N> names{};
  for (std::size_t i = 0; i < N; ++i) names[i] = entries[i].name;
  return names;
}

/// Its template argument appears in the compiler's message.
template <fixed_string Name>
constexpr bool op_named_once() {
  constexpr bool once = Name.view().empty();
  static_assert(once, "two models of one list claim the same op: remove one, or add it by with<...>, where the newest "
                      "wins");
  return true;
}
template <std::size_t N>
constexpr fixed_string<N + 1> fixed_name(std::string_view text) {
  char chars[N + 1] = {};
  for (std::size_t i = 0; i < N; ++i) chars[i] = text[i];
  return chars;
}
/// One constant per model, because compilers limit the number of steps for each.
template <class Model>
inline constexpr bool complete_model = is_complete_model<Model>();
}  // namespace torch_detail

/// A list of models in which each name is claimed by only one.
template <class... Models>
struct torch_model_set {
  static constexpr auto entries = torch_detail::entries_of<Models...>();
  static constexpr name_index<entries.size()> index{torch_detail::names_in(entries)};
  static constexpr std::string_view repeated =
      index.repeated() == index.missing ? std::string_view() : entries[index.repeated()].name;
  static_assert(torch_detail::op_named_once<torch_detail::fixed_name<repeated.size()>(repeated)>());
  static_assert((torch_detail::complete_model<Models> && ...));

  static constexpr std::size_t place_of(std::string_view name) {
    const std::size_t at = index.find(name);
    return at == index.missing ? torch_model_table::nowhere : at;
  }
  static constexpr torch_model_table table{entries, &place_of, nullptr};

  static constexpr const torch_model_entry* find_exact(std::string_view name) { return table.find_exact(name); }
  static constexpr const torch_model_entry* find(std::string_view name) { return table.find(name); }
};

/// A list that takes precedence over older ones: if several claim a name, the newest wins.
template <class Newest, class Older>
struct torch_model_layers {
  template <class... New>
  using with = torch_model_layers<torch_model_set<New...>, torch_model_layers>;

  static constexpr torch_model_table table{Newest::entries, &Newest::place_of, &Older::table};

  static constexpr const torch_model_entry* find_exact(std::string_view name) { return table.find_exact(name); }
  static constexpr const torch_model_entry* find(std::string_view name) { return table.find(name); }
};

/// The built-in models, for adding user-defined ones that take precedence: `torch_models::with<my_norm,
/// my_attention>` has a `table` that reports accept. The built-in models are not compiled again for it.
struct torch_models {
  template <class... New>
  using with = torch_model_layers<torch_model_set<New...>, torch_models>;

  static constexpr const torch_model_table& table = built_in_torch_models;

  static const torch_model_entry* find_exact(std::string_view name) { return table.find_exact(name); }
  static const torch_model_entry* find(std::string_view name) { return table.find(name); }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_MODEL_SET_HPP
