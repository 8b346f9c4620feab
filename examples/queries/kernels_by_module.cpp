// The kernels of a PyTorch or GPU trace by stream and nn.Module, the longest first. kernels_by_module TRACE
#include <cstdio>

#include <ridgeline/ridgeline.hpp>

namespace rl = ridgeline;

int main(int argc, char** argv) {
  const bool help = argc == 2 && argv[1] == std::string_view("--help");
  if (help || argc != 2)
    return std::fputs("usage: kernels_by_module TRACE\n", help ? stdout : stderr), help ? 0 : 2;
  auto trace = rl::read_torch_trace_file(argv[1]);
  if (!trace) return std::fprintf(stderr, "kernels_by_module: %s\n", to_string(trace.error()).c_str()), 1;
  rl::torch_run_options options;
  options.python_frames = true;
  const rl::torch_profile run(leave_out_repeated_work(*trace), options);
  rl::file_output out(1);
  rl::write_csv(out, rl::gpu_work(run) | rl::where(rl::is_kernel) | rl::group_by(rl::stream, rl::module_name) |
                         rl::aggregate(rl::count, rl::sum<rl::us>(rl::time), rl::mean<rl::us>(rl::time),
                                       rl::share(rl::time), rl::cumulative(rl::time)) |
                         rl::sort_by(rl::desc(rl::sum(rl::time))) | rl::tabulate("kernels"));
  out.flush();
  return out.error() == 0 ? 0 : (std::perror("kernels_by_module"), 1);
}
