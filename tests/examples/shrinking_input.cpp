#include <cstddef>
#include <cstdio>
#include <fstream>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include <ridgeline/read/bytes.hpp>

#include "examples/common/program.hpp"
#include "tests/support/temporary.hpp"

BOOST_AUTO_TEST_SUITE(examples_program)

BOOST_AUTO_TEST_CASE(an_input_that_shrinks_ends_with_a_line) {
  const temporary_folder folder;
  const std::string path = folder.file("trace.json", std::string(1 << 20, 'x')), said = folder.path("said");
  const ::pid_t child = ::fork();
  BOOST_REQUIRE(child >= 0);
  if (child == 0) {  // no assertion here: the parent checks
    if (std::freopen(said.c_str(), "w", stderr) == nullptr) ::_exit(99);
    program::end_when_input_shrinks("pytorch_report");
    const auto bytes = ridgeline::file_bytes::open(path);
    if (!bytes || ::truncate(path.c_str(), 10) != 0) ::_exit(98);
    volatile char last = 0;
    for (std::size_t i = 0; i < bytes->view().size(); i += 512) last = bytes->view()[i];
    static_cast<void>(last);
    ::_exit(97);
  }
  int state = 0;
  BOOST_REQUIRE(::waitpid(child, &state, 0) == child);
  BOOST_TEST(WIFEXITED(state));
  BOOST_TEST(WEXITSTATUS(state) == 1);
  std::string line;
  std::ifstream in(said);
  std::getline(in, line);
  BOOST_TEST(line == "pytorch_report: the input became shorter while it was read");
}

BOOST_AUTO_TEST_SUITE_END()
