#ifndef RIDGELINE_TT_ADVISE_DEVICE_TIME_BODY_HPP
#define RIDGELINE_TT_ADVISE_DEVICE_TIME_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/tt/advise/rows.hpp>

/// How long a device was busy, if ops on its sub-devices run beside each other.
namespace ridgeline::tt_detail {

struct placed_row {
  std::uint32_t row;
  double start, end;  // ns
};

/// The rows of a device that have a time, by start. A gap counts from the end of the row listed before; after a row
/// without time, and for a row without gap, all rows before are taken to have ended.
std::vector<placed_row> placed(const tt_judged_rows& rows, const std::vector<std::uint32_t>& device) {
  std::vector<placed_row> all;
  double end = 0, latest = 0;
  for (const std::uint32_t i : device) {
    const tt_judged_row& r = rows.device[i];
    const double start = known(r.gap()) ? end + r.gap() : latest;
    const double time = r.shown_time().in(ns);
    end = time >= 0 ? start + time : latest;
    latest = std::max(latest, end);
    if (r.time() > 0) all.push_back({i, start, end});
  }
  merge_sorted_runs(all, [](const placed_row& a, const placed_row& b) { return a.start < b.start; });
  return all;
}

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
  if (one_at_a_time) return t;
  t.gaps = 0;
  double latest = missing<double>;
  for (const placed_row& p : placed(rows, device)) {
    const tt_judged_row& r = rows.device[p.row];
    if (p.start < latest) {
      t.twice += std::min(latest, p.end) - p.start;
      t.beside.push_back(p.row);
    } else if (r.gap() > 0 && !r.cold) {
      t.gaps += std::fmin(r.gap(), p.start - latest);
    }
    latest = std::fmax(latest, p.end);
  }
  return t;
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_ADVISE_DEVICE_TIME_BODY_HPP
