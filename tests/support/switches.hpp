#ifndef RIDGELINE_TESTS_SUPPORT_SWITCHES_HPP
#define RIDGELINE_TESTS_SUPPORT_SWITCHES_HPP

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/text.hpp"

namespace test {

/// The names of the switches of a faults struct: the lines `bool name = false;` of its header, in order.
inline std::vector<std::string> switches_of(const std::string& header) {
  constexpr std::string_view before = "  bool ", behind = " = false;";
  std::vector<std::string> names;
  for (const std::string& line : lines_of(repository_file("include/ridgeline/" + header))) {
    const std::size_t end = line.find(behind);
    if (line.starts_with(before) && end != std::string::npos)
      names.push_back(line.substr(before.size(), end - before.size()));
  }
  BOOST_TEST(!names.empty(), header);
  return names;
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_SWITCHES_HPP
