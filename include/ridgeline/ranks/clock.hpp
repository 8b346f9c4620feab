#ifndef RIDGELINE_RANKS_CLOCK_HPP
#define RIDGELINE_RANKS_CLOCK_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/ranks/collectives.hpp>

namespace ridgeline {

/// How far the clock of a rank is ahead of another's, estimated from their shared collectives. Microseconds; drift
/// in parts per million. The 95 % interval assumes that ends differ by jitter alone.
struct clock_estimate {
  enum class basis : std::uint8_t {
    unknown,    ///< the ranks share no collectives
    reference,  ///< the rank is the reference itself
    bounds,     ///< too few collectives for statistics; only that neither leaves before both have arrived
    ends,       ///< a straight line fitted to the differences of ends
    file        ///< stamps in one file, here or on the way to the reference, which one clock gives
  };
  basis by = basis::unknown;
  std::int64_t shared = 0;                ///< collectives shared with the rank it was compared with
  double offset = missing<double>;          ///< at time `at`
  double half_width = missing<double>;      ///< half-width of the 95 % interval of the offset
  double drift = missing<double>, drift_half_width = missing<double>;
  double at = missing<double>;              ///< on the clock of the rank it was compared with
  double own_at = missing<double>;          ///< the same time on the rank's own clock
  std::uint32_t compared_with = missing<std::uint32_t>; ///< position of that rank
  std::uint32_t reference = missing<std::uint32_t>;     ///< position of the rank that the offset refers to

  bool is_known() const { return by != basis::unknown; }
  /// Whether more than bounds of the offset is known.
  bool is_measured() const { return is_known() && by != basis::bounds; }
  /// How far a time on the rank's own clock is from where the offset holds, if the clock may drift.
  double since_own_at(double stamp) const { return by == basis::ends || by == basis::file ? stamp - own_at : 0; }

  /// Turns an offset relative to rank `from` (whose own estimate is `via`) into one relative to the reference of
  /// `via`. Drifts are unchanged.
  void add_offset_of(const clock_estimate& via, std::uint32_t from);
};

constexpr std::string_view name_of(clock_estimate::basis by) {
  constexpr std::array<std::string_view, 5> names{"unknown", "reference", "bounds", "ends", "file"};
  return names[static_cast<std::size_t>(by)];
}

/// The times at which two ranks were in one collective.
struct shared_collective {
  double start = 0, end = 0;              ///< on the clock it is compared with
  double other_start = 0, other_end = 0;  ///< on the clock being estimated
};

/// The offset of the clock being estimated: other minus the one it is compared with.
clock_estimate estimate_clock(const std::vector<shared_collective>& shared);

/// The clock of each rank relative to that of the lowest rank that took part in a synchronising collective. Such a
/// collective ends on all ranks once the last one has arrived, so its ends differ only by clock offset and jitter. A
/// rank that always leaves collectives later than others cannot be told apart from one with a fast clock.
std::vector<clock_estimate> clocks_of(const fleet_collectives& all);

/// A time stamp of a rank converted to the reference's clock, with its uncertainty (half-width, 95 %). NaN if the
/// rank's clock is unknown.
struct corrected_stamp {
  double at = missing<double>, half_width = missing<double>;
};
corrected_stamp corrected(const clock_estimate& c, double stamp);

/// The earliest and the latest of several stamps that come from different clocks. The uncertainty of each takes into
/// account every stamp that may in truth have been the earliest or the latest.
struct corrected_extremes {
  corrected_stamp first{}, last{};
  double skew() const { return last.at - first.at; }
  double half_width() const;
};
corrected_extremes extremes_of(const std::vector<corrected_stamp>& stamps);

/// The skew in start times of a collective after each start is converted to the reference's clock, with its
/// uncertainty (95 %). NaN if the clock of any rank is unknown.
struct corrected_skew {
  double skew = missing<double>, half_width = missing<double>;
  corrected_stamp last{};  ///< when the last rank arrived
  /// Whether the skew is larger than clock uncertainty could explain.
  bool is_certain() const { return skew > half_width; }
};

corrected_skew corrected_skew_of(const fleet_collectives& all, const std::vector<clock_estimate>& clocks,
                                 const collective_row& row);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_CLOCK_HPP
