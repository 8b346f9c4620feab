#ifndef RIDGELINE_READ_OPTIONS_HPP
#define RIDGELINE_READ_OPTIONS_HPP

#include <cstddef>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/progress.hpp>

namespace ridgeline {

/// How to read a file: number of threads, size of the pieces, and a callback for progress.
struct read_options {
  unsigned threads = default_threads();
  std::size_t piece = std::size_t{4} << 20;  ///< bytes, at least 1
  progress_function progress{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_OPTIONS_HPP
