// Runs a fuzz target over its corpus, and then over damaged copies of it, as every test run does. libFuzzer does the
// coverage-guided search (`./run test fuzz`).
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
#include <utility>
#include <vector>

#include "tests/mutate/bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

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
  mutate::random random(20261122);
  for (int i = 0; i < runs; ++i) {
    std::string text = mutate::one_of(random, inputs);
    for (std::size_t n = 1 + mutate::below(random, 8); n != 0; --n)
      text = mutate::below(random, 6) == 0 ? mutate::with_part_of(std::move(text), mutate::one_of(random, inputs), random)
                                           : mutate::damaged_bytes(std::move(text), random);
    run(text);
  }
  std::printf("%zu inputs, %d damaged ones\n", inputs.size(), runs);
  return 0;
}
