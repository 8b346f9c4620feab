#ifndef RIDGELINE_SINK_HTML_HPP
#define RIDGELINE_SINK_HTML_HPP

#include <cstddef>

#include <ridgeline/core/progress.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/page.hpp>

namespace ridgeline {

/// Options for HTML output.
struct html_style {
  std::size_t most_rows = 20'000;      ///< per table; the page states how many are omitted
  std::size_t longest_text = 2'000;    ///< bytes per cell; longer text is truncated
  progress_function progress{};        ///< in rows of tables that are shown
};

/// Writes a report as a single page that needs no network: tables with sorting and filters, and charts. All data is
/// JSON in non-script elements, and the content security policy allows only the page's own script, identified by its
/// hash. Equal reports give equal bytes. The script and the style sheet are in sink/page.
void write_html(output& to, const report_page& p, const html_style& style = {});

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_HTML_HPP
