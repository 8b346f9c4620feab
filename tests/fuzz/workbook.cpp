// Any bytes as a workbook, or as the XML of its only sheet: no crash, no hang, and cells within a sheet.
// clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -DRIDGELINE_WITH_XLSXREADER=1 -Iinclude -I.
// tests/fuzz/workbook.cpp -lz -lminizip -lexpat -o fuzz_workbook
// ./fuzz_workbook tests/fuzz/corpus/workbook

#include <cstdint>
#include <cstdlib>
#include <string>

#include <ridgeline/read/workbook.hpp>

#include "tests/support/workbook_parts.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ridgeline;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (!bytes.starts_with("PK")) {
    test::workbook_parts book;
    book.sheets = {{"s", bytes}};
    book.shared = "<si><t>a</t></si>";
    bytes = book.bytes();
  }
  expected<workbook_file> book = workbook_file::open(bytes, {}, std::size_t{1} << 24);
  if (!book) return 0;
  for (std::size_t i = 0; i < book->sheets().size(); ++i) {
    const auto why = book->read(i, [](const workbook_row& row) {
      if (row.number == 0 || row.number > workbook_file::most_rows || row.cells.empty()) std::abort();
      for (const workbook_cell& c : row.cells)
        if (c.column >= workbook_file::most_columns) std::abort();
      return true;
    });
    if (why && why->what.empty()) std::abort();
  }
  return 0;
}
