#ifndef RIDGELINE_TT_DEVICE_SAMPLES_BODY_HPP
#define RIDGELINE_TT_DEVICE_SAMPLES_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/tt/device/samples.hpp>

namespace ridgeline {

namespace tt_detail {

template <class Number>
double median_in(std::vector<Number>& values) {
  if (values.empty()) return missing<double>;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 != 0) return static_cast<double>(*middle);
  const Number below = *std::max_element(values.begin(), middle);
  return (static_cast<double>(below) + static_cast<double>(*middle)) / 2;
}

}  // namespace tt_detail

double median_of(std::vector<std::int64_t>& values) { return tt_detail::median_in(values); }
double median_of(std::vector<double>& values) { return tt_detail::median_in(values); }

void tt_statistics::add(std::int64_t cycles) {
  if (count++ == 0) first = max = cycles;  // a span may be negative with --parity
  add_to_sum(cycles);
  min = std::min(min, cycles);
  max = std::max(max, cycles);
}

void tt_statistics::merge(const tt_statistics& more) {
  if (more.count == 0) return;
  if (count == 0) first = more.first, max = more.max;
  count += more.count;
  add_to_sum(more.sum);
  min = std::min(min, more.min);
  max = std::max(max, more.max);
}

void tt_statistics::add_to_sum(std::int64_t cycles) {
  if (__builtin_add_overflow(sum, cycles, &sum)) sum = std::numeric_limits<std::int64_t>::max();
}

tt_statistics statistics_of(std::span<const tt_sample> samples, std::vector<std::int64_t>& scratch) {
  tt_statistics all;
  scratch.clear();
  for (const tt_sample& s : samples) {
    all.add(s.cycles);
    scratch.push_back(s.cycles);
  }
  all.median = median_of(scratch);
  return all;
}

tt_matcher::tt_matcher(const tt_condition& c, const tt_device_log& log, bool exact)
    : condition_(c), zones_(log.has_zones()), riscs_(zones_ == (c.marker < 0) ? c.riscs : tt_riscs{0}) {
  if (riscs_ == 0) return;  // a marker number in a zone log, or a zone in a log of numbers
  if (!zones_) {
    what_ = static_cast<std::uint16_t>(std::min<std::int64_t>(c.marker, 65535));
    return;
  }
  constexpr tt_riscs movers = only(tt_risc::brisc) | only(tt_risc::ncrisc);
  if ((riscs_ & movers) == movers)
    for (std::size_t r = 0; r < tt_risc_count; ++r)
      if (is_quasar_mover(static_cast<tt_risc>(r))) riscs_ |= only(static_cast<tt_risc>(r));
  const auto bit = [](tt_phase phase) { return 1u << static_cast<unsigned>(phase); };
  phases_ = c.phase == tt_phase::point ? bit(tt_phase::begin) | bit(tt_phase::end) : bit(c.phase);
  wanted_.resize(log.zones.bound());
  for (std::size_t s = 1; s < wanted_.size(); ++s) {
    const std::string_view name = log.zones.text(symbol{static_cast<std::uint32_t>(s)});
    for (std::string_view zone : c.zones) {
      if (zone.empty()) continue;
      const bool part = zone.back() == '*' && name.find(zone.substr(0, zone.size() - 1)) != std::string_view::npos;
      if (part || name == zone || (!exact && tt_usual_zone(name) == zone)) wanted_[s] = 1;
    }
    if (!is_quasar_mover_zone(name)) continue;
    const auto asks_for = [&](const char* risc) {
      const std::string zone = risc + std::string(name.substr(name.find('-')));
      return std::find(c.zones.begin(), c.zones.end(), zone) != c.zones.end();
    };
    if (asks_for("BRISC") && asks_for("NCRISC")) wanted_[s] = 1;
  }
}

bool tt_matcher::matches(const tt_entry& e, const tt_lines& lines) const {
  if (zones_ ? wanted_[what_of(e, lines)] == 0
             : what_of(e, lines) != static_cast<std::uint64_t>(condition_.marker)) return false;
  if (condition_.core_x < 0) return true;
  const tt_marker& m = lines.at(e.marker);
  return m.x == condition_.core_x && m.y == condition_.core_y;
}

std::uint32_t tt_matcher::what_of(const tt_entry& e, const tt_lines& lines) {
  return e.what != 65535 ? e.what : lines.at(e.marker).what;
}

void tt_sampler::adjacent(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
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

void tt_sampler::zones(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
  tt_by_risc<const tt_entry*> open{};
  for (const tt_entry& e : line) {
    const tt_entry*& begun = open[static_cast<std::size_t>(e.risc)];
    if (begun != nullptr && end_(e, lines_)) {
      out.push_back({begun->cycles, e.cycles - begun->cycles});
      begun = nullptr;
    } else if (start_(e, lines_)) {
      begun = &e;
    }
  }
}

void tt_sampler::first_last(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
  std::size_t first = 0, last = line.size();
  while (first < line.size() && !start_(line[first], lines_)) ++first;
  if (first == line.size()) return;
  while (last > first + 1 && !end_(line[last - 1], lines_)) --last;
  const bool ends = to_starts_ || line[last - 1].phase != tt_phase::begin;
  if (last > first + 1 || !ends)
    out.push_back({line[first].cycles, line[last - 1].cycles - line[first].cycles,
                   from_ends_ || line[first].phase != tt_phase::end, ends});
}

void tt_sampler::first_last(const tt_device_line& device, std::vector<tt_sample>& out) const {
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

void tt_sampler::launches(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
  std::size_t begin = line.size();
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && !line[i].begins_launch()) continue;
    if (begin < i) first_last(line.subspan(begin, i - begin), out);
    begin = i;
  }
}

void tt_sampler::cores(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
  const auto core = [&](const tt_entry& e) {
    const tt_marker& m = lines_.at(e.marker);
    return (std::uint32_t{m.y} << 16) | m.x;
  };
  const std::vector<tt_entry> sorted = line | sort_by(core);
  for (std::size_t i = 0, next = 0; i < sorted.size(); i = next) {
    while (next < sorted.size() && core(sorted[next]) == core(sorted[i])) ++next;
    first_last(std::span<const tt_entry>(sorted).subspan(i, next - i), out);
  }
}

void tt_sampler::sums(std::span<const std::uint32_t> markers, std::vector<tt_sample>& out) const {
  for (std::uint32_t i : markers)
    if (const tt_entry e = tt_entry::of(lines_.at(i), i); start_(e, lines_)) out.push_back({0, e.cycles});
}

void tt_sampler::total(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
  tt_statistics all;
  for (const tt_entry& e : line)
    if (start_(e, lines_)) all.add(lines_.at(e.marker).data);
  if (all.sum != 0) out.push_back({0, all.sum});
}

void tt_sampler::of_op(std::span<const tt_entry> line, std::vector<tt_sample>& out) const {
  switch (analysis_.sampling) {
    case tt_sampling::adjacent: return adjacent(line, out);
    case tt_sampling::zone: return zones(line, out);
    case tt_sampling::sum: return total(line, out);
    case tt_sampling::op_core_first_last: return cores(line, out);
    default: return first_last(line, out);
  }
}

void tt_sampler::of_line(std::span<const tt_entry> line, std::span<const std::uint32_t> durations,
             std::vector<tt_sample>& out) const {
  switch (analysis_.sampling) {
    case tt_sampling::adjacent: return adjacent(line, out);
    case tt_sampling::zone: return zones(line, out);
    case tt_sampling::launch_first_last: return launches(line, out);
    case tt_sampling::sum: return durations.empty() ? total(line, out) : sums(durations, out);
    default: return first_last(line, out);
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_SAMPLES_BODY_HPP
