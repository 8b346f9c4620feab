#ifndef RIDGELINE_TIMELINE_NESTED_SPANS_HPP
#define RIDGELINE_TIMELINE_NESTED_SPANS_HPP

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/missing.hpp>

namespace ridgeline {

/// Finds which span is open at a time, for spans that are nested, such as the calls of a thread or the annotations of
/// a host. Each place (a thread, a device) has spans of its own.
template <class Time>
class nested_spans {
 public:
  struct span {
    std::uint32_t place;
    Time begin, end;  ///< open from `begin` on; closed at `end`
    std::uint32_t id;
  };

  explicit nested_spans(std::vector<span> all)
      : all_(std::move(all)) {
    merge_sorted_runs(all_, [](const span& a, const span& b) {  // of two that begin together, the longer first
      return std::tie(a.place, a.begin, b.end) < std::tie(b.place, b.begin, a.end);
    });
    around_.reserve(all_.size());
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      std::uint32_t at = i == 0 ? missing<std::uint32_t> : i - 1;
      while (known(at) && !is_open(at, all_[i].place, all_[i].begin)) at = around_[at];
      around_.push_back(at);
    }
  }

  /// The id of the span that began last of those open at a time; missing if there is none. Where spans overlap without
  /// being nested, those around it are followed for a limited number of steps.
  std::uint32_t innermost(std::uint32_t place, Time time) const {
    constexpr int most_steps = 64;
    const auto before = [](const std::pair<std::uint32_t, Time>& a, const span& b) {
      return std::tie(a.first, a.second) < std::tie(b.place, b.begin);
    };
    const auto after = std::upper_bound(all_.begin(), all_.end(), std::pair(place, time), before);
    if (after == all_.begin()) return missing<std::uint32_t>;
    auto at = static_cast<std::uint32_t>(after - all_.begin() - 1);
    for (int step = 0; known(at) && step < most_steps; ++step, at = around_[at])
      if (is_open(at, place, time)) return all_[at].id;
    return missing<std::uint32_t>;
  }

  /// Whether a span is open at `first`, or begins from then on and before `last`.
  bool any_in(std::uint32_t place, Time first, Time last) const {
    const auto before = [](const span& s, const std::pair<std::uint32_t, Time>& at) {
      return std::tie(s.place, s.begin) < std::tie(at.first, at.second);
    };
    const auto next = std::lower_bound(all_.begin(), all_.end(), std::pair(place, first), before);
    return (next != all_.end() && next->place == place && next->begin < last) || known(innermost(place, first));
  }

 private:
  bool is_open(std::uint32_t at, std::uint32_t place, Time time) const {
    return all_[at].place == place && time < all_[at].end;
  }

  std::vector<span> all_;
  std::vector<std::uint32_t> around_{};  ///< the span that was open when this one began
};

}  // namespace ridgeline

#endif  // RIDGELINE_TIMELINE_NESTED_SPANS_HPP
