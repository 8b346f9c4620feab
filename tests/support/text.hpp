#ifndef RIDGELINE_TESTS_SUPPORT_TEXT_HPP
#define RIDGELINE_TESTS_SUPPORT_TEXT_HPP

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

/// Files of the repository, line by line.
namespace test {

/// A file, by its path from the repository's root.
inline std::string repository_file(const std::string& name) {
  std::ifstream in(std::filesystem::path(RIDGELINE_SOURCE_DIR) / name, std::ios::binary);
  BOOST_REQUIRE_MESSAGE(in, "cannot read " << name);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The lines of a text without trailing blanks.
inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    lines.emplace_back(line.substr(0, line.find_last_not_of(" \r") + 1));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return lines;
}

/// The text between the lines `// BEGIN part` and `// END part` of a file, with the markers' indentation removed;
/// empty if there is no such part.
inline std::vector<std::string> part_of(const std::string& file, const std::string& part) {
  std::vector<std::string> found;
  std::size_t indent = std::string::npos;
  for (const std::string& line : lines_of(repository_file(file))) {
    if (line.ends_with("// END " + part)) return found;
    if (indent != std::string::npos) found.push_back(line.substr(std::min(indent, line.size())));
    if (line.ends_with("// BEGIN " + part)) indent = line.find('/');
  }
  return {};
}

/// The words of a line of a printed table: cells without the blanks between them.
inline std::string words_of(std::string_view line) {
  std::string words;
  for (char c : line) {
    if (c == ' ' && (words.empty() || words.back() == ' ')) continue;
    words += c;
  }
  if (!words.empty() && words.back() == ' ') words.pop_back();
  return words;
}

/// The first line that starts with these words, as `words_of` returns it; empty if there is none.
inline std::string line_starting(const std::string& text, std::string_view words) {
  for (const std::string& line : lines_of(text))
    if (const std::string found = words_of(line); found.starts_with(words)) return found;
  return {};
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_TEXT_HPP
