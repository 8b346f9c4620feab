#ifndef RIDGELINE_SINK_HTML_HPP
#define RIDGELINE_SINK_HTML_HPP

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>
#include <type_traits>

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
/// The same for tables alone, with the program's name as the title: `write_html(out, "my program", {kernels, copies})`.
void write_html(output& to, std::string_view program, std::span<const table> tables);
inline void write_html(output& to, std::string_view program, std::initializer_list<table> tables) {
  write_html(to, program, std::span<const table>(tables.begin(), tables.size()));
}
inline void write_html(output& to, std::string_view program, const table& t) {
  write_html(to, program, std::span<const table>(&t, 1));
}
template <class Never = void, class... More>
void write_html(output&, std::initializer_list<table>, const More&...) {
  static_assert(!std::is_same_v<Never, Never>, "the name of the program comes before the tables: "
                                               "write_html(out, \"my program\", {kernels, copies})");
}
template <class Never = void, class... More>
void write_html(output& to, const table& t, const More&...) {
  write_html<Never>(to, {t});
}
template <table_detail::no_table_yet Tables, class... More>
  requires std::is_convertible_v<const Tables&, std::span<const table>>
void write_html(output& to, const Tables&, const More&...) {
  write_html<Tables>(to, {table()});
}
template <table_detail::no_table_yet Records>
  requires(!std::is_convertible_v<const Records&, std::span<const table>>)
void write_html(output&, std::string_view, const Records&) {
  table_detail::ask_for_a_table<Records>();
}
template <sink_detail::no_output First, class... More>
sink_detail::not_written write_html(const First&, const More&...) {
  static_assert(!std::is_same_v<First, First>,
                "the output comes first: string_output out; write_html(out, \"my program\", table), and for a file "
                "write_file(\"page.html\", [&](output& to) { write_html(to, \"my program\", table); })");
  return {};
}
template <sink_detail::no_output First>
sink_detail::not_written write_html(const First& first, std::string_view, std::initializer_list<table>) {
  return write_html(first);
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_HTML_HPP
