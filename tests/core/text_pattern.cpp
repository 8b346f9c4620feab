#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/text_pattern.hpp>

BOOST_AUTO_TEST_SUITE(core_text_pattern)

using ridgeline::text_pattern;

namespace {

bool found(std::string_view pattern, std::string_view text) {
  const auto p = text_pattern::compile(pattern);
  BOOST_REQUIRE_MESSAGE(p.has_value(), pattern << ": " << (p ? "" : p.error().what));
  return p->found_in(text);
}
std::string refused(std::string_view pattern) {
  const auto p = text_pattern::compile(pattern);
  return p ? "accepted" : p.error().what;
}

}  // namespace

BOOST_AUTO_TEST_CASE(literals_are_found_anywhere) {
  BOOST_TEST(found("ring", "my_ring_kernel"));
  BOOST_TEST(!found("ring", "my_Ring_kernel"));
  BOOST_TEST(found("(?i)rINg", "my_Ring_kernel"));
  BOOST_TEST(found("", ""));
  BOOST_TEST(found("", "x"));
  BOOST_TEST(!found("x", ""));
  BOOST_TEST(found("a{b", "a{b"));
}

BOOST_AUTO_TEST_CASE(places) {
  BOOST_TEST(found("^ab$", "ab"));
  BOOST_TEST(!found("^ab$", "xab"));
  BOOST_TEST(!found("^ab$", "abx"));
  BOOST_TEST(found("a|^b", "xa"));
  BOOST_TEST(!found("a|^b", "xb"));
  BOOST_TEST(found("\\bucc_", "void ucc_x"));
  BOOST_TEST(!found("\\bucc_", "lucc_x"));
  BOOST_TEST(found("\\Bucc_", "lucc_x"));
  BOOST_TEST(found("c\\b", "abc"));
  BOOST_TEST(found("^$", ""));
}

BOOST_AUTO_TEST_CASE(sets) {
  BOOST_TEST(found("[a-c]x", "bx"));
  BOOST_TEST(!found("[a-c]x", "dx"));
  BOOST_TEST(found("[^a-c]x", "dx"));
  BOOST_TEST(!found("[^a-c]x", "bx"));
  BOOST_TEST(found("^[]a]+$", "]a]"));
  BOOST_TEST(found("^[a-]+$", "a-a"));
  BOOST_TEST(found("^[\\d_]+$", "1_2"));
  BOOST_TEST(found("^[\\x41-\\x43]$", "B"));
  BOOST_TEST(found("^\\w\\s\\D\\.$", "x y."));
  BOOST_TEST(!found("^\\w\\s\\D\\.$", "x 1."));
  BOOST_TEST(found("^a.c$", "a\nc"));
  BOOST_TEST(found("(?i)[k-m]", "L"));
  BOOST_TEST(found("(?i)^[^k]$", "l"));
  BOOST_TEST(!found("(?i)^[^k]$", "K"));
}

BOOST_AUTO_TEST_CASE(repetitions) {
  BOOST_TEST(found("^a*$", ""));
  BOOST_TEST(found("^a+$", "aaa"));
  BOOST_TEST(!found("^a+$", ""));
  BOOST_TEST(found("^ab?c$", "ac"));
  BOOST_TEST(!found("^ab?c$", "abbc"));
  BOOST_TEST(found("^a{2}$", "aa"));
  BOOST_TEST(!found("^a{2}$", "aaa"));
  BOOST_TEST(found("^a{2,}$", "aaaa"));
  BOOST_TEST(!found("^a{2,}$", "a"));
  BOOST_TEST(found("^a{1,3}$", "aaa"));
  BOOST_TEST(!found("^a{1,3}$", "aaaa"));
  BOOST_TEST(found("^a{0}$", ""));
  BOOST_TEST(found("^(ab|cd)*?e$", "abcdabe"));
  BOOST_TEST(found("^(a*)*$", "aaaa"));
  BOOST_TEST(found("^(?:a|b|c|)d$", "d"));
  BOOST_TEST(!found("^(?:a|b|c)d$", "d"));
}

BOOST_AUTO_TEST_CASE(alternatives_of_sequences) {
  BOOST_TEST(found("^(ab|c|de)f$", "cf"));
  BOOST_TEST(found("^(ab|c|de)f$", "def"));
  BOOST_TEST(!found("^(ab|c|de)f$", "abef"));
  BOOST_TEST(found("nvshmem|my_(send|recv)_\\d+", "x my_recv_7"));
}

BOOST_AUTO_TEST_CASE(what_it_does_not_know_is_refused_with_the_place) {
  BOOST_TEST(refused("a(b") == "pattern 'a(b': a '(' without its ')' at character 4");
  BOOST_TEST(refused("a)b") == "pattern 'a)b': a ')' without its '(' at character 2");
  BOOST_TEST(refused("[a") == "pattern '[a': a '[' without its ']' at character 3");
  BOOST_TEST(refused("*a") == "pattern '*a': nothing to repeat at character 1");
  BOOST_TEST(refused("a(?=b)") == "pattern 'a(?=b)': a group of a kind that is not supported at character 4");
  BOOST_TEST(refused("(a)\\1") ==
             "pattern '(a)\\1': a letter or digit after '\\' that has no meaning here at character 5");
  BOOST_TEST(refused("a\\").find("the pattern ends in") != std::string::npos);
  BOOST_TEST(refused("[b-a]").find("ends before it begins") != std::string::npos);
  BOOST_TEST(refused("a{3,2}").find("m > n") != std::string::npos);
  BOOST_TEST(refused("a{1,2").find("without its '}'") != std::string::npos);
  BOOST_TEST(refused("[\\").find("without its ']'") != std::string::npos);
  BOOST_TEST(refused("[a-\\").find("'['") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(size_is_bounded) {
  BOOST_TEST(refused("a{2000}").find("more than 1000 times") != std::string::npos);
  BOOST_TEST(refused("((a{100}){100}){100}").find("too long") != std::string::npos);
  BOOST_TEST(refused(std::string(100'000, '(')).find("in more than 50 groups") != std::string::npos);
  BOOST_TEST(refused(std::string(100'000, 'a')).find("too long") != std::string::npos);
  BOOST_TEST(refused("a{99999999999999999999}").find("more than 1000 times") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(hostile_names_take_linear_time) {  // trying every way in turn would take 2^1000000 steps
  const std::string name(1'000'000, 'a');
  BOOST_TEST(!found("^(a+)+b$", name));
  BOOST_TEST(!found("(a|aa)*b", name));
  BOOST_TEST(found("(a*)*$", name));
}

BOOST_AUTO_TEST_SUITE_END()
