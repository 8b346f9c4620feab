#ifndef RIDGELINE_ADVISE_STREAM_WAITS_BODY_HPP
#define RIDGELINE_ADVISE_STREAM_WAITS_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/symbol_pool.hpp>

namespace ridgeline::advise_detail {

/// Whether a call lets a stream wait for work that another one was given before (`cudaStreamWaitEvent`).
inline bool lets_stream_wait(std::string_view call) { return call.find("StreamWaitEvent") != call.npos; }

/// Which work can have waited for which. A process cannot wait for the work of another one; and for work of another
/// device only after a call that lets a stream wait (`cudaStreamWaitEvent`).
class stream_waits {
 public:
  explicit stream_waits(const gpu_activity& a) {
    if (a.calls.empty()) return;  // an activity of nothing has no texts either
    asked_once lets_wait(*a.texts, lets_stream_wait);
    for (const activity_call& c : a.calls)
      if (lets_wait(c.name)) calls_.emplace_back(c.process, c.start.base());
    merge_sorted_runs(calls_, [](const waiting_call& x, const waiting_call& y) { return x < y; });
  }

  /// Whether work that was submitted at `then` can have waited for other work, which was submitted at `before`.
  bool possible(const activity_work& w, std::int64_t then, const activity_work& other, std::int64_t before) const {
    const bool of_one = w.process == other.process;
    if (known(w.process) && known(other.process) && !of_one) return false;
    if (!known(w.device) || !known(other.device) || w.device == other.device || !of_one) return true;
    return stated(w.process, before, then);
  }
  /// Whether a call of the process tells a stream to wait between two moments.
  bool stated(std::uint32_t process, std::int64_t from, std::int64_t to) const {
    const auto at = std::lower_bound(calls_.begin(), calls_.end(), waiting_call(process, from));
    return at != calls_.end() && at->first == process && at->second <= to;
  }

 private:
  using waiting_call = std::pair<std::uint32_t, std::int64_t>;  // its process and start
  std::vector<waiting_call> calls_{};
};

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_STREAM_WAITS_BODY_HPP
