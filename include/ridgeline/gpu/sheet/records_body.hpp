#ifndef RIDGELINE_GPU_SHEET_RECORDS_BODY_HPP
#define RIDGELINE_GPU_SHEET_RECORDS_BODY_HPP

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/gpu/sheet/records.hpp>
#include <ridgeline/table/column.hpp>

namespace ridgeline {

namespace gpu_detail {

/// A record with its index in the trace.
template <class Record>
struct placed_record {
  const gpu_trace* trace;
  const Record* record;
  std::uint32_t id;

  std::string_view text(symbol s) const { return trace->text(s); }
  std::int64_t process() const {
    return known(record->process) && record->process < trace->processes.size()
               ? trace->processes[record->process].number
               : missing<std::int64_t>;
  }
  std::int64_t thread() const {
    return known(record->thread) && record->thread < trace->threads.size() ? trace->threads[record->thread].number
                                                                           : missing<std::int64_t>;
  }
};

inline constexpr auto record_columns =
    columns(column<"id">([](const auto& r) { return std::int64_t{r.id}; }),
            column<"start_ns">([](const auto& r) { return r.record->start.base(); }),
            column<"duration_ns">([](const auto& r) { return r.record->time.base(); }),
            column<"name">([](const auto& r) { return r.text(r.record->name); }).left(),
            column<"process">([](const auto& r) { return r.process(); }));

inline constexpr auto thread_columns = columns(column<"thread">([](const auto& r) { return r.thread(); }));

template <class Value>
constexpr auto of_record(Value value) {
  return [value](const auto& r) { return r.record->*value; };
}

template <class Record, class Columns>
table records_as(std::string name, const gpu_trace& trace, const std::vector<Record>& records, const Columns& list) {
  std::vector<placed_record<Record>> rows;
  for (std::uint32_t i = 0; i < records.size(); ++i) rows.push_back({&trace, &records[i], i});
  return {std::move(name), std::move(rows), list};
}

}  // namespace gpu_detail

database_parts gpu_records(const gpu_trace& trace) {
  using namespace gpu_detail;
  database_parts parts;
  parts.tables.push_back(records_as(
      "event_work", trace, trace.work,
      record_columns.with(column<"kind">([](const auto& r) { return name_of(r.record->kind); }).left(),
                          column<"device">(of_record(&gpu_work_item::device)),
                          column<"context">(of_record(&gpu_work_item::context)),
                          column<"stream">(of_record(&gpu_work_item::stream)),
                          column<"correlation">(of_record(&gpu_work_item::correlation)),
                          column<"bytes">(of_record(&gpu_work_item::bytes)), column<"call">([](const auto& r) {
                            return known(r.record->call) ? std::int64_t{r.record->call} : missing<std::int64_t>;
                          }))));
  parts.tables.push_back(
      records_as("event_calls", trace, trace.calls,
                 record_columns.with(thread_columns).with(column<"correlation">(of_record(&gpu_call::correlation)))));
  parts.tables.push_back(
      records_as("event_ranges", trace, trace.ranges,
                 record_columns.with(thread_columns)
                     .with(column<"domain">([](const auto& r) { return r.text(r.record->domain); }).left(),
                           column<"style">([](const auto& r) {
                             return std::string_view(r.record->nested ? "PushPop" : "StartEnd");
                           }).left())));
  parts.indices = {{"event_work", "name"}, {"event_work", "start_ns"}, {"event_work", "call"}, {"event_calls", "name"},
                   {"event_calls", "start_ns"}, {"event_ranges", "name"}, {"event_ranges", "start_ns"}};
  parts.views = {
      {"event_launches",
       "SELECT w.id AS work, w.name AS name, c.id AS call, c.name AS call_name, w.start_ns - c.start_ns AS "
       "delay_ns, w.duration_ns AS duration_ns FROM event_work w LEFT JOIN event_calls c ON w.\"call\" = c.id"}};
  return parts;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_SHEET_RECORDS_BODY_HPP
