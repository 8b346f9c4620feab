#ifndef RIDGELINE_TABLE_CHART_HPP
#define RIDGELINE_TABLE_CHART_HPP

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Charts described as data: reports create them, sinks draw them.
namespace ridgeline {

/// One value per label.
struct chart_series {
  std::string name{};
  std::vector<double> values{};
  std::string group{};               ///< series in the same group are drawn in shades of one colour
  std::vector<std::string> notes{};  ///< text shown next to each value
};

/// Bars side by side, stacked bars, or the bins of a histogram.
struct bar_chart {
  enum class form : std::uint8_t { bars, stacked, histogram };
  form shape = form::bars;
  std::string title{}, about{};
  std::string unit{};                ///< of the values; `ns` is scaled to a suitable unit
  std::vector<std::string> labels;
  std::vector<chart_series> series;
};

/// Nested boxes with widths proportional to their values: a tree in pre-order, each box before its children.
struct flame_chart {
  struct box {
    std::uint32_t depth = 0;         ///< 0 at the top; at most one more than the depth of the previous box
    std::string name{}, note{};
    double value = 0;                ///< at least the sum of its direct children
  };
  std::string title{}, about{};
  std::string unit{};                ///< of the values; `ns` is scaled to a suitable unit
  std::vector<box> boxes;
};

/// Spans along one axis, one per row: intervals around a value, or steps from one value to the next. The axis may have
/// both signs.
struct span_chart {
  struct row {
    std::string label{}, note{};
    std::uint32_t series = 0;        ///< index into `series`
    double at = 0, from = 0, to = 0; ///< position of the mark, and ends of the span; NaN: not drawn
  };
  std::string title{}, about{};
  std::string unit{};                ///< `ns` is scaled to a suitable unit
  double band = 0;                   ///< the background is shaded from -band to band
  std::vector<std::string> series{}; ///< one colour each
  std::vector<row> rows{};
};

/// Bars along lanes on a time axis; lanes form groups.
struct timeline_chart {
  struct bar {
    std::int64_t start = 0, length = 0;
    std::uint32_t name = 0;          ///< index into `names`
  };
  struct lane {
    std::string name{};
    std::string series{};            ///< lanes of the same series are shown and hidden together
    /// By depth: bars within a level are in time order and do not overlap; deeper bars lie within shallower ones.
    std::vector<std::vector<bar>> levels{};
  };
  struct group {
    std::string name{};
    std::vector<lane> lanes{};
  };
  std::string title{}, about{};
  std::string unit{};
  double nanoseconds = 0;            ///< that one unit takes; 0: not known
  /// Of the places 0, 1, 2, ... what they are called, where they are no times: the axis shows `unit` and this number.
  std::vector<std::int64_t> numbers{};
  std::vector<std::string> names{};
  std::vector<std::uint8_t> tones{}; ///< index of each name's colour on the page; same size as `names`
  std::vector<std::pair<std::int64_t, std::string>> marks{};
  std::vector<group> groups{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_CHART_HPP
