#ifndef RIDGELINE_TORCH_SHEET_COLLECTIVES_BODY_HPP
#define RIDGELINE_TORCH_SHEET_COLLECTIVES_BODY_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/summary.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>
#include <ridgeline/torch/record/element_bytes.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/collectives.hpp>
#include <ridgeline/torch/tree/announcements.hpp>

namespace ridgeline {

namespace torch_detail {

bool all_fields_given(const collective_arguments& c, std::int64_t stream) {
  return known(c.dtype) && known(c.group_ranks) && known(c.in_split) && known(c.out_split) && known(c.group_size) &&
         known(c.in_elements) && known(c.out_elements) && known(stream);
}

}  // namespace torch_detail

std::vector<torch_collective_row> torch_collectives(const torch_profile& run) {
  const torch_trace& trace = run.trace();
  const torch_faults& faults = run.faults();
  struct collective {
    const torch_event* event;
    std::int64_t stream;
    collective_arguments fields;
  };
  std::optional<torch_detail::stated_collectives> from_ops;
  if (!faults.collectives_by_kernels_alone) from_ops.emplace(run.tree());
  std::vector<collective> all;
  bool any_group = false, one_stream = true;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (e.category != kineto_category::kernel || !run.tree().communicates(i) || !e.has_span()) continue;
    if (!known(e.correlation) && !known(e.external_id)) continue;
    const collective_arguments* const c = from_ops ? from_ops->of(i) : trace.collective(e);
    all.push_back({&e, trace.stream(e), c == nullptr ? collective_arguments{} : *c});
    any_group = any_group || known(all.back().fields.group_name);
    one_stream = one_stream && all.back().stream == all.front().stream;
  }
  const std::string_view no_group_name = !any_group && one_stream ? "all" : "Unknown_Group";
  const auto named = [&](const collective& c) {
    if (known(c.fields.name)) return trace.text(c.fields.name);
    const std::string_view kernel = trace.name(*c.event);
    if (faults.communication_by_three_words)
      return core_detail::stands_in(kernel, "cross_device_reduce") ? "allreduce" : std::string_view();
    const std::optional<gpu::communication> by_name = gpu::communication_of(kernel);
    const bool stated = by_name && by_name->kind != gpu::collective_kind::unknown;
    return stated ? name_of(by_name->kind) : std::string_view();
  };
  const auto counts = [&](const collective& c) {
    return !faults.collectives_need_all_fields ||
           (!named(c).empty() && torch_detail::all_fields_given(c.fields, c.stream));
  };
  const auto field = [](auto collective_arguments::*which) {
    return [which](const collective& c) { return c.fields.*which; };
  };
  // a collective without a name is identified by what its kernel's name tells, or else by that name
  const auto kind = [&](const collective& c) { return named(c).empty() ? trace.name(*c.event) : named(c); };
  const auto itself = [](const collective& c) { return &c; };
  const auto time = summary([&](const collective& c) { return trace.length_us(*c.event); });
  using a = collective_arguments;
  std::vector<torch_collective_row> rows;
  for (const auto& r : all | where(counts) |
                           group_by(kind, field(&a::group_name), field(&a::group_ranks), field(&a::dtype),
                                    field(&a::in_split), field(&a::out_split), field(&a::group_size),
                                    field(&a::in_elements), field(&a::out_elements), &collective::stream) |
                           aggregate(first(itself), time)) {
    const collective& c = *r[first(itself)];
    const double bytes = torch_element_bytes(trace.text(c.fields.dtype), faults.collectives_of_old_types);
    const auto size = [&](std::int64_t elements) {
      return known(elements) ? static_cast<double>(elements) * bytes : missing<double>;
    };
    rows.push_back({&trace, faults.rank_is_zero ? 0 : trace.distributed.rank,
                    known(c.fields.group_name) ? trace.text(c.fields.group_name) : no_group_name, kind(c), c.fields,
                    c.stream, size(c.fields.in_elements), size(c.fields.out_elements), r[time]});
  }
  return std::move(rows) | sort_by(desc([](const torch_collective_row& r) { return r.time.sum; }));
}

namespace torch_detail {

/// A text of the collective's arguments; lists are written as Python does.
template <symbol collective_arguments::*Which>
inline constexpr auto collective_text = [](const torch_collective_row& r, std::string& scratch) {
  scratch.clear();
  const std::string_view text = r.trace->text(r.fields.*Which);
  if (text.starts_with("[")) append_python(scratch, text, python_list::list);
  else scratch = text;
  return std::string_view(scratch);
};

inline constexpr auto megabytes = [](double bytes) { return bytes / 1048576; };

}  // namespace torch_detail

inline constexpr auto torch_collective_columns =
    columns(column<"rank">(
                [](const torch_collective_row& r) { return if_known(r.rank); }).bare(),
            column<"Process Group Name">(&torch_collective_row::group).left(),
            column<"Process Group Ranks">(torch_detail::collective_text<&collective_arguments::group_ranks>).left(),
            column<"Collective name">(&torch_collective_row::name).left(),
            column<"Group size">(
                [](const torch_collective_row& r) { return if_known(r.fields.group_size); }),
            column<"dtype">([](const torch_collective_row& r) { return r.trace->text(r.fields.dtype); }).left(),
            column<"In msg nelems">(
                [](const torch_collective_row& r) { return if_known(r.fields.in_elements); }),
            column<"Out msg nelems">(
                [](const torch_collective_row& r) { return if_known(r.fields.out_elements); }),
            column<"In split size">(torch_detail::collective_text<&collective_arguments::in_split>).left(),
            column<"Out split size">(torch_detail::collective_text<&collective_arguments::out_split>).left(),
            column<"stream">(
                [](const torch_collective_row& r) { return if_known(r.stream); }).bare(),
            column<"In msg size (MB)_first">(
                [](const torch_collective_row& r) { return torch_detail::megabytes(r.in_bytes); }).digits(3),
            column<"Out msg size (MB)_first">(
                [](const torch_collective_row& r) { return torch_detail::megabytes(r.out_bytes); }).digits(3),
            column<"dur_sum">([](const torch_collective_row& r) { return r.time.sum; }).digits(3),
            column<"dur_mean">([](const torch_collective_row& r) { return r.time.mean; }).digits(3),
            column<"dur_std">([](const torch_collective_row& r) { return r.time.sample_deviation(); }).digits(3),
            column<"dur_min">([](const torch_collective_row& r) { return r.time.min; }).digits(3),
            column<"dur_max">([](const torch_collective_row& r) { return r.time.max; }).digits(3),
            column<"operation_count">([](const torch_collective_row& r) { return r.time.count; }));

table sheet_of(std::string name, std::vector<torch_collective_row> rows) {
  return table(std::move(name), std::move(rows), torch_collective_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_COLLECTIVES_BODY_HPP
