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

/// What a trace can and cannot support: checks with verdicts, and the consequences for the sheets of a report.
namespace ridgeline {

/// Whether the trace supports a part of the report. `degraded`: wrong by a known or bounded amount; `unknowable`: the
/// trace lacks what the part needs; `not_applicable`: there was nothing to check.
enum class trace_verdict : std::uint8_t { not_applicable, sound, degraded, unknowable };

constexpr std::string_view name_of(trace_verdict v) {
  constexpr std::array<std::string_view, 4> names{"not_applicable", "sound", "degraded", "unknowable"};
  return names[static_cast<std::size_t>(v)];
}

/// What is unknown of the time line of a GPU.
enum class unknown_times : std::uint8_t { none, idle, all };

/// The texts of a check, from its family's table. Affected sheets are separated by commas; `*` at the end of a name
/// matches any suffix, and `*` alone matches all sheets.
struct health_facts {
  std::string_view name{};
  std::string_view affects{};
  std::string_view advice{};             ///< how to record differently
  bool for_option = false;               ///< relevant to `strict` only if an option needs it (`needed`)
  std::string_view unknowable_affects{};  ///< additional sheets if the verdict is `unknowable`
  unknown_times unknowable_times = unknown_times::none;  ///< left empty if it is
};

/// The result of a check.
struct health_check {
  const health_facts* facts = nullptr;
  trace_verdict is = trace_verdict::not_applicable;
  std::uint64_t count = 0;
  double share = 0;                                     ///< of GPU or device time, or of launches or rows: 0 to 1
  std::int64_t first = missing<std::int64_t>;           ///< event or row number, or byte, of the first occurrence
  std::string message{};
  bool ignored = false;                                 ///< suppressed by the user
  bool needed = true;                                   ///< an option needs what it checks
  std::string_view other_advice{};                      ///< replaces that of the facts, if given
  std::string lost{};                                   ///< what is missing in unknown places; see `lost_part`

  std::string_view name() const { return facts->name; }
  bool found() const { return is == trace_verdict::degraded || is == trace_verdict::unknowable; }
  /// Whether `strict` fails for it: `unknowable`, or `degraded` above 5 %, unless it is ignored or only for an option
  /// that is not set.
  bool fails_strict() const;
  std::string advice() const;
  std::vector<std::string_view> affects() const;
};

/// The verdict on one sheet of the report.
struct sheet_health {
  std::string sheet{};
  trace_verdict is = trace_verdict::sound;
  std::vector<std::string_view> because{};  ///< names of the responsible checks
};

/// All checks of a trace, in table order.
struct trace_health {
  std::vector<health_check> checks;

  const health_check* find(std::string_view name) const;
  /// Whether that check found something; false if it was not made.
  bool found(std::string_view name) const;
  bool unknowable(std::string_view name) const;
  /// What of the time line is to be left empty: the most that the `unknowable` checks say.
  unknown_times times_unknown() const;
  /// What of the trace is missing in unknown places, such as `the file is cut at byte 1234`, so that what it lacks may
  /// have been there; empty if nothing is.
  std::string_view lost() const;
  /// The worst verdict of all checks not ignored; `sound` if nothing was found.
  trace_verdict worst() const;
  /// One line of at most 160 characters: the worst verdict, what of the trace is missing in unknown places, the check
  /// of that verdict with the largest share, and the number of others.
  std::string headline() const;
  /// The same line made only of the checks for which `strict` fails; empty if there are none.
  std::string strict_headline() const;
  /// Whether part of the report relies on something the trace lacks: a check for which `strict` fails.
  bool fails_strict() const;
  /// Excludes checks from the headline and `fails_strict`. Returns the first unknown name; empty if all are known.
  std::string ignore(std::span<const std::string> names);
  /// Why a sheet is `unknowable`: the messages of the responsible checks, separated by `; `; empty if it is not.
  std::string why_unknowable(std::string_view sheet) const;
  /// The verdict on a sheet, and the reasons.
  sheet_health of_sheet(std::string_view sheet) const;
};

/// The sheets `trace_health` and `trace_health_sheets`; the latter covers the given tables.
table health_table(const trace_health& health);
table sheet_health_table(const trace_health& health, std::span<const table> sheets);

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_HEALTH_HPP
