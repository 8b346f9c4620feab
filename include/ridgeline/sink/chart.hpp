#ifndef RIDGELINE_SINK_CHART_HPP
#define RIDGELINE_SINK_CHART_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/table/table.hpp>

/// Charts described as data: a report makes them, a sink draws them.
namespace ridgeline {

/// Values of one kind, one for each label.
struct chart_series {
  std::string name{};
  std::vector<double> values{};
  std::string group{};               ///< series of one group have tones of one colour
  std::vector<std::string> notes{};  ///< what is said of each value beside it
};

/// Bars beside each other, on top of each other, or the bins of a histogram.
struct bar_chart {
  enum class form : std::uint8_t { bars, stacked, histogram };
  form shape = form::bars;
  std::string title{}, about{};
  std::string unit{};                ///< of the values; `ns` is shown in the unit that suits
  std::vector<std::string> labels{};
  std::vector<chart_series> series{};
};

/// Ops by intensity and achieved rate, under the roofs of a chip.
struct roofline_chart {
  static constexpr std::size_t no_roof = static_cast<std::size_t>(-1);
  struct roof {
    std::string name{};              ///< the precision that it is quoted for
    flop_rate peak{};
  };
  struct point {
    std::string name{};
    std::size_t under = no_roof;     ///< position in `roofs`
    intensity at{};
    flop_rate achieved{};
    double share = missing<double>;    ///< of the roof above it
    std::string bound{};
    std::int64_t count = 1;
    time_quantity time{};                 ///< of all of them
  };
  std::string title{}, about{};
  bandwidth memory = missing<bandwidth>;
  std::vector<roof> roofs{};
  std::vector<point> points{};
};

/// Bars along lanes of time, lanes in groups.
struct timeline_chart {
  struct bar {
    std::int64_t start = 0, length = 0;
    std::uint32_t name = 0;          ///< position in `names`
  };
  struct lane {
    std::string name{};
    std::string series{};            ///< lanes of one series are switched on and off together
    /// By depth: bars of one level do not overlap and are in order of time; those of a deeper one lie inside.
    std::vector<std::vector<bar>> levels{};
  };
  struct group {
    std::string name{};
    std::vector<lane> lanes{};
  };
  std::string title{}, about{};
  std::string unit{};
  double nanoseconds = 0;            ///< that one unit takes; 0: not known
  std::vector<std::string> names{};
  std::vector<std::uint8_t> tones{}; ///< which of the page's colours each name has; as many as names
  std::vector<std::pair<std::int64_t, std::string>> marks{};
  std::vector<group> groups{};
};

using page_chart = std::variant<bar_chart, roofline_chart, timeline_chart>;

/// A report as a page: what it is about, charts, and the tables behind them.
struct report_page {
  struct link {
    std::string text{}, to{};        ///< `to` is written by the program, never taken from a trace
  };
  std::string program{}, title{};
  std::vector<std::pair<std::string, std::string>> facts{};
  std::vector<page_chart> charts{};
  std::vector<table> tables{};
  std::vector<link> links{};
};

/// Bars of one column of a table over the texts of another, the first `most` rows; nothing where the table lacks one.
inline std::optional<bar_chart> bars_of(const table& t, std::string_view labels, std::string_view values,
                                        std::string title, std::string unit, std::size_t most,
                                        bar_chart::form shape = bar_chart::form::bars) {
  const std::size_t label = t.find(labels), value = t.find(values);
  if (label == t.columns() || value == t.columns() || t.rows() == 0) return std::nullopt;
  bar_chart chart;
  chart.shape = shape;
  chart.title = std::move(title);
  chart.unit = std::move(unit);
  chart.series.emplace_back();
  std::string scratch;
  for (std::size_t r = 0; r < t.rows() && r < most; ++r) {
    const cell v = t.at(r, value, scratch);
    const double number = v.kind == cell_kind::integer ? static_cast<double>(v.integer) : v.real;
    chart.series[0].values.push_back(number);
    chart.labels.emplace_back();
    append_for_people(chart.labels.back(), t.at(r, label, scratch), t.column(label));
  }
  if (t.rows() > most) {
    chart.about = "The first " + std::to_string(most);
    chart.about += " of " + std::to_string(t.rows()) + ".";
  }
  return chart;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_CHART_HPP
