#ifndef RIDGELINE_ADVISE_HEALTH_HPP
#define RIDGELINE_ADVISE_HEALTH_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/table/table.hpp>

/// What a trace can and cannot support: checks, each with a verdict, and what follows for the sheets of a report.
namespace ridgeline {

/// Whether the trace supports a part of the report. `degraded`: off by an amount that is known or bounded;
/// `unknowable`: the trace does not hold what the part needs; `not_applicable`: there was nothing to check.
enum class trace_verdict : std::uint8_t { not_applicable, sound, degraded, unknowable };

constexpr std::string_view name_of(trace_verdict v) {
  constexpr std::array<std::string_view, 4> names{"not_applicable", "sound", "degraded", "unknowable"};
  return names[static_cast<std::size_t>(v)];
}

/// The texts of a check, which stand in a table of its family. Affected sheets are divided by commas, a `*` behind a
/// name stands for any ending, `*` alone for all sheets.
struct health_facts {
  std::string_view name{};
  std::string_view affects{};
  std::string_view advice{};             ///< what to record differently
  bool for_option = false;               ///< counts for `strict` only where an option needs it (`needed`)
  std::string_view unknowable_affects{};  ///< further sheets where the verdict is `unknowable`
};

/// What a check found.
struct health_check {
  const health_facts* facts = nullptr;
  trace_verdict is = trace_verdict::not_applicable;
  std::uint64_t count = 0;
  double share = 0;                                     ///< of GPU or device time, or of launches or rows: 0 to 1
  std::int64_t first = missing<std::int64_t>;           ///< number of the event or row, or byte, of the first place
  std::string message{};
  bool ignored = false;                                 ///< the user does not want to hear of it
  bool needed = true;                                   ///< an option needs what it is about

  std::string_view name() const { return facts->name; }
  bool found() const { return is == trace_verdict::degraded || is == trace_verdict::unknowable; }
  std::string advice() const;
  std::vector<std::string_view> affects() const;
};

/// What the checks say of one sheet of the report.
struct sheet_health {
  std::string sheet{};
  trace_verdict is = trace_verdict::sound;
  std::vector<std::string_view> because{};  ///< names of checks
};

/// All checks of a trace, in the order of their table.
struct trace_health {
  std::vector<health_check> checks;

  const health_check* find(std::string_view name) const;
  /// Whether that check found something; false for one that was not made.
  bool found(std::string_view name) const;
  bool unknowable(std::string_view name) const;
  /// The worst verdict of the checks that are not ignored; `sound` where nothing was found.
  trace_verdict worst() const;
  /// One line of at most 160 characters: the worst verdict, its check with the largest share, how many more there are.
  std::string headline() const;
  /// Whether part of the report rests on what the trace does not hold: an `unknowable`, or `degraded` above 5 %.
  bool fails_strict() const;
  /// Takes checks out of headline and `fails_strict`. The first name that no check has, empty when all are known.
  std::string ignore(std::span<const std::string> names);
  /// The verdict of a sheet, and why.
  sheet_health of_sheet(std::string_view sheet) const;
};

/// Sheets `trace_health` and `trace_health_sheets`; the latter is about the tables given.
table health_table(const trace_health& health);
table sheet_health_table(const trace_health& health, std::span<const table> sheets);

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_HEALTH_HPP
