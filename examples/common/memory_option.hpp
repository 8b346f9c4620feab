/// The option that limits the memory of a program.
#ifndef RIDGELINE_EXAMPLES_COMMON_MEMORY_OPTION_HPP
#define RIDGELINE_EXAMPLES_COMMON_MEMORY_OPTION_HPP

#include <algorithm>
#include <cstddef>
#include <exception>
#include <string>
#include <string_view>

#include <sys/resource.h>
#include <unistd.h>

#include <ridgeline/table/format.hpp>

#include "program.hpp"

namespace program {

/// Registers its option with the program, and must stay in place until it is parsed. An endless input, or one that
/// decompresses to more than the machine has, ends the program with one line and exit code 1; plain files, which are
/// mapped, do not count.
class memory_option {
 public:
  explicit memory_option(CLI::App& app) {
    app.add_option("--memory_limit", gigabytes_,
                   "memory that the program may use, in GB; needing more ends it with exit code 1 (default: what the machine has)")
        ->check(CLI::Range(0.001, 1e6));
  }
  memory_option(const memory_option&) = delete;
  memory_option& operator=(const memory_option&) = delete;

  /// The size limit for a decompressed input or the content of a pipe; 0, the machine's limit, by default.
  std::size_t bytes() const { return static_cast<std::size_t>(gigabytes_ * 1e9); }

  /// From here on the limit applies to all threads.
  void hold(const std::string& program) const {
    if (gigabytes_ <= 0) return;
    ::rlimit limit{};
    if (::getrlimit(RLIMIT_DATA, &limit) != 0) return;
    limit.rlim_cur = std::min(limit.rlim_max, static_cast<::rlim_t>(bytes()));
    ::setrlimit(RLIMIT_DATA, &limit);
    std::string line = program + ": --memory_limit ";
    ridgeline::append_shortest(line, gigabytes_);
    end_without_memory(line + " GB");
    std::set_terminate([] {  // there may not be enough memory for a thread either
      constexpr std::string_view message = "--memory_limit: too little for the program to start\n";
      const ::ssize_t ignored = ::write(2, message.data(), message.size());
      static_cast<void>(ignored);
      ::_exit(unusable_input);
    });
  }

 private:
  double gigabytes_ = 0;
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_MEMORY_OPTION_HPP
