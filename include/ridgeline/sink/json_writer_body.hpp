#ifndef RIDGELINE_SINK_JSON_WRITER_BODY_HPP
#define RIDGELINE_SINK_JSON_WRITER_BODY_HPP

#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

void append_json_text(std::string& out, std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  const auto is_plain = [](char c) { return static_cast<signed char>(c) >= 0x20 && c != '"' && c != '\\'; };  // ASCII
  const auto are_plain = [](const char* at) {  // eight of these; a byte below another may seem to be below it too
    constexpr std::uint64_t each = 0x0101010101010101, high = 0x80 * each;
    std::uint64_t eight;
    std::memcpy(&eight, at, sizeof eight);
    const auto below = [](std::uint64_t bytes, std::uint64_t least) { return (bytes - least * each) & ~bytes; };
    return ((eight | below(eight, 0x20) | below(eight ^ '"' * each, 1) | below(eight ^ '\\' * each, 1)) & high) == 0;
  };
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end + 8 <= text.size() && are_plain(text.data() + end)) end += 8;
    while (end < text.size() && is_plain(text[end])) ++end;
    out += text.substr(i, end - i);
    if ((i = end) == text.size()) break;
    const char c = text[i];
    const std::size_t length = utf8_length(text.substr(i, 4));
    if (length == 0) {
      out += "\\ufffd";
      ++i;
      continue;
    }
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out += hex[static_cast<std::size_t>(c) >> 4];
      out += hex[static_cast<std::size_t>(c) & 15];
    } else {
      out += text.substr(i, length);
    }
    i += length;
  }
  out += '"';
}

void json_writer::begin() {
  if (comma_) text_ += ',';
  if (line_) text_ += '\n';
  comma_ = line_ = false;
}

json_writer& json_writer::done() {
  constexpr std::size_t enough = std::size_t{1} << 16;
  comma_ = true;
  if (text_.size() > enough) finish();
  return *this;
}

void json_writer::open(char bracket) {
  begin();
  text_ += bracket;
}

json_writer& json_writer::close(char bracket) {
  if (line_) text_ += '\n';
  line_ = false;
  text_ += bracket;
  return done();
}

json_writer& json_writer::key(std::string_view name) {
  begin();
  append_json_text(text_, name);
  text_ += ':';
  return *this;
}

json_writer& json_writer::value(std::string_view text) {
  begin();
  append_json_text(text_, text);
  return done();
}

json_writer& json_writer::value(bool truth) { return raw(truth ? "true" : "false"); }

json_writer& json_writer::value(double number) {
  if (number - number != 0) return null();
  begin();
  append_shortest(text_, number);
  return done();
}

json_writer& json_writer::integer(std::int64_t number) {
  begin();
  append_integer(text_, number, false);
  return done();
}

json_writer& json_writer::natural(std::uint64_t number) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return raw({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

json_writer& json_writer::raw(std::string_view json) {
  begin();
  text_ += json;
  return done();
}

void json_writer::finish() {
  if (!text_.empty()) to_.write(text_);
  text_.clear();
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_JSON_WRITER_BODY_HPP
