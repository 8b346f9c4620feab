#include "examples/sample/llama_decode.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(sample_llama_decode)

namespace {

std::string committed() {
  const std::string path = RIDGELINE_SOURCE_DIR "/examples/sample/llama_decode_wormhole.csv";
  std::ifstream file(path, std::ios::binary);
  BOOST_REQUIRE_MESSAGE(file, "cannot open " << path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(at);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// The rows of the sample by column name; the sample has no quotes, so splitting at commas is enough.
struct rows {
  std::string text = sample::llama_decode_csv();
  std::vector<std::string_view> names{};
  std::vector<std::vector<std::string_view>> cells{};

  rows() {
    std::vector<std::string_view> lines = split(text, '\n');
    lines.pop_back();  // after the last line feed
    names = split(lines.front(), ',');
    for (std::size_t i = 1; i < lines.size(); ++i) cells.push_back(split(lines[i], ','));
  }
  std::string_view at(std::size_t row, std::string_view name) const {
    const auto column = std::find(names.begin(), names.end(), name);
    BOOST_REQUIRE_MESSAGE(column != names.end(), "no column " << name);
    return cells[row][static_cast<std::size_t>(column - names.begin())];
  }
  std::int64_t number(std::size_t row, std::string_view name) const { return std::stoll(std::string(at(row, name))); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(generator_writes_the_committed_bytes) {
  const std::string want = committed();
  const std::string got = sample::llama_decode_csv();
  BOOST_TEST(got.size() == want.size());
  const auto [a, b] = std::mismatch(got.begin(), got.end(), want.begin(), want.end());
  const auto same = a - got.begin();
  BOOST_TEST((a == got.end() && b == want.end()), "first difference at byte " << same);
}

BOOST_AUTO_TEST_CASE(random_numbers_follow_the_published_sequence) {
  // SplitMix64 from seed 0: first outputs of the public reference implementation.
  sample::random_numbers random(0);
  BOOST_TEST(random.next() == 0xe220a8397b1dcdafu);
  BOOST_TEST(random.next() == 0x6e789e6aa1b965f4u);
}

BOOST_AUTO_TEST_CASE(every_row_is_as_wide_as_the_header) {
  const rows csv;
  // 27 before the tensors, 7 for each of 4 inputs and 3 outputs, 10 after them: 27 + 49 + 10 = 86
  BOOST_TEST(csv.names.size() == 86u);
  for (const auto& row : csv.cells) BOOST_TEST(row.size() == 86u);
  BOOST_TEST(csv.text.find('"') == std::string::npos);
  BOOST_TEST(csv.text.size() < 400'000u);
}

BOOST_AUTO_TEST_CASE(passes_hold_the_ops_they_are_made_of) {
  const rows csv;
  // prefill 14; decode step: 2 + 2 * 3 before the layers, 4 * 19 in them, 2 + 4 + 2 after them, 1 on the host: 93
  // compilation pass 1 + 14 + 93, performance pass 1 + 14 + 2 * 93: 108 + 201 = 309
  BOOST_TEST(csv.cells.size() == 309u);
  std::vector<std::size_t> signposts, host;
  for (std::size_t i = 0; i < csv.cells.size(); ++i) {
    if (csv.at(i, "OP TYPE") == "signpost") signposts.push_back(i);
    if (csv.at(i, "OP TYPE") == "python_fallback") host.push_back(i);
  }
  BOOST_TEST(signposts == (std::vector<std::size_t>{0, 108}), boost::test_tools::per_element());
  BOOST_TEST(csv.at(0, "OP CODE") == "Compilation pass");
  BOOST_TEST(csv.at(108, "OP CODE") == "Performance pass");
  BOOST_TEST(host == (std::vector<std::size_t>{107, 215, 308}), boost::test_tools::per_element());
  BOOST_TEST(csv.at(107, "OP CODE") == "torch.argmax (torch)");
}

BOOST_AUTO_TEST_CASE(host_time_ascends_and_the_device_runs_one_op_at_a_time) {
  const rows csv;
  std::int64_t host = 0, device = 0;
  for (std::size_t i = 0; i < csv.cells.size(); ++i) {
    BOOST_TEST(csv.number(i, "HOST START TS") > host);
    host = csv.number(i, "HOST START TS");
    if (csv.at(i, "OP TYPE") != "tt_dnn_device") continue;
    const std::int64_t start = csv.number(i, "DEVICE FW START CYCLE");
    if (device != 0) BOOST_TEST(start - device == csv.number(i, "OP TO OP LATENCY [ns]"));
    device = csv.number(i, "DEVICE FW END CYCLE");
    BOOST_TEST(device - start == csv.number(i, "DEVICE FW DURATION [ns]"));
    BOOST_TEST(csv.number(i, "DEVICE FW DURATION [ns]") > csv.number(i, "DEVICE KERNEL DURATION [ns]"));
  }
}

/// The matmul of the performance pass with these sizes; its kernel duration must lie between the given ns.
void check_matmul(const rows& csv, std::string_view y, std::string_view k, std::string_view n, std::size_t want,
                  std::int64_t low, std::int64_t high) {
  std::size_t found = 0;
  for (std::size_t i = 108; i < csv.cells.size(); ++i) {
    if (csv.at(i, "OP CODE") != "Matmul" || csv.at(i, "INPUT_0_Y_PAD[LOGICAL]") != y ||
        csv.at(i, "INPUT_0_X_PAD[LOGICAL]") != k || csv.at(i, "INPUT_1_X_PAD[LOGICAL]") != n)
      continue;
    ++found;
    BOOST_TEST(csv.number(i, "DEVICE KERNEL DURATION [ns]") >= low);
    BOOST_TEST(csv.number(i, "DEVICE KERNEL DURATION [ns]") <= high);
  }
  BOOST_TEST(found == want);
}

BOOST_AUTO_TEST_CASE(matmuls_of_every_bound) {
  const rows csv;
  // FLOP bound: 2 * 2048^3 FLOP at 2048 FLOP/ns and core (HiFi2) on 64 cores: 17179869184 / 131072 = 131072 ns;
  // at 78 %: 168041 ns, and 2 % of noise to either side
  check_matmul(csv, "2048[2048]", "2048[2048]", "2048[2048]", 1, 164680, 171401);
  // slow: half as much work again in 2048 x 2048 x 3072, 196608 ns; at 44 %: 446836 ns
  check_matmul(csv, "2048[2048]", "2048[2048]", "3072[3072]", 1, 437899, 455772);
  // DRAM bound: 8192 * 2048 elements at 1088 / 1024 bytes: 17825792 B at 288 B/ns: 61895 ns; at 83.5 %: 74125 ns
  check_matmul(csv, "32[16]", "8192[8192]", "2048[2048]", 8, 72642, 75608);
  // slow: input 32 * 2048 * 2 B, weights 2048 * 32064 * 576 / 1024 B, output 32 * 32064 * 1088 / 1024 B:
  // 131072 + 36937728 + 1090176 = 38158976 B at 288 B/ns: 132496 ns; at 52 %: 254800 ns
  check_matmul(csv, "32[16]", "2048[2048]", "32064[32064]", 8, 249704, 259896);
}

BOOST_AUTO_TEST_SUITE_END()
