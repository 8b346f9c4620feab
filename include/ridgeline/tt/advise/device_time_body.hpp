#ifndef RIDGELINE_TT_ADVISE_DEVICE_TIME_BODY_HPP
#define RIDGELINE_TT_ADVISE_DEVICE_TIME_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/stats/series.hpp>
#include <ridgeline/tt/advise/findings.hpp>
#include <ridgeline/tt/advise/rows.hpp>

/// How long a device was busy, if ops on its sub-devices run beside each other.
namespace ridgeline::tt_detail {

struct placed_row {
  std::uint32_t row;
  double start, end;  // ns
};

/// The cycles of a device in a nanosecond, by the rows that tell; missing if none does.
double clock_of(const tt_judged_rows& rows, const std::vector<std::uint32_t>& device) {
  std::vector<double> rates;
  for (const std::uint32_t i : device)
    if (const double rate = rows.device[i].detail->cycles_per_ns(); known(rate)) rates.push_back(rate);
  return median_of(rates);
}

/// The rows of a device that have a time, by start. The gap tells, which counts from the end of the row listed before.
/// With a `clock`, a row without gap, or whose gap is 0, ends with its firmware, by the cycles of the device: where
/// firmware begins says less, since it may wait for its kernel. Otherwise, after a row without time, and for a row
/// without gap, all rows before are taken to have ended.
std::vector<placed_row> placed(const tt_judged_rows& rows, const std::vector<std::uint32_t>& device, double clock) {
  std::vector<placed_row> all;
  double end = 0, latest = 0;
  for (const std::uint32_t i : device) {
    const tt_judged_row& r = rows.device[i];
    const double time = r.shown_time().in(ns);
    const bool stated = r.gap() > 0 || r.gap() < 0 || r.detail->end_cycle < 0;
    const double ends = stated ? missing<double> : static_cast<double>(r.detail->end_cycle) / clock;
    const double start = known(ends) ? ends - time : known(r.gap()) ? end + r.gap() : latest;
    end = known(ends) ? ends : time >= 0 ? start + time : latest;
    latest = std::max(latest, end);
    if (r.time() > 0) all.push_back({i, start, end});
  }
  merge_sorted_runs(all, [](const placed_row& a, const placed_row& b) { return a.start < b.start; });
  return all;
}

/// The share of a device's time that ops must have in common before anything is said about it.
inline constexpr double least_shared = 0.02;

struct device_time {
  double sum = 0;    ///< of all times
  double twice = 0;  ///< the part of it during which an op that started earlier ran as well
  double gaps = 0;   ///< during which nothing ran, without those of cold rows
  std::vector<std::uint32_t> beside{};  ///< rows that started while another op ran, by start
  double busy() const { return sum - twice; }
};

/// How long the device was idle before a row that has a gap, if all rows before it had ended at `latest`.
double idle_before(const tt_judged_row& r, const placed_row& p, double latest) {
  return std::fmax(0, std::fmin(r.gap(), p.start - latest));
}

/// Adds to the time of each row during which no other of these rows ran; they are given by start. At any moment at
/// which a single one runs, the sum of the positions of those that run is its position.
void add_times_alone(const std::vector<placed_row>& rows, std::vector<tt_own_time>& to) {
  std::vector<std::uint32_t> by_end(rows.size());
  std::iota(by_end.begin(), by_end.end(), 0u);
  merge_sorted_runs(by_end, [&](std::uint32_t a, std::uint32_t b) { return rows[a].end < rows[b].end; });
  std::size_t began = 0, ended = 0;
  std::uint64_t running = 0;
  double at = 0;
  while (ended < rows.size()) {
    const bool ends = began == rows.size() || rows[by_end[ended]].end <= rows[began].start;
    const double next = ends ? rows[by_end[ended]].end : rows[began].start;
    if (began - ended == 1) to[rows[running].row].time += next - at;
    at = next;
    ends ? running -= by_end[ended++] : running += began++;
  }
}

/// The time of a device. Where `own` is given and rows run beside each other, the entries of its rows are set.
device_time time_of(const tt_judged_rows& rows, const std::vector<std::uint32_t>& device,
                    std::vector<tt_own_time>* own = nullptr) {
  device_time t;
  bool one_at_a_time = true;
  for (const std::uint32_t i : device) {
    const tt_judged_row& r = rows.device[i];
    if (r.time() > 0) t.sum += r.time();
    if (r.gap() > 0 && !r.cold) t.gaps += r.gap();
    one_at_a_time = one_at_a_time && !(r.gap() < 0);
  }
  // Many writers leave negative gaps empty, or make them 0.
  const double clock = one_at_a_time ? clock_of(rows, device) : missing<double>;
  if (one_at_a_time && !known(clock)) return t;
  constexpr double rounding = 1;  // ns
  const device_time in_turn = t;
  t.gaps = 0;
  double latest = missing<double>, no_gaps = 0;
  const std::vector<placed_row> all = placed(rows, device, clock);
  for (const placed_row& p : all) {
    const tt_judged_row& r = rows.device[p.row];
    const bool beside = latest - p.start >= rounding;
    if (beside) t.twice += std::min(latest, p.end) - p.start, t.beside.push_back(p.row);
    if (r.gap() > 0 && !r.cold) {
      const double idle = beside ? 0 : idle_before(r, p, latest);
      t.gaps += idle;
      no_gaps += r.gap() - idle;
    }
    latest = std::fmax(latest, p.end);
  }
  // Some firmware ends later than other.
  if (one_at_a_time && t.twice <= least_shared * t.sum &&
      t.twice + no_gaps <= least_shared * (in_turn.sum + in_turn.gaps))
    return in_turn;
  if (own == nullptr) return t;
  latest = missing<double>;
  for (const placed_row& p : all) {
    const tt_judged_row& r = rows.device[p.row];
    (*own)[p.row] = {0, r.gap() > 0 ? idle_before(r, p, latest) : r.gap()};
    latest = std::fmax(latest, p.end);
  }
  add_times_alone(all, *own);
  return t;
}

/// What each row has for itself.
std::vector<tt_own_time> own_times_of(const tt_judged_rows& rows) {
  std::vector<tt_own_time> own;
  for (const tt_judged_row& r : rows.device) own.push_back({r.time(), r.gap()});
  for (const auto& device : rows.by_device()) time_of(rows, device, &own);
  return own;
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_ADVISE_DEVICE_TIME_BODY_HPP
