#ifndef RIDGELINE_READ_GZIP_STREAM_HPP
#define RIDGELINE_READ_GZIP_STREAM_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace ridgeline {

/// Unpacks a whole gzip file step by step into memory of the caller, all its members one after the other: by ISA-L, or
/// by zlib where a program was built without it. A file that is anything but whole (cut, damaged, followed by what is
/// no member) is `odd`: what came out until then is the front of the content, and `inflate` says what there is to say.
class gzip_stream {
 public:
  explicit gzip_stream(std::string_view gzip);
  gzip_stream(const gzip_stream&) = delete;
  gzip_stream& operator=(const gzip_stream&) = delete;
  ~gzip_stream();

  /// The next bytes of the content into `to`: `room` of them, or all that are left.
  std::size_t read(char* to, std::size_t room);

  /// Nothing comes any more: the file was whole.
  bool at_end() const { return state_ == state::end; }
  /// Nothing comes any more: someone else has to look at the file.
  bool odd() const { return state_ == state::odd; }
  /// How many packed bytes have been read.
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
