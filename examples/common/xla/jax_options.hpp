/// The options of jax_report.
#ifndef RIDGELINE_EXAMPLES_COMMON_JAX_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_JAX_OPTIONS_HPP

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/ranks/sheet/jax_ranks.hpp>
#include <ridgeline/xla/advise/activity.hpp>
#include <ridgeline/xla/sheet/tables.hpp>

#include "../advice_options.hpp"
#include "../chip_options.hpp"
#include "../comm_pattern.hpp"
#include "../input_kind.hpp"
#include "../memory_option.hpp"
#include "../program.hpp"
#include "../sheet_options.hpp"
#include "../table_files.hpp"
#include "xplane_files.hpp"

namespace program {

/// The user's request, besides sheets and files.
struct jax_request {
  std::vector<std::string> profiles{};
  std::vector<std::string> folders{};  ///< for the files of each profile, if there are several
  ridgeline::jax_options how{};
  ridgeline::jax_names names = ridgeline::jax_names::documented;
  bool strict = false;

  bool parity() const { return names == ridgeline::jax_names::original; }
  bool several() const { return profiles.size() > 1; }
};

/// Registers its options with the program, and must stay in place until they are parsed. Their values become a request.
class jax_options {
 public:
  explicit jax_options(CLI::App& app) {
    app.add_option("profile,--profile_path", given_,
                   "the profile, .xplane.pb or .xplane.pb.gz, - for standard input; a folder of them, or several: the "
                   "hosts of a run, each reported separately, and all devices side by side; of the runs in a log "
                   "folder the last")
        ->required();
    files_.emplace(app, name, "PROFILE_perf_report.xlsx");
    sheets_.emplace(app);
    app.add_option("--kernel_metadata_keyword_filters", want_.how.keywords,
                   "show only kernels whose HLO metadata contains one of these words, in the kernel and XLA sheets");
    patterns_.emplace(app);
    chip_.emplace(app);
    app.add_flag("--parity", parity_, "sheets and numbers of TraceLens, its known faults included");
    app.add_flag("--strict", want_.strict,
                 "exit 3 when part of the input was left out, or the profile does not hold what the report rests on");
    advice_.emplace(app, name);
    memory_.emplace(app);
  }
  jax_options(const jax_options&) = delete;
  jax_options& operator=(const jax_options&) = delete;

  /// After parsing: fills the request. Returns an exit code other than 0 if options or inputs are wrong, which is
  /// reported.
  int settle() {
    memory_->hold(name);
    if (!find_profiles()) return unusable_input;
    if (const int code = chip_->find(name); code != success) return code;
    want_.how.roofs = chip_->roofs();
    want_.how.roof = chip_->roof_kind();
    if (!patterns_->add_to(communication_, name) || !are_checks()) return wrong_usage;
    want_.how.communication = &communication_;
    if (parity_) {
      want_.how.faults = ridgeline::xla_faults::parity();
      want_.names = ridgeline::jax_names::original;
      files_->as_original();
    }
    if (!are_sheets()) return wrong_usage;
    return find_clashes();
  }

  /// The request, once it is settled.
  const jax_request& request() const { return want_; }
  table_files& files() { return *files_; }
  const sheet_options& sheets() const { return *sheets_; }
  const advice_options& advice() const { return *advice_; }
  const comm_pattern& patterns() const { return *patterns_; }

 private:
  static constexpr const char* name = "jax_report";

  /// Takes the files, and the profiles in the folders; false if a folder has none, which is reported.
  bool find_profiles() {
    bool folders_named = false;
    for (const std::string& named : given_) {
      const std::string path = input_path(named);
      std::error_code ignored;
      if (!std::filesystem::is_directory(path, ignored)) {
        want_.profiles.push_back(path);
        continue;
      }
      folders_named = true;
      const xplane_runs below = xplanes_in(path);
      for (const std::string& line : below.told) say(std::string(name) + ": " + line);
      want_.profiles.insert(want_.profiles.end(), below.profiles.begin(), below.profiles.end());
      if (!below.profiles.empty()) continue;
      say(std::string(name) + ": " + path + ": is a folder without profiles (.xplane.pb, .xplane.pb.gz)" +
          other_reader(path, name));
      return false;
    }
    if (!folders_named) want_.profiles = in_given_order(std::move(want_.profiles));
    return true;
  }
  bool are_checks() const {
    const ridgeline::xla_trace empty;
    const ridgeline::jax_result none = ridgeline::report_jax(empty, {});
    return advice_->are_usable(ridgeline::health_of(none), parity_);
  }
  bool are_sheets() {
    known_ = ridgeline::jax_sheet_names(want_.names);
    if (!parity_)
      for (std::string& sheet : ridgeline::jax_rank_sheet_names()) known_.push_back(std::move(sheet));
    sheets_->take_spellings(ridgeline::jax_sheet_spellings, parity_);
    files_->can_write(known_);
    return sheets_->are_known(name, known_);
  }
  /// Outputs that would be written twice, replace an input, or have no place.
  int find_clashes() {
    const std::string all = std::to_string(want_.profiles.size());
    if (want_.several() && advice_->names_one_file())
      return refuse("--findings-json names one file, and there are " + all + " profiles; nothing is written");
    if (want_.several() && files_->names_one_file() && parity_)
      return refuse("--xlsx, --json and --html name one file, and with --parity there is one report for each of " +
                    all + " profiles; nothing is written");
    for (const std::string& profile : want_.profiles)
      if (files_->would_replace(profile) || advice_->would_replace(profile)) return wrong_usage;
    want_.folders = names_of_profiles(want_.profiles);
    if (want_.folders.empty()) return refuse("a profile is named twice; nothing is written");
    for (const std::string& profile : want_.profiles)
      if (is_stream(profile) && sheets_->quiet() && !files_->any())
        return refuse(profile + ": no file can be written next to it: name an output, --xlsx FILE");
    return success;
  }
  int refuse(const std::string& why) const {
    say(std::string(name) + ": " + why);
    return wrong_usage;
  }

  jax_request want_{};
  ridgeline::gpu::communication_table communication_{};
  std::vector<std::string> given_{}, known_{};  // profiles and folders; sheets
  std::optional<table_files> files_{};
  std::optional<sheet_options> sheets_{};
  std::optional<comm_pattern> patterns_{};
  std::optional<chip_options> chip_{};
  std::optional<advice_options> advice_{};
  std::optional<memory_option> memory_{};
  bool parity_ = false;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_JAX_OPTIONS_HPP
