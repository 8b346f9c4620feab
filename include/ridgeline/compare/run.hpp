#ifndef RIDGELINE_COMPARE_RUN_HPP
#define RIDGELINE_COMPARE_RUN_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/gpu/work.hpp>

/// One run of a program as seen by comparisons: its steps, and how the time of each was spent. In whole nanoseconds,
/// and small enough to keep after the trace is deleted.
namespace ridgeline {

/// What a nanosecond of a step is spent on; communication and copies count only while nothing is computed.
enum class step_part : std::uint8_t { computation, exposed_comm, exposed_memcpy, idle };

inline constexpr std::size_t step_parts = 4;

constexpr std::string_view name_of(step_part p) {
  constexpr std::array<std::string_view, step_parts> names{"computation", "exposed_comm", "exposed_memcpy", "idle"};
  return names[static_cast<std::size_t>(p)];
}
constexpr step_part part_of(gpu_lane lane) {
  return lane == gpu_lane::compute         ? step_part::computation
         : lane == gpu_lane::communication ? step_part::exposed_comm
                                           : step_part::exposed_memcpy;
}

/// Whether a step is compared: it must not be a warm-up, cut by the end of the recording, or excluded by the user.
enum class step_state : std::uint8_t { used, warm_up, cut, left_out };

constexpr std::string_view name_of(step_state s) {
  return s == step_state::used ? "used" : s == step_state::warm_up ? "warm-up" : s == step_state::cut ? "cut"
      : "left out";
}

/// An op identified across runs: its name, and the dims and number formats of its inputs.
struct compared_op {
  std::string name{}, dims{}, types{};
  /// Whether its inputs were recorded and it has any; `()` stands for none.
  bool has_inputs() const { return (!dims.empty() && dims != "()") || (!types.empty() && types != "()"); }
  friend bool operator==(const compared_op&, const compared_op&) = default;
};

/// The unit by which time is divided: part of the step, op and kernel; `op` is an index into the run's ops.
struct compared_piece {
  step_part part = step_part::computation;
  std::uint32_t op = missing<std::uint32_t>;
  std::string kernel{};
};

/// How often something occurred in a step and how long it took, in ns; `of` is an index into the run's list.
struct step_share {
  std::uint32_t of = 0;
  std::int64_t calls = 0;
  std::int64_t time = 0;
};

struct compared_step {
  std::string name{};
  std::int64_t events = 0;                       ///< pieces of GPU work
  std::array<std::int64_t, step_parts> parts{};  ///< ns
  std::vector<step_share> ops;                   ///< durations of all work, overlapping or not
  std::vector<step_share> pieces;                ///< each nanosecond of the step exactly once
  std::string kind{};                            ///< what an engine did: `prefill`, `target_verify`; empty: unknown
  std::int64_t requests = missing<std::int64_t>; ///< that a step of decoding serves, as its name says

  std::int64_t total() const { return parts[0] + parts[1] + parts[2] + parts[3]; }
};

/// The software stack a run comes from.
enum class run_family : std::uint8_t { pytorch, jax, tenstorrent };

constexpr std::string_view name_of(run_family f) {
  return f == run_family::pytorch ? "PyTorch" : f == run_family::jax ? "JAX" : "Tenstorrent";
}

/// Figures for judging whether two runs can be compared.
struct run_counts {
  std::int64_t calls = 0;     ///< what should have produced work: launches of kernels, rows
  std::int64_t lost = 0;      ///< those of them without any
  std::int64_t time = 0;      ///< of all GPU work, ns
  std::int64_t unlinked = 0;  ///< of work without a launch, ns
  std::int64_t outside = 0;   ///< of work before the first step and behind the last one, ns
};

/// How a step of several devices is made one: the times of all devices, or those of the slowest rank. Of runs that were
/// stored before this was known, unknown.
enum class step_length : std::uint8_t { unknown, of_all_devices, of_slowest_rank };

struct compared_run {
  std::string label{};                        ///< runs with the same label are repetitions
  std::string path{};
  std::string kind{};                         ///< `Kineto trace`, `ops CSV`, `baseline`
  run_family family = run_family::pytorch;
  std::string chip{};                         ///< empty: unknown
  std::int64_t devices = 0;                   ///< those with work
  std::int64_t world = missing<std::int64_t>; ///< ranks of the job
  step_length length = step_length::of_all_devices;
  std::string unit{};                         ///< what delimits a step; `whole` if nothing does
  std::vector<std::pair<std::string, std::string>> options;     ///< of the recording
  std::vector<std::pair<std::string, std::string>> versions;
  std::optional<std::string> asked_step{""};  ///< the user's text of `unit`; without a value: not known
  std::optional<std::string> asked_comm{""};  ///< the user's patterns of communication, one behind the other
  std::string unknowable{};                   ///< why its time line cannot be trusted (trace health); empty: it can
  std::string incomplete{};                   ///< which part of its file is missing, with its events; empty: none
  run_counts counts{};
  std::vector<compared_op> ops;
  std::vector<compared_piece> pieces;
  std::vector<compared_step> steps;

  bool has_marks() const { return unit != "whole"; }
};

/// Takes from the health of a run's trace (a `trace_health`, which this room does not know) why its time line cannot be
/// trusted, and that its profiler dropped more than 1 % of the events, which is what the check `dropped` finds.
template <class Health>
void take_health(compared_run& run, const Health& health, std::string_view dropped) {
  run.unknowable = health.why_unknowable("gpu_timeline");
  const auto* const lost = health.find(dropped);
  if (lost == nullptr || !lost->found() || !(lost->share > 0.01)) return;
  run.incomplete += (run.incomplete.empty() ? "" : ", ") + lost->message;
}

/// Which steps of a run to compare.
struct step_choice {
  std::int64_t warm_up = missing<std::int64_t>;  ///< number of leading steps to skip; missing: detect
  std::int64_t first = missing<std::int64_t>;    ///< counted from 1; missing: start with the first
  std::int64_t last = missing<std::int64_t>;     ///< inclusive; missing: up to the last
};

/// The steps `A:B`, `A:` or `:B`, counted from 1, both included; nothing if the text is none of these, or B is below A.
std::optional<step_choice> step_choice_of(std::string_view text);

/// The state of each step. The last one is cut if it has fewer than half the median number of GPU events of the others.
/// Of the remaining steps, leading ones in the first half are warm-up as long as their length differs from the median
/// of the second half by more than 3 % and by more than five robust deviations of that half.
std::vector<step_state> states_of(const compared_run& run, const step_choice& choice);

/// Builds a run from pieces of work in any order.
class run_builder {
 public:
  explicit run_builder(compared_run& to) : run_(to) {}
  run_builder(const run_builder&) = delete;
  run_builder& operator=(const run_builder&) = delete;
  ~run_builder();

  /// The index of an op in the run; the same for equal ops.
  std::uint32_t op(std::string_view name, std::string_view dims, std::string_view types);
  std::uint32_t piece(step_part part, std::uint32_t op, std::string_view kernel);
  void add_op(std::uint32_t step, std::uint32_t op, std::int64_t calls, std::int64_t time);
  /// The time of a piece also counts for its part.
  void add_piece(std::uint32_t step, std::uint32_t piece, std::int64_t calls, std::int64_t time);
  /// Adds up everything and removes steps without GPU work.
  void finish();

 private:
  struct entry {
    std::uint32_t step;
    step_share share;
  };
  struct names;
  void sum_up(std::vector<entry>& entries, std::vector<step_share> compared_step::*to);

  compared_run& run_;
  std::vector<entry> ops_, pieces_;
  names* names_ = nullptr;
};

/// A piece of GPU work on its device's timeline, in whole nanoseconds.
struct timed_work {
  std::int64_t start = 0, end = 0;
  gpu_lane lane = gpu_lane::compute;
  std::uint32_t op = 0;        ///< index in the run
  std::uint32_t kernel = 0;    ///< index into the caller's list of names
  std::uint32_t step = missing<std::uint32_t>;  ///< of its launch; missing: none
  std::uint32_t device = 0;
  bool goes_on = false;        ///< continuation of an interrupted event, not counted as a call
};

/// Divides the windows of the steps among the work, given in file order, device by device. A window ends with the last
/// work of its step or an earlier one, and begins where the previous one ended. Each nanosecond belongs to computation
/// before communication before copies, and among those to what began first; idle time belongs to the op whose work ends
/// it. Work outside of all windows is counted in the run. `steps` are the step names in order of time.
void paint_steps(compared_run& run, std::vector<timed_work> work, const std::vector<std::string>& kernels,
                 const std::vector<std::string>& steps, run_builder& builder);

}  // namespace ridgeline

#endif  // RIDGELINE_COMPARE_RUN_HPP
