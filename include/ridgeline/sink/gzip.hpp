#ifndef RIDGELINE_SINK_GZIP_HPP
#define RIDGELINE_SINK_GZIP_HPP

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/sink/output.hpp>

namespace ridgeline {

/// `bytes` as one gzip member without a name or a time; empty when zlib is not there or has no memory. The body is
/// zlib's and comes with `impl.hpp`.
std::string gzip_member(std::string_view bytes, int level);

/// Whether this program was built with zlib. The body comes with `impl.hpp`.
bool can_gzip();

/// Compresses what is written to it, in members of a fixed size on several threads: what comes out does not depend on
/// how many, nor on how the bytes were handed in.
class gzip_output final : public output {
 public:
  explicit gzip_output(output& to, unsigned threads = default_threads(), int level = 1)
      : to_(to), threads_(threads), level_(level) {}

  void write(std::string_view text) override {
    while (!text.empty()) {
      const std::size_t n = std::min(text.size(), capacity - buffer_.size());
      buffer_ += text.substr(0, n);
      text.remove_prefix(n);
      if (buffer_.size() == capacity) drain();
    }
  }
  /// Writes what is left. False when something could not be compressed.
  bool finish() {
    if (!buffer_.empty() || !any_) drain();
    return !failed_;
  }

 private:
  static constexpr std::size_t member = std::size_t{1} << 20, capacity = 8 * member;

  void drain() {
    const std::size_t n = buffer_.empty() ? 1 : (buffer_.size() - 1) / member + 1;
    std::vector<std::string> members(n);
    parallel_for(n, threads_, [&](std::size_t i, unsigned) {
      members[i] = gzip_member(std::string_view(buffer_).substr(i * member, member), level_);
    });
    for (const std::string& m : members) {
      failed_ = failed_ || m.empty();
      to_.write(m);
    }
    any_ = true;
    buffer_.clear();
  }

  output& to_;
  unsigned threads_;
  int level_;
  std::string buffer_{};
  bool any_ = false;
  bool failed_ = false;
};

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_GZIP_HPP
