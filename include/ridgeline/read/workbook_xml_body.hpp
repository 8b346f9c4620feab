#ifndef RIDGELINE_READ_WORKBOOK_XML_BODY_HPP
#define RIDGELINE_READ_WORKBOOK_XML_BODY_HPP

/// The XML of a workbook's parts, for the body of `workbook_file`. Callers of expat are only here.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/read/workbook_zip_body.hpp>

#if RIDGELINE_WITH_XLSXREADER

#include <expat.h>

namespace ridgeline::read_detail {

/// An element as it begins, or one of its attributes: its name without prefix, and the namespace.
struct xml_name {
  static constexpr char between = '\n';  // namespaces never contain it

  explicit xml_name(std::string_view whole) {
    const std::size_t end = whole.rfind(between);
    local = end == whole.npos ? whole : whole.substr(end + 1);
    space = end == whole.npos ? std::string_view() : whole.substr(0, end);
  }
  /// Whether it belongs to workbooks, not to an extension of another program's; some writers give no namespace.
  bool is_main() const {
    return space.empty() || space == "http://schemas.openxmlformats.org/spreadsheetml/2006/main" ||
           space == "http://purl.oclc.org/ooxml/spreadsheetml/main";
  }

  std::string_view local{}, space{};
};

/// The attributes of an element.
class xml_attributes {
 public:
  explicit xml_attributes(const XML_Char** all) : all_(all) {}
  /// The value of the attribute without a namespace; null if there is none.
  const char* find(std::string_view name) const {
    for (const XML_Char** at = all_; *at != nullptr; at += 2)
      if (name == *at) return at[1];
    return nullptr;
  }
  /// The value of `r:id` or alike, with whatever prefix.
  const char* find_relation(std::string_view name) const {
    for (const XML_Char** at = all_; *at != nullptr; at += 2)
      if (const xml_name n(*at); n.local == name && n.space.find("/relationships") != n.space.npos) return at[1];
    return nullptr;
  }

 private:
  const XML_Char** all_;
};

/// What the readers of all parts have in common.
class part_reader {
 public:
  /// What is wrong with the part, which stops reading; empty: nothing.
  std::string wrong{};

  void begin(const xml_name&, const xml_attributes&) {}
  void end() {}
  void text(std::string_view) {}
  bool stops() const { return false; }

 protected:
  std::size_t depth_ = 0;  // of the element that begins or ends: 1 for the root
  template <class Reader>
  friend class xml_events;
};

/// Expat's calls, passed on to a reader.
template <class Reader>
class xml_events {
 public:
  explicit xml_events(Reader& to) : to_(to), parser_(XML_ParserCreateNS(nullptr, xml_name::between)) {
    if (parser_ == nullptr) return;
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, begin, end);
    XML_SetCharacterDataHandler(parser_, text);
    XML_SetStartDoctypeDeclHandler(parser_, document_type);
  }
  xml_events(const xml_events&) = delete;
  xml_events& operator=(const xml_events&) = delete;
  ~xml_events() {
    if (parser_ != nullptr) XML_ParserFree(parser_);
  }

  /// Takes the next piece of the part, or its end; whether reading goes on.
  bool take(std::string_view piece, bool last) {
    if (parser_ == nullptr) return fail("cannot be read: no memory");
    const XML_Status state = XML_Parse(parser_, piece.data(), static_cast<int>(piece.size()), last ? 1 : 0);
    given_ += piece.size();
    if (!to_.wrong.empty() || to_.stops()) return false;
    if (state != XML_STATUS_OK)
      return fail("is damaged: " + std::string(XML_ErrorString(XML_GetErrorCode(parser_))) + " in line " +
                  std::to_string(XML_GetCurrentLineNumber(parser_)) + " of its XML");
    const auto done = static_cast<std::int64_t>(XML_GetCurrentByteIndex(parser_));
    if (!last && done >= 0 && given_ > static_cast<std::uint64_t>(done) + longest_tag)  // it is scanned anew each time
      return fail("has a tag of more than " + std::to_string(longest_tag) + " bytes");
    return true;
  }

 private:
  static constexpr std::uint64_t longest_tag = std::uint64_t{1} << 20;
  static constexpr std::size_t deepest = 256;

  static xml_events& of(void* self) { return *static_cast<xml_events*>(self); }
  bool fail(std::string why) {
    if (to_.wrong.empty()) to_.wrong = std::move(why);
    return false;
  }
  bool over() const { return !to_.wrong.empty() || to_.stops(); }
  void stop_if_over() {
    if (over()) XML_StopParser(parser_, XML_FALSE);
  }
  static void XMLCALL begin(void* self, const XML_Char* name, const XML_Char** attributes) {
    xml_events& e = of(self);
    if (e.over()) return;
    if (++e.to_.depth_ > deepest) e.fail("nests elements more than " + std::to_string(deepest) + " deep");
    else e.to_.begin(xml_name(name), xml_attributes(attributes));
    e.stop_if_over();
  }
  static void XMLCALL end(void* self, const XML_Char*) {
    xml_events& e = of(self);
    if (e.over()) return;
    e.to_.end();
    --e.to_.depth_;
    e.stop_if_over();
  }
  static void XMLCALL text(void* self, const XML_Char* from, int size) {
    xml_events& e = of(self);
    if (!e.over()) e.to_.text({from, static_cast<std::size_t>(size)});
  }
  static void XMLCALL document_type(void* self, const XML_Char*, const XML_Char*, const XML_Char*, int) {
    xml_events& e = of(self);
    e.fail("has a document type, which workbooks never have");
    e.stop_if_over();
  }

  Reader& to_;
  XML_Parser parser_;
  std::uint64_t given_ = 0;
};

/// Reads a part; what is wrong with it is in the reader.
template <class Reader>
void read_part(zip_archive& zip, const zip_archive::part& part, Reader& reader) {
  xml_events<Reader> events(reader);
  const std::string wrong = zip.unpack(part, [&](std::string_view piece) { return events.take(piece, false); });
  if (!reader.wrong.empty() || reader.stops()) return;
  if (!wrong.empty()) reader.wrong = wrong;
  else events.take({}, true);
}

}  // namespace ridgeline::read_detail

#endif

#endif  // RIDGELINE_READ_WORKBOOK_XML_BODY_HPP
