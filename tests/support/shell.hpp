#ifndef RIDGELINE_TESTS_SUPPORT_SHELL_HPP
#define RIDGELINE_TESTS_SUPPORT_SHELL_HPP

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <stdlib.h>
#include <sys/wait.h>

#include <boost/test/unit_test.hpp>

/// Command lines as a user of the repository types them.
namespace test {

/// A temporary folder for one test, in which the built programs are found by name and `examples/` is the
/// repository's.
class shell {
 public:
  shell() {
    std::string name = (std::filesystem::temp_directory_path() / "ridgeline-XXXXXX").string();
    BOOST_REQUIRE(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
    std::filesystem::create_directory_symlink(std::filesystem::path(RIDGELINE_SOURCE_DIR) / "examples",
                                              folder_ / "examples");
  }
  shell(const shell&) = delete;
  shell& operator=(const shell&) = delete;
  ~shell() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  /// Whether the build has programs; if not, the running case counts as skipped.
  static bool has_programs() {
#ifdef RIDGELINE_PROGRAMS
    return true;
#else
    std::fputs("SKIPPED: the programs are not built\n", stderr);
    return false;
#endif
  }

  const std::filesystem::path& folder() const { return folder_; }

  struct result {
    int exit_code = -1;
    std::string text{};  ///< standard output; `run` adds standard error
  };
  result run(const std::string& line) const { return run_to(line, "2>&1"); }
  result output_of(const std::string& line) const { return run_to(line, "2>/dev/null"); }

 private:
  result run_to(const std::string& line, const std::string& errors) const {
#ifdef RIDGELINE_PROGRAMS
    const std::string programs = RIDGELINE_PROGRAMS;
#else
    const std::string programs;
#endif
    std::ofstream(folder_ / ".line") << line << '\n';
    const std::string command =
        "cd '" + folder_.string() + "' && PATH='" + programs + "':\"$PATH\" sh ./.line </dev/null " + errors;
    result done;
    std::FILE* const pipe = ::popen(command.c_str(), "r");
    BOOST_REQUIRE(pipe != nullptr);
    std::array<char, 4096> part;
    for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), pipe)) != 0;) done.text.append(part.data(), n);
    const int status = ::pclose(pipe);
    if (WIFEXITED(status)) done.exit_code = WEXITSTATUS(status);
    return done;
  }

  std::filesystem::path folder_{};
};

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_SHELL_HPP
