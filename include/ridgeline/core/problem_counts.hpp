#ifndef RIDGELINE_CORE_PROBLEM_COUNTS_HPP
#define RIDGELINE_CORE_PROBLEM_COUNTS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/real.hpp>
#include <ridgeline/core/utf8.hpp>

namespace ridgeline {

/// One kind of problem of a format: its name in `data_quality`, its meaning, and whether it excludes part of the input
/// from the report.
template <class Kind>
struct problem_facts {
  Kind kind;
  std::string_view name;
  std::string_view meaning;
  bool left_out;
};

/// What of an input is missing, in places that are not known: whatever the rest lacks may have been there.
struct lost_part {
  std::string what{};         ///< such as `the file is cut at byte 1234`; empty if nothing is missing
  std::string_view advice{};
  bool of_file = true;        ///< missing from the file; otherwise it was not recorded

  bool any() const { return !what.empty(); }
};

/// What `text` says is missing because of one kind of problem, with the byte of the first; nothing if there is none.
template <class Problems, class Kind>
lost_part lost_by(const Problems& problems, Kind kind, std::string_view text) {
  const auto& found = problems[kind];
  if (found.count == 0) return {};
  lost_part lost{std::string(text), "Copy the trace again, or write it again: a part of the file is missing."};
  if (found.first_byte != Problems::nowhere) lost.what += " at byte " + std::to_string(found.first_byte);
  return lost;
}

/// How often each problem of a format occurred, with the byte offset (from 0) and an example of the first occurrence.
/// Counting is cheap, since a hostile input may cause one per event. `Table` lists the kinds in the order of `Kind`.
template <class Kind, const auto& Table>
struct problem_counts {
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};
  struct entry {
    std::uint64_t count = 0;
    std::uint64_t first_byte = nowhere;
    std::string example{};
  };
  std::array<entry, Table.size()> entries{};

  void add(Kind p, std::uint64_t byte = nowhere, std::string_view example = {}, std::uint64_t times = 1) {
    if (times == 0) return;
    entry& e = entries[static_cast<std::size_t>(p)];
    if (e.count == 0) e.example = std::string(utf8_front(example, 100));
    e.count += times;
    e.first_byte = core_detail::lesser(e.first_byte, byte);
  }
  void add(Kind p, std::uint64_t byte, std::uint64_t times) { add(p, byte, {}, times); }
  /// Subtracts occurrences that turned out not to be problems.
  void take_back(Kind p, std::uint64_t times) {
    entry& e = entries[static_cast<std::size_t>(p)];
    e.count -= core_detail::lesser(e.count, times);
    if (e.count == 0) e = {};
  }
  const entry& operator[](Kind p) const { return entries[static_cast<std::size_t>(p)]; }

  /// Adds the counts of a later part of the same input.
  void merge(const problem_counts& later) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (entries[i].count == 0) entries[i].example = later.entries[i].example;
      entries[i].count += later.entries[i].count;
      entries[i].first_byte = core_detail::lesser(entries[i].first_byte, later.entries[i].first_byte);
    }
  }
};

/// The counts as `data_quality` rows; `file` is the input they refer to.
template <class Kind, const auto& Table>
data_quality quality_of(const problem_counts<Kind, Table>& problems, const std::string& file = {}) {
  data_quality rows;
  for (const auto& facts : Table) {
    const auto& e = problems[facts.kind];
    if (e.count == 0) continue;
    std::string reason(facts.name), found;
    reason += ": ";
    reason += facts.meaning;
    if (e.first_byte != problem_counts<Kind, Table>::nowhere) {
      found = "byte ";
      found += std::to_string(e.first_byte);
      if (!e.example.empty()) found += ": ";
    }
    found += e.example;
    rows.add(reason, source_pos{file}, found, facts.left_out, e.count);
  }
  return rows;
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_PROBLEM_COUNTS_HPP
