#ifndef RIDGELINE_TT_READ_OPS_LOG_BODY_HPP
#define RIDGELINE_TT_READ_OPS_LOG_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/read/csv_table.hpp>
#include <ridgeline/tt/read/log_row.hpp>
#include <ridgeline/tt/read/ops_log.hpp>

namespace ridgeline {

/// How an op log is read: one line per column.
inline constexpr auto tt_op_call_fields = fields(
    field<"Name">(&tt_op_call::name), field<"Start timer count [ns]">(&tt_op_call::start),
    field<"Stop timer count [ns]">(&tt_op_call::stop), field<"Delta timer count [ns]">(&tt_op_call::time),
    field<"Global Call Count">(&tt_op_call::global_count), field<"Call Count">(&tt_op_call::count),
    field<"Stack Size">(&tt_op_call::depth), field<"Inputs">(&tt_op_call::inputs),
    field<"Outputs">(&tt_op_call::outputs), field<"Math Fidelity">(&tt_op_call::fidelity),
    field<"Compute Kernel Paths">(&tt_op_call::compute_paths),
    field<"Compute Kernel Hashes">(&tt_op_call::compute_hashes),
    field<"Data Movement Kernel Paths">(&tt_op_call::data_paths),
    field<"Data Movement Kernel Hashes">(&tt_op_call::data_hashes),
    field<"Parallelization Strategy">(&tt_op_call::strategy), field<"Preferred Name">(&tt_op_call::preferred),
    field<"Meta Data">(&tt_op_call::attributes), field<"Type">(&tt_op_call::type),
    field<"PM Ideal ns">(&tt_op_call::pm_ideal), field<"PM Compute ns">(&tt_op_call::pm_compute),
    field<"PM Bandwidth ns">(&tt_op_call::pm_bandwidth), field<"PM Req I BW">(&tt_op_call::pm_input),
    field<"PM Req O BW">(&tt_op_call::pm_output));

namespace tt_detail {

/// Reads a small CSV with its header in the first row, which is not blank.
template <class Record, class Fields>
std::vector<Record> read_small_csv(std::string_view text, csv_record_reader<Record, Fields>& reader, text_pool& pool,
                                   data_quality& quality) {
  std::vector<Record> rows;
  csv_scanner row = csv_table(text);
  if (!row.next()) return rows;
  reader.bind(row, quality);
  if (!is_complete(row, reader.file(), quality)) return rows;  // truncated within the header
  while (row.next())
    if (may_be_read(row, reader, quality)) rows.push_back(reader.read(row, text, pool, quality));
  return rows;
}

}  // namespace tt_detail

expected<tt_op_log> read_tt_op_log_text(std::string_view text, const std::string& name, text_pool& pool) {
  tt_op_log log;
  csv_record_reader<tt_op_call, decltype(tt_op_call_fields)> reader(tt_op_call_fields, name);
  log.calls = tt_detail::read_small_csv<tt_op_call>(text, reader, pool, log.quality);
  for (std::string_view title : {"Name", "Global Call Count", "Call Count"})
    if (!reader.has(title))
      return failure{errc::not_a_report, {name, 1, 1},
                     "expected a column \"" + std::string(title) + "\" in the header of an op log"};
  log.has_models = reader.has("PM Ideal ns");
  reader.list().for_each([&](const auto& f, std::size_t) {
    const bool later = f.name.starts_with("PM ") || f.name.find(" Kernel ") != std::string_view::npos;
    if (!reader.has(f.name) && (!later || log.has_models))
      log.quality.add("op log lacks a column; its cells stay empty", {name, 1}, f.name);
  });
  std::erase_if(log.calls, [&](const tt_op_call& c) {
    const bool nameless = c.name.text.empty() || c.count < 0;
    if (nameless) log.quality.add("row of an op log has no name or no call count; it is left out", {name}, "");
    return nameless;
  });
  return log;
}

std::vector<tt_api_use> read_tt_api_log_text(std::string_view text, const std::string& name, text_pool& pool,
                                             data_quality& quality) {
  static constexpr auto list = fields(field<"Name">(&tt_op_call::name),
                                      field<"Delta timer count [ns]">(&tt_op_call::time));
  csv_record_reader<tt_op_call, std::remove_cv_t<decltype(list)>> reader(list, name);
  std::vector<tt_api_use> uses;
  for (const tt_op_call& row : tt_detail::read_small_csv<tt_op_call>(text, reader, pool, quality)) {
    if (row.name.text.empty() || row.time < 0) {
      quality.add("row of a library log has no name or no time; it is left out", {name}, row.name.text);
      continue;
    }
    auto at = std::find_if(uses.begin(), uses.end(), [&](const tt_api_use& u) { return u.function == row.name.text; });
    if (at == uses.end()) {
      if (uses.size() == 256) {
        quality.add("library log names more than 256 functions; the rest is left out", {name}, row.name.text);
        continue;
      }
      at = uses.insert(uses.end(), {row.name.text, 0, 0});
    }
    ++at->count;
    if (__builtin_add_overflow(at->time, row.time, &at->time)) at->time = 0x7fffffffffffffff;
  }
  return uses;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_OPS_LOG_BODY_HPP
