#ifndef RIDGELINE_ADVISE_REPLAY_HPP
#define RIDGELINE_ADVISE_REPLAY_HPP

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/advise/hosts.hpp>
#include <ridgeline/gpu/path/delay.hpp>
#include <ridgeline/timeline/dependency_graph.hpp>

/// How much wall time a change saves: replays the work of a trace while preserving all dependencies.
namespace ridgeline {

namespace advise_detail {
class replay_builder;
class removed_work;
}

/// Host time removed after a point in time. Of several at the same point of a host, the longest counts: they are one
/// call. Without a thread, the host that acts next is meant.
struct host_cut {
  time_point at{};
  duration time{};
  std::uint32_t thread = missing<std::uint32_t>;
};

/// A hypothetical change. Numbers refer to the activity's works, and for calls to its `calls`.
struct replay_change {
  std::vector<std::pair<std::uint32_t, duration>> times{};  ///< works and new durations; the shortest counts
  /// Works that are removed, with the host time of an op whose works all are, and otherwise that of their launches.
  std::vector<std::uint32_t> gone{};
  std::vector<std::uint32_t> gone_alone{};                  ///< works that are removed, for which the host time stays
  /// Works, and how much sooner they start behind their launch and what else they follow.
  std::vector<std::pair<std::uint32_t, duration>> sooner{};
  std::vector<host_cut> cuts{};
  std::vector<std::uint32_t> freed{};                       ///< blocking calls that wait for nothing
  bool fast_host = false;                                   ///< the host takes no time between blocking calls

  bool empty() const {
    return times.empty() && gone.empty() && gone_alone.empty() && sooner.empty() && cuts.empty() && freed.empty() &&
           !fast_host;
  }
  void let_go(std::span<const std::uint32_t> works) { gone.insert(gone.end(), works.begin(), works.end()); }
  /// Combines both changes.
  void add(const replay_change& other);
};

/// The model. Work starts once the previous work on its stream has ended, once its launch and the minimum delay of its
/// stream have passed (at most 5 us above the least of its process and device), and, if it started later than that,
/// once the work on another stream had ended that it must have waited for; the remaining delay is kept. A blocking
/// call waits for work that its process issued before it and that ended by its end. A host (`activity_hosts`) is a
/// single resource: moving one call moves all its later ones. Without a change, every timestamp is reproduced. A replay
/// takes time linear in the number of works and calls.
///
/// It is a reduced form of the dependency graph in `gpu/path/graph.hpp`: the same points in time and kinds of delays,
/// but a single chain for each host with only launches and blocking calls on it, so that every report can afford it.
class gpu_replay {
 public:
  /// The activity must not move.
  explicit gpu_replay(const gpu_activity& a);

  const gpu_activity& activity() const { return *a_; }
  const activity_hosts& hosts() const { return hosts_; }
  /// From the first start to the last end as recorded.
  duration window() const { return window_; }
  /// The same after a change.
  duration total(const replay_change& change) const;
  /// The saving of a change; negative if it costs time.
  duration saved(const replay_change& change) const { return window_ - total(change); }

  /// The start of every work after a change; meaningless for removed works.
  std::vector<time_point> starts(const replay_change& change) const;

  /// When a work could have started, and the work of another stream it waited for; used by the checks on idle time.
  struct waiting {
    std::int64_t ready = missing<std::int64_t>;      ///< by stream, launch and other stream; ns; missing: unknown
    std::uint32_t other = missing<std::uint32_t>;    ///< the work on another stream
    bool stated = false;                               ///< a call told the stream to wait, or no launch on it is known
  };
  const waiting& waiting_of(std::uint32_t work) const { return waits_[work]; }

  /// A blocking call: when the work it waits for had ended (missing: none), and its own cost after that.
  struct blocking {
    std::uint32_t call = 0;
    std::int64_t waited = missing<std::int64_t>;
    std::int64_t cost = 0;
  };
  const std::vector<blocking>& blocking_calls() const { return blocking_; }
  /// The blocking calls that are followed by a launch of the same host, in the form `freed` takes.
  std::vector<std::uint32_t> followed_calls() const;

 private:
  friend class advise_detail::replay_builder;
  /// The duration of each edge after a change.
  std::vector<double> delays_with(const replay_change& change, const advise_detail::removed_work& gone) const;
  void let_go(const advise_detail::removed_work& gone, std::vector<double>& delays) const;
  void cut(std::vector<host_cut> cuts, std::vector<double>& delays) const;
  /// Edges are numbered by target, and each work has two nodes, its begin and its end.
  std::uint32_t begin_of(std::uint32_t work) const { return graph_.edges()[task_edge_[work]].from; }
  std::uint32_t end_of(std::uint32_t work) const { return graph_.edges()[task_edge_[work]].to; }

  const gpu_activity* a_;
  activity_hosts hosts_;
  duration window_{};
  std::int64_t origin_ = 0;                     // origin of the graph's times, ns
  std::vector<waiting> waits_;
  std::vector<blocking> blocking_;
  dependency_graph graph_{};
  std::vector<delay_kind> kinds_;               // by edge
  std::vector<std::uint32_t> task_edge_;        // by work: from its begin to its end; follows the edges to its begin
  std::vector<std::uint32_t> launch_node_;      // by work: where its launch begins, or missing
  std::vector<std::int64_t> delay_;             // by stream: the minimum from launch to start
  std::vector<std::uint32_t> cost_edge_;        // by blocking call: its own time; precedes the wait's edge
  struct host_edge {
    std::uint32_t edge = 0, host = 0;
    bool launched = false;                      // something of its process was launched before
  };
  std::vector<host_edge> host_edges_;           // from call to call, in order
  std::vector<std::uint32_t> queued_;           // launches that waited for room in the queue
};

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_REPLAY_HPP
