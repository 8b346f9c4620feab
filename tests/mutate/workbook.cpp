#include <cstddef>
#include <cstdio>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/compare/stored_report.hpp>
#include <ridgeline/read/workbook.hpp>

#include "tests/mutate/bytes.hpp"
#include "tests/mutate/format.hpp"
#include "tests/support/workbook_parts.hpp"

/// Workbooks: a sheet is read as it was written, or is said to be broken; and a broken one costs no other. What must be
/// in a sheet follows from its name, unless the name says that its XML was damaged before it was packed.
namespace mutate {
namespace {

namespace rl = ridgeline;

std::string value_of(std::size_t seed, std::size_t row, std::size_t column) {
  const std::size_t n = seed * 7919 + row * 131 + column * 17;
  return n % 3 == 0 ? "t" + std::to_string(n) : std::to_string(n) + ".25";
}
std::string name_of(std::size_t seed, std::size_t rows, std::size_t columns) {
  return "s" + std::to_string(seed) + " " + std::to_string(rows) + " " + std::to_string(columns);
}

/// A sheet in one of the forms that writers use.
std::string xml_of(std::size_t seed, std::size_t rows, std::size_t columns, std::string& shared, std::size_t& texts,
                   random& r) {
  const bool numbered = below(r, 2) == 0, common = below(r, 2) == 0;
  std::string xml;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string row = std::to_string(i + 1);
    xml += numbered ? "<row r=\"" + row + "\">" : "<row>";
    for (std::size_t c = 0; c < columns; ++c) {
      const std::string value = value_of(seed, i, c);
      const std::string at = numbered ? " r=\"" + std::string(1, static_cast<char>('A' + c)) + row + "\"" : "";
      if (value[0] != 't') {
        xml += "<c" + at + "><v>" + value + "</v></c>";
      } else if (common) {
        shared += "<si><t>" + value + "</t></si>";
        xml += "<c" + at + " t=\"s\"><v>" + std::to_string(texts++) + "</v></c>";
      } else {
        xml += "<c" + at + " t=\"inlineStr\"><is><r><t>" + value.substr(0, 1) + "</t></r><r><t>" + value.substr(1) +
               "</t></r></is></c>";
      }
    }
    xml += "</row>";
  }
  return xml;
}

std::string damaged(random& r) {
  test::workbook_parts book;
  book.zip.descriptors = below(r, 3) == 0;
  book.zip.zip64 = below(r, 4) == 0;
  std::size_t texts = 0;
  for (std::size_t n = 1 + below(r, 4); n > 0; --n) {
    const std::size_t seed = book.sheets.size() * 100 + below(r, 100), rows = below(r, 5), columns = 1 + below(r, 5);
    std::string xml = xml_of(seed, rows, columns, book.shared, texts, r), name = name_of(seed, rows, columns);
    if (below(r, 4) == 0) {
      name = "damaged " + name;
      xml = below(r, 3) == 0 ? with_part_of(xml, "<row r=\"9\"><c r=\"ZZZ9\" t=\"s\"><v>99", r) : damaged_bytes(xml, r);
    }
    book.sheets.emplace_back(name, xml);
  }
  std::string bytes = book.bytes();
  for (std::size_t changes = below(r, 3); changes > 0; --changes) bytes = damaged_bytes(std::move(bytes), r);
  return bytes;
}

/// Whether a sheet holds what its name says.
bool is_right(const std::string& name, const std::vector<std::pair<std::string, std::string>>& cells) {
  std::size_t seed = 0, rows = 0, columns = 0;
  if (std::sscanf(name.c_str(), "s%zu %zu %zu", &seed, &rows, &columns) != 3 || rows > 9 || columns > 9) return false;
  std::vector<std::pair<std::string, std::string>> wanted;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t c = 0; c < columns; ++c)
      wanted.emplace_back(std::to_string(i + 1) + "," + std::to_string(c), value_of(seed, i, c));
  return cells == wanted;
}

void check(const std::string& input, complaints& found) {
  rl::expected<rl::workbook_file> book = rl::workbook_file::open(input, "f", std::size_t{1} << 26);
  rl::data_quality quality;
  const rl::expected<rl::stored_report> report = rl::read_report_workbook(input, "f", quality, std::size_t{1} << 26);
  if (!book) {
    found.demand(!book.error().what.empty(), "a file that cannot be read is said");
    found.demand(!report, "what is no workbook is no report");
    return;
  }
  std::size_t good = 0;
  std::set<std::string> names;
  for (std::size_t i = 0; i < book->sheets().size(); ++i) {
    std::vector<std::pair<std::string, std::string>> cells;
    const std::optional<rl::failure> why = book->read(i, [&](const rl::workbook_row& row) {
      for (const rl::workbook_cell& c : row.cells)
        cells.emplace_back(std::to_string(row.number) + "," + std::to_string(c.column), c.text);
      return true;
    });
    const std::string& name = book->sheets()[i];
    found.demand(names.insert(name).second || why, "a name is read once");
    if (why) found.demand(why->what.find(name) != std::string::npos, "a broken sheet is named", why->what);
    if (why) continue;
    ++good;
    if (!name.starts_with("damaged")) found.demand(is_right(name, cells), "a sheet is read as it was written", name);
  }
  if (!report) return found.demand(good == 0, "a report needs one good sheet only", to_string(report.error()));
  std::size_t left_out = 0;
  for (const rl::quality_issue& issue : quality)
    if (issue.reason.starts_with("sheet of a workbook")) left_out += issue.count;
  found.demand(report->sheets.size() == good, "each good sheet is in the report");
  found.demand(good + left_out == book->sheets().size(), "each broken sheet is counted");
}

}  // namespace

extern const format workbook{"workbook", 20261127, &damaged, &check};

}  // namespace mutate
