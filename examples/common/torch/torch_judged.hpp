/// The report over a PyTorch run with what can be said about it: the chip it ran on, whether to trust it, what to do.
#ifndef RIDGELINE_EXAMPLES_COMMON_TORCH_JUDGED_HPP
#define RIDGELINE_EXAMPLES_COMMON_TORCH_JUDGED_HPP

#include <cstddef>
#include <optional>

#include <ridgeline/advise/findings_json.hpp>
#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/advise/findings.hpp>
#include <ridgeline/torch/advise/health.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/report/traced_chip.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "../advice_options.hpp"

namespace program {

namespace rl = ridgeline;

/// The chip that the trace names, for reports whose user names none. It must stay in place as long as their options.
class traced_roofs {
 public:
  /// Looks for it among these chips; if there are none, among the built-in ones.
  traced_roofs(const rl::torch_trace& trace, rl::list_of<rl::hw::device> among, rl::hw::roof_kind kind)
      : traced_(rl::traced_chip_of(trace, among)), roofs_(roofs_of(traced_, kind)) {}
  traced_roofs(const traced_roofs&) = delete;
  traced_roofs& operator=(const traced_roofs&) = delete;

  /// Gives the report its roofs, or a remark on a chip that has none; nothing if the user named one.
  void serve(rl::torch_report_options& report, rl::data_quality& quality) {
    if (report.roofs != nullptr) return;
    lack_ = lack_of_roofs(traced_);
    remark_on(traced_, quality);
    if (!roofs_) return;
    if (report.original_names) report.overview_roofs = &*roofs_;  // its sheets have roofs only if a chip is named
    else report.roofs = &*roofs_, report.roofs_of_trace = true;
  }
  /// Why the report has no roofs, as text for users; empty if the user named a chip.
  const std::string& lack() const { return lack_; }

 private:
  rl::torch_traced_chip traced_;
  std::optional<rl::hw::roofs> roofs_;
  std::string lack_{};
};

/// A report, and what its trace supports and says.
struct torch_judged {
  rl::torch_report report{};
  rl::trace_health health{};
  rl::finding_list findings{};
};

/// Makes the report, its health without the checks that `advice` ignores, and its findings. The original's report has
/// neither of them. Values that the trace does not support stay in the report; see `leave_unknown`.
inline torch_judged judged(const rl::torch_profile& run, const rl::torch_report_options& options,
                           rl::data_quality& quality, const advice_options* advice = nullptr) {
  torch_judged made;
  const rl::torch_health_options needed{options.call_stacks, options.phases.has_value(), options.roofs != nullptr};
  rl::parallel_for(2, options.threads, [&](std::size_t i, unsigned) {  // neither needs the other's results
    if (i == 0) {
      made.report = rl::torch_report_of(run, options, &quality);
    } else if (!options.original_names) {
      const rl::gpu_activity activity = rl::activity_of(run);
      const rl::gpu_replay replay(activity);
      made.health = rl::health_of(run, activity, replay, needed);
      if (advice != nullptr) advice->ignore(made.health);
      made.findings = rl::findings_of(run, options.roofs, made.health, activity, replay, {},
                                      advice != nullptr ? advice->findings() : rl::finding_options{});
    }
  });
  return made;
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_TORCH_JUDGED_HPP
