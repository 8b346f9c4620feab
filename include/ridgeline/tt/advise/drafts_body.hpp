#ifndef RIDGELINE_TT_ADVISE_DRAFTS_BODY_HPP
#define RIDGELINE_TT_ADVISE_DRAFTS_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/tt/advise/findings.hpp>

/// Collects the evidence for rules over Tenstorrent ops.
namespace ridgeline::tt_detail {

inline constexpr double attainable = 0.8, far_below = 0.5;  // fractions of a roof

duration of_ns(double x) { return duration(x * ns); }

/// Whether a row belongs to the replay of a trace to which the one before it on its device belongs. Replays that are
/// not numbered begin where the number of a call is no larger than the one before.
bool of_one_replay(const tt_judged_row& before, const tt_judged_row& r) {
  if (!before.replayed() || !r.replayed() || before.detail->trace_id != r.detail->trace_id) return false;
  if (before.op->replay_session != r.op->replay_session) return false;
  return r.op->replay_session >= 0 || before.op->global_call_count < r.op->global_call_count;
}

/// Whether a row goes on with the work of the one before it on its device: in one replay, or outside of any, with no
/// signpost and no op of the host between.
bool goes_on(const tt_judged_row& before, const tt_judged_row& r) {
  return !r.apart && (r.replayed() || before.replayed() ? of_one_replay(before, r) : true);
}

/// Collects the rows of one draft.
class row_draft {
 public:
  /// Of the row's time `saved` would go, and of the gap before it `saved_gap`. A row that is hidden behind others costs
  /// nothing and is left out.
  void add(const tt_findings_run& run, std::uint32_t i, double saved, double saved_gap = 0) {
    const tt_judged_row& r = run.rows.device[i];
    const double most = run.alone(i);
    if (most <= 0 && saved > 0 && !(saved_gap > 0)) return;
    saved_ += std::fmin(saved, most) + saved_gap;
    add(r.op->code, r.op->id, r.time());
    works_.push_back(i);
  }
  void add(std::string_view name, std::uint32_t id, double time) {
    if (known(time)) time_ += time;
    ++count_;
    ids_.push_back(id);
    evidence_.push_back({"ops", id, missing<std::int64_t>, std::string(name), of_ns(time)});
    if (evidence_.size() > 64) shorten();
  }
  void save(double more) { saved_ += more; }
  void guess() { guess_ = true; }
  bool empty() const { return count_ == 0; }
  double time() const { return time_; }
  double saved() const { return saved_; }
  const std::vector<std::uint32_t>& works() const { return works_; }
  /// Adds it to the list, with the claimed rows.
  finding_draft& finish(finding_drafts& to, std::string group, bool claims) {
    finding_draft& d = to.add(std::move(group));
    shorten();
    d.recoverable = of_ns(saved_);
    d.concerned = of_ns(time_);
    d.count = count_;
    d.evidence = std::move(evidence_);
    if (claims) d.works = std::move(works_);
    d.rows = std::move(ids_);
    d.guess = guess_;
    return d;
  }

 private:
  /// Keeps the three longest with different names.
  void shorten() {
    advise_detail::order_evidence(evidence_);
    std::vector<finding_evidence> kept;
    for (finding_evidence& e : evidence_) {
      const bool seen = std::any_of(kept.begin(), kept.end(),
          [&](const finding_evidence& k) { return k.name == e.name; });
      if (!seen && kept.size() < 3) kept.push_back(std::move(e));
    }
    evidence_ = std::move(kept);
  }
  double saved_ = 0, time_ = 0;
  std::uint64_t count_ = 0;
  std::vector<finding_evidence> evidence_{};
  std::vector<std::uint32_t> works_{}, ids_{};
  bool guess_ = false;
};

/// Drafts by group of rows, finished in the order in which the groups first appeared.
class drafts_by_group {
 public:
  explicit drafts_by_group(const tt_judged_rows& rows) : rows_(rows), at_(rows.groups, none) {}
  row_draft& of(std::uint32_t row) {
    std::size_t& at = at_[rows_.device[row].group];
    if (at == none) at = drafts_.size(), drafts_.emplace_back();
    return drafts_[at];
  }
  /// `detail(draft)` is additional text for the advice.
  template <class Detail>
  void finish(finding_drafts& to, Detail detail) {
    for (row_draft& d : drafts_) {
      if (d.empty()) continue;
      const tt_op& op = *rows_.device[d.works().front()].op;
      std::string text = detail(d);
      d.finish(to, group_of(op), true).detail = std::move(text);
    }
  }

 private:
  static constexpr std::size_t none = ~std::size_t{0};

  /// `MatmulDeviceOperation 1x1x32x4096 x 1x1x4096x1024 #2`: the number distinguishes groups of equal names.
  std::string group_of(const tt_op& op) {
    std::string text(op.code);
    const auto add = [&](const tt_tensor& t, std::string_view before) {
      if (!known(t.elements())) return;
      text += before;
      for (std::size_t i = 0; i < 4; ++i) text += (i == 0 ? "" : "x") + std::to_string(t.dims[i]);
    };
    add(op.in0, " ");
    add(op.in1, " x ");
    const std::uint64_t n = ++names_[text];
    return n == 1 ? text : text + " #" + std::to_string(n);
  }

  const tt_judged_rows& rows_;
  std::vector<std::size_t> at_;
  std::vector<row_draft> drafts_{};
  std::map<std::string, std::uint64_t> names_{};
};

/// Drafts, by group, of the rows for which `saved(row)` is known: the time that would go.
template <class Saved>
void draft_rows(const tt_findings_run& run, finding_drafts& to, Saved saved) {
  drafts_by_group drafts(run.rows);
  for (std::uint32_t i = 0; i < run.rows.device.size(); ++i) {
    const double most = to.claimed(i) ? missing<double> : saved(run.rows.device[i]);
    if (known(most)) drafts.of(i).add(run, i, most);
  }
  drafts.finish(to, [](const row_draft&) { return std::string(); });
}

/// What HiFi2 saves of an op whose arithmetic in HiFi4 bounds it: half of that; else NaN.
inline double saved_by_hifi2(const tt_judged_row& r) {
  if (r.op->fidelity != "HiFi4") return missing<double>;
  const double compute = r.detail->compute.in(ns), memory = std::fmax(0.0, r.detail->memory.in(ns));
  const bool bound = compute > 1 && compute >= far_below * r.time() && compute >= memory;
  return bound ? std::fmin(compute / 2, r.time() - memory) : missing<double>;
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_ADVISE_DRAFTS_BODY_HPP
