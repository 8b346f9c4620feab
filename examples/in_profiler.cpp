/// A small profiler: the threads of a program record what they send to their devices while it runs, and at its end the
/// profiler writes the performance report. Needs two headers and threads.
///
///     in_profiler [RECORDS]    RECORDS: room for this many records of each thread, else 64

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <latch>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <ridgeline/profiler.hpp>
#include <ridgeline/impl/profiler.hpp>

namespace rl = ridgeline;

namespace {

// BEGIN profiler
/// A runtime holds one of these. Memory is allocated here, not while the program runs.
class profiler {
 public:
  explicit profiler(rl::live::room size) : names_({.names = 256, .bytes = 16384}), trace_(size) {}

  rl::live::recorder<rl::tt_op>& trace() { return trace_; }
  std::string_view name(std::string_view text) { return names_.keep(text); }
  /// Writes the report on everything recorded on devices of that kind, and what became of the records.
  bool report(int descriptor, const rl::hw::device& on) const {
    auto all = trace_.collect([](const rl::tt_op& r) { return std::pair{r.host_start, r.device}; });
    std::uint32_t id = 0;
    for (rl::tt_op& r : all.records) r.id = ++id;
    const rl::tt_perf_result result = rl::report_tt_ops(all.records, &on, {.merge_devices = false});
    rl::file_output out(descriptor);
    write_tt_perf(out, result);
    const rl::live::tally total = all.total();
    out.write("\n" + std::to_string(total.kept) + " of " + std::to_string(total.produced()) + " records kept, " +
              std::to_string(total.dropped) + " dropped: space for " + std::to_string(trace_.size().records) +
              " per thread\n");
    out.flush();
    return out.error() == 0;
  }

 private:
  rl::live::names names_;  // the records refer to it
  rl::live::recorder<rl::tt_op> trace_;
};
// END profiler

// From here on: the program that is profiled. Its devices are made up, and their clocks with them.

rl::tt_tensor matrix(std::uint32_t y, std::uint32_t x, std::string_view type, std::string_view memory) {
  return {{1, 1, y, x}, type, memory};
}

/// The ops of a decode step on one device: a norm, a matmul whose weights lie in DRAM, an activation.
std::array<rl::tt_op, 3> decode_step(profiler& to, int device) {
  const std::string prefix = "DEV_" + std::to_string(device);
  const rl::tt_tensor rows = matrix(32, 4096, "BFLOAT16", to.name(prefix + "_L1_WIDTH_SHARDED"));
  const rl::tt_tensor weights = matrix(4096, 4096, "BFLOAT8_B", to.name(prefix + "_DRAM_INTERLEAVED"));
  std::array<rl::tt_op, 3> ops;
  for (rl::tt_op& r : ops) {
    r.device = device;
    r.cores = 64;
    r.in0 = r.out0 = rows;
    r.gap = 1 * rl::us;
  }
  ops[0].code = "LayerNorm";
  ops[0].gap = 8 * rl::us;  // waits for the host
  ops[0].time = 6 * rl::us;
  ops[1].code = "Matmul";
  ops[1].fidelity = "HiFi2";
  ops[1].in1 = weights;
  ops[1].time = (80 + 4 * device) * rl::us;  // some devices are slower than others
  ops[2].code = "Unary";
  ops[2].time = 10 * rl::us;
  return ops;
}

// BEGIN producer
/// One thread of the program, with its own device, which runs one op after another.
void run(profiler& to, int device, int steps, std::latch& all_ready) {
  rl::live::producer mine{to.trace()};
  const std::array<rl::tt_op, 3> ops = decode_step(to, device);
  all_ready.arrive_and_wait();  // else a thread could end, and its buffer be reused, before another one starts
  rl::time_quantity clock;
  for (int step = 1; step <= steps; ++step) {
    if (device == 0) mine.record(rl::live::signpost<rl::tt_op>(to.name("step " + std::to_string(step)), clock));
    for (rl::tt_op r : ops) {
      r.host_start = clock;
      clock += r.gap + r.time;
      mine.record(r);  // takes no lock, allocates nothing
    }
  }
}
// END producer

}  // namespace

int main(int argc, char** argv) {
  std::size_t records = 64;
  const std::string_view word = argc == 2 ? argv[1] : "";
  if (word == "--version") return std::puts("in_profiler (ridgeline) " RIDGELINE_VERSION) < 0;
  const auto parsed = std::from_chars(word.data(), word.data() + word.size(), records);
  const bool whole = parsed.ptr == word.data() + word.size() && parsed.ec == std::errc{};
  if (argc > 2 || (argc == 2 && !whole) || records > 1'000'000) {
    std::fputs("usage: in_profiler [RECORDS]    space for this many records per thread, up to 1000000; default 64\n",
               word == "--help" ? stdout : stderr);
    return word == "--help" ? 0 : 2;
  }
  constexpr int devices = 3, steps = 2;
  profiler all({.lanes = devices, .records = records});
  std::latch all_ready(devices);
  std::vector<std::thread> threads;
  for (int device = 0; device < devices; ++device)
    threads.emplace_back(run, std::ref(all), device, steps, std::ref(all_ready));
  for (std::thread& t : threads) t.join();
  return all.report(1, rl::hw::image<rl::hw::n150>()) ? 0 : 1;
}
