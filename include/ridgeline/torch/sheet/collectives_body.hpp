#ifndef RIDGELINE_TORCH_SHEET_COLLECTIVES_BODY_HPP
#define RIDGELINE_TORCH_SHEET_COLLECTIVES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/query/distinct.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/table/python_text.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/record/lanes.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/sheet/collectives.hpp>

namespace ridgeline {

namespace torch_detail {

bool all_fields_given(const collective_arguments& c, std::int64_t stream) {
  return known(c.dtype) && known(c.group_ranks) && known(c.in_split) && known(c.out_split) && known(c.group_size) &&
         known(c.in_elements) && known(c.out_elements) && known(stream);
}

}  // namespace torch_detail

/// The collectives of a trace, the longest sum first.
std::vector<torch_collective_row> torch_collectives(const torch_profile& run) {
  const torch_trace& trace = run.trace();
  const torch_faults& faults = run.faults();
  struct key {
    symbol name, group, ranks, type, in_split, out_split;
    std::int64_t size, in_elements, out_elements, stream;
  };
  struct use {
    std::uint32_t event, arguments;
    std::int64_t stream;
  };
  gpu_lanes lanes(trace);
  std::vector<use> uses;
  bool any_group = false, one_stream = true;
  for (std::uint32_t i = 0; i < trace.events.size(); ++i) {
    const torch_event& e = trace.events[i];
    if (e.category != kineto_category::kernel || !lanes.communicates(e) || !e.has_span()) continue;
    if (!known(e.correlation) && !known(e.external_id)) continue;
    const gpu_arguments* const gpu = trace.gpu(e);
    uses.push_back({i, gpu == nullptr ? missing<std::uint32_t> : gpu->collective, gpu == nullptr ? missing<std::int64_t> : gpu->stream});
    const collective_arguments* const c = trace.collective(e);
    any_group = any_group || (c != nullptr && known(c->group_name));
    one_stream = one_stream && uses.back().stream == uses.front().stream;
  }
  const std::string_view no_group_name = !any_group && one_stream ? "all" : "Unknown_Group";
  distinct<key> keys;
  std::vector<torch_collective_row> rows;
  std::vector<std::uint32_t> group_of;
  for (const use& u : uses) {
    const torch_event& e = trace.events[u.event];
    const collective_arguments c = !known(u.arguments) ? collective_arguments{} : trace.collectives[u.arguments];
    std::string_view name = trace.text(c.name);
    if (!known(c.name) && gpu_detail::contains_any_case(trace.name(e), "cross_device_reduce")) name = "allreduce";
    if (faults.collectives_need_all_fields && (name.empty() || !torch_detail::all_fields_given(c, u.stream))) {
      group_of.push_back(no_group);
      continue;
    }
    const symbol kind = known(c.name) || !name.empty() ? c.name : e.name;  // without a name it goes by its kernel's
    const std::uint32_t n = keys.number({kind, c.group_name, c.group_ranks, c.dtype, c.in_split, c.out_split,
                                         c.group_size, c.in_elements, c.out_elements, u.stream});
    group_of.push_back(n);
    if (n < rows.size()) continue;
    const double bytes = collective_bytes(trace.text(c.dtype), faults.collectives_of_old_types);
    const auto size = [&](std::int64_t elements) {
      return known(elements) ? static_cast<double>(elements) * bytes : missing<double>;
    };
    rows.push_back({&trace, faults.rank_is_zero ? 0 : trace.distributed.rank,
                    known(c.group_name) ? trace.text(c.group_name) : no_group_name,
                    name.empty() ? trace.name(e) : name, c, u.stream, size(c.in_elements), size(c.out_elements), {}});
  }
  const grouping groups = grouped(group_of, rows.size());
  std::vector<double> times;
  for (std::size_t g = 0; g < rows.size(); ++g) {
    times.clear();
    for (const std::uint32_t m : groups.of(g)) times.push_back(trace.length_us(trace.events[uses[m].event]));
    rows[g].time = statistics_of(times);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const torch_collective_row& a, const torch_collective_row& b) {
    return a.time.sum > b.time.sum;
  });
  return rows;
}

namespace torch_detail {

inline constexpr auto number_or_nothing = [](std::int64_t n) { return known(n) ? std::optional(n) : std::nullopt; };

/// A text of the collective's arguments; a list among them as Python writes it.
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
    columns(column<"rank">([](const torch_collective_row& r) { return torch_detail::number_or_nothing(r.rank); }).bare(),
            column<"Process Group Name">(&torch_collective_row::group).left(),
            column<"Process Group Ranks">(torch_detail::collective_text<&collective_arguments::group_ranks>).left(),
            column<"Collective name">(&torch_collective_row::name).left(),
            column<"Group size">(
                [](const torch_collective_row& r) { return torch_detail::number_or_nothing(r.fields.group_size); }),
            column<"dtype">([](const torch_collective_row& r) { return r.trace->text(r.fields.dtype); }).left(),
            column<"In msg nelems">(
                [](const torch_collective_row& r) { return torch_detail::number_or_nothing(r.fields.in_elements); }),
            column<"Out msg nelems">(
                [](const torch_collective_row& r) { return torch_detail::number_or_nothing(r.fields.out_elements); }),
            column<"In split size">(torch_detail::collective_text<&collective_arguments::in_split>).left(),
            column<"Out split size">(torch_detail::collective_text<&collective_arguments::out_split>).left(),
            column<"stream">([](const torch_collective_row& r) { return torch_detail::number_or_nothing(r.stream); }).bare(),
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
