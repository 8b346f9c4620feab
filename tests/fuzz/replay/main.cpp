// Runs a fuzz target over its corpus, and then over damaged copies of it: what every run of the tests does. The search that
// follows coverage is libFuzzer's (`./run test fuzz`).
//
//     PROGRAM CORPUS [RUNS]      RUNS damaged inputs (500), the same ones each time

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// SplitMix64 (Steele, Lea, Flood 2014).
struct numbers {
  std::uint64_t state = 20261122;
  std::size_t below(std::size_t most) {
    state += 0x9E3779B97F4A7C15ull;
    std::uint64_t x = state;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return static_cast<std::size_t>((x ^ (x >> 31)) % (most == 0 ? 1 : most));
  }
};

void damage(std::string& text, const std::string& other, numbers& random) {
  const std::size_t at = random.below(text.size() + 1), length = random.below(16) + 1;
  switch (random.below(6)) {
    case 0: if (at < text.size()) text[at] = static_cast<char>(random.below(256)); break;
    case 1: if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << random.below(8))); break;
    case 2: text.erase(at, length); break;
    case 3: text.insert(at, length, static_cast<char>(random.below(256))); break;
    case 4: text.insert(at, other, random.below(other.size() + 1), 4 * length); break;
    default: text.resize(at); break;
  }
}

int run(const std::string& text) {
  return LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: PROGRAM CORPUS [RUNS]\n", stderr);
    return 2;
  }
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1])) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> inputs;
  for (const auto& path : paths) {
    std::ifstream in(path, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    std::printf("%s\n", path.c_str());
    std::fflush(stdout);
    run(inputs.back());
  }
  if (inputs.empty()) {
    std::printf("no inputs in %s\n", argv[1]);
    return 1;
  }
  const int runs = argc > 2 ? std::atoi(argv[2]) : 500;
  numbers random;
  for (int i = 0; i < runs; ++i) {
    std::string text = inputs[random.below(inputs.size())];
    for (std::size_t n = 1 + random.below(8); n != 0; --n) damage(text, inputs[random.below(inputs.size())], random);
    run(text);
  }
  std::printf("%zu inputs, %d damaged ones\n", inputs.size(), runs);
  return 0;
}
