#ifndef RIDGELINE_RANKS_REPORT_REPORT_BODY_HPP
#define RIDGELINE_RANKS_REPORT_REPORT_BODY_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/ranks/merged_trace.hpp>
#include <ridgeline/ranks/rank_list.hpp>
#include <ridgeline/ranks/report/report.hpp>
#include <ridgeline/ranks/sheet/attendance.hpp>
#include <ridgeline/ranks/sheet/calls.hpp>
#include <ridgeline/ranks/sheet/collective_tables.hpp>
#include <ridgeline/ranks/sheet/comparison.hpp>
#include <ridgeline/ranks/sheet/tables.hpp>
#include <ridgeline/ranks/what_if.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/read/any_trace.hpp>

namespace ridgeline {

fleet_partial read_fleet(const std::vector<rank_file>& files, const fleet_reading& how) {
  fleet_partial all;
  std::mutex merging;
  std::atomic<std::uint64_t> done{0};
  const unsigned workers = threads_for(files.size(), how.threads);
  parallel_for(files.size(), workers, [&](std::size_t i, unsigned) {
    fleet_partial own;
    {
      kineto_options reading;
      reading.inflate_limit = memory_limit() / workers;  // so many traces are read at once
      reading.threads = std::max(1u, how.threads / workers);
      expected<torch_trace> trace = read_torch_trace_file(files[i].path, reading);
      if (trace && !how.rank.linked_calls_only) leave_out_repeated_work(*trace);
      if (trace) own = partial_of(*trace, files[i].rank, files[i].path, how.rank);
      else
        own.unread.push_back({files[i].rank, files[i].path, trace.error().what,
                              trace.error().code == errc::not_a_report &&
                                  holds_other_json(files[i].path)});
    }
    const std::lock_guard lock(merging);
    all = merge(std::move(all), std::move(own));
    if (how.progress) how.progress(++done, files.size());
  });
  return all;
}

data_quality fleet_quality(const fleet_partial& p, const experiment& e, bool filtered_by_rank,
                           std::int64_t stated_world) {
  using ranks_detail::rank_list;
  data_quality quality;
  rank_list missing, cut, doubled, unread;
  if (!filtered_by_rank) missing = ranks_detail::missing_ranks(p, e, stated_world);
  for (const rank_facts& r : p.ranks)
    if (r.cut) cut.add(r.rank);
  for (std::size_t i = 0; i < e.doubled.size(); ++i)
    if (i == 0 || e.doubled[i].rank != e.doubled[i - 1].rank) doubled.add(e.doubled[i].rank);
  const std::vector<const unread_rank*> damaged = ranks_detail::damaged_ranks(p);
  for (const unread_rank* const u : damaged) unread.add(u->rank);
  const auto say = [&](const rank_list& ranks, std::string_view what, const std::string& at) {
    quality.add(what, source_pos{at}, "rank " + ranks.text(), true, ranks.count());
  };
  say(missing, "rank missing: no trace of it in its folder; the others are reported", e.folder);
  for (const rank_facts& r : p.ranks)
    if (r.cut) {
      say(cut, "rank truncated: its file is cut; the part before the cut is reported", r.path);
      break;
    }
  if (!e.doubled.empty())
    say(doubled, "rank doubled: more than one file of it; the first by name is reported", e.doubled.front().path);
  if (!damaged.empty()) {
    say(unread, "rank unreadable: its file holds no trace; the others are reported", damaged.front()->path);
    const unread_rank& first = *damaged.front();
    quality.add("rank unreadable: why the first of them is", source_pos{first.path}, first.why, true);
  }
  for (const unread_rank& u : p.unread)
    if (u.no_trace)
      quality.add("file without events: it is named like a trace of a rank but is not one; it is left out",
                  source_pos{u.path}, u.why, false);
  for (const std::string& path : e.no_traces)
    quality.add("file without events: it is named like a trace of a rank but is not one; it is left out",
                source_pos{path}, "", false);
  if (!e.unread_folders.empty())
    quality.add("rank folder unreadable: a folder may not be read, and what is in it is left out",
                source_pos{e.unread_folders.front()}, "", true, e.unread_folders.size());
  if (!e.unnumbered.empty())
    quality.add("rank unnamed: a file without a rank in its name is left out", source_pos{e.unnumbered.front()}, "",
                true, e.unnumbered.size());
  const std::string otherwise = "rank disagrees: a file's name gives another rank than its content; the content counts";
  std::int64_t size = ridgeline::missing<std::int64_t>;
  for (const rank_file& f : e.files)
    if (!f.note.empty())
      quality.add(f.from == rank_source::position
                      ? "rank by host: names give ranks within hosts; hosts are numbered in the order of their names"
                  : f.from == rank_source::content
                      ? otherwise
                      : "rank disagrees: traces in one folder say that each is alone in its world; their names count",
                  source_pos{f.path}, "rank " + std::to_string(f.rank) + ", " + f.note, false);
  for (const rank_facts& r : p.ranks) {
    if (known(r.world_size) && known(size) && r.world_size != size)
      quality.add("world size differs: the traces may come from several runs", source_pos{r.path},
                  std::to_string(r.world_size), false);
    if (known(r.world_size)) size = r.world_size;
  }
  rank_list beyond;
  for (const rank_facts& r : p.ranks)
    if (known(stated_world) && r.rank >= stated_world) beyond.add(r.rank);
  if (beyond.count() > 0)
    quality.add("world size differs: a rank is not below the one that was given; it is reported like the others", {},
                "rank " + beyond.text(), false, beyond.count());
  if (e.other_files)
    quality.add("other files: nothing matches the default extension and filter; the traces that exist were read",
                source_pos{e.folder}, "", false);
  for (const rank_facts& r : p.ranks) quality.merge(r.quality);
  return quality;
}

std::vector<std::string> multi_rank_sheet_names(const experiment& e) {
  std::vector<std::string> names;
  for (const multi_rank_group& g : multi_rank_groups) names.emplace_back(g.name);
  for (const char* const name :
       {"gemm_node_replay", "conv_node_replay", "kernel_launchers", "gpu_timelines", "grouped_breakdown",
        "summary_nccl_implicit_sync_cat", "long", "nccl_implicit_sync_cat", "nccl_implicit_sync_cat_detailed",
        "nccl_all2allv", "clock_offsets", "ranks", "straggler_verdict", "stragglers", "what_if", "rank_steps",
        "collectives", "collective_matching", "findings", "trace_health", "trace_health_sheets",
        "trace_health_ranks", "data_quality"})
    names.emplace_back(name);
  for (const rank_file& f : e.files) names.push_back("kernels_" + std::to_string(f.rank));
  return names;
}

workbook_style multi_rank_workbook_style() {
  workbook_style style;
  style.charts.push_back(
      {sheet_chart::form::bar, "grouped_breakdown", "Time of a rank [s]", "Group", {"Time (s)"}, 0, 0});
  return style;
}

namespace ranks_detail {

/// The chip of all ranks; empty if they do not state it or differ.
inline std::string_view chip_of(const fleet_partial& p) {
  for (const rank_facts& r : p.ranks)
    if (r.chip != p.ranks.front().chip) return {};
  return p.ranks.empty() ? std::string_view() : std::string_view(p.ranks.front().chip);
}

}  // namespace ranks_detail

multi_rank_report::multi_rank_report(fleet_partial partial, data_quality quality, const multi_rank_options& options,
                                     const experiment* e)
    : options_(options), partial_(std::move(partial)), quality_(std::move(quality)),
      sheets_(multi_rank_sheets(std::move(partial_.calls))) {
  options_.collectives.faults = options_.faults;
  if (!options_.parity && e != nullptr)
    for (const rank_file& f : e->files)
      for (rank_facts& r : partial_.ranks)
        if (r.path == f.path) r.host = f.host;
  if (!options_.parity) {
    number_steps_alike(partial_.ranks);
    comparison_ = std::make_unique<rank_comparison>(partial_.ranks);
  }
  const call_arrangement arranged = comparison_ ? comparison_->arrangement() : call_arrangement{};
  collectives_ = std::make_unique<collective_analysis>(partial_.ranks, options_.collectives,
                                                       comparison_ && !arranged.starts.empty() ? &arranged : nullptr);
  experiment_ = e;
  if (!options_.parity) {
    comparison_->judge(quality_), collectives_->judge_sizes(quality_);
    health_ = health_of(partial_, experiment_, options_.expected, comparison_.get(), options_.roofs);
  } else if (partial_.ranks.size() > 1) {
    collectives_->judge(quality_);
  }
  if (!options_.replay) return;
  for (const multi_rank_sheet& s : sheets_) {
    replay_sheet r = replay_of(s, options_.faults, options_.parity ? std::string_view()
                                                                          : ranks_detail::chip_of(partial_));
    if (r.rows.empty()) continue;
    if (options_.run_tools) run_replay(r, options_.limits);
    judge(r, quality_);
    replays_.push_back(std::move(r));
  }
}

finding_list multi_rank_report::findings(const finding_options& options) const {
  return comparison_ == nullptr ? finding_list() : findings_of(partial_, *comparison_, health_, {}, options);
}

expected<std::size_t> multi_rank_report::take_replayed(std::string_view csv, const std::string& file) {
  return ridgeline::take_replayed(replays_, csv, file, quality_);
}

multi_rank_report::~multi_rank_report() = default;

std::vector<table> multi_rank_report::tables() const& {
  std::vector<table> all;
  if (options_.kernels)
    for (const rank_facts& r : partial_.ranks) all.push_back(multi_rank_kernels(r));
  for (const multi_rank_sheet& s : sheets_) {
    all.push_back(multi_rank_call_table(s));
    for (const replay_sheet& r : replays_)
      if (r.group == s.name) all.push_back(replay_table(r, options_.parity));
  }
  all.push_back(multi_rank_launcher_table(partial_));
  all.push_back(multi_rank_timelines(partial_));
  std::vector<std::string_view> ungrouped;
  all.push_back(multi_rank_breakdown(partial_, options_.faults, ungrouped));
  if (partial_.ranks.size() > 1)
    for (table& t : multi_rank_collective_tables(*collectives_, options_.parity)) {
      const bool anew = comparison_ != nullptr && (t.name() == "long" || t.name() == "clock_offsets");
      if (!anew) all.push_back(std::move(t));
    }
  if (comparison_ == nullptr) return all;
  if (experiment_ != nullptr) all.push_back(ranks_table(partial_, *experiment_));
  for (table& t : comparison_tables(*comparison_)) all.push_back(std::move(t));
  if (table of_ranks = rank_health_table(partial_); of_ranks.rows() > 0) all.push_back(std::move(of_ranks));
  return all;
}

std::vector<table> multi_rank_report::collective_tables(bool heatmap) const {
  return collective_report_tables(*collectives_, heatmap, options_.parity);
}

void multi_rank_report::judge_heatmap(const std::vector<table>& of_collectives) {
  for (const table& t : of_collectives)
    if (t.name() == "nccl_all2allv_heatmap" && t.rows() == 0)
      quality_.add("no all-to-all has the complete split sizes that the heatmap needs (PyTorch writes 30 at most); it "
                   "is empty", {}, "", false);
}

std::vector<merged_rank> multi_rank_report::merged_ranks(bool raw_clock) const {
  std::vector<merged_rank> ranks;
  for (const rank_facts& r : partial_.ranks) ranks.push_back({r.rank, r.path, {}, {}});
  if (comparison_ == nullptr) return ranks;
  const call_matching& all = comparison_->matching();
  std::vector<std::vector<merged_arrow>> arrows = arrows_of(all);
  for (std::uint32_t r = 0; r < ranks.size(); ++r) {
    if (!raw_clock) ranks[r].clock = all.merged_clock_of(r);
    ranks[r].arrows = std::move(arrows[r]);
  }
  return ranks;
}

std::vector<std::string_view> multi_rank_report::ungrouped() const {
  std::vector<std::string_view> names;
  multi_rank_breakdown(partial_, options_.faults, names);
  return names;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPORT_REPORT_BODY_HPP
