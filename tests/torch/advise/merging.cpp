#include <cmath>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/advise/findings.hpp>

#include "tests/support/busy_gpu.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_findings_of_merging)

namespace {

using test::busy_gpu, test::found;

hw::roofs chip() {  // 100 TFLOP/s, 1 TB/s
  return {"made", false, 1000.0 * GBps, {{"matrix_bf16", 100.0 * TFLOPps}}};
}
double recovered(const finding* f) { return f == nullptr ? -1 : f->recoverable.in(us); }

std::string message(int elements, std::string_view group = "0") {
  const std::string n = std::to_string(elements);
  return R"("Collective name": "allreduce", "Group size": 8, "dtype": "BFloat16", "In msg nelems": )" + n +
         R"(, "Out msg nelems": )" + n + R"(, "Process Group Name": ")" + std::string(group) + '"';
}

constexpr std::string_view adam[] = {"aten::lerp_", "aten::mul_", "aten::addcmul_", "aten::sqrt",
                                     "aten::div",   "aten::add_", "aten::addcdiv_"};
constexpr std::string_view parameter =
    R"("Input Dims": [[1024, 1024], [], []], "Input type": ["float", "Scalar", "Scalar"])";

constexpr std::string_view smaller =
    R"("Input Dims": [[1024, 512], [], []], "Input type": ["float", "Scalar", "Scalar"])";

constexpr std::string_view to_scores =
    R"("Input Dims": [[32, 2048, 128], [32, 128, 2048]], "Input type": ["c10::BFloat16", "c10::BFloat16"])";
constexpr std::string_view of_scores =
    R"("Input Dims": [[32, 2048, 2048], [], []], "Input type": ["c10::BFloat16", "Scalar", "Scalar"],
       "Concrete Inputs": ["", "-1", "False"])";
constexpr std::string_view of_values =
    R"("Input Dims": [[32, 2048, 2048], [32, 2048, 128]], "Input type": ["c10::BFloat16", "c10::BFloat16"])";

/// Layers of attention: two products of 34.4 GFLOP, 343.6 us at the roof, and what is between.
busy_gpu layers(int n, double product, double softmax, std::string_view between = "") {
  busy_gpu g;
  for (int i = 0; i < n; ++i) {
    g.add("aten::bmm", to_scores, "gemm", product);
    if (!between.empty()) g.add(between, of_scores, between == "aten::mul" ? "elementwise_kernel" : "other", 100);
    g.add("aten::_softmax", of_scores, "softmax_kernel", softmax);
    g.add("aten::bmm", of_values, "gemm", product);
  }
  return g;
}

}  // namespace

BOOST_AUTO_TEST_CASE(small_collectives_in_a_row_as_one_message) {
  // one of 10 MiB in 100 us: 104857.6 B/us; eight of 64 KiB as one: 524288 B in 5 us, in place of 800
  busy_gpu g;
  g.send(message(5242880), 100);
  for (int i = 0; i < 8; ++i) g.send(message(32768), 100);
  const finding_list list = g.findings();
  const finding* const f = found(list, "comm_small");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 8u);
  BOOST_TEST(f->recoverable.in(us) == 795.0);
  BOOST_TEST((f->confidence == finding_confidence::medium));
  BOOST_TEST(f->key == "comm_small:allreduce in group 0");
  BOOST_TEST(f->advice.find("Send 8 collectives below 1 MB in a row as 1 larger one") != std::string::npos, f->advice);
  // the large one alone is left to what is exposed
  const finding* const exposed = found(list, "comm_exposed");
  BOOST_REQUIRE(exposed != nullptr);
  BOOST_TEST(exposed->count == 1u);
}

BOOST_AUTO_TEST_CASE(what_is_no_row_of_small_collectives) {
  busy_gpu seven, others, between, alike, large;
  seven.send(message(5242880), 100);
  for (int i = 0; i < 7; ++i) seven.send(message(32768), 100);
  BOOST_TEST(found(seven.findings(), "comm_small") == nullptr);
  others.send(message(5242880), 100);  // of two groups in turn
  for (int i = 0; i < 16; ++i) others.send(message(32768, i % 2 == 0 ? "0" : "1"), 100);
  BOOST_TEST(found(others.findings(), "comm_small") == nullptr);
  between.send(message(5242880), 100);  // each one's result is used before the next
  for (int i = 0; i < 8; ++i) between.send(message(32768), 100).add("aten::relu", "", "elementwise_kernel", 50);
  BOOST_TEST(found(between.findings(), "comm_small") == nullptr);
  for (int i = 0; i < 8; ++i) alike.send(message(32768), 100);  // no larger one tells the bandwidth
  BOOST_TEST(found(alike.findings(), "comm_small") == nullptr);
  large.send(message(5242880), 100);
  for (int i = 0; i < 8; ++i) large.send(message(500000), 100);  // 1 MB each
  BOOST_TEST(found(large.findings(), "comm_small") == nullptr);
}

BOOST_AUTO_TEST_CASE(results_used_on_another_stream_part_a_row) {
  // all-reduces on stream 9; in the first trace a kernel of stream 7 waits for each of them, and they wait for it
  const auto trace = [](bool used) {
    kineto_text t;
    double at = 1000;
    for (int i = 0; i < 9; ++i) {
      const auto gpu = [&](std::string_view name, int stream, double length, int id, std::string_view more) {
        t.op("op", 4.0 * id, 3).launch("cudaLaunchKernel", 4.0 * id + 1, 1, id);
        t.raw(R"({"ph": "X", "cat": "kernel", "name": ")" + std::string(name) + R"(", "pid": 0, "tid": )" +
              std::to_string(stream) + ", \"ts\": " + std::to_string(at) + ", \"dur\": " + std::to_string(length) +
              ", \"args\": {\"stream\": " + std::to_string(stream) + ", \"correlation\": " + std::to_string(id) +
              std::string(more) + "}}");
        at += length;
      };
      gpu("ncclDevKernel_AllReduce", 9, 100, 2 * i + 1, ", " + message(i == 0 ? 5242880 : 32768));
      if (used) gpu("elementwise_kernel", 7, 50, 2 * i + 2, "");
    }
    return t;
  };
  const auto findings = [&](bool used) {
    const torch_trace read = trace(used).read();
    const torch_profile run(read, {});
    return findings_of(run);
  };
  BOOST_TEST(recovered(found(findings(false), "comm_small")) == 795.0);
  BOOST_TEST(found(findings(true), "comm_small") == nullptr);
}

BOOST_AUTO_TEST_CASE(an_optimizer_with_many_kernels_for_each_parameter) {
  const auto step = [](std::string_view range, std::size_t ops, std::string_view last = "") {
    busy_gpu g;
    g.range(range, static_cast<int>(2 * ops) + (last.empty() ? 0 : 1));
    for (int tensor = 0; tensor < 2; ++tensor)
      for (std::size_t i = 0; i < ops; ++i) g.add(adam[i], parameter, "vectorized_elementwise_kernel", 50);
    if (!last.empty()) g.add(last, last == "aten::div_" ? smaller : parameter, "elementwise_kernel", 50);
    return g.add("aten::relu", parameter, "vectorized_elementwise_kernel", 5);
  };
  const hw::roofs roofs = chip();
  const finding_list list = step("Optimizer.step#AdamW.step", 7).findings(&roofs);
  const finding* const f = found(list, "optimizer_unfused");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 14u);
  // two parameters of 4 MiB, with gradient and two states: 4 read and 3 written, 58.72 MB, 58.72 us at 1 TB/s; at 0.8
  // of that 73.4 us, in place of 14 x 50
  BOOST_TEST(std::fabs(f->recoverable.in(us) - (700 - 7 * 2 * 4.194304 / 0.8)) < 0.01, f->recoverable.in(us));
  BOOST_TEST(f->key == "optimizer_unfused:Optimizer.step#AdamW.step");
  BOOST_TEST(f->advice.find("14 kernels for 2 parameter tensors take 700") != std::string::npos, f->advice);
  BOOST_TEST(found(list, "unfused_elementwise") == nullptr);
  BOOST_TEST(found(step("Optimizer.step#AdamW.step", 7).findings(), "optimizer_unfused") == nullptr);
  BOOST_TEST(found(step("Optimizer.step#SGD.step", 4).findings(&roofs), "optimizer_unfused") == nullptr);  // 4 each
  // 7 kernels for 2 parameters; that another op ran once, on part of one, does not make them one parameter
  BOOST_TEST(found(step("Optimizer.step#SGD.step", 3, "aten::div_").findings(&roofs), "optimizer_unfused") == nullptr);
  BOOST_TEST(found(step("my_step", 7).findings(&roofs), "optimizer_unfused") == nullptr);
  const finding_list foreach = step("Optimizer.step#AdamW.step", 7, "aten::_foreach_add_").findings(&roofs);
  BOOST_TEST(found(foreach, "optimizer_unfused") == nullptr);
}

BOOST_AUTO_TEST_CASE(attention_as_separate_kernels) {
  const hw::roofs roofs = chip();
  const finding_list list = layers(3, 400, 700).findings(&roofs);
  const finding* const f = found(list, "attention_unfused");
  BOOST_REQUIRE(f != nullptr);
  BOOST_TEST(f->count == 9u);
  // as one kernel both products take 2 x 343.6 us, at 0.8 of the roof 859 us, in place of 1500
  const double fused = 2 * 2.0 * 32 * 2048 * 2048 * 128 / 1e14 * 1e6 / 0.8;
  BOOST_TEST(std::fabs(f->recoverable.in(us) - 3 * (1500 - fused)) < 0.01, f->recoverable.in(us));
  BOOST_TEST(f->advice.find("product, softmax and product run as 9 kernels 3 times, in 4.5") != std::string::npos,
             f->advice);
  // a scale over the scores belongs to it, any other op does not
  BOOST_TEST(std::fabs(recovered(found(layers(3, 400, 700, "aten::mul").findings(&roofs), "attention_unfused")) -
                       3 * (1600 - fused)) < 0.01);
  BOOST_TEST(found(layers(3, 400, 700, "aten::native_dropout").findings(&roofs), "attention_unfused") != nullptr);
  BOOST_TEST(found(layers(3, 400, 700, "aten::cumsum").findings(&roofs), "attention_unfused") == nullptr);
  BOOST_TEST(found(layers(3, 400, 700).findings(nullptr), "attention_unfused") == nullptr);
}

BOOST_AUTO_TEST_CASE(products_far_below_their_roof_are_no_matter_of_fusion) {
  const hw::roofs roofs = chip();  // 343.6 us of 1000: the products themselves are slow
  const finding_list list = layers(3, 1000, 700).findings(&roofs);
  BOOST_TEST(found(list, "gemm_below_roof") != nullptr);
  BOOST_TEST(found(list, "attention_unfused") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
