#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/serving/steps.hpp>
#include <ridgeline/torch/step/serving_step.hpp>
#include <ridgeline/torch/step/steady.hpp>
#include <ridgeline/torch/step/step_work.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_steps)

namespace {

constexpr std::string_view detailed = "execute_65_context_1(sq64sk64sqsq4096sqsk4096)_generation_2(sq2sk900sqsq2sqsk900)";

static_assert(step_detail_of(detailed) == step_detail::detailed);
static_assert(read_serving_step(detailed).rows == 66);  // 64 tokens of a prompt, 2 of requests
static_assert(read_serving_step(detailed).phase() == step_phase::prefilldecode);
static_assert(read_serving_step(detailed).requests() == 3);
static_assert(step_detail_of("execute_context_0(0)_generation_8(8) and text") == step_detail::native);
static_assert(step_detail_of("execute_context_0()_generation_8(8)") == step_detail::none);
static_assert(step_detail_of("step[DECODE bs=14]") == step_detail::native);
static_assert(read_serving_step("step[DECODE bs=14]").rows == 14);
static_assert(read_serving_step("step[EXTEND bs=2 toks=700]").rows == 700);
static_assert(read_serving_step("step[EXTEND bs=2 toks=700]").context_requests == 2);
static_assert(!known(read_serving_step("step[EXTEND bs=2 x=1]").rows));         // not that form, no number between underscores
static_assert(step_detail_of("step[DECODED bs=1]") == step_detail::none);        // another word
static_assert(read_serving_step("decode[bs=117/128 tok=117 d=117]").requests() == 117);
static_assert(read_serving_step("prefill[bs=1 tok=16 ctx=[4, 5]]").phase() == step_phase::prefill_only);
static_assert(read_serving_step("execute_diffusion_4_512x768").rows == 4);
static_assert(read_serving_step("execute_diffusion_4_512x768").phase() == step_phase::idle);

serving_step decoding(std::int64_t requests) { return {.rows = requests, .generation_requests = requests}; }

}  // namespace

BOOST_AUTO_TEST_CASE(a_plateau_begins_with_six_steps_near_the_largest) {
  std::vector<serving_step> steps;
  for (int i = 0; i < 4; ++i) steps.push_back(decoding(1));
  for (int i = 0; i < 10; ++i) steps.push_back(decoding(20));
  const steady_state s = steady_state_of(steps, {.steps = 8});
  BOOST_TEST(s.most_requests == 20);
  BOOST_REQUIRE(s.regions.size() == 1u);
  BOOST_TEST((s.regions[0] == step_range{4, 14}));  // open at the end
  BOOST_TEST((s.window(steady_window::decode_only) == step_range{4, 12}));
  BOOST_TEST(s.window(steady_window::max_prefilldecode).empty());
  const steady_state original = steady_state_of(steps, {.steps = 8}, only(&torch_faults::last_step_is_not_steady));
  BOOST_TEST((original.regions[0] == step_range{4, 13}));  // without the last step
}

BOOST_AUTO_TEST_CASE(without_a_plateau_the_middle_is_taken) {
  std::vector<serving_step> steps;
  for (int i = 1; i <= 20; ++i) steps.push_back(decoding(10 * i));
  const steady_state s = steady_state_of(steps, {.steps = 12});
  BOOST_TEST(s.guessed);
  BOOST_TEST((s.regions[0] == step_range{4, 16}));  // min(20, max(8, 12 - 20)) = 8 are left out, half at each end
}

BOOST_AUTO_TEST_CASE(native_names_count_only_without_detailed_ones) {
  kineto_text k;
  k.span("user_annotation", "step[DECODE bs=14]", 0, 10).span("user_annotation", detailed, 20, 10);
  const torch_trace both = k.read();
  BOOST_TEST(serving_steps_of(both).size() == 1u);
  BOOST_TEST(serving_steps_of(both)[0].event == 1u);
}

/// Steps of 8 and 16 rows inside a range named like a step of 4. Until it launches kernel c itself it is no step.
BOOST_AUTO_TEST_CASE(work_belongs_to_the_innermost_step) {
  kineto_text k;
  k.span("user_annotation", "step[DECODE bs=4]", 0, 100);
  k.span("user_annotation", "step[DECODE bs=8]", 10, 20).launch("cudaLaunchKernel", 13, 2, 1).kernel("a", 15, 5, 1);
  k.span("user_annotation", "step[DECODE bs=16]", 40, 20).launch("cudaLaunchKernel", 43, 2, 2).kernel("b", 45, 4, 2);
  k.span("user_annotation", "step[DECODE bs=16]", 41, 18);  // the same step again
  const torch_trace all_inside = k.read();
  const std::vector<serving_step> inner = serving_steps_of(all_inside);
  BOOST_REQUIRE(inner.size() == 2u);
  BOOST_TEST(inner[0].rows == 8);
  BOOST_TEST(inner[1].event == 7u);  // of two around the same launch, the inner one
  const torch_faults original = only(&torch_faults::nested_steps_share_work);
  BOOST_TEST(serving_steps_of(all_inside, original).size() == 4u);
  const torch_trace t = k.launch("cudaLaunchKernel", 70, 2, 3).kernel("c", 75, 2, 3).read();
  const std::vector<serving_step> steps = serving_steps_of(t);
  BOOST_REQUIRE(steps.size() == 3u);
  BOOST_TEST(steps[0].rows == 4);
  const step_work work(t, steps);
  BOOST_TEST(work.gpu(0).size() == 1u);  // c
  BOOST_TEST(work.gpu(1).size() == 1u);  // a
  BOOST_TEST(work.gpu(2).size() == 1u);  // b
  BOOST_TEST(step_work(t, steps, original).gpu(0).size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_report_of_some_steps_has_their_calls_and_work_alone) {
  kineto_text k;
  k.span("user_annotation", "step[EXTEND bs=1 toks=5]", 0, 10).launch("cudaLaunchKernel", 1, 2, 1).kernel("a", 5, 3, 1).flow(1);
  k.span("user_annotation", "step[DECODE bs=1]", 20, 10).launch("cudaLaunchKernel", 21, 2, 2).kernel("b", 25, 4, 2).flow(2);
  torch_trace t = k.read();
  t.graph_nodes = {{2, 3, 1}, {7, 3, 2}};      // of both kernels
  t.details = {{.event = 2, .stream = 1}, {.event = 7, .stream = 2}};
  const serving_run run = serving_run_of(t, {.kind = step_phase::decode_only});
  BOOST_TEST((run.chosen == std::vector<std::size_t>{1}));
  BOOST_TEST(t.events.size() == 10u);  // each keeps its number in the file
  for (std::size_t i = 0; i < 10; ++i)  // the range, the call, its kernel, both ends of the flow
    BOOST_TEST((t.events[i].phase == chrome_phase::lost) == (i < 5));
  BOOST_TEST(t.name(t.events[7]) == "b");
  BOOST_REQUIRE(t.graph_nodes.size() == 1u);   // facts about the others are gone
  BOOST_TEST(t.graph_node(t.events[7])->node == 2u);
  BOOST_TEST(t.details.size() == 1u);
  BOOST_TEST(t.details.at(0).event == 7u);
  BOOST_TEST(run.tables.size() == 4u);
  BOOST_TEST(run.tables[0].rows() == 2u);
}

BOOST_AUTO_TEST_CASE(work_of_a_step_need_not_have_a_correlation) {  // no calls were recorded: the External id names the op
  const auto work = [](const char* name, int id, int ts) {
    return R"({"ph": "X", "cat": "kernel", "name": ")" + std::string(name) + R"(", "pid": 0, "tid": 7, "ts": )" + std::to_string(ts) +
           R"(, "dur": 5, "args": {"stream": 7, "External id": )" + std::to_string(id) + "}}";
  };
  kineto_text k;
  k.span("user_annotation", "step[DECODE bs=1]", 0, 10).op("a", 1, 3, "\"External id\": 21").op("b", 5, 3, "\"External id\": 22");
  k.span("user_annotation", "step[EXTEND bs=1 toks=9]", 20, 10).op("c", 21, 3, "\"External id\": 23");
  k.raw(work("of a", 21, 40)).raw(work("of b", 22, 50)).raw(work("of c", 23, 60));
  torch_trace t = k.read();
  const std::vector<serving_step> steps = serving_steps_of(t);
  BOOST_REQUIRE(steps.size() == 2u);
  const step_work found(t, steps);
  BOOST_TEST(found.gpu(0).size() == 2u);
  BOOST_TEST(found.gpu(1).size() == 1u);
  BOOST_TEST(step_work(t, steps, torch_faults::parity()).gpu(0).size() == 0u);
  keep_steps(t, found, std::vector<std::size_t>{0});
  std::string names;
  for (const torch_event& e : t.events)
    if (e.phase != chrome_phase::lost) names += std::string(t.name(e)) + ";";
  BOOST_TEST(names == "step[DECODE bs=1];a;b;of a;of b;");
}

/// Two ranks in one file, the second 7 us behind, with a step every 400 us; their calls have equal numbers.
BOOST_AUTO_TEST_CASE(steps_of_several_processes) {
  kineto_text k;
  for (const int rank : {0, 1}) {
    const std::string process = std::to_string(101 + rank), device = std::to_string(rank);
    for (int i = 0; i < 3; ++i) {
      const auto at = [&](int ts) { return std::to_string(400 * i + 7 * rank + ts); };
      const std::string number = R"(, "args": {"correlation": )" + std::to_string(i + 1);
      const std::string host = R"("pid": )" + process + R"(, "tid": 1, "ts": )";
      k.raw(R"({"ph": "X", "cat": "user_annotation", "name": "step[DECODE bs=1]", "dur": 10, )" + host + at(0) + "}");
      k.raw(R"({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "dur": 2, )" + host + at(1) + number + "}}");
      k.raw(R"({"ph": "X", "cat": "kernel", "name": "a", "dur": 5, "pid": )" + device + R"(, "tid": 7, "ts": )" + at(20) +
            number + R"(, "stream": 7, "device": )" + device + "}}");
    }
  }
  torch_trace t = k.read();
  const serving_run run = serving_run_of(t, {});
  BOOST_REQUIRE(run.steps.size() == 6u);
  BOOST_TEST(run.problems.issues().size() == 1u);  // that they take turns
  std::string scratch;
  const table& times = run.tables[3];
  BOOST_TEST(times.at(0, times.find("derived_time_per_output_token_us"), scratch).real == 400.0);  // not 7 or 393
  const table& steps = run.tables[0];
  for (std::size_t i = 0; i < 6; ++i)
    BOOST_TEST(steps.at(i, steps.find("gpu_events"), scratch).integer == 1);  // none of the other's
}

/// Decoding at 0, 1,300 and 2,700 us, with prompts alone at 100, 1,400 and 2,800: a request gets a token after 1,300 and
/// after 1,400 us. With four tokens for each request and step, drafts are verified, and that time is unknown.
BOOST_AUTO_TEST_CASE(requests_that_generate_wait_while_prompts_are_read) {
  const auto token_time = [](const char* decode) {
    kineto_text k;
    for (const int at : {0, 1300, 2700})
      k.span("user_annotation", decode, at, 50).span("user_annotation", "execute_context_1(900)_generation_0(0)", at + 100, 90);
    torch_trace t = k.read();
    const serving_run run = serving_run_of(t, {});
    std::string scratch;
    const table& times = run.tables[3];
    const cell found = times.at(1, times.find("derived_time_per_output_token_us"), scratch);
    return found.empty() ? missing<double> : found.real;
  };
  BOOST_TEST(token_time("execute_context_0(0)_generation_16(16)") == 1350.0);  // the median of the two
  BOOST_TEST(!known(token_time("execute_context_0(0)_generation_16(64)")));
}

BOOST_AUTO_TEST_CASE(tokens_that_no_name_tells_are_not_known) {
  const auto tokens = [](std::string_view second) {
    kineto_text k;
    k.span("user_annotation", "step[EXTEND bs=1 toks=9]", 0, 10).span("user_annotation", second, 20, 10);
    torch_trace t = k.read();
    const serving_run run = serving_run_of(t, {});
    const table& times = run.tables.back();
    std::string scratch;
    const cell found = times.at(0, times.find("tokens"), scratch);
    return found.empty() ? missing<double> : found.real;
  };
  BOOST_TEST(tokens("step[EXTEND bs=2 toks=5]") == 14.0);
  BOOST_TEST(!known(tokens("step[MIXED bs=9]")));  // its tokens are not in its name
}

BOOST_AUTO_TEST_CASE(ranges_named_like_steps_that_are_none_are_counted) {
  kineto_text k;
  k.span("user_annotation", "step[DECODE bs=2]", 0, 10).span("user_annotation", "step[TARGET_VERIFY bs=2]", 20, 10);
  k.span("user_annotation", "step[TARGET_VERIFY bs=2]", 40, 10).span("user_annotation", "forward", 60, 10);
  torch_trace t = k.read();
  const serving_run run = serving_run_of(t, {});
  BOOST_TEST(run.steps.size() == 1u);
  BOOST_TEST(run.other_ranges == 2u);
}

/// Of two steps without sums one is in a step with sums, and so the same step.
BOOST_AUTO_TEST_CASE(steps_without_sums_beside_others_are_counted) {
  kineto_text k;
  k.span("user_annotation", "step[EXTEND bs=1 toks=512 c_sqsq=9 c_sqsk=9]", 0, 10).span("user_annotation", "step[DECODE bs=4]", 2, 5);
  k.span("user_annotation", "step[DECODE bs=4]", 20, 10);
  torch_trace t = k.read();
  const serving_run run = serving_run_of(t, {});
  BOOST_TEST(run.steps.size() == 1u);
  BOOST_TEST(run.other_ranges == 1u);
  BOOST_TEST(run.problems.issues()[0].reason.starts_with("a step without sums"));
}

/// A prompt of 512 tokens that the draft model reads, too: one step, with 512 and not 1024 tokens.
BOOST_AUTO_TEST_CASE(what_the_draft_model_reads_is_no_step) {
  kineto_text k;
  k.span("user_annotation", "step[EXTEND bs=1 toks=512]", 0, 10).span("user_annotation", "draft_extend", 20, 20);
  k.span("user_annotation", "step[EXTEND bs=1 toks=512]", 22, 10);
  torch_trace t = k.read();
  const serving_run run = serving_run_of(t, {});
  BOOST_REQUIRE(run.steps.size() == 1u);
  BOOST_TEST(run.steps[0].event == 0u);
  BOOST_TEST(run.other_ranges == 1u);
  BOOST_TEST(serving_steps_of(t, only(&torch_faults::draft_prompts_are_steps)).size() == 2u);
}

/// A step of 2 + 3 rows by its name whose only attention op reads 8: the original's runs of a kind have 8.
BOOST_AUTO_TEST_CASE(rows_of_windows_and_of_runs) {
  kineto_text k;
  k.span("user_annotation", "execute_context_1(2)_generation_3(3)", 0, 10);
  k.op("vllm::unified_attention_with_output", 1, 2, R"("Input Dims": [[8,4,64]], "Input type": ["float"])");
  const auto rows = [&](torch_faults faults, std::size_t sheet) {
    torch_trace t = k.read();
    const serving_run run = serving_run_of(t, {.steady = {.whole = true}}, faults);
    std::string scratch;
    const table& of = run.tables[sheet];
    return of.at(0, of.find("avg_batch_size"), scratch).integer;
  };
  for (const std::size_t sheet : {1u, 2u}) {
    BOOST_TEST(rows({}, sheet) == 5);
    BOOST_TEST(rows(only(&torch_faults::rows_of_two_ops), sheet) == 8);
  }
}

/// Two kernels side by side for 4 us each, 2 us apart, are 6 us and not 8; a GPU range is not work.
BOOST_AUTO_TEST_CASE(faults_of_step_times) {
  kineto_text k;
  k.span("user_annotation", "step[DECODE bs=1]", 0, 10).launch("cudaGraphLaunch", 1, 2, 1);
  k.kernel("a", 5, 4, 1).kernel("b", 7, 4, 1).gpu("gpu_user_annotation", "r", 4, 100, 1);
  const auto busy = [&](torch_faults faults) {
    torch_trace t = k.read();
    const std::vector<serving_step> steps = serving_steps_of(t);
    return step_work(t, steps, faults).gpu(0).size();
  };
  BOOST_TEST(busy({}) == 2u);
  BOOST_TEST(busy(only(&torch_faults::gpu_ranges_are_work)) == 3u);
}

/// A step of 10 us that launches nothing, and a kernel whose launch at 12 us comes after it.
BOOST_AUTO_TEST_CASE(steps_without_any_work_are_said) {
  kineto_text k;
  k.span("user_annotation", "step[DECODE bs=1]", 0, 10).launch("cudaLaunchKernel", 12, 2, 1).kernel("a", 15, 3, 1);
  torch_trace t = k.read();
  const serving_run run = serving_run_of(t, {});
  BOOST_REQUIRE(run.problems.issues().size() == 1u);
  BOOST_TEST(run.problems.issues()[0].reason.starts_with("no step has GPU work"));
  k.launch("cudaLaunchKernel", 5, 1, 2).kernel("b", 20, 3, 2);
  t = k.read();
  BOOST_TEST(serving_run_of(t, {}).problems.empty());
}

BOOST_AUTO_TEST_SUITE_END()
