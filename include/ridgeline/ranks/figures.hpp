#ifndef RIDGELINE_RANKS_FIGURES_HPP
#define RIDGELINE_RANKS_FIGURES_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/ranks/matching.hpp>

namespace ridgeline {

/// Bus bandwidth divided by algorithm bandwidth for n ranks, as defined by nccl-tests; NaN if there is no factor.
double bus_factor(gpu::collective_kind kind, double n);

/// Metrics of one collective. Times in microseconds on the clock of `reference`, sizes in bytes, rates in bytes per
/// second; NaN if unknown. For an incomplete collective only `last_start` is known.
struct collective_figures {
  std::uint32_t collective = 0;            ///< position in the matching
  std::uint32_t reference = missing<std::uint32_t>;
  double last_start = missing<double>;     ///< when the last member arrived
  double skew = missing<double>, raw_skew = missing<double>, uncertainty = missing<double>;
  std::uint32_t last_call = missing<std::uint32_t>;  ///< call of the last member to arrive; missing: not known which
  double lead = missing<double>;           ///< time from the second-latest start to the latest
  double mean_wait = missing<double>, transfer = missing<double>, end_skew = missing<double>;
  double message = missing<double>, algorithm_rate = missing<double>, bus_rate = missing<double>;
  bool is_certain() const { return skew > uncertainty; }
};

/// The metrics of all collectives, by the time at which their last member arrived.
std::vector<collective_figures> figures_of(const call_matching& all);

/// How long one call waited for the last member, and how long its transfer took, in microseconds; NaN if its clock
/// is unknown.
double wait_of(const call_matching& all, const collective_figures& f, std::uint32_t call);
double transfer_of(const call_matching& all, const collective_figures& f, std::uint32_t call);
/// How long the GPU computed or copied beside one call, in microseconds.
double work_beside(const call_matching& all, std::uint32_t call);

/// How long each call may have waited for a call that no trace has or that cannot be told, in microseconds: its time
/// with no work beside it beyond that of the shortest of its kind and size. 0 for calls of complete collectives.
std::vector<double> open_waits_of(const call_matching& all);

/// The message size in bytes as nccl-tests defines it; NaN if a size or a type is unknown.
double message_bytes(const call_matching& all, const matched_collective& c);

namespace ranks_detail {

/// What a collective moves, in bytes, and how fast, in bytes per second; NaN if unknown. Nobody moves anything in one
/// of a single member.
struct collective_rates {
  double message = missing<double>, algorithm = missing<double>, bus = missing<double>;
};
/// `transfer`: how long it took, in microseconds.
collective_rates rates_of(const call_matching& all, const matched_collective& c, double transfer);

/// The median of the values in each class.
std::vector<double> medians_of(const std::vector<std::uint32_t>& class_of, const std::vector<double>& values,
                               std::size_t classes);

/// Sums of a figure of the calls of a rank, by when they end.
class sums_by_end {
 public:
  sums_by_end(const call_matching& all, const std::vector<double>& of_calls);
  /// Of the calls of a rank that end after a moment and no later than another, on the rank's own clock.
  double in(std::uint32_t rank, std::int64_t after, std::int64_t until) const;

 private:
  struct ended {
    std::uint32_t rank = 0;
    std::int64_t at = 0;
    double sum = 0;  // of all before it, and its own
  };
  double until(std::uint32_t rank, std::int64_t time) const;
  std::vector<ended> ends_;
};

}  // namespace ranks_detail

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_FIGURES_HPP
