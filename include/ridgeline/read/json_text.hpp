#ifndef RIDGELINE_READ_JSON_TEXT_HPP
#define RIDGELINE_READ_JSON_TEXT_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/json_cursor.hpp>

namespace ridgeline {

/// Problems in a text that were replaced by U+FFFD.
struct json_repairs {
  bool escapes = false;  ///< unknown escapes, unpaired surrogates
  bool bytes = false;    ///< not UTF-8
};

namespace read_detail {

inline void append_code_point(std::string& out, std::uint32_t c) {
  const auto put = [&](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6), put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F)), put(0x80 | (c >> 6 & 0x3F)), put(0x80 | (c & 0x3F));
  }
}

/// The value of the four hex digits at the start of `text`; -1 if they are absent.
inline std::int32_t hex4(std::string_view text) {
  if (text.size() < 4) return -1;
  std::int32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const int digit = core_detail::hex_digit(text[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/// Appends the character for an escape; `text` starts after the backslash. Returns the number of bytes in the escape.
inline std::size_t append_escape(std::string& out, std::string_view text, json_repairs& repairs) {
  constexpr std::uint32_t replacement = 0xFFFD;
  const char kind = text.empty() ? '\0' : text[0];
  switch (kind) {
    case '"': case '\\': case '/': out.push_back(kind); return 1;
    case 'b': out.push_back('\b'); return 1;
    case 'f': out.push_back('\f'); return 1;
    case 'n': out.push_back('\n'); return 1;
    case 'r': out.push_back('\r'); return 1;
    case 't': out.push_back('\t'); return 1;
    default: break;
  }
  const std::int32_t unit = kind == 'u' ? hex4(text.substr(1)) : -1;
  if (unit < 0) {  // what follows stays unchanged
    repairs.escapes = true;
    append_code_point(out, replacement);
    return kind == 'u' ? 1 : 0;
  }
  const auto code = static_cast<std::uint32_t>(unit);
  if (code < 0xD800 || code > 0xDFFF) {
    append_code_point(out, code);
    return 5;
  }
  const bool pair = code < 0xDC00 && text.substr(5, 2) == "\\u";
  const std::int32_t low = pair ? hex4(text.substr(7)) : -1;
  if (low < 0xDC00 || low > 0xDFFF) {
    repairs.escapes = true;
    append_code_point(out, replacement);
    return 5;
  }
  append_code_point(out, 0x10000 + ((code - 0xD800) << 10) + (static_cast<std::uint32_t>(low) - 0xDC00));
  return 11;
}

}  // namespace read_detail

/// Appends the content of a JSON string, given the raw text between its quotes: escapes resolved, always valid UTF-8.
inline json_repairs append_text(std::string& out, std::string_view raw) {
  json_repairs repairs;
  for (std::size_t i = 0; i < raw.size();) {
    if (raw[i] == '\\') {
      i += 1 + read_detail::append_escape(out, raw.substr(i + 1), repairs);
    } else if (const std::size_t n = utf8_length(raw.substr(i)); n != 0) {
      out.append(raw.substr(i, n));
      i += n;
    } else {
      repairs.bytes = true;
      read_detail::append_code_point(out, 0xFFFD);
      ++i;
    }
  }
  return repairs;
}

/// The text of a key with escapes resolved; the result may refer to `scratch`.
inline std::string_view key_text(const json_string& key, std::string& scratch) {
  if (key.raw.find('\\') == key.raw.npos) return key.raw;
  scratch.clear();
  append_text(scratch, key.raw);
  return scratch;
}

/// Appends `text` as a JSON string with quotes; escapes only quotes, backslashes and control characters.
inline void append_quoted(std::string& out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  out.push_back('"');
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\\u00";
      out.push_back(digits[static_cast<unsigned char>(c) >> 4]);
      out.push_back(digits[static_cast<unsigned char>(c) & 15]);
    } else {
      out.push_back(c);
    }
  }
  out.push_back('"');
}

/// Appends a canonical form of a JSON value, for comparisons: `raw`, already validated by a cursor, without blanks and
/// with strings written as by `append_quoted`. Returns false if it is nested deeper than `max_depth`.
inline bool append_compact(std::string& out, std::string_view raw, int max_depth, json_repairs& repairs) {
  json_cursor c{raw.data(), raw.data() + raw.size()};
  std::string text;
  for (int depth = 0; !c.done();) {
    if (static_cast<unsigned char>(*c.at) <= 0x20) {
      c.skip_blanks();
      continue;
    }
    if (*c.at == '"') {
      json_string quoted;
      if (!c.string(quoted)) return false;
      if (quoted.plain) {
        out.append(quoted.raw.data() - 1, quoted.raw.size() + 2);
      } else {
        text.clear();
        const json_repairs found = append_text(text, quoted.raw);
        repairs.escapes = repairs.escapes || found.escapes;
        repairs.bytes = repairs.bytes || found.bytes;
        append_quoted(out, text);
      }
      continue;
    }
    if (*c.at == '[' || *c.at == '{') {
      if (++depth > max_depth) return false;
    } else if (*c.at == ']' || *c.at == '}') {
      --depth;
    }
    out.push_back(*c.at++);
  }
  return true;
}

/// Whether a number in a compact JSON value continues as a word, as in `[3o,8]`, which a cursor would skip.
inline bool has_broken_number(std::string_view compact) {
  using core_detail::is_digit;
  const auto is_letter = [](char c) { return core_detail::is_letter(c) || c == '_'; };
  const auto in_number = [&](char c) {
    return is_digit(c) || c == '.' || c == '+' || c == '-' || c == 'e' || c == 'E';
  };
  for (std::size_t i = 0; i < compact.size(); ++i) {
    if (compact[i] == '"') {
      while (++i < compact.size() && compact[i] != '"')
        if (compact[i] == '\\') ++i;
    } else if (is_letter(compact[i])) {  // true, null, NaN
      while (i + 1 < compact.size() && (is_letter(compact[i + 1]) || is_digit(compact[i + 1]))) ++i;
    } else if (is_digit(compact[i])) {
      while (i + 1 < compact.size() && in_number(compact[i + 1])) ++i;
      if (i + 1 < compact.size() && (is_letter(compact[i + 1]) || compact[i + 1] == '"')) return true;
    }
  }
  return false;
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_JSON_TEXT_HPP
