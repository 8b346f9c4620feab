#ifndef RIDGELINE_EXAMPLES_COMMON_SERVE_HPP
#define RIDGELINE_EXAMPLES_COMMON_SERVE_HPP

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/sink/html.hpp>
#include <ridgeline/sink/json.hpp>

#include "dashboard.hpp"
#include "tt/tt_logs.hpp"

/// A report with its files as a dashboard.
namespace program {

/// The content of a file; empty if it cannot be read.
inline std::string text_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return in ? std::string(std::istreambuf_iterator<char>(in), {}) : std::string();
}

/// The dashboard of a report: its page, its tables as JSON, and the archive (empty: none), which a button saves under a
/// name that begins with the current time.
inline int serve_report(const std::string& who, const dashboard_options& options, ridgeline::report_page page,
                        const std::string& archive) {
  std::vector<dashboard_item> items;
  if (!archive.empty()) {
    const std::string name = std::filesystem::path(archive).filename().string();
    items.push_back({"/artifacts", "application/gzip", text_of_file(archive),
                     file_date(date_now(), false) + "_" + name});
    page.links.push_back({"Download artifacts", "artifacts"});
  }
  page.links.push_back({"Tables as JSON", "tables.json"});
  ridgeline::string_output html, json;
  write_html(html, page);
  write_json(json, page.program, page.tables);
  items.push_back({"/", "text/html; charset=utf-8", html.text(), ""});
  items.push_back({"/tables.json", "application/json", json.text(), ""});
  return serve_dashboard(who, options, std::move(items));
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_SERVE_HPP
