#ifndef RIDGELINE_TT_READ_ANALYSIS_FILE_BODY_HPP
#define RIDGELINE_TT_READ_ANALYSIS_FILE_BODY_HPP

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

#include <ridgeline/read/json.hpp>
#include <ridgeline/read/text_file.hpp>
#include <ridgeline/tt/read/analysis_file.hpp>

namespace ridgeline {

namespace tt_detail {

/// Builds analyses from the leaves of a JSON document.
class tt_analysis_reader {
 public:
  explicit tt_analysis_reader(tt_own_analyses& out) : out_(out) {}

  /// Takes one leaf; if it is not part of an analysis, `why()` gives the reason.
  void leaf(std::string_view path, const json_leaf& value) {
    using kind = json_leaf::kind;
    if (!why_.empty()) return;
    const std::string whole(path);
    std::size_t number = 0;
    if (!take(path, "/analyses")) {
      if (!path.empty()) why_ = "unknown entry " + whole;
      return;
    }
    if (path.empty()) return;
    const auto done = std::from_chars(path.data() + 1, path.data() + path.size(), number);
    path.remove_prefix(static_cast<std::size_t>(done.ptr - path.data()));
    if (done.ec != std::errc{} || number > out_.all.size() || number >= 1000) {
      why_ = "\"analyses\" must be an array of at most 1000";
      return;
    }
    if (number == out_.all.size()) out_.all.push_back({"", tt_across::core, tt_sampling::adjacent, {}, {}});
    tt_measure& a = out_.all[number];
    bool good = path.empty() && value.is == kind::object;
    if (path == "/name" && value.is == kind::text) {
      a.name = out_.texts.keep(value.text);
      good = true;
    } else if (path == "/across" && value.is == kind::text) {
      good = choose(tt_across_names, value.text, a.across);
    } else if (path == "/type" && value.is == kind::text) {
      good = choose(tt_sampling_names, value.text, a.sampling);
    } else if (take(path, "/start") || take(path, "/marker")) {
      good = condition(path, value, a.start);
    } else if (take(path, "/end")) {
      good = condition(path, value, a.end);
    }
    if (!good) why_ = "unknown entry or value at " + whole;
  }
  std::optional<std::string> why() {
    for (const tt_measure& a : out_.all)
      if (why_.empty() && a.name.empty()) why_ = "an analysis has no \"name\"";
    if (why_.empty()) return std::nullopt;
    return why_;
  }

 private:
  static bool take(std::string_view& path, std::string_view front) {
    if (!path.starts_with(front) || (path.size() > front.size() && path[front.size()] != '/')) return false;
    path.remove_prefix(front.size());
    return true;
  }
  template <class Enum, std::size_t N>
  static bool choose(const std::array<std::string_view, N>& names, std::string_view name, Enum& out) {
    for (std::size_t i = 0; i < N; ++i) {
      if (names[i] != name) continue;
      out = static_cast<Enum>(i);
      return true;
    }
    return false;
  }
  bool condition(std::string_view path, const json_leaf& value, tt_condition& c) {
    using kind = json_leaf::kind;
    if (path.empty()) return value.is == kind::object;
    if (path == "/timerID" && value.is == kind::whole && value.whole >= 0 && value.whole <= 0xffffffff) {
      c.marker = value.whole;
      return true;
    }
    if (path == "/risc" && value.is == kind::text) {
      const tt_risc r = tt_risc_named(value.text);
      if (value.text != "ANY") c.riscs = only(r);
      return value.text == "ANY" || r != tt_risc::none;
    }
    if (path == "/zone_phase" && value.is == kind::text) {
      for (tt_phase p : {tt_phase::begin, tt_phase::end, tt_phase::sum, tt_phase::data, tt_phase::event})
        if (name_of(p) == value.text) c.phase = p;
      return c.phase != tt_phase::point;
    }
    if (path == "/core") return value.is == kind::array || (value.is == kind::text && value.text == "ANY");
    const bool fits = value.is == kind::whole && value.whole >= 0 && value.whole < 65536;
    if ((path == "/core/0" || path == "/core/1") && fits) {
      (path == "/core/0" ? c.core_x : c.core_y) = static_cast<std::int32_t>(value.whole);
      return true;
    }
    if (path == "/zone_name" && value.is == kind::array) return true;
    if ((path == "/zone_name" || path.starts_with("/zone_name/")) && value.is == kind::text) {
      for (std::string_view& zone : c.zones) {
        if (!zone.empty()) continue;
        zone = out_.texts.keep(value.text);
        return true;
      }
    }
    return false;
  }

  tt_own_analyses& out_;
  std::string why_{};
};

}  // namespace tt_detail

expected<tt_own_analyses> read_tt_analyses(const std::string& path) {
  const expected<text_file> file = text_file::open(path);
  if (!file) return file.error();
  tt_own_analyses own;
  tt_detail::tt_analysis_reader reader(own);
  const expected<bool> read =
      read_json(file->view(), [&](std::string_view at, const json_leaf& value) { reader.leaf(at, value); }, path);
  if (!read) return read.error();
  if (const std::optional<std::string> why = reader.why()) return failure{errc::bad_value, {path}, *why};
  return own;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_ANALYSIS_FILE_BODY_HPP
