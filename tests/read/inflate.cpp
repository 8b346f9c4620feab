#include <ridgeline/read/inflate.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_inflate)

namespace {
/// gzip of "ridge\n", made by gzip -n.
const std::string ridge{"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x2b\xca\x4c\x49\x4f\xe5\x02\x00\x58\xd3\x89\x62\x06\x00\x00\x00", 26};
}  // namespace

BOOST_AUTO_TEST_CASE(knows_gzip_by_its_bytes) {
  BOOST_TEST(is_gzip(ridge));
  BOOST_TEST(!is_gzip("{\"traceEvents\": []}"));
  BOOST_TEST(!is_gzip(""));
}

BOOST_AUTO_TEST_CASE(other_packings_are_refused_by_name) {
  const auto refused = [](std::string_view bytes) {
    const auto why = refused_packing(bytes, "t.json.zst");
    return why ? to_string(*why) : std::string();
  };
  BOOST_TEST(refused("\x28\xB5\x2F\xFD and more") ==
             "t.json.zst: is packed with zstd, which is not supported: unpack it (zstd -d), or pack it with gzip");
  BOOST_TEST(refused("\xFD" "7zXZ\x01").find("xz -d") != std::string::npos);
  BOOST_TEST(refused("BZh91AY").find("bzip2 -d") != std::string::npos);
  BOOST_TEST(refused("PK\x03\x04").find("unzip") != std::string::npos);
  BOOST_TEST(refused("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 5\n").find("git lfs pull") !=
             std::string::npos);
  std::string tar(1024, '\0');  // a name, and at 257 the magic of POSIX 1003.1-1990
  tar.replace(0, 6, "a.json").replace(257, 5, "ustar");
  BOOST_TEST(refused(tar) == "t.json.zst: is a tar archive, which is not supported: unpack it (tar xf)");
  BOOST_TEST(refused(ridge).empty());
  BOOST_TEST(refused("{\"traceEvents\": []}").empty());
  BOOST_TEST(refused("").empty());
}

BOOST_AUTO_TEST_CASE(binary_formats_are_named_where_none_is_read) {
  const auto refused = [](std::string_view bytes) {
    const auto why = refused_binary(bytes, "t.csv");
    return why ? to_string(*why) : std::string();
  };
  constexpr std::string_view database("SQLite format 3\0\x10", 17);
  BOOST_TEST(refused(database) == "t.csv: is an SQLite database, which this program does not read");
  BOOST_TEST(refused("\x89HDF\r\n\x1A\n").find("is an HDF5 file") != std::string::npos);
  BOOST_TEST(refused("\n\4\b\1\x10\2\n\4\b\3\x10\4").find("is a profile of pprof") != std::string::npos);
  BOOST_TEST(refused("PAR1...").find("is a Parquet file") != std::string::npos);
  BOOST_TEST(refused("BZh91AY").find("bzip2 -d") != std::string::npos);
  BOOST_TEST(refused("a,b\r1,2\r").empty());
  BOOST_TEST(!refused_packing(database, "t.db").has_value());  // which other programs read
}

BOOST_AUTO_TEST_CASE(content_beyond_the_limit_is_a_failure_of_the_file) {
  const auto some = inflate_file(ridge, "t.json.gz", 5);  // of six bytes
  BOOST_REQUIRE(!some.has_value());
  BOOST_TEST(to_string(some.error()) == "t.json.gz: holds more than 5 bytes when it is unpacked, the limit");
  const auto all = inflate_file(ridge, "t.json.gz", 6);
  BOOST_REQUIRE(all.has_value());
  BOOST_TEST(all->view() == "ridge\n");
  BOOST_TEST(to_string(inflate_file("\x1f\x8b", "x.gz").error()).starts_with("x.gz: "));
}

BOOST_AUTO_TEST_CASE(what_came_out_of_a_gzip_file_is_no_other) {
  const auto why = refused_content(ridge, "t.csv.gz");
  BOOST_REQUIRE(why.has_value());
  BOOST_TEST(to_string(*why) == "t.csv.gz: is packed with gzip twice: unpack it once (gzip -d)");
  BOOST_TEST(refused_content("BZh91AY", "t.csv.gz").has_value());
  BOOST_TEST(!refused_content("{\"traceEvents\": []}", "t.json.gz").has_value());
}

BOOST_AUTO_TEST_CASE(joins_members_and_passes_over_what_follows) {
  const auto one = inflate(ridge);
  BOOST_REQUIRE(one.has_value());
  BOOST_TEST(one->view() == "ridge\n");
  BOOST_TEST(!one->cut());
  const std::string twice = ridge + ridge + std::string(7, '\0');
  const auto two = inflate(twice);
  BOOST_REQUIRE(two.has_value());
  BOOST_TEST(two->view() == "ridge\nridge\n");
  BOOST_TEST(!two->cut());
}

BOOST_AUTO_TEST_CASE(gives_what_a_cut_file_holds) {
  const std::string cut = ridge + ridge.substr(0, 15);
  const auto part = inflate(cut);
  BOOST_REQUIRE(part.has_value());
  BOOST_TEST(part->view().substr(0, 6) == "ridge\n");
  BOOST_TEST(part->cut());
  BOOST_TEST(!inflate("\x1f\x8b no gzip behind the mark").has_value());
}

BOOST_AUTO_TEST_CASE(says_what_is_damaged_behind_a_whole_member) {
  // the second member with a damaged magic number; with the magic number and a damaged header; with damaged data
  std::string mark = ridge + ridge, method = mark, data = mark;
  mark[26] = '\x1e';
  method[28] = '\x07';
  data[38] = '\xff';
  for (const std::string& bytes : {mark, method, data, ridge + "tail"}) {
    const auto part = inflate(bytes);
    BOOST_REQUIRE(part.has_value());
    BOOST_TEST(part->view().substr(0, 6) == "ridge\n");
    BOOST_TEST((part->cut() || part->damaged_after()));
  }
  BOOST_TEST(inflate(mark)->damaged_after());
  BOOST_TEST(!inflate(ridge + ridge)->damaged_after());
}

BOOST_AUTO_TEST_CASE(stops_at_the_limit) {
  const std::string twice = ridge + ridge;
  const auto part = inflate(twice, 8);
  BOOST_REQUIRE(part.has_value());
  BOOST_TEST(part->view() == "ridge\nri");
  BOOST_TEST(part->limited());
}

BOOST_AUTO_TEST_SUITE_END()
