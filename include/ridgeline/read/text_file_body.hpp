#ifndef RIDGELINE_READ_TEXT_FILE_BODY_HPP
#define RIDGELINE_READ_TEXT_FILE_BODY_HPP

#include <ridgeline/read/text_file.hpp>

namespace ridgeline {

expected<text_file> text_file::open(const std::string& path, std::size_t limit) {
  expected<file_bytes> bytes = file_bytes::open(path, limit);
  if (!bytes) return bytes.error();
  text_file file(std::move(*bytes));
  const std::string_view text = file.bytes_.view();
  if (std::optional<failure> other = refused_binary(text, path)) return *std::move(other);
  if (!is_gzip(text)) return file;
  expected<inflated_bytes> inflated = inflate_file(text, path, limit);
  if (!inflated) return inflated.error();
  if (std::optional<failure> other = refused_binary(inflated->view(), path)) return *std::move(other);
  file.inflated_ = std::move(*inflated);
  return file;
}

void text_file::tell(data_quality& quality, const std::string& path) const {
  if (!inflated_) return;
  if (inflated_->cut())
    quality.add("compressed file ends within its data: the rows after that are lost", {path}, "");
  if (inflated_->damaged_after())
    quality.add("compressed file is followed by bytes that are not gzip; they are skipped", {path}, "");
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_TEXT_FILE_BODY_HPP
