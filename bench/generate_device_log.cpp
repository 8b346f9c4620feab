// Writes a device log of six columns: bench_generate_device_log ROWS FILE. The same number gives the same rows, from a
// fixed seed. A launch is 20 rows per core: five RISCs with the four default markers each.

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ridgeline/sink/output.hpp>

namespace {

constexpr std::uint64_t seed = 20231031;

/// SplitMix64 (Steele, Lea, Flood 2014).
struct numbers {
  std::uint64_t state = seed;
  std::int64_t below(std::uint64_t most) {
    state += 0x9E3779B97F4A7C15ull;
    std::uint64_t x = state;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return static_cast<std::int64_t>((x ^ (x >> 31)) % most);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: bench_generate_device_log ROWS FILE\n", stderr);
    return 2;
  }
  const long long rows = std::atoll(argv[1]);
  constexpr std::array<std::string_view, 5> riscs{"NCRISC", "BRISC", "TRISC_0", "TRISC_1", "TRISC_2"};
  constexpr int columns = 12, lines = 9;
  const auto why = ridgeline::write_file(argv[2], [&](ridgeline::output& to) {
    numbers random;
    to.write("ARCH: grayskull, CHIP_FREQ[MHz]: 1202\n"
             "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset]\n");
    std::string text;
    std::int64_t launch = 1'882'735'000'000;
    for (long long row = 0; row < rows;) {
      launch += 200'000 + random.below(50'000);
      for (int core = 0; core < columns * lines && row < rows; ++core) {
        for (std::size_t r = 0; r < riscs.size() && row < rows; ++r) {
          std::int64_t at = launch + (riscs[r] == "BRISC" ? 0 : 1'000) + random.below(1'000);
          for (int marker = 1; marker <= 4 && row < rows; ++marker, ++row) {
            text.clear();
            text += "0, " + std::to_string(core % columns) + ", " + std::to_string(core / columns) + ", ";
            text += riscs[r];
            text += ", " + std::to_string(marker) + ", " + std::to_string(at);
            text += '\n';
            to.write(text);
            at += marker == 2 ? 10'000 + random.below(100'000) : 50 + random.below(1'500);
          }
        }
      }
    }
  });
  if (why) std::fprintf(stderr, "%s\n", to_string(*why).c_str());
  return why ? 1 : 0;
}
