#ifndef RIDGELINE_ADVISE_ACTIVITY_FINDINGS_HPP
#define RIDGELINE_ADVISE_ACTIVITY_FINDINGS_HPP

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/advise/finding.hpp>
#include <ridgeline/advise/health.hpp>
#include <ridgeline/advise/replay.hpp>

/// The kinds of findings common to all GPU traces.
namespace ridgeline {

/// The input of the rules. All of it must outlive the run.
struct activity_findings_run {
  const gpu_activity& activity;
  const gpu_replay& replay;
  const trace_health& health;
  finding_options options{};
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

using activity_finding_kind = finding_kind<activity_findings_run>;

/// These kinds, in the order in which they claim work: applied to a GPU trace of any source.
std::span<const activity_finding_kind> activity_finding_kinds();

/// What to fix in the GPU work of a trace, most rewarding first. `own` kinds are applied first; `front` is the prefix
/// of the family's check names.
finding_list findings_of(const gpu_activity& activity, const gpu_replay& replay, const trace_health& health,
                         std::span<const activity_finding_kind> own = {}, const finding_options& options = {},
                         std::string_view front = "");

namespace advise_detail {

/// Sets a draft's work: its number, its time, and the three longest as evidence (the first one per name).
void take_works(const gpu_activity& a, finding_draft& d, std::vector<std::uint32_t> works);
/// Replaces a row of work by a single piece: the first takes the time of all, minus the fixed cost of the others.
/// Inside a graph, where the host launches nothing between them, only that cost goes.
void run_as_one(const gpu_activity& a, std::span<const std::uint32_t> row, finding_draft& d);
/// Drafts the removal of the host time that ranges of a kind take within the window.
void cut_ranges(const activity_findings_run& run, range_kind kind, finding_drafts& to);
/// Whether a copy is between host and device, judging by its name.
bool crosses_the_bus(std::string_view name);
/// A draft about transfers that computation could hide, as far as their link lets it: they take no less time for being
/// hidden, so that no more is saved than the window without the time in which the link is busy. If that is less than
/// what the change saves in a replay, a second draft says so: that much needs fewer bytes. Transfers too short to be
/// reported are not replayed.
std::optional<finding_draft> limit_by_link(const activity_findings_run& run, duration busy, finding_draft& d);
/// The works of each stream, in order.
std::vector<std::vector<std::uint32_t>> by_stream(const gpu_activity& a);

/// How the detail of advice about transfers begins that keep their link busy; the time follows.
inline constexpr std::string_view link_is_busy = "busy for ";

/// Sorts by time, longest first.
void order_evidence(std::vector<finding_evidence>& evidence);
/// The same, and keeps as much as is shown: the three longest.
void keep_longest(std::vector<finding_evidence>& evidence);
/// The same for a list that grows with the trace, whenever there are more than 64.
void bound_evidence(std::vector<finding_evidence>& evidence);

/// The advice for the kinds above.
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

/// The kinds above as rows, for families that build their own table with additional kinds.
namespace kinds {

inline constexpr std::string_view of_host = "idle_unexplained,clock_offset,profiler_overhead",
                                  needs_time = "kernels_lost,graph_collapsed";
using enum finding_confidence;
using enum finding_bound;
namespace rules = activity_findings;

inline constexpr activity_finding_kind small_kernels{
    "small_kernels", high, exact, "zero_duration", "", rules::small_kernels, advice_on_small_kernels, true};
inline constexpr activity_finding_kind slow_outliers{
    "slow_outliers", high, exact, "stream_overlap", "", rules::slow_outliers, advice_on_outliers};
inline constexpr activity_finding_kind memset_in_step{
    "memset_in_step", medium, exact, "", "", rules::memset_in_step, advice_on_fills};
inline constexpr activity_finding_kind copies_exposed{
    "copies_exposed", high, exact, "", "", rules::copies_exposed, advice_on_copies, true};
inline constexpr activity_finding_kind comm_exposed{
    "comm_exposed", high, upper, "", "", rules::comm_exposed, advice_on_communication, true};
inline constexpr activity_finding_kind streams_serialised{
    "streams_serialised", low, upper, of_host, needs_time, rules::streams_serialised, advice_on_streams, true};
inline constexpr activity_finding_kind sync_points{
    "sync_points", high, exact, of_host, needs_time, rules::sync_points, advice_on_syncs, true};
inline constexpr activity_finding_kind data_loading{
    "data_loading", high, exact, "", needs_time, rules::data_loading, advice_on_data, true};
inline constexpr activity_finding_kind allocator{
    "allocator", high, exact, "", needs_time, rules::allocator, advice_on_allocator, true};
inline constexpr activity_finding_kind compile_in_window{
    "compile_in_window", high, exact, "", needs_time, rules::compile_in_window, advice_on_compiling, true};
inline constexpr activity_finding_kind module_loading{
    "module_loading", high, exact, of_host, needs_time, rules::module_loading, advice_on_modules, true};
inline constexpr activity_finding_kind host_bound{
    "host_bound", high, exact, of_host, needs_time, rules::host_bound, advice_on_host, true};

}  // namespace kinds

}  // namespace advise_detail

/// Sets the work a draft is about: its number, its time, and the longest as evidence. Numbers are positions in
/// `a.works`; others are left out.
inline void set_works(const gpu_activity& a, finding_draft& d, std::vector<std::uint32_t> works) {
  advise_detail::take_works(a, d, std::move(works));
}

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_ACTIVITY_FINDINGS_HPP
