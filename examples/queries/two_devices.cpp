// The ops of two Tenstorrent devices side by side, the n-th of a name with the n-th; what one lacks stands alone.
// two_devices OPS.csv FIRST SECOND
#include <cstdio>
#include <cstdlib>

#include <ridgeline/ridgeline.hpp>

namespace rl = ridgeline;

int main(int argc, char** argv) {
  const bool help = argc == 2 && argv[1] == std::string_view("--help");
  if (argc != 4)
    return std::fputs("usage: two_devices OPS.csv FIRST SECOND\n", help ? stdout : stderr), help ? 0 : 2;
  const auto report = rl::read_tt_ops_csv({argv[1]});
  if (!report) return std::fprintf(stderr, "two_devices: %s\n", to_string(report.error()).c_str()), 1;
  const auto on = [&](const char* device) {
    return rl::ops(*report) | rl::where(rl::equals(rl::device, std::atol(device)));
  };
  rl::file_output out(1);
  rl::write_csv(out, on(argv[2]) | rl::outer_join(on(argv[3]), rl::name) |
                         rl::tabulate("ops", rl::name, rl::in<rl::us>(rl::left(rl::time)),
                                      rl::in<rl::us>(rl::right(rl::time))));
  out.flush();
  return out.error() == 0 ? 0 : (std::perror("two_devices"), 1);
}
