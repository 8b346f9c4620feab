/// A server of the Model Context Protocol over standard input and output: agents ask it about traces.

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <unistd.h>

#include <ridgeline/core/version.hpp>

#include "common/mcp/json_message.hpp"
#include "common/mcp/mcp_tools.hpp"
#include "common/memory_option.hpp"
#include "common/program.hpp"

namespace rl = ridgeline;
namespace rpc = program::rpc;
namespace mcp = program::mcp;
using program::json_message;
using kind = json_message::kind;

namespace {

constexpr std::string_view versions[] = {"2025-06-18", "2025-03-26", "2024-11-05"};  // the newest first

constexpr std::string_view instructions =
    "Answers questions about traces of accelerator profilers. Ask summary first, then findings for what to fix and "
    "drill_down for the rows behind a number; compare for two runs. Each answer has at most 2,000 tokens.";

std::string initialize(const json_message& m, const json_message::value* id) {
  std::string_view version = versions[0];
  if (const std::string* const asked = m.text("/params/protocolVersion"))
    for (const std::string_view known : versions)
      if (known == *asked) version = known;
  return rpc::answer(id, [&](rl::json_writer& json) {
    json.key("result").object([&] {
      json.key("protocolVersion").value(version);
      json.key("capabilities").object([&] { json.key("tools").object([&] { json.key("listChanged").value(false); }); });
      json.key("serverInfo").object([&] {
        json.key("name").value("ridgeline-mcp").key("title").value("ridgeline").key("version").value(RIDGELINE_VERSION);
      });
      json.key("instructions").value(instructions);
    });
  });
}

std::string list_tools(const json_message::value* id) {
  return rpc::answer(id, [&](rl::json_writer& json) {
    json.key("result").object([&] {
      json.key("tools").list(mcp::tools, [&](const mcp::tool& t) {
        std::string schema(t.schema);
        if (const std::size_t at = schema.find('%'); at != std::string::npos) schema.replace(at, 1, mcp::trace_text);
        json.object([&] {
          json.key("name").value(t.name).key("title").value(t.title).key("description").value(t.description);
          json.key("inputSchema").raw(schema);
          json.key("annotations").object([&] { json.key("readOnlyHint").value(true); });
        });
      });
    });
  });
}

std::string call_tool(const json_message& m, const json_message::value* id, mcp::report_shelf& shelf) {
  const std::string* const name = m.text("/params/name");
  if (name == nullptr) return rpc::error(id, rpc::invalid_params, "tools/call: params.name is missing");
  if (!m.is_absent("/params/arguments") && !m.is("/params/arguments", kind::object))
    return rpc::error(id, rpc::invalid_params, "tools/call: params.arguments is not an object");
  for (const mcp::tool& t : mcp::tools) {
    if (t.name != *name) continue;
    const mcp::said answer = t.call(mcp::arguments(m), shelf);
    return rpc::answer(id, [&](rl::json_writer& json) {
      json.key("result").object([&] {
        json.key("content").list([&] {
          json.object([&] { json.key("type").value("text").key("text").value(answer.text); });
        });
        json.key("isError").value(answer.failed);
      });
    });
  }
  return rpc::error(id, rpc::invalid_params, "there is no tool " + *name);
}

/// The answer to one message; nothing for those that expect none.
std::optional<std::string> handle(std::string_view text, mcp::report_shelf& shelf) {
  const rl::expected<json_message> read = json_message::read(text);
  if (!read) return rpc::error(nullptr, rpc::parse_error, "the message " + read.error().what);
  const json_message& m = *read;
  const json_message::value* const id = m.find("/id");
  const bool usable_id = id == nullptr || id->is == kind::text || id->is == kind::whole || id->is == kind::real;
  if (!m.is("", kind::object) || !usable_id)
    return rpc::error(nullptr, rpc::invalid_request, "expected an object whose id is a string or a number");
  const std::string* const method = m.text("/method");
  if (method == nullptr && (m.find("/result") != nullptr || m.find("/error") != nullptr)) return std::nullopt;
  const std::string* const version = m.text("/jsonrpc");
  if (version == nullptr || *version != "2.0" || method == nullptr)
    return rpc::error(id, rpc::invalid_request, "expected \"jsonrpc\": \"2.0\" and a method");
  if (id == nullptr) return std::nullopt;  // a notification; nothing runs between messages
  if (!m.is_absent("/params") && !m.is("/params", kind::object))
    return rpc::error(id, rpc::invalid_params, "params is not an object");
  if (*method == "initialize") return initialize(m, id);
  if (*method == "ping") return rpc::answer(id, [](rl::json_writer& json) { json.key("result").object([] {}); });
  if (*method == "tools/list") return list_tools(id);
  if (*method == "tools/call") return call_tool(m, id, shelf);
  return rpc::error(id, rpc::no_such_method, "there is no method " + *method);
}

/// The answer to a line: a message, or a list of them.
std::optional<std::string> handle_line(std::string_view line, mcp::report_shelf& shelf) {
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // a byte order mark
  const std::size_t dark = line.find_first_not_of(" \t\r");
  if (dark == line.npos) return std::nullopt;
  if (line[dark] != '[') return handle(line, shelf);
  const std::optional<std::vector<std::string_view>> all = program::members_of_list(line.substr(dark));
  if (!all) return rpc::error(nullptr, rpc::parse_error, "the list of messages is not valid JSON");
  constexpr std::size_t most = 100;
  if (all->empty() || all->size() > most)
    return rpc::error(nullptr, rpc::invalid_request, "expected 1 to 100 messages in a list");
  std::string answers;
  for (const std::string_view one : *all)
    if (const std::optional<std::string> answer = handle(one, shelf)) answers += (answers.empty() ? "" : ",") + *answer;
  return answers.empty() ? std::nullopt : std::optional("[" + answers + "]");
}

/// Writes a line at once; false if the reader is gone.
bool put(std::string line) {
  line += '\n';
  for (std::string_view left = line; !left.empty();) {
    const ::ssize_t n = ::write(1, left.data(), left.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    left.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

/// Reads lines until the client closes the pipe. A line that is too long is skipped and reported.
int serve(mcp::report_shelf& shelf) {
  constexpr std::size_t longest = std::size_t{4} << 20;
  std::string line;
  bool too_long = false;
  const auto finish_line = [&] {
    std::optional<std::string> answer;
    if (too_long) answer = rpc::error(nullptr, rpc::invalid_request, "a message has at most 4 MiB");
    else answer = handle_line(line, shelf);
    line.clear();
    too_long = false;
    return !answer || put(std::move(*answer));
  };
  std::vector<char> part(std::size_t{1} << 16);
  for (;;) {
    const ::ssize_t n = ::read(0, part.data(), part.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return program::unusable_input;
    if (n == 0) return line.empty() || finish_line() ? program::success : program::unusable_input;
    for (std::string_view text(part.data(), static_cast<std::size_t>(n)); !text.empty();) {
      const std::size_t end = text.find('\n');
      const std::string_view more = text.substr(0, end);
      too_long = too_long || line.size() + more.size() > longest;
      if (!too_long) line += more;
      if (end != text.npos && !finish_line()) return program::unusable_input;
      text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  program::application app("Answers agents about traces: a server of the Model Context Protocol on standard input and output, with "
                           "the tools summary, findings, compare and drill_down",
                           "ridgeline-mcp");
  std::string root;
  app.add_option("--root", root, "read only files in this folder (default: whatever the user may read)");
  const program::memory_option memory(app);
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;
  std::error_code why;
  if (app.count("--root") != 0 && !std::filesystem::is_directory(root, why)) {
    program::say("ridgeline-mcp: --root: " +
                 (root.empty() ? "expected a folder, found nothing" : root + " is not a folder"));
    return program::wrong_usage;
  }
  memory.hold("ridgeline-mcp");
  ::signal(SIGPIPE, SIG_IGN);
  mcp::report_shelf shelf(root);
  return serve(shelf);
}
