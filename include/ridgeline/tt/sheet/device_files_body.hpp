#ifndef RIDGELINE_TT_SHEET_DEVICE_FILES_BODY_HPP
#define RIDGELINE_TT_SHEET_DEVICE_FILES_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/sheet/device_files.hpp>

namespace ridgeline {

namespace tt_detail {

std::string clock_text(const tt_device_log& log) {
  std::string text;
  append_shortest(text, known(log.clock) ? log.clock.in(MHz) : 0);
  return text;
}

inline constexpr std::array<std::string_view, 4> rearranged_points{"Firmware Start", "Kernel start", "Kernel End",
                                                                   "Firmware End"};

/// Appends the lines above a device's cores.
void append_rearranged_head(std::string& text, const tt_device_log& log, std::size_t device,
                            const std::vector<tt_risc>& riscs) {
  text += "Clock Frequency [MHz]," + clock_text(log);
  text += "\r\nPCIe slot," + std::to_string(log.devices[device]);
  text += "\r\ncore x,core y";
  for (tt_risc r : riscs)
    for (std::string_view name : rearranged_points) {
      text += ',';
      text += name_of(r);
      text += ' ';
      text += name;
    }
  text += "\r\n";
}

/// Appends a core's times for each point of each RISC; `cells` is scratch space.
void append_rearranged(std::string& text, const tt_lines& lines, const tt_core_line& core,
                       const std::vector<tt_risc>& riscs, std::array<std::string, 4 * tt_risc_count>& cells) {
  for (std::string& cell : cells) cell.clear();
  for (const tt_entry& e : lines.of(core)) {
    if (e.point == tt_point::other) continue;
    std::string& cell = cells[static_cast<std::size_t>(e.risc) * 4 + static_cast<std::size_t>(e.point) - 1];
    if (!cell.empty()) cell += ' ';
    append_integer(cell, e.cycles, false);
  }
  append_integer(text, core.x, false);
  text += ',';
  append_integer(text, core.y, false);
  for (tt_risc r : riscs)
    for (std::size_t p = 0; p < rearranged_points.size(); ++p) {
      text += ',';
      text += cells[static_cast<std::size_t>(r) * 4 + p];
    }
  text += "\r\n";
}

}  // namespace tt_detail

void write_tt_rearranged(output& to, const tt_device_result& result, unsigned threads) {
  const tt_lines& lines = result.lines;
  const tt_device_log& log = *lines.log;
  std::vector<tt_risc> riscs{tt_risc::brisc, tt_risc::ncrisc, tt_risc::trisc_0, tt_risc::trisc_1, tt_risc::trisc_2};
  if (result.faults.rearranged_without_triscs) riscs.resize(2);
  else if (log.has_erisc) riscs.push_back(tt_risc::erisc);
  for (std::size_t r = static_cast<std::size_t>(tt_risc::quasar_dm0); r < tt_risc_count; ++r) {
    const auto risc = static_cast<tt_risc>(r);
    if (std::any_of(lines.cores.begin(), lines.cores.end(), [&](const tt_core_line& c) {
          return std::find(c.riscs.begin(), c.riscs.end(), risc) != c.riscs.end();
        }))
      riscs.push_back(risc);
  }
  // Rows in blocks large enough for a thread; a row without a core is the head of a device.
  constexpr std::size_t no_core = static_cast<std::size_t>(-1), block_entries = std::size_t{1} << 15;
  struct row {
    std::size_t device, core;
  };
  std::vector<row> rows;
  std::vector<std::size_t> blocks{0};  // where each block begins
  std::size_t entries = 0;
  for (std::size_t d = 0; d < lines.devices.size(); ++d) {
    rows.push_back({d, no_core});
    for (const std::size_t c : lines.by_place(lines.devices[d])) {
      rows.push_back({d, c});
      entries += lines.cores[c].last - lines.cores[c].first + 64;
      if (entries < block_entries) continue;
      blocks.push_back(rows.size());
      entries = 0;
    }
  }
  if (blocks.back() != rows.size()) blocks.push_back(rows.size());
  std::vector<std::string> texts(std::size_t{4} * std::max(threads, 1u));
  for (std::size_t first = 0; first + 1 < blocks.size(); first += texts.size()) {
    const std::size_t some = std::min(texts.size(), blocks.size() - 1 - first);
    parallel_for(some, threads, [&](std::size_t b, unsigned) {
      std::array<std::string, 4 * tt_risc_count> cells;
      texts[b].clear();
      for (std::size_t r = blocks[first + b]; r < blocks[first + b + 1]; ++r) {
        if (rows[r].core == no_core) tt_detail::append_rearranged_head(texts[b], log, rows[r].device, riscs);
        else tt_detail::append_rearranged(texts[b], lines, lines.cores[rows[r].core], riscs, cells);
      }
    });
    for (std::size_t b = 0; b < some; ++b) to.write(texts[b]);
  }
}

namespace tt_detail {

/// The original's trace for logs with six columns: begin and end events of firmware, and a thread name for each
/// marker; two-space indent, sorted keys.
void write_markers_trace(output& to, const tt_device_result& result) {
  const tt_lines& lines = result.lines;
  std::string text = "[";
  bool first = true;
  const auto number = [&](std::string_view key, std::int64_t value, bool last) {
    text += "\n    \"";
    text += key;
    text += "\": ";
    append_integer(text, value, false);
    if (!last) text += ',';
  };
  for (const tt_device_line& d : lines.devices) {
    for (const tt_entry& e : lines.of(d)) {
      const tt_marker& m = lines.at(e.marker);
      const std::int64_t id = static_cast<std::int64_t>(m.risc) + 100 * std::int64_t{m.x} + 10000 * std::int64_t{m.y};
      const std::string_view risc = name_of(m.risc);
      const bool begins = m.point == tt_point::fw_start, ends = m.point == tt_point::fw_end;
      if (begins || ends) {
        text += first ? "\n  {" : ",\n  {";
        first = false;
        text += "\n    \"cat\": \"PERF\",\n    \"name\": \"";
        text += risc;
        text += begins ? "\",\n    \"ph\": \"B\"," : "\",\n    \"ph\": \"E\",";
        number("pid", id, false);
        number("tid", id, false);
        number("ts", begins && result.faults.trace_begins_at_t0 ? d.t0 : m.cycles, true);
        text += "\n  }";
      }
      text += first ? "\n  {" : ",\n  {";
      first = false;
      text += "\n    \"args\": {\n      \"name\": \"(";
      text += std::to_string(m.x) + ", " + std::to_string(m.y) + ")\"\n    },";
      text += "\n    \"name\": \"thread_name\",\n    \"ph\": \"M\",";
      number("pid", id, false);
      number("tid", id, true);
      text += "\n  }";
      to.write(text);
      text.clear();
    }
  }
  text += first ? "]" : "\n]";
  to.write(text);
}

/// Writes zones as complete events: one process per device, one thread per RISC.
class tt_trace_writer {
 public:
  tt_trace_writer(output& to, const tt_device_result& result) : json_(to), result_(result), lines_(result.lines) {}

  void write() {
    json_.object([&] {
      json_.key("displayTimeUnit").value("ns").key("traceEvents").list([&] {
        for (std::size_t d = 0; d < lines_.devices.size(); ++d) {
          device_ = lines_.log->devices[d];
          t0_ = lines_.devices[d].t0;
          name("process_name", -1, "Device " + std::to_string(device_));
          for (std::size_t c = lines_.devices[d].first_core; c < lines_.devices[d].last_core; ++c)
            core(lines_.cores[c], c);
        }
        json_.line();
      });
    });
  }

 private:
  void core(const tt_core_line& core, std::size_t number) {
    tt_by_risc<std::vector<const tt_marker*>> open;
    for (tt_risc r : core.riscs) {
      if (r == tt_risc::none) break;
      std::string thread = "core " + std::to_string(core.x) + ", " + std::to_string(core.y);
      thread += ' ';
      thread += name_of(r);
      name("thread_name", thread_of(number, r), thread);
    }
    for (const tt_entry& e : lines_.of(core)) {
      const tt_marker& m = lines_.at(e.marker);
      std::vector<const tt_marker*>& stack = open[static_cast<std::size_t>(m.risc)];
      if (e.begins_zone()) {
        if (stack.size() < 64) stack.push_back(&m);
      } else if (e.ends_zone()) {
        std::size_t at = stack.size();
        while (at > 0 && !is_end_of(*stack[at - 1], m)) --at;
        if (at == 0) continue;  // its beginning is not in the log
        event(*stack[at - 1], m.cycles - stack[at - 1]->cycles, number);
        stack.resize(at - 1);   // unfinished zones inside it are dropped and counted as missing ends
      } else if (lines_.log->has_zones() ? m.phase != tt_phase::sum : m.what != 0) {
        event(m, -1, number);
      }
    }
  }
  static std::int64_t thread_of(std::size_t core, tt_risc r) {
    return static_cast<std::int64_t>(core * tt_risc_count) + static_cast<std::int64_t>(r);
  }
  void name(std::string_view what, std::int64_t thread, std::string_view text) {
    json_.line().object([&] {
      json_.key("ph").value("M").key("name").value(what).key("pid").value(device_);
      if (thread >= 0) json_.key("tid").value(thread);
      json_.key("args").object([&] { json_.key("name").value(text); });
    });
  }
  /// Writes a span or, if the length is negative, a point in time.
  void event(const tt_marker& m, std::int64_t cycles, std::size_t core) {
    const tt_device_log& log = *lines_.log;
    const auto time = [&](std::int64_t n) {
      const bool in_cycles = result_.faults.trace_in_cycles || !known(log.clock);
      return in_cycles ? static_cast<double>(n) : log.nanoseconds(static_cast<double>(n)) / 1000;
    };
    json_.line().object([&] {
      if (cycles < 0) json_.key("ph").value("i").key("s").value("t").key("name");
      else json_.key("ph").value("X").key("name");
      const std::string_view zone = log.has_zones() ? log.zones.text(symbol{m.what}) : std::string_view();
      if (log.has_zones()) json_.value(zone.empty() ? name_of(m.phase) : zone);
      else if (m.point == tt_point::other) json_.value("Marker " + std::to_string(m.what));
      else json_.value(m.point == tt_point::fw_start ? "Firmware" : "Kernel");
      json_.key("pid").value(device_).key("tid").value(thread_of(core, m.risc)).key("ts").value(time(m.cycles - t0_));
      if (cycles >= 0) json_.key("dur").value(time(cycles));
      json_.key("args").object([&] {
        json_.key("cycles").value(m.cycles);
        if (m.op > 0) json_.key("op").value(m.op);
        if (m.phase == tt_phase::data) json_.key("data").value(static_cast<std::uint64_t>(m.data));
      });
    });
  }

  json_writer json_;
  const tt_device_result& result_;
  const tt_lines& lines_;
  std::int32_t device_ = 0;
  std::int64_t t0_ = 0;
};

}  // namespace tt_detail

void write_tt_trace(output& to, const tt_device_result& result) {
  if (result.faults.trace_pids_by_core) return tt_detail::write_markers_trace(to, result);
  tt_detail::tt_trace_writer(to, result).write();
  to.write("\n");
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_DEVICE_FILES_BODY_HPP
