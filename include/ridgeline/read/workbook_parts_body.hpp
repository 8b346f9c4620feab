#ifndef RIDGELINE_READ_WORKBOOK_PARTS_BODY_HPP
#define RIDGELINE_READ_WORKBOOK_PARTS_BODY_HPP

/// The parts of a workbook besides its sheets, for the body of `workbook_file`.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/read/json_text.hpp>
#include <ridgeline/read/workbook_xml_body.hpp>

#if RIDGELINE_WITH_XLSXREADER

namespace ridgeline::read_detail {

/// The number of an escape `_xHHHH_` at the start of a text, or -1.
inline std::int32_t escaped_unit(std::string_view at) {
  return at.size() < 7 || !at.starts_with("_x") || at[6] != '_' ? -1 : hex4(at.substr(2));
}

/// Replaces the escapes in `text` from `from` on by the characters that they stand for: units of UTF-16.
inline void unescape(std::string& text, std::size_t from) {
  std::size_t at = text.find("_x", from);
  if (at == text.npos) return;
  const std::string escaped = text.substr(at);
  text.resize(at);
  for (at = 0; at < escaped.size();) {
    const std::string_view rest = std::string_view(escaped).substr(at);
    const std::int32_t unit = escaped_unit(rest);
    if (unit < 0) {
      text += escaped[at++];
      continue;
    }
    const std::int32_t next = rest.size() > 7 && (unit & 0xFC00) == 0xD800 ? escaped_unit(rest.substr(7)) : -1;
    const bool pair = next >= 0 && (next & 0xFC00) == 0xDC00;
    const bool half = !pair && (unit & 0xF800) == 0xD800;  // of a surrogate pair
    const std::int32_t point = pair ? 0x10000 + ((unit & 0x3FF) << 10) + (next & 0x3FF) : half ? 0xFFFD : unit;
    append_code_point(text, static_cast<std::uint32_t>(point));
    at += pair ? 14 : 7;
  }
}

/// The path of a part that another one refers to.
inline std::string target_path(std::string_view folder, std::string_view target) {
  std::string path = target.starts_with('/') ? std::string() : std::string(folder);
  while (!target.empty()) {
    const std::size_t end = target.find('/');
    const std::string_view step = target.substr(0, end);
    target.remove_prefix(end == target.npos ? target.size() : end + 1);
    if (step == "..") path.resize(path.find_last_of('/') == path.npos ? 0 : path.find_last_of('/'));
    else if (!step.empty() && step != ".") path += (path.empty() ? "" : "/") + std::string(step);
  }
  return path;
}

/// `_rels/NAME.rels`: which parts a part refers to.
class relations : public part_reader {
 public:
  struct relation {
    std::string kind{};  ///< the last word of its type
    std::string target{};
  };
  explicit relations(std::string folder) : folder_(std::move(folder)) {}

  void begin(const xml_name& name, const xml_attributes& a) {
    const char* const id = a.find("Id");
    const char* const type = a.find("Type");
    const char* const target = a.find("Target");
    const char* const mode = a.find("TargetMode");
    if (depth_ != 2 || name.local != "Relationship" || id == nullptr || type == nullptr || target == nullptr) return;
    if (mode != nullptr && std::string_view(mode) == "External") return;
    const std::string_view whole = type;
    relation r{std::string(whole.substr(whole.rfind('/') + 1)), target_path(folder_, target)};
    of_kind_.emplace(r.kind, r.target);
    all_.emplace(id, std::move(r));
  }
  const relation* find(const std::string& id) const {
    const auto found = all_.find(id);
    return found == all_.end() ? nullptr : &found->second;
  }
  /// The target of the first relation of a kind; empty: there is none.
  std::string target_of(std::string_view kind) const {
    const auto found = of_kind_.find(std::string(kind));
    return found == of_kind_.end() ? std::string() : found->second;
  }

 private:
  std::string folder_;
  std::unordered_map<std::string, relation> all_{};
  std::unordered_map<std::string, std::string> of_kind_{};
};

/// `workbook.xml`: the names of the sheets, and the relations that lead to them.
class sheet_list : public part_reader {
 public:
  struct entry {
    std::string name{}, relation{};
  };
  std::vector<entry> sheets{};

  void begin(const xml_name& name, const xml_attributes& a) {
    if (depth_ == 2) inside_ = name.is_main() && name.local == "sheets";
    if (depth_ != 3 || !inside_ || !name.is_main() || name.local != "sheet") return;
    const char* const title = a.find("name");
    const char* const relation = a.find_relation("id");
    sheets.push_back({title == nullptr ? "" : title, relation == nullptr ? "" : relation});
  }

 private:
  bool inside_ = false;
};

/// `sharedStrings.xml`: texts to which cells refer by number.
class shared_texts : public part_reader {
 public:
  void begin(const xml_name& name, const xml_attributes&) {
    if (depth_ == 2) item_ = name.is_main() && name.local == "si", run_ = false;
    if (depth_ == 3) run_ = item_ && name.local == "r";
    taken_ = item_ && name.local == "t" && (depth_ == 3 || (depth_ == 4 && run_));
  }
  void end() {
    taken_ = false;
    if (depth_ != 2 || !item_) return;
    const std::size_t start = ends_.empty() ? 0 : ends_.back();
    unescape(all_, start);
    ends_.push_back(all_.size());
    item_ = false;
  }
  void text(std::string_view piece) {
    if (taken_) all_ += piece;
  }

  std::size_t size() const { return ends_.size(); }
  std::string_view operator[](std::size_t n) const {
    const std::size_t start = n == 0 ? 0 : ends_[n - 1];
    return std::string_view(all_).substr(start, ends_[n] - start);
  }

 private:
  std::string all_{};
  std::vector<std::size_t> ends_{};
  bool item_ = false, run_ = false, taken_ = false;
};

}  // namespace ridgeline::read_detail

#endif

#endif  // RIDGELINE_READ_WORKBOOK_PARTS_BODY_HPP
