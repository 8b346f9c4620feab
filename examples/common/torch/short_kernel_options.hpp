/// The options for the study of short kernels.
#ifndef RIDGELINE_EXAMPLES_COMMON_SHORT_KERNEL_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_SHORT_KERNEL_OPTIONS_HPP

#include <cstddef>

#include "../program.hpp"

namespace program {

/// Registers its options with the program. `Report` is the options of a report with this study; they are filled in
/// while the command line is read.
template <class Report>
class short_kernel_options {
 public:
  short_kernel_options(CLI::App& app, Report& report) : app_(app), report_(report) {
    app.add_flag("--short_kernel_study", report.short_kernels, "write the two sheets on short kernels");
    app.add_option("--short_kernel_threshold_us", report.short_kernel_below, "kernels below this are short, in us")
        ->check(CLI::NonNegativeNumber)->capture_default_str();
    app.add_option("--short_kernel_histogram_bins", report.histogram_bins, "bins of the histogram of short kernels")
        ->check(CLI::Range(1, 100000))->capture_default_str();
    app.add_option_function<std::size_t>(
        "--topk_short_kernels", [&report](std::size_t rows) { report.most_short_kernels = rows; },
        "keep this many rows of short_kernels_all_details (default: all)");
  }

  /// Reports which of its options have no effect, once the requested sheets are known.
  void say_what_is_off() const {
    if (report_.short_kernels) return;
    say_what_does_nothing(app_,
        {"--short_kernel_threshold_us", "--short_kernel_histogram_bins", "--topk_short_kernels"}, "--short_kernel_study");
  }

 private:
  const CLI::App& app_;
  const Report& report_;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_SHORT_KERNEL_OPTIONS_HPP
