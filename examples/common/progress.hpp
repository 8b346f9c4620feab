/// What a program is doing, for who waits at a terminal.
#ifndef RIDGELINE_EXAMPLES_COMMON_PROGRESS_HPP
#define RIDGELINE_EXAMPLES_COMMON_PROGRESS_HPP

#include <chrono>
#include <cstdint>
#include <string>

#include <ridgeline/core/progress.hpp>

namespace program {

/// A line on standard error that names a step and shows how much of it is done; only on a terminal, and only in runs
/// that take longer than a second. It is drawn again by time, so that a step which tells nothing shows its name and its
/// age. Of several bars the newest with a step is shown. Every function may be called from any thread.
class progress_bar {
 public:
  explicit progress_bar(std::string step);
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;
  ~progress_bar();

  /// How much of the step is done.
  void at(std::uint64_t done, std::uint64_t total);
  /// The same for what tells its progress; nothing where nobody sees it.
  ridgeline::progress_function listener();
  /// The next step.
  void step(std::string name);
  /// No step, because something else is printed now.
  void clear() { step({}); }

 private:
  friend class screen;
  std::string step_;
  std::uint64_t done_ = 0, total_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Writes a line to standard error, in place of the bar.
void write_message(const std::string& line);

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_PROGRESS_HPP
