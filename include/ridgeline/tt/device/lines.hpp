#ifndef RIDGELINE_TT_DEVICE_LINES_HPP
#define RIDGELINE_TT_DEVICE_LINES_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/tt/record/log_faults.hpp>
#include <ridgeline/tt/record/marker.hpp>

namespace ridgeline {

/// A marker on a time line, with the data needed for searching.
struct tt_entry {
  std::int64_t cycles = 0;
  std::uint32_t marker = 0;  ///< argument of `tt_lines::at`
  std::uint16_t what = 0;    ///< the marker's `what`, limited to 65535
  tt_risc risc = tt_risc::none;
  tt_phase phase : 4 = tt_phase::point;
  tt_point point : 4 = tt_point::other;

  static tt_entry of(const tt_marker& m, std::size_t position);
  /// Whether a zone begins or ends here: by its phase, or in logs of numbered markers by the four default ones.
  bool begins_zone() const { return is_bound(tt_phase::begin, tt_point::fw_start, tt_point::kernel_start); }
  bool ends_zone() const { return is_bound(tt_phase::end, tt_point::fw_end, tt_point::kernel_end); }
  /// Whether a launch of its core begins here: the firmware of its first processor starts.
  bool begins_launch() const { return leads_core(risc) && point == tt_point::fw_start; }

 private:
  bool is_bound(tt_phase p, tt_point firmware, tt_point kernel) const {
    return phase == p || (phase == tt_phase::point && (point == firmware || point == kernel));
  }
};

/// The time line of one core: all markers of its RISCs by time. Equal times are ordered by RISC, then in the log's
/// order or, if the log has a RISC's markers out of order, in the order of a run.
struct tt_core_line {
  std::uint16_t device = 0, x = 0, y = 0;
  std::size_t first = 0, last = 0;            ///< in `tt_lines::entries`
  tt_by_risc<tt_risc> riscs{};                ///< RISCs that recorded something, then `none`
  std::vector<std::uint32_t> sums;            ///< markers that represent durations
};

/// A device: its cores and its earliest marker.
struct tt_device_line {
  std::size_t first_core = 0, last_core = 0;  ///< in `tt_lines::cores`
  std::int64_t t0 = 0;                        ///< the earliest time
  std::uint32_t t0_marker = 0;                ///< the marker that recorded it
};

/// The time lines of a log. In logs with numbered markers, a marker 0 at T0 is added for each RISC.
struct tt_lines {
  const tt_device_log* log = nullptr;
  std::vector<tt_core_line> cores;            ///< by device, row by row
  std::vector<tt_device_line> devices;        ///< in the order of the log
  std::vector<tt_entry> entries;
  std::vector<tt_marker> starts;              ///< the added markers 0
  std::uint64_t disordered = 0;               ///< number of RISCs whose markers are out of order in the log
  std::uint64_t stale = 0;                    ///< number of starts left out because an earlier run recorded them
  std::int64_t first_stale = missing<std::int64_t>;  ///< host id of the op with the first of these

  const tt_marker& at(std::uint32_t marker) const;
  /// The replay that a marker belongs to; nullptr if the log does not say so.
  const tt_replay_mark* replay_of(std::uint32_t marker) const;
  std::span<const tt_entry> of(const tt_core_line& c) const { return {entries.data() + c.first, c.last - c.first}; }
  /// The time line of a device: the lines of its cores, merged by time. Built on each call.
  std::vector<tt_entry> of(const tt_device_line& d) const;
  /// The cores of a device in chip layout order, row by row, as positions in `cores`.
  std::vector<std::size_t> by_place(const tt_device_line& d) const;
};

/// Counted once for each such RISC.
inline constexpr std::string_view tt_disordered_rows =
    "markers of a processor are out of order in the log; they are sorted by time";

/// Counted once for each such marker.
inline constexpr std::string_view tt_stale_starts =
    "start of firmware or of a kernel was recorded by an earlier run; it is left out";

/// The time lines of `log`, which must outlive them.
tt_lines lines_of(const tt_device_log& log, const tt_log_faults& faults = {},
                  unsigned threads = default_threads());

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_LINES_HPP
