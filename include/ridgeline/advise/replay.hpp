#ifndef RIDGELINE_ADVISE_REPLAY_HPP
#define RIDGELINE_ADVISE_REPLAY_HPP

#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/gpu/path/delay.hpp>
#include <ridgeline/timeline/dependency_graph.hpp>

/// What wall time a change gives back: the work of a trace once more, with what waits for what kept.
namespace ridgeline {

namespace advise_detail {
class replay_builder;
}

/// Host time that is taken away behind a moment. Of several of one moment the longest counts: they are one call.
struct host_cut {
  time_point at{};
  duration time{};
};

/// What would be otherwise. Numbers are those of the activity's works; of calls, those of its `calls`.
struct replay_change {
  std::vector<std::pair<std::uint32_t, duration>> times{};  ///< works that take this long; of several the least
  std::vector<std::uint32_t> gone{};                        ///< works that are not there
  std::vector<host_cut> cuts{};
  std::vector<std::uint32_t> freed{};                       ///< blocking calls that wait for nothing
  bool fast_host = false;                                   ///< the host takes no time between blocking calls

  bool empty() const { return times.empty() && gone.empty() && cuts.empty() && freed.empty() && !fast_host; }
  /// Both changes at once.
  void add(const replay_change& other);
};

/// The model. Work starts when the work before it on its stream has ended, when its launch and the least delay of its
/// stream have passed, and, where it started later than that, when the work of another stream had ended that it must
/// have waited for; what is left of its delay is kept. A blocking call waits for work that was issued before it and
/// ended by its end. The host is one resource: what moves one call moves all later ones. Without a change each stamp
/// comes out as it is in the trace. A replay takes time linear in works and calls.
///
/// It is a small view of the dependency graph that `gpu/path/graph.hpp` makes whole: the same moments and kinds of
/// delays, but one chain for the whole host with launches and blocking calls alone on it, so that every report can
/// afford it.
class gpu_replay {
 public:
  /// The activity must stay where it is.
  explicit gpu_replay(const gpu_activity& a);

  const gpu_activity& activity() const { return *a_; }
  /// From the first start to the last end as recorded.
  duration window() const { return window_; }
  /// The same with a change.
  duration total(const replay_change& change) const;
  /// What the change gives back; negative where it costs.
  duration saved(const replay_change& change) const { return window_ - total(change); }

  /// Starts of all works with a change; those of works that are gone mean nothing.
  std::vector<time_point> starts(const replay_change& change) const;

  /// When a work could have started, and what it waited for on another stream; for the checks on idle time.
  struct waiting {
    std::int64_t ready = missing<std::int64_t>;      ///< stream, launch and other stream; ns; missing: nothing known
    std::uint32_t other = missing<std::uint32_t>;    ///< the work of another stream
  };
  const waiting& waiting_of(std::uint32_t work) const { return waits_[work]; }

  /// A blocking call: when what it waits for had ended (missing: nothing), and its own cost behind that.
  struct blocking {
    std::uint32_t call = 0;
    std::int64_t waited = missing<std::int64_t>;
    std::int64_t cost = 0;
  };
  const std::vector<blocking>& blocking_calls() const { return blocking_; }
  /// The blocking calls behind which something is launched, as `freed` takes them.
  std::vector<std::uint32_t> followed_calls() const;
  /// The start of the last launch that has work; missing without any.
  time_point last_launch() const { return last_launch_; }

 private:
  friend class advise_detail::replay_builder;
  /// How long each edge takes with a change.
  std::vector<double> delays_with(const replay_change& change) const;
  void let_go(const std::vector<std::uint32_t>& works, std::vector<double>& delays) const;
  void cut(std::vector<host_cut> cuts, std::vector<double>& delays) const;
  /// Edges are numbered by target, and each work has two nodes, its begin and its end.
  std::uint32_t begin_of(std::uint32_t work) const { return graph_.edges()[task_edge_[work]].from; }
  std::uint32_t end_of(std::uint32_t work) const { return graph_.edges()[task_edge_[work]].to; }

  const gpu_activity* a_;
  duration window_{};
  time_point last_launch_ = missing<time_point>;
  std::int64_t origin_ = 0;                     // of the graph's times, ns
  std::vector<waiting> waits_;
  std::vector<blocking> blocking_;
  dependency_graph graph_{};
  std::vector<delay_kind> kinds_;               // by edge
  std::vector<std::uint32_t> task_edge_;        // by work: from its begin to its end, behind those to its begin
  std::vector<std::uint32_t> drained_edge_;     // by work: from its end to the first call that waits for it, or missing
  std::vector<std::uint32_t> cost_edge_;        // by blocking call: its own time, before the one from what it waits for
  std::vector<std::uint32_t> host_edges_;       // from call to call, in order
  std::size_t launched_ = 0;                    // how many of those lead to the first launch
};

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_REPLAY_HPP
