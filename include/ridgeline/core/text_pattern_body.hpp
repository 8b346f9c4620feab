#ifndef RIDGELINE_CORE_TEXT_PATTERN_BODY_HPP
#define RIDGELINE_CORE_TEXT_PATTERN_BODY_HPP

/// A pattern is compiled to a list of steps (Thompson, 1968); the search follows all of them in parallel, byte by byte.

#include <optional>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/text_pattern.hpp>

namespace ridgeline {

namespace core_detail {

/// Parses a pattern in one pass from left to right. Each parsed part is a block of steps that exits past its end.
class text_pattern_parser {
 public:
  explicit text_pattern_parser(std::string_view pattern) : text_(pattern) {}

  expected<text_pattern> parse() {
    if (text_.substr(0, 4) == "(?i)") {
      any_case_ = true;
      at_ = 4;
    }
    block all = alternatives(0);
    if (!error_ && at_ < text_.size()) say("a ')' without its '('");
    if (error_) return failure{errc::usage, {}, "pattern '" + std::string(text_) + "': " + *error_};
    all.push_back({text_pattern::step::matched});
    result_.steps_ = std::move(all);
    result_.pattern_ = text_;
    return std::move(result_);
  }

 private:
  using step = text_pattern::step;
  using instruction = text_pattern::instruction;
  using byte_set = text_pattern::byte_set;
  using block = std::vector<instruction>;

  static constexpr std::size_t most_steps = 5000;
  static constexpr int most_nested = 50;
  static constexpr int most_times = 1000;

  bool more() const { return !error_ && at_ < text_.size(); }
  bool take(char c) {
    if (!more() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void say(std::string_view what) {
    if (!error_) error_ = std::string(what) + " at character " + std::to_string(at_ + 1);
  }
  void append(block& to, const block& more_steps) {
    if (to.size() + more_steps.size() > most_steps) return say("too long when its repetitions are written out,");
    to.insert(to.end(), more_steps.begin(), more_steps.end());
  }
  static std::int32_t length(const block& b) { return static_cast<std::int32_t>(b.size()); }

  block alternatives(int depth) {
    block left = sequence(depth);
    std::vector<block> all;
    all.push_back(std::move(left));
    while (take('|')) all.push_back(sequence(depth));
    block out = std::move(all.back());
    for (all.pop_back(); !all.empty() && !error_; all.pop_back()) {  // from the back: first | (second | third)
      block both{{step::either, 0, 1, length(all.back()) + 2}};
      append(both, all.back());
      both.push_back({step::jump, 0, length(out) + 1});
      append(both, out);
      out = std::move(both);
    }
    return out;
  }

  block sequence(int depth) {
    block out;
    while (more() && text_[at_] != '|' && text_[at_] != ')') append(out, repeated(depth));
    return out;
  }

  block repeated(int depth) {
    block one = single(depth);
    while (more()) {
      if (take('*')) one = any_number(one, 0);
      else if (take('+')) one = any_number(one, 1);
      else if (take('?')) one = optional(one);
      else if (text_[at_] == '{' && is_digit(at_ + 1)) one = counted(one);
      else break;
      take('?');  // lazy quantifiers make no difference when only asking whether there is a match
    }
    return one;
  }
  block any_number(const block& one, int least) {
    block out;
    for (int i = 0; i < least; ++i) append(out, one);
    append(out, {{step::either, 0, 1, length(one) + 2}});
    append(out, one);
    append(out, {{step::jump, 0, -(length(one) + 1)}});
    return out;
  }
  block optional(const block& one) {
    block out{{step::either, 0, 1, length(one) + 1}};
    append(out, one);
    return out;
  }
  block counted(const block& one) {
    ++at_;
    const int least = number();
    int most = least;
    if (take(',')) most = is_digit(at_) ? number() : -1;
    if (!take('}')) say("a '{' without its '}'");
    if (most >= 0 && most < least) say("a {m,n} with m > n");
    if (least > most_times || most > most_times) say("a repetition of more than 1000 times");
    block out;
    for (int i = 0; i < least && !error_; ++i) append(out, one);
    if (most < 0) append(out, any_number(one, 0));
    for (int i = least; i < most && !error_; ++i) append(out, optional(one));
    return out;
  }

  block single(int depth) {
    const char c = text_[at_++];
    switch (c) {
      case '(': return group(depth + 1);
      case '[': return {bytes(listed())};
      case '.': return {bytes(inverted({}))};
      case '^': return {{step::front}};
      case '$': return {{step::back}};
      case '\\': return escaped();
      case '*':
      case '+':
      case '?': --at_; say("nothing to repeat"); return {};
      default: return {bytes(only(static_cast<unsigned char>(c)))};
    }
  }
  block group(int depth) {
    if (take('?') && !take(':')) say("a group of a kind that is not supported");
    if (depth > most_nested) say("groups in more than 50 groups");
    if (error_) return {};
    block inside = alternatives(depth);
    if (!take(')')) say("a '(' without its ')'");
    return inside;
  }
  block escaped() {
    if (!more()) { say("the pattern ends in '\\'"); return {}; }
    if (take('b')) return {{step::word_edge}};
    if (take('B')) return {{step::no_word_edge}};
    if (const auto named = named_set()) return {bytes(*named)};
    return {bytes(only(escaped_byte()))};
  }

  /// `\d` and similar, after the backslash.
  std::optional<byte_set> named_set() {
    byte_set set;
    const char c = text_[at_];
    switch (c) {
      case 'w':
      case 'W':
        add_range(set, 'A', 'Z');
        add_range(set, 'a', 'z');
        set.add('_');
        [[fallthrough]];
      case 'd':
      case 'D': add_range(set, '0', '9'); break;
      case 's':
      case 'S':
        add_range(set, '\t', '\r');  // tab, line feed, vertical tab, form feed, carriage return
        set.add(' ');
        break;
      default: return std::nullopt;
    }
    ++at_;
    return c < 'a' ? inverted(set) : set;
  }
  unsigned char escaped_byte() {
    const char c = text_[at_++];
    if (c == 't') return '\t';
    if (c == 'n') return '\n';
    if (c == 'r') return '\r';
    if (c == 'x' && hex(at_) >= 0 && hex(at_ + 1) >= 0) {
      at_ += 2;
      return static_cast<unsigned char>(hex(at_ - 2) * 16 + hex(at_ - 1));
    }
    if (core_detail::is_letter_or_digit(c)) { --at_; say("a letter or digit after '\\' that has no meaning here"); }
    return static_cast<unsigned char>(c);
  }

  /// `[...]`, after the opening bracket.
  byte_set listed() {
    byte_set set;
    const bool inverse = take('^');
    bool first = true;
    for (; more() && (first || text_[at_] != ']'); first = false) {
      const bool slash = take('\\');
      if (!more()) break;
      if (const auto named = slash ? named_set() : std::nullopt) {
        for (int w = 0; w < 4; ++w) set.words[w] |= named->words[w];
        continue;
      }
      const unsigned char low = listed_byte(slash);
      unsigned char high = low;
      if (at_ + 1 < text_.size() && text_[at_] == '-' && text_[at_ + 1] != ']') {
        ++at_;
        const bool high_slash = take('\\');
        if (!more()) break;
        high = listed_byte(high_slash);
      }
      if (high < low) say("a range that ends before it begins");
      for (unsigned c = low; c <= high; ++c) add_to(set, static_cast<unsigned char>(c));
    }
    if (!take(']')) say("a '[' without its ']'");
    return inverse ? inverted(set) : set;
  }

  unsigned char listed_byte(bool slash) { return slash ? escaped_byte() : static_cast<unsigned char>(text_[at_++]); }

  bool is_digit(std::size_t at) const { return at < text_.size() && core_detail::is_digit(text_[at]); }
  int number() {
    int n = 0;
    for (; is_digit(at_); ++at_) n = n > most_times ? n : n * 10 + (text_[at_] - '0');
    return n;
  }
  int hex(std::size_t at) const {
    return at < text_.size() ? core_detail::hex_digit(text_[at]) : -1;
  }
  static void add_range(byte_set& set, char low, char high) {
    for (int c = low; c <= high; ++c) set.add(static_cast<unsigned char>(c));
  }
  void add_to(byte_set& set, unsigned char c) const {
    set.add(c);
    if (any_case_ && core_detail::is_letter(static_cast<char>(c))) set.add(c ^ 0x20);
  }
  byte_set only(unsigned char c) const {
    byte_set set;
    add_to(set, c);
    return set;
  }
  static byte_set inverted(byte_set set) {
    for (std::uint64_t& w : set.words) w = ~w;
    return set;
  }
  instruction bytes(const byte_set& set) {
    result_.sets_.push_back(set);
    return {step::bytes, static_cast<std::uint32_t>(result_.sets_.size() - 1)};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool any_case_ = false;
  std::optional<std::string> error_{};
  text_pattern result_{};
};

}  // namespace core_detail

expected<text_pattern> text_pattern::compile(std::string_view pattern) {
  return core_detail::text_pattern_parser(pattern).parse();
}

struct text_pattern::reached {
  std::vector<std::size_t> reading{};  ///< steps that consume the next byte
  std::vector<std::size_t> seen_at{};  ///< for each step: the text position, plus one, where it was last reached
  std::vector<std::size_t> to_follow{};
};

/// Adds all byte-consuming steps reachable from `from` without reading input; returns true when a match is reached.
bool text_pattern::follow(std::size_t from, std::string_view text, std::size_t at, reached& to) const {
  const auto in_word = [&](std::size_t i) {
    return i < text.size() && (core_detail::is_letter_or_digit(text[i]) || text[i] == '_');
  };
  to.to_follow.push_back(from);
  while (!to.to_follow.empty()) {
    const std::size_t i = to.to_follow.back();
    to.to_follow.pop_back();
    if (to.seen_at[i] == at + 1) continue;
    to.seen_at[i] = at + 1;
    const instruction& s = steps_[i];
    const auto go = [&](std::int32_t by) { to.to_follow.push_back(static_cast<std::size_t>(std::ptrdiff_t(i) + by)); };
    switch (s.what) {
      case step::matched: return true;
      case step::bytes: to.reading.push_back(i); break;
      case step::either: go(s.second); go(s.first); break;
      case step::jump: go(s.first); break;
      case step::front: if (at == 0) go(1); break;
      case step::back: if (at == text.size()) go(1); break;
      case step::word_edge:
      case step::no_word_edge: {
        const bool edge = (at > 0 && in_word(at - 1)) != in_word(at);
        if (edge == (s.what == step::word_edge)) go(1);
        break;
      }
    }
  }
  return false;
}

bool text_pattern::found_in(std::string_view text) const {
  if (steps_.empty()) return false;
  reached now, next;
  now.seen_at.assign(steps_.size(), 0);
  next.seen_at.assign(steps_.size(), 0);
  for (std::size_t at = 0;; ++at) {
    if (follow(0, text, at, now)) return true;
    if (at == text.size()) return false;
    next.reading.clear();
    for (const std::size_t i : now.reading)
      if (sets_[steps_[i].set].has(static_cast<unsigned char>(text[at])) && follow(i + 1, text, at + 1, next))
        return true;
    std::swap(now, next);
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_TEXT_PATTERN_BODY_HPP
