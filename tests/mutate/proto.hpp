#ifndef RIDGELINE_TESTS_MUTATE_PROTO_HPP
#define RIDGELINE_TESTS_MUTATE_PROTO_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/mutate/format.hpp"

/// Protocol buffer fields by position, to damage structure and to count what a file holds.
namespace mutate {

struct proto_field {
  std::uint64_t number = 0;
  unsigned wire = 0;
  std::uint64_t value = 0;                    ///< of a varint
  std::size_t begin = 0, content = 0, end = 0;  ///< the field, its content after key and length, its end

  std::string_view whole(std::string_view in) const { return in.substr(begin, end - begin); }
  std::string_view body(std::string_view in) const { return in.substr(content, end - content); }
};

inline bool take_varint(std::string_view bytes, std::size_t& at, std::uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 70 && at < bytes.size(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes[at++]);
    if (shift < 64) value |= static_cast<std::uint64_t>(byte & 127) << shift;
    if (byte < 128) return true;
  }
  return false;
}

/// The fields of a message; `whole` becomes false if it cannot be read to its end.
inline std::vector<proto_field> fields_of(std::string_view bytes, bool& whole) {
  std::vector<proto_field> all;
  std::size_t at = 0;
  while (at < bytes.size()) {
    proto_field f;
    f.begin = at;
    std::uint64_t key = 0, length = 0;
    if (!take_varint(bytes, at, key)) break;
    f.number = key >> 3;
    f.wire = static_cast<unsigned>(key & 7);
    f.content = at;
    bool good = f.number != 0;
    if (f.wire == 0) good = good && take_varint(bytes, at, f.value), f.end = at;
    else if (f.wire == 1) f.end = at + 8;
    else if (f.wire == 5) f.end = at + 4;
    else if (f.wire == 2) {
      good = good && take_varint(bytes, at, length) && length <= bytes.size() - at;
      f.content = at;
      f.end = at + static_cast<std::size_t>(length);
    } else {
      good = false;
    }
    if (!good || f.end > bytes.size()) break;
    at = f.end;
    all.push_back(f);
  }
  whole = whole && (all.empty() ? bytes.empty() : all.back().end == bytes.size());
  return all;
}

inline std::string varint(std::uint64_t value) {
  std::string out;
  for (; value >= 128; value >>= 7) out += static_cast<char>(value | 128);
  return out += static_cast<char>(value);
}

/// One change to a field, anywhere in the message or a nested message; enclosing lengths are adjusted.
inline std::string damaged_message(const std::string& bytes, random& r, int depth = 0) {
  bool whole = true;
  const std::vector<proto_field> fields = fields_of(bytes, whole);
  if (fields.empty()) return bytes;
  const proto_field f = fields[below(r, fields.size())];
  const auto with = [&](std::string_view now) {
    return bytes.substr(0, f.begin).append(now) + bytes.substr(f.end);
  };
  const std::string_view own = f.whole(bytes);
  bool inner = true;
  if (f.wire == 2 && depth < 4 && below(r, 5) != 0 && !fields_of(f.body(bytes), inner).empty() && inner) {
    const std::string changed = damaged_message(std::string(f.body(bytes)), r, depth + 1);
    return with(varint(f.number << 3 | 2) + varint(changed.size()) + changed);
  }
  static const std::vector<std::uint64_t> odd{
      0, 1, 127, 1u << 31, 1ull << 32, (1ull << 63) - 1, 1ull << 63, ~std::uint64_t{0}, 1'000'000'000'000};
  switch (below(r, 6)) {
    case 0: return with("");
    case 1: return with(std::string(own).append(own));
    case 2: {  // swaps with another field
      const proto_field o = fields[below(r, fields.size())];
      const proto_field &a = o.begin < f.begin ? o : f, &b = o.begin < f.begin ? f : o;
      if (a.begin == b.begin) return bytes;
      return bytes.substr(0, a.begin) + std::string(b.whole(bytes)) + bytes.substr(a.end, b.begin - a.end) +
             std::string(a.whole(bytes)) + bytes.substr(b.end);
    }
    case 3: return with(varint(f.number << 3) + varint(one_of(r, odd)));                     // a number
    case 4: return with(varint(f.number << 3 | 1) + std::string("\0\0\0\0\0\0\xF8\x7F", 8));  // a NaN
    default: {  // of another number
      const std::string length = f.wire == 2 ? varint(f.end - f.content) : std::string();
      return with(varint((1 + below(r, 40)) << 3 | f.wire) + length + std::string(f.body(bytes)));
    }
  }
}

}  // namespace mutate

#endif  // RIDGELINE_TESTS_MUTATE_PROTO_HPP
