#ifndef RIDGELINE_TORCH_REPORT_RECORDS_BODY_HPP
#define RIDGELINE_TORCH_REPORT_RECORDS_BODY_HPP

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/table/column.hpp>
#include <ridgeline/torch/report/records.hpp>
#include <ridgeline/torch/run/gpu_work.hpp>

namespace ridgeline {

namespace torch_detail {

/// An event with its place in the trace of a run.
struct placed_event {
  const torch_profile* run;
  std::uint32_t id;
  const torch_trace& trace() const { return run->trace(); }
  const torch_event& event() const { return run->event(id); }
};

constexpr auto text_of_op(symbol op_arguments::*which) {
  return [which](const placed_event& r) { return r.trace().text(r.trace().arguments(r.event()).*which); };
}
constexpr auto number_of_gpu(std::int64_t gpu_arguments::*which) {
  return [which](const placed_event& r) {
    const gpu_arguments* const gpu = r.trace().gpu(r.event());
    return gpu != nullptr ? gpu->*which : missing<std::int64_t>;
  };
}
constexpr auto text_of_place(symbol torch_place::*which) {
  return [which](const placed_event& r) {
    return known(r.event().place) ? r.trace().text(r.trace().places[r.event().place].*which) : std::string_view();
  };
}

inline constexpr auto event_columns = columns(
    column<"id">([](const placed_event& r) { return std::int64_t{r.id}; }),
    column<"start_ns">([](const placed_event& r) { return r.event().start.base(); }),
    column<"duration_ns">([](const placed_event& r) { return r.event().time.base(); }),
    column<"name">([](const placed_event& r) { return r.trace().name(r.event()); }).left(),
    column<"category">([](const placed_event& r) { return name_of(r.event().category); }).left(),
    column<"process">(text_of_place(&torch_place::process)).left(),
    column<"thread">(text_of_place(&torch_place::thread)).left(),
    column<"correlation">([](const placed_event& r) { return r.event().correlation; }),
    column<"external_id">([](const placed_event& r) { return r.event().external_id; }),
    column<"device">(number_of_gpu(&gpu_arguments::device)), column<"stream">(number_of_gpu(&gpu_arguments::stream)),
    column<"bytes">(number_of_gpu(&gpu_arguments::bytes)),
    column<"input_dims">(text_of_op(&op_arguments::input_dims)).left(),
    column<"input_types">(text_of_op(&op_arguments::input_types)).left(),
    column<"sequence">([](const placed_event& r) { return r.trace().arguments(r.event()).sequence; }),
    column<"call">([](const placed_event& r) {
      const std::uint32_t call = is_gpu(r.event().category) ? gpu_event(*r.run, r.id).launch() : missing<std::uint32_t>;
      return known(call) ? std::int64_t{call} : missing<std::int64_t>;
    }));

}  // namespace torch_detail

database_parts torch_records(const torch_profile& run) {
  std::vector<torch_detail::placed_event> rows;
  for (std::uint32_t i = 0; i < run.trace().events.size(); ++i)
    if (run.event(i).phase == chrome_phase::complete) rows.push_back({&run, i});
  database_parts parts;
  parts.tables.emplace_back("event_all", std::move(rows), torch_detail::event_columns);
  parts.indices = {{"event_all", "id"}, {"event_all", "name"}, {"event_all", "start_ns"}, {"event_all", "correlation"},
                   {"event_all", "call"}};
  parts.views = {
      {"event_kernels", "SELECT * FROM event_all WHERE category IN ('kernel', 'gpu_memcpy', 'gpu_memset')"},
      {"event_ops", "SELECT * FROM event_all WHERE category = 'cpu_op'"},
      {"event_launches",
       "SELECT w.id AS work, w.name AS name, c.id AS call, c.name AS call_name, w.start_ns - c.start_ns AS delay_ns, "
       "w.duration_ns AS duration_ns FROM event_kernels w LEFT JOIN event_all c ON c.id = w.\"call\""}};
  return parts;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_RECORDS_BODY_HPP
