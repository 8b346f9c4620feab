/// Writes the JAX sample of the repository: generate_jax_step [FILE]

#include <cstdio>
#include <string>
#include <string_view>

#include "jax_step.hpp"

int main(int argc, char** argv) {
  if (argc > 2 || (argc == 2 && argv[1][0] == '-')) {
    const bool help = argc == 2 && std::string_view(argv[1]) == "--help";
    std::fputs("usage: generate_jax_step [FILE]\n", help ? stdout : stderr);
    return help ? 0 : 2;
  }
  std::FILE* const out = argc == 2 ? std::fopen(argv[1], "wb") : stdout;
  if (out == nullptr) {
    std::perror(argv[1]);
    return 1;
  }
  const std::string bytes = sample::jax_step_profile();
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size();
  if (std::fclose(out) != 0 || !written) {
    std::perror("generate_jax_step");
    return 1;
  }
  return 0;
}
