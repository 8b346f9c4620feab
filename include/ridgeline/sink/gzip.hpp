#ifndef RIDGELINE_SINK_GZIP_HPP
#define RIDGELINE_SINK_GZIP_HPP

#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/sink/output.hpp>

namespace ridgeline {

/// `bytes` as one gzip member without name or time; empty if zlib is unavailable or out of memory.
std::string gzip_member(std::string_view bytes, int level);

/// Whether this program was built with zlib.
bool can_gzip();

/// Compresses what is written to it, in members of a fixed size on several threads (0: one per processor). The output
/// depends neither on their number nor on how the input was split into writes.
class gzip_output final : public output {
 public:
  explicit gzip_output(output& to, unsigned threads = 0, int level = 1)
      : to_(to), threads_(threads), level_(level) {}

  void write(std::string_view text) override;
  /// Writes the remaining data. Returns false if anything could not be compressed.
  bool finish();

 private:
  void drain();

  output& to_;
  unsigned threads_;
  int level_;
  std::string buffer_{};
  bool any_ = false;
  bool failed_ = false;
};

/// Writes a file, packed if its name ends in .gz. Fails for such a name if this program was built without zlib.
template <class Writer>
[[nodiscard]] std::optional<failure> write_packed_by_name(const std::string& path, unsigned threads, Writer write_to) {
  const bool packed = path.ends_with(".gz");
  if (packed && !can_gzip())
    return failure{errc::cannot_write, {path}, "built without zlib: name a file that does not end in .gz"};
  return write_file(path, [&](output& to) -> std::optional<failure> {
    if (!packed) {
      write_to(to);
      return std::nullopt;
    }
    gzip_output zipped(to, threads);
    write_to(zipped);
    if (zipped.finish()) return std::nullopt;
    return failure{errc::cannot_write, {path}, "cannot be packed"};
  });
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_GZIP_HPP
