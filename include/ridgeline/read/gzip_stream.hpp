#ifndef RIDGELINE_READ_GZIP_STREAM_HPP
#define RIDGELINE_READ_GZIP_STREAM_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace ridgeline {

/// Unpacks a complete gzip file, including all its members, step by step into the caller's memory: with ISA-L, or with
/// zlib in a program built without ISA-L. A file that is not intact (truncated, damaged, or followed by other data) is
/// `odd`: the output so far is the start of the content, and `inflate` determines what is wrong.
class gzip_stream {
 public:
  explicit gzip_stream(std::string_view gzip);
  gzip_stream(const gzip_stream&) = delete;
  gzip_stream& operator=(const gzip_stream&) = delete;
  ~gzip_stream();

  /// Reads the next bytes of the content into `to`: `room` of them, or all that are left.
  std::size_t read(char* to, std::size_t room);

  /// The content has ended and the file was intact.
  bool at_end() const { return state_ == state::end; }
  /// Reading has stopped at a problem, which `inflate` has to examine.
  bool odd() const { return state_ == state::odd; }
  /// The number of packed bytes read so far.
  std::uint64_t taken() const { return gzip_.size() - left_; }

 private:
  enum class state { member, inside, end, odd };
  struct engine;

  void begin_member();

  std::string_view gzip_;
  std::size_t left_;
  state state_ = state::member;
  std::unique_ptr<engine> engine_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_READ_GZIP_STREAM_HPP
