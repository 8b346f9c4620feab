// How many bytes the copies of a PyTorch or GPU trace moved, by direction and size. bytes_copied TRACE
#include <cstdio>

#include <ridgeline/ridgeline.hpp>

namespace rl = ridgeline;

int main(int argc, char** argv) {
  const bool help = argc == 2 && argv[1] == std::string_view("--help");
  if (help || argc != 2)
    return std::fputs("usage: bytes_copied TRACE\n", help ? stdout : stderr), help ? 0 : 2;
  auto trace = rl::read_torch_trace_file(argv[1]);
  if (!trace) return std::fprintf(stderr, "bytes_copied: %s\n", to_string(trace.error()).c_str()), 1;
  const rl::torch_profile run(leave_out_repeated_work(*trace));
  rl::file_output out(1);
  rl::write_csv(out, rl::gpu_work(run) | rl::where(rl::is_copy) | rl::group_by(rl::direction, rl::in<rl::B>(rl::size)) |
                         rl::aggregate(rl::count, rl::sum<rl::MB>(rl::size), rl::sum<rl::us>(rl::time)) |
                         rl::sort_by(rl::direction, rl::desc(rl::size)) | rl::tabulate("copies"));
  out.flush();
  return out.error() == 0 ? 0 : (std::perror("bytes_copied"), 1);
}
