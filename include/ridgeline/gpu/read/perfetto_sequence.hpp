#ifndef RIDGELINE_GPU_READ_PERFETTO_SEQUENCE_HPP
#define RIDGELINE_GPU_READ_PERFETTO_SEQUENCE_HPP

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/read/json_text.hpp>
#include <ridgeline/read/protobuf.hpp>

#if RIDGELINE_WITH_PROTOZERO

/// What the packets of one writer say once for all those behind them.
namespace ridgeline::gpu_detail {

/// Texts by number.
class interned_texts {
 public:
  void set(std::uint64_t iid, symbol text) {
    if (iid < near) {
      if (iid >= few_.size()) few_.resize(iid + 1, missing<symbol>);
      few_[iid] = text;
      return;
    }
    const std::uint32_t n = numbers_.number(iid);
    if (n >= many_.size()) many_.resize(n + std::size_t{1}, missing<symbol>);
    many_[n] = text;
  }
  symbol of(std::uint64_t iid) {
    if (iid < near) return iid < few_.size() ? few_[iid] : missing<symbol>;
    const std::uint32_t n = numbers_.number(iid);
    return n < many_.size() ? many_[n] : missing<symbol>;
  }
  void clear() { *this = {}; }

 private:
  static constexpr std::uint64_t near = 1 << 16;
  std::vector<symbol> few_{};
  distinct<std::uint64_t> numbers_{};
  std::vector<symbol> many_{};
};

/// The state of one sequence of packets.
struct perfetto_sequence {
  interned_texts categories{}, names{}, value_names{}, strings{};
  std::uint64_t track = 0, clock = 0;   ///< for packets that name none; 0: none is set
  bool cleared = false;
};

/// Reads the values of events: texts inline or by number, lists as JSON.
class perfetto_values {
 public:
  explicit perfetto_values(perfetto_trace& trace) : trace_(trace) {}

  /// One value with its name, in the state of its sequence. One that is not `wanted` has no name.
  perfetto_value read(std::string_view bytes, perfetto_sequence& state, bool (*wanted)(std::string_view)) {
    perfetto_value v;
    content c;
    walk(bytes, c);
    v.name = name_of(c, state);
    if (wanted != nullptr && !is_wanted(v.name, wanted)) return {};
    v.whole = c.whole, v.real = c.real, v.is = c.is;
    if (c.is == perfetto_value::kind::text) {
      v.text = c.by_number ? text_of(state.strings.of(c.text_iid)) : trace_.texts.keep(c.text);
    } else if (c.is == perfetto_value::kind::json || c.is == perfetto_value::kind::none) {
      json_.clear();
      append(json_, bytes, state, 0);
      v.is = perfetto_value::kind::json;
      v.text = trace_.texts.keep(json_);
    }
    return v;
  }

 private:
  struct content {
    perfetto_value::kind is = perfetto_value::kind::none;
    std::int64_t whole = 0;
    double real = 0;
    std::string_view text{}, name{};
    std::uint64_t text_iid = 0, name_iid = 0;
    bool by_number = false, is_unsigned = false, legacy = false, has_list = false, has_members = false;
  };

  static void walk(std::string_view bytes, content& c) {
    using kind = perfetto_value::kind;
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(1, proto_wire::varint): c.name_iid = m.varint(); break;
        case proto_key(10, proto_wire::bytes): c.name = m.bytes(); break;
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
    if (!known(found)) trace_.problems.add(gpu_problem::text_undefined);
    return known(found) ? found : trace_.texts.keep("");
  }
  symbol name_of(const content& c, perfetto_sequence& state) {
    return !c.name.empty() || c.name_iid == 0 ? trace_.texts.keep(c.name) : text_of(state.value_names.of(c.name_iid));
  }
  bool is_wanted(symbol name, bool (*wanted)(std::string_view)) {
    if (asked_.size() <= index_of(name)) asked_.resize(index_of(name) * 2 + 64, 0);
    char& answer = asked_[index_of(name)];
    if (answer == 0) answer = wanted(trace_.texts.text(name)) ? 1 : 2;
    return answer == 1;
  }

  void append(std::string& out, std::string_view bytes, perfetto_sequence& state, int depth) {
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
        const std::string_view text = c.by_number ? trace_.texts.text(text_of(state.strings.of(c.text_iid))) : c.text;
        if (text == "null") out += text;  // JSON's word, which the format cannot say
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
        quote(out, trace_.texts.text(name_of(named, state)));
        out += ':';
      }
      append(out, inner, state, depth + 1);
    }
    out += members ? '}' : ']';
  }
  static void quote(std::string& out, std::string_view text) {
    std::string repaired;
    out += '"';
    for (std::size_t i = 0; i < text.size();) {  // always valid UTF-8, as other readers make it
      const std::size_t n = read_detail::utf8_sequence(text.substr(i));
      if (n == 0) read_detail::append_code_point(repaired, 0xFFFD);
      else repaired.append(text.substr(i, n));
      i += n == 0 ? 1 : n;
    }
    out.pop_back();
    append_quoted(out, repaired);
  }

  static constexpr int deepest = 12;
  perfetto_trace& trace_;
  std::string json_{};
  std::vector<char> asked_{};  ///< by name: 0 not asked, 1 wanted, 2 not
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_GPU_READ_PERFETTO_SEQUENCE_HPP
