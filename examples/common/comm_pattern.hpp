/// The option that marks the user's own kernels as communication.
#ifndef RIDGELINE_EXAMPLES_COMMON_COMM_PATTERN_HPP
#define RIDGELINE_EXAMPLES_COMMON_COMM_PATTERN_HPP

#include <string>
#include <utility>
#include <vector>

#include <ridgeline/core/text_pattern.hpp>
#include <ridgeline/gpu/communication_table.hpp>

#include "program.hpp"

namespace program {

/// Registers its option with the program, and must stay in place until it is parsed.
class comm_pattern {
 public:
  explicit comm_pattern(CLI::App& app) {
    app.add_option("--comm_pattern", patterns_,
                   "kernels whose name contains a match of this regular expression count as communication, in addition to "
                   "the known ones; may be repeated (default: none; ignored with --parity)")
        ->type_name("REGEX")->allow_extra_args(false);
  }
  comm_pattern(const comm_pattern&) = delete;
  comm_pattern& operator=(const comm_pattern&) = delete;

  /// Adds the given patterns to a table. Reports one that is not a regular expression and returns false.
  bool add_to(ridgeline::gpu::communication_table& table, const std::string& program) const {
    for (const std::string& text : patterns_) {
      if (text.empty()) {  // as of a variable that was not set
        say(program + ": --comm_pattern: an empty pattern matches every name");
        return false;
      }
      ridgeline::expected<ridgeline::text_pattern> pattern = ridgeline::text_pattern::compile(text);
      if (!pattern) {
        say(program + ": --comm_pattern: " + to_string(pattern.error()));
        return false;
      }
      table.add(*std::move(pattern));
    }
    return true;
  }

 private:
  std::vector<std::string> patterns_{};
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_COMM_PATTERN_HPP
