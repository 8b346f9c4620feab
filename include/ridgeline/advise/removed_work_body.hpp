#ifndef RIDGELINE_ADVISE_REMOVED_WORK_BODY_HPP
#define RIDGELINE_ADVISE_REMOVED_WORK_BODY_HPP

#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/advise/replay.hpp>

/// What the host saves when work goes.
namespace ridgeline::advise_detail {

inline constexpr std::int64_t loading_call = 1'000'000;  // ns: a launch that takes longer loads its module

inline bool is_long_launch(const activity_call& c) {
  return c.kind == call_kind::kernel_launch && c.time.base() > loading_call;
}

/// The works that a change removes, and the ops that go with them. The activity may not move.
class removed_work {
 public:
  removed_work(const gpu_activity& a, const replay_change& change) : a_(a), works_(change.gone) {
    works_.insert(works_.end(), change.gone_alone.begin(), change.gone_alone.end());
    if (works_.empty()) return;
    gone_.resize(a.works.size());
    for (const std::uint32_t w : works_) gone_[w] = true;
    stays_.resize(a.ops.size());
    std::vector<bool> host_stays(change.gone_alone.empty() ? 0 : a.works.size());
    for (const std::uint32_t w : change.gone_alone) host_stays[w] = true;
    for (std::uint32_t w = 0; w < gone_.size(); ++w)
      if (const std::uint32_t op = a.works[w].op; known(op) && (!gone_[w] || (!host_stays.empty() && host_stays[w])))
        stays_[op] = true;
  }
  const gpu_activity& activity() const { return a_; }
  std::span<const std::uint32_t> works() const { return works_; }
  bool contains(std::uint32_t w) const { return !gone_.empty() && gone_[w]; }
  /// The op of removed work, if all its works go, and the host time with them.
  const activity_op* op_of(std::uint32_t w) const {
    const activity_op* const op = a_.op_of(a_.works[w]);
    return op != nullptr && !stays_[a_.works[w].op] ? op : nullptr;
  }
  /// What the host does for removed work before it launches it.
  duration host_time_before(std::uint32_t w, const activity_call& launch) const {
    const activity_op* const op = op_of(w);
    const bool within = op != nullptr && op->start < launch.start && launch.start < op->end();
    return within ? launch.start - op->start : duration();
  }

 private:
  const gpu_activity& a_;
  std::vector<std::uint32_t> works_;
  std::vector<bool> gone_{}, stays_{};  // by work; by op
};

/// The host time of a change, and that which goes with its removed works: the span of an op whose works all go, and
/// otherwise the launches, since the op is called for the rest. A launch that loads its module stays in either case.
inline std::vector<host_cut> cuts_of(const replay_change& change, const removed_work& gone) {
  const gpu_activity& a = gone.activity();
  std::vector<host_cut> cuts = change.cuts;
  for (const std::uint32_t i : change.gone) {
    const activity_call* const call = a.call_of(a.works[i]);
    const activity_op* const op = a.op_of(a.works[i]);
    const bool loads = op != nullptr && call != nullptr && call->time.base() > loading_call && call->time < op->time;
    if (gone.op_of(i) != nullptr)
      cuts.push_back({op->end(), loads ? op->time - call->time : op->time,
                      call != nullptr ? call->thread : missing<std::uint32_t>});
    else if (call != nullptr && call->kind != call_kind::graph_launch && !loads)
      cuts.push_back({call->end(), call->time, call->thread});
  }
  return cuts;
}

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_REMOVED_WORK_BODY_HPP
