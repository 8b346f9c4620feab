#ifndef RIDGELINE_SINK_HTML_HPP
#define RIDGELINE_SINK_HTML_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include <ridgeline/sink/html_data.hpp>
#include <ridgeline/sink/html_script.hpp>
#include <ridgeline/sink/html_script_bars.hpp>
#include <ridgeline/sink/html_script_moves.hpp>
#include <ridgeline/sink/html_script_roofline.hpp>
#include <ridgeline/sink/html_script_table.hpp>
#include <ridgeline/sink/html_script_timeline.hpp>
#include <ridgeline/sink/html_sheet.hpp>
#include <ridgeline/sink/json_in_html.hpp>
#include <ridgeline/sink/sha256.hpp>

namespace ridgeline {

namespace sink_detail {

/// Our own script, in one piece.
inline std::string html_script() {
  std::string script = "\"use strict\";\n(() => {";
  for (const std::string_view part : {html_script_base, html_script_table, html_script_bars, html_script_roofline,
                                      html_script_lanes, html_script_timeline, html_script_moves, html_script_page})
    script += part;
  return script += "})();\n";
}

/// Another's script with its licence in front; empty where its text could end the element that it stands in.
inline std::string html_library(const html_style& style) {
  std::string script;
  if (style.library.empty()) return script;
  if (!style.notice.empty() && style.notice.find("*/") == std::string_view::npos) {
    script += "/*\n";
    script += style.notice;
    script += "*/\n";
  }
  script += style.library;
  std::erase(script, '\r');  // readers of HTML take these away, and the hash would not fit
  for (std::size_t at = script.find('<'); at != std::string::npos; at = script.find('<', at + 1)) {
    std::string next = script.substr(at, 8);
    for (char& c : next) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (next == "</script" || next.substr(0, 7) == "<script" || next.substr(0, 4) == "<!--") return {};
  }
  return script;
}

inline void append_source(std::string& policy, std::string_view text) {
  policy += " 'sha256-";
  policy += base64(sha256(text));
  policy += '\'';
}

}  // namespace sink_detail

/// Writes a report as one page that needs no network: tables that sort and filter, and charts. All of its data is JSON
/// in elements that hold no script, and its policy lets none run but the page's own, which it names by their hashes.
/// Equal reports give equal bytes.
inline void write_html(output& to, const report_page& p, const html_style& style = {}) {
  const std::string library = sink_detail::html_library(style), script = sink_detail::html_script();
  std::string text =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src";
  sink_detail::append_source(text, script);
  if (!library.empty()) sink_detail::append_source(text, library);
  text += "; style-src";
  sink_detail::append_source(text, sink_detail::html_sheet);
  text +=
      "; img-src data: blob:; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<title>Report</title>\n<style>";
  text += sink_detail::html_sheet;
  text +=
      "</style>\n</head>\n<body>\n<header></header>\n<main><p class=\"empty\">This report needs a browser that runs "
      "its script.</p></main>\n<footer></footer>\n";
  to.write(text);
  json_in_html data(to);
  sink_detail::html_data write(data, style);
  const auto element = [&](const std::string& id, auto&& body) {
    text = "<script type=\"application/json\" id=\"";
    text += id;
    text += "\">";
    to.write(text);
    body();
    data.finish();
    to.write("</script>\n");
  };
  element("page", [&] { write.head(p); });
  for (std::size_t i = 0; i < p.charts.size(); ++i)
    element("chart-" + std::to_string(i), [&] { std::visit(write, p.charts[i]); });
  for (std::size_t i = 0; i < p.tables.size(); ++i)
    element("table-" + std::to_string(i), [&] { write(p.tables[i]); });
  if (!library.empty()) {
    to.write("<script>");
    to.write(library);
    to.write("</script>\n");
  }
  to.write("<script>");
  to.write(script);
  to.write("</script>\n</body>\n</html>\n");
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_HTML_HPP
