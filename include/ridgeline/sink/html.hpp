#ifndef RIDGELINE_SINK_HTML_HPP
#define RIDGELINE_SINK_HTML_HPP

#include <cstddef>

#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/page.hpp>

namespace ridgeline {

/// How a page is written.
struct html_style {
  std::size_t most_rows = 20'000;      ///< of each table; the page says what is left out
  std::size_t longest_text = 2'000;    ///< bytes of a cell; longer ones are cut
};

/// Writes a report as one page that needs no network: tables that sort and filter, and charts. All of its data is JSON
/// in elements that hold no script, and its policy lets none run but the page's own, which it names by its hash. Equal
/// reports give equal bytes. The script and the style sheet are the files of sink/page.
void write_html(output& to, const report_page& p, const html_style& style = {});

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_HTML_HPP
