#ifndef RIDGELINE_XLA_SHEET_PAIRS_HPP
#define RIDGELINE_XLA_SHEET_PAIRS_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

/// Asynchronous ops of TPUs and of the host: `all-gather-start.1` begins what `all-gather-done.1` waits for, and the
/// line `Async XLA Ops` shows what passes between them. The pair is one collective, from the begin of its start to the
/// end of what that line shows, else to the end of its done.
class xla_pairs {
 public:
  /// The report must outlive it.
  explicit xla_pairs(const jax_result& r);

  /// When the op that this event starts has ended, in picoseconds of the trace; the event's own end where it starts
  /// none.
  std::int64_t end_of(std::uint32_t uid) const { return end_[uid]; }
  /// Whether the event is the second half of a pair, or what passes between the two where its start is there as well.
  bool is_second(std::uint32_t uid) const { return second_[uid]; }

 private:
  std::vector<std::int64_t> end_;     // by uid
  std::vector<bool> second_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_PAIRS_HPP
