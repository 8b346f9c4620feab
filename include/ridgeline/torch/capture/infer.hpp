#ifndef RIDGELINE_TORCH_CAPTURE_INFER_HPP
#define RIDGELINE_TORCH_CAPTURE_INFER_HPP

#include <cstdint>
#include <string>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/torch/capture/capture.hpp>

namespace ridgeline {

/// Rows and mode of a capture, inferred from names or shapes in its trace; missing if they do not show them.
struct inferred_capture {
  std::int64_t size = missing<std::int64_t>;
  std::string mode{};
};
inferred_capture infer_capture(const torch_trace& trace);

/// Infers the size of each window that is in no range, for a file that may hold several sizes: `of_file` is what
/// `infer_capture` says. Windows of the same ops whose shapes mostly differ have different sizes: that of a window is
/// the most frequent first extent of those that differ. A window that is not like any other has the size of the one
/// before it, or of the file, if its ops have such an extent, else its own most frequent first extent, if half of its
/// ops have it.
void infer_window_sizes(capture_file& file, std::int64_t of_file);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_CAPTURE_INFER_HPP
