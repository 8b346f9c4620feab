#ifndef RIDGELINE_GPU_RECORD_PROBLEM_HPP
#define RIDGELINE_GPU_RECORD_PROBLEM_HPP

#include <array>
#include <cstdint>

#include <ridgeline/core/problem_counts.hpp>

namespace ridgeline {

/// Problems of a GPU trace that still allow a report.
enum class gpu_problem : std::uint8_t {
  file_damaged, value_unreadable, call_missing, call_repeated, time_unknown, negative_duration, range_open, call_open,
  text_missing, copy_unknown, table_unknown, agent_missing, event_missing, ranges_cut, slice_unfinished,
  slice_unstarted, text_undefined, packets_lost, packed_damaged, clock_unknown, device_renumbered,
  message_unreadable, style_unknown, size_unknown
};

inline constexpr std::array<problem_facts<gpu_problem>, 24> gpu_problem_table{{
    {gpu_problem::file_damaged, "file damaged", "the file is cut or has parts that cannot be read", true},
    {gpu_problem::value_unreadable, "value unreadable",
     "a value of another type than its column, or too large; the row is left out", true},
    {gpu_problem::call_missing, "call missing", "GPU work without the call that started it", false},
    {gpu_problem::call_repeated, "call repeated",
     "several calls share a number, or a process is in the file twice; the first one counts", false},
    {gpu_problem::time_unknown, "time unknown",
     "start and end are 0, or far from all other times: the profiler could not time it; left out",
     true},
    {gpu_problem::negative_duration, "negative duration", "an end before the start; duration read as zero", false},
    {gpu_problem::range_open, "range open", "a range that is never closed", true},
    {gpu_problem::call_open, "call open", "a call that never returns", true},
    {gpu_problem::text_missing, "text missing", "a number that refers to a missing string", false},
    {gpu_problem::copy_unknown, "copy unknown", "a copy of an unknown kind", false},
    {gpu_problem::table_unknown, "table unknown", "an activity table or a kind of events that no report reads", false},
    {gpu_problem::agent_missing, "agent missing", "work or a copy on an agent that is not listed", false},
    {gpu_problem::event_missing, "event missing", "a row whose event is missing; it has no links", false},
    {gpu_problem::ranges_cut, "ranges cut", "too many ranges are nested; not every range lists all of its work",
     true},
    {gpu_problem::slice_unfinished, "slice unfinished", "an event that begins but does not end", true},
    {gpu_problem::slice_unstarted, "slice unstarted", "an event that ends but did not begin", true},
    {gpu_problem::text_undefined, "text undefined", "an interned string that is not defined", true},
    {gpu_problem::packets_lost, "packets lost", "the writer dropped packets before this one", true},
    {gpu_problem::packed_damaged, "packed packets damaged", "compressed packets that do not unpack completely", true},
    {gpu_problem::clock_unknown, "clock unknown",
     "a time stamp of a clock that no snapshot relates to the clock of the trace", true},
    {gpu_problem::device_renumbered, "device renumbered",
     "processes or machines use one number for several devices, or several for one; the devices are renumbered", false},
    {gpu_problem::message_unreadable, "message unreadable",
     "the text of a range (extdata) is not JSON; the range has the name of its call", false},
    {gpu_problem::style_unknown, "style unknown",
     "a range that may have been pushed or started: read as pushed, or as started if it overlaps another of its thread "
     "in part",
     false},
    {gpu_problem::size_unknown, "size unknown",
     "a copy or fill of less than no bytes, or of more than any memory has; its bytes are not counted", true},
}};

/// How often each occurred. For databases the position is table and column, for wire formats the first byte.
using gpu_problems = problem_counts<gpu_problem, gpu_problem_table>;

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_RECORD_PROBLEM_HPP
