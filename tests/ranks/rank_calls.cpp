#include <ridgeline/ranks/sheet/read.hpp>
#include <ridgeline/torch/read/kineto.hpp>

#include <string>
#include <utility>

#include <boost/test/unit_test.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(fleet_rank_calls)

BOOST_AUTO_TEST_CASE(fills_are_copies) {
  kineto_text k;
  k.launch("hipMemsetAsync", 0, 2, 1).gpu("gpu_memset", "Memset (Device)", 10, 4, 1);
  k.launch("hipLaunchKernel", 5, 2, 2).kernel("gemm", 20, 6, 2);
  const expected<torch_trace> trace = read_kineto(k.text());
  BOOST_REQUIRE(trace.has_value());
  const fleet_partial ours = partial_of(*trace, 0, "rank_0");
  BOOST_TEST(ours.ranks[0].timeline[0] == 6);  // computation
  BOOST_TEST(ours.ranks[0].timeline[7] == 4);  // copies
  rank_reading original;
  original.linked_calls_only = true;
  BOOST_TEST(partial_of(*trace, 0, "rank_0", original).ranks[0].timeline[0] == 10);
}

BOOST_AUTO_TEST_CASE(a_call_is_known_by_the_annotation_around_its_launch) {
  kineto_text k;
  k.span("user_annotation", "ProfilerStep#7", 0, 100);
  k.span("user_annotation", "nccl:all_reduce", 10, 20, R"("Input Dims": [[16, 4], [3]], "Input type": ["float", "float"])");
  k.launch("cudaLaunchKernel", 12, 2, 5).kernel("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(x)", 40, 6, 5);
  const expected<torch_trace> trace = read_kineto(k.text());
  BOOST_REQUIRE(trace.has_value());
  const rank_facts facts = std::move(partial_of(*trace, 0, "rank_0").ranks[0]);
  BOOST_REQUIRE(facts.collectives.size() == 1u);
  const collective_use& u = facts.collectives[0];
  BOOST_TEST((u.kind == gpu::collective_kind::allreduce));
  BOOST_TEST((u.from == metadata_source::annotation));
  BOOST_TEST(u.in_elements == 67);  // 16 * 4 + 3
  BOOST_TEST(facts.texts.text(u.type) == "float");
  BOOST_REQUIRE(facts.steps.size() == 1u);
  BOOST_TEST(facts.steps[0].number == 7);
  BOOST_TEST(u.step == 0);
}

BOOST_AUTO_TEST_CASE(steps_of_a_serving_engine_are_numbered_by_place) {
  for (const bool profiler : {false, true}) {
    kineto_text k;
    if (profiler) k.span("user_annotation", "ProfilerStep#7", 0, 100);
    k.span("user_annotation", "execute_context_1(9)_generation_0(0)", 0, 30);
    k.span("user_annotation", "execute_context_0(0)_generation_8(8)", 40, 30);
    k.launch("cudaLaunchKernel", 42, 2, 5).kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)", 50, 6, 5);
    const expected<torch_trace> trace = read_kineto(k.text());
    BOOST_REQUIRE(trace.has_value());
    const rank_facts facts = std::move(partial_of(*trace, 0, "rank_0").ranks[0]);
    BOOST_TEST(facts.steps_by_place == !profiler);
    BOOST_REQUIRE(facts.steps.size() == (profiler ? 1u : 2u));
    BOOST_TEST(facts.steps.back().number == (profiler ? 7 : 1));
    BOOST_TEST(facts.steps.back().span == (profiler ? 100'000 : 30'000));
    BOOST_TEST(facts.collectives[0].step == (profiler ? 0 : 1));
  }
}

/// TensorRT-LLM's ranges and those of vLLM until 2025 only say the phase; a step within another is none.
BOOST_AUTO_TEST_CASE(ranges_that_only_say_a_phase_are_steps) {
  kineto_text k;
  k.span("user_annotation", "[Executor] _forward_step 8: 0 ctx reqs, 0 ctx tokens, 4 gen reqs", 40, 30);
  k.span("user_annotation", "[Executor] _forward_step 7: 1 ctx reqs, 9 ctx tokens, 3 gen reqs", 0, 35);
  k.span("user_annotation", "execute_new_0_cached_4", 45, 10);
  k.span("user_annotation", "decode", 80, 10);
  k.launch("cudaLaunchKernel", 60, 2, 5).kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)", 70, 6, 5);
  const expected<torch_trace> trace = read_kineto(k.text());
  BOOST_REQUIRE(trace.has_value());
  const rank_facts facts = std::move(partial_of(*trace, 0, "rank_0").ranks[0]);
  BOOST_TEST(facts.steps_by_place);
  BOOST_REQUIRE(facts.steps.size() == 2u);
  BOOST_TEST(facts.steps[0].span == 35'000);
  BOOST_TEST(facts.steps[1].span == 30'000);
  BOOST_TEST(facts.collectives[0].step == 1);
}

BOOST_AUTO_TEST_CASE(computation_counts_for_the_launches_behind_it) {
  // 6 and 14 us are launched before the all-reduce, which waits for them; 10 us later, but they run before it begins
  kineto_text k;
  k.launch("cudaLaunchKernel", 0, 2, 1).kernel("gemm", 10, 6, 1);
  k.launch("cudaLaunchKernel", 3, 2, 2).kernel("gemm", 16, 14, 2);
  k.launch("cudaLaunchKernel", 6, 2, 3).kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(x)", 41, 6, 3);
  k.launch("cudaLaunchKernel", 9, 2, 4).kernel("gemm", 30, 10, 4);
  const expected<torch_trace> trace = read_kineto(k.text());
  BOOST_REQUIRE(trace.has_value());
  const rank_facts facts = std::move(partial_of(*trace, 0, "rank_0").ranks[0]);
  BOOST_REQUIRE(facts.collectives.size() == 1u);
  const launched_work& before = facts.collectives[0].launched;
  BOOST_TEST(before.at == 6000);
  BOOST_TEST(before.time == 20'000);
  BOOST_TEST(before.done == 30'000);
  BOOST_TEST(facts.collectives[0].work_at_begin == 30'000);
  BOOST_REQUIRE(facts.steps.size() == 1u);
  BOOST_TEST(facts.steps[0].launched.time == 30'000);
  BOOST_TEST(facts.steps[0].launched.done == 40'000);
}

BOOST_AUTO_TEST_CASE(lists_of_tensors_are_added_up) {
  kineto_text k;
  k.span("user_annotation", "nccl:all_to_all", 10, 20, R"("Input Dims": [[[16, 4], [3]], [2, 5], []])");
  k.launch("cudaLaunchKernel", 12, 2, 5).kernel("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(x)", 40, 6, 5);
  const expected<torch_trace> trace = read_kineto(k.text());
  BOOST_REQUIRE(trace.has_value());
  const rank_facts facts = std::move(partial_of(*trace, 0, "rank_0").ranks[0]);
  BOOST_REQUIRE(facts.collectives.size() == 1u);
  BOOST_TEST(facts.collectives[0].in_elements == 77);  // 16 * 4 + 3 + 2 * 5
}

BOOST_AUTO_TEST_CASE(a_batch_of_sends_and_receives_is_known_by_the_records_before_its_launch) {
  // three batches on one thread: 300 to and 200 from rank 1; 400 from rank 1; and one to rank 1 and from rank 2
  const auto record = [](const char* name, const char* peer, int rank, int elements) {
    return R"("Collective name": ")" + std::string(name) + R"(", "In msg nelems": )" + std::to_string(elements) +
           R"(, "Group size": 2, "dtype": "Float", "Process Group Name": "p", "Process Group Ranks": "[0, 1]", ")" + peer +
           R"(": )" + std::to_string(rank);
  };
  const char* const kernel = "ncclDevKernel_SendRecv(x)";
  kineto_text k;
  k.span("cpu_op", "record_param_comms", 0, 2, record("send", "Dst Rank", 1, 100));
  k.span("cpu_op", "record_param_comms", 3, 2, record("send", "Dst Rank", 1, 200));
  k.span("cpu_op", "record_param_comms", 6, 2, record("recv", "Src Rank", 1, 200));
  k.launch("cudaLaunchKernel", 10, 2, 1).kernel(kernel, 20, 6, 1);
  k.span("cpu_op", "record_param_comms", 30, 2, record("recv", "Src Rank", 1, 400));
  k.launch("cudaLaunchKernel", 40, 2, 2).kernel(kernel, 50, 6, 2);
  k.span("cpu_op", "record_param_comms", 60, 2, record("send", "Dst Rank", 1, 100));
  k.span("cpu_op", "record_param_comms", 63, 2, record("recv", "Src Rank", 2, 100));
  k.launch("cudaLaunchKernel", 70, 2, 3).kernel(kernel, 80, 6, 3);
  const std::string ring = R"(, "Process Group Name": "ring", "Process Group Ranks": "[0, 1, 2]", )";
  const std::string of_ring = R"("In msg nelems": 64, "Group size": 3, "dtype": "Float")" + ring;
  k.span("cpu_op", "record_param_comms", 90, 2, R"("Collective name": "send", "Dst Rank": 1, )" + of_ring + R"("Seq": 5)");
  k.span("cpu_op", "record_param_comms", 93, 2, R"("Collective name": "recv", "Src Rank": 2, )" + of_ring + R"("Seq": 5)");
  k.launch("cudaLaunchKernel", 100, 2, 4).kernel(kernel, 110, 6, 4);
  const expected<torch_trace> trace = read_kineto(k.text());
  BOOST_REQUIRE(trace.has_value());
  const rank_facts facts = std::move(partial_of(*trace, 0, "rank_0").ranks[0]);
  BOOST_REQUIRE(facts.collectives.size() == 4u);
  const collective_use &both = facts.collectives[0], &one = facts.collectives[1], &open = facts.collectives[2];
  BOOST_TEST((both.sends && both.receives));
  BOOST_TEST((both.kind == gpu::collective_kind::send_recv));
  BOOST_TEST((both.from == metadata_source::record_param_comms));
  BOOST_TEST(both.source == 1);
  BOOST_TEST(both.destination == 1);
  BOOST_TEST(both.in_elements == 300);  // the larger of 100 + 200 and 200
  BOOST_TEST(facts.texts.text(both.group) == "p");
  BOOST_TEST((one.receives && !one.sends));
  BOOST_TEST(one.in_elements == 400);
  BOOST_TEST((open.kind == gpu::collective_kind::unknown));
  BOOST_TEST(open.group == 0u);  // rank 2 is no member of the group
  const collective_use& exchange = facts.collectives[3];
  BOOST_TEST(facts.texts.text(exchange.group) == "ring");
  BOOST_TEST((exchange.kind == gpu::collective_kind::send_recv));
  BOOST_TEST((!exchange.sends && !exchange.receives));
  BOOST_TEST(exchange.in_elements == 64);
}

BOOST_AUTO_TEST_CASE(numbers_of_records_start_again_in_each_recording) {
  // two recordings in one file: number 5 is a record of 100 elements in the first, of 700 in the second
  kineto_text k;
  for (const int at : {0, 1000}) {
    const std::string elements = at == 0 ? "100" : "700", number = R"("External id": 5)";
    const int call = at + 1;
    k.op("record_param_comms", at, 10, number + R"(, "Collective name": "allreduce", "dtype": "Float", "In msg nelems": )" +
         elements);
    k.span("cuda_runtime", "cudaLaunchKernel", at + 1, 2, number + R"(, "correlation": )" + std::to_string(call));
    k.span("kernel", "ncclDevKernel_AllReduce(x)", at + 20, 6,
           number + R"(, "stream": 7, "correlation": )" + std::to_string(call), 7);
  }
  const expected<torch_trace> trace = read_kineto(k.text());
  BOOST_REQUIRE(trace.has_value());
  const rank_facts facts = std::move(partial_of(*trace, 0, "rank_0").ranks[0]);
  BOOST_REQUIRE(facts.collectives.size() == 2u);
  BOOST_TEST(facts.collectives[0].in_elements == 100);
  BOOST_TEST(facts.collectives[1].in_elements == 700);
}

BOOST_AUTO_TEST_CASE(an_id_that_is_only_the_correlation_names_no_record) {
  // the call of 100 elements bears its correlation as `External id`, the number of the record of 700
  kineto_text k;
  const auto record = [&](int at, int number, int elements) {
    k.op("record_param_comms", at, 10, R"("External id": )" + std::to_string(number) +
         R"(, "Collective name": "allreduce", "dtype": "Float", "In msg nelems": )" + std::to_string(elements));
  };
  record(0, 9, 100), record(20, 5, 700);
  k.span("cuda_runtime", "cudaLaunchKernel", 1, 2, R"("External id": 5, "correlation": 5)");
  k.span("kernel", "ncclDevKernel_AllReduce(x)", 40, 6, R"("External id": 5, "stream": 7, "correlation": 5)", 7);
  const expected<torch_trace> trace = read_kineto(k.text());
  BOOST_REQUIRE(trace.has_value());
  const rank_facts facts = std::move(partial_of(*trace, 0, "rank_0").ranks[0]);
  BOOST_REQUIRE(facts.collectives.size() == 1u);
  BOOST_TEST(facts.collectives[0].in_elements == 100);
}

BOOST_AUTO_TEST_CASE(a_name_that_says_no_kind_leaves_it_to_the_kernel_s) {
  kineto_text k;
  k.launch("cudaLaunchKernel", 0, 2, 5);
  k.span("kernel", "ncclDevKernel_AllReduce_Sum_u8_RING_LL(x)", 10, 6,
         R"("stream": 7, "correlation": 5, "Collective name": "barrier")");
  const expected<torch_trace> trace = read_kineto(k.text());
  BOOST_REQUIRE(trace.has_value());
  const rank_facts facts = std::move(partial_of(*trace, 0, "rank_0").ranks[0]);
  BOOST_REQUIRE(facts.collectives.size() == 1u);
  BOOST_TEST((facts.collectives[0].kind == gpu::collective_kind::allreduce));
  BOOST_TEST(facts.texts.text(facts.collectives[0].name) == "barrier");
}

BOOST_AUTO_TEST_CASE(the_peers_of_a_send_are_in_its_annotation) {
  // rank 6 is number 1 of [4, 6, 8]: it sends to number 2 and receives from number 0; a group whose members are not told,
  // and one in which another rank is number 1, tell no peer
  const auto record = [](const char* name, const char* group) {
    return R"("Collective name": ")" + std::string(name) + R"(", "In msg nelems": 64, "Process Group Name": "p")" + group;
  };
  const char* const kernel = "ncclDevKernel_SendRecv(x)";
  const char* const annotations[] = {"nccl:send 1->2", "nccl:recv 1<-0", "nccl:send 1->2", "nccl:send 1->2"};
  const char* const groups[] = {R"(, "Process Group Ranks": "[4, 6, 8]")", R"(, "Process Group Ranks": "[4, 6, 8]")", "",
                                R"(, "Process Group Ranks": "[6, 7, 8]")"};
  kineto_text k;
  for (int i = 0; i < 4; ++i) {
    k.span("cpu_op", "record_param_comms", 20 * i, 15, record(i == 1 ? "recv" : "send", groups[i]));
    k.span("user_annotation", annotations[i], 20 * i + 1, 10);
    k.launch("cudaLaunchKernel", 20 * i + 2, 2, i + 1).kernel(kernel, 20 * i + 10, 6, i + 1);
  }
  const expected<torch_trace> trace = read_kineto(k.text());
  BOOST_REQUIRE(trace.has_value());
  const rank_facts facts = std::move(partial_of(*trace, 6, "rank_6").ranks[0]);
  BOOST_REQUIRE(facts.collectives.size() == 4u);
  BOOST_TEST(facts.collectives[0].destination == 8);
  BOOST_TEST(!known(facts.collectives[0].source));
  BOOST_TEST(facts.collectives[1].source == 4);
  BOOST_TEST(!known(facts.collectives[2].destination));
  BOOST_TEST(!known(facts.collectives[3].destination));
}

BOOST_AUTO_TEST_SUITE_END()
