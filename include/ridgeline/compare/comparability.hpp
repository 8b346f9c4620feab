#ifndef RIDGELINE_COMPARE_COMPARABILITY_HPP
#define RIDGELINE_COMPARE_COMPARABILITY_HPP

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/compare/versions.hpp>
#include <ridgeline/table/table.hpp>

/// Whether two versions can be compared at all.
namespace ridgeline {

enum class check_severity : std::uint8_t { ok, note, refuse };

constexpr std::string_view name_of(check_severity s) {
  return s == check_severity::ok ? "ok" : s == check_severity::note ? "note" : "refuse";
}

struct comparability_row {
  std::string run{};
  std::string_view check{};
  std::string base{}, next{};
  check_severity severity = check_severity::ok;
  std::string text{};
};

/// The names of the checks, in order.
inline constexpr std::array<std::string_view, 11> comparability_checks{
    "health", "file", "chip", "devices", "lost", "unlinked", "shapes", "steps", "options", "versions", "runs"};

/// Obstacles to comparing a version with the baseline, one row per check; `health` and `file` only where they
/// refuse. `allowed` checks never refuse; their findings become notes.
std::vector<comparability_row> comparability_of(const compared_versions& versions, std::size_t next,
                                                std::span<const std::string> allowed);

bool refuses(std::span<const comparability_row> rows);

table sheet_of_comparability(std::vector<comparability_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_COMPARABILITY_HPP
