#ifndef RIDGELINE_SINK_JSON_IN_HTML_HPP
#define RIDGELINE_SINK_JSON_IN_HTML_HPP

#include <string>
#include <string_view>

#include <ridgeline/sink/output.hpp>

namespace ridgeline {

/// Passes JSON on so that it can stand inside a page: `<`, `>`, `&` and the line separators of JavaScript, which occur
/// in strings only, become escapes. Nothing that goes through here can end the element that it stands in.
class json_in_html final : public output {
 public:
  explicit json_in_html(output& to) : to_(to) {}

  void write(std::string_view text) override {
    out_.clear();
    for (const char c : text) {
      // U+2028 and U+2029 are E2 80 A8 and E2 80 A9; they may come in pieces.
      if (held_ == 2 && (c == '\xA8' || c == '\xA9')) {
        out_ += c == '\xA8' ? "\\u2028" : "\\u2029";
        held_ = 0;
        continue;
      }
      if (held_ == 1 && c == '\x80') {
        held_ = 2;
        continue;
      }
      release();
      if (c == '\xE2') held_ = 1;
      else if (c == '<') out_ += "\\u003c";
      else if (c == '>') out_ += "\\u003e";
      else if (c == '&') out_ += "\\u0026";
      else out_ += c;
    }
    to_.write(out_);
  }
  /// What is held back of a character; at the end of the JSON.
  void finish() {
    out_.clear();
    release();
    to_.write(out_);
  }

 private:
  void release() {
    if (held_ > 0) out_ += '\xE2';
    if (held_ > 1) out_ += '\x80';
    held_ = 0;
  }

  output& to_;
  int held_ = 0;
  std::string out_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_JSON_IN_HTML_HPP
