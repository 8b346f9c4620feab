#ifndef RIDGELINE_TESTS_SUPPORT_JSON_HPP
#define RIDGELINE_TESTS_SUPPORT_JSON_HPP

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A small JSON reader for tests, so that our own reader does not judge our writers. It throws std::runtime_error on
/// anything that is not JSON.
namespace test {

struct json {
  enum class kind { null, boolean, number, text, array, object } is = kind::null;
  bool truth = false;
  double number = 0;
  std::string text{};
  std::vector<json> items{};                           ///< of an array
  std::vector<std::pair<std::string, json>> members{};  ///< of an object, in file order

  /// The member with that name; null if there is none.
  const json& operator[](std::string_view name) const {
    static const json nothing;
    for (const auto& [key, value] : members)
      if (key == name) return value;
    return nothing;
  }
  bool has(std::string_view name) const {
    for (const auto& [key, value] : members)
      if (key == name) return true;
    return false;
  }
  bool is_null() const { return is == kind::null; }
};

class json_parser {
 public:
  explicit json_parser(std::string_view text) : text_(text) {}
  json document() {
    json value = any();
    blanks();
    if (at_ != text_.size()) fail("text behind the document");
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error("JSON, byte " + std::to_string(at_) + ": " + what);
  }
  void blanks() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  bool take(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  void expect(std::string_view word) {
    blanks();
    if (!take(word)) fail("expected " + std::string(word));
  }
  json any() {
    blanks();
    json value;
    if (take("null")) return value;
    if (take("true") || take("false")) {
      value.is = json::kind::boolean;
      value.truth = text_[at_ - 2] == 'u';  // tr-u-e, fal-s-e
      return value;
    }
    if (at_ == text_.size()) fail("the end is missing");
    if (take("NaN")) return value;
    if (text_[at_] == '"') {
      value.is = json::kind::text;
      value.text = string();
      return value;
    }
    if (take("[")) {
      value.is = json::kind::array;
      for (bool first = true;; first = false) {
        blanks();
        if (take("]")) return value;
        if (!first) expect(",");
        value.items.push_back(any());
      }
    }
    if (take("{")) {
      value.is = json::kind::object;
      for (bool first = true;; first = false) {
        blanks();
        if (take("}")) return value;
        if (!first) expect(",");
        blanks();
        std::string key = string();
        expect(":");
        value.members.emplace_back(std::move(key), any());
      }
    }
    value.is = json::kind::number;
    const auto done = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value.number);
    if (done.ec != std::errc{}) fail("expected a value");
    at_ = static_cast<std::size_t>(done.ptr - text_.data());
    return value;
  }
  std::string string() {
    if (!take("\"")) fail("expected a string");
    std::string out;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] != '\\') {
        out += text_[at_++];
        continue;
      }
      const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
      at_ += 2;
      if (c == 'u') {
        unsigned code = 0;
        for (int i = 0; i < 4; ++i, ++at_) {
          const char digit = at_ < text_.size() ? text_[at_] : 'x';
          const std::size_t value = std::string_view("0123456789abcdef").find(static_cast<char>(digit | 0x20));
          if (value == std::string_view::npos) fail("expected four digits");
          code = code * 16 + static_cast<unsigned>(value);
        }
        append_utf8(out, code);  // surrogates do not occur in the tested texts
      } else {
        const std::size_t which = std::string_view("bfnrt").find(c);
        out += which == std::string_view::npos ? c : "\b\f\n\r\t"[which];
      }
    }
    if (!take("\"")) fail("a string is never closed");
    return out;
  }
  static void append_utf8(std::string& out, unsigned code) {
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xC0 | (code >> 6));
      out += static_cast<char>(0x80 | (code & 63));
    } else {
      out += static_cast<char>(0xE0 | (code >> 12));
      out += static_cast<char>(0x80 | ((code >> 6) & 63));
      out += static_cast<char>(0x80 | (code & 63));
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

inline json parse_json(std::string_view text) { return json_parser(text).document(); }

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_JSON_HPP
