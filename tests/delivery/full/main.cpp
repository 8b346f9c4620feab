#include <ridgeline/ridgeline.hpp>

#include <string_view>

namespace rl = ridgeline;

// 2 * 3 * 4 * 5 = 120 FLOP for a product of 3x4 by 4x5 matrices.
static_assert(rl::flops(rl::op::matmul{1, 3, 4, 5}) == 120 * rl::FLOP);

constexpr std::string_view trace = R"({"traceEvents": [
  {"ph": "X", "cat": "kernel", "name": "gemm", "ts": 1, "dur": 2, "pid": 0, "tid": 7, "args": {"device": 0, "stream": 7}}
]})";

// Library functions that are not in its headers: one that needs only the standard library, one that needs more.
int main() {
  if (rl::hw::find_by_device_name("NVIDIA H100 80GB HBM3").chip == nullptr) return 1;
  const auto read = rl::read_kineto(trace);
  return read && read->gpus.size() == 1 ? 0 : 2;
}
