#ifndef RIDGELINE_SINK_GZIP_HPP
#define RIDGELINE_SINK_GZIP_HPP

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

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_GZIP_HPP
