#ifndef RIDGELINE_SINK_TAR_HPP
#define RIDGELINE_SINK_TAR_HPP

#include <cstdint>
#include <string_view>

#include <ridgeline/sink/output.hpp>

namespace ridgeline {

/// Writes a tar archive (ustar, with GNU's `@LongLink` for long names): folders and files with a fixed owner and no
/// time, so equal content gives equal bytes.
class tar_writer {
 public:
  explicit tar_writer(output& to) : to_(to) {}

  void folder(std::string_view name);
  void file(std::string_view name, std::string_view bytes);
  /// Writes the two empty blocks that end the archive; nothing may follow.
  void finish();

 private:
  void header(std::string_view name, std::uint64_t size, char type);
  void raw_header(std::string_view name, std::uint64_t size, char type);
  void pad(std::uint64_t size);

  output& to_;
};

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_TAR_HPP
