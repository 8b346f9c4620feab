/// Writes the PyTorch sample of the repository: generate_transformer_step [FILE]

#include <cstdio>
#include <string>
#include <string_view>

#include "transformer_step.hpp"

int main(int argc, char** argv) {
  if (argc > 2 || (argc == 2 && argv[1][0] == '-')) {
    const bool help = argc == 2 && std::string_view(argv[1]) == "--help";
    std::fputs("usage: generate_transformer_step [FILE]\n", help ? stdout : stderr);
    return help ? 0 : 2;
  }
  std::FILE* const out = argc == 2 ? std::fopen(argv[1], "wb") : stdout;
  if (out == nullptr) {
    std::perror(argv[1]);
    return 1;
  }
  const std::string json = sample::transformer_step_json();
  const bool written = std::fwrite(json.data(), 1, json.size(), out) == json.size();
  if (std::fclose(out) != 0 || !written) {
    std::perror("generate_transformer_step");
    return 1;
  }
  return 0;
}
