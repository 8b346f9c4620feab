#ifndef RIDGELINE_TORCH_OP_MODEL_SET_HPP
#define RIDGELINE_TORCH_OP_MODEL_SET_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/core/fixed_string.hpp>
#include <ridgeline/core/name_index.hpp>
#include <ridgeline/torch/op/model.hpp>

/// Lists of models of PyTorch ops, in which each name is claimed once.
namespace ridgeline {

namespace torch_detail {

template <class M>
constexpr void add_entries(torch_model_entry* out) {
  for (std::size_t row = 0; row < names_of<M>(); ++row) {
    torch_model_entry& e = out[row];
    e.name = name_at<M>(row);
    e.category = category_at<M>(row);
    e.sheet = without_direction(e.category);
    if constexpr (requires { M::sheet; }) e.sheet = M::sheet;
    if constexpr (listed_model<M>::usable) {
      e.cost = &cost_by<M>;
      e.has_backward = requires(const typename listed_model<M>::shape& shape) { backward_of<M>(shape); };
    }
    if constexpr (requires { M::asks_kernel(std::string_view()); }) e.asks_kernel = &M::asks_kernel;
    e.row = row;
    e.annotated = requires { requires M::annotated; };
    e.of_forward = requires { requires M::of_forward; };
    e.prefix = requires { requires M::prefix; };
  }
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

/// Its argument is what the compiler shows.
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
}  // namespace torch_detail

template <class Newest, class Older>
struct torch_model_layers;

/// Models, each name claimed by one of them.
template <class... Models>
struct torch_model_set {
  static constexpr auto entries = torch_detail::entries_of<Models...>();
  static constexpr name_index<entries.size()> index{torch_detail::names_in(entries)};
  static constexpr std::string_view repeated =
      index.repeated() == index.missing ? std::string_view() : entries[index.repeated()].name;
  static_assert(torch_detail::op_named_once<torch_detail::fixed_name<repeated.size()>(repeated)>());
  static_assert((torch_detail::is_whole_model<Models>() && ...));

  /// Puts a user's models before these: for a name that both claim, the user's counts.
  template <class... New>
  using with = torch_model_layers<torch_model_set<New...>, torch_model_set>;

  /// The model of an op by its whole name; null when there is none.
  static constexpr const torch_model_entry* find_exact(std::string_view name) {
    const std::size_t at = index.find(name);
    return at == index.missing || entries[at].prefix ? nullptr : &entries[at];
  }
  static constexpr const torch_model_entry* find_by_prefix(std::string_view name) {
    for (const torch_model_entry& e : entries)
      if (e.prefix && name.starts_with(e.name)) return &e;
    return nullptr;
  }
  static constexpr const torch_model_entry* find(std::string_view name) {
    const torch_model_entry* const exact = find_exact(name);
    return exact != nullptr ? exact : find_by_prefix(name);
  }
  /// Calls `visit(entry)` for each claimed name, newest models first.
  template <class Visitor>
  static constexpr void for_each(Visitor&& visit) {
    for (const torch_model_entry& e : entries) visit(e);
  }
};

/// A set before others.
template <class Newest, class Older>
struct torch_model_layers {
  template <class... New>
  using with = torch_model_layers<torch_model_set<New...>, torch_model_layers>;

  static constexpr const torch_model_entry* find_exact(std::string_view name) {
    const torch_model_entry* const newest = Newest::find_exact(name);
    return newest != nullptr ? newest : Older::find_exact(name);
  }
  static constexpr const torch_model_entry* find_by_prefix(std::string_view name) {
    const torch_model_entry* const newest = Newest::find_by_prefix(name);
    return newest != nullptr ? newest : Older::find_by_prefix(name);
  }
  static constexpr const torch_model_entry* find(std::string_view name) {
    const torch_model_entry* const exact = find_exact(name);
    return exact != nullptr ? exact : find_by_prefix(name);
  }
  template <class Visitor>
  static constexpr void for_each(Visitor&& visit) {
    Newest::for_each(visit);
    Older::for_each([&](const torch_model_entry& e) {
      if (Newest::find_exact(e.name) == nullptr) visit(e);
    });
  }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_OP_MODEL_SET_HPP
