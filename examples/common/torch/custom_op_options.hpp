/// The options of custom_op.
#ifndef RIDGELINE_EXAMPLES_COMMON_CUSTOM_OP_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_CUSTOM_OP_OPTIONS_HPP

#include <string>
#include <string_view>
#include <vector>

#include <CLI/App.hpp>

#include "../input_kind.hpp"
#include "../program.hpp"
#include "../written_files.hpp"

namespace program {

/// Registers the options with the program, and must stay in place until they are parsed.
class custom_op_options {
 public:
  custom_op_options(CLI::App& app, std::string_view default_arch) : arch(default_arch), app_(app) {
    app.add_option("files", files,
                   "ops CSVs, several are one workload recorded on several hosts; or a PyTorch trace, not from a pipe")
        ->capture_default_str();
    app.add_option("--output_csvs_dir", folder, "of a PyTorch trace: write each sheet as a CSV into this folder");
    app.add_option("--arch", arch, "chip or board, where it is one of the architecture that the files name")
        ->capture_default_str();
    app.add_option("--csv", csv, "write the op table to this file too");
  }
  custom_op_options(const custom_op_options&) = delete;
  custom_op_options& operator=(const custom_op_options&) = delete;

  /// After parsing: settles what is read, and reports options without effect on it.
  void settle() {
    for (std::string& file : files) file = input_path(file);
    of_torch = files.size() == 1 && is_trace(files[0]);
    if (of_torch) say_what_does_nothing(app_, {"--arch", "--csv"}, "an ops CSV");
    else say_what_does_nothing(app_, {"--output_csvs_dir"}, "a PyTorch trace");
  }
  /// Whether the chip is known, and the CSV is none of the inputs; reports if not.
  bool are_usable(bool chip_is_known) const {
    if (!chip_is_known) {
      say("custom_op: --arch " + arch + " is not known");
      return false;
    }
    for (const std::string& file : files)
      if (is_input("custom_op", csv, file)) return false;
    return true;
  }

  std::vector<std::string> files{"examples/sample/llama_decode_wormhole.csv"};
  std::string arch, csv{}, folder{};
  bool of_torch = false;  ///< else ops CSVs

 private:
  /// By its content; where that tells nothing, by its name. A pipe can be read only once: it holds ops.
  static bool is_trace(const std::string& file) {
    if (!can_be_read_twice(file)) return false;
    if (const ridgeline::expected<input_kind> kind = kind_of_input(file))
      return *kind == input_kind::kineto || *kind == input_kind::gpu_trace;
    return file.ends_with(".json") || file.ends_with(".json.gz");
  }

  const CLI::App& app_;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_CUSTOM_OP_OPTIONS_HPP
