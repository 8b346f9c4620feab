#ifndef RIDGELINE_TT_DEVICE_SAMPLES_HPP
#define RIDGELINE_TT_DEVICE_SAMPLES_HPP

#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/tt/device/lines.hpp>
#include <ridgeline/tt/record/log_faults.hpp>
#include <ridgeline/tt/record/measure.hpp>

namespace ridgeline {

/// One interval found by an analysis. Sums have no start.
struct tt_sample {
  std::int64_t start = 0, cycles = 0;
  bool begins = true;  ///< false: its first marker is an end, so that its start is lost
  bool ends = true;    ///< false: its last marker is a start, so that its end is lost
  bool is_whole() const { return begins && ends; }
  std::int64_t end() const { return start + cycles; }
};

/// The median of `values`: the middle one, or the mean of the two middle ones. Reorders `values`.
double median_of(std::vector<std::int64_t>& values);
double median_of(std::vector<double>& values);

/// Statistics of samples, in cycles. A sum beyond 64 bits saturates.
struct tt_statistics {
  std::int64_t count = 0, sum = 0, first = 0;
  std::int64_t min = INT64_MAX, max = 0;
  double median = missing<double>;

  void add(std::int64_t cycles);
  /// Adds other samples; the median must be set by the caller.
  void merge(const tt_statistics& more);
  double average() const { return static_cast<double>(sum) / static_cast<double>(count); }
  std::int64_t range() const { return max - min; }

 private:
  void add_to_sum(std::int64_t cycles);
};

/// The statistics of `samples`; `scratch` is scratch space.
tt_statistics statistics_of(std::span<const tt_sample> samples, std::vector<std::int64_t>& scratch);

/// Decides which markers of a log satisfy a condition.
class tt_matcher {
 public:
  /// `exact`: zones with these very names, none that stands for the same (`tt_usual_zone`).
  tt_matcher(const tt_condition& c, const tt_device_log& log, bool exact = false);

  bool operator()(const tt_entry& e, const tt_lines& lines) const {
    const bool may_be = (riscs_ & only(e.risc)) != 0 && (phases_ >> static_cast<unsigned>(e.phase) & 1) != 0;
    return may_be && (zones_ || e.what == what_) && matches(e, lines);
  }

 private:
  bool matches(const tt_entry& e, const tt_lines& lines) const;
  static std::uint32_t what_of(const tt_entry& e, const tt_lines& lines);

  tt_condition condition_;
  bool zones_;
  tt_riscs riscs_;              // empty if nothing can match
  unsigned phases_ = ~0u;       // one bit per phase
  std::uint16_t what_ = 0;      // number of the marker, as in entries
  std::vector<char> wanted_;    // by zone symbol
};

/// Takes the samples of one analysis from time lines.
class tt_sampler {
 public:
  tt_sampler(const tt_measure& a, const tt_lines& lines, const tt_log_faults& faults = {})
      : analysis_(a), lines_(lines), start_(a.start, *lines.log, faults.erisc_zones_of_one_name),
        end_(a.end, *lines.log, faults.erisc_zones_of_one_name),
        from_ends_(faults.spans_from_ends || a.start.phase != tt_phase::point),
        to_starts_(faults.spans_to_starts || a.end.phase != tt_phase::point) {}

  const tt_measure& analysis() const { return analysis_; }

  /// Pairs of a start and the next end, repeatedly.
  void adjacent(std::span<const tt_entry> line, std::vector<tt_sample>& out) const;
  /// The same for each RISC separately, ordered by end.
  void zones(std::span<const tt_entry> line, std::vector<tt_sample>& out) const;
  /// The first start, and the last end after it.
  void first_last(std::span<const tt_entry> line, std::vector<tt_sample>& out) const;
  /// The same for a device, from the lines of its cores: the first start of all, and the last end after it.
  void first_last(const tt_device_line& device, std::vector<tt_sample>& out) const;
  /// The same in each launch of a core: from one start of its BRISC to the next.
  void launches(std::span<const tt_entry> line, std::vector<tt_sample>& out) const;
  /// The same on each core of an op, cores by number.
  void cores(std::span<const tt_entry> line, std::vector<tt_sample>& out) const;
  /// The durations recorded by markers of a core.
  void sums(std::span<const std::uint32_t> markers, std::vector<tt_sample>& out) const;
  /// The total recorded by an op's markers; no sample if it is 0.
  void total(std::span<const tt_entry> line, std::vector<tt_sample>& out) const;
  /// The samples of one op, by the analysis's sampling method.
  void of_op(std::span<const tt_entry> line, std::vector<tt_sample>& out) const;
  /// The samples of a core's or a device's line.
  void of_line(std::span<const tt_entry> line, std::span<const std::uint32_t> durations,
               std::vector<tt_sample>& out) const;

 private:
  tt_measure analysis_;
  const tt_lines& lines_;
  tt_matcher start_, end_;
  bool from_ends_, to_starts_;  // a span may begin with an end, end with a start
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_SAMPLES_HPP
