/// Prints how well each method of `pytorch_report` finds the phases of synthetic serving traces, shares in percent.
///
/// phase_accuracy [STEPS] [SEED]

#include <cstdio>
#include <cstdlib>

#include <ridgeline/ridgeline.hpp>

#include "phase_accuracy.hpp"

int main(int argc, char** argv) {
  bench::serving_options o;
  if (argc > 1) o.steps = std::strtoul(argv[1], nullptr, 10);
  if (argc > 2) o.seed = std::strtoull(argv[2], nullptr, 10);
  for (const std::string& line : bench::accuracy_table(o.steps, o.seed)) std::puts(line.c_str());
  return 0;
}
