#ifndef RIDGELINE_TORCH_SHEET_PHASES_BODY_HPP
#define RIDGELINE_TORCH_SHEET_PHASES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/torch/phase/kernel_category.hpp>
#include <ridgeline/torch/phase/phases.hpp>
#include <ridgeline/torch/phase/texts.hpp>
#include <ridgeline/torch/sheet/kernels_columns.hpp>
#include <ridgeline/torch/sheet/op_groups.hpp>
#include <ridgeline/torch/sheet/ops_columns.hpp>
#include <ridgeline/torch/sheet/phases.hpp>

namespace ridgeline {

std::vector<torch_phase_row> torch_ops_in_phase(const torch_profile& run, const std::vector<inference_phase>& phases,
                                                inference_phase which, const std::vector<inference_phase>& others) {
  const torch_trace& trace = run.trace();
  const torch_launches& launches = run.launches();
  const auto position = [&](const torch_launch& l) { return &l - launches.rows.data(); };
  const auto in_phase = [&](const torch_launch& l) { return phases[static_cast<std::size_t>(position(l))] == which; };
  const auto op = [&](const torch_launch& l) { return run.event(l.event).name; };
  const auto text = [&](const auto& r) { return trace.text(r[op]); };
  const auto time = sum(&torch_launch::direct_time);
  const auto elsewhere = sum([&](const torch_launch& l) {
    const bool apart = !others.empty() && phases_differ(which, others[static_cast<std::size_t>(position(l))]);
    return apart ? l.direct_time : 0;
  });
  std::string lower;
  const bool by_words = run.faults().communication_by_three_words;
  const auto categories_of = [&](const torch_launch& l) {
    std::vector<std::string_view> categories;
    symbol last = missing<symbol>;
    for (const std::uint32_t k : launches.work_of(l)) {
      if (run.event(k).name == last) continue;  // most launches repeat one kernel
      last = run.event(k).name;
      const std::string_view category = kernel_category_of(trace.text(last), lower, by_words);
      const auto place = std::lower_bound(categories.begin(), categories.end(), category);
      if (place == categories.end() || *place != category) categories.insert(place, category);
    }
    return categories;
  };
  std::vector<torch_phase_row> rows;
  for (const auto& r : launches.rows | where(in_phase) | group_by(op) |
                           aggregate(count, first(position), time, elsewhere) | sort_by(desc(time), text)) {
    torch_phase_row& row = rows.emplace_back();
    row.name = text(r), row.count = r[count], row.direct_time = r[time];
    row.kernel_categories = categories_of(launches.rows[static_cast<std::size_t>(r[first(position)])]);
    if (!others.empty()) row.differing_time = r[elsewhere];
  }
  fill_shares(rows, &torch_phase_row::direct_time);
  for (torch_phase_row& r : rows)
    if (!known(r.part.share)) r.part = {};
  return rows;
}

std::vector<inference_phase> torch_kernel_phases(const torch_profile& run, const std::vector<torch_kernel>& kernels,
                                                        const std::vector<inference_phase>& launches,
                                                        const torch_phase_options& options) {
  const torch_trace& trace = run.trace();
  torch_phase_texts texts(trace);
  std::vector<inference_phase> phases;
  phases.reserve(kernels.size());
  if (knows_mixed_steps(options.method)) {
    std::vector<inference_phase> by_event(trace.events.size(), inference_phase::unlabelled);
    for (std::size_t i = 0; i < launches.size(); ++i)
      for (const std::uint32_t k : run.launches().work_of(run.launches().rows[i])) by_event[k] = launches[i];
    for (const torch_kernel& k : kernels) phases.push_back(by_event[k.event]);
    return phases;
  }
  for (const torch_kernel& k : kernels) {
    const std::uint32_t parent = known(k.op) ? k.op : k.launch;
    const symbol name = !known(parent) ? missing<symbol> : run.event(parent).name;
    const symbol dims = known(k.op) ? trace.arguments(run.event(k.op)).input_dims : missing<symbol>;
    const phase_text text = phase_text_of_both(texts.text(name), texts.text(run.event(k.event).name));
    phases.push_back(phase_by_gemm_params(text, texts.rows(dims), options.decode_threshold));
  }
  return phases;
}

// Times are in microseconds unless the title says otherwise.

inline constexpr auto torch_phase_columns =
    columns(column<"Kernel categories">([](const torch_phase_row& r, std::string& scratch) {
              scratch.clear();
              for (const std::string_view category : r.kernel_categories) {
                if (!scratch.empty()) scratch += ", ";
                scratch += category;
              }
              return std::string_view(scratch);
            }).left(),
            column<"name">(&torch_phase_row::name).left(),
            column<"total_direct_kernel_time_sum">(&torch_phase_row::direct_time).digits(3),
            column<"Count">(&torch_phase_row::count),
            column<"total_direct_kernel_time_ms">(
                [](const torch_phase_row& r) { return torch_detail::thousandth(r.direct_time); }).digits(3))
        .with(torch_detail::share_columns)
        .with(column<"phase method">([](const torch_phase_row& r) { return name_of(r.method); }).left(),
              column<"compared with">([](const torch_phase_row& r) { return name_of(r.compared_with); }).left(),
              column<"differs (%)">([](const torch_phase_row& r) { return r.differing_share() * 100; }).digits(1));

/// `kernel_summary` in a report with phases: the kernel category is the first column.
template <bool ByWords>
inline constexpr auto torch_phase_kernel_columns =
    columns(column<"Kernel category">([](const torch_kernel_row& r, std::string& scratch) {
              return kernel_category_of(r.kernel, scratch, ByWords);
            }).left())
        .with(torch_kernel_columns);

table sheet_of(std::string name, std::vector<torch_phase_row> rows) {
  return table(std::move(name), std::move(rows), torch_phase_columns);
}

table torch_phase_kernel_table(std::string name, std::vector<torch_kernel_row> rows, bool by_words) {
  return by_words ? table(std::move(name), std::move(rows), torch_phase_kernel_columns<true>)
                  : table(std::move(name), std::move(rows), torch_phase_kernel_columns<false>);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_PHASES_BODY_HPP
