#ifndef RIDGELINE_SINK_HTML_DATA_HPP
#define RIDGELINE_SINK_HTML_DATA_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/core/version.hpp>
#include <ridgeline/sink/chart.hpp>
#include <ridgeline/sink/json.hpp>

namespace ridgeline {

/// How a page is written.
struct html_style {
  std::string_view library{};          ///< the text of Chart.js; empty: bars and rooflines on a canvas of our own
  std::string_view notice{};           ///< its licence, kept with it
  std::size_t most_rows = 20'000;      ///< of each table; the page says what is left out
  std::size_t longest_text = 2'000;    ///< bytes of a cell; longer ones are cut
};

namespace sink_detail {

/// Writes the data of a page as JSON.
class html_data {
 public:
  html_data(output& to, const html_style& style) : to_(to), style_(style) {}

  void head(const report_page& p) {
    text_ = "{\"program\":";
    string(p.program);
    text_ += ",\"version\":\"" RIDGELINE_VERSION "\",\"title\":";
    string(p.title);
    text_ += ",\"facts\":[";
    list(p.facts, [&](const auto& fact) {
      text_ += '[';
      string(fact.first);
      text_ += ',';
      string(fact.second);
      text_ += ']';
    });
    text_ += "],\"links\":[";
    list(p.links, [&](const report_page::link& link) {
      text_ += "{\"text\":";
      string(link.text);
      text_ += ",\"to\":";
      string(link.to);
      text_ += '}';
    });
    text_ += "],\"sections\":[";
    list(p.tables, [&](const table& t) {
      text_ += "{\"name\":";
      string(t.name());
      text_ += ",\"rows\":" + std::to_string(t.rows());
      text_ += ",\"shown\":" + std::to_string(std::min(t.rows(), style_.most_rows));
      text_ += '}';
    });
    text_ += "],\"charts\":" + std::to_string(p.charts.size());
    text_ += ",\"tables\":" + std::to_string(p.tables.size());
    text_ += '}';
    flush();
  }

  void operator()(const bar_chart& c) {
    constexpr std::array<std::string_view, 3> kinds{"bars", "stacked", "histogram"};
    title(kinds[static_cast<std::size_t>(c.shape)], c.title, c.about);
    text_ += ",\"unit\":";
    string(c.unit);
    text_ += ",\"labels\":[";
    list(c.labels, [&](const std::string& label) { string(label); });
    text_ += "],\"series\":[";
    list(c.series, [&](const chart_series& s) {
      text_ += "{\"name\":";
      string(s.name);
      text_ += ",\"group\":";
      string(s.group);
      text_ += ",\"values\":[";
      list(s.values, [&](double value) { number(value); });
      text_ += "],\"notes\":[";
      list(s.notes, [&](const std::string& note) { string(note); });
      text_ += "]}";
    });
    text_ += "]}";
    flush();
  }

  void operator()(const roofline_chart& c) {
    title("roofline", c.title, c.about);
    text_ += ",\"memory\":";
    number(c.memory.in(GBps) * 1e9);
    text_ += ",\"roofs\":[";
    list(c.roofs, [&](const roofline_chart::roof& roof) {
      text_ += "{\"name\":";
      string(roof.name);
      text_ += ",\"rate\":";
      number(roof.peak.in(GFLOPps) * 1e9);
      text_ += '}';
    });
    text_ += "],\"points\":[";
    list(c.points, [&](const roofline_chart::point& p) {
      text_ += '[';
      string(p.name);
      text_ += p.under < c.roofs.size() ? "," + std::to_string(p.under) : ",-1";
      for (const double value : {p.at.in(FLOPpB), p.achieved.in(GFLOPps) * 1e9, p.share}) {
        text_ += ',';
        number(value);
      }
      text_ += ',';
      string(p.bound);
      text_ += ',' + std::to_string(p.count) + ',';
      number(p.time.in(ns));
      text_ += ']';
    });
    text_ += "]}";
    flush();
  }

  void operator()(const timeline_chart& c) {
    title("timeline", c.title, c.about);
    text_ += ",\"unit\":";
    string(c.unit);
    text_ += ",\"nanoseconds\":";
    number(c.nanoseconds);
    text_ += ",\"names\":[";
    list(c.names, [&](const std::string& name) { string(name); });
    text_ += "],\"tones\":[";
    list(c.tones, [&](std::uint8_t tone) { text_ += std::to_string(tone); });
    text_ += "],\"marks\":[";
    list(c.marks, [&](const auto& mark) {
      text_ += '[' + std::to_string(mark.first) + ',';
      string(mark.second);
      text_ += ']';
    });
    text_ += "],\"groups\":[";
    list(c.groups, [&](const timeline_chart::group& g) {
      text_ += "{\"name\":";
      string(g.name);
      text_ += ",\"lanes\":[";
      list(g.lanes, [&](const timeline_chart::lane& lane) {
        text_ += "{\"name\":";
        string(lane.name);
        text_ += ",\"series\":";
        string(lane.series);
        text_ += ",\"levels\":[";
        list(lane.levels, [&](const std::vector<timeline_chart::bar>& bars) { level(bars); });
        text_ += "]}";
        flush();
      });
      text_ += "]}";
    });
    text_ += "]}";
    flush();
  }

  void operator()(const table& t) {
    const std::size_t rows = std::min(t.rows(), style_.most_rows);
    text_ = "{\"columns\":[";
    std::size_t column = 0;
    for (; column < t.columns(); ++column) {
      const column_facts& facts = t.column(column);
      text_ += column == 0 ? "{\"title\":" : ",{\"title\":";
      string(facts.title);
      text_ += ",\"unit\":";
      string(facts.unit);
      text_ += ",\"digits\":" + std::to_string(std::clamp(facts.digits, 0, 20));
      text_ += facts.separators ? ",\"separators\":true" : ",\"separators\":false";
      text_ += facts.side == align::left ? ",\"left\":true}" : ",\"left\":false}";
    }
    text_ += "],\"rows\":[";
    bool any_colour = false;
    for (std::size_t r = 0; r < rows; ++r) {
      text_ += r == 0 ? "\n[" : ",\n[";
      for (std::size_t c = 0; c < t.columns(); ++c) {
        if (c != 0) text_ += ',';
        any_colour = any_colour || t.colour_of(r, c) != colour::none;
        value(t.at(r, c, scratch_));
      }
      text_ += ']';
      if (text_.size() > piece) flush();
    }
    text_ += ']';
    if (any_colour) colours(t, rows);
    text_ += '}';
    flush();
  }

 private:
  static constexpr std::size_t piece = std::size_t{1} << 16;

  void title(std::string_view kind, std::string_view name, std::string_view about) {
    text_ = "{\"kind\":\"";
    text_ += kind;
    text_ += "\",\"title\":";
    string(name);
    text_ += ",\"about\":";
    string(about);
  }
  template <class List, class Write>
  void list(const List& all, Write write) {
    bool first = true;
    for (const auto& one : all) {
      if (!first) text_ += ',';
      first = false;
      write(one);
      if (text_.size() > piece) flush();
    }
  }
  /// Steps from start to start, lengths, names: small numbers, three lists.
  void level(const std::vector<timeline_chart::bar>& bars) {
    std::int64_t last = 0;
    text_ += "[[";
    list(bars, [&](const timeline_chart::bar& b) {
      append_integer(text_, b.start - last, false);
      last = b.start;
    });
    text_ += "],[";
    list(bars, [&](const timeline_chart::bar& b) { append_integer(text_, b.length, false); });
    text_ += "],[";
    list(bars, [&](const timeline_chart::bar& b) { append_integer(text_, b.name, false); });
    text_ += "]]";
  }
  void colours(const table& t, std::size_t rows) {
    text_ += ",\"colors\":[";
    for (std::size_t r = 0; r < rows; ++r) {
      text_ += r == 0 ? "{" : ",\n{";
      bool same = t.columns() > 0 && t.colour_of(r, 0) != colour::none;
      for (std::size_t c = 1; c < t.columns() && same; ++c) same = t.colour_of(r, c) == t.colour_of(r, 0);
      bool first = true;
      for (std::size_t c = 0; c < (same ? 1 : t.columns()); ++c) {
        if (t.colour_of(r, c) == colour::none) continue;
        if (!first) text_ += ',';
        first = false;
        text_ += same ? std::string("\"*\"") : '"' + std::to_string(c) + '"';
        text_ += ":\"";
        text_ += name_of(t.colour_of(r, c));
        text_ += '"';
      }
      text_ += '}';
      if (text_.size() > piece) flush();
    }
    text_ += ']';
  }
  void value(const cell& v) {
    constexpr std::int64_t exact = std::int64_t{1} << 53;  // what JavaScript's numbers hold
    switch (v.kind) {
      case cell_kind::none: text_ += "null"; break;
      case cell_kind::boolean: text_ += v.integer != 0 ? "true" : "false"; break;
      case cell_kind::integer:
        if (v.integer > exact || v.integer < -exact) string(std::to_string(v.integer));
        else append_integer(text_, v.integer, false);
        break;
      case cell_kind::real: number(v.real); break;
      case cell_kind::text: {
        if (v.text.size() <= style_.longest_text) {
          string(v.text);
        } else {
          cut_ = utf8_front(v.text, style_.longest_text);
          cut_ += "…";
          string(cut_);
        }
        break;
      }
    }
  }
  void number(double value) {
    if (value - value == 0) append_shortest(text_, value);
    else text_ += "null";
  }
  void string(std::string_view text) { append_json_text(text_, text); }
  void flush() {
    to_.write(text_);
    text_.clear();
  }

  output& to_;
  const html_style& style_;
  std::string text_{}, scratch_{}, cut_{};
};

}  // namespace sink_detail
}  // namespace ridgeline

#endif  // RIDGELINE_SINK_HTML_DATA_HPP
