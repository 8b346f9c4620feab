#ifndef RIDGELINE_TORCH_READ_KINETO_HPP
#define RIDGELINE_TORCH_READ_KINETO_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

struct kineto_options {
  unsigned threads = 0;                            ///< 0: one for each processor
  std::size_t piece = std::size_t{8} << 20;        ///< bytes that one thread reads at a time, about
  std::size_t inflate_limit = 0;                   ///< bytes of a packed file unpacked, or of a pipe; 0: `memory_limit`
  progress_function progress{};                    ///< told after each piece, from any thread
};

/// The trace that `text` holds. Broken events are counted in its problems and reading goes on at the next one; it is a
/// failure only when there is no list of events at all. `source`, when not null, is the file that `text` maps: parts
/// that have been read are given back to the system. `file` is for messages.
expected<torch_trace> read_kineto(std::string_view text, const kineto_options& options = {},
                                  const std::string& file = {}, const file_bytes* source = nullptr);

/// The trace in a file, plain or gzip.
expected<torch_trace> read_kineto_file(const std::string& path, const kineto_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_KINETO_HPP
