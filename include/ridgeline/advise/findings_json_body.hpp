#ifndef RIDGELINE_ADVISE_FINDINGS_JSON_BODY_HPP
#define RIDGELINE_ADVISE_FINDINGS_JSON_BODY_HPP

#include <cstddef>
#include <string>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/findings_json.hpp>
#include <ridgeline/core/version.hpp>
#include <ridgeline/sink/fitted.hpp>
#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/format.hpp>

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

void write_console(output& to, const finding& f, std::size_t width) {
  using namespace advise_detail;
  std::string line = std::to_string(f.rank) + "  " + time_text(f.recoverable) + " " + in_percent(f.share) + "  " +
                     f.id + "  ";
  if (!f.evidence.empty()) line += f.evidence.front().name + ": ";
  print_paragraph(to, line + f.advice, width);
}

void write_console(output& to, const finding_list& findings, std::size_t most, std::size_t width) {
  using namespace advise_detail;
  if (findings.all.empty() || most == 0) return;
  print_paragraph(to, "findings (recoverable of " + time_text(findings.window) + "; savings do not add up: together " +
                          time_text(findings.combined) + ")", width);
  for (const finding& f : findings.all)
    if (f.rank <= most) write_console(to, f, width);
  if (findings.all.size() > most) to.write("  ... " + counted(findings.all.size() - most) + " more\n");
}

void write_headline(output& to, const trace_health& health, std::size_t width) {
  print_paragraph(to, "trace health: " + health.headline(), width);
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_FINDINGS_JSON_BODY_HPP
