#ifndef RIDGELINE_TT_DEVICE_ANALYSES_HPP
#define RIDGELINE_TT_DEVICE_ANALYSES_HPP

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/tt/record/log_faults.hpp>
#include <ridgeline/tt/record/measure.hpp>

/// The measurements made in a device log, one row per analysis, in the order in which reports print them.
namespace ridgeline {

namespace tt {

/// A marker by number, of the given RISCs or of any.
constexpr tt_condition marker(std::int64_t number, tt_riscs riscs = tt_any_risc) {
  tt_condition c;
  c.marker = number;
  c.riscs = riscs;
  return c;
}
constexpr tt_condition marker(std::int64_t number, tt_risc risc) { return marker(number, only(risc)); }
/// Zones by name, on the given RISCs.
constexpr tt_condition zone(std::array<std::string_view, 4> names, tt_riscs riscs = tt_any_risc,
                            tt_phase phase = tt_phase::point) {
  tt_condition c;
  c.zones = names;
  c.riscs = riscs;
  c.phase = phase;
  return c;
}
inline constexpr std::array<std::string_view, 4> fw_zones{"BRISC-FW", "NCRISC-FW", "TRISC-FW", "ERISC-FW"};
inline constexpr std::array<std::string_view, 4> kernel_zones{"BRISC-KERNEL", "NCRISC-KERNEL", "TRISC-KERNEL",
                                                              "ERISC-KERNEL"};
inline constexpr std::string_view whole_core_fw = "TRACE-FW";  ///< zone of `core_agg`
inline constexpr tt_riscs data_movers = only(tt_risc::brisc) | only(tt_risc::ncrisc);

constexpr tt_measure on_core(std::string_view name, tt_condition start, tt_condition end) {
  return {name, tt_across::core, tt_sampling::adjacent, start, end};
}
constexpr tt_measure on_device(std::string_view name, tt_condition start, tt_condition end) {
  return {name, tt_across::device, tt_sampling::adjacent, start, end};
}
constexpr tt_measure in_op(std::string_view name, tt_condition start, tt_condition end) {
  return {name, tt_across::ops, tt_sampling::op_first_last, start, end};
}

/// From each start of a zone on the given RISCs of a core to its end.
constexpr tt_measure in_zone(std::string_view name, std::string_view of, tt_riscs riscs) {
  const bool several = (riscs & (riscs - 1)) != 0;
  return {name, tt_across::core, several ? tt_sampling::zone : tt_sampling::adjacent,
          zone({of}, riscs, tt_phase::begin), zone({of}, riscs, tt_phase::end)};
}

/// A setup: analyses that precede the default ones, for both kinds of logs. Those over zones are the setups in
/// tt-metal's `device_post_proc_config.py` since 2024.
struct setup {
  std::string_view name;
  std::span<const tt_measure> more{};
  bool ops = true;  ///< whether ops are looked for in zone logs
};
/// Only the default analyses.
inline constexpr setup default_setup{"default_setup"};

/// The setup of that name; null if there is none.
const setup* setup_named(std::string_view name);

}  // namespace tt

/// The analyses of a setup that apply to a log, in printing order. With `spans_from_any_risc`, two of them start
/// where the original's do.
std::vector<tt_measure> tt_analyses_of(const tt::setup& s, const tt_device_log& log, bool ops,
                                        const tt_log_faults& faults = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_ANALYSES_HPP
