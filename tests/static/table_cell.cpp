#include <optional>
#include <string_view>
#include <tuple>

#include <ridgeline/table/cell.hpp>
#include <ridgeline/table/column.hpp>

namespace test_table_cell {

using namespace ridgeline;

static_assert(to_cell(2500 * ns, us).kind == cell_kind::real);
static_assert(to_cell(2500 * ns, us).real == 2.5);         // 2500 / 1000
static_assert(to_cell(288 * GBps, GBps).real == 288);
static_assert(to_cell(0.25, percent).real == 25 && to_cell(0.25, plain).real == 0.25);
static_assert(to_cell(-7, plain).kind == cell_kind::integer && to_cell(-7, plain).integer == -7);
static_assert(to_cell(true, plain).kind == cell_kind::boolean && to_cell(true, plain).integer == 1);
static_assert(to_cell("abc", plain).kind == cell_kind::text && to_cell("abc", plain).text == "abc");
static_assert(to_cell("", plain).empty() && !to_cell(0, plain).empty());
static_assert(to_cell(std::optional<int>{}, plain).empty() && to_cell(std::optional<int>{3}, plain).integer == 3);
static_assert(to_cell('B', plain).text == "B" && to_cell('\0', plain).empty(), "a character is text");
static_assert(to_cell(static_cast<signed char>(66), plain).integer == 66, "a number of one byte is not");
static_assert(to_cell(2.5L, plain).real == 2.5 && to_cell(std::optional('E'), plain).text == "E");
static_assert(to_cell(cell::of(2.0), plain).real == 2);

template <class Value, class Unit>
concept makes_a_cell = requires(Value value, Unit unit) { to_cell(value, unit); };
static_assert(makes_a_cell<time_quantity, us_t> && !makes_a_cell<time_quantity, GBps_t>, "units are checked");
static_assert(!makes_a_cell<time_quantity, plain_t>, "a quantity needs a unit");
static_assert(!makes_a_cell<std::string_view, percent_t>, "a percentage is of a ratio");
static_assert(!makes_a_cell<void*, plain_t> && !makes_a_cell<const int*, plain_t>, "not whether an address is null");
static_assert(makes_a_cell<const char*, plain_t> && makes_a_cell<char*, plain_t>, "text");

struct row {
  time_quantity time{};
  int cores = 0;
};
constexpr auto time_column = column<"Time", us>(&row::time).digits(1).left().bare().at_least(9).for_files();
static_assert(time_column.facts.title == "Time" && time_column.facts.unit == "μs" && time_column.facts.digits == 1);
static_assert(time_column.facts.side == align::left && !time_column.facts.separators);
static_assert(time_column.facts.min_width == 9 && !time_column.facts.on_console);
static_assert(time_column.shown_as("usec").facts.unit == "usec" && time_column.facts.unit == "μs", "a copy changes");
constexpr auto red_when_few = [](const row& r) { return r.cores < 10 ? colour::red : colour::none; };
constexpr auto red = column<"Cores">(&row::cores).coloured(red_when_few);
static_assert(red.style(row{{}, 9}) == colour::red && red.style(row{{}, 10}) == colour::none);
static_assert(columns(time_column).with(red).with(columns(red, red)).all.size == 4);

}  // namespace test_table_cell
