// The longest gaps of each stream of a PyTorch or GPU trace, and what was launched after them. longest_gaps TRACE
#include <cstdio>

#include <ridgeline/ridgeline.hpp>

namespace rl = ridgeline;

constexpr auto longest_gaps = rl::group_by(rl::device, rl::stream) |
                              rl::within(rl::sort_by(rl::start) | rl::gaps() | rl::top<10>(rl::time));

int main(int argc, char** argv) {
  const bool help = argc == 2 && argv[1] == std::string_view("--help");
  if (help || argc != 2)
    return std::fputs("usage: longest_gaps TRACE\n", help ? stdout : stderr), help ? 0 : 2;
  auto trace = rl::read_torch_trace_file(argv[1]);
  if (!trace) return std::fprintf(stderr, "longest_gaps: %s\n", to_string(trace.error()).c_str()), 1;
  const rl::torch_profile run(leave_out_repeated_work(*trace));
  rl::file_output out(1);
  rl::write_csv(out, rl::gpu_work(run) | longest_gaps |
                         rl::tabulate("gaps", rl::device, rl::stream, rl::start, rl::in<rl::us>(rl::time),
                                      rl::after(rl::launch_name), rl::after(rl::op_name), rl::after(rl::name)));
  out.flush();
  return out.error() == 0 ? 0 : (std::perror("longest_gaps"), 1);
}
