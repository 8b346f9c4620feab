#ifndef RIDGELINE_TORCH_MODULE_MODULES_TABLE_BODY_HPP
#define RIDGELINE_TORCH_MODULE_MODULES_TABLE_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/table/chart.hpp>
#include <ridgeline/table/format.hpp>
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
  double share = 0, cumulative = 0;  ///< fractions
};

/// Milliseconds from integer nanoseconds, rounded once.
constexpr double milliseconds(duration d) { return static_cast<double>(d.base()) / 1e6; }
constexpr double share_of(duration d, duration all) {
  return all.base() == 0 ? 0 : static_cast<double>(d.base()) / static_cast<double>(all.base());
}

struct module_tree_row {
  module_node node{};
  double share = 0;
};

/// In units of 1e12 per second, over the time of the work that is counted.
constexpr double rate(double amount, const module_counts& c) {
  return c.time > 0 ? amount / 1e12 / (c.time / 1e6) : missing<double>;
}
constexpr std::string_view bound_of(const module_counts& c) {
  if (!(c.roofed > 0)) return {};
  return c.compute >= c.memory ? "COMPUTE_BOUND" : "MEMORY_BOUND";
}

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
            column<"Percentage (%)", percent>(&module_tree_row::share))
        .with(column<"exposed_comm_time_ms">([](const module_tree_row& r) {
                return milliseconds(r.node.exposed_communication);
              }).digits(3),
              column<"GFLOPS">([](const module_tree_row& r) { return r.node.counts.flops / 1e9; }),
              column<"Data Moved (MB)">([](const module_tree_row& r) { return r.node.counts.bytes / 1048576; }),
              column<"FLOPS/Byte">([](const module_tree_row& r) {
                return r.node.counts.bytes > 0 ? r.node.counts.flops / r.node.counts.bytes : missing<double>;
              }),
              column<"modelled_time_ms">([](const module_tree_row& r) { return r.node.counts.time / 1e3; }).digits(3),
              column<"TFLOPS/s">([](const module_tree_row& r) { return rate(r.node.counts.flops, r.node.counts); }),
              column<"TB/s">([](const module_tree_row& r) { return rate(r.node.counts.bytes, r.node.counts); }),
              column<"Roofline Bound">([](const module_tree_row& r) { return bound_of(r.node.counts); }).left(),
              column<"Pct Roofline", percent>([](const module_tree_row& r) {
                return r.node.counts.roofed > 0 ? r.node.counts.roof_time / r.node.counts.roofed : missing<double>;
              }));

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

namespace torch_detail {

/// Calls `add(node)` for the nodes that have GPU work, parents before children, longest first; at the end, once, for
/// work outside all modules.
template <class Add>
void each_module(const torch_modules& modules, Add add) {
  struct place {
    std::uint32_t node, parent;
    std::int64_t total;
    std::string_view path;
  };
  std::vector<place> places;  // by parent, longest first
  for (std::uint32_t n = 1; n < modules.nodes.size(); ++n)
    if (const module_node& m = modules.nodes[n]; m.kernels != 0)
      places.push_back({n, m.parent, m.total.base(), m.path});
  places = std::move(places) | sort_by(&place::parent, desc(&place::total), &place::path);
  std::vector<std::uint32_t> first(modules.nodes.size() + 1, 0);  // first place of each parent
  for (const place& p : places) ++first[p.parent + 1];
  for (std::size_t n = 0; n < modules.nodes.size(); ++n) first[n + 1] += first[n];
  std::vector<std::uint32_t> open;
  const auto enter = [&](std::uint32_t parent) {  // puts the first child on top of the stack
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
    rest.path = in_no_module;
    rest.total = rest.self, rest.kernels = rest.self_kernels;
    add(rest);
  }
}

}  // namespace torch_detail

table module_tree_table(const torch_modules& modules) {
  std::vector<torch_detail::module_tree_row> rows;
  torch_detail::each_module(modules, [&](const module_node& node) {
    rows.push_back({node, torch_detail::share_of(node.total, modules.busy)});
  });
  return table("module_tree", std::move(rows), torch_detail::module_tree_columns);
}

flame_chart module_chart(const torch_modules& modules) {
  flame_chart chart;
  chart.title = "GPU time by module";
  chart.about = "A box is as wide as the GPU time in a module and below it; layers that repeat are one box.";
  chart.unit = "ns";
  torch_detail::each_module(modules, [&](const module_node& node) {
    std::string note = std::to_string(node.instances) + " instances, " + std::to_string(node.calls) + " calls, " +
                       std::to_string(node.kernels) + " kernels";
    if (node.path == torch_detail::in_no_module) note = std::to_string(node.kernels) + " kernels";
    if (known(node.counts.flops)) note += ", " + grouped_text(node.counts.flops / 1e9, 3) + " GFLOP";
    if (const std::string_view bound = torch_detail::bound_of(node.counts); !bound.empty())
      note.append(", ").append(bound == "COMPUTE_BOUND" ? "bound by compute" : "bound by memory");
    const bool rest = node.path == torch_detail::in_no_module;
    chart.boxes.push_back({rest ? 0 : node.depth, rest ? node.path : node.label, std::move(note),
                           static_cast<double>(node.total.base())});
  });
  return chart;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_MODULE_MODULES_TABLE_BODY_HPP
