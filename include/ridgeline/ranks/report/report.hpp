#ifndef RIDGELINE_RANKS_REPORT_REPORT_HPP
#define RIDGELINE_RANKS_REPORT_REPORT_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/sheet/calls.hpp>
#include <ridgeline/ranks/sheet/collective_tables.hpp>
#include <ridgeline/ranks/sheet/read.hpp>
#include <ridgeline/ranks/sheet/replay.hpp>
#include <ridgeline/ranks/sheet/tables.hpp>
#include <ridgeline/torch/read/kineto.hpp>

namespace ridgeline {

struct fleet_reading {
  rank_reading rank{};
  unsigned threads = default_threads();  ///< as many traces are in memory at once
  progress_function progress{};          ///< counted in ranks, from any thread
};

/// The partial result of some ranks' files. Each thread has one trace in memory at a time, and gives it up before it
/// takes the next; what stays is the partial result. It does not depend on `threads`.
template <class Models = torch_models>
fleet_partial read_fleet(const std::vector<rank_file>& files, const fleet_reading& how) {
  fleet_partial all;
  std::mutex merging;
  std::atomic<std::uint64_t> done{0};
  const unsigned workers = threads_for(files.size(), how.threads);
  parallel_for(files.size(), workers, [&](std::size_t i, unsigned) {
    fleet_partial own;
    {
      kineto_options reading;
      reading.threads = std::max(1u, how.threads / workers);
      const expected<torch_trace> trace = read_kineto_file(files[i].path, reading);
      if (trace) own = partial_of<Models>(*trace, files[i].rank, files[i].path, how.rank);
      else own.unread.push_back({files[i].rank, files[i].path, trace.error().what});
    }
    const std::lock_guard lock(merging);
    all = merge(std::move(all), std::move(own));
    if (how.progress) how.progress(++done, files.size());
  });
  return all;
}

struct multi_rank_options {
  fleet_faults faults{};
  bool parity = false;          ///< the original's columns and sheets alone
  bool kernels = false;         ///< a sheet of every kernel for each rank
  bool replay = false;
  bool run_tools = true;        ///< run the replay's commands, not only write them
  tool_limits limits{};
  collective_options collectives{};
};

namespace ranks_detail {

/// Numbers as ranges, `1, 4-7`.
class rank_list {
 public:
  void add(std::int64_t first, std::int64_t last) {
    if (last < first) return;
    count_ += static_cast<std::uint64_t>(last - first) + 1;
    if (!text_.empty() && first == end_ + 1) {
      text_.resize(cut_);
      first = start_;
    } else if (!text_.empty()) {
      text_ += ", ";
    }
    cut_ = text_.size();
    start_ = first;
    end_ = last;
    text_ += std::to_string(first);
    if (last > first) text_ += "-" + std::to_string(last);
  }
  void add(std::int64_t rank) { add(rank, rank); }
  std::uint64_t count() const { return count_; }
  const std::string& text() const { return text_; }

 private:
  std::string text_{};
  std::size_t cut_ = 0;
  std::int64_t start_ = 0, end_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace ranks_detail

/// What is wrong with the ranks of a configuration, and with their traces. Ranks that a filter leaves out are not
/// missing.
inline data_quality fleet_quality(const fleet_partial& p, const experiment& e, bool filtered_by_rank) {
  using ranks_detail::rank_list;
  data_quality quality;
  rank_list missing, cut, doubled, unread;
  if (!filtered_by_rank) {
    std::int64_t next = 0, world = 0;
    for (const rank_file& f : e.files) {
      missing.add(next, f.rank - 1);
      next = f.rank + 1;
    }
    for (const rank_facts& r : p.ranks)
      if (known(r.world_size)) world = std::max(world, r.world_size);
    missing.add(next, world - 1);
  }
  for (const rank_facts& r : p.ranks)
    if (r.cut) cut.add(r.rank);
  for (const rank_file& f : e.doubled) doubled.add(f.rank);
  for (const unread_rank& u : p.unread) unread.add(u.rank);
  const auto say = [&](const rank_list& ranks, std::string_view what, const std::string& at) {
    quality.add(what, source_pos{at}, "rank " + ranks.text(), true, ranks.count());
  };
  say(missing, "rank missing: no trace of it in its folder; the others are reported", e.folder);
  for (const rank_facts& r : p.ranks)
    if (r.cut) {
      say(cut, "rank truncated: its file ends before its end; what came before is reported", r.path);
      break;
    }
  if (!e.doubled.empty())
    say(doubled, "rank doubled: more than one file of it; the first by name is reported", e.doubled.front().path);
  if (!p.unread.empty()) {
    say(unread, "rank unreadable: its file holds no trace; the others are reported", p.unread.front().path);
    const unread_rank& first = p.unread.front();
    quality.add("rank unreadable: why the first of them is", source_pos{first.path}, first.why, true);
  }
  if (!e.unnumbered.empty())
    quality.add("rank unnamed: a file without a rank in its name is left out", source_pos{e.unnumbered.front()}, "",
                true, e.unnumbered.size());
  for (const rank_facts& r : p.ranks) quality.merge(r.quality);
  return quality;
}

/// The report over one configuration.
class multi_rank_report {
 public:
  multi_rank_report(fleet_partial partial, data_quality quality, const multi_rank_options& options)
      : options_(options), partial_(std::move(partial)), quality_(std::move(quality)),
        sheets_(multi_rank_sheets(std::move(partial_.calls))) {
    options_.collectives.faults = options_.faults;
    collectives_ = std::make_unique<collective_analysis>(partial_.ranks, options_.collectives);
    if (partial_.ranks.size() > 1) collectives_->judge(quality_);
    if (!options_.replay) return;
    for (const multi_rank_sheet& s : sheets_) {
      replay_sheet r = replay_of(s, options_.faults);
      if (r.rows.empty()) continue;
      if (options_.run_tools) run_replay(r, options_.limits);
      judge(r, quality_);
      replays_.push_back(std::move(r));
    }
  }

  const fleet_partial& partial() const { return partial_; }
  const data_quality& quality() const { return quality_; }
  data_quality& quality() { return quality_; }
  const collective_analysis& collectives() const { return *collectives_; }
  const std::vector<replay_sheet>& replays() const { return replays_; }

  /// The sheets in the order of the workbook. They refer to this report.
  std::vector<table> tables() const {
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
      for (table& t : multi_rank_collective_tables(*collectives_, options_.parity)) all.push_back(std::move(t));
    return all;
  }
  /// The sheets of the collective report.
  std::vector<table> collective_tables(bool heatmap) const {
    return collective_report_tables(*collectives_, heatmap, options_.parity);
  }
  /// Launchers that `grouped_breakdown` counts as Other.
  std::vector<std::string_view> ungrouped() const {
    std::vector<std::string_view> names;
    multi_rank_breakdown(partial_, options_.faults, names);
    return names;
  }

 private:
  multi_rank_options options_;
  fleet_partial partial_;
  data_quality quality_;
  std::vector<multi_rank_sheet> sheets_;
  std::unique_ptr<collective_analysis> collectives_{};
  std::vector<replay_sheet> replays_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPORT_REPORT_HPP
