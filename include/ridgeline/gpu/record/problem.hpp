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
  slice_unstarted, text_undefined, packets_lost, packed_damaged, clock_unknown, device_renumbered
};

inline constexpr std::array<problem_facts<gpu_problem>, 21> gpu_problem_table{{
    {gpu_problem::file_damaged, "file damaged", "the file is cut or has parts that cannot be read", true},
    {gpu_problem::value_unreadable, "value unreadable",
     "a value of another type than its column, or too large; the row is left out", true},
    {gpu_problem::call_missing, "call missing", "GPU work without the call that started it", false},
    {gpu_problem::call_repeated, "call repeated", "several calls share a number; the first one has the work", false},
    {gpu_problem::time_unknown, "time unknown",
     "a start and an end of 0, or stamps far from those of all else: the profiler could not time it; it is left out",
     true},
    {gpu_problem::negative_duration, "negative duration", "an end before its start; it counts as the start", false},
    {gpu_problem::range_open, "range open", "a range that is never closed", true},
    {gpu_problem::call_open, "call open", "a call that never returns", true},
    {gpu_problem::text_missing, "text missing", "a number that stands for a text which is not there", false},
    {gpu_problem::copy_unknown, "copy unknown", "a copy of a kind without a name", false},
    {gpu_problem::table_unknown, "table unknown", "a table of activities that no report reads", false},
    {gpu_problem::agent_missing, "agent missing", "work or a copy of an agent that is not listed", false},
    {gpu_problem::event_missing, "event missing", "a row whose event is not there; it has no links", false},
    {gpu_problem::ranges_cut, "ranges cut", "so many ranges are nested that not each of them lists all of its work",
     true},
    {gpu_problem::slice_unfinished, "slice unfinished", "an event that begins and does not end", true},
    {gpu_problem::slice_unstarted, "slice unstarted", "an event that ends and did not begin", true},
    {gpu_problem::text_undefined, "text undefined", "an interned text that nobody defined", true},
    {gpu_problem::packets_lost, "packets lost", "the writer dropped packets before this one", true},
    {gpu_problem::packed_damaged, "packed packets damaged", "compressed packets that do not unpack to their end", true},
    {gpu_problem::clock_unknown, "clock unknown", "a stamp of a clock that no snapshot ties to the trace's", true},
    {gpu_problem::device_renumbered, "device renumbered",
     "processes or machines give one number to several devices, or several to one; they are numbered anew", false},
}};

/// How often each occurred. For databases the position is table and column, for wire formats the first byte.
using gpu_problems = problem_counts<gpu_problem, gpu_problem_table>;

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_RECORD_PROBLEM_HPP
