// The program that docs/live.md quotes: it compiles, and ends with 0.
// BEGIN program
#include <chrono>
#include <cstdio>
#include <ridgeline/live.hpp>
#include <ridgeline/tt/record/op.hpp>

using namespace ridgeline;

live::names names{{.names = 1000, .bytes = 64 * 1024}};
live::recorder<tt_op> trace{{.lanes = 8, .records = 20'000}};  // 8 threads at once, 40 MB

void record(const tt_op& op) {                                  // called from any thread
  thread_local live::producer mine{trace};
  mine.record(op);
}

time_quantity now() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count() * ns;
}

int main() {
  const std::string_view matmul = names.keep("Matmul");         // once, where the op is made
  record(live::signpost<tt_op>("decode", now()));
  {
    const live::timed scope(now, [&](time_quantity begin, time_quantity end) {
      record({.code = matmul, .time = end - begin, .host_start = begin});
    });
    // ... the op ...
  }
  const live::collected<tt_op> all = trace.collect(&tt_op::host_start);
  for (const tt_op& op : all.records) std::printf("%.*s\n", static_cast<int>(op.code.size()), op.code.data());
  std::printf("%llu dropped\n", static_cast<unsigned long long>(all.total().dropped));
}
// END program
