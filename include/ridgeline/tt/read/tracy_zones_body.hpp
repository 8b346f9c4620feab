#ifndef RIDGELINE_TT_READ_TRACY_ZONES_BODY_HPP
#define RIDGELINE_TT_READ_TRACY_ZONES_BODY_HPP

#include <charconv>
#include <map>
#include <system_error>
#include <unordered_map>
#include <utility>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/read/csv_table.hpp>
#include <ridgeline/tt/read/tracy_messages.hpp>
#include <ridgeline/tt/read/tracy_op_index.hpp>

namespace ridgeline {

namespace tt_detail::tt_tracy {

/// A row of the zones file, as far as the report needs it.
struct zone_row {
  std::string_view name{}, text{}, parent{};
  std::int64_t start = -1, time = -1;
};
inline constexpr auto zone_fields = fields(
    field<"name">(&zone_row::name), field<"zone_text">(&zone_row::text),
    field<"ns_since_start">(&zone_row::start), field<"exec_time_ns">(&zone_row::time),
    field<"special_parent_text">(&zone_row::parent));

/// The number after the last colon: `id:1024`.
inline std::optional<std::uint32_t> id_in(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const std::string_view digits = without_blanks(colon == std::string_view::npos ? text : text.substr(colon + 1));
  std::uint32_t id = 0;
  const auto done = std::from_chars(digits.data(), digits.data() + digits.size(), id);
  if (digits.empty() || done.ec != std::errc{} || done.ptr != digits.data() + digits.size()) return std::nullopt;
  return id;
}

}  // namespace tt_detail::tt_tracy

std::optional<failure> read_tt_tracy_zones(std::string_view text, const std::string& name, tt_tracy_capture& capture) {
  using tt_detail::tt_tracy::zone_row;
  csv_scanner rows = csv_table(text);
  csv_record_reader<zone_row, decltype(tt_detail::tt_tracy::zone_fields)> reader(
      tt_detail::tt_tracy::zone_fields, name);
  const bool any = rows.next();
  if (any) reader.bind(rows, capture.quality);
  for (std::string_view column : {"name", "zone_text", "ns_since_start", "exec_time_ns"})
    if (!any || !reader.has(column))
      return failure{errc::not_a_report, {name, any ? rows.row_line() + 1 : 1, 1},
                     "expected a column \"" + std::string(column) + "\" in the header of Tracy's zones"};
  capture.has_parents = reader.has("special_parent_text");
  const tt_tracy_ids ids = ids_of(capture);
  std::map<std::string_view, std::uint32_t> functions;  // numbered by first appearance
  std::unordered_map<std::uint64_t, std::int64_t, number_hash> sums;  // by op and function
  text_pool texts;
  if (!is_complete(rows, name, capture.quality)) return std::nullopt;  // truncated within the header
  while (rows.next()) {
    if (!may_be_read(rows, reader, capture.quality)) continue;
    const zone_row zone = reader.read(rows, text, texts, capture.quality);
    const auto leave_out = [&](std::string_view reason, std::string_view found) {
      capture.quality.add(reason, {name, rows.row_line() + 1}, found);
    };
    const bool of_op =
        zone.name.find("TT_DNN") != std::string_view::npos || zone.name.find("TT_METAL") != std::string_view::npos;
    const bool in_op = zone.parent.find("id:") != std::string_view::npos;
    if (!of_op && !in_op) continue;
    if (zone.start < 0 || zone.time < 0) {
      leave_out("zone of an op has no start or no time; it is left out", zone.name);
      continue;
    }
    if (of_op) {
      const std::optional<std::uint32_t> id = tt_detail::tt_tracy::id_in(zone.text);
      const auto op = id ? ids.find(*id) : ids.end();
      if (op == ids.end()) {
        capture.lose("zone names an op without a message; it is left out", {name, rows.row_line() + 1}, zone.text);
      } else {
        capture.ops[op->second].start = zone.start;
        capture.ops[op->second].time = zone.time;
      }
    }
    if (in_op) {
      const std::optional<std::uint32_t> id = tt_detail::tt_tracy::id_in(zone.parent);
      const auto op = id ? ids.find(*id) : ids.end();
      if (op == ids.end()) {
        leave_out("zone names an op without a message; it is left out", zone.parent);
        continue;
      }
      const auto [at, fresh] = functions.try_emplace(zone.name, static_cast<std::uint32_t>(functions.size()));
      std::int64_t& sum = sums[std::uint64_t{op->second} << 32 | at->second];
      if (__builtin_add_overflow(sum, zone.time, &sum)) sum = INT64_MAX;
    }
  }
  std::vector<std::uint32_t> sorted(functions.size());
  for (const auto& [function, number] : functions) {
    sorted[number] = static_cast<std::uint32_t>(capture.functions.size());
    capture.functions.push_back(capture.texts.keep(function));
  }
  capture.calls.reserve(sums.size());
  for (const auto& [key, time] : sums)
    capture.calls.push_back({static_cast<std::uint32_t>(key >> 32), sorted[key & 0xffffffff], time});
  capture.calls = std::move(capture.calls) | sort_by(&tt_tracy_calls::op, &tt_tracy_calls::name);
  return std::nullopt;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_TRACY_ZONES_BODY_HPP
