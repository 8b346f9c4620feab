#ifndef RIDGELINE_LIVE_COLLECTED_HPP
#define RIDGELINE_LIVE_COLLECTED_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace ridgeline::live {

/// Counts of kept and dropped records. Every record is one or the other, so their sum is the number produced.
struct tally {
  std::uint64_t kept = 0;
  std::uint64_t dropped = 0;

  constexpr std::uint64_t produced() const { return kept + dropped; }
  friend constexpr bool operator==(const tally&, const tally&) = default;
  friend constexpr tally operator+(tally a, tally b) { return {a.kept + b.kept, a.dropped + b.dropped}; }
};

/// The result of `recorder::collect`.
template <class Record>
struct collected {
  std::vector<Record> records{};     ///< lane by lane in order of production, or sorted by a key
  std::vector<tally> lanes{};        ///< by lane number; zeros for lanes without records
  std::uint64_t without_lane = 0;    ///< dropped because no lane was free for their producer

  // Iterable as a list of its records, for loops and pipelines: `trace.collect() | group_by(name) | ...`.
  constexpr auto begin() const { return records.begin(); }
  constexpr auto end() const { return records.end(); }
  constexpr std::size_t size() const { return records.size(); }

  tally total() const {
    tally all{0, without_lane};
    for (tally t : lanes) all = all + t;
    return all;
  }
};

}  // namespace ridgeline::live

namespace ridgeline::detail::live {

/// Like `std::invoke` for a key: a data member, a member function without arguments, or a callable.
template <class Key, class Record>
  requires std::is_member_object_pointer_v<Key> && requires(const Key& key, const Record& record) { record.*key; }
constexpr decltype(auto) key_of(const Key& key, const Record& record) {
  return record.*key;
}
template <class Key, class Record>
  requires requires(const Key& key, const Record& record) { (record.*key)(); }
constexpr decltype(auto) key_of(const Key& key, const Record& record) {
  return (record.*key)();
}
template <class Key, class Record>
  requires requires(const Key& key, const Record& record) { key(record); }
constexpr decltype(auto) key_of(const Key& key, const Record& record) {
  return key(record);
}

/// A stable bottom-up merge sort in n log n time; a list that is already sorted takes a single pass.
template <class T>
void merge_sort(std::vector<T>& list) {
  bool sorted = true;
  for (std::size_t i = 1; i < list.size() && sorted; ++i) sorted = !(list[i] < list[i - 1]);
  if (sorted) return;
  std::vector<T> merged;
  merged.reserve(list.size());
  for (std::size_t width = 1; width < list.size(); width *= 2) {
    merged.clear();
    for (std::size_t first = 0; first < list.size(); first += 2 * width) {
      const std::size_t middle = list.size() - first < width ? list.size() : first + width;
      const std::size_t last = list.size() - middle < width ? list.size() : middle + width;
      for (std::size_t a = first, b = middle; a < middle || b < last;)
        merged.push_back(b == last || (a < middle && !(list[b] < list[a])) ? list[a++] : list[b++]);
    }
    list.swap(merged);
  }
}

}  // namespace ridgeline::detail::live

namespace ridgeline::live {

/// A member or a callable that returns the value to sort records by: a time, a number, or a pair of both.
template <class Key, class Record>
concept orders_records = requires(const Key& key, const Record& record) {
  { detail::live::key_of(key, record) };
  requires std::totally_ordered<std::decay_t<decltype(detail::live::key_of(key, record))>>;
};

/// The same records sorted by `key` in ascending order; equal keys are ordered by lane, then by production. An unknown
/// key (unequal to itself, like NaN) takes the value of the last known key before it in its lane, so that the record
/// stays behind its predecessor; without one it comes first. Expects records as returned by `collect()`. Takes n log n
/// time for n records and needs room for a second copy of them.
template <class Record, orders_records<Record> Key>
collected<Record> ordered_by(collected<Record> from, const Key& key) {
  using value = std::decay_t<decltype(detail::live::key_of(key, from.records.front()))>;
  struct place {
    std::optional<value> at;  // empty: sorts before everything
    std::size_t index;
    bool operator<(const place& o) const { return at < o.at; }
  };
  std::vector<place> places;
  places.reserve(from.records.size());
  for (const tally& lane : from.lanes) {
    std::optional<value> last;
    for (std::uint64_t i = 0; i < lane.kept; ++i) {
      value at = detail::live::key_of(key, std::as_const(from.records[places.size()]));
      if (at == at) last = std::move(at);
      places.push_back({last, places.size()});
    }
  }
  detail::live::merge_sort(places);
  std::vector<Record> records;
  records.reserve(places.size());
  for (const place& p : places) records.push_back(from.records[p.index]);
  from.records = std::move(records);
  return from;
}

}  // namespace ridgeline::live

#endif  // RIDGELINE_LIVE_COLLECTED_HPP
