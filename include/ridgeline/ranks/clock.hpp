#ifndef RIDGELINE_RANKS_CLOCK_HPP
#define RIDGELINE_RANKS_CLOCK_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/ranks/collectives.hpp>

namespace ridgeline {

/// How far the clock of a rank is ahead of another's, as their collectives tell. Microseconds; drift in parts of a
/// million. The interval holds the truth in 95 of 100 cases, when ends differ by jitter alone.
struct clock_estimate {
  enum class basis : std::uint8_t {
    unknown,    ///< the ranks share no collective
    reference,  ///< the rank itself
    bounds,     ///< too few collectives for statistics: no rank leaves before the other has come
    ends        ///< a straight line through the differences of ends
  };
  basis by = basis::unknown;
  std::int64_t shared = 0;                ///< collectives with the rank that it was compared with
  double offset = missing<double>;          ///< at the time `at`
  double half_width = missing<double>;      ///< of the 95 % interval of the offset
  double drift = missing<double>, drift_half_width = missing<double>;
  double at = missing<double>;              ///< on the clock of the rank that it was compared with
  double own_at = missing<double>;          ///< the same time on the rank's own clock
  std::uint32_t compared_with = missing<std::uint32_t>; ///< position of that rank
  std::uint32_t reference = missing<std::uint32_t>;     ///< position of the rank that the offset is to

  bool is_known() const { return by != basis::unknown; }

  /// Makes an offset to rank `from`, whose own is `via`, one to the reference of `via`. Drifts stay as they are.
  void add_offset_of(const clock_estimate& via, std::uint32_t from);
};

/// When two ranks were in one collective.
struct shared_collective {
  double start = 0, end = 0;              ///< on the clock compared with
  double other_start = 0, other_end = 0;  ///< on the clock in question
};

/// The offset of the clock in question: other minus the one compared with.
clock_estimate estimate_clock(const std::vector<shared_collective>& shared);

/// The clock of each rank against that of the lowest rank that took part in a synchronising collective. Such a
/// collective ends on all ranks when the last one has come, so that its ends differ by clock and jitter. A rank that
/// is always later out of collectives than others cannot be told from one with a fast clock.
std::vector<clock_estimate> clocks_of(const fleet_collectives& all);

/// A stamp of a rank, on the reference's clock, and how far that can be off (95 %). Not a number for an unknown clock.
struct corrected_stamp {
  double at = missing<double>, half_width = missing<double>;
};
corrected_stamp corrected(const clock_estimate& c, double stamp);

/// The first and the last of several stamps, each on a clock of its own. Whoever may have been the first in its place
/// counts for how far that can be off; so does whoever may have been the last.
struct corrected_extremes {
  corrected_stamp first{}, last{};
  double skew() const { return last.at - first.at; }
  double half_width() const;
};
corrected_extremes extremes_of(const std::vector<corrected_stamp>& stamps);

/// What of a collective's skew in start time is no clock: with each start put on the reference's clock, and how far
/// that can be off (95 %). Not a number where a rank's clock is unknown.
struct corrected_skew {
  double skew = missing<double>, half_width = missing<double>;
  corrected_stamp last{};  ///< when the last rank came
  /// Whether skew can be told from clock.
  bool told() const { return skew > half_width; }
};

corrected_skew corrected_skew_of(const fleet_collectives& all, const std::vector<clock_estimate>& clocks,
                                 const collective_row& row);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_CLOCK_HPP
