#ifndef RIDGELINE_CORE_MERGE_SORTED_RUNS_HPP
#define RIDGELINE_CORE_MERGE_SORTED_RUNS_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ridgeline {

/// The numbers from 0 to `n` - 1, as for a list to be sorted by what they number.
inline std::vector<std::uint32_t> numbers_below(std::size_t n) {
  std::vector<std::uint32_t> numbers(n);
  for (std::uint32_t i = 0; i < n; ++i) numbers[i] = i;
  return numbers;
}

/// Stable sort in n log r time for r already sorted runs. Profilers typically write a few long runs, and an already
/// sorted list takes a single pass.
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
    for (std::size_t i = 0, first = 0; i < ends.size(); i += 2) {
      const std::size_t middle = ends[i];
      const std::size_t last = i + 1 < ends.size() ? ends[i + 1] : middle;
      std::size_t left = first, right = middle;
      while (left < middle || right < last) {
        const bool take_right = right < last && (left == middle || less(list[right], list[left]));
        merged.push_back(list[take_right ? right++ : left++]);
      }
      wider.push_back(last);
      first = last;
    }
    list.swap(merged);
    ends.swap(wider);
  }
}

/// The same for part of a list.
template <class Iterator, class Less>
void merge_sorted_runs(Iterator first, Iterator last, Less less) {
  bool sorted = true;
  for (Iterator at = first, before = first; sorted && at != last && ++at != last; before = at)
    sorted = !less(*at, *before);
  if (sorted) return;
  std::vector<typename std::iterator_traits<Iterator>::value_type> part(first, last);
  merge_sorted_runs(part, less);
  for (auto& element : part) *first++ = element;
}

/// Sorts the list from `first` on and removes duplicates there.
template <class T>
void keep_each_once(std::vector<T>& list, std::size_t first = 0) {
  const auto from = list.begin() + static_cast<std::ptrdiff_t>(first);
  merge_sorted_runs(from, list.end(), [](const T& a, const T& b) { return a < b; });
  std::size_t kept = first;
  for (std::size_t i = first; i < list.size(); ++i)
    if (i == first || !(list[i] == list[kept - 1])) list[kept++] = list[i];
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(kept), list.end());
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_MERGE_SORTED_RUNS_HPP
