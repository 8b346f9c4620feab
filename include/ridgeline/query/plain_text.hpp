#ifndef RIDGELINE_QUERY_PLAIN_TEXT_HPP
#define RIDGELINE_QUERY_PLAIN_TEXT_HPP

#include <string>
#include <string_view>

namespace ridgeline::query_detail {

/// Text of any common type; a null pointer becomes empty text.
struct plain_text {
  std::string_view text;
  constexpr plain_text(std::string_view t) : text(t) {}                  // NOLINT: implicit on purpose
  constexpr plain_text(const char* t) : text(t == nullptr ? "" : t) {}  // NOLINT
  constexpr plain_text(const std::string& t) : text(t) {}               // NOLINT
};

}  // namespace ridgeline::query_detail

#endif  // RIDGELINE_QUERY_PLAIN_TEXT_HPP
