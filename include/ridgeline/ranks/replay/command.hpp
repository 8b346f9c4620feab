#ifndef RIDGELINE_RANKS_REPLAY_COMMAND_HPP
#define RIDGELINE_RANKS_REPLAY_COMMAND_HPP

#include <string>
#include <string_view>
#include <utility>
#include <vector>


namespace ridgeline {

/// A program and its arguments, one word each. Words come only from tables of this library and from numbers, never
/// from text in a trace.
struct tool_command {
  std::vector<std::string> words;

  bool empty() const { return words.empty(); }
  /// The words, separated by single spaces.
  std::string text() const;
};

/// Builds a command. A number that is not a non-negative integer, or is too large for a tensor, makes the command
/// empty.
class command_builder {
 public:
  explicit command_builder(std::string_view program) { words(program); }

  /// Adds words that are separated by single spaces.
  command_builder& words(std::string_view text);
  command_builder& option(std::string_view name, double number);
  command_builder& option(std::string_view name, std::string_view word);
  tool_command take() { return good_ ? std::move(command_) : tool_command{}; }

 private:
  tool_command command_{};
  bool good_ = true;
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPLAY_COMMAND_HPP
