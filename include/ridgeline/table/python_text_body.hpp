#ifndef RIDGELINE_TABLE_PYTHON_TEXT_BODY_HPP
#define RIDGELINE_TABLE_PYTHON_TEXT_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <ridgeline/table/format.hpp>
#include <ridgeline/table/python_text.hpp>

namespace ridgeline {

void append_python_real(std::string& out, double value) {
  if (!known(value)) {
    out += "nan";
    return;
  }
  const std::size_t start = out.size();
  append_shortest(out, value);
  if (out.find_first_of(".en", start) == std::string::npos) out += ".0";  // the `n` of `inf`
}

/// The characters beyond ASCII that Python escapes because they do not show: controls, blanks, private ones. First and
/// last of each range; those beyond U+FFFF are left as they are.
inline constexpr std::array<std::array<unsigned, 2>, 12> unseen_in_python{
    {{0x80, 0xA0}, {0xAD, 0xAD}, {0x61C, 0x61C}, {0x1680, 0x1680}, {0x180E, 0x180E}, {0x2000, 0x200F},
     {0x2028, 0x202F}, {0x205F, 0x206F}, {0x3000, 0x3000}, {0xE000, 0xF8FF}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}}};
/// The bytes with which they begin in UTF-8.
inline constexpr std::array<unsigned char, 7> fronts_of_unseen{0xC2, 0xD8, 0xE1, 0xE2, 0xE3, 0xEE, 0xEF};

/// Bytes that stand for themselves in a Python string, whatever its quotes.
inline constexpr auto plain_in_python = [] {
  std::array<bool, 256> themselves{};
  for (std::size_t byte = 0x20; byte < themselves.size(); ++byte) themselves[byte] = byte != 0x7F;
  for (const char special : {'\'', '"', '\\'}) themselves[static_cast<unsigned char>(special)] = false;
  for (const unsigned char front : fronts_of_unseen) themselves[front] = false;
  return themselves;
}();

/// The character of two or three bytes at the front of `text`, and how many these are, if Python escapes it; otherwise
/// two zeros.
inline std::array<unsigned, 2> unseen_at(std::string_view text) {
  const unsigned length = static_cast<unsigned char>(text[0]) < 0xE0 ? 2 : 3;
  if (text.size() < length) return {};
  unsigned code = static_cast<unsigned char>(text[0]) & (length == 2 ? 0x1Fu : 0x0Fu);
  for (unsigned i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >> 6 != 2) return {};
    code = code << 6 | (byte & 0x3Fu);
  }
  for (const auto& [first, last] : unseen_in_python)
    if (first <= code && code <= last) return {code, length};
  return {};
}

void append_python_text(std::string& out, std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  const bool has_single = text.find('\'') != std::string_view::npos;
  const char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
  out += quote;
  std::size_t done = 0;  // characters before it are written, those up to the next special one are copied at once
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    if (plain_in_python[byte] || (c != quote && (c == '\'' || c == '"'))) continue;
    const auto [code, length] = byte < 0x80 ? std::array<unsigned, 2>{} : unseen_at(text.substr(i));
    if (byte >= 0x80 && length == 0) continue;
    out.append(text, done, i - done);
    done = i + std::max(length, 1u);
    if (code > 0xFF) {
      out += "\\u";
      for (int shift = 12; shift >= 0; shift -= 4) out += hex[code >> shift & 15];
      continue;
    }
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += "\\x";
      const unsigned escaped = length == 0 ? byte : code;
      out += hex[escaped >> 4];
      out += hex[escaped & 15];
    }
  }
  out.append(text, done).append(1, quote);
}

namespace table_detail {

/// Converts one JSON value to Python in a single pass; nesting uses an entry of `open_` per level instead of recursion.
class python_writer {
 public:
  python_writer(std::string& out, python_list arrays) : out_(out), arrays_(arrays) {}

  bool write(std::string_view json) {
    for (std::size_t i = 0; i < json.size();) {
      const char c = json[i];
      if (c == ' ') {
        ++i;
      } else if (c == '"') {
        i = text(json, i);
      } else if (c == '[' || c == '{') {
        value();
        out_ += c == '{' ? '{' : arrays_ == python_list::tuple ? '(' : '[';
        open_.push_back({c, 0});
        ++i;
      } else if (c == ']' || c == '}') {
        if (open_.empty() || open_.back().kind != (c == ']' ? '[' : '{')) return false;
        const bool tuple = c == ']' && arrays_ == python_list::tuple;
        if (tuple && open_.back().values == 1) out_ += ',';
        out_ += c == '}' ? '}' : tuple ? ')' : ']';
        open_.pop_back();
        ++i;
      } else if (c == ',' || c == ':') {
        if (open_.empty()) return false;
        out_ += c;
        out_ += ' ';
        after_colon_ = c == ':';
        ++i;
      } else {
        i = word(json, i);
      }
      if (i == std::string_view::npos) return false;
    }
    return open_.empty() && top_ == 1;
  }

 private:
  struct level {
    char kind;
    std::size_t values;
  };

  void value() {
    if (open_.empty()) ++top_;
    else if (!after_colon_) ++open_.back().values;
    after_colon_ = false;
  }

  /// Converts the string at `json[i]`; returns the position after it, or npos if it is unterminated.
  std::size_t text(std::string_view json, std::size_t i) {
    value();
    plain_.clear();
    for (++i; i < json.size() && json[i] != '"'; ++i) {
      if (json[i] != '\\') {
        plain_ += json[i];
      } else if (++i < json.size() && json[i] == 'u') {  // records contain only \u0000 to \u001f
        unsigned code = 0;
        for (std::size_t n = 0; n < 4; ++n) {
          const char d = ++i < json.size() ? json[i] : '\0';
          if (!((d >= '0' && d <= '9') || (d >= 'a' && d <= 'f'))) return std::string_view::npos;
          code = code * 16 + static_cast<unsigned>(d <= '9' ? d - '0' : d - 'a' + 10);
        }
        plain_ += static_cast<char>(code & 0x7F);
      } else if (i < json.size()) {
        plain_ += json[i];
      }
    }
    if (i >= json.size()) return std::string_view::npos;
    append_python_text(out_, plain_);
    return i + 1;
  }

  /// Converts a number, `true`, `false` or `null`; returns the position after it.
  std::size_t word(std::string_view json, std::size_t i) {
    value();
    const std::size_t end = std::min(json.find_first_of(",:]} ", i), json.size());
    const std::string_view w = json.substr(i, end - i);
    if (w.empty() || w.find_first_of("[{\"") != std::string_view::npos) return std::string_view::npos;
    out_ += w == "true" ? "True" : w == "false" ? "False" : w == "null" ? "None" : w == "NaN" ? "nan" : w;
    return end;
  }

  std::string& out_;
  python_list arrays_;
  std::vector<level> open_{};
  std::size_t top_ = 0;
  bool after_colon_ = false;
  std::string plain_{};
};

}  // namespace table_detail

void append_python(std::string& out, std::string_view json, python_list arrays) {
  const std::size_t start = out.size();
  if (table_detail::python_writer(out, arrays).write(json)) return;
  out.resize(start);
  out += json;
}

void python_dict::text(std::string_view key, std::string_view value) {
  begin(key);
  append_python_text(out_, value);
}

void python_dict::integer(std::string_view key, std::int64_t value) {
  begin(key);
  append_integer(out_, value, false);
}

void python_dict::real(std::string_view key, double value) {
  begin(key);
  append_python_real(out_, value);
}

void python_dict::literal(std::string_view key, std::string_view value) {
  begin(key);
  out_ += value;
}

void python_dict::begin(std::string_view key) {
  if (!first_) out_ += ", ";
  first_ = false;
  append_python_text(out_, key);
  out_ += ": ";
}

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_PYTHON_TEXT_BODY_HPP
