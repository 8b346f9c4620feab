/// Writes the sample trace of the repository: generate_llama_decode [FILE]

#include <cstdio>
#include <string>
#include <string_view>

#include "llama_decode.hpp"

int main(int argc, char** argv) {
  if (argc > 2 || (argc == 2 && argv[1][0] == '-')) {
    const bool help = argc == 2 && std::string_view(argv[1]) == "--help";
    std::fputs("usage: generate_llama_decode [FILE]\n", help ? stdout : stderr);
    return help ? 0 : 2;
  }
  std::FILE* const out = argc == 2 ? std::fopen(argv[1], "wb") : stdout;
  if (out == nullptr) {
    std::perror(argv[1]);
    return 1;
  }
  const std::string csv = sample::llama_decode_csv();
  const bool written = std::fwrite(csv.data(), 1, csv.size(), out) == csv.size();
  if (std::fclose(out) != 0 || !written) {
    std::perror("generate_llama_decode");
    return 1;
  }
  return 0;
}
