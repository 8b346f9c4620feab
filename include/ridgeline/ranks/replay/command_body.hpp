#ifndef RIDGELINE_RANKS_REPLAY_COMMAND_BODY_HPP
#define RIDGELINE_RANKS_REPLAY_COMMAND_BODY_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/ranks/replay/command.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

std::string tool_command::text() const {
  std::string all;
  for (const std::string& w : words) {
    if (!all.empty()) all += ' ';
    all += w;
  }
  return all;
}

command_builder& command_builder::words(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find(' ');
    command_.words.emplace_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return *this;
}

command_builder& command_builder::option(std::string_view name, double number) {
  command_.words.emplace_back(name);
  good_ = good_ && number >= 0 && number < 9e15 && number == static_cast<double>(static_cast<std::int64_t>(number));
  std::string text;
  append_integer(text, good_ ? static_cast<std::int64_t>(number) : 0, false);
  command_.words.push_back(std::move(text));
  return *this;
}

command_builder& command_builder::option(std::string_view name, std::string_view word) {
  command_.words.emplace_back(name);
  command_.words.emplace_back(word);
  return *this;
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_REPLAY_COMMAND_BODY_HPP
