#ifndef RIDGELINE_TT_ADVISE_DEVICE_TIME_BODY_HPP
#define RIDGELINE_TT_ADVISE_DEVICE_TIME_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/stats/series.hpp>
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
    const bool told = r.gap() > 0 || r.gap() < 0 || r.detail->end_cycle < 0;
    const double ends = told ? missing<double> : static_cast<double>(r.detail->end_cycle) / clock;
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

device_time time_of(const tt_judged_rows& rows, const std::vector<std::uint32_t>& device) {
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
  double latest = missing<double>;
  for (const placed_row& p : placed(rows, device, clock)) {
    const tt_judged_row& r = rows.device[p.row];
    if (latest - p.start >= rounding) {
      t.twice += std::min(latest, p.end) - p.start;
      t.beside.push_back(p.row);
    } else if (r.gap() > 0 && !r.cold) {
      t.gaps += std::fmax(0, std::fmin(r.gap(), p.start - latest));
    }
    latest = std::fmax(latest, p.end);
  }
  return one_at_a_time && t.twice <= least_shared * t.sum ? in_turn : t;  // some firmware ends later than other
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_ADVISE_DEVICE_TIME_BODY_HPP
