#ifndef RIDGELINE_TT_RECORD_MARKER_HPP
#define RIDGELINE_TT_RECORD_MARKER_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/units.hpp>

namespace ridgeline {

/// The small processors of a core that record markers. `core_agg` represents a whole core (traces). A core of Quasar
/// has eight data movers, of which the first starts the others, and four engines of four processors that compute; these
/// follow in the order of their names.
enum class tt_risc : std::uint8_t {
  none, brisc, ncrisc, trisc_0, trisc_1, trisc_2, erisc, core_agg, quasar_dm0, quasar_dm7 = quasar_dm0 + 7
};

inline constexpr std::array<std::string_view, 32> tt_risc_names{
    "", "BRISC", "NCRISC", "TRISC_0", "TRISC_1", "TRISC_2", "ERISC", "CORE_AGG",
    "QUASAR_DM0", "QUASAR_DM1", "QUASAR_DM2", "QUASAR_DM3", "QUASAR_DM4", "QUASAR_DM5", "QUASAR_DM6", "QUASAR_DM7",
    "QUASAR_NEO0_TRISC0", "QUASAR_NEO0_TRISC1", "QUASAR_NEO0_TRISC2", "QUASAR_NEO0_TRISC3",
    "QUASAR_NEO1_TRISC0", "QUASAR_NEO1_TRISC1", "QUASAR_NEO1_TRISC2", "QUASAR_NEO1_TRISC3",
    "QUASAR_NEO2_TRISC0", "QUASAR_NEO2_TRISC1", "QUASAR_NEO2_TRISC2", "QUASAR_NEO2_TRISC3",
    "QUASAR_NEO3_TRISC0", "QUASAR_NEO3_TRISC1", "QUASAR_NEO3_TRISC2", "QUASAR_NEO3_TRISC3"};
inline constexpr std::size_t tt_risc_count = tt_risc_names.size();
/// One of something for each processor, by `tt_risc`.
template <class T>
using tt_by_risc = std::array<T, tt_risc_count>;
constexpr std::string_view name_of(tt_risc r) { return tt_risc_names[static_cast<std::size_t>(r)]; }
/// The processor of that name; `none` if there is none. Logs since late 2025 call a whole core TENSIX_RISC_AGG; those
/// of the streaming profiler number the processors of an ethernet core, and logs of tools have TRISC0.
constexpr tt_risc tt_risc_named(std::string_view name) {
  if (name.size() == 15 && name == "TENSIX_RISC_AGG") return tt_risc::core_agg;
  if (name.empty()) return tt_risc::none;
  if (name == "ERISC_0" || name == "ERISC_1") return tt_risc::erisc;
  if (name.size() == 6 && name.starts_with("TRISC") && name[5] >= '0' && name[5] <= '2')
    return static_cast<tt_risc>(static_cast<int>(tt_risc::trisc_0) + (name[5] - '0'));
  for (std::size_t i = 1; i < tt_risc_names.size(); ++i)  // first and last letter distinguish nearly all
    if (const std::string_view known = tt_risc_names[i]; known.front() == name.front() && known.back() == name.back())
      if (known == name) return static_cast<tt_risc>(i);
  return tt_risc::none;
}

/// Whether a zone is the firmware or the kernels of Quasar's data movers: `DM0-FW`, `DM-KERNEL`.
constexpr bool is_quasar_mover_zone(std::string_view name) {
  if (!core_detail::take_front(name, "DM")) return false;
  if (!name.empty() && name[0] >= '0' && name[0] <= '7') name.remove_prefix(1);
  return name == "-FW" || name == "-KERNEL";
}

/// The zone that a name stands for: firmware names the zones of an Ethernet core by what the core is used for as well,
/// `ACTIVE-ERISC-KERNEL` or `SUBORDINATE-IDLE-ERISC-FW`, which is `ERISC-FW`; the writer of the log appends to those of
/// a dispatch core what it did for which op, `CQ-DISPATCH:1024:CQ_DISPATCH_CMD_WAIT`. Other names are unchanged.
constexpr std::string_view tt_usual_zone(std::string_view name) {
  if (name.starts_with("CQ-DISPATCH")) return name.substr(0, name.find(':'));
  const bool firmware = name.ends_with("-FW");
  if (!firmware && !name.ends_with("-KERNEL")) return name;
  bool ethernet = false;
  for (std::string_view rest = name; rest.find('-') != std::string_view::npos;) {
    const std::string_view word = rest.substr(0, rest.find('-'));
    rest.remove_prefix(word.size() + 1);
    if (word == "ERISC") ethernet = true;
    else if (word != "ACTIVE" && word != "IDLE" && word != "SLAVE" && word != "SUBORDINATE") return name;
  }
  return !ethernet ? name : firmware ? "ERISC-FW" : "ERISC-KERNEL";
}

/// Whether a processor starts those of its worker core: its firmware spans the core's work.
constexpr bool leads_core(tt_risc r) { return r == tt_risc::brisc || r == tt_risc::quasar_dm0; }
constexpr bool is_quasar_mover(tt_risc r) { return r >= tt_risc::quasar_dm0 && r <= tt_risc::quasar_dm7; }
constexpr bool moves_data(tt_risc r) { return r == tt_risc::brisc || r == tt_risc::ncrisc || is_quasar_mover(r); }

/// What a row of a device log marks. Logs with six columns have numbered points; zone logs have the rest.
enum class tt_phase : std::uint8_t { point, begin, end, sum, data, event };

constexpr std::string_view name_of(tt_phase p) {
  constexpr std::array<std::string_view, 6> names{"", "ZONE_START", "ZONE_END", "ZONE_TOTAL", "TS_DATA", "TS_EVENT"};
  return names[static_cast<std::size_t>(p)];
}

/// The four default markers of a kernel run, in all kinds of logs.
enum class tt_point : std::uint8_t { other, fw_start, kernel_start, kernel_end, fw_end };

/// One marker of a device log.
struct tt_marker {
  std::int64_t cycles = -1;    ///< since reset; for sums in logs with six columns, the duration
  std::int64_t data = 0;       ///< the total of a sum; the 64 bits of a data marker, which logs give without a sign
  std::int64_t op = -1;        ///< the host's id of the op; -1: the log has none
  std::uint32_t what = 0;      ///< marker number (six columns), or the zone's symbol
  std::uint16_t device = 0;    ///< position in `tt_device_log::devices`
  std::uint16_t x = 0, y = 0;  ///< core position
  tt_risc risc = tt_risc::none;
  tt_phase phase = tt_phase::point;
  tt_point point = tt_point::other;
};

/// Ids from here on represent durations instead of times, in logs with six columns from early 2024 on.
inline constexpr std::uint32_t first_tt_sum_id = 3000, tt_wait_front_id = 3000, tt_reserve_back_id = 3001;

/// The column layout of a device log, by the names in its header.
enum class tt_log_columns : std::uint8_t {
  markers,   ///< six columns: numbered markers
  run_ids,   ///< zones, and one id per run
  host_ids   ///< zones, and the host's id of each op
};

/// A marker of a dispatch core that names the op it worked for.
struct tt_dispatch_mark {
  std::uint32_t marker = 0;  ///< position in `tt_device_log::markers`
  std::int64_t op = 0;
};

/// From a marker on, up to the next such mark: the trace whose replay its rows belong to, and the number of that
/// replay. -1: none.
struct tt_replay_mark {
  std::uint32_t marker = 0;  ///< position in `tt_device_log::markers`
  std::int64_t trace = -1, session = -1;
};

/// Further data in the metadata of a marker: commands given to a dispatch core, counters of a core, the sub-device that
/// firmware began to run for.
enum class tt_note : std::uint8_t {
  none, command, go_notified, go_sent, sfpu_counter, fpu_counter, math_counter, other_counter, sub_device
};

namespace tt_detail {

/// The position of a core as one number.
constexpr std::uint32_t core_key(const tt_marker& m) { return (std::uint32_t{m.x} << 16) | m.y; }

/// Whether a marker ends the zone that another one begins.
constexpr bool is_end_of(const tt_marker& start, const tt_marker& end) {
  if (start.phase != tt_phase::point) return start.what == end.what;
  return (start.point == tt_point::fw_start) == (end.point == tt_point::fw_end);
}

}  // namespace tt_detail

/// A marker with such metadata. A command's value is the symbol of its name in `tt_device_log::zones`; a counter's is
/// what it counted in `reference` cycles; a sub-device's is its id.
struct tt_marker_note {
  std::uint32_t marker = 0;  ///< position in `tt_device_log::markers`
  tt_note what = tt_note::none;
  std::int64_t reference = -1, value = -1;
};

/// A device log: its markers in file order, and the data in its first lines.
struct tt_device_log {
  std::string arch{};
  frequency clock = missing<frequency>;
  std::int64_t worker_cores = 0;         ///< `Max Compute Cores`; 0: not given
  tt_log_columns columns = tt_log_columns::markers;
  std::vector<std::int32_t> devices;     ///< ids in order of appearance
  std::vector<tt_marker> markers;
  std::vector<tt_dispatch_mark> dispatch;
  std::vector<tt_marker_note> notes;     ///< by marker
  std::vector<tt_replay_mark> replays;   ///< by marker; empty in logs that do not name replays
  symbol_pool zones{};                   ///< names of zones, by `tt_marker::what`, and of commands
  std::uint64_t wraps = 0;               ///< processors whose cycle counter wrapped; times are corrected
  std::int64_t first_wrap = missing<std::int64_t>;  ///< position of the first marker after one
  bool has_erisc = false;
  bool has_run_ids = false;              ///< zone logs until spring 2025
  data_quality quality{};

  bool has_zones() const { return columns != tt_log_columns::markers; }
  /// The duration of `cycles` in nanoseconds.
  double nanoseconds(double cycles) const { return cycles * 1000 / clock.in(MHz); }
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_MARKER_HPP
