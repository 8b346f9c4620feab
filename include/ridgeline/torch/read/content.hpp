#ifndef RIDGELINE_TORCH_READ_CONTENT_HPP
#define RIDGELINE_TORCH_READ_CONTENT_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/torch/read/kineto.hpp>

namespace ridgeline::torch_detail {

/// The content of a file, decompressed if it was gzip.
struct trace_content {
  std::string_view bytes{};
  const file_bytes* source = nullptr;  ///< the mapped file; null if it was decompressed
  bool cut = false;                    ///< the compressed data are truncated
  bool damaged_after = false;         ///< other bytes follow the compressed data
};

/// Calls `read(content, options)` with the content of bytes; `source`, if not null, is the file that they map.
/// Decompression counts towards the progress reported through the options.
template <class Read>
auto read_content(std::string_view bytes, const file_bytes* source, const std::string& file,
                  const kineto_options& options, Read read)
    -> decltype(read(std::declval<const trace_content&>(), options)) {
  if (!is_gzip(bytes)) return read(trace_content{bytes, source, false, false}, options);
  constexpr std::uint64_t inflating = 4, both = 5;  // decompression takes four fifths of the time
  kineto_options reading = options;
  progress_function unpacking;
  if (options.progress) {
    unpacking = [&](std::uint64_t done, std::uint64_t all) { options.progress(done * inflating, all * both); };
    reading.progress = [&](std::uint64_t done, std::uint64_t all) {
      options.progress(all * inflating + done, all * both);
    };
  }
  expected<inflated_bytes> inflated = inflate_file(bytes, file, options.inflate_limit, unpacking);
  if (!inflated) return inflated.error();
  return read(trace_content{inflated->view(), nullptr, inflated->cut(), inflated->damaged_after()}, reading);
}

/// The same with the content of a file.
template <class Read>
auto read_content(const std::string& path, const kineto_options& options, Read read)
    -> decltype(read(std::declval<const trace_content&>(), options)) {
  expected<file_bytes> bytes =
      file_bytes::open(path, options.inflate_limit != 0 ? options.inflate_limit : memory_limit());
  if (!bytes) return bytes.error();
  return read_content(bytes->view(), &*bytes, path, options, read);
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_CONTENT_HPP
