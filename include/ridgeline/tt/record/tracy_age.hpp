#ifndef RIDGELINE_TT_RECORD_TRACY_AGE_HPP
#define RIDGELINE_TT_RECORD_TRACY_AGE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ridgeline {

/// The generations of tt-metal's op logs since April 2024, each named after the first month known to write it.
enum class tt_tracy_age : std::uint8_t { apr24, jun24, oct24, jan25, apr25, jun25, sep25, dec25, mid26 };

/// The report layout of each generation's script, and what it computes differently from what it says. One row each.
struct tt_tracy_layout {
  tt_tracy_age age;
  std::string_view name;
  bool calls;               ///< sums of host calls
  bool path;                ///< KERNEL PATH, later SOURCE
  bool traces;              ///< trace ids, kernel sizes; ops joined by id, kernel latency
  bool per_core;            ///< spans inside each core, utilisation
  bool movers;              ///< spans from the first data mover on, dispatch times
  bool padded;              ///< extents as `32[19]`, kernel sizes by Tensix processor
  bool counters;            ///< always has the columns of performance counters
  bool of_2026;             ///< chip, worker cores, program hash and cache hit, further utilisations
  bool models_exchanged;    ///< the columns PM IDEAL and PM COMPUTE are swapped
  bool by_message;          ///< rows are ordered by the time of the message, not of the zone
  bool from_first_marker;   ///< the first go signal is timed from the log's first marker
  int utilisation_digits;   ///< decimals of PM FPU UTIL
};

inline constexpr std::array<tt_tracy_layout, 9> tt_tracy_layouts{{
    // age, name, calls, path, traces, core, movers, padded, counters, 2026, models, message, marker, digits
    {tt_tracy_age::apr24, "apr24", false, true, false, false, false, false, false, false, true, true, false, 3},
    {tt_tracy_age::jun24, "jun24", true, true, false, false, false, false, false, false, true, true, false, 3},
    {tt_tracy_age::oct24, "oct24", true, false, false, false, false, false, false, false, true, true, false, 3},
    {tt_tracy_age::jan25, "jan25", true, false, true, false, false, false, false, false, true, false, false, 3},
    {tt_tracy_age::apr25, "apr25", true, false, true, true, false, false, false, false, false, false, false, 1},
    {tt_tracy_age::jun25, "jun25", true, false, true, true, true, false, false, false, false, false, true, 3},
    {tt_tracy_age::sep25, "sep25", true, false, true, true, true, true, false, false, false, false, false, 3},
    {tt_tracy_age::dec25, "dec25", true, false, true, true, true, true, true, false, false, false, false, 3},
    {tt_tracy_age::mid26, "mid26", true, false, true, true, true, true, false, true, false, false, false, 3},
}};

constexpr const tt_tracy_layout& layout_of(tt_tracy_age age) { return tt_tracy_layouts[static_cast<std::size_t>(age)]; }
constexpr std::string_view name_of(tt_tracy_age age) { return layout_of(age).name; }

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_TRACY_AGE_HPP
