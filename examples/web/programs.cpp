/// The programs as one module: the first argument names the one to run, the rest is its command line.

#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

int pytorch_report_main(int argc, char** argv);
int jax_report_main(int argc, char** argv);
int gpu_report_main(int argc, char** argv);
int tt_perf_report_main(int argc, char** argv);
int tt_device_report_main(int argc, char** argv);
int compare_report_main(int argc, char** argv);

int main(int argc, char** argv) {
  using program = std::pair<std::string_view, int (*)(int, char**)>;
  constexpr std::array<program, 6> programs{{{"pytorch_report", pytorch_report_main},
                                             {"jax_report", jax_report_main},
                                             {"gpu_report", gpu_report_main},
                                             {"tt_perf_report", tt_perf_report_main},
                                             {"tt_device_report", tt_device_report_main},
                                             {"compare_report", compare_report_main}}};
  for (const auto& [name, run] : programs)
    if (argc > 1 && name == argv[1]) return run(argc - 1, argv + 1);
  std::fprintf(stderr, "expected the name of a program\n");
  return 2;
}
