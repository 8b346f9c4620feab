#ifndef RIDGELINE_ADVISE_UNLINKED_HEALTH_BODY_HPP
#define RIDGELINE_ADVISE_UNLINKED_HEALTH_BODY_HPP

#include <vector>

#include <ridgeline/advise/activity_health_body.hpp>
#include <ridgeline/advise/lost_launches.hpp>

/// The rules on work without a launch.
namespace ridgeline::activity_rules {

using namespace advise_detail;

namespace {

void unlinked(const activity_evidence& e, health_check& c, bool at_start, const char* one, const char* many) {
  if (e.linked == 0) return;
  const auto sum = [&](auto wanted) {
    concerned all;
    for (const activity_work& w : e.activity.works)
      if (!known(w.call) && wanted(w) &&
          !(w.kind == gpu_kind::copy && is_page_migration(e.activity.text(w.name))))
        all.add(w);
    return all;
  };
  const auto part = [&](const concerned& of) {
    return static_cast<double>(of.count) / static_cast<double>(e.activity.works.size());
  };
  constexpr double most = 0.005;
  const auto found = [&](const concerned& of) { return e.share(of.time) > most || part(of) > most; };
  const std::vector<time_point> from = launches_known_from(e.activity, e.first_linked);
  // a stream may also begin with lost launches, where others are lost behind launches that are known
  const bool lost = found(sum([&](const activity_work& w) { return w.start >= from[w.stream]; }));
  const concerned all = sum([&](const activity_work& w) {
    return (w.start < (lost ? e.first_linked : from[w.stream])) == at_start;
  });
  const double share = e.share(all.time);
  if (!found(all)) return pass(c);
  report(c, trace_verdict::degraded, all.count, share, all.first,
         counted(all.count, one, many) + " (" + in_percent(share) + " of GPU time): " +
             (e.activity.ops.empty() ? "their calls are unknown" : "ops sheets lack them"));
}

}  // namespace

void cut_start(const activity_evidence& e, health_check& c) {
  unlinked(e, c, true, "kernel launched before recording began", "kernels launched before recording began");
}
void unlinked_work(const activity_evidence& e, health_check& c) {
  unlinked(e, c, false, "piece of GPU work has no launch", "pieces of GPU work have no launch");
}

}  // namespace ridgeline::activity_rules

#endif  // RIDGELINE_ADVISE_UNLINKED_HEALTH_BODY_HPP
