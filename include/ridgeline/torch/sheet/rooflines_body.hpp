#ifndef RIDGELINE_TORCH_SHEET_ROOFLINES_BODY_HPP
#define RIDGELINE_TORCH_SHEET_ROOFLINES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/torch/sheet/family_rules.hpp>
#include <ridgeline/torch/sheet/metrics_rows.hpp>
#include <ridgeline/torch/sheet/parameter_columns.hpp>
#include <ridgeline/torch/sheet/rooflines.hpp>
#include <ridgeline/torch/sheet/rooflines_columns.hpp>

namespace ridgeline {

namespace torch_detail {

struct roofline_key {
  symbol name;
  symbol parameters;
  std::uint32_t kernels;
  std::uint32_t recomputed;
};

torch_roofline_row roofline_row(const torch_profile& run, const torch_families& all, const torch_family_calls& sheet,
                                       const grouping::slice& members, kernel_details& details) {
  torch_roofline_row row;
  row.run = &run;
  const torch_sheet_event& first = sheet.events[members.front()];
  row.example = first.event;
  row.kernels = first.last - first.first;
  row.recomputed = first.recomputed;
  row.count = static_cast<std::int64_t>(members.size());
  row.spec = sheet.cost_of(first).spec;
  fill_metrics(row, members, [&](std::uint32_t m) { return sheet.metrics_of(sheet.events[m]); });
  for (const std::uint32_t m : members) {
    const torch_sheet_event& e = sheet.events[m];
    if (row.spec.empty()) row.spec = sheet.cost_of(e).spec;
    for (symbol op_arguments::*which : {&op_arguments::input_dims, &op_arguments::input_types,
                                        &op_arguments::input_strides, &op_arguments::concrete_inputs})
      if (!known(row.arguments.*which)) row.arguments.*which = run.trace().arguments(run.event(e.event)).*which;
  }
  row.details = details.over(members, [&](std::uint32_t m) {
    const torch_sheet_event& e = sheet.events[m];
    return std::span<const std::uint32_t>(all.kernels.data() + e.first, all.kernels.data() + e.last);
  });
  return row;
}

}  // namespace torch_detail

/// Groups a sheet's events by op and parameters, longest first.
torch_roofline_sheet torch_roofline_of(const torch_profile& run, const torch_families& all,
                                       const torch_family_calls& sheet, const torch_roofline_options& options) {
  torch_roofline_sheet out;
  out.name = sheet.family;
  if (sheet.divided) out.name += sheet.backward ? "_bwd" : "_fwd";
  torch_detail::parameter_columns columns;
  for (const torch_call_kind& kind : sheet.kinds) {
    columns.add(*kind.cost);
    out.has_roofs = out.has_roofs || kind.metrics.has_roof();
  }
  out.parameters = columns.names();
  const std::vector<std::vector<std::string>> texts = columns.texts();
  symbol_pool joined;
  std::vector<symbol> texts_of;
  std::string text;
  for (const std::vector<std::string>& call : texts) {
    text.clear();
    for (const std::string& t : call) {
      text += t;
      text += '\0';
    }
    texts_of.push_back(joined.keep(text));
  }
  distinct<torch_detail::roofline_key> keys;
  std::vector<std::uint32_t> group_of;
  for (const torch_sheet_event& e : sheet.events)
    group_of.push_back(keys.number({run.event(e.event).name, texts_of[e.kind],
                                    options.by_number_of_kernels ? e.last - e.first : 0,
                                    e.recomputed ? 1u : 0u}));
  const grouping groups = grouped(group_of, keys.size());
  kernel_details details(run.trace(), run.faults().kernels_by_position);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    out.rows.push_back(torch_detail::roofline_row(run, all, sheet, groups.of(g), details));
    const torch_sheet_event& first = sheet.events[groups.of(g).front()];
    out.rows.back().parameters = texts[first.kind];
  }
  out.rows = std::move(out.rows) |
             sort_by(desc([](const torch_roofline_row& r) { return r.time.sum; }), &torch_roofline_row::example);
  return out;
}

namespace torch_detail {

/// A sheet of the original's report on serving, which omits two ops that compute gradients.
torch_roofline_sheet forward_sheet(torch_roofline_sheet sheet) {
  if (sheet.name == "Normalization") sheet.name += "_fwd";
  std::erase_if(sheet.rows, [](const torch_roofline_row& r) {
    return r.name() == "flash_attn::_flash_attn_varlen_backward" || r.name() == "aten::convolution_backward";
  });
  return sheet;
}

/// Appends rows to another sheet, whose parameters may differ.
void append_rows(torch_roofline_sheet& to, std::vector<torch_roofline_row> rows,
                        const std::vector<std::string_view>& parameters) {
  std::vector<std::size_t> place;
  for (const std::string_view name : parameters) {
    const auto at = std::find(to.parameters.begin(), to.parameters.end(), name);
    place.push_back(static_cast<std::size_t>(at - to.parameters.begin()));
    if (at == to.parameters.end()) to.parameters.push_back(name);
  }
  for (torch_roofline_row& row : to.rows) row.parameters.resize(to.parameters.size());
  for (torch_roofline_row& row : rows) {
    std::vector<std::string> texts(to.parameters.size());
    for (std::size_t i = 0; i < place.size(); ++i) texts[place[i]] = std::move(row.parameters[i]);
    row.parameters = std::move(texts);
    to.rows.push_back(std::move(row));
  }
}

}  // namespace torch_detail

/// All category sheets. Ops that compute gradients are moved from the forward sheet to the end of the backward
/// sheet.
std::vector<torch_roofline_sheet> torch_rooflines_of(const torch_profile& run, const torch_families& sheets,
                                                            const torch_roofline_options& options) {
  std::vector<torch_roofline_sheet> all;
  torch_roofline_sheet gradients;  // gradient ops of the current family
  const auto add = [&](torch_roofline_sheet sheet) {
    if (!sheet.rows.empty()) all.push_back(std::move(sheet));
  };
  for (std::size_t i = 0; i < sheets.sheets.size(); ++i) {
    const torch_family_calls& s = sheets.sheets[i];
    if (options.forward_only) {
      if (!s.backward) add(torch_detail::forward_sheet(torch_roofline_of(run, sheets, s, options)));
      continue;
    }
    torch_roofline_sheet sheet = torch_roofline_of(run, sheets, s, options);
    if (s.divided && !s.backward) {
      gradients = {};
      gradients.name = s.family + "_bwd";
      const auto at = std::stable_partition(
          sheet.rows.begin(), sheet.rows.end(),
          [](const torch_roofline_row& r) { return !core_detail::is_any(r.name(), torch_gradient_ops); });
      std::vector<torch_roofline_row> moved(std::make_move_iterator(at), std::make_move_iterator(sheet.rows.end()));
      sheet.rows.erase(at, sheet.rows.end());
      gradients.has_roofs = sheet.has_roofs && !moved.empty();
      torch_detail::append_rows(gradients, std::move(moved), sheet.parameters);
      add(std::move(sheet));
      const bool backward_follows = i + 1 < sheets.sheets.size() && sheets.sheets[i + 1].family == s.family;
      if (!backward_follows) add(std::move(gradients));
    } else {
      const bool same_family = s.backward && gradients.name == sheet.name;
      if (same_family) {
        sheet.has_roofs = sheet.has_roofs || gradients.has_roofs;
        torch_detail::append_rows(sheet, std::move(gradients.rows), gradients.parameters);
      }
      add(std::move(sheet));
    }
  }
  return all;
}

const torch_event& torch_roofline_row::event() const { return run->event(example); }
std::string_view torch_roofline_row::name() const { return run->trace().name(event()); }

std::vector<table> torch_roofline_tables(const torch_profile& run, std::vector<torch_roofline_sheet> sheets,
                                                const torch_roofline_options& options) {
  std::vector<table> tables;
  for (torch_roofline_sheet& sheet : sheets) {
    std::vector<std::string> titles;
    for (const std::string_view name : sheet.parameters) titles.push_back(std::string("param: ").append(name));
    if (options.most_rows && sheet.rows.size() > *options.most_rows)
      sheet.rows.erase(sheet.rows.begin() + static_cast<std::ptrdiff_t>(*options.most_rows), sheet.rows.end());
    table t(sheet.name, std::move(sheet.rows), torch_roofline_columns);
    t = t.spread<torch_roofline_row>("num_kernels", std::move(titles), torch_detail::parameter_cell);
    if (!options.by_number_of_kernels) t = t.without("num_kernels");
    if (!run.options().recompute) t = t.without("is_recompute");
    if (!sheet.has_roofs)
      for (const std::string_view title :
           {"Roofline Time (µs)_first", "Roofline Bound_first", "Pct Roofline_mean", "Pct Roofline_median",
            "Pct Roofline_std", "Pct Roofline_min", "Pct Roofline_max"})
        t = t.without(title);
    tables.push_back(std::move(t));
  }
  return tables;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_ROOFLINES_BODY_HPP
