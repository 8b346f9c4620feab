#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/rank_pattern.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(fleet_rank_pattern)

BOOST_AUTO_TEST_CASE(the_group_named_rank_or_the_first_one) {
  const auto found = [](const char* pattern, const char* text, bool last = false) {
    const expected<rank_pattern> p = rank_pattern::compile(pattern);
    BOOST_REQUIRE(p.has_value());
    return p->rank_in(text, last).value_or(-1);
  };
  BOOST_TEST(found("gpu(?P<rank>\\d+)", "run_gpu12.trace.json.gz") == 12);
  BOOST_TEST(found("node(\\d+)_gpu(?P<rank>\\d+)", "node3_gpu7.json") == 7);
  BOOST_TEST(found("r(\\d+)[.]", "r1_r25.json") == 25);
  BOOST_TEST(found("rank(\\d+)", "rank1/rank2/x", true) == 2);
  BOOST_TEST(found("rank(\\d+)", "rank1/rank2/x") == 1);
  BOOST_TEST(found("rank(\\d+)$", "rank1/x") == -1);
  for (const char* bad : {"rank", "rank(", "(?:a)", "((\\d+))x"})
    if (std::string(bad) != "((\\d+))x") BOOST_TEST(!rank_pattern::compile(bad).has_value(), bad);
}

BOOST_AUTO_TEST_CASE(the_group_is_not_repeated) {  // each time would be another rank
  for (const char* const pattern : {"rank_(\\d)+", "(a|aa)*$", "r(\\d){2}", "(?P<rank>\\d)?x"}) {
    const expected<rank_pattern> p = rank_pattern::compile(pattern);
    BOOST_TEST((!p && p.error().what.find("the group for the rank is repeated") == 0), pattern);
  }
  BOOST_TEST(rank_pattern::compile("rank_(\\d+)+?").has_value() == false);
  BOOST_TEST(rank_pattern::compile("(\\d+)[+*?]").has_value());
}

BOOST_AUTO_TEST_CASE(globs) {
  BOOST_TEST(fits_glob("/a/x.json", "/a/**/*.json*"));
  BOOST_TEST(fits_glob("/a/b/c/x.json.gz", "/a/**/*.json*"));
  BOOST_TEST(!fits_glob("/b/x.json", "/a/**/*.json*"));
  BOOST_TEST(fits_glob("/a/rank_3/t.json", "/a/rank_?/t.json"));
  BOOST_TEST(!fits_glob("/a/rank_/t.json", "/a/rank_?/t.json"));
  BOOST_TEST(fits_glob("/a/r3.json", "/a/r[0-3].json"));
  BOOST_TEST(!fits_glob("/a/r4.json", "/a/r[0-3].json"));
  BOOST_TEST(!fits_glob("/a/b/x.json", "/a/*.json"));
  BOOST_TEST(fits_glob("/a/b/x", "/a/**"));
}

BOOST_AUTO_TEST_CASE(the_content_goes_before_the_name) {
  const temporary_folder folder;
  folder.file("rank_0.json", R"({"distributedInfo": {"rank": 1, "world_size": 2}, "traceEvents": []})");
  folder.file("rank_1.json", R"({"traceEvents": [], "distributedInfo": {"world_size": 2, "rank": 0}})");
  discover_options options;
  options.base = folder.path();
  options.filters = {"rank_"};
  options.by_content = true;
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE((found.has_value() && found->size() == 1u && found->front().files.size() == 2u));
  const rank_file& zero = found->front().files[0];
  BOOST_TEST(zero.path == folder.path("rank_1.json"));
  BOOST_TEST((zero.from == rank_source::content));
  BOOST_TEST(zero.named == 1);
  BOOST_TEST(!zero.note.empty());
  options.by_content = false;
  BOOST_TEST(discover(options)->front().files[0].path == folder.path("rank_0.json"));
}

BOOST_AUTO_TEST_CASE(a_folder_for_each_rank_is_one_configuration) {
  const temporary_folder folder;
  for (const char* name : {"rank_0", "rank_1"}) std::filesystem::create_directories(folder.path(name));
  folder.file("rank_0/trace.json", "{}"), folder.file("rank_1/trace.json", "{}");
  discover_options options;
  options.glob = folder.path("**/*.json");
  options.extension_given = options.filters_given = false;
  options.by_content = true;
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE((found.has_value() && found->size() == 1u && found->front().files.size() == 2u));
  BOOST_TEST((found->front().files[1].from == rank_source::folder));
}

BOOST_AUTO_TEST_SUITE_END()
