#ifndef RIDGELINE_TT_READ_COMPARED_REPLAYS_BODY_HPP
#define RIDGELINE_TT_READ_COMPARED_REPLAYS_BODY_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/key_table.hpp>

/// The rows of an ops CSV that runs are compared by, and which of their replays are steps.
namespace ridgeline::tt_detail {

/// A row that ran on a device, or a signpost.
struct compared_row {
  std::uint32_t op = missing<std::uint32_t>;    ///< missing: a signpost
  std::uint32_t kernel = 0, mark = 0;           ///< `mark`: position in the names of signposts
  std::int64_t time = missing<std::int64_t>, gap = 0;
  std::int64_t trace = missing<std::int64_t>, session = missing<std::int64_t>;  ///< of a replay
  std::int64_t device = 0, call = -1;
  double start = missing<double>;               ///< on the host's clock, ns
  std::uint64_t line = 0;
  bool communicates = false, stale_start = false;
};

/// The replays that open steps. Sessions count from 1 for each captured trace, and a program may replay several. Of
/// those replayed twice or more, the one that takes most time, over all devices, opens a step at each replay; a device
/// that did not run it has one of its own. Rows of other traces follow it like rows of none.
class replay_steps {
 public:
  explicit replay_steps(const std::vector<compared_row>& rows) {
    struct on_device {
      std::int64_t device, trace;
    };
    distinct<on_device> seen;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ran;  // device, trace
    for (const compared_row& r : rows) {
      if (!known(r.op) || !known(r.session)) continue;
      const std::uint32_t at = numbers_.number(r.trace);
      if (at == traces_.size()) traces_.push_back({r.trace, r.session, 0, false});
      traces_[at].time += known(r.time) ? r.time : 0;
      traces_[at].again = traces_[at].again || traces_[at].first != r.session;
      const std::size_t before = seen.size();
      seen.number({r.device, r.trace});
      if (seen.size() != before) ran.emplace_back(devices_.number(r.device), at);
    }
    opening_.assign(devices_.size(), missing<std::uint32_t>);
    for (const auto& [device, at] : ran) {
      std::uint32_t& best = opening_[device];
      if (traces_[at].again && (!known(best) || traces_[at].time > traces_[best].time)) best = at;
    }
    for (const std::uint32_t best : opening_) any_ = any_ || known(best);
  }
  bool any() const { return any_; }
  bool several_traces() const { return traces_.size() > 1; }
  /// Whether the row is of a replay that opens a step on its device.
  bool opens(const compared_row& r) {
    if (!known(r.session)) return false;
    const std::uint32_t best = opening_[devices_.number(r.device)];
    return known(best) && traces_[best].id == r.trace;
  }

 private:
  struct trace {
    std::int64_t id = 0, first = 0;  ///< its number, and its first session
    std::int64_t time = 0;           ///< ns
    bool again = false;              ///< there is another session
  };
  query_detail::key_table<std::int64_t> numbers_{}, devices_{};
  std::vector<trace> traces_{};
  std::vector<std::uint32_t> opening_{};  // by device: the trace
  bool any_ = false;
};

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_READ_COMPARED_REPLAYS_BODY_HPP
