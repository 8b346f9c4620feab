#ifndef RIDGELINE_COMPARE_MISSING_PART_HPP
#define RIDGELINE_COMPARE_MISSING_PART_HPP

#include <cstddef>
#include <string>

namespace ridgeline::compare_detail {

/// What of a file's events could not be read: the first of the given kinds of problems, which lose whole events, that
/// it has, and the first byte where it occurred, `file cut at byte 2345`; empty if there are none. How many events are
/// missing is not known: the rest of a file, or a hole in it, counts once.
template <class Table, class Problems, class Kind, std::size_t N>
std::string missing_part(const Table& table, const Problems& problems, const Kind (&kinds)[N]) {
  for (const Kind kind : kinds) {
    const auto& found = problems[kind];
    if (found.count == 0) continue;
    std::string text(table[static_cast<std::size_t>(kind)].name);
    if (found.first_byte != Problems::nowhere) text += " at byte " + std::to_string(found.first_byte);
    return text;
  }
  return {};
}

}  // namespace ridgeline::compare_detail

#endif  // RIDGELINE_COMPARE_MISSING_PART_HPP
