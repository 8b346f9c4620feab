#include <ridgeline/read/lz4.hpp>

#include <cstddef>
#include <string>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_lz4)

namespace {

std::string bytes_of(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

}  // namespace

/// 24 letters: 3 literals, 3 before them 16 = 0xC + 4 times, 5 literals; the block has 12 bytes and a checksum.
BOOST_AUTO_TEST_CASE(frames_with_and_without_their_size) {
  const std::string front = "LZ4F" + bytes_of("18000000"), block = "0C0000003C6162630300506263616263083A63B600000000";
  const std::string text = "abcabcabcabcabcabcabcabc";
  BOOST_TEST(read_detail::unpacked_text(front + bytes_of("04224D187040AD" + block)) == text);
  BOOST_TEST(read_detail::unpacked_text(front + bytes_of("04224D1878401800000000000000A2" + block)) == text);
}

BOOST_AUTO_TEST_CASE(what_is_no_frame_stays) {
  const std::string front = "LZ4F" + bytes_of("18000000");
  for (const std::string& bytes :
       {std::string(), std::string("{}"), std::string("LZ4F"), front,
        front + bytes_of("04224D187040AD0C0000003C61626304005062636162630000000000000000"),  // begins before the text
        front + bytes_of("04224D187040AD0C0000003CFF")})                                    // cut
    BOOST_TEST(read_detail::unpacked_text(bytes) == bytes);
}

BOOST_AUTO_TEST_SUITE_END()
