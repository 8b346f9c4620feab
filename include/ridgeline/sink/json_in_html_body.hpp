#ifndef RIDGELINE_SINK_JSON_IN_HTML_BODY_HPP
#define RIDGELINE_SINK_JSON_IN_HTML_BODY_HPP

#include <ridgeline/sink/json_in_html.hpp>

namespace ridgeline {

void json_in_html::write(std::string_view text) {
  out_.clear();
  for (const char c : text) {
    // U+2028 and U+2029 are E2 80 A8 and E2 80 A9; they may be split across writes.
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

void json_in_html::finish() {
  out_.clear();
  release();
  to_.write(out_);
}

void json_in_html::release() {
  if (held_ > 0) out_ += '\xE2';
  if (held_ > 1) out_ += '\x80';
  held_ = 0;
}

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_JSON_IN_HTML_BODY_HPP
