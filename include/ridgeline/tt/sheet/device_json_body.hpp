#ifndef RIDGELINE_TT_SHEET_DEVICE_JSON_BODY_HPP
#define RIDGELINE_TT_SHEET_DEVICE_JSON_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/tt/device/by_device.hpp>
#include <ridgeline/tt/sheet/device_files.hpp>
#include <ridgeline/tt/sheet/device_json.hpp>
#include <ridgeline/tt/sheet/long_text.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace tt_detail {

/// Writes `device_analysis_data.json`: devices, cores, RISCs with their markers, and the results of each analysis.
class tt_analysis_writer {
 public:
  tt_analysis_writer(output& to, const tt_device_result& result)
      : to_(to),
        result_(result),
        lines_(result.lines),
        log_(*result.lines.log),
        found_(grouped_by_device(result.found, lines_.devices.size())),
        ops_(grouped_by_device(result.ops.ops, lines_.devices.size())) {}

  void write() {
    text_ = "{\"data\":{\"deviceInfo\":{\"arch\":";
    append_json_text(text_, log_.arch);
    text_ += ",\"freq\":" + clock_text(log_);
    text_ += "},\"devices\":{";
    for (std::size_t d = 0; d < lines_.devices.size(); ++d) {
      text_ += d == 0 ? "\n\"" : ",\n\"";
      text_ += std::to_string(log_.devices[d]) + "\":{\"cores\":{";
      for (std::size_t c = lines_.devices[d].first_core; c < lines_.devices[d].last_core; ++c) core(c, d);
      whole_device(d);
      text_ += "},\"metadata\":{\"global_min\":{\"core\":";
      const tt_marker& first = lines_.at(lines_.devices[d].t0_marker);
      append_json_text(text_, core_name(first.x, first.y));
      text_ += ",\"risc\":";
      append_json_text(text_, name_of(first.risc));
      text_ += ",\"ts\":" + std::to_string(lines_.devices[d].t0) + "}}}";
    }
    text_ += "}},\"setup\":{\"timerAnalysis\":{";
    for (std::size_t i = 0; i < result_.analyses.size(); ++i) {
      if (i != 0) text_ += ',';
      append_json_text(text_, result_.analyses[i].name);
      text_ += ':';
      definition(result_.analyses[i]);
    }
    text_ += "}}}\n";
    to_.write(text_);
  }

 private:
  static std::string core_name(std::uint16_t x, std::uint16_t y) {
    std::string name = "(";
    name += std::to_string(x) + ", " + std::to_string(y) + ")";
    return name;
  }

  void core(std::size_t c, std::size_t d) {
    const tt_core_line& core = lines_.cores[c];
    text_ += c == lines_.devices[d].first_core ? "\n" : ",\n";
    append_json_text(text_, core_name(core.x, core.y));
    text_ += ":{\"riscs\":{";
    const auto recorded = [](tt_risc r) { return r != tt_risc::none; };
    const auto by_name = [](tt_risc r) { return name_of(r); };
    for (tt_risc r : core.riscs | where(recorded) | sort_by(by_name)) {
      append_json_text(text_, name_of(r));
      text_ += ":{\"timeseries\":[";
      series(lines_.of(core), r);
      text_ += "]},";
    }
    text_ += "\"TENSIX\":{\"analysis\":{";
    bool first = true;
    for (const std::uint32_t f : found_.of(d)) {
      const tt_device_analysis& a = result_.found[f];
      if (a.what.across != tt_across::core) continue;
      const auto at = std::lower_bound(a.lines.begin(), a.lines.end(), c,
                                       [](const tt_line_statistics& l, std::size_t n) { return l.line < n; });
      if (at != a.lines.end() && at->line == c) found(a.what, at->of, first);
    }
    text_ += '}';
    if (!log_.has_zones()) launches(lines_.of(core));
    text_ += "}}}";
    write_if_long(to_, text_);
  }

  void whole_device(std::size_t d) {
    text_ += ",\n\"DEVICE\":{\"analysis\":{";
    bool first = true;
    for (const std::uint32_t f : found_.of(d)) found(result_.found[f].what, result_.found[f].all, first);
    text_ += "},\"ops\":[";
    first = true;
    for (const std::uint32_t o : ops_.of(d)) {
      const tt_device_op& op = result_.ops.ops[o];
      text_ += first ? "\n{\"end\":" : ",\n{\"end\":";
      first = false;
      const auto markers = result_.ops.of(op);
      text_ += std::to_string(markers.back().cycles) + ",\"id\":" + std::to_string(op.id) + ",\"markers\":";
      text_ += std::to_string(markers.size()) + ",\"run\":" + std::to_string(op.run) + ",\"start\":";
      text_ += std::to_string(markers.front().cycles) + "}";
      write_if_long(to_, text_);
    }
    text_ += "]}";
  }

  /// Writes the markers of one RISC as `[what, cycles]`, zones as `[name, phase, cycles, data, op]`.
  void series(std::span<const tt_entry> line, tt_risc r) {
    bool first = true;
    for (const tt_entry& e : line) {
      if (e.risc != r) continue;
      if (!first) text_ += ',';
      first = false;
      marker(lines_.at(e.marker));
      write_if_long(to_, text_);
    }
  }
  void marker(const tt_marker& m) {
    text_ += '[';
    if (log_.has_zones()) {
      append_json_text(text_, log_.zones.text(symbol{m.what}));
      text_ += ",\"";
      text_ += name_of(m.phase);
      text_ += "\",";
      append_integer(text_, m.cycles, false);
      text_ += ',';
      text_ += std::to_string(static_cast<std::uint64_t>(m.data));
      text_ += ',';
      append_integer(text_, m.op, false);
    } else {
      append_integer(text_, m.what, false);
      text_ += ',';
      append_integer(text_, m.cycles, false);
    }
    text_ += ']';
  }
  /// Writes the start and the number of markers of each launch.
  void launches(std::span<const tt_entry> line) {
    text_ += ",\"launches\":[";
    std::size_t count = 0;
    std::int64_t start = -1;
    bool first = true;
    const auto close = [&] {
      if (start < 0) return;
      text_ += first ? "{\"markers\":" : ",{\"markers\":";
      first = false;
      text_ += std::to_string(count) + ",\"start\":" + std::to_string(start) + "}";
    };
    for (const tt_entry& e : line) {
      if (e.begins_launch()) {
        close();
        count = 0;
        start = e.cycles;
      }
      ++count;
    }
    close();
    text_ += ']';
  }

  void found(const tt_measure& what, const tt_statistics& s, bool& first) {
    if (!first) text_ += ',';
    first = false;
    append_json_text(text_, what.name);
    text_ += ":{\"analysis\":";
    definition(what);
    text_ += ",\"stats\":{\"Average\":";
    append_shortest(text_, s.average());
    text_ += ",\"Count\":" + std::to_string(s.count) + ",\"First\":" + std::to_string(s.first);
    text_ += ",\"Max\":" + std::to_string(s.max) + ",\"Median\":";
    append_shortest(text_, s.median);
    text_ += ",\"Min\":" + std::to_string(s.min) + ",\"Range\":" + std::to_string(s.range());
    text_ += ",\"Sum\":" + std::to_string(s.sum) + "}}";
  }
  void definition(const tt_measure& a) {
    text_ += "{\"across\":\"";
    text_ += name_of(a.across);
    if (a.sampling != tt_sampling::sum) {
      text_ += "\",\"end\":";
      condition(a.end);
      text_ += ",\"start\":";
      condition(a.start);
      text_ += ",\"type\":\"";
    } else {
      text_ += "\",\"marker\":";
      condition(a.start);
      text_ += ",\"type\":\"";
    }
    text_ += name_of(a.sampling);
    text_ += "\"}";
  }
  void condition(const tt_condition& c) {
    text_ += "{\"risc\":[";
    bool first = true;
    for (std::size_t r = 1; r < tt_risc_names.size() && c.riscs != tt_any_risc; ++r) {
      if ((c.riscs & only(static_cast<tt_risc>(r))) == 0) continue;
      if (!first) text_ += ',';
      first = false;
      append_json_text(text_, tt_risc_names[r]);
    }
    text_ += first ? "\"ANY\"]" : "]";
    if (c.core_x >= 0) text_ += ",\"core\":[" + std::to_string(c.core_x) + "," + std::to_string(c.core_y) + "]";
    if (c.marker >= 0) text_ += ",\"timerID\":" + std::to_string(c.marker);
    if (c.phase != tt_phase::point) {
      text_ += ",\"zone_phase\":";
      append_json_text(text_, name_of(c.phase));
    }
    if (c.marker < 0) {
      text_ += ",\"zone_name\":[";
      first = true;
      for (std::string_view zone : c.zones) {
        if (zone.empty()) continue;
        if (!first) text_ += ',';
        first = false;
        append_json_text(text_, zone);
      }
      text_ += ']';
    }
    text_ += '}';
  }

  output& to_;
  const tt_device_result& result_;
  const tt_lines& lines_;
  const tt_device_log& log_;
  const grouping found_, ops_;  // positions in the result's lists, by device
  std::string text_{};
};

}  // namespace tt_detail

void write_tt_analysis_data(output& to, const tt_device_result& result) {
  tt_detail::tt_analysis_writer(to, result).write();
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_DEVICE_JSON_BODY_HPP
