#ifndef RIDGELINE_ADVISE_FINDINGS_JSON_BODY_HPP
#define RIDGELINE_ADVISE_FINDINGS_JSON_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <string>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/findings_json.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/core/version.hpp>
#include <ridgeline/sink/fitted.hpp>
#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/sink/terminal.hpp>

namespace ridgeline {

namespace advise_detail {

void write_health(json_writer& json, const trace_health& health, std::span<const table> sheets) {
  json.object([&] {
    json.key("verdict").value(name_of(health.worst()));
    json.key("headline").value(health.headline());
    json.key("checks").list(health.checks, [&](const health_check& c) {
      if (c.is == trace_verdict::not_applicable)
        return;  // nothing to check: listed in the sheet, but of no use to programs
      json.line().object([&] {
        json.key("check").value(c.name());
        json.key("verdict").value(name_of(c.is));
        json.key("count").value(c.count);
        json.key("share_of_time").value(c.share);
        json.key("first");
        if (known(c.first)) json.value(c.first);
        else json.null();
        json.key("affects").list(c.affects(), [&](std::string_view sheet) { json.value(sheet); });
        json.key("message").value(c.message);
        json.key("advice").value(c.advice());
      });
    });
    json.key("sheets").list(sheets, [&](const table& t) {
      const sheet_health s = health.of_sheet(t.name());
      json.line().object([&] {
        json.key("sheet").value(s.sheet);
        json.key("verdict").value(name_of(s.is));
        json.key("because").list(s.because, [&](std::string_view check) { json.value(check); });
      });
    });
  });
}

void write_finding(json_writer& json, const finding& f) {
  json.line().object([&] {
    json.key("rank").value(f.rank);
    json.key("id").value(f.id);
    json.key("key").value(f.key);
    json.key("recoverable_us").value(f.recoverable.in(us));
    json.key("share_of_window").value(f.share);
    json.key("concerned_us").value(f.concerned.in(us));
    json.key("count").value(f.count);
    json.key("confidence").value(name_of(f.confidence));
    json.key("bound").value(name_of(f.bound));
    json.key("evidence").list(f.evidence, [&](const finding_evidence& e) {
      json.object([&] {
        json.key("sheet").value(e.sheet);
        if (known(e.row)) json.key("row").value(e.row);
        else if (known(e.uid)) json.key("uid").value(e.uid);
        json.key("name").value(e.name);
        json.key("us").value(e.time.in(us));
      });
    });
    json.key("advice").value(f.advice);
    json.key("overlaps").list(f.overlaps, [&](std::size_t rank) { json.value(rank); });
  });
}

/// `text` padded with blanks to at least `width` columns.
std::string padded(std::string text, std::size_t width, bool right) {
  if (text.size() < width) text.insert(right ? 0 : text.size(), width - text.size(), ' ');
  return text;
}

}  // namespace advise_detail

void write_findings_json(output& to, std::string_view program, const trace_health& health, const finding_list& findings,
                         std::span<const table> sheets) {
  json_writer json(to);
  json.object([&] {
    json.key("schema").value(1);
    json.key("program").value(program);
    json.key("version").value(RIDGELINE_VERSION);
    json.key("window_us").value(findings.window.in(us));
    json.key("combined_recoverable_us").value(findings.combined.in(us));
    json.line().key("health");
    advise_detail::write_health(json, health, sheets);
    json.line().key("findings").list(findings.all, [&](const finding& f) { advise_detail::write_finding(json, f); });
  });
  json.finish();
  to.write("\n");
}

void write_console(output& to, const finding_list& findings, std::size_t most, std::size_t width) {
  using namespace advise_detail;
  if (findings.all.empty() || most == 0) return;
  print_paragraph(to, "findings (recoverable of " + time_text(findings.window) + "; savings do not add up: together " +
                          time_text(findings.combined) + ")", width);
  std::size_t longest = 0;
  for (const finding& f : findings.all) longest = std::max(longest, f.id.size());
  for (const finding& f : findings.all) {
    if (f.rank > most) break;
    std::string line = padded(std::to_string(f.rank), 3, true) + "  " + padded(time_text(f.recoverable), 7, true) +
        " " +
                       padded(in_percent(f.share), 6, true) + "  " + padded(f.id, longest, false) + "  ";
    std::string what;
    if (!f.evidence.empty()) what = f.evidence.front().name + ": ";
    append_plain(line, what + f.advice);
    if (display_width(line) > width) {
      while (display_width(line) > width - 3) line.resize(utf8_front(line, line.size() - 1).size());
      line += "...";
    }
    to.write(line + "\n");
  }
  if (findings.all.size() > most) to.write("  ... " + counted(findings.all.size() - most) + " more\n");
}

void write_headline(output& to, const trace_health& health, std::size_t width) {
  print_paragraph(to, "trace health: " + health.headline(), width);
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_FINDINGS_JSON_BODY_HPP
