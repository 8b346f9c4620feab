#ifndef RIDGELINE_TESTS_SUPPORT_TPU_PROFILE_HPP
#define RIDGELINE_TESTS_SUPPORT_TPU_PROFILE_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "xplane_bytes.hpp"

/// A profile of TPUs v5e: two steps of 100 us, each an execution of `jit_step` of 90 us.
///
///     XLA Ops        while.1        0 ............................ 80     copy-done.5  82 .. 90
///                    fusion.2          5 ... 35
///                    all-reduce.3                 40 ... 60
///     Async XLA Ops  all-gather-start.6   10 ....... 50
///
/// The loop's own time is 0..5, 35..40, 60..80: 30 us. The loop and the fusion cover 10..40 of the communication in
/// 10..60, so 20 us are exposed; all 8 us of the copy are exposed.
namespace test {

inline constexpr std::int64_t us_in_ps = 1'000'000;

struct tpu_profile {
  bool with_program = false;  ///< whether the file contains the program
  bool with_steps = true;

  /// `late`: added to each stamp of the device, in us: by how much its clock is ahead.
  std::string plane(std::int64_t device, std::int64_t late = 0) const {
    xplane::plane tpu("/device:TPU:" + std::to_string(device), 40 + device);  // plane ids count other planes too
    tpu.fact("device_type_string", "TPU v5 lite").fact("peak_teraflops_per_second", 200.0);
    tpu.fact("peak_hbm_bw_gigabytes_per_second", 800.0);
    const auto steps = [&](auto use) {
      for (std::int64_t s = 0; s < 2; ++s) use(s, (s * 100 + late) * us_in_ps);
    };
    if (with_steps) {
      tpu.line(1, "Steps", began);
      steps([&](std::int64_t s, std::int64_t at) { tpu.event(std::to_string(s + 5), at, 100 * us_in_ps); });
    }
    tpu.line(2, "XLA Modules", began);
    steps([&](std::int64_t s, std::int64_t at) {
      tpu.event("jit_step(7)", at, 90 * us_in_ps, {{"run_id", 11 + s}});
    });
    tpu.line(3, "XLA Ops", began);
    steps([&](std::int64_t, std::int64_t at) {
      const auto op = [&](const char* name, std::int64_t from, std::int64_t to) {
        tpu.event(name, at + from * us_in_ps, (to - from) * us_in_ps);
      };
      op(fusion, 5, 35);  // the loop comes after the ops it runs, as in profilers that write it when it ends
      op("%while.1 = (s32[]) while((s32[]) %tuple.9)", 0, 80);
      op("all-reduce.3", 40, 60);
      op("copy-done.5", 82, 90);
    });
    tpu.line(4, "Async XLA Ops", began);
    steps([&](std::int64_t, std::int64_t at) {
      tpu.event("all-gather-start.6", at + 10 * us_in_ps, 40 * us_in_ps);
    });
    tpu.line(5, "XLA TraceMe", began).event("something", 0, 900 * us_in_ps);
    // Of 8 MB, 6 are in the chip's own memory (3), and 2 are read from the memory beside it (1)
    const std::string memory = proto_bytes().bytes(1, proto_bytes().number(1, 1).number(2, 1).number(3, 2'000'000))
                                   .bytes(1, proto_bytes().number(1, 2).number(2, 3).number(3, 6'000'000)).text();
    tpu.about(fusion, {{"hlo_category", 0, "convolution fusion"}, {"flops", 3'000'000'000}, {"bytes_accessed", 8'000'000},
                       {"memory_access_breakdown", 0, {}, memory}, {"tf_op", 0, "jit(step)/dot_general"}},
              "fusion.2");
    tpu.about("%while.1 = (s32[]) while((s32[]) %tuple.9)",
              {{"hlo_category", 0, "while"}, {"flops", 9'000'000'000}, {"bytes_accessed", 24'000'000}});
    tpu.about("all-reduce.3", {{"hlo_category", 0, "all-reduce"}, {"bytes_accessed", 8'192}});
    tpu.about("copy-done.5", {{"hlo_category", 0, "copy-done"}});
    tpu.about("all-gather-start.6", {{"hlo_category", 0, "async-start"}});
    return tpu.bytes();
  }
  /// The program: a product in a fusion, an all-reduce of 1024 f32 over all of `devices`, a gather.
  std::string program(std::int64_t devices) const {
    xplane::module m("jit_step");
    m.computation("fused");
    const auto a = m.parameter("p0", xplane::bf16({1000, 500}));
    const auto b = m.add("p1", "parameter", xplane::bf16({500, 3000}), {}, proto_bytes().number(9, 1));
    m.root(m.add("dot.16", "dot", xplane::bf16({1000, 3000}), {a, b},
                 proto_bytes().bytes(30, proto_bytes().packed(1, {1}).packed(2, {0}))));
    m.computation("main");
    const auto x = m.parameter("x", xplane::bf16({1000, 500})), w = m.parameter("w", xplane::bf16({500, 3000}));
    const auto g = m.parameter("g", xplane::f32({1024})), h = m.parameter("h", xplane::bf16({512}));
    m.add("fusion.2", "fusion", xplane::bf16({1000, 3000}), {x, w}, proto_bytes().bytes(11, "kOutput").packed(38, {1}));
    m.add("all-reduce.3", "all-reduce", xplane::f32({1024}), {g});
    m.add("all-gather-start.6", "all-gather-start", xplane::tuple({xplane::bf16({512}), xplane::bf16({1024})}), {h});
    m.devices(1, devices);
    xplane::plane metadata("/host:metadata");
    metadata.program("jit_step(7)", 7, m.hlo_proto());
    return metadata.bytes();
  }
  /// `devices` chips of one host.
  std::string file(std::int64_t devices = 1, std::int64_t late = 0) const {
    std::vector<std::string> planes;
    if (with_program) planes.push_back(program(2 * devices));
    for (std::int64_t d = 0; d < devices; ++d) planes.push_back(plane(d, late));
    return xplane::file(planes);
  }

  static constexpr std::int64_t began = 1'700'000'000'000'000'000;  // ns since 1970
  static constexpr const char* fusion = "%fusion.2 = bf16[1000,3000] fusion(bf16[1000,500] %x, bf16[500,3000] %w)";
};

/// A profile of ops on host threads: two executions of `jit_f`, a call that contains a product, and a sum on another
/// thread.
inline std::string cpu_profile() {
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::f32({8, 4})), b = m.parameter("b", xplane::f32({4, 6}));
  m.add("dot.1", "dot", xplane::f32({8, 6}), {a, b}, proto_bytes().bytes(30, proto_bytes().packed(1, {1}).packed(2, {0})));
  m.add("call.2", "call", xplane::f32({8, 6}), {a, b});
  m.add("add.3", "add", xplane::f32({8, 4}), {a, a});
  xplane::plane host("/host:CPU"), metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  const auto op = [&](const char* name, std::int64_t at, std::int64_t from, std::int64_t to, std::int64_t run) {
    host.event(name, (at + from) * us_in_ps, (to - from) * us_in_ps,
               {{"hlo_op", 0, name}, {"hlo_module", 0, "jit_f"}, {"program_id", 7}, {"run_id", run}});
  };
  host.line(1, "tf_XLAEigen/1", 1'000'000);
  for (std::int64_t run = 0; run < 2; ++run) {
    op("call.2", run * 100, 0, 40, run);  // self time 10
    op("dot.1", run * 100, 5, 35, run);
    host.event("ThreadpoolListener::Region", run * 100 * us_in_ps, 90 * us_in_ps);
  }
  host.line(2, "tf_XLAEigen/2", 1'000'000);
  for (std::int64_t run = 0; run < 2; ++run) op("add.3", run * 100, 30, 60, run);
  host.line(3, "python", 1'000'000);
  for (std::int64_t run = 0; run < 2; ++run)
    host.event("train", run * 100 * us_in_ps, 95 * us_in_ps, {{"step_num", 3 + run}});
  return xplane::file({metadata.bytes(), host.bytes()});
}

/// A profile of the host whose ops are marked where they end, in µs. Thread 1 dispatches `dot.1` from 0 to 20, which runs
/// until 100, and the loop `while.4` from 20 to 30, until 90; thread 2 runs `add.3` of it from 40 to 60.
inline std::string marked_cpu_profile() {
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::f32({8, 4})), b = m.parameter("b", xplane::f32({4, 6}));
  m.add("dot.1", "dot", xplane::f32({8, 6}), {a, b}, proto_bytes().bytes(30, proto_bytes().packed(1, {1}).packed(2, {0})));
  m.add("while.4", "while", xplane::f32({8, 4}), {a});
  m.add("add.3", "add", xplane::f32({8, 4}), {a, a});
  xplane::plane host("/host:CPU"), metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  const auto op = [&](const char* name, std::int64_t from, std::int64_t to, std::int64_t number) {
    host.event(name, from * us_in_ps, (to - from) * us_in_ps,
               {{"hlo_op", 0, name}, {"hlo_module", 0, "jit_f"}, {"program_id", 7}, {"run_id", 1}, {"_pt", 0}, {"_p", number}});
  };
  const auto end = [&](const char* name, std::int64_t at, std::int64_t number) {
    host.event(name, at * us_in_ps, us_in_ps / 10, {{"_ct", 0}, {"_c", number}});
  };
  host.line(1, "tf_XLAPjRtCpuClient/1", 1'000'000);
  op("dot.1", 0, 20, -1);  // numbers have 64 bits
  op("while.4", 20, 30, 6);
  host.line(2, "tf_XLAEigen/2", 1'000'000);
  op("add.3", 40, 60, 7);
  end("end: add.3", 59, 7);
  end("end: while.4", 90, 6);
  end("end: dot.1", 100, -1);
  return xplane::file({metadata.bytes(), host.bytes()});
}

}  // namespace test

#endif  // RIDGELINE_TESTS_SUPPORT_TPU_PROFILE_HPP
