#ifndef RIDGELINE_TORCH_MODULE_MODULES_TABLE_BODY_HPP
#define RIDGELINE_TORCH_MODULE_MODULES_TABLE_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/module/modules.hpp>

namespace ridgeline {

namespace torch_detail {

inline constexpr std::string_view in_no_module = "(unattributed)";

struct module_line_row {
  std::string module{};
  std::string_view source{};
  std::int64_t kernels = 0;
  duration time{};
  double share = 0, cumulative = 0;  ///< of one
};

/// Milliseconds from whole nanoseconds, rounded once.
constexpr double milliseconds(duration d) { return static_cast<double>(d.base()) / 1e6; }
constexpr double share_of(duration d, duration all) {
  return all.base() == 0 ? 0 : static_cast<double>(d.base()) / static_cast<double>(all.base());
}

struct module_tree_row {
  module_node node{};
  double share = 0;
};

inline constexpr auto module_line_columns =
    columns(column<"module">(&module_line_row::module).left(), column<"source">(&module_line_row::source).left(),
            column<"kernels">(&module_line_row::kernels),
            column<"self_time_ms">([](const module_line_row& r) { return milliseconds(r.time); }).digits(3),
            column<"Percentage (%)", percent>(&module_line_row::share),
            column<"Cumulative Percentage (%)", percent>(&module_line_row::cumulative));

inline constexpr auto module_tree_columns =
    columns(column<"module">([](const module_tree_row& r) { return std::string_view(r.node.path); }).left(),
            column<"depth">([](const module_tree_row& r) { return r.node.depth; }),
            column<"class">([](const module_tree_row& r) { return std::string_view(r.node.label); }).left(),
            column<"instances">([](const module_tree_row& r) { return r.node.instances; }),
            column<"calls">([](const module_tree_row& r) { return r.node.calls; }),
            column<"kernels">([](const module_tree_row& r) { return r.node.kernels; }),
            column<"total_time_ms">([](const module_tree_row& r) { return milliseconds(r.node.total); }).digits(3),
            column<"self_time_ms">([](const module_tree_row& r) { return milliseconds(r.node.self); }).digits(3),
            column<"Percentage (%)", percent>(&module_tree_row::share));

}  // namespace torch_detail

table modules_table(const torch_modules& modules) {
  using row = torch_detail::module_line_row;
  std::vector<row> rows;
  for (const module_line& l : modules.lines)
    rows.push_back({l.node == 0 ? std::string(torch_detail::in_no_module) : modules.nodes[l.node].path, l.source,
                    l.kernels, l.time, torch_detail::share_of(l.time, modules.busy), 0});
  rows = std::move(rows) | sort_by(desc([](const row& r) { return r.time.base(); }), &row::module, &row::source);
  duration so_far{};
  for (row& r : rows) {
    so_far = so_far + r.time;
    r.cumulative = torch_detail::share_of(so_far, modules.busy);
  }
  return table("modules", std::move(rows), torch_detail::module_line_columns);
}

table module_tree_table(const torch_modules& modules) {
  using row = torch_detail::module_tree_row;
  struct place {
    std::uint32_t node, parent;
    std::int64_t total;
    std::string_view path;
  };
  std::vector<place> places;  // by parent, the longest first
  for (std::uint32_t n = 1; n < modules.nodes.size(); ++n)
    if (const module_node& m = modules.nodes[n]; m.kernels != 0)
      places.push_back({n, m.parent, m.total.base(), m.path});
  places = std::move(places) | sort_by(&place::parent, desc(&place::total), &place::path);
  std::vector<std::uint32_t> first(modules.nodes.size() + 1, 0);  // of the places of each parent
  for (const place& p : places) ++first[p.parent + 1];
  for (std::size_t n = 0; n < modules.nodes.size(); ++n) first[n + 1] += first[n];
  std::vector<row> rows;
  const auto add = [&](module_node node) {
    const double share = torch_detail::share_of(node.total, modules.busy);
    rows.push_back({std::move(node), share});
  };
  std::vector<std::uint32_t> open;
  const auto enter = [&](std::uint32_t parent) {  // the first child on top
    for (std::uint32_t i = first[parent + 1]; i-- > first[parent];) open.push_back(places[i].node);
  };
  if (!modules.nodes.empty()) enter(0);
  while (!open.empty()) {
    const std::uint32_t n = open.back();
    open.pop_back();
    add(modules.nodes[n]);
    enter(n);
  }
  if (!modules.nodes.empty() && modules.nodes[0].self_kernels != 0) {
    module_node rest = modules.nodes[0];
    rest.path = torch_detail::in_no_module;
    rest.total = rest.self, rest.kernels = rest.self_kernels;
    add(std::move(rest));
  }
  return table("module_tree", std::move(rows), torch_detail::module_tree_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_MODULE_MODULES_TABLE_BODY_HPP
