#ifndef RIDGELINE_TORCH_RUN_EXTENSION_HPP
#define RIDGELINE_TORCH_RUN_EXTENSION_HPP

#include <concepts>
#include <type_traits>
#include <vector>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/op/model_set.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/tree/edit.hpp>

/// User additions to the PyTorch report: a struct with any of these members, all optional.
///
///     struct my_extension {
///       using models = torch_models::with<my_norm, my_attention>;       // op models, asked before the built-in ones
///       static constexpr std::array categories{torch_op_category{"my::gather", "Embedding"}};  // for ops without one
///       using chips = hw::chips::with<my_chip>;                         // found before the built-in ones
///       static void edit(tree_edit& tree) { ... }                       // runs before anything is counted
///       using findings = torch_finding_list<my_finding>;                // additional kinds of findings
///       static constexpr std::array communication{gpu::communication_rule{"my_ring_"}};  // kernels that communicate
///       static constexpr auto columns = torch_sheet_columns(my_column);  // in the sheets of those rows
///       static void add_tables(const torch_profile& run, std::vector<table>& to) { ... }  // after the other sheets
///     };
///
/// `torch_extended_run<my_extension>(trace)` makes the run, `torch_tables(run, options)` the sheets.
namespace ridgeline {

/// Adds nothing.
struct torch_no_extension {};

namespace torch_detail {

template <class E>
concept extends_models = requires { torch_model_table(E::models::table); };
template <class E>
concept extends_categories = requires { E::categories[0].name; E::categories[0].category; E::categories.size(); };
template <class E>
concept extends_chips = requires { list_of<hw::device>(E::chips::images); };
template <class E>
concept edits_tree = requires(tree_edit& tree) { E::edit(tree); };
template <class E>
concept adds_findings = requires { E::findings::kinds.data(); };
/// Not where the list is taken by value, so that what is added is lost.
template <class E>
concept adds_tables = requires(const torch_profile& run, std::vector<table>& to) { E::add_tables(run, to); } &&
                      !requires(const torch_profile& run) { E::add_tables(run, std::vector<table>()); };
template <class E>
concept adds_columns = requires(const table& sheet) {
  { E::columns.added_to(sheet, torch_sheet_rows::unified) } -> std::same_as<table>;
};
/// A list of models, which is a valid extension on its own.
template <class E>
concept is_model_list = requires { torch_model_table(E::table); };

/// A variable rather than a concept: clang would explain each missing part, where one sentence is enough.
template <class E>
inline constexpr bool is_torch_extension = extends_models<E> || extends_categories<E> || extends_chips<E> ||
                                           edits_tree<E> || adds_tables<E> || adds_columns<E> || adds_findings<E> ||
                                           is_model_list<E> || requires { E::communication; } ||
                                           std::same_as<E, torch_no_extension>;

/// Whether each part that `E` has by name can be used; a part in another form would otherwise add nothing.
template <class E>
consteval bool parts_are_usable() {
  constexpr bool models = extends_models<E> || !requires { typename E::models; };
  constexpr bool categories = extends_categories<E> || !requires { E::categories; };
  constexpr bool chips = extends_chips<E> || !requires { typename E::chips; };
  constexpr bool columns = adds_columns<E> || !requires { E::columns; };
  constexpr bool findings = adds_findings<E> || !requires { typename E::findings; };
  constexpr bool edit = edits_tree<E> || !requires { &E::edit; };
  constexpr bool tables = adds_tables<E> || !requires { &E::add_tables; };
  static_assert(models, "an extension's models are a list: using models = torch_models::with<my_norm, my_attention>");
  static_assert(categories, "an extension's categories are a `static constexpr std::array` of torch_op_category");
  static_assert(chips, "an extension's chips are a list: using chips = hw::chips::with<my_chip>");
  static_assert(columns, "an extension's columns are a list: static constexpr auto columns = "
                         "torch_sheet_columns(my_column), of <ridgeline/torch/sheet/added_columns.hpp>");
  static_assert(findings, "an extension's findings are a list: using findings = torch_finding_list<my_finding>");
  static_assert(edit, "an extension's edit is `static void edit(tree_edit& tree)`");
  static_assert(tables, "an extension's add_tables is `static void add_tables(const torch_profile& run, "
                        "std::vector<table>& to)`");
  return models && categories && chips && columns && findings && edit && tables;
}

}  // namespace torch_detail

/// The additions of `E` in the form that a report takes.
template <class E>
constexpr torch_extension_table extension_of() {
  constexpr bool extends = !torch_detail::parts_are_usable<E>() || torch_detail::is_torch_extension<E>;
  static_assert(extends, "torch_extension: an extension needs at least one of `models`, `categories`, `chips`, "
                         "`findings`, `communication`, `columns`, `edit(tree_edit&)` and "
                         "`add_tables(const torch_profile&, std::vector<table>&)`, which are public");
  torch_extension_table added;
  if constexpr (torch_detail::is_model_list<E>) added.models = &E::table;
  else if constexpr (torch_detail::extends_models<E>) added.models = &E::models::table;
  if constexpr (torch_detail::extends_categories<E>) added.categories = E::categories;
  if constexpr (torch_detail::extends_chips<E>) added.chips = E::chips::images;
  if constexpr (torch_detail::edits_tree<E>) added.edit = [](tree_edit& tree) { E::edit(tree); };
  if constexpr (torch_detail::adds_findings<E>)
    added.findings = E::findings::kinds.data(), added.finding_count = E::findings::kinds.size();
  if constexpr (torch_detail::adds_columns<E>)
    added.add_columns = [](const table& sheet, torch_sheet_rows rows) { return E::columns.added_to(sheet, rows); };
  if constexpr (torch_detail::adds_tables<E>)
    added.add_tables = [](const torch_profile& run, std::vector<table>& to) { E::add_tables(run, to); };
  return added;
}

/// Creates a run with the additions of `E`: first its categories, then its edit of the tree, which already contains
/// pseudo ops if they were requested. New ops are appended to the trace's events; a constant trace stays as it is.
template <class E, class Trace>
torch_profile torch_extended_run(Trace& trace, torch_run_options options = {}) {
  static_assert(!std::is_const_v<Trace> || !torch_detail::edits_tree<E>,
                "this extension edits the tree, which appends ops to the trace: the trace must not be const");
  options.extension = extension_of<E>();
  if constexpr (requires { E::communication; }) {
    if (options.communication == nullptr) {  // a caller's table may hold these rules and more
      static const gpu::communication_table rules = gpu::communication_table::with<E>();
      options.communication = &rules;
    }
  }
  return torch_profile(trace, options);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RUN_EXTENSION_HPP
