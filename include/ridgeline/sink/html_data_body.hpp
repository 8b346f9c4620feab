#ifndef RIDGELINE_SINK_HTML_DATA_BODY_HPP
#define RIDGELINE_SINK_HTML_DATA_BODY_HPP

/// A page's metadata, charts and tables as JSON, for the body of `write_html`.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/core/version.hpp>
#include <ridgeline/sink/html.hpp>
#include <ridgeline/sink/row_count_body.hpp>
#include <ridgeline/sink/table_json_body.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline::sink_detail::sink {

/// Writes one part of a page's data.
class page_data {
 public:
  page_data(json_writer& json, const html_style& style) : json_(json), style_(style) {}

  void head(const report_page& p) {
    json_.object([&] {
      json_.key("program").value(p.program).key("version").value(RIDGELINE_VERSION).key("title").value(p.title);
      json_.key("facts").list(p.facts, [&](const auto& fact) {
        json_.list([&] { json_.value(fact.first).value(fact.second); });
      });
      json_.key("links").list(p.links, [&](const report_page::link& link) {
        json_.object([&] { json_.key("text").value(link.text).key("to").value(link.to); });
      });
      json_.key("sections").list(p.tables, [&](const table& t) {
        json_.object([&] {
          json_.key("name").value(t.name()).key("rows").value(t.rows());
          json_.key("shown").value(std::min(t.rows(), style_.most_rows));
        });
      });
      json_.key("charts").value(p.charts.size()).key("tables").value(p.tables.size());
    });
  }

  void operator()(const bar_chart& c) {
    constexpr std::array<std::string_view, 3> kinds{"bars", "stacked", "histogram"};
    json_.object([&] {
      title(kinds[static_cast<std::size_t>(c.shape)], c.title, c.about);
      json_.key("unit").value(c.unit).key("labels").list(c.labels, [&](const std::string& l) { json_.value(l); });
      json_.key("series").list(c.series, [&](const chart_series& s) {
        json_.object([&] {
          json_.key("name").value(s.name).key("group").value(s.group);
          json_.key("values").list(s.values, [&](double value) { json_.value(value); });
          json_.key("notes").list(s.notes, [&](const std::string& note) { json_.value(note); });
        });
      });
    });
  }

  void operator()(const span_chart& c) {
    json_.object([&] {
      title("spans", c.title, c.about);
      json_.key("unit").value(c.unit).key("band").value(c.band);
      json_.key("series").list(c.series, [&](const std::string& name) { json_.value(name); });
      json_.key("rows").list(c.rows, [&](const span_chart::row& r) {
        json_.list([&] {
          json_.value(r.label).value(r.note).value(r.series).value(r.at).value(r.from).value(r.to);
        });
      });
    });
  }

  void operator()(const roofline_chart& c) {
    json_.object([&] {
      title("roofline", c.title, c.about);
      json_.key("memory").value(c.memory.in(GBps) * 1e9);
      json_.key("roofs").list(c.roofs, [&](const roofline_chart::roof& roof) {
        json_.object([&] { json_.key("name").value(roof.name).key("rate").value(roof.peak.in(GFLOPps) * 1e9); });
      });
      json_.key("points").list(c.points, [&](const roofline_chart::point& p) {
        json_.list([&] {
          json_.value(p.name);
          if (p.under < c.roofs.size()) json_.value(p.under);
          else json_.value(-1);
          json_.value(p.at.in(FLOPpB)).value(p.achieved.in(GFLOPps) * 1e9).value(p.share).value(p.bound);
          json_.value(p.count).value(p.time.in(ns));
        });
      });
    });
  }

  void operator()(const flame_chart& c) {
    json_.object([&] {
      title("flame", c.title, c.about);
      json_.key("unit").value(c.unit).key("boxes").list(c.boxes, [&](const flame_chart::box& b) {
        json_.list([&] { json_.value(b.depth).value(b.name).value(b.value).value(b.note); });
      });
    });
  }

  void operator()(const timeline_chart& c) {
    json_.object([&] {
      title("timeline", c.title, c.about);
      json_.key("unit").value(c.unit).key("nanoseconds").value(c.nanoseconds);
      if (!c.numbers.empty())
        json_.key("numbers").list(c.numbers, [&](std::int64_t number) { json_.value(std::to_string(number)); });
      json_.key("names").list(c.names, [&](const std::string& name) { json_.value(name); });
      json_.key("tones").list(c.tones, [&](std::uint8_t tone) { json_.value(tone); });
      json_.key("marks").list(c.marks, [&](const auto& mark) {
        json_.list([&] { json_.value(mark.first).value(mark.second); });
      });
      json_.key("groups").list(c.groups, [&](const timeline_chart::group& g) {
        json_.object([&] {
          json_.key("name").value(g.name).key("lanes").list(g.lanes, [&](const timeline_chart::lane& l) { lane(l); });
        });
      });
    });
  }

  void table_rows(const table& t, row_count& written) {
    const std::size_t rows = std::min(t.rows(), style_.most_rows);
    json_.object([&] {
      json_.key("columns").list([&] {
        for (std::size_t c = 0; c < t.columns(); ++c) json_.object([&] { column(t.column(c)); });
      });
      json_.key("rows").list([&] {
        for (std::size_t r = 0; r < rows; ++r) {
          json_.line().list([&] {
            for (std::size_t c = 0; c < t.columns(); ++c) value(t.at(r, c, scratch_));
          });
          written.add(1);
        }
      });
      if (has_colours(t, rows)) write_colours(json_, t, rows, false, [](std::size_t c) { return std::to_string(c); });
    });
  }

 private:
  void title(std::string_view kind, std::string_view name, std::string_view about) {
    json_.key("kind").value(kind).key("title").value(name).key("about").value(about);
  }
  void lane(const timeline_chart::lane& l) {
    json_.object([&] {
      json_.key("name").value(l.name).key("series").value(l.series);
      json_.key("levels").list(l.levels, [&](const std::vector<timeline_chart::bar>& bars) { level(bars); });
    });
  }
  /// Delta-encoded starts, lengths, and names as three lists of small numbers.
  void level(const std::vector<timeline_chart::bar>& bars) {
    std::int64_t last = 0;
    json_.list([&] {
      json_.list(bars, [&](const timeline_chart::bar& b) {
        json_.value(b.start - last);
        last = b.start;
      });
      json_.list(bars, [&](const timeline_chart::bar& b) { json_.value(b.length); });
      json_.list(bars, [&](const timeline_chart::bar& b) { json_.value(b.name); });
    });
  }
  void column(const column_facts& facts) {
    json_.key("title").value(facts.title).key("unit").value(facts.unit);
    json_.key("digits").value(std::clamp(facts.digits, 0, 20));
    json_.key("separators").value(facts.separators).key("left").value(facts.side == align::left);
  }
  void value(const cell& v) {
    switch (v.kind) {
      case cell_kind::none: json_.null(); break;
      case cell_kind::boolean: json_.value(v.integer != 0); break;
      case cell_kind::integer:
        if (v.fits_double()) {
          json_.value(v.integer);
        } else {  // JavaScript's numbers are doubles
          std::string digits;
          append_integer(digits, v, false);
          json_.value(digits);
        }
        break;
      case cell_kind::real: json_.value(v.real); break;
      case cell_kind::text:
        if (v.text.size() <= style_.longest_text) {
          json_.value(v.text);
        } else {
          cut_ = utf8_front(v.text, style_.longest_text);
          cut_ += "…";
          json_.value(cut_);
        }
        break;
    }
  }

  json_writer& json_;
  const html_style& style_;
  std::string scratch_{}, cut_{};
};

}  // namespace ridgeline::sink_detail::sink

#endif  // RIDGELINE_SINK_HTML_DATA_BODY_HPP
