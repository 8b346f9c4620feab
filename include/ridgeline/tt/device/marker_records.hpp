#ifndef RIDGELINE_TT_DEVICE_MARKER_RECORDS_HPP
#define RIDGELINE_TT_DEVICE_MARKER_RECORDS_HPP

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ridgeline/core/time.hpp>
#include <ridgeline/query/step.hpp>
#include <ridgeline/tt/record/marker.hpp>

namespace ridgeline {

/// What a device log marks, as a record for pipelines: a zone from its start to its end, a total of zones, or a single
/// marker. Texts are views into the log.
class tt_marker_record {
 public:
  tt_marker_record(const tt_device_log& log, const tt_marker& marker, std::int64_t cycles)
      : log_(&log), marker_(&marker), cycles_(cycles) {}

  /// The marker, of a zone that of its start.
  const tt_marker& marker() const { return *marker_; }
  /// The zone; in logs of numbered markers `BRISC-FW` and `BRISC-KERNEL` for the four default ones, else `marker`.
  std::string_view name() const;
  /// On the clock of its device, each of which has its own, from its reset; missing for a total, and if the log names
  /// no clock.
  time_point start() const;
  /// Of a zone or a total; missing for a single marker, and for a zone whose end is not in the log.
  duration time() const { return cycles_ < 0 ? missing<duration> : whole(cycles_); }
  std::int64_t device() const { return log_->devices[marker_->device]; }
  std::int64_t x() const { return marker_->x; }  ///< of the core
  std::int64_t y() const { return marker_->y; }
  std::string_view risc() const { return name_of(marker_->risc); }
  /// The host's id of the op; missing if the log has none.
  std::int64_t op() const { return marker_->op < 0 ? missing<std::int64_t> : marker_->op; }

 private:
  duration whole(std::int64_t cycles) const { return duration(log_->nanoseconds(static_cast<double>(cycles)) * ns); }

  const tt_device_log* log_;
  const tt_marker* marker_;
  std::int64_t cycles_;
};

/// What a log marks: by device, core and time, behind that the totals of the core. A start that an earlier run left
/// behind is left out. The log must not move.
std::vector<tt_marker_record> markers(const tt_device_log& log);
std::vector<tt_marker_record> markers(tt_device_log&&) = delete;  // The log must outlive its records: name it.
/// Rejects types that have no markers.
template <class Other>
constexpr refused markers(const Other&) {
  static_assert(!std::is_same_v<Other, Other>,
                "markers takes what read_tt_device_log gave, when that is checked: markers(*log)");
  return {};
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_MARKER_RECORDS_HPP
