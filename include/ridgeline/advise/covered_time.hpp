#ifndef RIDGELINE_ADVISE_COVERED_TIME_HPP
#define RIDGELINE_ADVISE_COVERED_TIME_HPP

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/advise/activity.hpp>
#include <ridgeline/timeline/covered_time.hpp>

/// Helpers shared by the rules of findings; only for use in bodies.
namespace ridgeline::advise_detail {

using span_ns = basic_interval<std::int64_t>;

/// Thresholds: what counts as a short piece of work, and how many of them in a row are worth reporting.
inline constexpr std::int64_t short_kernel = 10'000;  // ns
inline constexpr std::size_t least_in_a_row = 12;

/// The time that the wanted work covers, on all devices together or on one: GPUs work side by side, so what one does
/// hides nothing of another. Work of an unknown device counts for each, and asks for all of them.
class covered_by {
 public:
  template <class Wanted>
  covered_by(const gpu_activity& a, Wanted wanted) {
    std::vector<span_ns> all, of_any;
    std::vector<std::vector<span_ns>> parts;
    for (const activity_work& w : a.works) {
      if (known(w.device) && w.device >= parts.size()) parts.resize(std::size_t{w.device} + 1);
      if (!wanted(w)) continue;
      all.push_back({w.start.base(), w.end().base()});
      (known(w.device) ? parts[w.device] : of_any).push_back(all.back());
    }
    all_.emplace_back(std::move(all));
    if (parts.size() < 2) return;
    for (std::vector<span_ns>& own : parts) {
      used_.push_back(!own.empty());
      own.insert(own.end(), of_any.begin(), of_any.end());
      all_.emplace_back(std::move(own));
    }
  }
  /// On all devices; on one, of which there is work; and while work runs, on its device.
  std::int64_t in(std::int64_t from, std::int64_t to) const { return all_[0].in(from, to); }
  std::int64_t in(std::uint32_t device, std::int64_t from, std::int64_t to) const {
    return all_[known(device) && all_.size() > 1 ? device + 1 : 0].in(from, to);
  }
  std::int64_t in(const activity_work& w) const { return in(w.device, w.start.base(), w.end().base()); }
  /// On one device, as the mean of those that have such work.
  std::int64_t mean(std::int64_t from, std::int64_t to) const {
    std::int64_t sum = 0, n = 0;
    for (std::size_t d = 0; d < used_.size(); ++d)
      if (used_[d]) sum += all_[d + 1].in(from, to), ++n;
    return n == 0 ? in(from, to) : sum / n;
  }

 private:
  std::vector<covered_time> all_{};  // of all devices, and then, if there are several, of each
  std::vector<bool> used_{};         // by device
};

}  // namespace ridgeline::advise_detail

#endif  // RIDGELINE_ADVISE_COVERED_TIME_HPP
