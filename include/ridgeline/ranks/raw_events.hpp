#ifndef RIDGELINE_RANKS_RAW_EVENTS_HPP
#define RIDGELINE_RANKS_RAW_EVENTS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/gpu/read/json_members.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/json_cursor.hpp>
#include <ridgeline/read/json_text.hpp>

namespace ridgeline {

namespace ranks_detail {

/// The bytes of a trace, decompressed if necessary.
class trace_text {
 public:
  static expected<trace_text> open(const std::string& path, std::size_t limit) {
    expected<file_bytes> bytes = file_bytes::open(path);
    if (!bytes) return bytes.error();
    trace_text t;
    if (is_gzip(bytes->view())) {
      expected<inflated_bytes> inflated = inflate_file(bytes->view(), path, limit);
      if (!inflated) return inflated.error();
      t.inflated_ = std::move(*inflated);
    } else {
      t.bytes_ = std::move(*bytes);
    }
    return t;
  }
  std::string_view view() const { return inflated_ ? inflated_->view() : bytes_.view(); }
  void release(std::string_view part) const {
    if (!inflated_) bytes_.release(part);
  }

 private:
  file_bytes bytes_{};
  std::optional<inflated_bytes> inflated_{};
};

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
    for (json_cursor c{begin_, c_.end}; !bare_;) {
      json_string key;
      c.skip_blanks();
      if (!c.take('{')) return;
      for (bool closed = false; !closed;) {
        if (!c.key(key)) return;
        const char* const from = c.at;
        std::string scratch;
        const std::string_view name = key_text(key, scratch);
        if (name == "traceEvents" && whole_ && from < c_.at) {
          c.at = c_.at;  // a second list follows the one that was read
        } else {
          if (!c.skip_value()) return;
          if (name != "traceEvents") take(name, std::string_view(from, static_cast<std::size_t>(c.at - from)));
        }
        if (!c.another('}', closed) && !closed) return;
      }
      return;
    }
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
    if (!read(e)) return stop();
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
    if (!c_.take('{')) return false;
    json_string key;
    for (bool closed = false; !closed;) {
      if (!c_.key(key)) return false;
      if (key_text(key, scratch_) == "traceEvents") return c_.take('[');
      if (!c_.skip_value() || (!c_.another('}', closed) && !closed)) return false;
    }
    return false;
  }
  bool read(raw_event& e) {
    const auto pass = [&](std::string_view key) {
      return key == "args" && c_.next_is('{') ? read_args(e) : c_.skip_value();
    };
    return members(pass, [&](std::string_view key, std::string_view value) {
      if (key == "cat") e.category = spelt(value, category_);
      else if (key == "name") e.name = spelt(value, name_);
      else if (key == "ph") e.phase = spelt(value, phase_);
      else if (key == "ts") e.time = value;
      else if (key == "dur") e.duration = value;
      else if (key == "id") e.id = value;
      else if (key == "pid") e.pid = value;
      else if (key == "tid") e.thread = value;
      else if (key == "args") e.args = value;
    });
  }
  bool read_args(raw_event& e) {
    const auto pass = [&](std::string_view) { return c_.skip_value(); };
    return members(pass, [&](std::string_view key, std::string_view value) {
      if (key == "correlation") e.correlation = value;
      else if (key == "External id") e.external_id = value;
    });
  }
  /// Iterates over an object: `pass` skips the value of a key, then `take` receives both.
  template <class Pass, class Take>
  bool members(Pass pass, Take take) {
    if (!c_.take('{')) return false;
    c_.skip_blanks();
    if (c_.take('}')) return true;
    json_string key;
    for (bool closed = false; !closed;) {
      if (!c_.key(key)) return false;
      const char* const from = c_.at;
      if (!pass(key_text(key, scratch_))) return false;
      take(key_text(key, scratch_), std::string_view(from, static_cast<std::size_t>(c_.at - from)));
      if (!c_.another('}', closed) && !closed) return false;
    }
    return true;
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
  std::string scratch_{}, category_{}, name_{}, phase_{};
  bool found_ = false, first_ = true, done_ = false, whole_ = false, bare_ = false;
};

}  // namespace ranks_detail

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_RAW_EVENTS_HPP
