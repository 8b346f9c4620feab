/// The options for how a trace of a GPU is read: memory and threads.
#ifndef RIDGELINE_EXAMPLES_COMMON_READING_OPTIONS_HPP
#define RIDGELINE_EXAMPLES_COMMON_READING_OPTIONS_HPP

#include <cstddef>
#include <string>
#include <utility>

#include <CLI/App.hpp>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/torch/read/any_trace.hpp>

#include "memory_option.hpp"
#include "program.hpp"

namespace program {

/// Registers its options with the program, and must stay in place until they are parsed.
class reading_options {
 public:
  explicit reading_options(CLI::App& app) : memory_(app) {
    add_threads(app, threads_, "threads for reading and writing");
  }
  reading_options(const reading_options&) = delete;
  reading_options& operator=(const reading_options&) = delete;

  /// From here on the limit of the memory applies.
  void hold_memory(const std::string& program) const { memory_.hold(program); }
  unsigned threads() const { return threads_; }
  std::size_t inflate_limit() const { return memory_.bytes(); }
  /// How the trace is read; `listener` is told the progress.
  ridgeline::kineto_options with(ridgeline::progress_function listener) const {
    ridgeline::kineto_options how;
    how.threads = threads_;
    how.inflate_limit = memory_.bytes();
    how.progress = std::move(listener);
    return how;
  }

 private:
  memory_option memory_;
  unsigned threads_ = ridgeline::default_threads();
};

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_READING_OPTIONS_HPP
