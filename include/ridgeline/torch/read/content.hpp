#ifndef RIDGELINE_TORCH_READ_CONTENT_HPP
#define RIDGELINE_TORCH_READ_CONTENT_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/torch/read/kineto.hpp>

namespace ridgeline::torch_detail {

/// What is in a file, unpacked where it was gzip.
struct trace_content {
  std::string_view bytes{};
  const file_bytes* source = nullptr;  ///< the file that is mapped; null where it was unpacked
  bool cut = false;                    ///< the packed bytes end before their end
  bool damaged_behind = false;         ///< behind the packed bytes stands something else
};

/// What `read(content, options)` makes of the content of a file. Unpacking is part of the progress that the options
/// tell of.
template <class Read>
auto read_content(const std::string& path, const kineto_options& options, Read read)
    -> decltype(read(std::declval<const trace_content&>(), options)) {
  expected<file_bytes> bytes =
      file_bytes::open(path, options.inflate_limit != 0 ? options.inflate_limit : memory_limit());
  if (!bytes) return bytes.error();
  if (!is_gzip(bytes->view())) return read(trace_content{bytes->view(), &*bytes, false, false}, options);
  constexpr std::uint64_t inflating = 4, both = 5;  // unpacking is four fifths of the time
  kineto_options reading = options;
  progress_function unpacking;
  if (options.progress) {
    unpacking = [&](std::uint64_t done, std::uint64_t all) { options.progress(done * inflating, all * both); };
    reading.progress = [&](std::uint64_t done, std::uint64_t all) {
      options.progress(all * inflating + done, all * both);
    };
  }
  expected<inflated_bytes> inflated = inflate_file(bytes->view(), path, options.inflate_limit, unpacking);
  if (!inflated) return inflated.error();
  return read(trace_content{inflated->view(), nullptr, inflated->cut(), inflated->damaged_behind()}, reading);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_CONTENT_HPP
