#ifndef RIDGELINE_COMPARE_COMPARABILITY_BODY_HPP
#define RIDGELINE_COMPARE_COMPARABILITY_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/comparability.hpp>
#include <ridgeline/compare/percent_text.hpp>
#include <ridgeline/compare/replaced_work.hpp>
#include <ridgeline/compare/step_kinds.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline {

namespace compare_detail {

/// The distinct values of the runs of a version: `H100` or `H100, B200`; empty if none has a value.
template <class Value>
std::string all_of(const version& v, Value value) {
  std::vector<std::string> seen;
  std::string text;
  for (const measured_run& r : v.runs) {
    std::string one = value(*r.run);
    if (one.empty() || std::find(seen.begin(), seen.end(), one) != seen.end()) continue;
    text += (text.empty() ? "" : ", ") + one;
    seen.push_back(std::move(one));
  }
  return text;
}

/// The largest ratio of two counts over the runs of a version.
template <class Part, class Whole>
double largest_share(const version& v, Part part, Whole whole) {
  double most = 0;
  for (const measured_run& r : v.runs)
    if (whole(r.run->counts) > 0)
      most = std::max(most, static_cast<double>(part(r.run->counts)) / static_cast<double>(whole(r.run->counts)));
  return most;
}

class comparability_checker {
 public:
  comparability_checker(const compared_versions& versions, std::size_t next, std::span<const std::string> allowed)
      : versions_(versions), a_(versions.all.front()), b_(versions.all[next]), allowed_(allowed) {}

  std::vector<comparability_row> rows() {
    lacking("health", &compared_run::unknowable, "unknowable", "the time line cannot be trusted: ");
    lacking("file", &compared_run::incomplete, "incomplete", "unknown events are missing: ");
    chip();
    devices();
    lost();
    unlinked();
    shapes();
    steps();
    if (text_differs(&compared_run::asked_comm)) communication();
    else recorded("options", &compared_run::options, "recorded with other options, which cost host time: ");
    recorded("versions", &compared_run::versions, "other software: ");
    const bool single = a_.runs.size() == 1 && b_.runs.size() == 1;
    add("runs", std::to_string(a_.runs.size()), std::to_string(b_.runs.size()),
        single ? check_severity::note : check_severity::ok,
        single ? "one run per side: differences between runs (placement, clocks, neighbours) cannot be seen" : "");
    return std::move(rows_);
  }

 private:
  void add(std::string_view check, std::string base, std::string next, check_severity severity, std::string text) {
    const bool allowed = std::find(allowed_.begin(), allowed_.end(), check) != allowed_.end();
    if (severity == check_severity::refuse && allowed) {
      severity = check_severity::note;
      text += " (allowed)";
    }
    rows_.push_back({b_.label, check, std::move(base), std::move(next), severity, std::move(text)});
  }

  /// A trace may lack what its time line needs, such as the work of graphs, or some of its events: then no change of it
  /// is known. `why` says what is missing.
  void lacking(std::string_view check, std::string compared_run::*why, const char* verdict, const std::string& what) {
    const auto reason = [&](const compared_run& r) { return r.*why; };
    const auto cell = [&](const std::string& text) { return text.empty() ? "" : verdict; };
    const std::string x = all_of(a_, reason), y = all_of(b_, reason);
    if (!x.empty() || !y.empty())
      add(check, cell(x), cell(y), check_severity::refuse,
          what + (x.empty() || x == y ? y : y.empty() ? x : x + "; " + y));
  }

  void chip() {
    const auto name = [](const compared_run& r) {  // in a virtual machine it is the same chip
      constexpr std::string_view virtual_function = " VF";
      return r.chip.ends_with(virtual_function) ? r.chip.substr(0, r.chip.size() - virtual_function.size()) : r.chip;
    };
    const std::string x = all_of(a_, name), y = all_of(b_, name);
    if (x.empty() || y.empty())
      add("chip", x, y, x == y ? check_severity::ok : check_severity::note,
          x == y ? "no run names its chip" : "only one side names its chip");
    else
      add("chip", x, y, x == y ? check_severity::ok : check_severity::refuse, x == y ? "" : "another chip");
  }

  void devices() {
    const auto text = [](const compared_run& r) {
      return std::to_string(r.devices) + (r.devices == 1 ? " device" : " devices") +
             (known(r.world) ? ", world " + std::to_string(r.world) : "");
    };
    const auto value = [](const version& v, auto of) {
      return all_of(v, [&](const compared_run& r) { return known(of(r)) ? std::to_string(of(r)) : std::string(); });
    };
    const auto devices = [](const compared_run& r) { return r.devices; };
    const auto world = [](const compared_run& r) { return r.world; };
    const std::string wa = value(a_, world), wb = value(b_, world);
    const bool other = value(a_, devices) != value(b_, devices), job = !wa.empty() && !wb.empty() && wa != wb;
    const std::string la = all_of(a_, length_text), lb = all_of(b_, length_text);
    const bool lengths = !la.empty() && !lb.empty() && la != lb;
    const auto shown = [&](const version& v, const std::string& length) {
      return all_of(v, text) + (lengths ? ", " + length : "");
    };
    add("devices", shown(a_, la), shown(b_, lb), other || job || lengths ? check_severity::refuse : check_severity::ok,
        other ? "another number of working devices"
        : job ? "a job of another size"
        : lengths ? "a step is the time of all devices together on one side, and that of the slowest rank on the other"
                  : "");
  }

  /// What a step of several devices is the time of; empty if not known, or of a single device.
  static std::string length_text(const compared_run& r) {
    if (r.devices < 2 || r.length == step_length::unknown) return {};
    return r.length == step_length::of_all_devices ? "all together" : "slowest rank";
  }

  void lost() {
    const auto part = [](const run_counts& c) { return c.lost; };
    const auto whole = [](const run_counts& c) { return c.calls; };
    const double x = largest_share(a_, part, whole), y = largest_share(b_, part, whole);
    const bool bad = x > 0.01 || y > 0.01;
    add("lost", percent_text(x), percent_text(y), bad ? check_severity::refuse : check_severity::ok,
        bad ? "more than 1 % of the requested work is not in the recording" : "");
  }

  void unlinked() {
    const auto part = [](const run_counts& c) { return c.unlinked; };
    const auto whole = [](const run_counts& c) { return c.time; };
    const double x = largest_share(a_, part, whole), y = largest_share(b_, part, whole);
    const bool differ = std::fabs(x - y) > 0.05, some = x > 0.01 || y > 0.01;
    add("unlinked", percent_text(x), percent_text(y),
        differ ? check_severity::refuse : some ? check_severity::note : check_severity::ok,
        differ ? "the shares of work that no launch reaches differ by more than 5 points"
        : some ? "work that no launch reaches belongs to no step" : "");
  }

  void shapes() {
    const std::vector<counted_share> x = shares(a_), y = shares(b_);
    query_detail::key_table<std::string> names;
    for (std::size_t op = 0; op < y.size(); ++op)
      if (y[op].calls != 0) names.number(versions_.ops[op].name);
    const std::size_t in_b = names.size();
    double all = 0, other = 0;
    for (std::size_t op = 0; op < x.size(); ++op) {
      if (x[op].calls == 0 || names.number(versions_.ops[op].name) >= in_b) continue;
      all += static_cast<double>(x[op].time);
      if (y[op].calls == 0) other += static_cast<double>(x[op].time);
    }
    const double part = all > 0 ? other / all : 0, moved = share_in_other_ops();
    const bool bad = part > 0.2, elsewhere = !bad && moved > 0.5;
    std::string why;
    if (bad) why = percent_text(part) + " of the time of common ops is in extents or types that only the baseline has";
    if (const version* const bare = bad ? without_inputs(x, y) : nullptr; bare != nullptr)
      why = bare->label + " has recorded no extents or types (record_shapes), so its ops are no ops of the other side";
    if (elsewhere)
      why = percent_text(moved) +
            " of the baseline's time is in kernels that the new run has in other ops (renamed, or in graphs on one "
            "side): these ops are new or gone, and what is slower is told by kernel";
    add("shapes", "", percent_text(part),
        bad ? check_severity::refuse : elsewhere ? check_severity::note : check_severity::ok, why);
  }
  /// The version none of whose ops has extents or types, where ops of the other one have.
  const version* without_inputs(const std::vector<counted_share>& x, const std::vector<counted_share>& y) const {
    bool has[2] = {};
    for (std::size_t op = 0; op < x.size(); ++op) {
      if (!versions_.ops[op].has_inputs()) continue;
      has[0] = has[0] || x[op].calls != 0, has[1] = has[1] || y[op].calls != 0;
    }
    return has[0] == has[1] ? nullptr : has[0] ? &b_ : &a_;
  }
  double share_in_other_ops() const {
    const auto pieces = [&](const version& v) {
      return shares_of(v, &compared_step::pieces, &measured_run::piece_of, versions_.pieces.size(), v.used_steps());
    };
    const std::vector<counted_share> x = pieces(a_), y = pieces(b_);
    return replaced_work(versions_, x, y).share_in_other_ops();
  }

  void steps() {
    const auto marks = [](const version& v) {
      return std::all_of(v.runs.begin(), v.runs.end(), [](const measured_run& r) { return r.run->has_marks(); });
    };
    const auto unit = [](const compared_run& r) { return r.unit; };
    const auto text = [&](const version& v) { return std::to_string(v.used_steps()) + " of " + all_of(v, unit); };
    const bool ma = marks(a_), mb = marks(b_);
    check_severity severity = check_severity::ok;
    std::string why;
    if (ma != mb) {
      severity = check_severity::refuse, why = "only one side has marks of steps";
    } else if (!ma && calls_by_one_factor()) {
      severity = check_severity::refuse, why = "no marks of steps, but all call counts changed by the same factor: the "
                                               "runs have different numbers of steps";
    } else if (ma && marks_differ()) {
      severity = check_severity::refuse, why = "the runs did the same work in different numbers of steps: one step of "
                                               "a run is several of the other (--step)";
    } else if (ma && text_differs(&compared_run::asked_step) && all_of(a_, unit) != all_of(b_, unit)) {
      severity = check_severity::refuse, why = "the baseline was stored with other steps than are asked for (--step)";
    } else if (const std::string kind = changed_kind(); !kind.empty()) {
      severity = check_severity::refuse, why = kind + ": --step compares steps of one kind";
    } else if (std::string batch = changed_batch(a_, b_); !batch.empty()) {
      severity = check_severity::refuse, why = std::move(batch);
    } else if (a_.used_steps() != b_.used_steps()) {
      severity = check_severity::note, why = "the numbers of used steps differ";
    }
    const auto outside = [](const run_counts& c) { return c.outside; };
    const auto time = [](const run_counts& c) { return c.time; };
    const double x = largest_share(a_, outside, time), y = largest_share(b_, outside, time);
    if (ma && (x > 0.05 || y > 0.05)) {
      severity = std::max(severity, check_severity::note);
      why += (why.empty() ? "" : "; ") + percent_text(x) + " of the baseline's and " + percent_text(y) +
             " of the new run's GPU time is before the first step or after the last one, and is not compared (--step)";
    }
    add("steps", text(a_), text(b_), severity, std::move(why));
  }
  /// Whether runs were read with different texts, as those of a stored baseline may have been.
  bool text_differs(std::optional<std::string> compared_run::*text) const {
    for (const measured_run& x : a_.runs)
      for (const measured_run& y : b_.runs) {
        const std::optional<std::string>&in_a = x.run->*text, &in_b = y.run->*text;
        if (in_a && in_b && *in_a != *in_b) return true;
      }
    return false;
  }
  /// Whether at least 90 % of the baseline's time is in ops that both sides called equally often, within 5 % because
  /// the first and last steps of a run may be left out, though the numbers of steps differ by half or more. A side with
  /// several runs does not tell.
  bool marks_differ() const {
    if (a_.runs.size() != 1 || b_.runs.size() != 1) return false;
    const auto n = static_cast<double>(a_.used_steps()), m = static_cast<double>(b_.used_steps());
    if (!(n > 0 && m > 0) || (n < 1.5 * m && m < 1.5 * n)) return false;
    const std::vector<counted_share> x = shares(a_), y = shares(b_);
    double all = 0, equal = 0;
    for (std::size_t op = 0; op < x.size(); ++op) {
      const auto calls = static_cast<double>(x[op].calls), others = static_cast<double>(y[op].calls);
      all += static_cast<double>(x[op].time);
      if (calls > 0 && std::fabs(others - calls) <= 0.05 * calls) equal += static_cast<double>(x[op].time);
    }
    return all > 0 && equal >= 0.9 * all;
  }
  /// `10 % of the baseline's steps and 50 % of the new run's are prefill` for the kind of step whose share changed
  /// most, where the runs did other work: if it changed by more than 20 points, or if the shares changed by more than
  /// chance explains (at 5 %) and make the mean step of the baseline more than 1 % longer or shorter. Empty also if a
  /// side does not know the kinds.
  std::string changed_kind() const {
    const std::vector<step_kind_share> kinds = kinds_of(a_, b_);
    const step_kind_share* most = nullptr;
    bool by_chance = true;
    for (const step_kind_share& k : kinds) {
      const auto size = [](const step_kind_share& x) { return std::fabs(x.share[1] - x.share[0]); };
      if (most == nullptr || size(k) > size(*most)) most = &k;
      by_chance = by_chance && !is_other_share(k);
    }
    if (most == nullptr) return {};
    const double mix = change_by_mix(kinds);
    const bool other_work = !by_chance && std::fabs(mix) > 0.01;
    if (!other_work && !(std::fabs(most->share[1] - most->share[0]) > 0.2)) return {};
    return percent_text(most->share[0]) + " of the baseline's steps and " + percent_text(most->share[1]) +
           " of the new run's are " + std::string(most->kind) + ", which alone makes the mean step " +
           percent_text(std::fabs(mix)) + (mix < 0 ? " shorter" : " longer");
  }
  /// Whether two shares differ by more than chance explains (two proportions, at 5 %).
  bool is_other_share(const step_kind_share& k) const {
    constexpr double far = 1.96;
    const auto n = static_cast<double>(a_.used_steps()), m = static_cast<double>(b_.used_steps());
    const double both = static_cast<double>(k.steps[0] + k.steps[1]) / (n + m);
    return std::fabs(k.share[1] - k.share[0]) > far * std::sqrt(both * (1 - both) * (1 / n + 1 / m));
  }
  /// The relative change of the mean step if each kind of step takes as long as in the baseline (a kind that it has
  /// not, as in the new run), and only the shares change.
  double change_by_mix(const std::vector<step_kind_share>& kinds) const {
    double before = 0, after = 0;
    for (const step_kind_share& k : kinds) {
      const double length = mean_of_kind(k.steps[0] > 0 ? a_ : b_, k.kind);
      before += k.share[0] * length, after += k.share[1] * length;
    }
    return before > 0 ? after / before - 1 : 0;
  }
  static double mean_of_kind(const version& of, std::string_view kind) {
    double sum = 0, steps = 0;
    for (const measured_run& r : of.runs)
      for (const std::uint32_t s : r.used)
        if (const compared_step& step = r.run->steps[s]; step.kind == kind)
          sum += static_cast<double>(step.total()), ++steps;
    return steps > 0 ? sum / steps : 0;
  }
  /// Whether at least 90 % of the time is in ops whose call counts differ by the same factor, within 1 %, other than 1.
  bool calls_by_one_factor() const {
    const std::vector<counted_share> x = shares(a_), y = shares(b_);
    struct ratio_of_time {
      double factor, time;
    };
    std::vector<ratio_of_time> ratios;
    double all = 0, below = 0;
    for (std::size_t op = 0; op < x.size(); ++op) {
      all += static_cast<double>(x[op].time);
      if (x[op].calls != 0 && y[op].calls != 0)
        ratios.push_back({static_cast<double>(y[op].calls) / static_cast<double>(x[op].calls),
                          static_cast<double>(x[op].time)});
    }
    ratios = std::move(ratios) | sort_by(&ratio_of_time::factor);
    double most = 0, factor = 1;
    for (std::size_t first = 0, last = 0; last < ratios.size(); ++last) {  // ranges of equal factors
      below += ratios[last].time;
      while (ratios[first].factor * 1.01 < ratios[last].factor) below -= ratios[first++].time;
      if (below > most) most = below, factor = ratios[last].factor;
    }
    return all > 0 && most >= 0.9 * all && std::fabs(factor - 1) > 0.01;
  }

  /// What is communication was decided when a baseline was stored.
  void communication() {
    const auto patterns = [](const compared_run& r) {
      return r.asked_comm && !r.asked_comm->empty() ? "--comm_pattern " + *r.asked_comm : std::string();
    };
    add("options", all_of(a_, patterns), all_of(b_, patterns), check_severity::refuse,
        "stored with other patterns of communication than are asked for (--comm_pattern)");
  }

  void recorded(std::string_view check, std::vector<std::pair<std::string, std::string>> compared_run::*list,
                const char* what) {
    std::string x, y, differ;
    std::vector<std::string> keys;
    for (const version* v : {&a_, &b_})
      for (const measured_run& r : v->runs)
        for (const auto& [key, value] : r.run->*list)
          if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
    for (const std::string& key : keys) {
      const auto value = [&](const compared_run& r) {
        for (const auto& [k, text] : r.*list)
          if (k == key) return text;
        return std::string();
      };
      const std::string in_a = all_of(a_, value), in_b = all_of(b_, value);
      const auto list_up = [&](std::string& to, const std::string& text) {
        if (!text.empty()) to += (to.empty() ? "" : ", ") + key + " " + text;
      };
      list_up(x, in_a);
      list_up(y, in_b);
      if (in_a != in_b && !in_a.empty() && !in_b.empty()) differ += (differ.empty() ? "" : ", ") + key;
    }
    add(check, x, y, differ.empty() ? check_severity::ok : check_severity::note,
        differ.empty() ? "" : what + differ);
  }

  std::vector<counted_share> shares(const version& v) const {
    return shares_of(v, &compared_step::ops, &measured_run::op_of, versions_.ops.size(), v.used_steps());
  }

  const compared_versions& versions_;
  const version &a_, &b_;
  std::span<const std::string> allowed_;
  std::vector<comparability_row> rows_{};
};

inline constexpr auto comparability_columns = columns(
    column<"run">(&comparability_row::run).left(), column<"check">(&comparability_row::check).left(),
    column<"base">(&comparability_row::base).left(), column<"new">(&comparability_row::next).left(),
    column<"severity">([](const comparability_row& r) { return name_of(r.severity); }).left(),
    column<"text">(&comparability_row::text).left());

}  // namespace compare_detail

std::vector<comparability_row> comparability_of(const compared_versions& versions, std::size_t next,
                                                std::span<const std::string> allowed) {
  return compare_detail::comparability_checker(versions, next, allowed).rows();
}

bool refuses(std::span<const comparability_row> rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const comparability_row& r) { return r.severity == check_severity::refuse; });
}

table sheet_of_comparability(std::vector<comparability_row> rows) {
  return table("comparability", std::move(rows), compare_detail::comparability_columns);
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_COMPARABILITY_BODY_HPP
