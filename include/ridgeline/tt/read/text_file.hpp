#ifndef RIDGELINE_TT_READ_TEXT_FILE_HPP
#define RIDGELINE_TT_READ_TEXT_FILE_HPP

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>

namespace ridgeline {

/// The text of a file, unpacked where it is a gzip file.
class tt_text_file {
 public:
  /// A failure is a file that cannot be read, or is no text: packed in another way, or UTF-16.
  static expected<tt_text_file> open(const std::string& path);

  std::string_view view() const { return inflated_ ? inflated_->view() : bytes_.view(); }
  /// The file itself, which may let go of what has been read; null where it was unpacked.
  const file_bytes* source() const { return inflated_ ? nullptr : &bytes_; }
  /// Counts what could not be unpacked.
  void tell(data_quality& quality, const std::string& path) const;

 private:
  explicit tt_text_file(file_bytes bytes) : bytes_(std::move(bytes)) {}

  file_bytes bytes_;
  std::optional<inflated_bytes> inflated_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_TEXT_FILE_HPP
