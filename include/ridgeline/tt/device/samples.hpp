#ifndef RIDGELINE_TT_DEVICE_SAMPLES_HPP
#define RIDGELINE_TT_DEVICE_SAMPLES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/tt/record/measure.hpp>
#include <ridgeline/tt/device/lines.hpp>

namespace ridgeline {

/// One time_quantity that an analysis found. Sums have no start.
struct tt_sample {
  std::int64_t start = 0, cycles = 0;
  std::int64_t end() const { return start + cycles; }
};

/// The middle of `values`, or the mean of the two middle ones; `values` are put into another order.
template <class Number>
double median_of(std::vector<Number>& values) {
  if (values.empty()) return missing<double>;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 != 0) return static_cast<double>(*middle);
  const Number below = *std::max_element(values.begin(), middle);
  return (static_cast<double>(below) + static_cast<double>(*middle)) / 2;
}

/// Statistics of samples, in cycles. A sum beyond 64 bits stays at the largest number that they hold.
struct tt_statistics {
  std::int64_t count = 0, sum = 0, first = 0;
  std::int64_t min = std::numeric_limits<std::int64_t>::max(), max = 0;
  double median = missing<double>;

  void add(std::int64_t cycles) {
    if (count++ == 0) first = cycles;
    add_to_sum(cycles);
    min = std::min(min, cycles);
    max = std::max(max, cycles);
  }
  /// Adds other samples; the median is left to the caller.
  void merge(const tt_statistics& more) {
    if (more.count == 0) return;
    if (count == 0) first = more.first;
    count += more.count;
    add_to_sum(more.sum);
    min = std::min(min, more.min);
    max = std::max(max, more.max);
  }
  double average() const { return static_cast<double>(sum) / static_cast<double>(count); }
  std::int64_t range() const { return max - min; }

 private:
  void add_to_sum(std::int64_t cycles) {
    if (__builtin_add_overflow(sum, cycles, &sum)) sum = std::numeric_limits<std::int64_t>::max();
  }
};

inline tt_statistics statistics_of(std::span<const tt_sample> samples, std::vector<std::int64_t>& scratch) {
  tt_statistics all;
  scratch.clear();
  for (const tt_sample& s : samples) {
    all.add(s.cycles);
    scratch.push_back(s.cycles);
  }
  all.median = median_of(scratch);
  return all;
}

/// Tells which markers of a log a condition means.
class tt_matcher {
 public:
  tt_matcher(const tt_condition& c, const tt_device_log& log) : condition_(c), zones_(log.has_zones()) {
    if (!zones_ || c.marker >= 0) return;
    wanted_.resize(log.zones.bound());
    for (std::size_t s = 1; s < wanted_.size(); ++s) {
      const std::string_view name = log.zones.text(symbol{static_cast<std::uint32_t>(s)});
      for (std::string_view zone : c.zones) {
        if (zone.empty()) continue;
        const bool part = zone.back() == '*' && name.find(zone.substr(0, zone.size() - 1)) != std::string_view::npos;
        if (part || name == zone) wanted_[s] = 1;
      }
    }
  }

  bool operator()(const tt_entry& e, const tt_lines& lines) const {
    if ((condition_.riscs & only(e.risc)) == 0) return false;
    if (zones_) {
      const bool either = e.phase == tt_phase::begin || e.phase == tt_phase::end;
      if (condition_.phase == tt_phase::point ? !either : e.phase != condition_.phase) return false;
      if (wanted_.empty() || wanted_[what_of(e, lines)] == 0) return false;
    } else if (condition_.marker < 0 || what_of(e, lines) != static_cast<std::uint64_t>(condition_.marker)) {
      return false;
    }
    if (condition_.core_x < 0) return true;
    const tt_marker& m = lines.at(e.marker);
    return m.x == condition_.core_x && m.y == condition_.core_y;
  }

 private:
  static std::uint32_t what_of(const tt_entry& e, const tt_lines& lines) {
    return e.what != 65535 ? e.what : lines.at(e.marker).what;
  }

  tt_condition condition_;
  bool zones_;
  std::vector<char> wanted_{};  // by symbol of the zone
};

/// Takes the samples of one analysis from lines.
class tt_sampler {
 public:
  tt_sampler(const tt_measure& a, const tt_lines& lines)
      : analysis_(a), lines_(lines), start_(a.start, *lines.log), end_(a.end, *lines.log) {}

  const tt_measure& analysis() const { return analysis_; }

  /// A start and the next end, again and again.
  void adjacent(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
    const tt_entry* open = nullptr;
    for (const tt_entry& e : line) {
      if (open != nullptr && end_(e, lines_)) {
        out.push_back({open->cycles, e.cycles - open->cycles});
        open = nullptr;
      } else if (start_(e, lines_)) {
        open = &e;
      }
    }
  }
  /// The first start, and the last end behind it.
  void first_last(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
    std::size_t first = 0, last = line.size();
    while (first < line.size() && !start_(line[first], lines_)) ++first;
    if (first == line.size()) return;
    while (last > first + 1 && !end_(line[last - 1], lines_)) --last;
    if (last > first + 1) out.push_back({line[first].cycles, line[last - 1].cycles - line[first].cycles});
  }
  /// The same over a device, from its cores' lines: the first of all, and the last behind it.
  void first_last(const tt_device_line& device, std::vector<tt_sample>& out) const {
    std::int64_t start = -1, end = -1;
    for (std::size_t c = device.first_core; c < device.last_core; ++c) {
      const std::span<const tt_entry> line = lines_.of(lines_.cores[c]);
      std::size_t first = 0;
      while (first < line.size() && !start_(line[first], lines_)) ++first;
      if (first < line.size() && (start < 0 || line[first].cycles < start)) start = line[first].cycles;
    }
    for (std::size_t c = device.first_core; c < device.last_core && start >= 0; ++c) {
      const std::span<const tt_entry> line = lines_.of(lines_.cores[c]);
      std::size_t last = line.size();
      while (last > 0 && !end_(line[last - 1], lines_)) --last;
      if (last > 0 && line[last - 1].cycles > start) end = std::max(end, line[last - 1].cycles);
    }
    if (end >= 0) out.push_back({start, end - start});
  }
  /// That in each launch of a core: from one start of its BRISC to the next.
  void launches(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
    std::size_t begin = line.size();
    for (std::size_t i = 0; i <= line.size(); ++i) {
      if (i < line.size()) {
        if (line[i].risc != tt_risc::brisc || lines_.at(line[i].marker).point != tt_point::fw_start) continue;
      }
      if (begin < i) first_last(line.subspan(begin, i - begin), out);
      begin = i;
    }
  }
  /// That on each core of an op, cores by their numbers.
  void cores(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
    std::vector<tt_entry> sorted(line.begin(), line.end());
    const auto core = [&](const tt_entry& e) {
      const tt_marker& m = lines_.at(e.marker);
      return (std::uint32_t{m.y} << 16) | m.x;
    };
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const tt_entry& a, const tt_entry& b) { return core(a) < core(b); });
    for (std::size_t i = 0, next = 0; i < sorted.size(); i = next) {
      while (next < sorted.size() && core(sorted[next]) == core(sorted[i])) ++next;
      first_last(std::span<const tt_entry>(sorted).subspan(i, next - i), out);
    }
  }
  /// The durations that markers of a core state.
  void sums(std::span<const std::uint32_t> markers, std::vector<tt_sample>& out) const {
    for (std::uint32_t i : markers)
      if (const tt_entry e = tt_entry::of(lines_.at(i), i); start_(e, lines_)) out.push_back({0, e.cycles});
  }
  /// The total of what an op's markers state; none when that is 0.
  void total(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
    tt_statistics all;
    for (const tt_entry& e : line)
      if (start_(e, lines_)) all.add(lines_.at(e.marker).data);
    if (all.sum != 0) out.push_back({0, all.sum});
  }
  /// The samples of one op, by the analysis's way of taking them.
  void of_op(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
    switch (analysis_.sampling) {
      case tt_sampling::adjacent: return adjacent(line, out);
      case tt_sampling::sum: return total(line, out);
      case tt_sampling::op_core_first_last: return cores(line, out);
      default: return first_last(line, out);
    }
  }
  /// The samples of a core's or a device's line.
  void of_line(std::span<const tt_entry> line, std::span<const std::uint32_t> durations,
               std::vector<tt_sample>& out) const {
    switch (analysis_.sampling) {
      case tt_sampling::adjacent: return adjacent(line, out);
      case tt_sampling::launch_first_last: return launches(line, out);
      case tt_sampling::sum: return durations.empty() ? total(line, out) : sums(durations, out);
      default: return first_last(line, out);
    }
  }

 private:
  tt_measure analysis_;
  const tt_lines& lines_;
  tt_matcher start_, end_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_SAMPLES_HPP
