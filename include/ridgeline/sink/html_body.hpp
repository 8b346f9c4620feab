#ifndef RIDGELINE_SINK_HTML_BODY_HPP
#define RIDGELINE_SINK_HTML_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <string>

#include <ridgeline/sink/html.hpp>
#include <ridgeline/sink/html_data_body.hpp>
#include <ridgeline/sink/json_in_html_body.hpp>
#include <ridgeline/sink/page/generated.hpp>
#include <ridgeline/sink/sha256.hpp>

namespace ridgeline {

namespace sink_detail::sink {

inline std::string joined(std::span<const std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

/// The hash of a script or style sheet in the form used by a content security policy.
inline std::string policy_hash(std::string_view text) { return " 'sha256-" + base64(sha256(text)) + "'"; }

inline std::string page_head(std::string_view script, std::string_view style) {
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src";
  text += policy_hash(script);
  text += "; style-src";
  text += policy_hash(style);
  text +=
      "; img-src data: blob:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>Report</title>\n<style>";
  text += style;
  text +=
      "</style>\n</head>\n<body>\n<header></header>\n<main><p class=\"empty\">This report needs a browser that runs "
      "its script.</p></main>\n<footer></footer>\n";
  return text;
}

/// A `<script>` element containing JSON, produced by `write(json_writer&)`.
template <class Write>
void data_element(output& to, const std::string& id, Write write) {
  to.write("<script type=\"application/json\" id=\"" + id + "\">");
  json_in_html escaped(to);
  {
    json_writer json(escaped);
    write(json);
  }
  escaped.finish();
  to.write("</script>\n");
}

/// Writes the chart according to its type.
inline void write_chart(page_data to, const page_chart& chart) {
  const auto tried = [&](const auto* own) {
    if (own != nullptr) to(*own);
  };
  tried(chart.as<bar_chart>());
  tried(chart.as<roofline_chart>());
  tried(chart.as<timeline_chart>());
  tried(chart.as<flame_chart>());
  tried(chart.as<span_chart>());
}

}  // namespace sink_detail::sink

void write_html(output& to, const report_page& p, const html_style& style) {
  namespace own = sink_detail::sink;
  const std::string script = "\"use strict\";\n(() => {\n" + own::joined(own::page_script) + "})();\n";
  to.write(own::page_head(script, own::joined(own::page_style)));
  own::data_element(to, "page", [&](json_writer& json) { own::page_data(json, style).head(p); });
  for (std::size_t i = 0; i < p.charts.size(); ++i) {
    own::data_element(to, "chart-" + std::to_string(i),
                      [&](json_writer& json) { own::write_chart(own::page_data(json, style), p.charts[i]); });
  }
  std::uint64_t rows = 0;
  for (const table& t : p.tables) rows += std::min(t.rows(), style.most_rows);
  own::row_count written(style.progress, rows);
  for (std::size_t i = 0; i < p.tables.size(); ++i) {
    own::data_element(to, "table-" + std::to_string(i),
                      [&](json_writer& json) { own::page_data(json, style).table_rows(p.tables[i], written); });
  }
  to.write("<script>");
  to.write(script);
  to.write("</script>\n</body>\n</html>\n");
}

void write_html(output& to, std::string_view program, std::span<const table> tables) {
  report_page p;
  p.program = p.title = program;
  p.tables.assign(tables.begin(), tables.end());
  write_html(to, p);
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_HTML_BODY_HPP
