/// Writes a synthetic trace of a serving engine, step by step. The same seed gives the same bytes everywhere.
///
/// generate_serving FILE [vllm|vllm-old|vllm-triton|sglang] [STEPS] [SEED]

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "serving_trace.hpp"

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("generate_serving FILE [vllm|vllm-old|vllm-triton|sglang] [STEPS] [SEED]\n", stderr);
    return 2;
  }
  const std::string_view engine = argc > 2 ? argv[2] : "vllm";
  bench::serving_options o;
  if (engine == "sglang") o.engine = bench::serving_engine::sglang;
  o.old_names = engine == "vllm-old", o.tokens_only = engine == "vllm-triton";
  if (argc > 3) o.steps = std::strtoul(argv[3], nullptr, 10);
  if (argc > 4) o.seed = std::strtoull(argv[4], nullptr, 10);
  const bench::serving_trace t = bench::make_serving_trace(o);
  std::FILE* const to = std::fopen(argv[1], "wb");
  if (to == nullptr) return 1;
  const bool written = std::fwrite(t.json.data(), 1, t.json.size(), to) == t.json.size();
  return std::fclose(to) == 0 && written ? 0 : 1;
}
