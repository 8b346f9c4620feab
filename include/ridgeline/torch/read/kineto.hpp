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
  unsigned threads = 0;                            ///< 0: one per processor
  std::size_t piece = std::size_t{8} << 20;        ///< approximate bytes that one thread reads at a time
  std::size_t inflate_limit = 0;                   ///< limit on bytes decompressed or piped; 0: `memory_limit`
  progress_function progress{};                    ///< called after each piece, from any thread
};

/// Reads a trace from `text`. Broken events are counted in its problems and reading continues with the next one;
/// only a text without any list of events is a failure. `source`, if not null, is the file that `text` maps: parts
/// already read are released to the system. `file` is used in messages.
expected<torch_trace> read_kineto(std::string_view text, const kineto_options& options = {},
                                  const std::string& file = {}, const file_bytes* source = nullptr);

/// Reads a trace from a file, plain or gzip.
expected<torch_trace> read_kineto_file(const std::string& path, const kineto_options& options = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_KINETO_HPP
