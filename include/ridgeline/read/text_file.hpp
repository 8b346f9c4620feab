#ifndef RIDGELINE_READ_TEXT_FILE_HPP
#define RIDGELINE_READ_TEXT_FILE_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/memory_limit.hpp>

namespace ridgeline {

/// The text of a file, decompressed if it is gzip.
class text_file {
 public:
  /// Fails if a file cannot be read or is not text: compressed in another way, a database, or UTF-16; or if it is
  /// longer than `limit` bytes when decompressed or read from a pipe.
  static expected<text_file> open(const std::string& path, std::size_t limit = memory_limit());

  std::string_view view() const { return inflated_ ? inflated_->view() : bytes_.view(); }
  /// The file itself, which may release parts that have been read; null if it was decompressed.
  const file_bytes* source() const { return inflated_ ? nullptr : &bytes_; }
  /// Counts parts that could not be decompressed.
  void tell(data_quality& quality, const std::string& path) const;

 private:
  explicit text_file(file_bytes bytes) : bytes_(std::move(bytes)) {}

  file_bytes bytes_;
  std::optional<inflated_bytes> inflated_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_TEXT_FILE_HPP
