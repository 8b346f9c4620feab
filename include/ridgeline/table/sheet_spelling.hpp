#ifndef RIDGELINE_TABLE_SHEET_SPELLING_HPP
#define RIDGELINE_TABLE_SHEET_SPELLING_HPP

#include <span>
#include <string_view>

namespace ridgeline {

/// The two names of a sheet: the documented one, and that of the report which `--parity` reproduces.
struct sheet_spelling {
  std::string_view documented{}, original{};
};

/// The name that one of these sheets has in such a report, by either of its names; other names are unchanged.
constexpr std::string_view spelt(std::span<const sheet_spelling> sheets, std::string_view name, bool original) {
  for (const sheet_spelling& s : sheets)
    if (name == s.documented || name == s.original) return original ? s.original : s.documented;
  return name;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_SHEET_SPELLING_HPP
