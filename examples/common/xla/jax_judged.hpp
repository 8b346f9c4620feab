/// What can be said about a JAX profile beside its sheets: its devices side by side, whether to trust it, what to do.
#ifndef RIDGELINE_EXAMPLES_COMMON_JAX_JUDGED_HPP
#define RIDGELINE_EXAMPLES_COMMON_JAX_JUDGED_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/advise/findings_json.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/ranks/advise/findings.hpp>
#include <ridgeline/ranks/sheet/jax_ranks.hpp>
#include <ridgeline/xla/advise/activity.hpp>

#include "../advice_options.hpp"

namespace program {

struct jax_judged {
  std::vector<ridgeline::rank_facts> devices{};
  ridgeline::rank_comparison comparison;  ///< of `devices`
  ridgeline::trace_health health{};       ///< without the checks that `advice` ignores
  ridgeline::finding_list findings{};

  /// The devices are numbered from `first` on.
  jax_judged(const ridgeline::jax_result& report, const std::string& profile, std::int64_t first,
             const advice_options* advice = nullptr)
      : devices(ridgeline::jax_ranks(report, profile, first)), comparison(devices) {
    const ridgeline::gpu_activity activity = ridgeline::activity_of(report);
    const ridgeline::gpu_replay replay(activity);
    health = ridgeline::health_of(report, activity, replay);
    if (advice != nullptr) advice->ignore(health);
    findings = ridgeline::findings_of(report, activity, replay, health, comparison,
                                      advice != nullptr ? advice->findings() : ridgeline::finding_options{});
  }
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_JAX_JUDGED_HPP
