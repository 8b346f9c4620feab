#ifndef RIDGELINE_TESTS_SUPPORT_JSON_SPANS_HPP
#define RIDGELINE_TESTS_SUPPORT_JSON_SPANS_HPP

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/json.hpp"

/// Where the values of a JSON text are: for editing a document as text, so that everything else keeps its spelling,
/// above all the digits of numbers.
namespace test {

struct json_span {
  enum class kind { word, number, text, array, object } is = kind::word;  // word: true, false, null, NaN, Infinity
  std::size_t begin = 0, end = 0;        ///< of the value
  std::size_t key_begin = 0, key_end = 0;  ///< of a member's key, including its quotes; equal in a list
  std::vector<json_span> inside{};       ///< the members of an object or the items of an array

  bool has_key() const { return key_end > key_begin; }
  /// Where the entry begins in the list or object that contains it.
  std::size_t entry() const { return has_key() ? key_begin : begin; }
  std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

/// A text between quotes, with escapes decoded.
inline std::string unquoted(std::string_view quoted) {
  if (quoted.find('\\') == std::string_view::npos) return std::string(quoted.substr(1, quoted.size() - 2));
  return parse_json(quoted).text;
}
inline std::string key_of(std::string_view text, const json_span& member) {
  return unquoted(text.substr(member.key_begin, member.key_end - member.key_begin));
}
/// The member with that name; null if there is none.
inline const json_span* member_of(std::string_view text, const json_span& object, std::string_view name) {
  for (const json_span& m : object.inside)
    if (m.has_key() && key_of(text, m) == name) return &m;
  return nullptr;
}

class json_span_reader {
 public:
  explicit json_span_reader(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  /// The value at the reader's position, after blanks. Throws std::runtime_error if there is none.
  json_span value() {
    blanks();
    json_span v;
    v.begin = v.key_begin = v.key_end = at_;
    const char c = peek();
    if (c == '{' || c == '[') list(v, c == '{');
    else if (c == '"') v.is = json_span::kind::text, string();
    else if (c == '-' || (c >= '0' && c <= '9')) number(v);
    else word();
    v.end = at_;
    return v;
  }
  /// The value and nothing after it.
  json_span document() {
    json_span v = value();
    blanks();
    if (at_ != text_.size()) fail("text behind the document");
    return v;
  }
  std::size_t at() const { return at_; }

 private:
  [[noreturn]] void fail(const char* what) const { throw std::runtime_error(std::string("JSON: ") + what); }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void blanks() {  // any control character counts as one, as in the library's reader
    while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) <= ' ') ++at_;
  }
  bool take(std::string_view what) {
    if (text_.substr(at_, what.size()) != what) return false;
    at_ += what.size();
    return true;
  }
  void list(json_span& v, bool object) {
    v.is = object ? json_span::kind::object : json_span::kind::array;
    if (++depth_ > 200) fail("nested too deep");
    const std::string_view close = object ? "}" : "]";
    ++at_;
    blanks();
    if (!take(close)) {
      do {
        blanks();
        const std::size_t key = at_;
        std::size_t key_end = at_;
        if (object) {
          string();
          key_end = at_;
          blanks();
          if (!take(":")) fail("expected a colon");
        }
        json_span entry = value();
        entry.key_begin = object ? key : entry.begin;
        entry.key_end = object ? key_end : entry.begin;
        v.inside.push_back(std::move(entry));
        blanks();
      } while (take(","));
      if (!take(close)) fail("expected the end of a list");
    }
    --depth_;
  }
  void string() {
    if (!take("\"")) fail("expected a text");
    for (;; ++at_) {
      if (at_ >= text_.size()) fail("a text is never closed");
      if (text_[at_] == '\n') fail("a line end in a text");  // other control characters are accepted
      if (text_[at_] == '"') break;
      if (text_[at_] != '\\') continue;
      const char c = ++at_ < text_.size() ? text_[at_] : '\0';
      if (std::strchr("\"\\/bfnrtu", c) == nullptr || c == '\0') fail("an unknown escape");
      if (c != 'u') continue;
      for (int i = 0; i < 4; ++i)
        if (++at_ >= text_.size() || std::strchr("0123456789abcdefABCDEF", text_[at_]) == nullptr || text_[at_] == '\0')
          fail("expected four digits");
    }
    ++at_;
  }
  std::size_t digits() {
    const std::size_t from = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    return at_ - from;
  }
  void number(json_span& v) {
    v.is = json_span::kind::number;
    const bool negative = take("-");
    if (negative && take("Infinity")) return void(v.is = json_span::kind::word);
    const std::size_t whole = digits();
    if (whole == 0) fail("no number");  // leading zeros are accepted
    if (take(".") && digits() == 0) fail("no digits behind the point");
    if (take("e") || take("E")) {
      if (!take("-")) take("+");
      if (digits() == 0) fail("no exponent");
    }
  }
  void word() {
    for (const char* w : {"true", "false", "null", "NaN", "Infinity"})
      if (take(w)) return;
    fail("expected a value");
  }

  std::string_view text_;
  std::size_t at_;
  int depth_ = 0;
};

/// The spans of a whole document; nothing if it is not JSON.
inline std::optional<json_span> json_spans(std::string_view text) {
  try {
    return json_span_reader(text).document();
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

/// An object's text without the members for which `drop(key)` is true; the others are unchanged.
template <class Drop>
std::string without_members(std::string_view text, const json_span& object, Drop drop) {
  std::string out = "{";
  for (const json_span& m : object.inside) {
    if (drop(key_of(text, m))) continue;
    if (out.size() > 1) out += ", ";
    out += text.substr(m.key_begin, m.end - m.key_begin);
  }
  return out += "}";
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_JSON_SPANS_HPP
