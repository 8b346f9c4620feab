#ifndef RIDGELINE_RANKS_REPLAY_COMMAND_HPP
#define RIDGELINE_RANKS_REPLAY_COMMAND_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/units.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

/// A program and its arguments, word by word. Words come from tables of this library and from numbers, never from texts
/// of a trace.
struct tool_command {
  std::vector<std::string> words{};

  bool empty() const { return words.empty(); }
  /// The words with single blanks between them.
  std::string text() const {
    std::string all;
    for (const std::string& w : words) {
      if (!all.empty()) all += ' ';
      all += w;
    }
    return all;
  }
};

/// Puts a command together. A number that is not whole, negative, or too large for a tensor makes the command empty.
class command_builder {
 public:
  explicit command_builder(std::string_view program) { words(program); }

  /// Words with single blanks between them.
  command_builder& words(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find(' ');
      command_.words.emplace_back(text.substr(0, end));
      text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return *this;
  }
  command_builder& option(std::string_view name, double number) {
    command_.words.emplace_back(name);
    good_ = good_ && number >= 0 && number < 9e15 && number == static_cast<double>(static_cast<std::int64_t>(number));
    std::string text;
    append_integer(text, good_ ? static_cast<std::int64_t>(number) : 0, false);
    command_.words.push_back(std::move(text));
    return *this;
  }
  command_builder& option(std::string_view name, std::string_view word) {
    command_.words.emplace_back(name);
    command_.words.emplace_back(word);
    return *this;
  }
  tool_command take() { return good_ ? std::move(command_) : tool_command{}; }

 private:
  tool_command command_{};
  bool good_ = true;
};

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPLAY_COMMAND_HPP
