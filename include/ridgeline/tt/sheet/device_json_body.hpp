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
#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/tt/device/by_device.hpp>
#include <ridgeline/tt/sheet/device_files.hpp>
#include <ridgeline/tt/sheet/device_json.hpp>

namespace ridgeline {

namespace tt_detail {

/// Writes `device_analysis_data.json`: devices, cores, RISCs with their markers, and the results of each analysis.
class tt_analysis_writer {
 public:
  tt_analysis_writer(output& to, const tt_device_result& result)
      : json_(to),
        result_(result),
        lines_(result.lines),
        log_(*result.lines.log),
        found_(grouped_by_device(result.found, lines_.devices.size())),
        ops_(grouped_by_device(result.ops.ops, lines_.devices.size())) {}

  void write() {
    json_.object([&] {
      json_.key("data").object([&] {
        json_.key("deviceInfo").object([&] { json_.key("arch").value(log_.arch).key("freq").raw(clock_text(log_)); });
        json_.key("devices").object([&] {
          for (std::size_t d = 0; d < lines_.devices.size(); ++d) device(d);
        });
      });
      json_.key("setup").object([&] {
        json_.key("timerAnalysis").object([&] {
          for (const tt_measure& a : result_.analyses) definition(a.name, a);
        });
      });
    });
  }

 private:
  static std::string core_name(std::uint16_t x, std::uint16_t y) {
    std::string name = "(";
    name += std::to_string(x) + ", " + std::to_string(y) + ")";
    return name;
  }

  void device(std::size_t d) {
    const tt_device_line& line = lines_.devices[d];
    json_.line().key(std::to_string(log_.devices[d])).object([&] {
      json_.key("cores").object([&] {
        for (std::size_t c = line.first_core; c < line.last_core; ++c) core(c, d);
        whole_device(d);
      });
      json_.key("metadata").object([&] {
        json_.key("global_min").object([&] {
          const tt_marker& first = lines_.at(line.t0_marker);
          json_.key("core").value(core_name(first.x, first.y)).key("risc").value(name_of(first.risc));
          json_.key("ts").value(line.t0);
        });
      });
    });
  }

  void core(std::size_t c, std::size_t d) {
    const tt_core_line& core = lines_.cores[c];
    const auto recorded = [](tt_risc r) { return r != tt_risc::none; };
    const auto by_name = [](tt_risc r) { return name_of(r); };
    json_.line().key(core_name(core.x, core.y)).object([&] {
      json_.key("riscs").object([&] {
        for (tt_risc r : core.riscs | where(recorded) | sort_by(by_name))
          json_.key(name_of(r)).object([&] { json_.key("timeseries").list([&] { series(lines_.of(core), r); }); });
        json_.key("TENSIX").object([&] {
          json_.key("analysis").object([&] {
            for (const std::uint32_t f : found_.of(d)) {
              const tt_device_analysis& a = result_.found[f];
              if (a.what.across != tt_across::core) continue;
              const auto at = std::lower_bound(a.lines.begin(), a.lines.end(), c,
                                               [](const tt_line_statistics& l, std::size_t n) { return l.line < n; });
              if (at != a.lines.end() && at->line == c) found(a.what, at->of);
            }
          });
          if (!log_.has_zones()) launches(lines_.of(core));
        });
      });
    });
  }

  void whole_device(std::size_t d) {
    json_.line().key("DEVICE").object([&] {
      json_.key("analysis").object([&] {
        for (const std::uint32_t f : found_.of(d)) found(result_.found[f].what, result_.found[f].all);
      });
      json_.key("ops").list(ops_.of(d), [&](std::uint32_t o) {
        const tt_device_op& op = result_.ops.ops[o];
        const auto markers = result_.ops.of(op);
        json_.line().object([&] {
          json_.key("end").value(markers.back().cycles).key("id").value(op.id);
          json_.key("markers").value(markers.size()).key("run").value(op.run);
          json_.key("start").value(markers.front().cycles);
        });
      });
    });
  }

  /// Writes the markers of one RISC as `[what, cycles]`, zones as `[name, phase, cycles, data, op]`.
  void series(std::span<const tt_entry> line, tt_risc r) {
    for (const tt_entry& e : line) {
      if (e.risc != r) continue;
      const tt_marker& m = lines_.at(e.marker);
      json_.list([&] {
        if (log_.has_zones()) json_.value(log_.zones.text(symbol{m.what})).value(name_of(m.phase));
        else json_.value(m.what);
        json_.value(m.cycles);
        if (log_.has_zones()) json_.value(static_cast<std::uint64_t>(m.data)).value(m.op);
      });
    }
  }
  /// Writes the start and the number of markers of each launch.
  void launches(std::span<const tt_entry> line) {
    json_.key("launches").list([&] {
      for (std::size_t i = 0, next = 0; i < line.size(); i = next) {
        for (next = i + 1; next < line.size() && !line[next].begins_launch();) ++next;
        if (line[i].begins_launch())
          json_.object([&] { json_.key("markers").value(next - i).key("start").value(line[i].cycles); });
      }
    });
  }

  void found(const tt_measure& what, const tt_statistics& s) {
    json_.key(what.name).object([&] {
      definition("analysis", what);
      json_.key("stats").object([&] {
        json_.key("Average").value(s.average()).key("Count").value(s.count).key("First").value(s.first);
        json_.key("Max").value(s.max).key("Median").value(s.median).key("Min").value(s.min);
        json_.key("Range").value(s.range()).key("Sum").value(s.sum);
      });
    });
  }
  void definition(std::string_view key, const tt_measure& a) {
    json_.key(key).object([&] {
      json_.key("across").value(name_of(a.across));
      if (a.sampling == tt_sampling::sum) condition("marker", a.start);
      else condition("end", a.end), condition("start", a.start);
      json_.key("type").value(name_of(a.sampling));
    });
  }
  void condition(std::string_view key, const tt_condition& c) {
    json_.key(key).object([&] {
      json_.key("risc").list([&] {
        bool any = true;
        for (std::size_t r = 1; r < tt_risc_names.size() && c.riscs != tt_any_risc; ++r)
          if ((c.riscs & only(static_cast<tt_risc>(r))) != 0) json_.value(tt_risc_names[r]), any = false;
        if (any) json_.value("ANY");
      });
      if (c.core_x >= 0) json_.key("core").list([&] { json_.value(c.core_x).value(c.core_y); });
      if (c.marker >= 0) json_.key("timerID").value(c.marker);
      if (c.phase != tt_phase::point) json_.key("zone_phase").value(name_of(c.phase));
      if (c.marker >= 0) return;
      json_.key("zone_name").list(c.zones, [&](std::string_view zone) {
        if (!zone.empty()) json_.value(zone);
      });
    });
  }

  json_writer json_;
  const tt_device_result& result_;
  const tt_lines& lines_;
  const tt_device_log& log_;
  const grouping found_, ops_;  // positions in the result's lists, by device
};

}  // namespace tt_detail

void write_tt_analysis_data(output& to, const tt_device_result& result) {
  tt_detail::tt_analysis_writer(to, result).write();
  to.write("\n");
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_DEVICE_JSON_BODY_HPP
