#ifndef RIDGELINE_RANKS_RAW_EVENTS_HPP
#define RIDGELINE_RANKS_RAW_EVENTS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/gpu/read/json_members.hpp>
#include <ridgeline/read/json_cursor.hpp>
#include <ridgeline/read/json_text.hpp>

namespace ridgeline {

namespace ranks_detail {

/// The fields of an event that merging reads or changes, exactly as in the file. Values are JSON.
struct raw_event {
  std::string_view whole{}, category{}, name{}, phase{}, time{}, duration{}, id{}, pid{}, thread{}, args{};
  std::string_view correlation{}, external_id{};
};

/// Iterates over the events of a trace. Each is read once and not kept.
class raw_events {
 public:
  explicit raw_events(std::string_view text) : begin_(text.data()), c_{text.data(), text.data() + text.size()} {
    found_ = find_list();
  }
  bool found() const { return found_; }
  /// Whether the list of events was properly closed.
  bool whole() const { return whole_; }
  /// Calls `take(key, value)` with the JSON of each other member of the document. Call it after all events were
  /// read.
  template <class Take>
  void other_members(Take take) const {
    if (bare_) return;
    json_cursor c{begin_, c_.end};
    gpu_detail::each_member(c, [&](std::string_view key) {
      if (key == "traceEvents" && whole_ && c.at < c_.at) {
        c.at = c_.at;  // a second list follows the one that was read
        return true;
      }
      std::string_view value;
      if (!c.value(value)) return false;
      if (key != "traceEvents") take(key, value);
      return true;
    });
  }
  std::uint64_t offset() const { return static_cast<std::uint64_t>(c_.at - begin_); }

  bool next(raw_event& e) {
    if (!found_ || done_) return false;
    c_.skip_blanks();
    if (c_.take(']')) {
      done_ = whole_ = true;
      return false;
    }
    if (!first_ && !c_.take(',')) return stop();
    first_ = false;
    c_.skip_blanks();
    e = {};
    const char* const from = c_.at;
    if (!c_.next_is('{') || !read(e)) return stop();
    e.whole = {from, static_cast<std::size_t>(c_.at - from)};
    return true;
  }

 private:
  bool stop() {
    done_ = true;
    return false;
  }
  bool find_list() {
    c_.skip_blanks();
    bare_ = c_.next_is('[');
    if (c_.take('[')) return true;
    bool found = false;
    gpu_detail::each_member(c_, [&](std::string_view key) {
      if (key != "traceEvents") return c_.skip_value();
      found = c_.take('[');
      return false;
    });
    return found;
  }
  bool read(raw_event& e) {
    return gpu_detail::each_member(c_, [&](std::string_view key) {
      const char* const from = c_.at;
      if (key == "args" && c_.next_is('{') ? !read_args(e) : !c_.skip_value()) return false;
      const std::string_view value(from, static_cast<std::size_t>(c_.at - from));
      if (key == "cat") e.category = spelt(value, category_);
      else if (key == "name") e.name = spelt(value, name_);
      else if (key == "ph") e.phase = spelt(value, phase_);
      else if (key == "ts") e.time = value;
      else if (key == "dur") e.duration = value;
      else if (key == "id") e.id = value;
      else if (key == "pid") e.pid = value;
      else if (key == "tid") e.thread = value;
      else if (key == "args") e.args = value;
      return true;
    });
  }
  bool read_args(raw_event& e) {
    return gpu_detail::each_member(c_, [&](std::string_view key) {
      std::string_view other;
      return c_.value(key == "correlation" ? e.correlation : key == "External id" ? e.external_id : other);
    });
  }

  /// A JSON string in canonical form, without unnecessary escapes. The result may point into `kept`.
  static std::string_view spelt(std::string_view value, std::string& kept) {
    if (value.find('\\') == value.npos || value.size() < 2 || value.front() != '"') return value;
    std::string text;
    append_text(text, value.substr(1, value.size() - 2));
    kept.clear();
    append_quoted(kept, text);
    return kept;
  }

  const char* begin_;
  json_cursor c_;
  std::string category_{}, name_{}, phase_{};
  bool found_ = false, first_ = true, done_ = false, whole_ = false, bare_ = false;
};

}  // namespace ranks_detail

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RAW_EVENTS_HPP
