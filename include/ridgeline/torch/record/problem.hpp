#ifndef RIDGELINE_TORCH_RECORD_PROBLEM_HPP
#define RIDGELINE_TORCH_RECORD_PROBLEM_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/problem_counts.hpp>

namespace ridgeline {

/// What can be wrong with a PyTorch trace that still yields a report.
enum class torch_problem : std::uint8_t {
  event_broken, file_cut, outside_broken, bad_escape, bad_utf8, number_as_text, number_not_finite, number_unreadable,
  argument_unreadable, phase_missing, name_missing, time_missing, negative_duration, zero_duration, link_missing,
  correlation_repeated, flow_unfinished, flow_unstarted, event_leaks, kernel_unlinked,
  gzip_damaged, links_cut, work_repeated, second_document, commas, list_open, time_unknown, decimal_comma
};

using torch_problem_facts = problem_facts<torch_problem>;

inline constexpr std::array<torch_problem_facts, 28> torch_problem_table{{
    {torch_problem::event_broken, "event broken", "not valid JSON; reading resumes at the next event", true},
    {torch_problem::file_cut, "file cut",
     "the file ends in the middle of an event or of the document, or has parts that cannot be read", true},
    {torch_problem::outside_broken, "document broken",
     "not valid JSON outside the events; reading resumes at the next event", true},
    {torch_problem::bad_escape, "bad escape",
     "a string with an unknown escape or half a surrogate pair; shown with U+FFFD", false},
    {torch_problem::bad_utf8, "bad UTF-8", "a string with bytes that are not UTF-8; shown with U+FFFD", false},
    {torch_problem::number_as_text, "number as text", "a number in quotes; read as a number", false},
    {torch_problem::number_not_finite, "number not finite", "a time that is NaN or Infinity; read as missing", true},
    {torch_problem::number_unreadable, "number unreadable",
     "not a number, or one that cannot be; read as missing", true},
    {torch_problem::argument_unreadable, "argument unreadable",
     "an argument of an unexpected type or nested too deep; read as missing", true},
    {torch_problem::phase_missing, "phase missing", "an event without a known phase", true},
    {torch_problem::name_missing, "name missing", "a span without a name", false},
    {torch_problem::time_missing, "time missing", "a span without a start or a length", true},
    {torch_problem::negative_duration, "negative duration",
     "a span that ends before it starts; its duration is read as zero", false},
    {torch_problem::zero_duration, "zero duration", "GPU work with a duration of zero", false},
    {torch_problem::link_missing, "link missing", "GPU work without the number that links it to its launch", false},
    {torch_problem::correlation_repeated, "correlation repeated",
     "launches of a process share a correlation number, or those of several whose devices cannot be told apart; GPU "
     "work goes to them by op, by time or in the order of devices", false},
    {torch_problem::flow_unfinished, "flow unfinished", "a flow that starts but does not finish", false},
    {torch_problem::flow_unstarted, "flow unstarted",
     "a flow that finishes but did not start; usual on ROCm for calls that launch nothing", false},
    {torch_problem::event_leaks, "event leaks",
     "an event that ends after the event it started in, which is therefore not its parent", false},
    {torch_problem::kernel_unlinked, "kernel unlinked", "GPU work that no launch reaches", true},
    {torch_problem::gzip_damaged, "gzip damaged",
     "the compressed file continues with bytes that are not compressed; they are not read", true},
    {torch_problem::links_cut, "links cut",
     "too many launches and too much GPU work share one number; not every launch lists all of its work", true},
    {torch_problem::work_repeated, "work repeated",
     "the trace has two identical records of the same GPU work; the second one is left out", false},
    {torch_problem::second_document, "second document",
     "a second trace follows in the same file, with its own numbering; it is not read", true},
    {torch_problem::commas, "commas", "no comma between two events, or one too many; the events are read", false},
    {torch_problem::list_open, "list open",
     "the list of events has no end, which its format allows; events are missing only if the file was cut", false},
    {torch_problem::time_unknown, "time unknown",
     "a span with start and length 0, one of a few that are days from all others, or GPU work that outlasts all else "
     "by an hour: it is in no time",
     true},
    {torch_problem::decimal_comma, "decimal comma",
     "a number with a decimal comma, as some locales write it; its decimals are not read", false},
}};

constexpr const torch_problem_facts& facts_of(torch_problem p) {
  return torch_problem_table[static_cast<std::size_t>(p)];
}
constexpr std::string_view name_of(torch_problem p) { return facts_of(p).name; }

/// How often each problem occurred, and the first byte of the input (from 0) where it did. Counts of parts add up.
using torch_problems = problem_counts<torch_problem, torch_problem_table>;

/// The combined problems of two parts of one input.
inline torch_problems merge(torch_problems a, const torch_problems& b) {
  a.merge(b);
  return a;
}
/// Moves remarks that are normal on a platform behind all others: ROCm flows without a start, GPU work with zero
/// duration.
void put_usual_last(data_quality& quality);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_RECORD_PROBLEM_HPP
