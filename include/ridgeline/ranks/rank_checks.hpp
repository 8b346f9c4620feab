#ifndef RIDGELINE_RANKS_RANK_CHECKS_HPP
#define RIDGELINE_RANKS_RANK_CHECKS_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/advise/health.hpp>
#include <ridgeline/core/missing.hpp>

namespace ridgeline {

/// The health checks that run on each rank's trace.
inline constexpr std::array<std::string_view, 23> rank_check_names{
    "no_gpu_work", "kernels_lost", "cut_end", "cut_start", "unlinked_work", "zero_duration", "clipped_duration",
    "epoch_mixed", "clock_offset", "order_inverted", "stream_overlap", "duplicates", "correlation_repeated",
    "graph_replays", "graph_collapsed", "idle_unexplained", "host_ops_missing", "shapes_missing",
    "collective_args_missing", "profiler_overhead", "warmup_step", "records_dropped", "file_damaged"};

/// A check that found something in the trace of one rank.
struct rank_check {
  std::uint8_t number = 0;  ///< index in `rank_check_names`
  trace_verdict is = trace_verdict::not_applicable;
  std::uint64_t count = 0;
  double share = 0;
  std::int64_t first = missing<std::int64_t>;
  std::string message{};

  std::string_view name() const { return rank_check_names[number]; }
};

/// Results of the checks on one rank's trace; for checks that found nothing, only that they were made. With a
/// thousand ranks these results are most of what is kept.
struct rank_checks {
  std::uint32_t sound = 0;           ///< bit n: check number n was made and found nothing
  std::vector<rank_check> found;   ///< in the order of the trace's health table

  /// Records a check's result if it is one of the per-rank checks.
  void add(const health_check& c);
  const rank_check* find(std::string_view name) const;
  bool is_sound(std::string_view name) const;
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RANK_CHECKS_HPP
