#ifndef RIDGELINE_EXAMPLES_COMMON_PAGE_HPP
#define RIDGELINE_EXAMPLES_COMMON_PAGE_HPP

#include <optional>
#include <string>

#include <ridgeline/sink/html.hpp>

namespace program {

/// Writes a page to a file. Nothing on success.
inline std::optional<ridgeline::failure> write_page_file(const std::string& path, const ridgeline::report_page& page) {
  return ridgeline::write_file(path, [&](ridgeline::output& to) { write_html(to, page); });
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_PAGE_HPP
