#ifndef RIDGELINE_XLA_RECORD_PROBLEM_HPP
#define RIDGELINE_XLA_RECORD_PROBLEM_HPP

#include <array>
#include <cstdint>

#include <ridgeline/core/problem_counts.hpp>

namespace ridgeline {

/// What can be wrong with an XPlane file that still yields a report.
enum class xla_problem : std::uint8_t {
  file_cut, length_beyond, message_broken, wrong_wire_type, unknown_field, event_dropped, name_missing, text_missing,
  without_start, negative_duration, time_implausible, hlo_broken, hlo_too_deep, hlo_cycle, hlo_id_repeated,
  correlation_repeated, link_missing, kernel_unlinked, module_missing, instruction_missing, operand_missing,
  model_failed, no_device, other_chip, above_roof,
  gzip_damaged, plane_unread, no_work, device_renumbered, profiler_message,
  work_repeated, program_ambiguous
};

inline constexpr std::array<problem_facts<xla_problem>, 32> xla_problem_table{{
    {xla_problem::file_cut, "file cut", "the file ends inside a message; the part before the end was read", true},
    {xla_problem::length_beyond, "length beyond the end",
     "a length that exceeds the enclosing message; the part that exists was read", true},
    {xla_problem::message_broken, "message broken",
     "bytes that are not a protocol buffer; reading resumes after the enclosing message", true},
    {xla_problem::wrong_wire_type, "wrong wire type", "a field whose type does not match its number; left out", true},
    {xla_problem::unknown_field, "unknown field", "a field that the format does not define; left out", false},
    {xla_problem::event_dropped, "event dropped", "an event that cannot be read completely", true},
    {xla_problem::name_missing, "metadata missing", "an event whose name its plane does not list", false},
    {xla_problem::text_missing, "text missing", "a value that refers to a string its plane does not list", true},
    {xla_problem::without_start, "event without start", "an aggregated event without a start; left out", true},
    {xla_problem::negative_duration, "negative duration",
     "an event that ends before it starts; its duration is read as zero", false},
    {xla_problem::time_implausible, "time implausible",
     "an impossible start or duration: beyond 26 days of picoseconds, or far from all others; left out", true},
    {xla_problem::hlo_broken, "HLO broken", "a compiled program that cannot be read completely", true},
    {xla_problem::hlo_too_deep, "HLO too deep", "a shape with tuples nested too deep; cut", true},
    {xla_problem::hlo_cycle, "HLO cycle", "a computation that calls itself; not followed twice", false},
    {xla_problem::hlo_id_repeated, "HLO id repeated",
     "two instructions or computations of one program have the same id; the first one counts", false},
    {xla_problem::correlation_repeated, "correlation repeated",
     "two launches share a correlation number; the kernel goes to the first one", false},
    {xla_problem::link_missing, "link missing", "a kernel without the number that links it to its launch", false},
    {xla_problem::kernel_unlinked, "kernel unlinked", "a kernel whose launch is not in the file", false},
    {xla_problem::module_missing, "module missing", "a kernel of a program that is not in the file", false},
    {xla_problem::instruction_missing, "instruction missing",
     "a kernel of an instruction that is not in its program", false},
    {xla_problem::operand_missing, "operand missing", "an operand that is not in its computation", false},
    {xla_problem::model_failed, "model failed",
     "a kernel of a modelled call whose shapes do not fit the model; it has no row in an op sheet", true},
    {xla_problem::no_device, "no device event", "no plane of the file has work of a GPU, a TPU or a CPU", false},
    {xla_problem::other_chip, "other chip",
     "a kernel whose name shows that it ran on another chip than the one it is judged by; "
     "its share of that roof means nothing",
     false},
    {xla_problem::above_roof, "above the roof",
     "a call faster than the chip allows: its data was in a cache, its cost is inexact, or it ran on another chip",
     false},
    {xla_problem::gzip_damaged, "gzip damaged",
     "the compressed file continues with bytes that are not compressed; they are not read", true},
    {xla_problem::plane_unread, "plane not reported",
     "a plane of another kind of device, such as the sparse cores of a TPU, or a host's; no sheet counts it", false},
    {xla_problem::no_work, "not work",
     "an event of a stream that is no work: an allocation, a page fault, a barrier; no sheet counts it", false},
    {xla_problem::device_renumbered, "device renumbered",
     "several hosts use the same number for different devices; the devices are renumbered", false},
    {xla_problem::profiler_message, "profiler message", "the profiler itself reports a problem", false},
    {xla_problem::work_repeated, "work repeated",
     "the file has two identical records of the same GPU work; the second one is left out", false},
    {xla_problem::program_ambiguous, "program ambiguous",
     "a kernel of one of several programs of one name, without its number, whose shapes differ; they are left out",
     false},
}};

using xla_problems = problem_counts<xla_problem, xla_problem_table>;

/// What of a profile is missing: the rest of the file, of one of its messages, or what a damaged one held.
inline lost_part lost_part_of(const xla_problems& problems) {
  lost_part lost = lost_by(problems, xla_problem::file_cut, "the file is cut");
  if (!lost.any()) lost = lost_by(problems, xla_problem::length_beyond, "a message of the file is cut");
  if (!lost.any()) lost = lost_by(problems, xla_problem::message_broken, "the file is damaged");
  return lost;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_RECORD_PROBLEM_HPP
