#ifndef RIDGELINE_TORCH_READ_KINETO_PIECE_HPP
#define RIDGELINE_TORCH_READ_KINETO_PIECE_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/torch/read/kineto_event.hpp>

namespace ridgeline::torch_detail {

/// Whether a brace at `p` is followed by a key with which Kineto begins its events.
inline bool opens_event(const char* p, const char* end) {
  json_cursor c{p + 1, end};
  c.skip_blanks();
  if (end - c.at < 8 || *c.at != '"') return false;
  json_cursor key{c.at, std::min(end, c.at + 8)};
  json_string k;
  if (!key.string(k)) return false;
  c.at = key.at;
  constexpr std::array<std::string_view, 7> keys{"ph", "cat", "name", "ts", "pid", "tid", "dur"};
  return std::find(keys.begin(), keys.end(), k.raw) != keys.end() && c.expect(':');
}

/// Whether the object at `p`, which opens like an event, has a phase: objects inside an event have none.
inline bool has_phase(const char* p, const char* end) {
  constexpr std::ptrdiff_t enough = 4096;  // keys in front of the phase
  json_cursor c{p + 1, p + std::min(end - p, enough)};
  json_string k;
  for (bool closed = false; c.key(k);) {
    if (k.raw == "ph") return true;
    if (!c.skip_value() || !c.another('}', closed)) return false;
  }
  return false;
}

/// The first place at or after `from` that looks like the start of an event: after `,`, `[` or `}`, a brace and a
/// key with which Kineto begins its events. Null if there is none. `surely`: it must have a phase, too.
///
/// In valid JSON such a place is outside all strings: inside one, the quote after the brace would end the string,
/// and no letter may follow a string. The caller must verify that it is an event and not an object inside one.
inline const char* find_event(const char* first_byte, const char* from, const char* end, bool surely = false) {
  for (const char* p = from; p != end; ++p) {
    p = static_cast<const char*>(std::memchr(p, '{', static_cast<std::size_t>(end - p)));
    if (p == nullptr) return nullptr;
    const char* before = p;
    while (before != first_byte && static_cast<unsigned char>(before[-1]) <= 0x20) --before;
    if (before == first_byte || (before[-1] != ',' && before[-1] != '[' && before[-1] != '}')) continue;
    if (opens_event(p, end) && (!surely || has_phase(p, end))) return p;
  }
  return nullptr;
}

/// Reads a trace from its head, or from an event in the middle of it, up to the first event at or after a limit.
/// What it does next depends only on its position, so a reader that stops at an event and another that starts there
/// together read what a single reader would have read.
class kineto_piece_reader {
 public:
  /// Where reading stopped.
  enum class stop { at_event, at_end };

  static kineto_piece_reader from_head(std::string_view text) {
    return {text, text.data(), state::head};
  }
  static kineto_piece_reader from_event(std::string_view text, const char* at) {
    return {text, at, state::events};
  }

  /// Continues in another text, which begins with an event at byte `offset` of the document; records read so far are
  /// kept.
  void move_to(std::string_view text, std::uint64_t offset, bool bare) {
    text_ = text;
    reader_.move_to(text, offset);
    state_ = state::events;
    saw_events_ = true;
    first_ = at_limit_ = false;
    unnumbered_ = 0;
    bare_ = bare;
    released_ = text.data();
    devices_ = distributed_ = base_time_ = warnings_ = errors_ = {};
  }

  /// Like `read`, but stops at the first problem and then returns false.
  bool read_sound(const char* limit) {
    for (;;) {
      if (!(state_ == state::events ? events(limit, nullptr) : document())) return false;
      if (state_ == state::end || (state_ == state::events && at_limit_)) return true;
    }
  }

  /// Reads until an event begins at or after `limit`, or to the end. `source`, if not null, may release pages
  /// already read.
  stop read(const char* limit, const file_bytes* source) {
    for (;;) {
      const bool good = state_ != state::events        ? document()
                        : reader_.c.at >= swallowed_end_ ? events(limit, source)
                                                         : one_event(limit, source);
      if (good && state_ == state::end) return stop::at_end;
      if (good && state_ == state::events && at_limit_) return stop::at_event;
      if (!good && !recover()) return stop::at_end;
    }
  }

  const char* at() const { return reader_.c.at; }
  kineto_piece& out() { return reader_.piece(); }
  bool saw_events() const { return saw_events_; }
  bool ended() const { return state_ == state::end; }
  /// Whether the document is just the list of events.
  bool bare() const { return bare_; }
  /// Whether it is just events, without a list; they need no commas.
  bool lines() const { return lines_; }
  std::string_view devices() const { return devices_; }
  std::string_view distributed() const { return distributed_; }
  std::string_view base_time() const { return base_time_; }
  /// Lists of messages logged by the profiler; empty if there are none.
  std::string_view warnings() const { return warnings_; }
  std::string_view errors() const { return errors_; }
  /// The position of the first error in the document outside its events; null if there is none.
  const char* first_error() const { return first_error_; }

 private:
  enum class state { head, events, after_value, end };

  kineto_piece_reader(std::string_view text, const char* at, state where)
      : text_(text), reader_(text.data(), at, text.data() + text.size()), state_(where),
        saw_events_(where == state::events), released_(at) {
    json_cursor head{text.data(), text.data() + text.size()};
    head.at += byte_order_mark_size(text);
    head.skip_blanks();
    lines_ = begins_with_events(head);
    bare_ = lines_ || head.next_is('[');
    if (where != state::head) return;
    reader_.c = head;
    if (lines_) enter_events();
  }

  /// Whether the document is a sequence of events, without a list: usually one on each line, with or without commas.
  static bool begins_with_events(json_cursor c) {
    if (!c.next_is('{') || !opens_event(c.at, c.end) || !c.skip_value()) return false;
    c.skip_blanks();
    if (c.take(',')) c.skip_blanks();
    return c.next_is('{') && opens_event(c.at, c.end);
  }

  /// Reads events until the list closes or the limit is reached. In each iteration the cursor is where an event may
  /// begin.
  bool events(const char* limit, const file_bytes* source) {
    json_cursor& c = reader_.c;
    at_limit_ = false;
    for (;;) {
      c.skip_blanks();
      if (first_ && c.take(']')) break;
      first_ = false;
      if (c.next_is('{')) {
        if (c.at >= limit) {
          at_limit_ = true;
          return true;
        }
        event_ = c.at;
        began_event_ = true;
        if (!reader_.event()) return false;
        event_ = nullptr;
      } else {
        const char* const entry = c.at;
        if (c.take(',')) {
          count_commas(entry);
          continue;
        }
        if (c.take(']')) {
          count_commas(entry);
          break;
        }
        if (!c.skip_value()) return false;
        reader_.lose(torch_problem::event_broken, entry);
      }
      bool closed = false;
      if (!c.another(']', closed)) {
        if (closed) break;
        if (!c.next_is('{')) return false;
        count_commas(c.at);
      }
      if (source != nullptr && static_cast<std::size_t>(c.at - released_) > release_step) release(source);
    }
    state_ = bare_ ? state::end : state::after_value;
    return bare_ ? at_end() : true;
  }

  /// Reads at most one event, as `events` does, without mistaking later events for parts of it.
  bool one_event(const char* limit, const file_bytes* source) {
    json_cursor& c = reader_.c;
    const char* const end = c.end;
    if (const char* const next = find_event(text_.data(), c.at + 1, swallowed_end_, true)) c.end = next;
    const bool good = events(limit, source);
    const bool passed = event_ == nullptr && c.done() && c.end != end;
    c.end = end;
    if (good && state_ == state::end) return at_end();
    return good || passed;
  }

  /// A comma too many or too few in front of `at`, unless bytes are missing there: a hole in a file reads as zeros.
  void count_commas(const char* at) {
    const char* from = at;
    bool hole = false;
    for (; from != text_.data() && static_cast<unsigned char>(from[-1]) <= 0x20; --from) hole = hole || from[-1] == 0;
    if (hole) reader_.lose(has_hole(from, at) ? torch_problem::file_cut : torch_problem::event_broken, from);
    else reader_.problem(torch_problem::commas, at);
  }

  /// Reads the members around the events, up to the next list of events or the end.
  bool document() {
    json_cursor& c = reader_.c;
    if (state_ == state::head) {
      if (c.take('[')) return enter_events();
      if (!c.take('{')) return false;
      state_ = state::after_value;
      c.skip_blanks();
      if (c.take('}')) return finish_document();
    } else {
      c.skip_blanks();
      if (c.take('}')) return finish_document();
      if (!c.take(',')) return false;
    }
    for (bool closed = false; !closed;) {
      json_string k;
      c.skip_blanks();
      reader_.begin_here();
      if (!c.key(k)) return false;
      const std::string_view key = reader_.spelled(k);
      if (key == "traceEvents" && c.take('[')) return enter_events();
      std::string_view raw;
      if (!c.value(raw)) return false;
      if (key == "deviceProperties" || key == "computeProperties") devices_ = raw;
      if (key == "distributedInfo") distributed_ = raw;
      if (key == "baseTimeNanoseconds") base_time_ = raw;
      if (key == "WARNING") warnings_ = raw;
      if (key == "ERROR") errors_ = raw;
      if (!c.another('}', closed) && !closed) return false;
    }
    return finish_document();
  }

  bool enter_events() {
    state_ = state::events;
    saw_events_ = first_ = true;
    return true;
  }
  bool finish_document() {
    state_ = state::end;
    return at_end();
  }
  bool at_end() {
    reader_.c.skip_blanks();
    return reader_.c.done();
  }

  /// After a syntax error: counts it and moves to the next place that looks like an event. Returns false if there is
  /// none.
  bool recover() {
    json_cursor& c = reader_.c;
    const bool in_event = event_ != nullptr;
    if (state_ == state::end && began_event_ && (c.next_is('{') || c.next_is('['))) {
      if (saw_numbers()) {
        reader_.problem(torch_problem::second_document, c.at);
        c.at = c.end;
        return false;
      }
      if (bare_ == c.next_is('[')) {  // as the readers of later pieces take it for
        state_ = state::head;
        return true;
      }
    }
    if (bare_ && !in_event && state_ == state::events && c.done()) {
      if (!lines_) reader_.problem(torch_problem::list_open, c.at);
      state_ = state::end;
      return false;
    }
    // An event cut inside a list took those behind it for members of the list: they are read again, one by one.
    const char* const inside =
        in_event && c.at > event_ ? find_event(text_.data(), event_ + 1, c.at, true) : nullptr;
    if (inside != nullptr) swallowed_end_ = std::max(swallowed_end_, c.at);
    const char* const from = in_event && c.at == event_ ? c.at + 1 : c.at;
    const char* const next = inside != nullptr ? inside
                             : from == c.end   ? nullptr
                                               : find_event(text_.data(), from, c.end);
    const bool cut = (c.done() && state_ != state::end && inside == nullptr) ||
                     has_hole(in_event ? event_ : c.at, next != nullptr ? next : c.end);
    const torch_problem why = cut                                   ? torch_problem::file_cut
                              : in_event || state_ == state::events ? torch_problem::event_broken
                                                                    : torch_problem::outside_broken;
    if (in_event) reader_.lose(why, event_);
    else reader_.problem(why, c.at);
    if (first_error_ == nullptr) first_error_ = c.at;
    event_ = nullptr;
    c.at = next;
    if (c.at == nullptr) {
      c.at = c.end;
      state_ = state::end;
      return false;
    }
    state_ = state::events;
    saw_events_ = true;
    first_ = false;
    return true;
  }

  /// Whether a block of zeros is in a part that cannot be read: any number of events may have been there.
  static bool has_hole(const char* from, const char* end) {
    constexpr std::ptrdiff_t block = 4096;  // the least that a file system loses
    while (end - from >= block) {
      from = static_cast<const char*>(std::memchr(from, 0, static_cast<std::size_t>(end - from)));
      if (from == nullptr) return false;
      const char* const zeros = from;
      while (from != end && *from == 0) ++from;
      if (from - zeros >= block) return true;
    }
    return false;
  }

  /// Whether the text so far has numbers that could be mistaken for those of another document. Triton's Proton writes
  /// none, and a document for each stream.
  bool saw_numbers() {
    const auto read = static_cast<std::size_t>(reader_.c.at - text_.data());
    const std::string_view unseen = text_.substr(unnumbered_, read - unnumbered_);
    for (const std::string_view key : {"\"correlation", "\"External id\"", "\"external id\"", "\"id\""})
      if (unseen.find(key) != std::string_view::npos) return true;
    unnumbered_ = read;
    return false;
  }

  void release(const file_bytes* source) {
    source->release({released_, static_cast<std::size_t>(reader_.c.at - released_)});
    released_ = reader_.c.at;
  }

  static constexpr std::size_t release_step = std::size_t{4} << 20;

  std::string_view text_;
  kineto_event_reader reader_;
  state state_;
  bool saw_events_ = false;
  bool began_event_ = false;  ///< and not only a list: equal for every split into pieces, even if the event was broken
  const char* released_;
  bool at_limit_ = false;
  bool first_ = false;   ///< nothing in the list of events has been read yet
  bool bare_ = false;    ///< the document is just the list of events
  bool lines_ = false;   ///< it is just events
  const char* event_ = nullptr;
  const char* swallowed_end_ = nullptr;  ///< where a broken event ended that had taken others for a part of itself
  const char* first_error_ = nullptr;
  std::size_t unnumbered_ = 0;  ///< bytes at the front of the text without such numbers
  std::string_view devices_{};
  std::string_view distributed_{};
  std::string_view base_time_{};
  std::string_view warnings_{}, errors_{};
};

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_PIECE_HPP
