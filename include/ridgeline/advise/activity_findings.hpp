#ifndef RIDGELINE_ADVISE_ACTIVITY_FINDINGS_HPP
#define RIDGELINE_ADVISE_ACTIVITY_FINDINGS_HPP

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/advise/finding.hpp>
#include <ridgeline/advise/health.hpp>
#include <ridgeline/advise/replay.hpp>

/// The kinds of findings that every GPU trace shares.
namespace ridgeline {

/// What rules read. All of it must outlive the run.
struct activity_findings_run {
  const gpu_activity& activity;
  const gpu_replay& replay;
  const trace_health& health;
};

namespace activity_findings {

void host_bound(const activity_findings_run& run, finding_drafts& to);
void sync_points(const activity_findings_run& run, finding_drafts& to);
void data_loading(const activity_findings_run& run, finding_drafts& to);
void allocator(const activity_findings_run& run, finding_drafts& to);
void compile_in_window(const activity_findings_run& run, finding_drafts& to);
void module_loading(const activity_findings_run& run, finding_drafts& to);
void copies_exposed(const activity_findings_run& run, finding_drafts& to);
void comm_exposed(const activity_findings_run& run, finding_drafts& to);
void small_kernels(const activity_findings_run& run, finding_drafts& to);
void slow_outliers(const activity_findings_run& run, finding_drafts& to);
void memset_in_step(const activity_findings_run& run, finding_drafts& to);
void streams_serialised(const activity_findings_run& run, finding_drafts& to);

}  // namespace activity_findings

namespace advise_detail {

/// Gives a draft works: their number, their time, and the three longest as evidence (by name, the first of each).
void take_works(const gpu_activity& a, finding_draft& d, std::vector<std::uint32_t> works);
/// Works that are not there any more, with the host time of their ops, once each, or of their launches.
void let_go(const gpu_activity& a, std::span<const std::uint32_t> works, replay_change& change,
            std::uint32_t kept_op = missing<std::uint32_t>);
/// Works by stream, in order.
std::vector<std::vector<std::uint32_t>> by_stream(const gpu_activity& a);

/// The longest first.
void order_evidence(std::vector<finding_evidence>& evidence);

/// The advice of the kinds above, by id.
std::string advice_on_host(const finding_numbers& n);
std::string advice_on_syncs(const finding_numbers& n);
std::string advice_on_data(const finding_numbers& n);
std::string advice_on_allocator(const finding_numbers& n);
std::string advice_on_compiling(const finding_numbers& n);
std::string advice_on_modules(const finding_numbers& n);
std::string advice_on_copies(const finding_numbers& n);
std::string advice_on_communication(const finding_numbers& n);
std::string advice_on_small_kernels(const finding_numbers& n);
std::string advice_on_outliers(const finding_numbers& n);
std::string advice_on_fills(const finding_numbers& n);
std::string advice_on_streams(const finding_numbers& n);

}  // namespace advise_detail

/// Gives a draft the works that it is about: their number, their time, and the longest as evidence.
inline void set_works(const gpu_activity& a, finding_draft& d, std::vector<std::uint32_t> works) {
  advise_detail::take_works(a, d, std::move(works));
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_ACTIVITY_FINDINGS_HPP
