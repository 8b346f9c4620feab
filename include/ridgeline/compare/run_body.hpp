#ifndef RIDGELINE_COMPARE_RUN_BODY_HPP
#define RIDGELINE_COMPARE_RUN_BODY_HPP

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/run.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/key_table.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/stats/series.hpp>

namespace ridgeline {

struct run_builder::names {
  query_detail::key_table<std::string, std::string, std::string> ops{};
  query_detail::key_table<std::uint8_t, std::uint32_t, std::string> pieces{};
};

run_builder::~run_builder() { delete names_; }

std::uint32_t run_builder::op(std::string_view name, std::string_view dims, std::string_view types) {
  if (names_ == nullptr) names_ = new names;
  const std::uint32_t at = names_->ops.number(name, dims, types);
  if (at == run_.ops.size()) run_.ops.push_back({std::string(name), std::string(dims), std::string(types)});
  return at;
}

std::uint32_t run_builder::piece(step_part part, std::uint32_t op, std::string_view kernel) {
  if (names_ == nullptr) names_ = new names;
  const std::uint32_t at = names_->pieces.number(static_cast<std::uint8_t>(part), op, kernel);
  if (at == run_.pieces.size()) run_.pieces.push_back({part, op, std::string(kernel)});
  return at;
}

void run_builder::add_piece(std::uint32_t step, std::uint32_t piece, std::int64_t calls, std::int64_t time) {
  pieces_.push_back({step, {piece, calls, time}});
  run_.steps[step].parts[static_cast<std::size_t>(run_.pieces[piece].part)] += time;
}

void run_builder::sum_up(std::vector<entry>& entries, std::vector<step_share> compared_step::*to) {
  const auto rows = std::move(entries) | sort_by(&entry::step, [](const entry& e) { return e.share.of; });
  for (const entry& e : rows) {
    std::vector<step_share>& list = run_.steps[e.step].*to;
    if (list.empty() || list.back().of != e.share.of) list.push_back({e.share.of, 0, 0});
    list.back().calls += e.share.calls;
    list.back().time += e.share.time;
  }
}

void run_builder::finish() {
  sum_up(ops_, &compared_step::ops);
  sum_up(pieces_, &compared_step::pieces);
  std::erase_if(run_.steps, [](const compared_step& s) { return s.events == 0; });
}

std::optional<step_choice> step_choice_of(std::string_view text) {
  const auto take = [](std::string_view digits, std::int64_t& n) {
    if (digits.empty()) return true;
    const std::optional<std::int64_t> value = to_int(digits);
    if (!value || *value < 1) return false;
    n = *value;
    return true;
  };
  step_choice steps;
  const std::size_t colon = text.find(':');
  if (colon == text.npos || !take(text.substr(0, colon), steps.first) || !take(text.substr(colon + 1), steps.last))
    return std::nullopt;
  if (known(steps.first) && known(steps.last) && steps.last < steps.first) return std::nullopt;
  return steps;
}

std::vector<step_state> states_of(const compared_run& run, const step_choice& choice) {
  const std::size_t n = run.steps.size();
  std::vector<step_state> states(n, step_state::used);
  std::vector<double> events, lengths;
  for (const compared_step& s : run.steps) {
    events.push_back(static_cast<double>(s.events));
    lengths.push_back(static_cast<double>(s.total()));
  }
  std::size_t rest = n;
  if (n > 1 && events.back() < median_of(std::span(events).first(n - 1)) / 2)
    states.back() = step_state::cut, --rest;
  if (known(choice.warm_up)) {
    for (std::size_t i = 0; i < rest && static_cast<std::int64_t>(i) < choice.warm_up; ++i)
      states[i] = step_state::warm_up;
  } else if (rest > 1) {
    const std::span<const double> second = std::span<const double>(lengths).subspan(rest / 2, rest - rest / 2);
    const double middle = median_of(second), far = std::max(0.03 * middle, 5 * robust_deviation(second));
    for (std::size_t i = 0; i < rest / 2 && std::fabs(lengths[i] - middle) > far; ++i) states[i] = step_state::warm_up;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const auto number = static_cast<std::int64_t>(i) + 1;
    const bool before = known(choice.first) && number < choice.first;
    const bool after = known(choice.last) && number > choice.last;
    if (before || after) states[i] = step_state::left_out;
  }
  return states;
}

namespace compare_detail {

/// The work of one lane of a device with nonzero duration, sorted by start; must be queried at increasing times.
class lane_of_work {
 public:
  void add(const timed_work* w) { work_.push_back(w); }
  void order() {
    work_ = std::move(work_) | sort_by([](const timed_work* w) { return w->start; });  // ties in file order
  }
  /// What runs at `t`; if several, the one that began first; null if nothing does.
  const timed_work* at(std::int64_t t) {
    while (next_ < work_.size() && work_[next_]->end <= t) ++next_;
    return next_ < work_.size() && work_[next_]->start <= t ? work_[next_] : nullptr;
  }
  /// When the next work begins; valid after `at` returned null.
  std::int64_t next_start() const {
    return next_ < work_.size() ? work_[next_]->start : std::numeric_limits<std::int64_t>::max();
  }

 private:
  std::vector<const timed_work*> work_{};
  std::size_t next_ = 0;
};

/// The timeline of one device.
class device_painter {
 public:
  device_painter(const std::vector<std::string>& kernels, run_builder& builder) : kernels_(kernels),
      builder_(builder) {}

  void paint(const std::vector<const timed_work*>& work, std::size_t steps) {
    constexpr std::int64_t never = std::numeric_limits<std::int64_t>::min();
    std::vector<std::int64_t> ends(steps, never);
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::size_t first_step = steps;
    for (const timed_work* w : work) {
      if (w->end > w->start) lanes_[static_cast<std::size_t>(w->lane)].add(w);
      if (!known(w->step)) continue;
      ends[w->step] = std::max(ends[w->step], w->end);
      first_step = std::min<std::size_t>(first_step, w->step);
    }
    for (const timed_work* w : work)
      if (w->step == first_step) first = std::min(first, w->start);
    for (lane_of_work& lane : lanes_) lane.order();
    windows_.clear();
    std::int64_t from = first;
    for (std::size_t k = first_step; k < steps; ++k) {
      const std::int64_t to = std::max(from, ends[k]);
      windows_.push_back({from, to, static_cast<std::uint32_t>(k)});
      if (to > from) window(from, to, static_cast<std::uint32_t>(k));
      from = to;
    }
    count_calls(work);
    if (windows_.empty()) return;
    for (const timed_work* w : work) outside_ += outside_of(*w, windows_.front().from, windows_.back().to);
  }
  /// The time of work that is in no window, ns.
  std::int64_t outside() const { return outside_; }

 private:
  struct span {
    std::int64_t from, to;
    std::uint32_t step;
  };

  static std::int64_t outside_of(const timed_work& w, std::int64_t from, std::int64_t to) {
    return w.end - w.start - std::max<std::int64_t>(0, std::min(w.end, to) - std::max(w.start, from));
  }
  void window(std::int64_t from, std::int64_t to, std::uint32_t step) {
    std::int64_t gap = from;
    bool idle = false;
    for (std::int64_t t = from; t < to;) {
      const timed_work* on = nullptr;
      std::int64_t until = to;
      for (lane_of_work& lane : lanes_) {
        on = lane.at(t);
        if (on != nullptr) break;
        until = std::min(until, lane.next_start());  // until a lane of higher priority has work
      }
      if (on == nullptr) {
        if (!idle) gap = t, idle = true;
        t = until;
        continue;
      }
      if (idle) end_gap(step, t, t - gap), idle = false;
      until = std::min(until, on->end);
      builder_.add_piece(step, piece_of(*on), 0, until - t);
      t = until;
    }
    if (idle) builder_.add_piece(step, builder_.piece(step_part::idle, nobody(), ""), 1, to - gap);
  }
  /// Attributes idle time to the work that begins at `t`; if several, the first in the file.
  void end_gap(std::uint32_t step, std::int64_t t, std::int64_t length) {
    const timed_work* first = nullptr;
    for (lane_of_work& lane : lanes_)
      if (const timed_work* const on = lane.at(t); on != nullptr && (first == nullptr || on < first)) first = on;
    builder_.add_piece(step, builder_.piece(step_part::idle, first->op, ""), 1, length);
  }
  /// A call counts in the window in which it begins; the last window also includes zero-length work at its very end.
  void count_calls(const std::vector<const timed_work*>& work) {
    for (const timed_work* w : work) {
      if (w->goes_on) continue;
      auto after = std::upper_bound(windows_.begin(), windows_.end(), w->start,
                                           [](std::int64_t t, const span& s) { return t < s.to; });
      const bool at_the_end = w->end == w->start && !windows_.empty() && w->start == windows_.back().to;
      if (after == windows_.end() && at_the_end) --after;
      if (after == windows_.end() || w->start < after->from) continue;
      builder_.add_piece(after->step, piece_of(*w), 1, 0);
    }
  }
  std::uint32_t piece_of(const timed_work& w) {
    const std::uint32_t at = known_.number(static_cast<std::uint8_t>(w.lane), w.op, w.kernel);
    if (at == pieces_.size()) pieces_.push_back(builder_.piece(part_of(w.lane), w.op, kernels_[w.kernel]));
    return pieces_[at];
  }
  std::uint32_t nobody() { return builder_.op("", "", ""); }

  const std::vector<std::string>& kernels_;
  run_builder& builder_;
  std::array<lane_of_work, 3> lanes_{};  // in order of priority
  std::vector<span> windows_{};
  std::int64_t outside_ = 0;
  query_detail::key_table<std::uint8_t, std::uint32_t, std::uint32_t> known_{};
  std::vector<std::uint32_t> pieces_{};  // by number in `known_`
};

}  // namespace compare_detail

void paint_steps(compared_run& run, std::vector<timed_work> work, const std::vector<std::string>& kernels,
                 const std::vector<std::string>& steps, run_builder& builder) {
  run.steps.clear();
  for (const std::string& name : steps) run.steps.push_back({name, 0, {}, {}, {}});
  for (const timed_work& w : work) {
    if (!known(w.step)) continue;
    const std::int64_t calls = w.goes_on ? 0 : 1;
    run.steps[w.step].events += calls;
    builder.add_op(w.step, w.op, calls, w.end - w.start);
  }
  std::vector<std::vector<const timed_work*>> devices;
  query_detail::key_table<std::uint32_t> table;
  for (const timed_work& w : work) {
    const std::uint32_t at = table.number(w.device);
    if (at == devices.size()) devices.emplace_back();
    devices[at].push_back(&w);
  }
  run.devices = static_cast<std::int64_t>(devices.size());
  for (const std::vector<const timed_work*>& of_one : devices) {
    compare_detail::device_painter painter(kernels, builder);
    painter.paint(of_one, steps.size());
    run.counts.outside += painter.outside();
  }
}

void run_builder::add_op(std::uint32_t step, std::uint32_t op, std::int64_t calls, std::int64_t time) {
  ops_.push_back({step, {op, calls, time}});
}

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_RUN_BODY_HPP
