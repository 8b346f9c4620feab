#ifndef RIDGELINE_SINK_JSON_WRITER_HPP
#define RIDGELINE_SINK_JSON_WRITER_HPP

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/sink/output.hpp>

namespace ridgeline {

/// Appends `text` as a JSON string; invalid UTF-8 bytes become U+FFFD.
void append_json_text(std::string& out, std::string_view text);

/// Writes JSON: handles commas, escapes and requested line breaks, and passes on bytes in large pieces.
///
///   json_writer json(to);
///   json.object([&] {
///     json.key("name").value(name);
///     json.key("times").list(times, [&](double t) { json.value(t); });
///   });
///
/// Remaining output is passed on by the destructor or by `finish`.
class json_writer {
 public:
  explicit json_writer(output& to) : to_(to) {}
  json_writer(const json_writer&) = delete;
  json_writer& operator=(const json_writer&) = delete;
  ~json_writer() { finish(); }

  json_writer& key(std::string_view name);
  json_writer& value(std::string_view text);
  json_writer& value(const char* text) { return value(std::string_view(text)); }
  json_writer& value(const std::string& text) { return value(std::string_view(text)); }
  json_writer& value(bool truth);
  /// The shortest text that parses back exactly; non-finite numbers become `null`, because JSON cannot represent them.
  json_writer& value(double number);
  template <std::integral Int>
    requires(!std::same_as<Int, bool> && !std::same_as<Int, char>)
  json_writer& value(Int number) {
    if constexpr (std::signed_integral<Int>) return integer(static_cast<std::int64_t>(number));
    else return natural(static_cast<std::uint64_t>(number));
  }
  json_writer& null() { return raw("null"); }
  /// A value already in JSON syntax.
  json_writer& raw(std::string_view json);

  /// `{...}`: `body()` writes keys and values.
  template <class Body>
  json_writer& object(Body&& body) {
    open('{');
    body();
    return close('}');
  }
  /// `[...]`: `body()` writes values.
  template <class Body>
  json_writer& list(Body&& body) {
    open('[');
    body();
    return close(']');
  }
  /// `[...]`: `each(item)` writes one value for each element of `all`.
  template <class Range, class Each>
  json_writer& list(const Range& all, Each&& each) {
    open('[');
    for (const auto& item : all) each(item);
    return close(']');
  }
  /// Starts a new line before the next value, key or closing bracket.
  json_writer& line() {
    line_ = true;
    return *this;
  }
  /// Passes on everything written so far.
  void finish();

 private:
  void begin();
  void open(char bracket);
  json_writer& close(char bracket);
  json_writer& integer(std::int64_t number);
  json_writer& natural(std::uint64_t number);
  json_writer& done();

  output& to_;
  std::string text_{};
  bool comma_ = false;  // a value precedes
  bool line_ = false;
};

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_JSON_WRITER_HPP
