/// JSON-RPC messages: parsing requests and writing answers.
#ifndef RIDGELINE_EXAMPLES_COMMON_JSON_MESSAGE_HPP
#define RIDGELINE_EXAMPLES_COMMON_JSON_MESSAGE_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/read/json_cursor.hpp>
#include <ridgeline/read/json_text.hpp>
#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/sink/output.hpp>

namespace program {

/// A small untrusted JSON document, with values found by path: `/params/name`, `/params/list/0`.
class json_message {
 public:
  using kind = ridgeline::json_leaf::kind;
  struct value {
    kind is = kind::null;
    bool boolean = false;
    std::int64_t whole = 0;
    double real = 0;
    std::string text{};  ///< of a text; of the id, if that is a number, its spelling by the client
  };

  static ridgeline::expected<json_message> read(std::string_view document) {
    constexpr std::size_t most = std::size_t{64} << 20;  // a short message can have very many long paths
    json_message m;
    std::size_t kept = 0;
    const ridgeline::expected<bool> done =
        ridgeline::read_json(document, [&](std::string_view path, const ridgeline::json_leaf& leaf) {
          kept += path.size() + leaf.text.size() + sizeof(value);
          if (kept > most) return;
          m.values_.insert_or_assign(
              std::string(path), value{leaf.is, leaf.boolean, leaf.whole, leaf.real, std::string(leaf.text)});
        });
    if (!done) return done.error();
    if (kept > most) return ridgeline::failure{ridgeline::errc::not_a_report, {}, "the message is too large"};
    m.spell_id(document);
    return m;
  }

  const value* find(std::string_view path) const {
    const auto at = values_.find(path);
    return at == values_.end() ? nullptr : &at->second;
  }
  bool is(std::string_view path, kind k) const {
    const value* const v = find(path);
    return v != nullptr && v->is == k;
  }
  /// Whether a path is absent or null.
  bool is_absent(std::string_view path) const { return find(path) == nullptr || is(path, kind::null); }
  /// The text at a path; null if there is another value or none.
  const std::string* text(std::string_view path) const {
    const value* const v = find(path);
    return v != nullptr && v->is == kind::text ? &v->text : nullptr;
  }
  /// The keys of an object, without those of nested objects.
  std::vector<std::string> keys(const std::string& path) const {
    std::vector<std::string> all;
    const std::string front = path + "/";
    for (auto at = values_.lower_bound(front); at != values_.end() && at->first.starts_with(front); ++at) {
      const std::string key = at->first.substr(front.size());
      if (key.find('/') == std::string::npos) all.push_back(key);
    }
    return all;
  }

 private:
  /// Keeps the spelling of a numeric id: the client gets it back unchanged, even beyond 64 bits.
  void spell_id(std::string_view document) {
    const auto id = values_.find("/id");
    if (id == values_.end() || (id->second.is != kind::whole && id->second.is != kind::real)) return;
    ridgeline::json_cursor at{document.data(), document.data() + document.size()};
    if (!at.expect('{')) return;
    std::string scratch;
    for (bool closed = false; !closed;) {
      ridgeline::json_string key;
      if (!at.key(key)) return;
      const char* const first = at.at;
      if (!at.skip_value()) return;
      if (ridgeline::key_text(key, scratch) == "id") id->second.text.assign(first, at.at);
      if (!at.another('}', closed) && !closed) return;
    }
  }

  std::map<std::string, value, std::less<>> values_{};
};

/// The members of a JSON list as they are in the text; nothing if the text is not a list.
inline std::optional<std::vector<std::string_view>> members_of_list(std::string_view text) {
  ridgeline::json_cursor at{text.data(), text.data() + text.size()};
  if (!at.expect('[')) return std::nullopt;
  std::vector<std::string_view> all;
  at.skip_blanks();
  if (at.take(']')) return all;
  for (bool closed = false; !closed;) {
    at.skip_blanks();
    const char* const first = at.at;
    if (!at.skip_value()) return std::nullopt;
    all.emplace_back(first, static_cast<std::size_t>(at.at - first));
    if (!at.another(']', closed) && !closed) return std::nullopt;
  }
  at.skip_blanks();
  return at.done() ? std::optional(all) : std::nullopt;
}

namespace rpc {

inline constexpr int parse_error = -32700, invalid_request = -32600, no_such_method = -32601, invalid_params = -32602;

/// `{"jsonrpc":"2.0","id":ID,...}`: `body(json)` writes what follows. Without an id it is null, as for messages that
/// could not be read.
template <class Body>
std::string answer(const json_message::value* id, Body&& body) {
  ridgeline::string_output out;
  {
    ridgeline::json_writer json(out);
    json.object([&] {
      json.key("jsonrpc").value("2.0").key("id");
      if (id == nullptr || id->is == json_message::kind::null) json.null();
      else if (id->is == json_message::kind::text) json.value(id->text);
      else json.raw(id->text);
      body(json);
    });
  }
  return out.text();
}

inline std::string error(const json_message::value* id, int code, std::string_view message) {
  return answer(id, [&](ridgeline::json_writer& json) {
    json.key("error").object([&] { json.key("code").value(code).key("message").value(message); });
  });
}

}  // namespace rpc

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_JSON_MESSAGE_HPP
