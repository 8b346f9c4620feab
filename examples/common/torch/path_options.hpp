/// The options of the critical path: windows, idle time, launches, scenarios, files.
#ifndef RIDGELINE_EXAMPLES_COMMON_PATH_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_PATH_OPTIONS_HPP

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/torch/path/critical_path.hpp>
#include <ridgeline/torch/path/marked_trace.hpp>
#include <ridgeline/torch/path/original.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "../input_kind.hpp"
#include "../program.hpp"
#include "../written_files.hpp"

namespace program {

/// Registers its options with the program, and must stay in place until they are parsed.
class path_options {
 public:
  explicit path_options(CLI::App& app) : app_(app) {
    app.add_flag("--critical_path", on_,
        "where the time of the steps goes: critical path, idle causes, launches, what-if");
    app.add_option("--cp_annotation", how_.steps.annotation,
                   "the window is an annotation whose name contains this; empty: the whole trace")->capture_default_str();
    app.add_option("--cp_instance", instance_,
        "which of them, from 0; N:M: from the start of the first to the end of the last")
        ->capture_default_str();
    app.add_option("--cp_data_load", how_.data_load, "events whose name contains this load data; may be repeated")
        ->allow_extra_args(false)->take_all();
    app.add_flag("--cp_edges", original_.edges, "write critical_path_edges (with --parity)");
    app.add_flag("--cp_zero_weight_launch_edges", original_.launch_edges,
                 "an edge without weight from each launch to its kernel (with --parity)");
    app.add_flag("--cp_strict_negative_weights", original_.strict,
        "an edge below -1 makes the graph invalid (with --parity)");
    app.add_flag("--include_last_profiler_step", original_.last_step, "the last step is not dropped (with --parity)");
    add_us(app, "--cp_unexplained_us", how_.unexplained,
        "a delay that is longer than the usual one by more than this needs a cause");
    add_us(app, "--idle_kernel_delay_us", how_.usage.kernel_gap,
        "gaps below this between two kernels are the hardware's");
    app.add_option("--idle_stream", how_.usage.idle_streams,
        "idle_causes of this stream only; may be repeated (default: all)")
        ->allow_extra_args(false)->take_all();
    add_us(app, "--launch_runtime_cutoff_us", how_.usage.slow_call, "launch calls above this are outliers");
    add_us(app, "--launch_delay_cutoff_us", how_.usage.slow_launch, "launch delays above this are outliers");
    app.add_flag("--launch_no_memory_events", original_.no_copies,
        "launch_stats without copies and fills (with --parity)");
    app.add_option("--max_queue_length", how_.usage.full_queue,
        "a queue of this many tasks is full")->check(CLI::PositiveNumber)->capture_default_str();
    app.add_option("--kernel_sequence_op", how_.sequence_op, "write kernel_sequences, of ops whose name contains this");
    app.add_option("--kernel_sequence_min_len", how_.least_sequence,
        "kernels that such an op launches at least")->capture_default_str();
    app.add_option("--kernel_breakdown_top", how_.usage.kernel_names, "names that kernel_breakdown shows of each kind")
        ->capture_default_str();
    app.add_option("--kernel_breakdown_ratio", how_.usage.kernel_share,
        "names above this quantile of their running sums count as others")
        ->check(CLI::Range(0.0, 1.0))->capture_default_str();
    app.add_option("--what_if", what_if_,
                   "how long the step would be: ITEM[;ITEM...], ITEM is KIND[:TEXT]*FACTOR with KIND kernels, compute, "
                   "communication, copies, ops, gaps, host, launch, stream_gap or sync, or roof[:TEXT] (ops whose name contains "
                   "TEXT at the roof of the chip), or overlap; may be repeated")
        ->allow_extra_args(false)->take_all();
    app.add_option("--trace_with_counters", counters_,
        "write the trace (a file of Kineto JSON) with queue length and copy bandwidth as counters to this file");
    app.add_option("--critical_path_trace", marked_,
        "write the spans of the trace (a file of Kineto JSON) that are on the critical path, marked, to this file");
  }
  path_options(const path_options&) = delete;
  path_options& operator=(const path_options&) = delete;

  explicit operator bool() const { return on_; }
  /// One of its sheets was requested by name; `all`: those that the trace has.
  void turn_on(bool all = false) {
    if_any_ = all && !on_;
    on_ = true;
  }
  bool names_a_file() const { return !counters_.empty() || !marked_.empty(); }

  /// Checks what was requested; reports what is wrong.
  bool check(const std::string& program, const std::string& trace) {
    if (names_a_file() || !what_if_.empty()) on_ = true;
    if (!read_instance()) {
      say(program + ": --cp_instance " + instance_ + ": expected N or N:M, numbers from 0, with N not above M");
      return false;
    }
    for (const std::string& text : what_if_) {
      ridgeline::expected<ridgeline::run_change> change = ridgeline::read_change(text);
      if (!change) {
        say(program + ": --what_if: " + change.error().what);
        return false;
      }
      how_.what_if.push_back({text, std::move(*change)});
    }
    return !is_input(program, counters_, trace) && !is_input(program, marked_, trace) &&
           can_be_written(program, trace);
  }
  /// Reports which of its options have no effect, once everything that enables it is known.
  void say_what_is_off(bool parity) const {
    if (how_.steps.annotation.empty()) say_what_does_nothing(app_, {"--cp_instance"}, "an annotation (--cp_annotation)");
    if (!on_) say_what_does_nothing(app_, options, "--critical_path");
    else if (!parity) say_what_does_nothing(app_, std::span(options).last(of_original), "--parity");
  }

  /// Adds the sheets, and writes the requested files. False if one is not written.
  bool add_to(std::vector<ridgeline::table>& tables, const ridgeline::torch_profile& run, std::size_t recorded,
              const ridgeline::hw::roofs* roofs, const std::string& trace_path, bool parity,
              std::size_t inflate_limit) const {
    namespace rl = ridgeline;
    const rl::torch_trace& trace = run.trace();
    rl::critical_path_options how = how_;
    how.roofs = roofs;
    const auto asks = [](const rl::asked_change& c) { return c.change.asks_for_roofs(); };
    if ((parity || roofs == nullptr) && std::any_of(how.what_if.begin(), how.what_if.end(), asks)) {
      say(std::string("pytorch_report: --what_if roof: ") +
          (parity ? "there are no roofs with --parity" : "the chip is not known: name it with --arch"));
      return false;
    }
    rl::critical_path_report report =
        parity ? rl::original_critical_path(trace, recorded, how, original_) : rl::critical_path(run, how);
    if (!report.window.found && !if_any_)
      say("pytorch_report: --critical_path: " + std::to_string(report.window.annotations) + " annotations contain \"" +
          how_.steps.annotation + "\", so there is no instance " + instance_ + "; name another one, or \"\" for the whole trace");
    if (report.window.found) say_what_found_nothing(report);
    written_files files("pytorch_report");
    if (!counters_.empty()) files.took(rl::write_counter_trace(counters_, trace_path, report.rows, trace,
        inflate_limit));
    if (!marked_.empty()) files.took(rl::write_marked_trace(marked_, trace_path, report.rows, trace, inflate_limit));
    for (rl::table& t : rl::path_tables(std::move(report.rows))) tables.push_back(std::move(t));
    return files.good();
  }

 private:
  /// The options that depend on --critical_path; the last ones, `of_original`, are read only with --parity.
  static constexpr std::array options{
      "--cp_annotation", "--cp_instance", "--cp_data_load", "--cp_unexplained_us", "--idle_kernel_delay_us",
      "--idle_stream", "--launch_runtime_cutoff_us", "--launch_delay_cutoff_us", "--max_queue_length",
      "--kernel_sequence_op", "--kernel_sequence_min_len", "--kernel_breakdown_top", "--kernel_breakdown_ratio",
      "--cp_edges", "--cp_zero_weight_launch_edges", "--cp_strict_negative_weights", "--include_last_profiler_step",
      "--launch_no_memory_events"};
  static constexpr std::size_t of_original = 5;
  const CLI::App& app_;

  /// Whether the files that are asked for can be made from the trace, which is read again; reports if not. What is wrong
  /// with the trace itself, its reader says.
  bool can_be_written(const std::string& program, const std::string& trace) const {
    if (!names_a_file()) return true;
    const std::string asked = program + ": " + (counters_.empty()  ? "--critical_path_trace"
                                                  : marked_.empty() ? "--trace_with_counters"
                                                                    : "--trace_with_counters, --critical_path_trace");
    if (!can_be_read_twice(trace)) {
      say(asked + ": " + trace + ": " + std::string(read_only_once));
      return false;
    }
    const ridgeline::expected<input_kind> kind = kind_of_input(trace);
    if (!kind || *kind != input_kind::gpu_trace) return true;
    say(asked + ": " + trace + ": is not Kineto JSON, the only format that such a trace is made from");
    return false;
  }

  /// Why an item of --what_if changes nothing.
  static std::string why_nothing(const ridgeline::change_item& item) {
    if (item.what == ridgeline::change_item::kind::roof)
      return "no op" + (item.text.empty() ? "" : " whose name contains " + item.text) +
             " launches work in the window and has a roof (which takes recorded shapes, a model of the op and the "
             "chip's rates)";
    if (item.what == ridgeline::change_item::kind::overlap)
      return "no communication in the window waits for other work of its stream";
    if (!item.text.empty()) return "no name in the window contains " + item.text;
    return "the window has nothing of the kind " + std::string(name_of(item.what));
  }

  /// Names the options that restrict a sheet to something that the window does not have.
  void say_what_found_nothing(const ridgeline::critical_path_report& report) const {
    const ridgeline::path_rows& rows = report.rows;
    for (const ridgeline::asked_change& c : how_.what_if)
      if (const ridgeline::change_item* const item = without_effect(report.graph, c.change))
        say("pytorch_report: --what_if " + c.text + ": " + why_nothing(*item) + ", so it changes nothing");
    for (const std::string& text : how_.data_load)
      if (report.activity != nullptr &&
          std::none_of(report.activity->host.begin(), report.activity->host.end(),
                       [&](const ridgeline::host_event& e) { return e.name.find(text) != e.name.npos; }))
        say("pytorch_report: --cp_data_load " + text + ": no event's name contains this");
    if (!how_.sequence_op.empty() && rows.sequences.empty())
      say("pytorch_report: --kernel_sequence_op " + how_.sequence_op + ": no op whose name contains this launches " +
          std::to_string(how_.least_sequence) + " kernels or more, so there is no kernel_sequences");
    if (!how_.usage.idle_streams.empty() && rows.idle.empty())
      say("pytorch_report: --idle_stream: the streams named have no kernels with a gap between them, so there is no "
          "idle_causes");
  }

  void add_us(CLI::App& app, const char* name, ridgeline::duration& value, const char* text) {
    const auto read = [&value](double x) { value = ridgeline::duration(x * ridgeline::us); };
    app.add_option_function<double>(name, read, std::string(text) + ", in us")
        ->check(CLI::Range(0.0, 1e12))->default_str(std::to_string(value.base() / 1000));
  }
  bool read_instance() {
    const auto number = [](std::string_view text, std::size_t& n) {
      const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), n);
      return error == std::errc{} && stop == text.data() + text.size();
    };
    const std::string_view text = instance_;
    const std::size_t colon = text.find(':');
    if (!number(text.substr(0, colon), how_.steps.first)) return false;
    how_.steps.last = how_.steps.first;
    return colon == std::string_view::npos ||
           (number(text.substr(colon + 1), how_.steps.last) && how_.steps.last >= how_.steps.first);
  }

  ridgeline::critical_path_options how_{};
  ridgeline::original_path_options original_{};
  std::vector<std::string> what_if_{};
  std::string instance_ = "0", counters_{}, marked_{};
  bool on_ = false;
  bool if_any_ = false;  // its sheets are wanted if the trace has a window for them
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_PATH_OPTIONS_HPP
