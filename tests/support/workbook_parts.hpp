#ifndef RIDGELINE_TESTS_SUPPORT_WORKBOOK_PARTS_HPP
#define RIDGELINE_TESTS_SUPPORT_WORKBOOK_PARTS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Small workbooks, part by part, in the forms that other programs write.
namespace test {

/// A ZIP archive of stored parts (PKWARE's APPNOTE 6.3.9).
class zip_parts {
 public:
  bool descriptors = false;  ///< sizes and checksum of a part follow it
  bool zip64 = false;        ///< sizes and offsets are in extra fields
  bool encrypted = false;

  void add(std::string_view name, std::string_view bytes) {
    const std::uint64_t at = out_.size();
    last_ = {name.size(), list_.size()};
    const std::uint32_t sum = crc32(bytes);
    const unsigned flags = (descriptors ? 8u : 0u) | (encrypted ? 1u : 0u);
    put(out_, 0x04034b50, 4), put(out_, zip64 ? 45 : 20, 2), put(out_, flags, 2), put(out_, 0, 6);
    put(out_, descriptors ? 0 : sum, 4);
    put_sizes(out_, descriptors ? 0 : bytes.size());
    put(out_, name.size(), 2), put(out_, zip64 ? 20 : 0, 2);
    out_ += name;
    if (zip64) put(out_, 1, 2), put(out_, 16, 2), put(out_, bytes.size(), 8), put(out_, bytes.size(), 8);
    out_ += bytes;
    if (descriptors) {
      put(out_, 0x08074b50, 4), put(out_, sum, 4);
      put(out_, bytes.size(), zip64 ? 8 : 4), put(out_, bytes.size(), zip64 ? 8 : 4);
    }
    put(list_, 0x02014b50, 4), put(list_, 45, 2), put(list_, zip64 ? 45 : 20, 2), put(list_, flags, 2);
    put(list_, 0, 6), put(list_, sum, 4);
    put_sizes(list_, bytes.size());
    put(list_, name.size(), 2), put(list_, zip64 ? 28 : 0, 2), put(list_, 0, 10);
    put(list_, zip64 ? 0xffffffff : at, 4);
    list_ += name;
    if (zip64)
      put(list_, 1, 2), put(list_, 24, 2), put(list_, bytes.size(), 8), put(list_, bytes.size(), 8), put(list_, at, 8);
    ++count_;
  }
  /// Lists the last part again, under a name of the same length.
  void add_again(std::string_view name) {
    std::string entry = list_.substr(last_.second, 46 + last_.first + (zip64 ? 28 : 0));
    list_ += entry.replace(46, last_.first, name);
    ++count_;
  }
  std::string bytes() const {
    std::string all = out_ + list_;
    if (zip64) {
      const std::size_t at = all.size();
      put(all, 0x06064b50, 4), put(all, 44, 8), put(all, 45, 2), put(all, 45, 2), put(all, 0, 8);
      put(all, count_, 8), put(all, count_, 8), put(all, list_.size(), 8), put(all, out_.size(), 8);
      put(all, 0x07064b50, 4), put(all, 0, 4), put(all, at, 8), put(all, 1, 4);
    }
    put(all, 0x06054b50, 4), put(all, 0, 4);
    put(all, zip64 ? 0xffff : count_, 2), put(all, zip64 ? 0xffff : count_, 2);
    put(all, zip64 ? 0xffffffff : list_.size(), 4), put(all, zip64 ? 0xffffffff : out_.size(), 4), put(all, 0, 2);
    return all;
  }

 private:
  static void put(std::string& to, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) to += static_cast<char>(i < 8 ? number >> (8 * i) & 0xff : 0);
  }
  void put_sizes(std::string& to, std::uint64_t size) const {
    put(to, zip64 ? 0xffffffff : size, 4), put(to, zip64 ? 0xffffffff : size, 4);
  }
  static std::uint32_t crc32(std::string_view bytes) {
    static const std::array<std::uint32_t, 256> steps = [] {
      std::array<std::uint32_t, 256> all{};
      for (std::uint32_t n = 0; n < 256; ++n) {
        std::uint32_t c = n;
        for (int i = 0; i < 8; ++i) c = (c & 1u) != 0 ? 0xedb88320u ^ (c >> 1) : c >> 1;
        all[n] = c;
      }
      return all;
    }();
    std::uint32_t c = 0xffffffff;
    for (const char byte : bytes) c = steps[(c ^ static_cast<unsigned char>(byte)) & 0xffu] ^ (c >> 8);
    return ~c;
  }

  std::string out_{}, list_{};
  std::size_t count_ = 0;
  std::pair<std::size_t, std::size_t> last_{};  // length of the last part's name, where it is listed
};

/// A workbook of sheets whose rows are XML: `<row><c><v>1</v></c></row>`.
struct workbook_parts {
  std::vector<std::pair<std::string, std::string>> sheets{};  ///< names, and what is within <sheetData>
  std::string shared{};                                       ///< what is within <sst>; empty: no such part
  bool same_part = false;                                     ///< all sheets have the bytes of the first
  zip_parts zip{};

  static constexpr std::string_view main = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"";

  std::string bytes() const {
    const std::string relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    zip_parts all = zip;
    std::string list, relations;
    for (std::size_t i = 0; i < sheets.size(); ++i) {
      const std::string n = std::to_string(i + 1);
      list += "<sheet name=\"" + sheets[i].first + "\" sheetId=\"" + n + "\" r:id=\"rId" + n + "\"/>";
      relations = "<Relationship Id=\"rId" + n + "\" Type=\"" + relation + "/worksheet\" Target=\"worksheets/sheet" +
                  n + ".xml\"/>" + relations;  // in another order than the sheets
      const std::string part = "xl/worksheets/sheet" + n + ".xml";
      if (same_part && i > 0)
        all.add_again(part);
      else
        all.add(part,
                "<worksheet " + std::string(main) + "><sheetData>" + sheets[i].second + "</sheetData></worksheet>");
    }
    if (!shared.empty()) {
      relations +=
          "<Relationship Id=\"rIdS\" Type=\"" + relation + "/sharedStrings\" Target=\"/xl/sharedStrings.xml\"/>";
      all.add("xl/sharedStrings.xml", "<sst " + std::string(main) + ">" + shared + "</sst>");
    }
    all.add("xl/workbook.xml", "<?xml version=\"1.0\"?><workbook " + std::string(main) + " xmlns:r=\"" + relation +
                                   "\"><sheets>" + list + "</sheets></workbook>");
    all.add("xl/_rels/workbook.xml.rels",
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">" + relations +
                "</Relationships>");
    return all.bytes();
  }
};

/// Rows of texts as a sheet of inline texts and numbers, as openpyxl writes them.
inline std::string sheet_xml(const std::vector<std::vector<std::string>>& rows, bool (*is_number)(std::string_view)) {
  std::string xml;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    xml += "<row r=\"" + std::to_string(r + 1) + "\">";
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      std::string place;
      for (std::size_t n = c + 1; n > 0; n = (n - 1) / 26) place.insert(0, 1, static_cast<char>('A' + (n - 1) % 26));
      place += std::to_string(r + 1);
      const std::string& text = rows[r][c];
      if (text.empty()) continue;
      if (r > 0 && is_number(text)) {
        xml += "<c r=\"" + place + "\"><v>" + text + "</v></c>";
        continue;
      }
      xml += "<c r=\"" + place + "\" t=\"inlineStr\"><is><t xml:space=\"preserve\">";
      for (const char letter : text) {
        if (letter == '<')
          xml += "&lt;";
        else if (letter == '&')
          xml += "&amp;";
        else
          xml += letter;
      }
      xml += "</t></is></c>";
    }
    xml += "</row>";
  }
  return xml;
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_WORKBOOK_PARTS_HPP
