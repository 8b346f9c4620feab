#ifndef RIDGELINE_EXAMPLES_COMMON_PAGE_HPP
#define RIDGELINE_EXAMPLES_COMMON_PAGE_HPP

#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include <ridgeline/sink/html.hpp>

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

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_PAGE_HPP
