#ifndef RIDGELINE_TESTS_MUTATE_JSON_HPP
#define RIDGELINE_TESTS_MUTATE_JSON_HPP

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/mutate/bytes.hpp"
#include "tests/support/json_spans.hpp"

/// Changes to the structure of a JSON document: members and items removed, repeated, moved or replaced by other types.
namespace mutate {

/// The span of an object or list, and one of its entries.
struct place_in_json {
  const test::json_span* list = nullptr;
  std::size_t index = 0;
  const test::json_span& entry() const { return list->inside[index]; }
};

inline void gather(const test::json_span& v, std::vector<place_in_json>& all) {
  for (std::size_t i = 0; i < v.inside.size(); ++i) {
    all.push_back({&v, i});
    gather(v.inside[i], all);
  }
}

/// The text with its first letter as a JSON escape.
inline std::string with_escape(std::string_view quoted) {
  if (quoted.size() < 3 || quoted[1] == '\\' || static_cast<unsigned char>(quoted[1]) >= 0x80)
    return std::string(quoted);
  char code[8];
  std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(quoted[1])));
  return "\"" + std::string(code) + std::string(quoted.substr(2));
}

inline std::string of_another_kind(std::string_view text, const test::json_span& v, random& r) {
  const std::string own(v.in(text));
  switch (below(r, 8)) {
    case 0: return "null";
    case 1: return "[]";
    case 2: return "{}";
    case 3: return "true";
    case 4: return "[" + own + "]";
    case 5: return v.is == test::json_span::kind::number ? "\"" + own + "\"" : odd_number(r);
    case 6: return v.is == test::json_span::kind::text ? with_escape(own) : "\"\"";
    default: return v.is == test::json_span::kind::text ? "\"x\"" : odd_number(r);
  }
}

/// One change. A text that is no longer JSON loses or changes bytes.
inline std::string damaged_json(const std::string& text, random& r) {
  const auto spans = test::json_spans(text);
  if (!spans || below(r, 8) == 0) return damaged_bytes(text, r);
  std::vector<place_in_json> all;
  gather(*spans, all);
  if (all.empty()) return damaged_bytes(text, r);
  const place_in_json at = one_of(r, all);
  const test::json_span& e = at.entry();
  const std::string whole = text.substr(e.entry(), e.end - e.entry());
  const auto replaced = [&](std::size_t from, std::size_t to, std::string_view by) {
    return text.substr(0, from).append(by) + text.substr(to);
  };
  switch (below(r, 7)) {
    case 0: {  // removed, with the comma before or after it
      if (at.index + 1 < at.list->inside.size()) return replaced(e.entry(), at.list->inside[at.index + 1].entry(), "");
      return replaced(at.index == 0 ? e.entry() : at.list->inside[at.index - 1].end, e.end, "");
    }
    case 1: return replaced(e.end, e.end, ", " + whole);  // repeated
    case 2: {                                             // repeated, with another value
      const std::string other = text.substr(e.entry(), e.begin - e.entry()) + of_another_kind(text, e, r);
      return replaced(e.end, e.end, ", " + other);
    }
    case 3: {  // swaps with another entry
      const test::json_span& o = at.list->inside[below(r, at.list->inside.size())];
      const test::json_span &a = o.entry() < e.entry() ? o : e, &b = o.entry() < e.entry() ? e : o;
      if (&a == &b) return text;
      return text.substr(0, a.entry()) + text.substr(b.entry(), b.end - b.entry()) +
             text.substr(a.end, b.entry() - a.end) + text.substr(a.entry(), a.end - a.entry()) + text.substr(b.end);
    }
    case 4: return replaced(e.begin, e.end, of_another_kind(text, e, r));
    case 5:
      if (e.is == test::json_span::kind::number) return replaced(e.begin, e.end, odd_number(r));
      return replaced(e.begin, e.end, of_another_kind(text, e, r));
    default:
      if (!e.has_key()) return replaced(e.begin, e.end, of_another_kind(text, e, r));
      return replaced(e.key_begin, e.key_end, with_escape(text.substr(e.key_begin, e.key_end - e.key_begin)));
  }
}

}  // namespace mutate

#endif  // RIDGELINE_TESTS_MUTATE_JSON_HPP
