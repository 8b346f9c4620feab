#ifndef RIDGELINE_TORCH_SHEET_ROOFLINES_HPP
#define RIDGELINE_TORCH_SHEET_ROOFLINES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/torch/sheet/kernel_details.hpp>
#include <ridgeline/torch/sheet/metrics.hpp>
#include <ridgeline/torch/sheet/parameter_text.hpp>
#include <ridgeline/torch/sheet/families.hpp>

namespace ridgeline {

/// Calls of one op with the same parameters.
struct torch_roofline_row {
  const torch_profile* run = nullptr;
  std::uint32_t example = missing<std::uint32_t>;              ///< the first of them
  std::vector<std::string> parameters{};         ///< a text for each of the sheet's parameters
  std::uint32_t kernels = 0;                     ///< of the first of them
  bool recomputed = false;
  first_known gflops{}, megabytes{}, intensity{}, roof_time{};
  std::string spec{};
  std::string_view bound{};
  statistics memory_rate{}, compute_rate{}, share{}, time{};  ///< TB/s, TFLOP/s, 1 for all of the roof, microseconds
  std::vector<kernel_detail> details{};
  op_arguments arguments{};                      ///< of each kind the first that was recorded
  std::int64_t count = 0;

  const torch_event& event() const { return run->event(example); }
  std::string_view name() const { return run->trace().name(event()); }
};

/// A category sheet: its parameters, and its rows by time.
struct torch_roofline_sheet {
  std::string name{};
  std::vector<std::string_view> parameters{};
  std::vector<torch_roofline_row> rows{};
  bool has_roofs = false;
};

struct torch_roofline_options {
  bool by_number_of_kernels = false;         ///< divides calls by how many kernels they launch
  std::optional<std::size_t> most_rows{};    ///< of each sheet
};

namespace torch_detail {

/// The parameters of a sheet's calls as the texts that a data frame of them would show: a column of numbers with gaps
/// is one of real numbers, and `nan` is what a call lacks.
class parameter_columns {
 public:
  void add(const torch_cost& cost) {
    const auto [at, is_new] = calls_.try_emplace(&cost, static_cast<std::uint32_t>(order_.size()));
    if (!is_new) return;
    order_.push_back(&cost);
    for (const torch_parameters::entry& e : cost.parameters.entries()) {
      const auto [place, first] = names_.try_emplace(e.name, columns_.size());
      if (first) columns_.push_back({e.name});
      facts& f = columns_[place->second];
      if (f.last == &cost) continue;  // a name that a model gives twice
      f.last = &cost;
      ++f.present;
      f.none += e.value.is == torch_value::kind::none ? 1u : 0u;
      f.whole += e.value.is == torch_value::kind::whole ? 1u : 0u;
      f.real += e.value.is == torch_value::kind::real ? 1u : 0u;
    }
  }
  std::uint32_t number_of(const torch_cost& cost) const { return calls_.at(&cost); }
  std::vector<std::string_view> names() const {
    std::vector<std::string_view> all;
    for (const facts& f : columns_) all.push_back(f.name);
    return all;
  }
  /// By call, one text a column.
  std::vector<std::vector<std::string>> texts() const {
    std::vector<std::vector<std::string>> all(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      all[i].assign(columns_.size(), "nan");
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const facts& f = columns_[c];
        const bool gaps = f.present < order_.size();
        if (f.none == f.present && !gaps) all[i][c] = "None";
      }
      for (const torch_parameters::entry& e : order_[i]->parameters.entries()) {
        const std::size_t c = names_.at(e.name);
        const facts& f = columns_[c];
        const bool gaps = f.present < order_.size() || f.none > 0;
        const bool numbers = f.whole + f.real > 0 && f.whole + f.real + f.none == f.present;
        const bool always_none = f.none == f.present && f.present < order_.size();
        if (e.value.is == torch_value::kind::none && (numbers || always_none)) continue;
        all[i][c].clear();
        if (numbers) append_python_number(all[i][c], e.value, gaps || f.real > 0);
        else append_parameter(all[i][c], e.value, false);
      }
    }
    return all;
  }

 private:
  struct facts {
    std::string_view name;
    std::size_t present = 0, none = 0, whole = 0, real = 0;  // calls that give it, and as what
    const torch_cost* last = nullptr;
  };
  std::unordered_map<const torch_cost*, std::uint32_t> calls_{};
  std::vector<const torch_cost*> order_{};
  std::unordered_map<std::string_view, std::size_t> names_{};
  std::vector<facts> columns_{};
};

struct roofline_key {
  symbol name;
  symbol parameters;
  std::uint32_t kernels;
  std::uint32_t recomputed;
};

inline torch_roofline_row roofline_row(const torch_profile& run, const torch_families& all, const torch_family_calls& sheet,
                                       const grouping::slice& members, kernel_details& details) {
  torch_roofline_row row;
  row.run = &run;
  const torch_sheet_event& first = sheet.events[members.front()];
  row.example = first.event;
  row.kernels = first.last - first.first;
  row.recomputed = run.recomputed(first.event);
  row.count = static_cast<std::int64_t>(members.size());
  row.spec = first.cost->spec;
  fill_metrics(row, members, [&](std::uint32_t m) -> const torch_metrics& { return sheet.events[m].metrics; });
  for (const std::uint32_t m : members) {
    const torch_sheet_event& e = sheet.events[m];
    if (row.spec.empty()) row.spec = e.cost->spec;
    if (const op_arguments* const a = run.trace().op(run.event(e.event))) {
      for (symbol op_arguments::*which : {&op_arguments::input_dims, &op_arguments::input_types,
                                          &op_arguments::input_strides, &op_arguments::concrete_inputs})
        if (!known(row.arguments.*which)) row.arguments.*which = a->*which;
    }
  }
  row.details = details.over(members, [&](std::uint32_t m) {
    const torch_sheet_event& e = sheet.events[m];
    return std::span<const std::uint32_t>(all.kernels.data() + e.first, all.kernels.data() + e.last);
  });
  return row;
}

}  // namespace torch_detail

/// Groups a sheet's events by op and parameters, the longest first.
inline torch_roofline_sheet torch_roofline_of(const torch_profile& run, const torch_families& all, const torch_family_calls& sheet,
                                              const torch_roofline_options& options) {
  torch_roofline_sheet out;
  out.name = sheet.family;
  if (sheet.divided) out.name += sheet.backward ? "_bwd" : "_fwd";
  torch_detail::parameter_columns columns;
  for (const torch_sheet_event& e : sheet.events) columns.add(*e.cost);
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
  for (const torch_sheet_event& e : sheet.events) {
    out.has_roofs = out.has_roofs || e.metrics.has_roof();
    group_of.push_back(keys.number({run.event(e.event).name, texts_of[columns.number_of(*e.cost)],
                                    options.by_number_of_kernels ? e.last - e.first : 0,
                                    run.recomputed(e.event) ? 1u : 0u}));
  }
  const grouping groups = grouped(group_of, keys.size());
  kernel_details details(run.trace());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    out.rows.push_back(torch_detail::roofline_row(run, all, sheet, groups.of(g), details));
    const torch_sheet_event& first = sheet.events[groups.of(g).front()];
    out.rows.back().parameters = texts[columns.number_of(*first.cost)];
  }
  std::sort(out.rows.begin(), out.rows.end(), [](const torch_roofline_row& a, const torch_roofline_row& b) {
    return a.time.sum != b.time.sum ? a.time.sum > b.time.sum : a.example < b.example;
  });
  return out;
}

namespace torch_detail {

/// Puts rows of one sheet behind those of another, whose parameters may be others.
inline void append_rows(torch_roofline_sheet& to, std::vector<torch_roofline_row> rows,
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

/// All category sheets. Ops that compute gradients leave their forward sheet for the end of the backward one.
inline std::vector<torch_roofline_sheet> torch_rooflines_of(const torch_profile& run, const torch_families& sheets,
                                                            const torch_roofline_options& options) {
  std::vector<torch_roofline_sheet> all;
  torch_roofline_sheet gradients;  // of the family at hand
  const auto add = [&](torch_roofline_sheet sheet) {
    if (!sheet.rows.empty()) all.push_back(std::move(sheet));
  };
  for (std::size_t i = 0; i < sheets.sheets.size(); ++i) {
    const torch_family_calls& s = sheets.sheets[i];
    torch_roofline_sheet sheet = torch_roofline_of(run, sheets, s, options);
    if (s.divided && !s.backward) {
      gradients = {};
      gradients.name = s.family + "_bwd";
      const auto at = std::stable_partition(
          sheet.rows.begin(), sheet.rows.end(),
          [](const torch_roofline_row& r) { return !torch_detail::among(r.name(), torch_gradient_ops); });
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

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_ROOFLINES_HPP
