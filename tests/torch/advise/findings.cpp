#include <ridgeline/torch/advise/findings.hpp>

#include <cmath>
#include <initializer_list>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "tests/support/busy_gpu.hpp"
#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_findings_of_shapes)

namespace {

using test::busy_gpu, test::found;

constexpr std::string_view relu = R"("Input Dims": [[1024, 1024]], "Input type": ["float"])";
constexpr std::string_view copied = R"("Input Dims": [[64, 64], [64, 64], []], "Input type": ["float", "float", "Scalar"])";
constexpr std::string_view cast = R"("Input Dims": [[64, 64], [64, 64], []], "Input type": ["float", "c10::Half", "Scalar"])";
constexpr std::string_view cast_back =
    R"("Input Dims": [[64, 64], [64, 64], []], "Input type": ["c10::Half", "float", "Scalar"])";
constexpr std::string_view product =
    R"("Input Dims": [[1024, 1024], [1024, 1024]], "Input type": ["c10::BFloat16", "c10::BFloat16"])";

hw::roofs chip() {  // 100 TFLOP/s, 1 TB/s
  return {"made", false, 1000.0 * GBps, {{"matrix_bf16", 100.0 * TFLOPps}}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(copies_of_equal_shape_and_type_can_go) {
  busy_gpu g;
  g.add("aten::relu", relu, "vectorized_elementwise_kernel", 400);
  g.add("aten::copy_", copied, "copy_kernel", 100);
  g.add("aten::copy_", cast, "cast_kernel", 70);  // another type: it does real work
  g.add("aten::relu", relu, "vectorized_elementwise_kernel", 400);
  const finding_list list = g.findings();
  const finding* const f = found(list, "layout_copies");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 1u);
  BOOST_TEST(f->recoverable.in(us) == 100.0);
  BOOST_TEST((f->bound == finding_bound::upper));
  BOOST_TEST(found(list, "dtype_roundtrip") == nullptr);
}

/// Ten kernels of 10 us, one every 1000 us: the GPU is idle for 9 * 990 us of 9 * 1000 + 10. If the file is cut, kernels
/// may be missing in between.
BOOST_AUTO_TEST_CASE(idle_time_of_a_cut_file_is_a_bound_and_a_guess) {
  kineto_text k;
  for (int i = 0; i < 10; ++i)
    k.op("aten::relu", 1000.0 * i, 8, relu).launch("cudaLaunchKernel", 1000.0 * i + 1, 2, i + 1)
        .kernel("k", 1000.0 * i + 5, 10, i + 1);
  const auto host_bound = [](const torch_trace& t) {
    const finding_list list = findings_of(torch_profile(t), nullptr);
    const finding* const f = found(list, "host_bound");
    BOOST_REQUIRE(f != nullptr);
    BOOST_TEST(f->concerned.in(us) == 8910.0);
    return *f;
  };
  const finding whole = host_bound(k.read()), part = host_bound(k.read_cut());
  BOOST_TEST((whole.confidence == finding_confidence::high));
  BOOST_TEST((whole.bound == finding_bound::exact));
  BOOST_TEST((part.confidence == finding_confidence::low));
  BOOST_TEST((part.bound == finding_bound::upper));
  BOOST_TEST(part.recoverable.in(us) == whole.recoverable.in(us));
  BOOST_TEST(part.advice.starts_with("At most (parts are missing): " + whole.advice.substr(0, 60)), part.advice);
  BOOST_TEST(part.advice.size() <= 160u);
  for (const char* id : {"host_bound", "sync_points", "copies_exposed", "comm_exposed", "small_kernels", "data_loading"})
    for (const torch_finding_kind& kind : torch_finding_kinds()) BOOST_TEST((kind.needs_all || kind.id != id), id);
}

BOOST_AUTO_TEST_CASE(a_kernel_that_copies_to_the_device_is_no_matter_of_layout) {  // of rocprofiler-sdk
  busy_gpu g;
  g.add("aten::relu", relu, "vectorized_elementwise_kernel", 400);
  g.add("aten::copy_", copied, "MEMORY_COPY_HOST_TO_DEVICE", 80);
  g.add("aten::copy_", copied, "MEMORY_COPY_DEVICE_TO_DEVICE", 30);
  g.add("aten::relu", relu, "vectorized_elementwise_kernel", 400);
  const finding_list list = g.findings();
  const finding* const exposed = found(list, "copies_exposed");
  BOOST_REQUIRE(exposed != nullptr);
  BOOST_TEST(exposed->count == 1u);
  BOOST_TEST(exposed->recoverable.in(us) == 80.0);  // nothing else runs beside it
  const finding* const layout = found(list, "layout_copies");
  BOOST_REQUIRE(layout != nullptr);
  BOOST_TEST(layout->recoverable.in(us) == 30.0);
}

BOOST_AUTO_TEST_CASE(copies_of_intel_s_plain_memory_cross_the_bus_and_are_pageable) {
  busy_gpu g;
  g.add("aten::relu", relu, "vectorized_elementwise_kernel", 400);
  g.add("aten::copy_", cast, "Memcpy M2D", 80);
  g.add("aten::relu", relu, "vectorized_elementwise_kernel", 400);
  const finding_list list = g.findings();
  const finding* const f = found(list, "copies_exposed");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->recoverable.in(us) == 80.0);  // nothing else runs beside it
  BOOST_TEST(f->advice.starts_with("Pin the memory"), f->advice);
}

// Three kernels of 1 ms, each behind 4 ms of an op on the host that launches nothing.
BOOST_AUTO_TEST_CASE(ops_of_the_host_are_no_pauses) {
  kineto_text k;
  for (int i = 0, at = 0; i < 4; ++i, at += 5000) {
    k.op("aten::mm", at, 20).launch("cudaLaunchKernel", at + 5, 4, i + 1).kernel("gemm", at + 15, 1000, i + 1).flow(i + 1);
    k.op("aten::sort", at + 1010, 3900).op("aten::empty", at + 1020, 2);  // the latter within the former
  }
  const torch_trace trace = k.read();
  const torch_profile run(trace);
  const gpu_activity activity = activity_of(run);
  BOOST_TEST(activity.host_work.size() == 6u);  // the first three, and the products behind them until their kernels
  const gpu_replay replay(activity);
  finding_drafts drafts(activity.works.size());
  activity_findings::host_bound({activity, replay, trace_health()}, drafts);
  const finding_draft d = drafts.take().at(0);
  // idle from 1015 to 5015, three times; the op runs from 1010 to 4910
  BOOST_TEST(d.concerned.in(us) == 12000.0);
  BOOST_TEST(d.detail ==
             "Move work of the host to the GPU or to other threads: aten::sort takes 11.7 ms of it in 3 calls");
}

BOOST_AUTO_TEST_CASE(a_cast_and_the_one_that_undoes_it) {
  busy_gpu g;
  g.add("aten::relu", relu, "vectorized_elementwise_kernel", 400);
  g.add("aten::copy_", cast, "cast_kernel", 60);
  g.add("aten::copy_", cast_back, "cast_kernel", 50);
  const finding_list list = g.findings();
  const finding* const f = found(list, "dtype_roundtrip");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 2u);
  BOOST_TEST(f->recoverable.in(us) == 110.0);
}

// A wider type holds every value of the narrower one, but not the other way round. Masters of an optimizer: the
// parameter of one update is written, and the gradient of the next one read.
BOOST_AUTO_TEST_CASE(a_cast_to_a_narrower_type_rounds) {
  busy_gpu g;
  g.add("aten::copy_", cast_back, "cast_kernel", 50);
  g.add("aten::copy_", cast, "cast_kernel", 60);
  g.add("aten::relu", relu, "vectorized_elementwise_kernel", 400);
  BOOST_TEST(found(g.findings(), "dtype_roundtrip") == nullptr);
}

// `p.add_(g)` for 6 parameters, `mul_` and `add_` for each, and three ops for each: a loop over tensors.
BOOST_AUTO_TEST_CASE(a_loop_over_tensors_is_no_chain) {
  const auto list_of = [](std::initializer_list<std::string_view> ops) {
    busy_gpu g;
    for (int i = 0; i < 6; ++i)
      for (const std::string_view op : ops) g.add(op, relu, "vectorized_elementwise_kernel", 300);
    return g.findings();
  };
  BOOST_TEST(found(list_of({"aten::add_"}), "unfused_elementwise") == nullptr);
  BOOST_TEST(found(list_of({"aten::mul_", "aten::add_"}), "unfused_elementwise") == nullptr);
  const finding_list three = list_of({"aten::mul_", "aten::add_", "aten::sqrt"});
  const finding* const f = found(three, "unfused_elementwise");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 18u);
  // of each three 300 of 900 us remain, as below
  BOOST_TEST(f->recoverable.in(us) == 6 * 600.0);
}

BOOST_AUTO_TEST_CASE(elementwise_ops_in_a_row_pass_their_memory_once) {
  busy_gpu g;
  for (int i = 0; i < 3; ++i) g.add("aten::relu", relu, "vectorized_elementwise_kernel", 300);
  const finding_list list = g.findings();
  const finding* const f = found(list, "unfused_elementwise");
  BOOST_REQUIRE(f != nullptr);
  // each reads and writes 4 MiB, 24 MiB in all; fused, 16 MiB stay where they are: 900 us x (1 - 16 / 24) = 300 remain
  BOOST_TEST(f->count == 3u);
  BOOST_TEST(f->recoverable.in(us) == 600.0);
}

BOOST_AUTO_TEST_CASE(products_below_half_of_their_roof) {
  // 2 x 1024^3 FLOP take 21.475 us at 100 TFLOP/s; 6 MiB take 6.29 us at 1 TB/s
  busy_gpu slow;
  for (int i = 0; i < 4; ++i) slow.add("aten::mm", product, "gemm", 100);
  const hw::roofs roofs = chip();
  const finding_list list = slow.findings(&roofs);
  const finding* const f = found(list, "gemm_below_roof");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 4u);
  const double attainable = 0.8, each = 2.0 * 1024 * 1024 * 1024 / 100e12 * 1e6 / attainable;
  BOOST_TEST(std::fabs(f->recoverable.in(us) - 4 * (100 - each)) < 0.01);
  BOOST_TEST(f->advice.find("21.5 % of the roof is reached") != std::string::npos, f->advice);
  busy_gpu fast;
  for (int i = 0; i < 4; ++i) fast.add("aten::mm", product, "gemm", 30);  // 21.475 / 30 is above a half
  BOOST_TEST(found(fast.findings(&roofs), "gemm_below_roof") == nullptr);
  BOOST_TEST(found(slow.findings(nullptr), "gemm_below_roof") == nullptr);  // no chip, no roof
}

BOOST_AUTO_TEST_CASE(products_of_a_slow_device) {
  // two products of 100 us on device 1, and two on device 0 at the same time, of 30 us, which is 71.6 % of the roof
  const auto text = [](int other) {
    kineto_text t;
    for (int i = 0; i < 4; ++i) {
      const std::string id = std::to_string(i + 1), device = std::to_string(i % 2);
      const std::string at = std::to_string(1000 + i / 2 * 100);
      t.op("aten::mm", 10.0 * i, 8, product).launch("cudaLaunchKernel", 10.0 * i + 1, 1, i + 1);
      t.raw(R"({"ph": "X", "cat": "kernel", "name": "gemm", "pid": )" + device + R"(, "tid": 7, "ts": )" + at +
              R"(, "dur": )" + (i % 2 == 1 ? "100" : std::to_string(other)) + R"(, "args": {"device": )" + device +
              R"(, "stream": 7, "correlation": )" + id + "}}");
    }
    t.span("cuda_runtime", "cudaStreamWaitEvent", 19, 1);  // of device 0, behind the first product of device 1
    return t;
  };
  const hw::roofs roofs = chip();
  const auto findings = [&](int other) {
    const torch_trace trace = text(other).read();
    const torch_profile run(trace, {});
    return findings_of(run, &roofs);
  };
  const finding_list list = findings(30);
  const finding* const f = found(list, "gemm_below_roof");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 2u);
  // device 1 takes 26.84 us (21.475 / 0.8) twice; the second product of device 0 waited for the first of device 1, and
  // starts when its own first one has ended, at 1030: it ends at 1060, 140 us earlier than device 1 does today
  BOOST_TEST(std::fabs(f->recoverable.in(us) - 140) < 0.01);
  BOOST_TEST(f->advice.find("21.5 % of the roof is reached on device 1, and 71.6 % on others: find out what slows it "
                            "down") != std::string::npos, f->advice);
  // of 90 us, device 0 is slow as well: 21.475 / 95 on the mean
  const finding_list both = findings(90);
  const finding* const of_all = found(both, "gemm_below_roof");
  BOOST_REQUIRE(of_all != nullptr);
  BOOST_TEST(of_all->count == 4u);
  BOOST_TEST(of_all->advice.find("22.6 % of the roof is reached; ") != std::string::npos, of_all->advice);
}

BOOST_AUTO_TEST_CASE(numbers_of_ops_start_again_in_each_process_and_each_recording) {
  // four products of 100 us, whose ops have the External ids from `first` on
  const auto add = [](kineto_text& t, int process, int device, int at, int correlation, int first) {
    for (int i = 0; i < 4; ++i) {
      const std::string numbers =
          R"("External id": )" + std::to_string(first + i) + R"(, "correlation": )" + std::to_string(correlation + i);
      const auto span = [&](const char* category, const char* name, int pid, int ts, int length, std::string_view more) {
        t.raw(R"({"ph": "X", "cat": ")" + std::string(category) + R"(", "name": ")" + name + R"(", "pid": )" +
              std::to_string(pid) + R"(, "tid": 7, "ts": )" + std::to_string(at + ts) + R"(, "dur": )" +
              std::to_string(length) + R"(, "args": {)" + numbers + std::string(more) + "}}");
      };
      span("cpu_op", "aten::mm", process, 10 * i, 8, ", " + std::string(product));
      span("cuda_runtime", "cudaLaunchKernel", process, 10 * i + 1, 1, "");
      span("kernel", "gemm", device, 1000 + 100 * i, 100, R"(, "stream": 7, "device": )" + std::to_string(device));
    }
  };
  const hw::roofs roofs = chip();
  const auto expect = [&](const kineto_text& text, std::uint64_t count) {
    const torch_trace trace = text.read();
    const torch_profile run(trace, {});
    const finding_list list = findings_of(run, &roofs);
    const finding* const f = found(list, "gemm_below_roof");
    BOOST_REQUIRE(f != nullptr);
    BOOST_TEST(f->count == count);
    // each takes 26.84 us (21.475 / 0.8); two ranks run side by side, and the host keeps two recordings apart
    BOOST_TEST(std::fabs(f->recoverable.in(us) - 4 * (100 - 26.8435)) < 0.01);
    BOOST_TEST(f->advice.find("21.5 % of the roof is reached; ") != std::string::npos, f->advice);
  };
  kineto_text ranks, recordings, shifted;
  add(ranks, 101, 0, 0, 1, 1), add(ranks, 102, 1, 0, 11, 1);
  expect(ranks, 8);
  add(recordings, 101, 0, 0, 1, 1), add(recordings, 101, 0, 2000, 11, 1);
  expect(recordings, 8);
  // the second rank has numbers of the first one's products for ops that are none
  add(shifted, 101, 0, 0, 1, 2);
  for (int i = 0; i < 4; ++i)
    shifted.raw(R"({"ph": "X", "cat": "cpu_op", "name": "aten::relu", "pid": 102, "tid": 7, "ts": )" +
                std::to_string(10 * i) + R"(, "dur": 5, "args": {"External id": )" + std::to_string(i + 2) + "}}");
  expect(shifted, 4);
}

BOOST_AUTO_TEST_CASE(an_id_that_is_only_the_correlation_leaves_work_to_the_op_around_its_launch) {
  // calls and kernels bear their own correlation as `External id`, which is the number of the other op in each case; on
  // ROCm they have no correlation beside it
  const auto add = [](kineto_text& t, std::string_view op, std::string_view args, int id, int correlation, int at,
                      int length, bool rocm) {
    const std::string number = std::to_string(correlation);
    const std::string numbers = R"("External id": )" + number + (rocm ? "" : R"(, "correlation": )" + number);
    t.op(op, 10 * id, 8, R"("External id": )" + std::to_string(id) + ", " + std::string(args));
    t.span("cuda_runtime", "cudaLaunchKernel", 10 * id + 1, 1, numbers);
    t.raw(R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": )" + std::to_string(at) + R"(, "dur": )" +
          std::to_string(length) + R"(, "args": {"stream": 7, )" + numbers + "}}");
  };
  for (const bool rocm : {false, true}) {
    kineto_text t;
    add(t, "aten::copy_", copied, 1, 2, 1000, 30, rocm);
    add(t, "aten::mm", product, 2, 1, 1030, 400, rocm);
    const torch_trace trace = t.read();
    const torch_profile run(trace, {});
    const finding_list list = findings_of(run, nullptr);
    const finding* const f = found(list, "layout_copies");
    BOOST_REQUIRE(f != nullptr);
    BOOST_TEST(f->count == 1u);
    BOOST_TEST(f->recoverable.in(us) == 30.0);  // that of the copy, not the 400 us of the product
  }
}

BOOST_AUTO_TEST_CASE(products_of_fp32_that_did_not_run_as_tf32) {
  // 2 x 2048^3 FLOP take 859 us at 20 TFLOP/s of the vector units, 53.7 us at 320 of bf16: a sixteenth of the time
  constexpr std::string_view fp32 = R"("Input Dims": [[2048, 2048], [2048, 2048]], "Input type": ["float", "float"])";
  hw::roofs roofs{"made", false, 1000.0 * GBps,
                  {{"vector_fp32", 20.0 * TFLOPps}, {"matrix_tf32", 160.0 * TFLOPps}, {"matrix_bf16", 320.0 * TFLOPps}}, true};
  busy_gpu gpu;
  for (int i = 0; i < 4; ++i) gpu.add("aten::mm", fp32, "ampere_sgemm_128x64_nn", 1600);
  gpu.add("aten::mm", fp32, "cutlass_80_tensorop_s1688gemm_128x128", 900);  // named after it
  gpu.add("aten::mm", fp32, "nvjet_sm90_sss", 300);                         // 57 TFLOP/s: cannot be fp32
  const finding_list list = gpu.findings(&roofs);
  const finding* const f = found(list, "gemm_fp32");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 4u);
  BOOST_TEST(std::fabs(f->recoverable.in(us) - 4 * 1600 * 15 / 16.0) < 0.01);  // 6000 us
  roofs.vectors_stand_in = false;  // rates from a file: no fp32 rate is known
  BOOST_TEST(found(gpu.findings(&roofs), "gemm_fp32") == nullptr);
}

// The second launch takes 2 ms, 100..2100, in which the GPU has nothing to do.
BOOST_AUTO_TEST_CASE(modules_are_loaded_by_the_runtime_of_the_launch) {
  const auto advice = [](std::string_view launch) {
    kineto_text k;
    k.op("aten::relu", 0, 8).launch(launch, 1, 5, 1).kernel("warm", 10, 20, 1);
    k.op("aten::mm", 95, 2010).launch(launch, 100, 2000, 2).kernel("first", 2110, 50, 2);
    const torch_trace trace = k.read();
    const finding_list list = findings_of(torch_profile(trace, {}));
    const finding* const f = found(list, "module_loading");
    BOOST_REQUIRE_MESSAGE(f != nullptr, launch);
    BOOST_TEST(f->recoverable.in(us) == 2000.0);
    return f->advice;
  };
  BOOST_TEST(advice("cudaLaunchKernel").find("(CUDA_MODULE_LOADING=EAGER, a warm-up step)") != std::string::npos);
  BOOST_TEST(advice("hipLaunchKernel").find("(HIP_ENABLE_DEFERRED_LOADING=0, a warm-up step)") != std::string::npos);
  BOOST_TEST(advice("urEnqueueKernelLaunch").find("(a warm-up step)") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
