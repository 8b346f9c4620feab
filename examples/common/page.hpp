#ifndef RIDGELINE_EXAMPLES_COMMON_PAGE_HPP
#define RIDGELINE_EXAMPLES_COMMON_PAGE_HPP

#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include <ridgeline/sink/html.hpp>
#include <ridgeline/sink/json.hpp>

/// Pages of the programs: with the Chart.js of the system that the build found, its licence beside it.
namespace program {

/// What is in a file; empty where it cannot be read.
inline std::string text_of_file(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return in ? std::string(std::istreambuf_iterator<char>(in), {}) : std::string();
}

inline void write_page(ridgeline::output& to, const ridgeline::report_page& page) {
  std::string library, notice;
#ifdef RIDGELINE_CHART_JS
  library = text_of_file(RIDGELINE_CHART_JS);
  notice = text_of_file(RIDGELINE_CHART_JS_NOTICE);
  if (notice.empty()) library.clear();  // it may not be passed on without
#endif
  ridgeline::html_style style;
  style.library = library;
  style.notice = notice;
  ridgeline::write_html(to, page, style);
}

/// Writes a page to a file. Nothing on success.
inline std::optional<ridgeline::failure> write_page_file(const std::string& path, const ridgeline::report_page& page) {
  return ridgeline::write_file(path, [&](ridgeline::output& to) { write_page(to, page); });
}

/// The dashboard of a report: its page, its tables as JSON, and the archive (empty: none), which a button saves under a
/// name that begins with the time of now.
inline int serve_report(const std::string& who, const dashboard_options& options, ridgeline::report_page page,
                        const std::string& archive) {
  std::vector<dashboard_item> items;
  if (!archive.empty()) {
    const std::string name = std::filesystem::path(archive).filename().string();
    items.push_back({"/artifacts", "application/gzip", text_of_file(archive.c_str()),
                     file_date(date_now(), false) + "_" + name});
    page.links.push_back({"Download artifacts", "artifacts"});
  }
  page.links.push_back({"Tables as JSON", "tables.json"});
  ridgeline::string_output html, json;
  write_page(html, page);
  write_json(json, page.program, page.tables);
  items.push_back({"/", "text/html; charset=utf-8", html.text(), ""});
  items.push_back({"/tables.json", "application/json", json.text(), ""});
  return serve_dashboard(who, options, std::move(items));
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_PAGE_HPP
