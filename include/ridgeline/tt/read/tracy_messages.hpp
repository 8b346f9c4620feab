#ifndef RIDGELINE_TT_READ_TRACY_MESSAGES_HPP
#define RIDGELINE_TT_READ_TRACY_MESSAGES_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/tt/record/tracy_op.hpp>

namespace ridgeline {

/// One row of `tracy_ops_data.csv`.
struct tt_tracy_message {
  std::string_view text{};
  std::string_view at{};   ///< ns since the capture began, as spelled in the row
  std::uint64_t line = 0;  ///< line in the file, from 1
};

/// Splits `tracy_ops_data.csv` into messages in one pass: fields are separated by `;` and quoted by a grave accent,
/// which is doubled inside. A quote that is not closed, or is not at the end of a field, affects only its own row;
/// the rest of the row is read as lines.
class tt_tracy_rows {
 public:
  static constexpr std::size_t max_row = std::size_t{256} << 10;  ///< bytes; Tracy cuts a message at 64 KiB
  enum class result : std::uint8_t { message, broken, end };

  explicit tt_tracy_rows(std::string_view text) : text_(text) {}
  /// Reads the next row; blank lines are skipped. `out.text` is valid until the next call.
  result next(tt_tracy_message& out);
  /// Whether a line end follows the row that `next` read. If not, the file may have been truncated within it.
  bool complete() const { return at_ < text_.size(); }

 private:
  bool quoted(std::string_view& field);

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  std::string scratch_{};
};

/// Reads the messages of a run into `capture`. Fails if it is not such a file; problems with individual messages are
/// counted in the capture's quality.
std::optional<failure> read_tt_tracy_messages(std::string_view text, const std::string& name,
                                              tt_tracy_capture& capture);

/// Reads the zones of a run, `tracy_ops_times.csv`, into a capture that already has its messages.
std::optional<failure> read_tt_tracy_zones(std::string_view text, const std::string& name, tt_tracy_capture& capture);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_TRACY_MESSAGES_HPP
