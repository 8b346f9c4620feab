#include <ridgeline/core/text_pool.hpp>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(core_text_pool)

namespace {

// For hash steps of the form (h ^ word) * odd, then x ^ (x >> 32): changing the top bit of a word changes bits 63
// and 31 of the result whatever h and the factor are, and changing these two bits in the next word undoes it.
// Texts of n such pairs of words give 2^n texts with the same hash, without any knowledge of h.
std::string alike(unsigned which, unsigned pairs) {
  std::string text;
  for (unsigned j = 0; j < pairs; ++j) {
    std::string a = "aaaaaaaaAAAAAAAA", b = "bbbbbbbbBBBBBBBB";
    if ((which >> j & 1u) != 0) {
      a[7] = static_cast<char>(a[7] ^ 0x80);
      b[7] = static_cast<char>(b[7] ^ 0x80);
      b[3] = static_cast<char>(b[3] ^ 0x80);
    }
    text += a + b;
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(equal_texts_share_their_bytes) {
  text_pool pool;
  const std::string one = "Matmul", two = "Matmul", other = "Matmul ";
  const std::string_view kept = pool.keep(one);
  BOOST_TEST(kept == "Matmul");
  BOOST_TEST((kept.data() != one.data()));
  BOOST_TEST((pool.keep(two).data() == kept.data()));
  BOOST_TEST((pool.keep(other).data() != kept.data()));
  BOOST_TEST(pool.size() == 2u);
  BOOST_TEST(pool.keep("").empty());
  BOOST_TEST(pool.size() == 2u);
}

BOOST_AUTO_TEST_CASE(texts_of_every_length_are_told_apart_and_stay_where_they_are) {
  text_pool pool;
  std::vector<std::string> texts;
  std::vector<std::string_view> kept;
  for (std::size_t length = 1; length < 300; ++length)
    for (char last : {'a', 'b', '\0'}) texts.push_back(std::string(length - 1, 'x') + last);
  for (std::size_t length : {16383u, 16384u, 16385u, 65535u, 65536u, 65537u, 200000u})
    texts.push_back(std::string(length, 'y'));
  for (const std::string& text : texts) kept.push_back(pool.keep(text));
  BOOST_TEST(pool.size() == texts.size());
  text_pool moved = std::move(pool);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    BOOST_TEST((kept[i] == texts[i]));
    BOOST_TEST((moved.keep(texts[i]).data() == kept[i].data()));
  }
}

BOOST_AUTO_TEST_CASE(a_pool_that_was_moved_from_is_empty_and_works) {
  text_pool first;
  const std::string_view kept = first.keep("first");
  text_pool second = std::move(first);
  BOOST_TEST(first.size() == 0u);  // NOLINT: what is left behind is what is asked for
  const std::string_view other = first.keep("other");
  BOOST_TEST(first.size() == 1u);
  BOOST_TEST(second.keep("more") == "more");  // would overlap `other` if both pools wrote to one block
  BOOST_TEST(other == "other");
  BOOST_TEST(kept == "first");
  first = std::move(second);
  BOOST_TEST(first.size() == 2u);
  BOOST_TEST((first.keep("first").data() == kept.data()));
}

BOOST_AUTO_TEST_CASE(a_trace_cannot_choose_texts_that_hash_alike) {
  for (std::uint64_t seed : {0u, 1u, 12345u}) {
    const hash_key key = hash_key::from(seed);
    std::set<std::uint64_t> hashes;
    for (unsigned i = 0; i < 1024; ++i) hashes.insert(hash_of(alike(i, 10), key));
    BOOST_TEST(hashes.size() == 1024u);
  }
}

BOOST_AUTO_TEST_CASE(the_hash_depends_on_every_byte_and_on_the_key) {
  const hash_key key = hash_key::from(7), other = hash_key::from(8);
  for (std::size_t length = 0; length <= 70; ++length) {
    const std::string text(length, 'q');
    const std::uint64_t hash = hash_of(text, key);
    BOOST_TEST(hash == hash_of(std::string(length, 'q'), key));
    BOOST_TEST(hash != hash_of(text, other));
    BOOST_TEST(hash != hash_of(text + '\0', key));
    for (std::size_t i = 0; i < length; ++i) {
      std::string changed = text;
      changed[i] = 'r';
      BOOST_TEST(hash != hash_of(changed, key));
    }
  }
}

// 2^16 of the texts above: a linear search for each one would take minutes.
BOOST_AUTO_TEST_CASE(texts_that_were_made_to_hash_alike_are_kept_quickly) {
  text_pool pool;
  for (unsigned i = 0; i < 65536; ++i) pool.keep(alike(i, 16));
  BOOST_TEST(pool.size() == 65536u);
}

BOOST_AUTO_TEST_SUITE_END()
