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

  void write(std::string_view text) override;
  /// What is held back of a character; at the end of the JSON.
  void finish();

 private:
  void release();

  output& to_;
  int held_ = 0;
  std::string out_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_JSON_IN_HTML_HPP
