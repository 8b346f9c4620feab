#include <ridgeline/ranks/replay/tool.hpp>

#include <chrono>
#include <filesystem>
#include <string>

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(replay_tool)

namespace {

/// A stub of a tool: a script.
std::string script(const temporary_folder& folder, const std::string& body) {
  const std::string path = folder.file("tool", "#!/bin/sh\n" + body);
  ::chmod(path.c_str(), 0755);
  return path;
}
tool_command words(std::vector<std::string> all) { return {std::move(all)}; }
tool_limits limits(double seconds) {
  tool_limits l;
  l.seconds = seconds;
  l.clock = [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); };
  return l;
}

}  // namespace

BOOST_AUTO_TEST_CASE(words_arrive_as_they_are) {
  const temporary_folder folder;
  const std::string path = script(folder, "for word; do echo \"<$word>\"; done\necho to stderr >&2\nexit 3\n");
  const tool_end end = run_tool(path, words({"tool", "$(touch " + folder.path("ran") + ")", "a b", "; id", "*"}), limits(60));
  BOOST_TEST((end.how == tool_end::kind::ended));
  BOOST_TEST(end.code == 3);
  BOOST_TEST(end.printed.starts_with("<$(touch " + folder.path("ran") + ")>\n<a b>\n<; id>\n<*>\n"));
  BOOST_TEST(end.printed.find("to stderr") != std::string::npos);
  BOOST_TEST(!std::filesystem::exists(folder.path("ran")));
}

BOOST_AUTO_TEST_CASE(what_hangs_is_stopped_with_what_it_has_started) {
  const temporary_folder folder;
  const std::string path = script(folder, "echo begun\nsleep 1000 &\nsleep 1000\n");
  const tool_end end = run_tool(path, words({"tool"}), limits(0.3));
  BOOST_TEST((end.how == tool_end::kind::too_long));
  BOOST_TEST(end.printed == "begun\n");
  BOOST_TEST(end.code == 128 + 9);
  // a background process does not delay a tool that has ended
  const tool_end left = run_tool(script(folder, "sleep 1000 &\necho done\n"), words({"tool"}), limits(60));
  BOOST_TEST((left.how == tool_end::kind::ended));
  BOOST_TEST(left.printed == "done\n");
}

BOOST_AUTO_TEST_CASE(what_prints_without_end_is_stopped) {
  const temporary_folder folder;
  tool_limits l = limits(60);
  l.bytes = 10000;
  const tool_end end = run_tool(script(folder, "while :; do echo more; done\n"), words({"tool"}), l);
  BOOST_TEST((end.how == tool_end::kind::too_much));
  BOOST_TEST(end.printed.size() < 100000u);
}

BOOST_AUTO_TEST_CASE(what_is_no_program_cannot_start) {
  const temporary_folder folder;
  BOOST_TEST((run_tool(folder.path("nothing"), words({"tool"}), limits(60)).how == tool_end::kind::cannot_start));
  BOOST_TEST(find_tool("no-such-tool", "/bin:/usr/bin").empty());
  BOOST_TEST(find_tool("sh", "").empty());
  BOOST_TEST(!find_tool("sh", ":/nowhere:/bin:/usr/bin").empty());
}

BOOST_AUTO_TEST_SUITE_END()
