#ifndef RIDGELINE_READ_JSON_BODY_HPP
#define RIDGELINE_READ_JSON_BODY_HPP

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <ridgeline/core/config.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/json.hpp>

#if RIDGELINE_WITH_BOOST_JSON
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/src.hpp>
#endif

namespace ridgeline {

std::optional<std::size_t> take_position(std::string_view& path) {
  std::size_t position = 0;
  const char* const end = path.data() + path.size();
  const auto [stop, error] = std::from_chars(path.data(), end, position);
  if (error != std::errc{} || (stop != end && *stop != '/')) return std::nullopt;
  path.remove_prefix(static_cast<std::size_t>(stop - path.data()));
  if (!path.empty()) path.remove_prefix(1);
  return position;
}

#if RIDGELINE_WITH_BOOST_JSON
namespace read_detail {

/// Turns Boost.JSON's events into values with paths.
class json_visitor {
 public:
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = std::size_t{1} << 20;
  static constexpr std::size_t max_string_size = std::size_t{1} << 30;
  using error = boost::json::error_code;
  using text = boost::json::string_view;

  explicit json_visitor(const callable<void(std::string_view, const json_leaf&)>& visit) : visit_(visit) {}

  bool on_document_begin(error&) { return true; }
  bool on_document_end(error&) { return true; }
  bool on_object_begin(error&) { return open(json_leaf::kind::object); }
  bool on_object_end(std::size_t, error&) { return close(); }
  bool on_array_begin(error&) { return open(json_leaf::kind::array); }
  bool on_array_end(std::size_t, error&) { return close(); }
  bool on_key_part(text part, std::size_t, error&) { return collect(part); }
  bool on_key(text part, std::size_t, error&) {
    collect(part);
    path_.resize(levels_.back().path_size);
    path_ += '/';
    path_ += text_;
    text_.clear();
    return true;
  }
  bool on_string_part(text part, std::size_t, error&) { return collect(part); }
  bool on_string(text part, std::size_t, error&) {
    collect(part);
    json_leaf leaf{.is = json_leaf::kind::text};
    leaf.text = text_;
    hand_out(leaf);
    text_.clear();
    return true;
  }
  bool on_number_part(text, error&) { return true; }
  bool on_int64(std::int64_t value, text, error&) {
    json_leaf leaf{.is = json_leaf::kind::whole, .whole = value};
    leaf.real = static_cast<double>(value);
    return hand_out(leaf);
  }
  bool on_uint64(std::uint64_t value, text, error&) { return real(static_cast<double>(value)); }
  bool on_double(double value, text, error&) { return real(value); }
  bool on_bool(bool value, error&) { return hand_out({.is = json_leaf::kind::boolean, .boolean = value}); }
  bool on_null(error&) { return hand_out({}); }
  bool on_comment_part(text, error&) { return true; }
  bool on_comment(text, error&) { return true; }

 private:
  struct level {
    std::size_t path_size;
    bool array;
    std::size_t next;
  };

  bool collect(text part) {
    text_.append(part.data(), part.size());
    return true;
  }
  bool real(double value) {
    json_leaf leaf{.is = json_leaf::kind::real};
    leaf.real = value;
    return hand_out(leaf);
  }
  bool hand_out(const json_leaf& leaf) {
    if (!levels_.empty() && levels_.back().array) {
      path_.resize(levels_.back().path_size);
      path_ += '/';
      path_ += std::to_string(levels_.back().next++);
    }
    visit_(path_, leaf);
    return true;
  }
  bool open(json_leaf::kind kind) {
    hand_out({.is = kind});
    levels_.push_back({path_.size(), kind == json_leaf::kind::array, 0});
    return true;
  }
  bool close() {
    path_.resize(levels_.back().path_size);
    levels_.pop_back();
    return true;
  }

  const callable<void(std::string_view, const json_leaf&)>& visit_;
  std::vector<level> levels_{};
  std::string path_{};
  std::string text_{};
};

}  // namespace read_detail

expected<bool> read_json(std::string_view document,
                         const callable<void(std::string_view, const json_leaf&)>& visit,
                         const std::string& file) {
  document.remove_prefix(byte_order_mark_size(document));
  boost::json::parse_options options;
  options.max_depth = 32;
  options.allow_invalid_utf8 = true;
  boost::json::basic_parser<read_detail::json_visitor> parser{options, visit};
  boost::json::error_code error;
  const std::size_t read = parser.write_some(false, document.data(), document.size(), error);
  const bool whole = document.find_first_not_of(" \t\r\n", read) == std::string_view::npos;
  if (!error && whole) return true;
  if (const std::optional<failure> refused = refused_text(document, file)) return *refused;
  failure why{errc::bad_value, {file},
              error ? "is not valid JSON: " + error.message() : "has more text after its JSON value"};
  const std::size_t front = document.find_first_not_of(" \t\r\n");
  if (front != document.npos && document[front] == '<') why.what = "is HTML or XML, not JSON";
  why.at.line = why.at.column = 1;
  for (std::size_t i = 0, line = 0; i < read; ++i) {
    if (document[i] == '\n') ++why.at.line, line = i + 1;
    why.at.column = i + 2 - line;
  }
  return why;
}
#else
expected<bool> read_json(std::string_view, const callable<void(std::string_view, const json_leaf&)>&,
                         const std::string& file) {
  return failure{errc::cannot_read, {file}, "is JSON, and this program was built without Boost.JSON"};
}
#endif

}  // namespace ridgeline

#endif  // RIDGELINE_READ_JSON_BODY_HPP
