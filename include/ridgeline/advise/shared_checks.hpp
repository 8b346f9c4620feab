#ifndef RIDGELINE_ADVISE_SHARED_CHECKS_HPP
#define RIDGELINE_ADVISE_SHARED_CHECKS_HPP

#include <algorithm>
#include <array>
#include <string_view>

#include <ridgeline/advise/activity_health.hpp>

/// The checks common to all GPU traces, defined once: their names, advice and rules. A family specifies which of its
/// sheets they affect, and any wording of its own.
namespace ridgeline {

/// The sheets of a family, grouped by what affects them; each a list as in `health_facts`.
struct shared_sheets {
  std::string_view times{};     ///< busy and idle time of the GPU
  std::string_view counts{};    ///< these, and counts or totals of work
  std::string_view launches{};  ///< depends on which call launched which work
  std::string_view kernels{};   ///< durations of kernels
  std::string_view lengths{};   ///< these, and their totals
  std::string_view rates{};     ///< divides by durations of kernels
  std::string_view delays{};    ///< compares the clocks of host and GPU
};

struct shared_check {
  std::string_view name{};
  std::string_view shared_sheets::*about = nullptr;  ///< null: all sheets
  std::string_view advice{};                         ///< used if a family has no wording of its own
  void (*judge)(const activity_evidence&, health_check&) = nullptr;
  unknown_times unknowable_times = unknown_times::none;
};

inline constexpr std::array shared_checks{
    shared_check{"no_gpu_work", nullptr, "Record the GPU too.", activity_rules::no_work},
    shared_check{"kernels_lost", &shared_sheets::counts, "Record less at once, or give the profiler larger buffers.",
                 activity_rules::kernels_lost, unknown_times::idle},
    shared_check{"cut_end", &shared_sheets::times,
                 "Synchronise the device before the profiler stops; record less at once.", activity_rules::cut_end},
    shared_check{"cut_start", &shared_sheets::launches, "Synchronise the device before recording begins.",
                 activity_rules::cut_start},
    shared_check{"unlinked_work", &shared_sheets::launches, "Record the calls of runtime and driver too.",
                 activity_rules::unlinked_work},
    shared_check{"zero_duration", &shared_sheets::rates,
                 "Update the profiler; a second run shows whether the same kernels lack times.",
                 activity_rules::zero_duration},
    shared_check{"clipped_duration", &shared_sheets::lengths, "Update the profiler, which clips times.",
                 activity_rules::clipped_duration},
    shared_check{"epoch_mixed", nullptr, "Use one clock for the whole recording, and do not merge traces by hand.",
                 activity_rules::epoch_mixed, unknown_times::all},
    shared_check{"clock_offset", &shared_sheets::delays,
                 "Record again after the clocks are synchronised; update the driver.", activity_rules::clock_offset},
    shared_check{"order_inverted", &shared_sheets::launches,
                 "Update the profiler: it mixes up the numbers of launches.", activity_rules::order_inverted},
    shared_check{"stream_overlap", &shared_sheets::kernels,
                 "Update the profiler; leave these kernels out of means.", activity_rules::stream_overlap},
    shared_check{"duplicates", &shared_sheets::counts, "Record again; do not merge a trace twice.",
                 activity_rules::duplicates},
    shared_check{"correlation_repeated", &shared_sheets::launches,
                 "Record one process per trace, and update the profiler.", activity_rules::correlation_repeated},
    shared_check{"graph_replays", &shared_sheets::launches,
                 "Also record a run without graphs, for launches of single kernels.",
                 activity_rules::graph_replays},
    shared_check{"graph_collapsed", &shared_sheets::times, "Record the kernels of graphs, or a run without graphs.",
                 activity_rules::graph_collapsed, unknown_times::idle},
    shared_check{"idle_unexplained", &shared_sheets::times,
                 "Record the kernels of graphs and of all libraries; give larger buffers.",
                 activity_rules::idle_unexplained, unknown_times::idle},
    shared_check{"profiler_overhead", &shared_sheets::times, "Record fewer steps, after a warm-up.",
                 activity_rules::profiler_overhead}};

/// A shared check with a family's wording: `advice` and `called`, its name there, if they differ from the shared ones.
/// A name missing from the table is a compile error where the result is a constant.
template <class Evidence>
constexpr health_rule<Evidence> shared_rule(std::string_view name, const shared_sheets& sheets,
                                            std::string_view advice = {}, std::string_view called = {}) {
  const auto at =
      std::find_if(shared_checks.begin(), shared_checks.end(), [&](const shared_check& c) { return c.name == name; });
  const shared_check& c = *at;
  health_rule<Evidence> rule{};
  rule.facts.name = called.empty() ? c.name : called;
  rule.facts.affects = c.about == nullptr ? std::string_view("*") : sheets.*(c.about);
  rule.facts.advice = advice.empty() ? c.advice : advice;
  rule.facts.unknowable_times = c.unknowable_times;
  rule.shared = c.judge;
  return rule;
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_SHARED_CHECKS_HPP
