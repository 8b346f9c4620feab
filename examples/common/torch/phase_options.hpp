/// The options for inference phases.
#ifndef RIDGELINE_EXAMPLES_COMMON_PHASE_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_PHASE_OPTIONS_HPP

#include <optional>
#include <string>
#include <vector>

#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/phase/phases.hpp>

#include "../program.hpp"

namespace program {

/// Registers its options with the program, and must stay in place until they are parsed.
class phase_options {
 public:
  explicit phase_options(CLI::App& app) : app_(app) {
    std::vector<std::string> methods;
    for (const std::string_view m : ridgeline::phase_method_names) methods.emplace_back(m);
    app.add_flag("--inference_phase_analysis", on_,
                 "write ops_summary_prefill and ops_summary_decode, and with kernel summaries those of each phase");
    app.add_option("--decode_threshold", threshold_, "matrices with at most this many rows count as decode")
        ->check(CLI::NonNegativeNumber)->capture_default_str();
    app.add_option("--phase_detection_method", method_,
                   "how the phase of a launch is found; auto: annotations where ranges name phases, then "
                   "shapes, then hybrid; with --parity hybrid")
        ->check(CLI::IsMember(methods))->capture_default_str();
  }
  phase_options(const phase_options&) = delete;
  phase_options& operator=(const phase_options&) = delete;

  /// The options' values; nothing without phases. Reports other options given without them.
  std::optional<ridgeline::torch_phase_options> chosen() const {
    if (on_)
      return ridgeline::torch_phase_options{*ridgeline::phase_method_of(method_), static_cast<double>(threshold_)};
    say_what_does_nothing(app_, {"--decode_threshold", "--phase_detection_method"}, "--inference_phase_analysis");
    return std::nullopt;
  }
  /// Reports a threshold that the method for a run does not read. The kernel summaries of the documented methods do.
  void say_what_is_unread(const ridgeline::torch_profile& run,
                          const std::optional<ridgeline::torch_phase_options>& options, bool kernel_summaries) const {
    if (!options || app_.count("--decode_threshold") == 0) return;
    const ridgeline::phase_method used = ridgeline::torch_phase_method_of(run, *options);
    if (reads_threshold(used) || (kernel_summaries && !knows_mixed_steps(used))) return;
    say_what_does_nothing(app_, {"--decode_threshold"}, "phases by " + std::string(name_of(used)), true);
  }

 private:
  const CLI::App& app_;
  bool on_ = false;
  int threshold_ = static_cast<int>(ridgeline::torch_phase_options{}.decode_threshold);
  std::string method_{name_of(ridgeline::torch_phase_options{}.method)};
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_PHASE_OPTIONS_HPP
