#ifndef RIDGELINE_GPU_READ_PERFETTO_VALUES_HPP
#define RIDGELINE_GPU_READ_PERFETTO_VALUES_HPP

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/read/perfetto_sequence.hpp>
#include <ridgeline/read/json_text.hpp>
#include <ridgeline/read/protobuf.hpp>

#if RIDGELINE_WITH_PROTOZERO

namespace ridgeline::gpu_detail {

/// The texts of one piece of a trace, in addition to the shared ones; its own symbols have the highest bit set.
class perfetto_texts {
 public:
  explicit perfetto_texts(const symbol_pool& shared) : shared_(&shared) {}

  symbol keep(std::string_view text) { return symbol{static_cast<std::uint32_t>(own_.keep(text)) | own_bit}; }
  std::string_view text(symbol s) const { return is_own(s) ? own_.text(without_bit(s)) : shared_->text(s); }

  /// Adds new texts to `shared`, the same pool that was passed to the constructor.
  void share(symbol_pool& shared) {
    if (global_.empty()) global_.push_back(missing<symbol>);
    for (std::size_t i = global_.size(); i < own_.bound(); ++i)
      global_.push_back(shared.keep(own_.text(symbol{static_cast<std::uint32_t>(i)})));
  }
  /// The corresponding symbol in the shared pool.
  symbol shared(symbol s) const { return is_own(s) ? global_[index_of(without_bit(s))] : s; }

 private:
  static constexpr std::uint32_t own_bit = 0x80000000;
  static bool is_own(symbol s) { return (static_cast<std::uint32_t>(s) & own_bit) != 0; }
  static symbol without_bit(symbol s) { return symbol{static_cast<std::uint32_t>(s) & ~own_bit}; }

  const symbol_pool* shared_;
  symbol_pool own_{};
  std::vector<symbol> global_;
};

/// Reads the values of events: texts inline or by number, lists as JSON. Most values are a single field after their
/// name and are read by a fast path; lists with bytes seen before are not converted again.
class perfetto_values {
 public:
  perfetto_values(perfetto_texts& texts, gpu_problems& problems, bool (*wanted)(std::string_view))
      : texts_(texts), problems_(problems), wanted_(wanted) {}

  /// Reads one value and its name. False if it is not wanted.
  bool read(std::string_view bytes, const perfetto_moment& at, perfetto_value& v) {
    std::string_view rest;
    const asked_name* const name = name_in_front(bytes, at, rest);
    if (name == nullptr) return read_closely(bytes, {}, at, v);
    v.name = name->text;
    if (only_number(rest, v)) return name->wanted;
    if (only_text(rest)) {
      if (!name->wanted) return false;
      v.is = perfetto_value::kind::text;
      v.bits = static_cast<std::uint64_t>(texts_.keep(rest.substr(2)));
      return true;
    }
    if (name->wanted && (rest.starts_with(list_key) || rest.starts_with(dictionary_key))) {
      const repeat& seen = repeat_of(rest);
      if (seen.raw == rest && (seen.state == 0 || seen.state == at.in.state)) {
        v.is = perfetto_value::kind::json;
        v.bits = static_cast<std::uint64_t>(seen.text);
        return true;
      }
    }
    return read_closely(bytes, rest, at, v);
  }
  /// Reads one value regardless of its name.
  perfetto_value read_any(std::string_view bytes, const perfetto_moment& at) {
    perfetto_value v;
    bool (*const wanted)(std::string_view) = std::exchange(wanted_, nullptr);
    read_closely(bytes, {}, at, v);
    wanted_ = wanted;
    return v;
  }
  bool is_wanted(std::string_view name) const { return wanted_ == nullptr || wanted_(name); }

 private:
  struct content {
    perfetto_value::kind is = perfetto_value::kind::none;
    std::int64_t whole = 0;
    double real = 0;
    std::string_view text{}, name{};
    std::uint64_t text_iid = 0, name_iid = 0;
    int names = 0;
    bool by_number = false, is_unsigned = false, legacy = false, has_list = false, has_members = false;
  };
  struct asked_name {
    std::string_view spelled{};
    symbol text = missing<symbol>;
    bool wanted = false;
  };
  /// The JSON of a list that has been seen before.
  struct repeat {
    std::string raw{};
    symbol text = missing<symbol>;
    std::uint64_t state = 0;  ///< of the sequence that defines the numbers in the list; 0: none used
  };
  static constexpr char list_key = static_cast<char>(proto_key(12, proto_wire::bytes));
  static constexpr char dictionary_key = static_cast<char>(proto_key(11, proto_wire::bytes));

  /// Parses a varint of at most nine bytes; null if there is none.
  static const char* varint(const char* p, const char* end, std::uint64_t& value) {
    value = 0;
    for (int shift = 0; p != end && shift < 63; shift += 7, ++p) {
      value |= static_cast<std::uint64_t>(*p & 0x7F) << shift;
      if ((*p & 0x80) == 0) return p + 1;
    }
    return nullptr;
  }

  /// The name at the start of the bytes, and the rest after it. Null if the encoding is unusual.
  const asked_name* name_in_front(std::string_view bytes, const perfetto_moment& at, std::string_view& rest) {
    if (bytes.size() < 3) return nullptr;
    if (bytes[0] == static_cast<char>(proto_key(10, proto_wire::bytes))) {
      const auto size = static_cast<unsigned char>(bytes[1]);
      if (size == 0 || size >= 0x80 || bytes.size() < size + std::size_t{2}) return nullptr;
      rest = bytes.substr(size + std::size_t{2});
      return &inline_name(bytes.substr(2, size));
    }
    if (bytes[0] != static_cast<char>(proto_key(1, proto_wire::varint))) return nullptr;
    std::uint64_t iid = 0;
    const char* const after = varint(bytes.data() + 1, bytes.data() + bytes.size(), iid);
    const symbol found = after != nullptr && iid != 0 ? at.in.value_names.of(iid, at.when) : missing<symbol>;
    if (!known(found)) return nullptr;
    rest = bytes.substr(static_cast<std::size_t>(after - bytes.data()));
    if (numbered_.size() <= index_of(found)) numbered_.resize(index_of(found) * 2 + 64);
    asked_name& n = numbered_[index_of(found)];
    if (!known(n.text)) n = {{}, found, is_wanted(texts_.text(found))};
    return &n;
  }
  const asked_name& inline_name(std::string_view name) {
    const auto letter = [&](std::size_t i) -> std::size_t { return static_cast<unsigned char>(name[i]); };
    const std::size_t slot = name.size() + letter(0) * 3 + letter(name.size() / 2) * 5 + letter(name.size() - 1) * 8;
    asked_name& n = inline_[slot % inline_.size()];
    if (n.spelled != name) {
      n.text = texts_.keep(name);
      n.spelled = texts_.text(n.text);
      n.wanted = is_wanted(name);
    }
    return n;
  }

  /// Whether `rest` is exactly one number.
  static bool only_number(std::string_view rest, perfetto_value& v) {
    using kind = perfetto_value::kind;
    if (rest.size() < 2) return false;
    const char* const end = rest.data() + rest.size();
    switch (rest[0]) {
      case static_cast<char>(proto_key(2, proto_wire::varint)):
        if (varint(rest.data() + 1, end, v.bits) != end) return false;
        v.bits = v.bits != 0 ? 1 : 0, v.is = kind::boolean;
        return true;
      case static_cast<char>(proto_key(3, proto_wire::varint)):
      case static_cast<char>(proto_key(4, proto_wire::varint)):
      case static_cast<char>(proto_key(7, proto_wire::varint)):
        v.is = kind::whole;
        return varint(rest.data() + 1, end, v.bits) == end;
      default: return false;
    }
  }
  static bool only_text(std::string_view rest) {
    if (rest.size() < 2 || rest[0] != static_cast<char>(proto_key(6, proto_wire::bytes))) return false;
    const auto size = static_cast<unsigned char>(rest[1]);
    return size < 0x80 && rest.size() == size + std::size_t{2};
  }
  repeat& repeat_of(std::string_view raw) {
    if (repeats_.empty()) repeats_.resize(1024);
    return repeats_[hash_of(raw) % repeats_.size()];
  }

  /// Reads any value. `rest` is what follows a leading name; empty if there is none.
  bool read_closely(std::string_view bytes, std::string_view rest, const perfetto_moment& at, perfetto_value& v) {
    using kind = perfetto_value::kind;
    content c;
    walk(bytes, c);
    v.name = name_of(c, at);
    if (!is_wanted(texts_.text(v.name))) return false;
    v.is = c.is;
    if (c.is == kind::text) {
      v.bits = static_cast<std::uint64_t>(c.by_number ? text_of(at.in.strings.of(c.text_iid, at.when))
                                                      : texts_.keep(c.text));
    } else if (c.is == kind::real) {
      v.bits = std::bit_cast<std::uint64_t>(c.real);
    } else if (c.is == kind::json || c.is == kind::none) {
      json_.clear();
      names_number_ = names_nothing_ = false;
      append(json_, bytes, at, 0);
      v.is = kind::json;
      const symbol text = texts_.keep(json_);
      v.bits = static_cast<std::uint64_t>(text);
      constexpr std::size_t long_list = 4096;
      if (!rest.empty() && c.names == 1 && !names_nothing_ && rest.size() < long_list) {
        repeat& seen = repeat_of(rest);
        seen.raw = rest;
        seen.text = text, seen.state = names_number_ ? at.in.state : 0;
      }
    } else {
      v.bits = static_cast<std::uint64_t>(c.whole);
    }
    return true;
  }

  [[gnu::flatten]] static void walk(std::string_view bytes, content& c) {
    using kind = perfetto_value::kind;
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(1, proto_wire::varint): c.name_iid = m.varint(), ++c.names; break;
        case proto_key(10, proto_wire::bytes): c.name = m.bytes(), ++c.names; break;
        case proto_key(2, proto_wire::varint): c.whole = m.varint() != 0 ? 1 : 0, c.is = kind::boolean; break;
        case proto_key(3, proto_wire::varint):
        case proto_key(7, proto_wire::varint): c.whole = m.number(), c.is = kind::whole, c.is_unsigned = true; break;
        case proto_key(4, proto_wire::varint): c.whole = m.number(), c.is = kind::whole; break;
        case proto_key(5, proto_wire::fixed64): c.real = m.real(), c.is = kind::real; break;
        case proto_key(6, proto_wire::bytes): c.text = m.bytes(), c.is = kind::text; break;
        case proto_key(17, proto_wire::varint): c.text_iid = m.varint(), c.is = kind::text, c.by_number = true; break;
        case proto_key(9, proto_wire::bytes): c.text = m.bytes(), c.is = kind::json, c.legacy = true; break;
        case proto_key(11, proto_wire::bytes): c.is = kind::json, c.has_members = true; break;
        case proto_key(12, proto_wire::bytes): c.is = kind::json, c.has_list = true; break;
        default: break;
      }
    }
  }

  symbol text_of(symbol found) {
    names_number_ = true;
    if (known(found)) return found;
    names_nothing_ = true;
    problems_.add(gpu_problem::text_undefined);
    return texts_.keep("");
  }
  symbol name_of(const content& c, const perfetto_moment& at) {
    return !c.name.empty() || c.name_iid == 0 ? texts_.keep(c.name)
                                              : text_of(at.in.value_names.of(c.name_iid, at.when));
  }

  void append(std::string& out, std::string_view bytes, const perfetto_moment& at, int depth) {
    using kind = perfetto_value::kind;
    content c;
    walk(bytes, c);
    std::array<char, 32> digits{};
    const auto number = [&](auto n) {
      out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), n).ptr);
    };
    switch (c.is) {
      case kind::boolean: out += c.whole != 0 ? "true" : "false"; return;
      case kind::whole:
        if (c.is_unsigned) number(static_cast<std::uint64_t>(c.whole));
        else number(c.whole);
        return;
      case kind::real: number(c.real); return;
      case kind::text: {
        const std::string_view text =
            c.by_number ? texts_.text(text_of(at.in.strings.of(c.text_iid, at.when))) : c.text;
        if (text == "null") out += text;  // JSON's null, which the format cannot express
        else quote(out, text);
        return;
      }
      case kind::none: out += "[]"; return;
      case kind::json: break;
    }
    if (c.legacy) {
      json_repairs repairs;
      const std::size_t before = out.size();
      json_cursor whole{c.text.data(), c.text.data() + c.text.size()};
      if (!whole.skip_value() || !append_compact(out, c.text, deepest, repairs)) out.resize(before), out += "[]";
      return;
    }
    const bool members = c.has_members;
    out += members ? '{' : '[';
    bool first = true;
    proto_message m(bytes);
    while (depth < deepest && m.next()) {
      if (m.key() != proto_key(members ? 11 : 12, proto_wire::bytes)) continue;
      const std::string_view inner = m.bytes();
      if (!first) out += ',';
      first = false;
      if (members) {
        content named;
        walk(inner, named);
        quote(out, texts_.text(name_of(named, at)));
        out += ':';
      }
      append(out, inner, at, depth + 1);
    }
    out += members ? '}' : ']';
  }
  static void quote(std::string& out, std::string_view text) {
    std::string repaired;
    out += '"';
    for (std::size_t i = 0; i < text.size();) {  // always valid UTF-8, as in other readers
      const std::size_t n = utf8_length(text.substr(i));
      if (n == 0) read_detail::append_code_point(repaired, 0xFFFD);
      else repaired.append(text.substr(i, n));
      i += n == 0 ? 1 : n;
    }
    out.pop_back();
    append_quoted(out, repaired);
  }

  static constexpr int deepest = 12;
  perfetto_texts& texts_;
  gpu_problems& problems_;
  bool (*wanted_)(std::string_view);
  std::string json_{};
  bool names_number_ = false, names_nothing_ = false;  ///< whether the current list uses numbers, and undefined ones
  std::array<asked_name, 256> inline_{};
  std::vector<asked_name> numbered_;    ///< by shared symbol
  std::vector<repeat> repeats_;         ///< by the hash of the bytes
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_GPU_READ_PERFETTO_VALUES_HPP
