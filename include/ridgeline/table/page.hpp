#ifndef RIDGELINE_TABLE_PAGE_HPP
#define RIDGELINE_TABLE_PAGE_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/table/chart.hpp>
#include <ridgeline/table/roofline_chart.hpp>
#include <ridgeline/table/table.hpp>

/// A report as a page, independent of how it is written.
namespace ridgeline {

/// The chart types a page can draw.
template <class T>
concept any_chart = std::same_as<T, bar_chart> || std::same_as<T, roofline_chart> || std::same_as<T, timeline_chart> ||
                    std::same_as<T, flame_chart> || std::same_as<T, span_chart>;

/// A chart of any type. Copies share it.
class page_chart {
 public:
  template <any_chart Chart>
  page_chart(Chart chart) : is_(kind_of(&chart)) {  // NOLINT: implicit on purpose
    const auto* const own = new Chart(std::move(chart));
    owner_ = table_detail::shared_object(own);
    chart_ = own;
  }

  /// The chart if it has this type, otherwise null.
  template <any_chart Chart>
  const Chart* as() const {
    return is_ == kind_of(static_cast<const Chart*>(nullptr)) ? static_cast<const Chart*>(chart_) : nullptr;
  }

 private:
  enum class kind : std::uint8_t { bars, roofline, timeline, flame, spans };
  static kind kind_of(const bar_chart*) { return kind::bars; }
  static kind kind_of(const roofline_chart*) { return kind::roofline; }
  static kind kind_of(const timeline_chart*) { return kind::timeline; }
  static kind kind_of(const flame_chart*) { return kind::flame; }
  static kind kind_of(const span_chart*) { return kind::spans; }

  const void* chart_ = nullptr;
  table_detail::shared_object owner_;
  kind is_;
};

/// A report as a page: general facts, charts, and the tables they are based on.
struct report_page {
  struct link {
    std::string text{}, to{};        ///< `to` is set by the program, never taken from a trace
  };
  std::string program{}, title{};
  std::vector<std::pair<std::string, std::string>> facts{};
  std::vector<page_chart> charts{};
  std::vector<table> tables{};
  std::vector<link> links{};
};

/// Moves the tables with these names to the front, in the given order.
void put_first(std::vector<table>& tables, std::initializer_list<std::string_view> names);

/// A bar chart of column `values`, labelled by column `labels`, for the first `most` rows; nothing if either is absent.
std::optional<bar_chart> bars_of(const table& t, std::string_view labels, std::string_view values,
                                 std::string title, std::string unit, std::size_t most,
                                 bar_chart::form shape = bar_chart::form::bars);

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_PAGE_HPP
