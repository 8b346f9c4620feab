#include <ridgeline/read/workbook.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/read/inflate.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/table.hpp>

#include "tests/support/sheets.hpp"
#include "tests/support/temporary.hpp"
#include "tests/support/workbook_parts.hpp"

using namespace ridgeline;

#if RIDGELINE_WITH_XLSXREADER

BOOST_AUTO_TEST_SUITE(read_workbook)

namespace {

/// The cells of a sheet as `B2=text`, or what is wrong with it.
std::string cells_of(workbook_file& book, std::size_t sheet) {
  std::string all;
  const std::optional<failure> why = book.read(sheet, [&](const workbook_row& row) {
    for (const workbook_cell& c : row.cells) {
      all += all.empty() ? "" : " ";
      if (c.kind == workbook_kind::error) all += "error ";
      if (c.kind == workbook_kind::unknown) all += "unknown ";
      all += std::string(1, static_cast<char>('A' + c.column)) + std::to_string(row.number) + "=" + std::string(c.text);
    }
    return true;
  });
  return why ? to_string(*why) : all;
}
std::string cells_of(const std::string& bytes, std::size_t sheet = 0) {
  expected<workbook_file> book = workbook_file::open(bytes, "b.xlsx", std::size_t{1} << 26);
  return book ? cells_of(*book, sheet) : to_string(book.error());
}
/// Those of a workbook with one sheet of these rows.
std::string cells_of_rows(const std::string& rows, const std::string& shared = {}) {
  ::test::workbook_parts book;
  book.sheets = {{"s", rows}};
  book.shared = shared;
  return cells_of(book.bytes());
}
bool holds(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

}  // namespace

BOOST_AUTO_TEST_CASE(what_our_sink_writes_is_read_back_cell_by_cell) {
  struct line {
    std::string name;
    double time;
    std::int64_t count;
    bool good;
  };
  constexpr auto line_columns = columns(column<"Name">(&line::name), column<"Time">(&line::time),
                                        column<"Count">(&line::count), column<"Good">(&line::good));
  const std::vector<line> lines{{"a<b>&\"c\" ", 1.25, 12345, true},
                                {"", missing<double>, 0, false},
                                {"_x000D_ and \xC2\xB5s \xF0\x9F\x98\x80", 1e-300, -7, true},
                                {" two\nlines", 123456789.123456, std::int64_t{1} << 60, false}};
  const table one("first", lines, line_columns), two("second", std::vector<line>(), line_columns);
  const temporary_folder folder;
  BOOST_REQUIRE(!write_xlsx(folder.path("b.xlsx"), {one, two}));
  const std::string bytes = bytes_of(folder.path("b.xlsx"));
  BOOST_TEST(is_workbook(bytes));
  expected<workbook_file> book = workbook_file::open(bytes);
  BOOST_REQUIRE(book.has_value());
  BOOST_REQUIRE(book->sheets().size() == 2u);
  BOOST_TEST(book->sheets()[0] == "first");
  BOOST_TEST(book->sheets()[1] == "second");
  const ::test::sheet wanted = ::test::sheet_of(one);
  ::test::sheet found;
  const auto why = book->read(0, [&](const workbook_row& row) {
    BOOST_TEST(row.number == found.size() + 1);
    found.emplace_back(4);
    for (const workbook_cell& c : row.cells) found.back()[c.column] = c.text;
    return true;
  });
  BOOST_REQUIRE(!why);
  BOOST_REQUIRE(found.size() == 5u);
  for (std::size_t r = 0; r < 5; ++r)
    for (std::size_t c = 0; c < 4; ++c) BOOST_TEST(::test::same_cell(found[r][c], wanted[r][c], 0), found[r][c]);
  BOOST_TEST(found[3][0] == lines[2].name);
  BOOST_TEST(found[4][0] == lines[3].name);
  BOOST_TEST(found[4][2] == "1152921504606846976");  // beyond 2^53 it is a text
  BOOST_TEST(cells_of(*book, 1) == "A1=Name B1=Time C1=Count D1=Good");
}

BOOST_AUTO_TEST_CASE(cells_of_all_kinds) {
  const std::string shared =
      "<si><t>plain</t></si><si><r><t xml:space=\"preserve\">rich </t></r><r><rPr><b/></rPr><t>runs"
      "</t></r><rPh sb=\"0\" eb=\"1\"><t>spoken</t></rPh></si><si><t>a_x000D_b_x005F_x0041_</t></si>";
  BOOST_TEST(cells_of_rows("<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"C1\" t=\"s\"><v>1</v></c></row>"
                           "<row r=\"4\"><c r=\"B4\" t=\"s\"><v> 2 </v></c></row>",
                           shared) == "A1=plain C1=rich runs B4=a\rb_x0041_");
  BOOST_TEST(
      cells_of_rows("<row><c><v>0.1</v></c><c t=\"n\"><v>\n1E-7\n</v></c><c t=\"b\"><v>1</v></c><c t=\"b\"><v>0</v>"
                    "</c></row>") == "A1=0.1 B1=1E-7 C1=True D1=False");
  // digits as they stand: 17 of them are a double's
  BOOST_TEST(cells_of_rows("<row><c><v>0.30000000000000004</v></c><c s=\"3\"><v>45000.5</v></c></row>") ==
             "A1=0.30000000000000004 B1=45000.5");
  BOOST_TEST(cells_of_rows(
                 "<row><c t=\"inlineStr\"><is><t xml:space=\"preserve\"> x </t></is></c><c t=\"inlineStr\"><is>"
                 "<r><t>a</t></r><r><t>b</t></r><phoneticPr/><rPh><t>no</t></rPh></is></c></row>") == "A1= x  B1=ab");
  BOOST_TEST(cells_of_rows(
                 "<row><c t=\"e\"><v>#DIV/0!</v></c><c t=\"d\"><v>2026-01-02</v></c><c><f>1+1</f><v>2</v></c>"
                 "<c><f>1+1</f></c><c t=\"str\"><f>T(1)</f><v>text</v></c><c t=\"str\"><f>T(1)</f><v></v></c></row>") ==
             "error A1=#DIV/0! B1=2026-01-02 C1=2 unknown D1= E1=text");
  BOOST_TEST(cells_of_rows("<row><c t=\"inlineStr\"><is><t>_xD83D__xDE00_ _xD83D_ _xZZZZ_ _x41_</t></is></c></row>") ==
             "A1=\xF0\x9F\x98\x80 \xEF\xBF\xBD _xZZZZ_ _x41_");
}

BOOST_AUTO_TEST_CASE(rows_and_cells_may_be_skipped_and_unnumbered) {
  BOOST_TEST(cells_of_rows("<row r=\"2\"><c r=\"B2\"><v>1</v></c><c><v>2</v></c><c r=\"F2\"/><c><v>3</v></c></row>"
                           "<row/><row><c><v>4</v></c></row><row r=\"9\" hidden=\"1\"><c r=\"A9\"><v>5</v></c></row>"
                           "<row><c r=\"A12\"><v>6</v></c></row>") == "B2=1 C2=2 G2=3 A4=4 A9=5 A12=6");
  BOOST_TEST(cells_of_rows("") == "");
  BOOST_TEST(cells_of_rows("<row r=\"1048576\"><c r=\"A1048576\"><v>1</v></c></row>") == "A1048576=1");
}

BOOST_AUTO_TEST_CASE(names_have_any_prefix_and_parts_any_place) {
  const std::string strict = "http://purl.oclc.org/ooxml/spreadsheetml/main",
                    relations = "http://purl.oclc.org/ooxml/officeDocument/relationships";
  for (const bool other_place : {false, true}) {
    const std::string folder = other_place ? "book" : "xl";
    ::test::zip_parts zip;
    zip.descriptors = other_place;
    zip.add("[Content_Types].xml", "<Types/>");
    zip.add("_rels/.rels", "<p:Relationships xmlns:p=\"urn:any\"><p:Relationship Id=\"a\" Type=\"" + relations +
                               "/officeDocument\" Target=\"/" + folder + "/workbook.xml\"/></p:Relationships>");
    zip.add(folder + "\\Workbook.xml", "<x:workbook xmlns:x=\"" + strict + "\" xmlns:q=\"" + relations +
                                           "\"><x:sheets>"
                                           "<x:sheet q:id=\"b\" sheetId=\"7\" name=\"one &amp; two\"/><x:sheet "
                                           "name=\"chart\" sheetId=\"9\" q:id=\"c\"/>"
                                           "</x:sheets></x:workbook>");
    zip.add(folder + "/_rels/workbook.xml.rels", "<Relationships><Relationship Target=\"../" + folder +
                                                     "/./w/a.xml\" Type=\"" + relations +
                                                     "/worksheet\" Id=\"b\"/><Relationship Target=\"c.xml\" Type=\"" +
                                                     relations + "/chartsheet\" Id=\"c\"/></Relationships>");
    zip.add(folder + "/w/a.xml", "<x:worksheet xmlns:x=\"" + strict +
                                     "\" xmlns:y=\"urn:other\"><y:sheetData><y:row><y:c><y:v>9</y:v></y:c></y:row>"
                                     "</y:sheetData><x:sheetData><x:row><x:c><x:v>1</x:v><x:extLst><y:v>8</y:v></"
                                     "x:extLst></x:c></x:row></x:sheetData>"
                                     "</x:worksheet>");
    const std::string bytes = zip.bytes();
    expected<workbook_file> book = workbook_file::open(bytes);
    BOOST_REQUIRE(book.has_value());
    BOOST_REQUIRE(book->sheets().size() == 1u);
    BOOST_TEST(book->sheets()[0] == "one & two");
    BOOST_TEST(cells_of(*book, 0) == "A1=1");
  }
}

BOOST_AUTO_TEST_CASE(archives_of_any_writer) {
  ::test::workbook_parts book;
  book.sheets = {{"s", "<row><c><v>1</v></c></row>"}};
  for (const bool descriptors : {false, true})
    for (const bool zip64 : {false, true}) {
      book.zip.descriptors = descriptors, book.zip.zip64 = zip64;
      BOOST_TEST(cells_of(book.bytes()) == "A1=1", descriptors << zip64 << cells_of(book.bytes()));
    }
}

BOOST_AUTO_TEST_CASE(a_broken_sheet_costs_no_other_and_names_its_cell) {
  ::test::workbook_parts book;
  book.sheets = {{"good", "<row><c><v>1</v></c></row>"},
                 {"torn", "<row><c><v>1</v></c><c><v>2</v></row>"},
                 {"far", "<row r=\"3\"><c r=\"ZZZZ99999999\"><v>1</v></c></row>"},
                 {"low", "<row r=\"99999999999999999999\"><c><v>1</v></c></row>"},
                 {"text", "<row><c><v>1</v></c><c r=\"AB1\" t=\"s\"><v>7</v></c></row>"},
                 {"GOOD", "<row><c><v>1</v></c></row>"},
                 {"wide", "<row><c r=\"XFD1\"><v>1</v></c><c><v>1</v></c></row>"},
                 {"last", "<row><c><v>2</v></c></row>"}};
  book.shared = "<si><t>only</t></si>";
  const std::string bytes = book.bytes();
  const std::vector<std::string_view> wanted{
      "A1=1",
      "b.xlsx: sheet \"torn\": cell B1: is damaged: mismatched tag in line 1 of its XML",
      "b.xlsx: sheet \"far\": row 3: cell ZZZZ99999999 is outside of a sheet",
      "b.xlsx: sheet \"low\": row 99999999999999999999 is outside of a sheet",
      "b.xlsx: sheet \"text\": cell AB1: refers to the shared text 7, which is missing",
      "b.xlsx: sheet \"GOOD\": has the name of another sheet",
      "b.xlsx: sheet \"wide\": cell XFE1: has more columns than a sheet can have",
      "A1=2"};
  for (std::size_t i = 0; i < wanted.size(); ++i) BOOST_TEST(cells_of(bytes, i) == wanted[i]);
}

BOOST_AUTO_TEST_CASE(damaged_and_locked_files_are_said) {
  ::test::workbook_parts book;
  book.sheets = {{"s", "<row><c><v>1</v></c></row>"}};
  const std::string bytes = book.bytes();
  BOOST_TEST(holds(cells_of(bytes.substr(0, bytes.size() / 2)), "b.xlsx: is a workbook that is cut or damaged"));
  for (std::size_t size = 0; size < bytes.size() - 4; ++size)  // without the end's last fields, no part is lost
    BOOST_TEST(holds(cells_of(bytes.substr(0, size)), "b.xlsx: is"), size << cells_of(bytes.substr(0, size)));
  std::string changed = bytes;
  changed[changed.find("<v>1") + 3] = '2';
  BOOST_TEST(cells_of(changed) == "b.xlsx: sheet \"s\": cell A1: is damaged: its data does not have its checksum");
  book.zip.encrypted = true;
  BOOST_TEST(holds(cells_of(book.bytes()), "xl/workbook.xml is encrypted"));
  ::test::zip_parts other;
  other.add("xl/workbook.bin", "x");
  BOOST_TEST(holds(cells_of(other.bytes()), "binary workbook (.xlsb)"));
  ::test::zip_parts none;
  none.add("a/xl/works.txt", "x");
  BOOST_TEST(holds(cells_of(none.bytes()), "has no xl/workbook.xml"));
  using namespace std::string_literals;
  const auto refused = [](const std::string& file) { return refused_packing(file, "f")->what; };
  BOOST_TEST(holds(refused("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 W\0o\0r\0k"s), "old workbook (.xls)"));
  BOOST_TEST(holds(refused("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0"s), "with a password"));
  ::test::zip_parts ods;
  ods.add("mimetype", "application/vnd.oasis.opendocument.spreadsheet");
  BOOST_TEST(holds(refused(ods.bytes()), ".ods"));
  BOOST_TEST(holds(refused(bytes), "is a workbook"));
}

BOOST_AUTO_TEST_CASE(hostile_files_take_no_more_than_their_limits) {
  std::string deep,
      entity = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><x>&b;</x>";
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  BOOST_TEST(holds(cells_of_rows(deep), "nests elements more than 256 deep"));
  ::test::zip_parts zip;
  zip.add("xl/workbook.xml", entity);
  BOOST_TEST(holds(cells_of(zip.bytes()), "has a document type"));
  BOOST_TEST(
      holds(cells_of_rows("<row a=\"" + std::string(std::size_t{3} << 20, 'x') + "\"/>"), "has a tag of more than"));
  ::test::workbook_parts book;
  book.sheets = {{"s", "<row><c t=\"str\"><v>" + std::string(100'000, 'x') + "</v></c></row>"}};
  const std::string bytes = book.bytes();
  expected<workbook_file> small = workbook_file::open(bytes, "b.xlsx", 50'000);
  BOOST_REQUIRE(small.has_value());
  const auto why = small->read(0, [](const workbook_row&) { return true; });
  BOOST_REQUIRE(why.has_value());
  BOOST_TEST((why->code == errc::cannot_read));
  BOOST_TEST(holds(why->what, "holds more than 50000 bytes when it is unpacked, the limit"), why->what);
  BOOST_TEST(!workbook_file::open(bytes, "b.xlsx", 100).has_value());
  expected<workbook_file> again = workbook_file::open(bytes);
  BOOST_REQUIRE(again.has_value());
  BOOST_TEST(cells_of(*again, 0) == cells_of(*again, 0));
  // a few bytes under many names: each would be unpacked anew
  book.sheets.emplace_back("t", ""), book.sheets.emplace_back("u", "");
  book.same_part = true;
  const std::string overlapping = book.bytes();
  BOOST_TEST(holds(cells_of(overlapping, 2), "A1=xxx"), cells_of(overlapping, 2));
  expected<workbook_file> bomb = workbook_file::open(overlapping);
  BOOST_REQUIRE(bomb.has_value());
  BOOST_TEST(holds(cells_of(*bomb, 0), "A1=xxx"));
  BOOST_TEST(holds(cells_of(*bomb, 1), "parts of its ZIP archive overlap"));
}

BOOST_AUTO_TEST_SUITE_END()

#endif
