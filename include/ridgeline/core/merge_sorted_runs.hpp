#ifndef RIDGELINE_CORE_MERGE_SORTED_RUNS_HPP
#define RIDGELINE_CORE_MERGE_SORTED_RUNS_HPP

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace ridgeline {

/// Sorts so that equal elements keep their order, in time n log r for r runs that stand in order already: what
/// profilers write is a few long runs, and one run costs one look at each element.
template <class T, class Less>
void merge_sorted_runs(std::vector<T>& list, Less less) {
  std::vector<std::size_t> ends;
  for (std::size_t i = 1; i < list.size(); ++i)
    if (less(list[i], list[i - 1])) ends.push_back(i);
  if (ends.empty()) return;
  ends.push_back(list.size());
  std::vector<T> merged;
  merged.reserve(list.size());
  while (ends.size() > 1) {
    merged.clear();
    std::vector<std::size_t> wider;
    const auto at = [&](std::size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
    for (std::size_t i = 0, first = 0; i < ends.size(); i += 2) {
      const std::size_t middle = ends[i];
      const std::size_t last = i + 1 < ends.size() ? ends[i + 1] : middle;
      std::merge(at(first), at(middle), at(middle), at(last), std::back_inserter(merged), less);
      wider.push_back(last);
      first = last;
    }
    list.swap(merged);
    ends.swap(wider);
  }
}

/// The same for a part of a list.
template <class Iterator, class Less>
void merge_sorted_runs(Iterator first, Iterator last, Less less) {
  if (std::is_sorted(first, last, less)) return;
  std::vector<typename std::iterator_traits<Iterator>::value_type> part(first, last);
  merge_sorted_runs(part, less);
  std::copy(part.begin(), part.end(), first);
}

/// From `first` on the list holds each of its values once, in rising order.
template <class T>
void keep_each_once(std::vector<T>& list, std::size_t first = 0) {
  const auto from = list.begin() + static_cast<std::ptrdiff_t>(first);
  merge_sorted_runs(from, list.end(), [](const T& a, const T& b) { return a < b; });
  list.erase(std::unique(from, list.end()), list.end());
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_MERGE_SORTED_RUNS_HPP
