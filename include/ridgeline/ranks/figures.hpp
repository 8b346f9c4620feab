#ifndef RIDGELINE_RANKS_FIGURES_HPP
#define RIDGELINE_RANKS_FIGURES_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/ranks/element_bytes.hpp>
#include <ridgeline/ranks/matching.hpp>

namespace ridgeline {

/// Bus bandwidth over algorithm bandwidth among n ranks, as nccl-tests has it; not a number where there is no factor.
double bus_factor(gpu::collective_kind kind, double n);

/// What a collective came to. Times are microseconds on the clock of `reference`, sizes bytes, rates bytes a second.
/// What cannot be told is not a number. Of an incomplete collective only `last_start` is known.
struct collective_figures {
  std::uint32_t collective = 0;            ///< of the matching
  std::uint32_t reference = missing<std::uint32_t>;
  double last_start = missing<double>;     ///< when the last member came
  double skew = missing<double>, raw_skew = missing<double>, uncertainty = missing<double>;
  std::uint32_t last_call = missing<std::uint32_t>;  ///< of the last one to come; missing: it cannot be told who
  double lead = missing<double>;           ///< from the second latest start to the last
  double mean_wait = missing<double>, transfer = missing<double>, end_skew = missing<double>;
  double message = missing<double>, algorithm_rate = missing<double>, bus_rate = missing<double>;
  bool told() const { return skew > uncertainty; }
};

/// Of all collectives, by the time at which their last member came.
std::vector<collective_figures> figures_of(const call_matching& all);

/// How long one call waited for the last one, and how long its transfer took; not a number where its clock is unknown.
double wait_of(const call_matching& all, const collective_figures& f, std::uint32_t call);
double transfer_of(const call_matching& all, const collective_figures& f, std::uint32_t call);

/// The message of nccl-tests; not a number where a size or a type is not known.
double message_bytes(const call_matching& all, const matched_collective& c);

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_FIGURES_HPP
