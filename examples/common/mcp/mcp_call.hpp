/// The input and output of a ridgeline-mcp tool.
#ifndef RIDGELINE_EXAMPLES_COMMON_MCP_CALL_HPP
#define RIDGELINE_EXAMPLES_COMMON_MCP_CALL_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "../any_report.hpp"
#include "../program.hpp"
#include "json_message.hpp"
#include "token_budget.hpp"

namespace program::mcp {

namespace rl = ridgeline;

inline constexpr std::size_t answer_tokens = 2000;

/// A tool's result: an answer, or why there is none.
struct said {
  std::string text{};
  bool failed = false;
};
inline said refused(const std::string& why) {
  token_budget to(answer_tokens);
  to.front_of(why);
  return {to.text(), true};
}

/// The arguments of a call, `/params/arguments/...` of its message. The first invalid one is remembered.
class arguments {
 public:
  explicit arguments(const json_message& of) : of_(&of) {}

  /// An argument that is required unless `otherwise` is given.
  std::string text(const std::string& name, std::optional<std::string> otherwise = std::nullopt) {
    const json_message::value* const v = find(name);
    if (v == nullptr && !otherwise) wrong(name + " is missing");
    if (v == nullptr) return otherwise.value_or("");
    if (v->is != json_message::kind::text) wrong(name + ": expected a text");
    return v->text;
  }
  std::int64_t whole(const std::string& name, std::int64_t otherwise, std::int64_t least, std::int64_t most) {
    const json_message::value* const v = find(name);
    if (v == nullptr) return otherwise;
    if (v->is != json_message::kind::whole || v->whole < least || v->whole > most) {
      wrong(name + ": expected a whole number from " + std::to_string(least) + " to " + std::to_string(most));
      return otherwise;
    }
    return v->whole;
  }
  bool truth(const std::string& name) {
    const json_message::value* const v = find(name);
    if (v != nullptr && v->is != json_message::kind::boolean) wrong(name + ": expected true or false");
    return v != nullptr && v->boolean;
  }
  /// Texts in a list, or one text.
  std::vector<std::string> texts(const std::string& name) {
    const json_message::value* const v = find(name);
    std::vector<std::string> all;
    if (v == nullptr) return all;
    if (v->is == json_message::kind::text) return {v->text};
    if (v->is != json_message::kind::array) wrong(name + ": expected a text or a list of texts");
    constexpr std::size_t most = 1000;
    for (std::size_t i = 0; v->is == json_message::kind::array && i < most; ++i) {
      const json_message::value* const item = of_->find(front + name + "/" + std::to_string(i));
      if (item == nullptr) break;
      if (item->is != json_message::kind::text) wrong(name + ": expected texts");
      all.push_back(item->text);
    }
    return all;
  }
  /// What is wrong with them, including those that no tool of this kind has; empty for nothing. To be called when all
  /// are read.
  std::string problem() {
    for (const std::string& key : of_->keys("/params/arguments"))
      if (!known_.contains(key)) wrong("there is no argument " + key + did_you_mean(nearest_word(known_, key)));
    return problem_;
  }

 private:
  static constexpr const char* front = "/params/arguments/";
  const json_message::value* find(const std::string& name) {
    known_.insert(name);
    const json_message::value* const v = of_->find(front + name);
    return v == nullptr || v->is == json_message::kind::null ? nullptr : v;
  }
  void wrong(const std::string& why) {
    if (problem_.empty()) problem_ = why;
  }

  const json_message* of_;
  std::set<std::string> known_{};
  std::string problem_{};
};

/// The most recently requested reports, made again when their files change.
class report_shelf {
 public:
  /// Inputs must be inside `root`, unless it is empty.
  explicit report_shelf(std::string root) : root_(std::move(root)) {}

  /// Empty if a path may be read, else why not.
  std::string refusal(const std::string& path) const {
    namespace fs = std::filesystem;
    if (path.find('\0') != path.npos) return "a path cannot contain a NUL character";  // the system would read its front
    std::error_code bad;
    if (!fs::is_directory(path, bad) && rl::is_written_in_place(path))
      return path + ": is a device or a pipe, which is not supported";
    if (root_.empty()) return {};
    bad.clear();
    const fs::path at = fs::weakly_canonical(path, bad), root = fs::weakly_canonical(root_, bad);
    const bool inside = !bad && std::mismatch(root.begin(), root.end(), at.begin(), at.end()).first == root.end();
    return inside ? std::string() : path + ": this server reads what is in " + root_ + " only";
  }

  rl::expected<std::shared_ptr<const any_report>> report(const std::string& path, const any_report_options& want) {
    if (const std::string why = refusal(path); !why.empty()) return rl::failure{rl::errc::cannot_read, {}, why};
    const std::optional<std::string> stamp = stamp_of(path);
    if (!stamp) return rl::failure{rl::errc::cannot_read, {path}, "has too many files; name the folder of the traces"};
    for (entry& e : kept_)
      if (e.path == path && e.stamp == *stamp && e.arch == want.arch && e.all >= want.all_sheets) {
        std::rotate(kept_.data(), &e, &e + 1);
        return kept_.front().report;
      }
    std::erase_if(kept_, [&](const entry& e) { return e.path == path; });
    if (kept_.size() >= most_kept) kept_.pop_back();  // before the next one is read: traces are large
    rl::expected<any_report> made = report_on(path, want);
    if (!made) return made.error();
    kept_.insert(kept_.begin(),
                 {path, *stamp, want.arch, want.all_sheets, std::make_shared<const any_report>(*std::move(made))});
    return kept_.front().report;
  }

 private:
  static constexpr std::size_t most_kept = 2;
  static constexpr std::uint64_t most_files = 20'000;
  struct entry {
    std::string path{}, stamp{}, arch{};
    bool all = false;
    std::shared_ptr<const any_report> report{};
  };

  /// Size and time of a file, or of the files in a folder; nothing if there are too many.
  static std::optional<std::string> stamp_of(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code bad;
    std::uint64_t sum = 0, files = 0;
    const auto add = [&](const fs::path& file) {
      std::error_code gone;  // removed meanwhile; the rest of the folder is looked at nevertheless
      const auto time = static_cast<std::uint64_t>(fs::last_write_time(file, gone).time_since_epoch().count());
      sum = (sum ^ time ^ (fs::file_size(file, gone) << 1)) * 0x100000001b3u;
    };
    if (!fs::is_directory(path, bad)) add(path);
    else
      for (fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, bad), end;
           !bad && at != end; at.increment(bad)) {
        if (++files > most_files) return std::nullopt;
        if (std::error_code gone; at->is_regular_file(gone)) add(at->path());
      }
    return std::to_string(sum) + "/" + std::to_string(files);
  }

  std::string root_;
  std::vector<entry> kept_{};
};

}  // namespace program::mcp

#endif  // RIDGELINE_EXAMPLES_COMMON_MCP_CALL_HPP
