/// The option that marks the user's own kernels as communication.
#ifndef RIDGELINE_EXAMPLES_COMMON_COMM_PATTERN_HPP
#define RIDGELINE_EXAMPLES_COMMON_COMM_PATTERN_HPP

#include <string>
#include <utility>
#include <vector>

#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/gpu/communication_table.hpp>
#include <ridgeline/table/format.hpp>

#include "program.hpp"

namespace program {

/// Registers its option with the program, and must stay in place until it is parsed.
class comm_pattern {
 public:
  /// `ignored_with_parity`: not by programs whose report is the same with `--parity`.
  explicit comm_pattern(CLI::App& app, bool ignored_with_parity = true) : app_(app) {
    app.add_option("--comm_pattern", patterns_,
                   std::string("kernels whose name contains a match of this regular expression count as communication, "
                               "in addition to the known ones; may be repeated (default: none") +
                       (ignored_with_parity ? "; ignored with --parity)" : ")"))
        ->type_name("REGEX")->allow_extra_args(false);
  }
  comm_pattern(const comm_pattern&) = delete;
  comm_pattern& operator=(const comm_pattern&) = delete;

  /// Adds the given patterns to a table. Reports one that is not a regular expression and returns false.
  bool add_to(ridgeline::gpu::communication_table& table, const std::string& program) const {
    for (const std::string& text : patterns_) {
      ridgeline::expected<ridgeline::text_pattern> pattern = ridgeline::text_pattern::compile(text);
      if (!pattern) {
        say(program + ": --comm_pattern: " + to_string(pattern.error()));
        return false;
      }
      table.add(*std::move(pattern));
    }
    return true;
  }

  /// The given patterns, one behind the other.
  std::string text() const { return ridgeline::joined_text(patterns_); }

  /// Adds a remark for each pattern that no kernel's name matched, once the report is made with the table; with
  /// `ignored`, as by the original's report, only reports that the option has no effect.
  void judge(const ridgeline::gpu::communication_table& table, ridgeline::data_quality& quality, bool ignored) const {
    for (std::size_t i = 0; i < patterns_.size() && !ignored; ++i)
      if (!table.has_met(i))
        quality.add("--comm_pattern: no kernel's name contains a match", {}, patterns_[i], false);
    if (ignored) say_what_does_nothing(app_, {"--comm_pattern"}, "--parity", true);
  }

 private:
  const CLI::App& app_;
  std::vector<std::string> patterns_{};
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_COMM_PATTERN_HPP
