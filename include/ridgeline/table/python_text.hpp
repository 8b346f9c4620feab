#ifndef RIDGELINE_TABLE_PYTHON_TEXT_HPP
#define RIDGELINE_TABLE_PYTHON_TEXT_HPP

#include <cstdint>
#include <string>
#include <string_view>

/// Values in Python syntax, for scripts that evaluate a report's shapes, strides and kernel lists.
namespace ridgeline {

/// `0.1`, `24.0`, `1e-05`, `nan`: the shortest text that parses back to the same number, with a point or an exponent.
void append_python_real(std::string& out, double value);

/// `'text'`; in double quotes if it contains a single quote and no double quote.
void append_python_text(std::string& out, std::string_view text);

/// The Python type that JSON arrays become.
enum class python_list : std::uint8_t { list, tuple };

/// Appends the Python equivalent of a record's JSON text: `[[16,559],[]]` becomes `((16, 559), ())` or `[[16, 559],
/// []]`. Text that is not valid JSON is appended unchanged.
void append_python(std::string& out, std::string_view json, python_list arrays);

/// `{'name': 'x', 'stream': 7}`: the constructor writes `{`, `close` writes `}`.
class python_dict {
 public:
  explicit python_dict(std::string& out) : out_(out) { out_ += '{'; }

  void text(std::string_view key, std::string_view value);
  void integer(std::string_view key, std::int64_t value);
  void real(std::string_view key, double value);
  /// A value already in Python syntax.
  void literal(std::string_view key, std::string_view value);
  void close() { out_ += '}'; }

 private:
  void begin(std::string_view key);
  std::string& out_;
  bool first_ = true;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_PYTHON_TEXT_HPP
