#ifndef RIDGELINE_CORE_LETTERS_HPP
#define RIDGELINE_CORE_LETTERS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

/// Locale-independent ASCII case handling, which leaves all other bytes unchanged; search for words; removal of quotes.
namespace ridgeline::core_detail {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_small_letter(c) || is_capital(c); }
constexpr bool is_letter_or_digit(char c) { return is_letter(c) || is_digit(c); }
constexpr char lower_letter(char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; }
constexpr char upper_letter(char c) { return is_small_letter(c) ? static_cast<char>(c - 'a' + 'A') : c; }

/// The value of a hexadecimal digit in either case; -1 for any other character.
constexpr int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = lower_letter(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// A copy of a `std::string` in lower case.
template <class Text>
constexpr Text lower_case(Text text) {
  for (char& c : text) c = lower_letter(c);
  return text;
}

/// A copy of a `std::string` in upper case.
template <class Text>
constexpr Text upper_case(Text text) {
  for (char& c : text) c = upper_letter(c);
  return text;
}

/// Whether `text` contains `word` at position `at`, ignoring case.
constexpr bool stands_at(std::string_view text, std::size_t at, std::string_view word) {
  if (at > text.size() || word.size() > text.size() - at) return false;
  for (std::size_t i = 0; i < word.size(); ++i)
    if (lower_letter(text[at + i]) != lower_letter(word[i])) return false;
  return true;
}

/// Whether `text` is one of these.
template <class Texts = std::initializer_list<std::string_view>>
constexpr bool is_any(std::string_view text, const Texts& of) {
  for (const std::string_view one : of)
    if (text == one) return true;
  return false;
}

/// Whether `text` starts with one of these.
template <class Texts = std::initializer_list<std::string_view>>
constexpr bool starts_with_any(std::string_view text, const Texts& of) {
  for (const std::string_view one : of)
    if (text.starts_with(one)) return true;
  return false;
}

/// Whether `text` contains one of these.
template <class Texts = std::initializer_list<std::string_view>>
constexpr bool has_any(std::string_view text, const Texts& of) {
  for (const std::string_view one : of)
    if (text.find(one) != text.npos) return true;
  return false;
}

/// Whether `text` contains `word`, ignoring case.
constexpr bool stands_in(std::string_view text, std::string_view word) {
  if (word.empty() || word.size() > text.size()) return word.empty();
  const char lower = lower_letter(word.front()), upper = upper_letter(word.front());
  for (std::size_t at = 0, last = text.size() - word.size(); at <= last; ++at)
    if ((text[at] == lower || text[at] == upper) && stands_at(text, at, word)) return true;
  return false;
}

/// Equal, ignoring case.
constexpr bool same_letters(std::string_view a, std::string_view b) {
  return a.size() == b.size() && stands_at(a, 0, b);
}

/// The first three bytes of several texts, so that a scan compares texts only at candidate positions. Bytes are
/// reduced to their low five bits, which are the same for both cases of a letter.
class beginnings {
 public:
  constexpr void add(std::string_view text) {
    if (text.empty()) return;
    const unsigned free = text.size() == 1 ? 10 : text.size() == 2 ? 5 : 0;  // bits a short text leaves undetermined
    const unsigned first = key_at(text, 0) >> free << free;
    for (unsigned key = first; key < first + (1u << free); ++key) words_[key >> 6] |= std::uint64_t{1} << (key & 63);
  }
  /// The first position from `at` on where a text may start; the length of the name if there is none.
  constexpr std::size_t next(std::string_view name, std::size_t at) const {
    for (unsigned key = key_at(name, at); at < name.size(); ++at, key = (key << 5 | low(name, at + 2)) & 0x7FFFu)
      if ((words_[key >> 6] >> (key & 63) & 1u) != 0) break;
    return at;
  }

 private:
  static constexpr unsigned low(std::string_view name, std::size_t i) {
    return i < name.size() ? static_cast<unsigned char>(name[i]) & 31u : 0u;
  }
  static constexpr unsigned key_at(std::string_view name, std::size_t at) {
    return low(name, at) << 10 | low(name, at + 1) << 5 | low(name, at + 2);
  }
  std::uint64_t words_[512] = {};
};

/// Words that are searched for together, in one pass over a text.
template <std::size_t N>
class word_list {
 public:
  constexpr explicit word_list(const std::array<std::string_view, N>& words) : words_(words) {
    for (const std::string_view word : words) beginnings_.add(word);
  }

  /// The number of the first word in the list that occurs anywhere in the text, ignoring case; N if none occurs.
  constexpr std::size_t first_in(std::string_view text) const {
    std::size_t found = N;
    for (std::size_t at = beginnings_.next(text, 0); at < text.size(); at = beginnings_.next(text, at + 1))
      for (std::size_t word = 0; word < found; ++word)
        if (stands_at(text, at, words_[word])) found = word;
    return found;
  }

  constexpr bool any_in(std::string_view text) const { return first_in(text) != N; }

 private:
  std::array<std::string_view, N> words_;
  beginnings beginnings_{};
};

/// Removes `front` from the start of a text; false if the text does not start with it.
constexpr bool take_front(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

/// Takes from a text what is in front of a mark, or all of it, and the mark.
constexpr std::string_view take_part(std::string_view& text, char mark) {
  const std::string_view part = text.substr(0, text.find(mark));
  text.remove_prefix(part.size() < text.size() ? part.size() + 1 : part.size());
  return part;
}

/// Calls `visit(word)` for each word of a text, which blanks divide.
template <class Visit>
constexpr void for_each_word(std::string_view text, Visit&& visit) {
  while (!text.empty()) visit(take_part(text, ' '));
}

/// Removes surrounding double quotes, if any.
constexpr std::string_view unquoted(std::string_view text) {
  return text.size() > 1 && text.front() == '"' && text.back() == '"' ? text.substr(1, text.size() - 2) : text;
}

}  // namespace ridgeline::core_detail

#endif  // RIDGELINE_CORE_LETTERS_HPP
