/// The programs of the browser as one: the first argument names which.

#include <cstdio>
#include <string_view>

int pytorch_report_main(int, char**);
int gpu_report_main(int, char**);
int jax_report_main(int, char**);
int tt_perf_report_main(int, char**);
int compare_report_main(int, char**);

int main(int argc, char** argv) {
  struct program {
    std::string_view name;
    int (*run)(int, char**);
  };
  constexpr program programs[] = {{"pytorch_report", pytorch_report_main}, {"gpu_report", gpu_report_main},
                                  {"jax_report", jax_report_main}, {"tt_perf_report", tt_perf_report_main},
                                  {"compare_report", compare_report_main}};
  for (const program& p : programs)
    if (argc > 1 && p.name == argv[1]) return p.run(argc - 1, argv + 1);
  std::fputs("there is no such program here\n", stderr);
  return 2;
}
