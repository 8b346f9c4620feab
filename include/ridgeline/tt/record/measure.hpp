#ifndef RIDGELINE_TT_RECORD_MEASURE_HPP
#define RIDGELINE_TT_RECORD_MEASURE_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include <ridgeline/tt/record/marker.hpp>

namespace ridgeline {

/// The lines of markers over which an analysis runs.
enum class tt_across : std::uint8_t { core, device, ops, dispatch_ops };

/// How an analysis takes samples from a line.
enum class tt_sampling : std::uint8_t {
  adjacent,            ///< a start and the next end, repeatedly; a later start replaces an open one
  session_first_last,  ///< the first start, and the last end after it
  launch_first_last,   ///< the same in each launch of the core
  op_first_last,       ///< the same in each op
  op_core_first_last,  ///< the same on each core of each op
  sum,                 ///< durations recorded by markers
  zone                 ///< as `adjacent`, on each RISC by itself
};

inline constexpr std::array<std::string_view, 4> tt_across_names{"core", "device", "ops", "dispatch_ops"};
inline constexpr std::array<std::string_view, 7> tt_sampling_names{
    "adjacent", "session_first_last", "launch_first_last", "op_first_last", "op_core_first_last", "sum",
    "zone"};
constexpr std::string_view name_of(tt_across a) { return tt_across_names[static_cast<std::size_t>(a)]; }
constexpr std::string_view name_of(tt_sampling s) { return tt_sampling_names[static_cast<std::size_t>(s)]; }

/// A set of RISCs, one bit per RISC.
using tt_riscs = std::uint32_t;
inline constexpr tt_riscs tt_any_risc = 0xffffffff;
static_assert(tt_risc_count == 32);
constexpr tt_riscs only(tt_risc r) { return static_cast<tt_riscs>(1u << static_cast<unsigned>(r)); }

/// The markers that start or end a sample: by number in logs with six columns, else by zone. A zone name that ends
/// with `*` matches all names that contain the text before it. Without a phase, both ends of a zone match. Where both
/// BRISC and NCRISC are asked for, or a zone of both, so are the data movers of Quasar, and theirs.
struct tt_condition {
  std::int64_t marker = -1;                 ///< -1: by zone
  std::array<std::string_view, 4> zones{};  ///< any of these; empty entries are ignored
  tt_riscs riscs = tt_any_risc;
  tt_phase phase = tt_phase::point;         ///< `point`: begin or end
  std::int32_t core_x = -1, core_y = -1;    ///< -1: any core
};

/// A measurement between markers: one row in a table of analyses.
struct tt_measure {
  std::string_view name;
  tt_across across;
  tt_sampling sampling;
  tt_condition start;
  tt_condition end;  ///< not used by sums
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_MEASURE_HPP
