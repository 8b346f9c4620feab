#ifndef RIDGELINE_TABLE_CHART_HPP
#define RIDGELINE_TABLE_CHART_HPP

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Bars and timelines described as data: a report makes them, a sink draws them.
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
  std::vector<std::string> labels;
  std::vector<chart_series> series;
};

/// Boxes that hold others, each as wide as its value: a tree, each box before what is in it.
struct flame_chart {
  struct box {
    std::uint32_t depth = 0;         ///< 0 at the top; at most one more than that of the box before it
    std::string name{}, note{};
    double value = 0;                ///< at least the sum of those directly in it
  };
  std::string title{}, about{};
  std::string unit{};                ///< of the values; `ns` is shown in the unit that suits
  std::vector<box> boxes;
};

/// Stretches of one axis, each in a row of its own: intervals around a value, or steps from one value to the next. The
/// axis has both signs.
struct span_chart {
  struct row {
    std::string label{}, note{};
    std::uint32_t series = 0;        ///< position in `series`
    double at = 0, from = 0, to = 0; ///< where the mark is, and where the stretch ends; not a number: none
  };
  std::string title{}, about{};
  std::string unit{};                ///< `ns` is shown in the unit that suits
  double band = 0;                   ///< from its negative to it the ground is shaded
  std::vector<std::string> series{}; ///< a colour each
  std::vector<row> rows{};
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
  /// Of the places 0, 1, 2, ... what they are called, where they are no times: the axis shows `unit` and this number.
  std::vector<std::int64_t> numbers{};
  std::vector<std::string> names{};
  std::vector<std::uint8_t> tones{}; ///< which of the page's colours each name has; as many as names
  std::vector<std::pair<std::int64_t, std::string>> marks{};
  std::vector<group> groups{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_CHART_HPP
