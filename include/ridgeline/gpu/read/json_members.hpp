#ifndef RIDGELINE_GPU_READ_JSON_MEMBERS_HPP
#define RIDGELINE_GPU_READ_JSON_MEMBERS_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/read/json_cursor.hpp>
#include <ridgeline/read/json_text.hpp>
#include <ridgeline/read/number.hpp>

/// Iterates over JSON objects and lists whose members are read as they come. Each function returns false if the text is
/// truncated.
namespace ridgeline::gpu_detail {

/// Calls `member(key)` for each member of an object; it must consume the value. A value of another type is skipped.
template <class Member>
bool each_member(json_cursor& c, Member member) {
  c.skip_blanks();
  if (!c.take('{')) return c.skip_value();
  c.skip_blanks();
  if (c.take('}')) return true;
  std::string scratch;
  for (bool closed = false; !closed;) {
    json_string key;
    if (!c.key(key) || !member(key_text(key, scratch))) return false;
    if (!c.another('}', closed) && !closed) return false;
  }
  return true;
}

/// Calls `element()` for each element of a list, which it must consume. A value of another type is skipped.
template <class Element>
bool each_element(json_cursor& c, Element element) {
  c.skip_blanks();
  if (!c.take('[')) return c.skip_value();
  c.skip_blanks();
  if (c.take(']')) return true;
  for (bool closed = false; !closed;) {
    if (!element()) return false;
    if (!c.another(']', closed) && !closed) return false;
  }
  return true;
}

/// Calls `member(c, key)` for whatever in a damaged text looks like a member whose value is a list or an object, and
/// `object(c)` for whatever looks like an object. What they return true for is passed.
template <class Member, class Object>
void each_found(json_cursor c, Member member, Object object) {
  std::string scratch;
  while (!c.done()) {
    const char* const first = c.at;
    bool passed = false;
    if (json_string key; c.next_is('"'))
      passed = c.key(key) && (c.next_is('[') || c.next_is('{')) && member(c, key_text(key, scratch));
    else if (c.next_is('{'))
      passed = object(c);
    if (!passed) c.at = first + 1;
  }
}

inline constexpr auto no_other = [](std::string_view) { return false; };

/// In a list of objects, from the start of one that cannot be read: moves behind it, which is behind the first brace
/// that is followed by another object or by the end of the list. False if there is none, or if another list or object
/// begins before, the name of which `is_other` knows: the end of this list is lost.
template <class IsOther>
bool pass_damaged_object(json_cursor& c, IsOther is_other) {
  std::string scratch;
  while (c.at != c.end) {
    if (c.next_is('"')) {
      json_cursor next = c;
      if (json_string key; next.key(key) && (next.next_is('[') || next.next_is('{')) &&
                           is_other(key_text(key, scratch)))
        return false;
    }
    if (!c.take('}')) {
      ++c.at;
      continue;
    }
    json_cursor next = c;
    next.skip_blanks();
    if (next.next_is(']')) return true;
    if (next.take(',') && (next.skip_blanks(), next.next_is('{'))) return true;
  }
  return false;
}

/// The same as `each_element` for a list of objects; `damaged(at)` is called for each that cannot be read, and the list
/// goes on behind it.
template <class Element, class Damaged, class IsOther = decltype(no_other)>
bool each_object(json_cursor& c, Element element, Damaged damaged, IsOther is_other = no_other) {
  return each_element(c, [&] {
    const char* const first = c.at;
    if (element()) return true;
    c.at = first;
    if (!pass_damaged_object(c, is_other)) return false;
    damaged(first);
    return true;
  });
}

/// Skips a value. If it cannot be read, skips what can be: its members, and the objects of its lists.
template <class IsOther = decltype(no_other)>
bool skip_with_damage(json_cursor& c, IsOther is_other = no_other, int levels = 3) {
  const char* const first = c.at;
  if (c.skip_value()) return true;
  if (levels == 0) return false;
  c.at = first;
  const auto inner = [&] { return skip_with_damage(c, is_other, levels - 1); };
  if (c.next_is('[')) return each_object(c, inner, [](const char*) {}, is_other);
  return c.next_is('{') && each_member(c, [&](std::string_view) { return inner(); });
}

/// An integer, also if quoted or written as `64.0`; handles of 2^63 and above become the negative number with the same
/// bits. Anything else is missing and sets `odd`.
inline bool take_whole(json_cursor& c, std::int64_t& value, bool& odd) {
  std::string_view word;
  if (!c.value(word)) return false;
  const bool negative = word.starts_with('-');
  std::uint64_t n = 0;
  bool whole = word.size() > (negative ? 1u : 0u) && word.size() <= 20;
  for (const char d : word.substr(negative ? 1 : 0)) {
    const auto digit = static_cast<std::uint64_t>(d - '0');
    whole = whole && d >= '0' && d <= '9' && !__builtin_mul_overflow(n, std::uint64_t{10}, &n) &&
            !__builtin_add_overflow(n, digit, &n);
  }
  if (whole && !(negative && n > std::uint64_t{1} << 62)) value = static_cast<std::int64_t>(negative ? ~n + 1 : n);
  else if (const auto other = to_int(core_detail::unquoted(word)); other && known(*other)) value = *other;
  else value = missing<std::int64_t>, odd = odd || word != "null";
  return true;
}

/// The text of a string; empty, with `odd` set, for anything else.
inline bool take_text(json_cursor& c, std::string& value, bool& odd) {
  value.clear();
  json_string found;
  if (!c.next_is('"')) {
    odd = true;
    return c.skip_value();
  }
  if (!c.string(found)) return false;
  append_text(value, found.raw);
  return true;
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_JSON_MEMBERS_HPP
