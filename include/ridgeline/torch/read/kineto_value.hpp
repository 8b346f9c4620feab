#ifndef RIDGELINE_TORCH_READ_KINETO_VALUE_HPP
#define RIDGELINE_TORCH_READ_KINETO_VALUE_HPP

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <ridgeline/core/decimal_time.hpp>
#include <ridgeline/read/json_cursor.hpp>
#include <ridgeline/read/json_text.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/read/kineto_draft.hpp>
#include <ridgeline/torch/read/list_text.hpp>

namespace ridgeline::torch_detail {

/// Reads the values of one event into a piece; problems with them are counted at the event's start.
class kineto_value_reader {
 public:
  kineto_value_reader(const char* first_byte, const char* at, const char* end) : c{at, end}, first_byte_(first_byte) {}

  /// Continues in another text, whose first byte is byte `offset` of the document. The previous text may be gone.
  void move_to(std::string_view text, std::uint64_t offset) {
    c = {text.data(), text.data() + text.size()};
    first_byte_ = text.data();
    offset_ = offset;
    near_ = {};
    ++text_number_;
  }

  json_cursor c;
  kineto_recorder records{};
  kineto_piece& piece() { return records.out; }

  void begin_here() { begin_ = c.at; }  ///< problems from here on are counted at the cursor

  /// The text of a key or a category; valid until the next call.
  std::string_view spelled(const json_string& found) {
    if (found.plain) return found.raw;
    spelled_.clear();
    note(append_text(spelled_, found.raw));
    return spelled_;
  }

  void problem(torch_problem p, const char* where) {
    records.out.problems.add(p, byte_of(where));
  }
  std::uint64_t byte_of(const char* where) const { return offset_ + static_cast<std::uint64_t>(where - first_byte_); }

 protected:
  static constexpr std::uint64_t longest = 3'000'000'000'000'000'000;  ///< in nanoseconds: largest stamp or length
  static constexpr double least_nanoseconds = 1e17;  ///< from 1970 this is 1973; no clock since boot has run that long

  /// Reads microseconds with nanosecond resolution from the digits. A number in quotes is accepted. NaN, Infinity
  /// and values beyond 95 years (so that sums fit) are not; a larger stamp is taken as nanoseconds if the whole
  /// trace has such stamps (`nanosecond_stamp`). `in_file` is set if the value has more than three decimals, so that
  /// the nanoseconds do not reproduce the double that the text spells.
  template <class Time>
  bool time(Time& value, double& in_file) {
    if (c.done()) return false;
    const char* p = c.at;
    const bool negative = *p == '-';
    if (negative) ++p;
    std::uint64_t ns = 0;
    const char* const digits = p;
    if (c.end - p >= 8 && read_detail::eight_digits(p, ns)) p += 8;
    for (; p != c.end && *p >= '0' && *p <= '9' && p - digits < 15 + 1; ++p)
      ns = ns * 10 + static_cast<std::uint64_t>(*p - '0');
    bool simple = p != digits;
    std::size_t decimals = 0;
    if (simple && p != c.end && *p == '.') {
      for (++p; decimals < 3 && p != c.end && *p >= '0' && *p <= '9'; ++p, ++decimals)
        ns = ns * 10 + static_cast<std::uint64_t>(*p - '0');
      simple = decimals != 0;
    }
    constexpr std::uint64_t scale[] = {1000, 100, 10, 1};
    ns *= scale[decimals];  // 16 digits and 3: below 1e19, which fits
    if (simple && ns < longest && (p == c.end || !continues_word(*p))) {
      c.at = p;
      value = Time::of(negative ? -static_cast<std::int64_t>(ns) : static_cast<std::int64_t>(ns));
      return true;
    }
    if ((*c.at >= '0' && *c.at <= '9') || *c.at == '-') {
      const leading_number n = leading_double(c.at, c.end);
      if (n.stop != c.at && std::isfinite(n.value) && (n.stop == c.end || !continues_word(*n.stop))) {
        const std::string_view spelled{c.at, static_cast<std::size_t>(n.stop - c.at)};
        c.at = n.stop;
        const std::size_t point = spelled.find('.');  // a number that ends in a point was longer
        const bool whole = point == spelled.npos ||
                           (point + 1 < spelled.size() && spelled[point + 1] >= '0' && spelled[point + 1] <= '9');
        if (!whole || !take_time(spelled, n.value, value, in_file)) problem(torch_problem::number_unreadable, begin_);
        return true;
      }
    }
    return odd_number([&](std::string_view word) {
      const std::optional<double> v = to_double(word);
      if (v && std::isfinite(*v)) return take_time(word, *v, value, in_file);
      if (!json_not_finite(word)) return false;
      problem(torch_problem::number_not_finite, begin_);
      return true;
    });
  }

 public:
  bool number(std::int64_t& value, bool quotes_are_usual = false) {
    if (plain_number(value)) return true;
    return odd_number([&](std::string_view word) {
      const std::optional<std::int64_t> whole = to_int(word);
      if (!whole || !known(*whole)) return false;
      value = *whole;
      return true;
    }, quotes_are_usual);
  }

  /// Reads the number of a stream. An address, as ROCm's calls have it, names no line of a device.
  bool stream(std::int64_t& value) {
    if (plain_number(value)) return true;
    json_cursor after = c;
    if (!after.skip_value()) return false;
    const std::string_view word{c.at, static_cast<std::size_t>(after.at - c.at)};
    return word.find("0x") <= 1 || word == "\"(nil)\"" ? c.skip_value() : number(value);
  }

  /// Reads what only tells things apart, in whatever spelling.
  bool id(std::int64_t& value) {
    if (plain_number(value)) return true;
    if (json_string found; c.next_is('"')) {
      if (!c.string(found)) return false;
      value = id_of(spelled(found));
      return true;
    }
    std::string_view word;
    if (!c.value(word)) return false;
    if (word != "null") value = id_of(word);
    return true;
  }

 protected:
  /// Reads a whole number of up to 18 digits; takes nothing if the value is another.
  bool plain_number(std::int64_t& value) {
    const char* p = c.at;
    const bool negative = p != c.end && *p == '-';
    if (negative) ++p;
    std::uint64_t v = 0;
    const char* const digits = p;
    for (; p != c.end && *p >= '0' && *p <= '9' && p - digits < 18; ++p)
      v = v * 10 + static_cast<std::uint64_t>(*p - '0');
    if (p == digits || (p != c.end && continues_word(*p))) return false;
    c.at = p;
    value = negative ? -static_cast<std::int64_t>(v) : static_cast<std::int64_t>(v);
    return true;
  }

  /// Reads a process or thread as spelled in the file.
  bool token(std::string_view& raw) {
    if (c.next_is('{') || c.next_is('[')) {
      problem(torch_problem::argument_unreadable, begin_);
      return c.skip_value();
    }
    return c.value(raw);
  }

  bool text(symbol& value) {
    if (!c.next_is('"')) return c.skip_value();
    json_string found;
    if (!c.string(found)) return false;
    value = keep(found);
    return true;
  }

 public:
  /// Reads a real number; missing if the value is not a number.
  bool real(double& value) {
    std::string_view word;
    if (!c.value(word)) return false;
    if (word.size() > 1 && word.front() == '"') word = word.substr(1, word.size() - 2);
    if (const std::optional<double> v = to_double(word); v && std::isfinite(*v)) value = *v;
    return true;
  }

  bool truth(bool& value) {
    value = c.next_is('t');
    return c.skip_value();
  }
  bool pass_over() { return c.skip_value(); }

  /// Reads a list as text without blanks. Ops of one name tend to repeat their lists byte for byte, so lists equal
  /// to a recent one are neither scanned nor interned again. `slot` selects the recent lists to compare with.
  /// `extents`: a list of shapes or strides.
  bool list(symbol& value, std::size_t slot, bool extents = false) {
    if (!c.next_is('[')) return odd_list(value, extents);
    repeat* const recent = &repeats_[slot % (repeats_.size() / 2) * 2];
    const auto left = static_cast<std::size_t>(c.end - c.at);
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string_view raw = recent[i].raw;
      if (recent[i].text_number != text_number_ || raw.size() > left) continue;
      if (std::memcmp(raw.data(), c.at, raw.size()) != 0) continue;
      c.at += raw.size();
      value = recent[i].text;
      return true;
    }
    std::string_view raw;
    if (!c.value(raw)) return false;
    if (extents && quotes_extents(raw)) return take_extents(value, raw);
    bool repaired = false;
    value = compact(raw, repaired);
    if (known(value) && !repaired) {
      recent[1] = recent[0];
      recent[0] = {raw, value, text_number_};
    }
    return true;
  }

  /// Reads a list given as a string: JSON, a list of Python, `['float', 'float']`, or in the notation of `torch_npu`
  /// for shapes and types, `4,8;8,2` and `float;float`.
  bool odd_list(symbol& value, bool extents) {
    json_string found;
    if (!c.next_is('"')) {
      std::string_view word;
      if (!c.value(word)) return false;
      if (word != "null") problem(torch_problem::argument_unreadable, begin_);
      return true;
    }
    if (!c.string(found)) return false;
    const std::string_view text = spelled(found);
    const bool of_python = text.find('"') == text.npos && text.find_first_of("'(") != text.npos;
    const bool quoted = extents && quotes_extents(text);
    if ((text.starts_with('[') || text.starts_with('(')) && (of_python || quoted)) {
      value = compact(list_of_python(text, quoted));
    } else if (text.starts_with('[')) {
      value = compact(text);
    } else if (found.plain && !text.empty()) {
      value = compact(list_of_semicolons(text));
    } else if (!text.empty()) {
      problem(torch_problem::argument_unreadable, begin_);
    }
    return true;
  }

  /// Takes shapes or strides of which some are in quotes.
  bool take_extents(symbol& value, std::string_view raw) {
    value = compact(list_of_python(raw, true));
    problem(torch_problem::number_as_text, begin_);
    return true;
  }

  /// Reads a string as its text, and any other value as JSON without blanks.
  bool value_text(symbol& value) {
    if (c.next_is('"')) return text(value);
    std::string_view raw;
    if (!c.value(raw)) return false;
    if (raw != "null") value = compact(raw);
    return true;
  }

 protected:
  /// The number of the place with this process and thread; the most recent ones are cached.
  std::uint32_t place(std::string_view pid, std::string_view tid) {
    for (const near_place& n : near_)
      if (n.pid == pid && n.tid == tid && known(n.index)) return n.index;
    const torch_place p{place_text(pid), place_text(tid)};
    const std::uint64_t key = key_of(p);
    const symbol id = place_keys_.keep({reinterpret_cast<const char*>(&key), sizeof key});
    if (index_of(id) > records.out.places.size()) records.out.places.push_back(p);
    const auto index = static_cast<std::uint32_t>(index_of(id) - 1);
    near_[next_near_++ % near_.size()] = {pid, tid, index};
    return index;
  }

  /// Interns a string.
  symbol keep(const json_string& found) {
    if (found.plain) return records.out.texts.keep(found.raw);
    scratch_.clear();
    note(append_text(scratch_, found.raw));
    return records.out.texts.keep(scratch_);
  }

  const char* begin_ = nullptr;  ///< start of the event, or of the member outside the events
  const char* first_byte_;       ///< start of the text
  std::uint64_t offset_ = 0;     ///< position of the text in the document

 private:
  /// Returns false, without taking the value, if the time is too long.
  template <class Time>
  bool take_time(std::string_view spelled, double microseconds, Time& value, double& in_file) {
    if (spelled.starts_with('+')) spelled.remove_prefix(1);
    const Time t = Time::of(nanoseconds_of_microseconds(spelled));
    constexpr auto most = static_cast<std::int64_t>(longest);
    if (!known(t) || t.base() >= most || t.base() <= -most) {
      if constexpr (std::is_same_v<Time, time_point>)
        if (microseconds >= least_nanoseconds && microseconds < static_cast<double>(longest)) {
          const std::optional<std::int64_t> whole = to_int(spelled);
          value = nanosecond_stamp(whole ? *whole : static_cast<std::int64_t>(microseconds));
          records.out.habits.nanoseconds = true;
        }
      return false;
    }
    value = t;
    if (t.in(us) != microseconds) in_file = microseconds;
    return true;
  }

  /// Reads a value that is not a plain number; `read` is given the word it consists of.
  template <class Read>
  bool odd_number(Read&& read, bool quotes_are_usual = false) {
    if (c.next_is('"')) {
      json_string found;
      if (!c.string(found)) return false;
      if (!read(found.raw)) problem(torch_problem::number_unreadable, begin_);
      else if (!quotes_are_usual) problem(torch_problem::number_as_text, begin_);
      return true;
    }
    std::string_view word;
    if (!c.value(word)) return false;
    if (word != "null" && !read(word)) problem(torch_problem::number_unreadable, begin_);
    return true;
  }

  static bool continues_word(char c) { return json_cursor::is_word(c); }

  void note(json_repairs found) {
    if (found.escapes) problem(torch_problem::bad_escape, begin_);
    if (found.bytes) problem(torch_problem::bad_utf8, begin_);
  }

  /// Interns a value that the cursor has passed, without blanks. Its problems are counted each time it occurs.
  symbol compact(std::string_view raw, bool& repaired) {
    scratch_.clear();
    json_repairs repairs;
    if (!append_compact(scratch_, raw, max_argument_depth, repairs) || has_broken_number(scratch_)) {
      problem(torch_problem::argument_unreadable, begin_);
      return missing<symbol>;
    }
    note(repairs);
    repaired = repairs.escapes || repairs.bytes;
    return records.out.texts.keep(scratch_);
  }
  symbol compact(std::string_view raw) {
    bool repaired = false;
    return compact(raw, repaired);
  }

  /// Problems are not counted here, because which places are spelled out again depends on what came before.
  symbol place_text(std::string_view raw) {
    if (raw.empty()) return missing<symbol>;
    scratch_.clear();
    json_repairs repairs;
    return append_compact(scratch_, raw, max_argument_depth, repairs) ? records.out.texts.keep(scratch_)
                                                                      : missing<symbol>;
  }

  struct repeat {
    std::string_view raw{};
    symbol text = missing<symbol>;
    std::uint32_t text_number = 0;  ///< the text that `raw` points into; earlier ones are gone
  };
  struct near_place {
    std::string_view pid{};
    std::string_view tid{};
    std::uint32_t index = missing<std::uint32_t>;
  };

  static constexpr int max_argument_depth = 16;
  std::string scratch_{};
  std::string spelled_{};
  std::uint32_t text_number_ = 1;
  std::vector<repeat> repeats_ = std::vector<repeat>(4096);
  std::array<near_place, 4> near_{};
  std::size_t next_near_ = 0;
  symbol_pool place_keys_{};
};

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_VALUE_HPP
