#ifndef RIDGELINE_XLA_ADVISE_FINDINGS_RUN_BODY_HPP
#define RIDGELINE_XLA_ADVISE_FINDINGS_RUN_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <ridgeline/advise/covered_time.hpp>
#include <ridgeline/xla/advise/activity.hpp>
#include <ridgeline/xla/sheet/pairs.hpp>
#include <ridgeline/xla/sheet/run.hpp>

/// The input of the rules about JAX profiles.
namespace ridgeline::xla_detail {

/// How long the device that is idle for the longest is so, within the window.
duration longest_idle(const gpu_activity& a, duration window) {
  const advise_detail::covered_by busy(a, [](const activity_work&) { return true; });
  const std::int64_t from = a.works.front().start.base(), to = from + window.base();
  std::set<std::uint32_t> devices;
  for (const activity_work& w : a.works) devices.insert(w.device);
  std::int64_t idle = 0;
  for (const std::uint32_t device : devices) idle = std::max(idle, window.base() - busy.in(device, from, to));
  return duration::of(idle);
}

struct jax_findings_run : activity_findings_run {
  jax_findings_run(const activity_findings_run& shared, const jax_result& of)
      : activity_findings_run(shared), report(of),
        names_of_pairs(of.trace->device == xla_device::gpu ? std::vector<std::string>() : pair_names(of)),
        idle(longest_idle(shared.activity, shared.replay.window())) {}
  const jax_result& report;
  const std::vector<std::string> names_of_pairs;  // by kind of op, of TPUs
  const duration idle;                            // see `longest_idle`

  const xla_kernel_kind& kind_of(const activity_work& w) const { return report.kind_of(w.uid); }
};

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_ADVISE_FINDINGS_RUN_BODY_HPP
