#ifndef RIDGELINE_SINK_JSON_IN_HTML_HPP
#define RIDGELINE_SINK_JSON_IN_HTML_HPP

#include <string>
#include <string_view>

#include <ridgeline/sink/output.hpp>

namespace ridgeline {

/// Forwards JSON in a form that is safe inside a page: `<`, `>`, `&` and JavaScript's line separators, which occur only
/// in strings, are escaped. No input can close the surrounding element.
class json_in_html final : public output {
 public:
  explicit json_in_html(output& to) : to_(to) {}

  void write(std::string_view text) override;
  /// Writes a partially received character; call it at the end of the JSON.
  void finish();

 private:
  void release();

  output& to_;
  int held_ = 0;
  std::string out_{};
};

}  // namespace ridgeline

#endif  // RIDGELINE_SINK_JSON_IN_HTML_HPP
