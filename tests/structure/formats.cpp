// docs/formats.md shows the catalogues used by the readers, row for row.
#include <span>
#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/read/fields.hpp>

#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(structure_formats)

namespace {

void check(const std::string& name, std::span<const ridgeline::source_field> fields) {
  const std::string text = test::repository_file("docs/formats.md");
  const std::size_t from = text.find("<!-- fields: " + name + " -->");
  BOOST_REQUIRE(from != std::string::npos);
  const std::size_t rows = text.find("|---|---|---|---|\n", from) + 18;
  std::string shown = text.substr(rows, text.find("\n\n", rows) + 1 - rows), wanted;
  for (const ridgeline::source_field& f : fields) {
    const std::string table = f.table.empty() ? "" : "`" + std::string(f.table) + "`";
    wanted += "| " + table + " | `" + std::string(f.name) + "` | " + std::string(f.versions) + " | " +
              std::string(f.meaning) + " |\n";
  }
  BOOST_TEST(shown == wanted, name << ": docs/formats.md shows other fields than gpu/read/fields.hpp");
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_document_shows_what_is_read) {
  check("nsys_fields", ridgeline::nsys_fields);
  check("rocpd_fields", ridgeline::rocpd_fields);
  check("rpd_fields", ridgeline::rpd_fields);
  check("rocprof_json_fields", ridgeline::rocprof_json_fields);
  check("rocprof_perfetto_fields", ridgeline::rocprof_perfetto_fields);
}

BOOST_AUTO_TEST_SUITE_END()
