/// Writes a made trace of a serving engine, or prints how well each method of `pytorch_report` finds its phases:
/// shares in percent. The same seed gives the same bytes everywhere.
///
/// generate_serving FILE [vllm|vllm-old|vllm-triton|sglang] [STEPS] [SEED]
/// generate_serving --accuracy [STEPS] [SEED]

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ridgeline/impl.hpp>

#include "phase_accuracy.hpp"

namespace {

bench::serving_options options_for(std::string_view engine, int argc, char** argv, int first) {
  bench::serving_options o;
  if (engine == "sglang") o.engine = bench::serving_engine::sglang;
  o.old_names = engine == "vllm-old";
  o.tokens_only = engine == "vllm-triton";
  if (argc > first) o.steps = std::strtoul(argv[first], nullptr, 10);
  if (argc > first + 1) o.seed = std::strtoull(argv[first + 1], nullptr, 10);
  return o;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("generate_serving FILE [vllm|vllm-old|vllm-triton|sglang] [STEPS] [SEED]\n"
               "generate_serving --accuracy [STEPS] [SEED]\n", stderr);
    return 2;
  }
  if (std::string_view(argv[1]) != "--accuracy") {
    const bench::serving_trace t = bench::make_serving_trace(options_for(argc > 2 ? argv[2] : "vllm", argc, argv, 3));
    std::FILE* const to = std::fopen(argv[1], "wb");
    if (to == nullptr) return 1;
    const bool written = std::fwrite(t.json.data(), 1, t.json.size(), to) == t.json.size();
    return std::fclose(to) == 0 && written ? 0 : 1;
  }
  const bench::serving_options o = options_for("vllm", argc, argv, 2);
  for (const std::string& line : bench::accuracy_table(o.steps, o.seed)) std::puts(line.c_str());
  return 0;
}
