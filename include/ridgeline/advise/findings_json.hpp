#ifndef RIDGELINE_ADVISE_FINDINGS_JSON_HPP
#define RIDGELINE_ADVISE_FINDINGS_JSON_HPP

#include <span>
#include <string_view>

#include <ridgeline/advise/finding.hpp>
#include <ridgeline/advise/health.hpp>

namespace ridgeline {

class output;

/// Writes health and findings as one JSON document for programs: schema 1. Equal input gives equal bytes. `sheets` are
/// the tables of the report.
void write_findings_json(output& to, std::string_view program, const trace_health& health, const finding_list& findings,
                         std::span<const table> sheets);

/// One finding in lines of at most `width` columns: its rank, saving, kind and evidence, and what to do.
void write_console(output& to, const finding& f, std::size_t width);
/// The findings on the console, after the headline; nothing if there are none.
void write_console(output& to, const finding_list& findings, std::size_t most, std::size_t width);
/// The headline of health on the console, in lines of at most `width` columns.
void write_headline(output& to, const trace_health& health, std::size_t width);

}  // namespace ridgeline

#endif  // RIDGELINE_ADVISE_FINDINGS_JSON_HPP
