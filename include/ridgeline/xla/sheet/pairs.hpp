#ifndef RIDGELINE_XLA_SHEET_PAIRS_HPP
#define RIDGELINE_XLA_SHEET_PAIRS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

/// Asynchronous ops of TPUs and of the host: `all-gather-start.1` starts what `all-gather-done.1` waits for, and the
/// line `Async XLA Ops` shows the transfer in between. Such a pair is one collective, from the begin of its start to
/// the end of the transfer on that line, or else to the end of its done.
class xla_pairs {
 public:
  /// `r` must outlive the object.
  explicit xla_pairs(const jax_result& r);

  /// The end of the op that this event starts, in picoseconds of the trace; the event's own end if it starts none.
  std::int64_t end_of(std::uint32_t uid) const { return end_[uid]; }
  /// Whether the event is the second half of a pair, or the transfer of a pair whose start is also present.
  bool is_second(std::uint32_t uid) const { return second_[uid]; }

 private:
  std::vector<std::int64_t> end_;     // by uid
  std::vector<bool> second_;
};

/// By kind of op, what both halves of a pair are named after: `module/all-gather-start.1`; otherwise its own name.
std::vector<std::string> pair_names(const jax_result& r);

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_PAIRS_HPP
