#include <ridgeline/torch/tree/link.hpp>

#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/tree/call_tree.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(tree_link)

namespace {

constexpr torch_faults original = torch_faults::parity();

/// `launch:work,work;` for each launch with GPU work, by event number.
std::string links(const torch_trace& t, torch_faults faults = {}, torch_problems* problems = nullptr) {
  torch_problems found;
  const gpu_links l = link_gpu_work(t, faults, found);
  if (problems != nullptr) *problems = found;
  std::string out;
  for (std::uint32_t i = 0; i < t.events.size(); ++i) {
    if (l.work_of(i).empty()) continue;
    out += std::to_string(i) + ":";
    for (const std::uint32_t w : l.work_of(i)) out += std::to_string(w) + ",";
    out.back() = ';';
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(follows_numbers_and_flows) {
  const torch_trace t = kineto_text().launch("cudaLaunchKernel", 0, 1, 5).launch("cudaLaunchKernel", 2, 1, 6)
                            .kernel("k6", 12, 1, 6).kernel("k5", 10, 1, 5).flow(5).flow(6).read();
  BOOST_TEST(links(t) == "0:3;1:2;");
  BOOST_TEST(links(t, original) == "0:3;1:2;");
}

BOOST_AUTO_TEST_CASE(flows_are_not_needed) {
  const torch_trace t = kineto_text().launch("cudaLaunchKernel", 0, 1, 5).launch("cudaLaunchKernel", 2, 1, 6)
                            .kernel("k5", 10, 1, 5).kernel("k6", 12, 1, 6).flow_start(5).flow(6).flow_finish(9).read();
  torch_problems problems;
  BOOST_TEST(links(t, {}, &problems) == "0:2;1:3;");
  BOOST_TEST(problems[torch_problem::flow_unfinished].count == 1u);  // 5
  BOOST_TEST(problems[torch_problem::flow_unstarted].count == 1u);   // 9
  BOOST_TEST(links(t, {.links_need_flows = true}) == "1:3;");
}

BOOST_AUTO_TEST_CASE(without_calls_the_external_id_names_the_op) {
  const auto gpu = [](std::string_view name, int id) {
    return R"({"ph": "X", "cat": "kernel", "name": ")" + std::string(name) + R"(", "pid": 0, "tid": 7, "ts": 30, "dur": 5, "args": {"stream": 7, "External id": )" +
           std::to_string(id) + "}}";
  };
  kineto_text text;
  text.op("aten::mm", 0, 10, "\"External id\": 22").op("a", 0, 4, "\"External id\": 5").op("b", 5, 4, "\"External id\": 5");
  text.raw(gpu("gemm", 22)).raw(gpu("of one of two", 5)).raw(gpu("of none", 9));
  BOOST_TEST(links(text.read()) == "0:3;");
  BOOST_TEST(links(text.read(), original) == "");
  // ids that are the work's own correlations are ops' only if others are, and no such op begins after the work, at 30
  const auto own = [](int number) {
    const std::string n = std::to_string(number);
    return R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 30, "dur": 5, "args": {"External id": )" +
           n + R"(, "correlation": )" + n + "}}";
  };
  kineto_text plain = kineto_text().op("aten::mm", 0, 10, "\"External id\": 22").op("a", 40, 4, "\"External id\": 5");
  plain.op("b", 20, 4, "\"External id\": 6").raw(own(22));
  BOOST_TEST(links(plain.read()) == "");
  kineto_text merged = kineto_text().op("aten::mm", 0, 10, "\"External id\": 22");  // of ranks, which moves the correlation
  merged.raw(R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 30, "dur": 5, "args": {)"
             R"("External id": 22, "correlation": 1022, "correlation_raw": 22}})");
  BOOST_TEST(links(merged.read()) == "");
  BOOST_TEST(links(plain.raw(gpu("of b", 6)).read()) == "0:3;2:4;");
  BOOST_TEST(links(plain.raw(own(5)).read()) == "2:4;");
  // where calls were recorded, work that none of them launched stays without an op
  BOOST_TEST(links(kineto_text(merged).launch("cudaLaunchKernel", 1, 1, 5).read()) == "");
}

BOOST_AUTO_TEST_CASE(work_without_a_correlation_belongs_to_its_flow_s_call_or_to_its_op) {
  // two ops with a launch each; k5 has the launch's number, k6 has lost it
  const auto trace = [](std::string_view flows, std::string_view id) {
    kineto_text text;
    text.op("aten::mm", 0, 10, R"("External id": 1)").op("aten::add", 20, 10, R"("External id": 2)");
    text.launch("cudaLaunchKernel", 2, 1, 5).launch("cudaLaunchKernel", 22, 1, 6).kernel("k5", 30, 5, 5);
    text.raw(R"({"ph": "X", "cat": "kernel", "name": "k6", "pid": 0, "tid": 7, "ts": 40, "dur": 5, "args": {"External id": )" +
             std::string(id) + "}}");
    return text.raw(flows).read();
  };
  constexpr std::string_view flows = R"({"ph": "s", "id": 6, "pid": 1, "tid": 1, "ts": 22, "cat": "ac2g", "name": "ac2g"},
    {"ph": "f", "id": 6, "pid": 0, "tid": 7, "ts": 40, "cat": "ac2g", "name": "ac2g", "bp": "e"})";
  BOOST_TEST(links(trace(flows, "2")) == "2:4;3:5;");  // the call in which its flow begins
  BOOST_TEST(links(trace(R"({"ph": "i", "name": "x"})", "2")) == "1:5;2:4;");  // the op that it names
  BOOST_TEST(links(trace(R"({"ph": "i", "name": "x"})", "3")) == "2:4;");  // an op that was not recorded
}

BOOST_AUTO_TEST_CASE(the_external_id_of_a_call_alone_links) {  // rpd2tracing: a graph of three kernels, of which the call names the last
  const auto event = [](std::string_view category, std::string_view name, int id, int correlation) {
    return R"({"ph": "X", "cat": ")" + std::string(category) + R"(", "name": ")" + std::string(name) +
           R"(", "pid": 1, "tid": 7, "ts": 30, "dur": 5, "args": {"External id": )" + std::to_string(id) + R"(, "correlation": )" +
           std::to_string(correlation) + "}}";
  };
  kineto_text text;
  text.raw(event("cuda_runtime", "hipGraphLaunch", 40, 12));
  for (int i = 0; i < 3; ++i) text.raw(event("kernel", "k", 40, 10 + i));
  BOOST_TEST(links(text.read()) == "0:1,2,3;");
  // the number of an op, of two calls, or of none says nothing
  kineto_text op;
  op.raw(event("cpu_op", "aten::mm", 40, 0)).raw(event("cuda_runtime", "hipLaunchKernel", 40, 12));
  op.raw(event("kernel", "k", 40, 12)).raw(event("kernel", "k", 40, 13)).raw(event("kernel", "k", 50, 14));
  op.raw(event("cuda_runtime", "hipLaunchKernel", 60, 15)).raw(event("cuda_runtime", "hipLaunchKernel", 60, 16));
  op.raw(event("kernel", "k", 60, 17));
  BOOST_TEST(links(op.read()) == "1:2;");
  // nor do numbers of calls in a file where one is that of an op: kernel 50 was launched before recording began
  kineto_text cut;
  cut.raw(event("cpu_op", "aten::mm", 40, 0)).raw(event("cuda_runtime", "hipLaunchKernel", 40, 12));
  cut.raw(event("cuda_runtime", "hipLaunchKernel", 50, 13)).raw(event("kernel", "k", 50, 11));
  BOOST_TEST(links(cut.read()) == "");
  // nor 0, nor that of a call that only waits, nor of one that begins (30) after the work (29)
  for (const auto& [name, id] : {std::pair("hipLaunchKernel", 0), std::pair("hipDeviceSynchronize", 40)}) {
    kineto_text none;
    none.raw(event("cuda_runtime", name, id, 12)).raw(event("kernel", "k", id, 13));
    BOOST_TEST(links(none.read()) == "");
  }
  kineto_text late;
  late.raw(event("cuda_runtime", "hipLaunchKernel", 40, 12));
  late.raw(R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 1, "tid": 7, "ts": 29, "dur": 5, "args": {"External id": 40, )"
           R"("correlation": 13}})");
  BOOST_TEST(links(late.read()) == "");
}

BOOST_AUTO_TEST_CASE(calls_within_one_another_with_one_number_are_one_launch) {
  // the outer call [0, 20) is the launch; the third call has the number of another launch again
  const torch_trace t = kineto_text().launch("cudaLaunchKernelExC", 0, 20, 5).launch("cuLaunchKernelEx", 5, 10, 5)
                            .launch("cudaLaunchKernel", 30, 2, 6).launch("cudaLaunchKernel", 40, 2, 6)
                            .kernel("k5", 10, 1, 5).kernel("k6", 33, 1, 6).kernel("k6", 43, 1, 6).read();
  torch_problems problems;
  BOOST_TEST(links(t, {}, &problems) == "0:4;2:5;3:6;");
  BOOST_TEST(problems[torch_problem::correlation_repeated].count == 1u);  // 6
  const std::vector<bool> several = work_of_several_launches(t, {});
  BOOST_TEST((!several[4] && several[5] && several[6]));
}

BOOST_AUTO_TEST_CASE(a_launch_can_have_many_kernels) {
  const torch_trace graph = kineto_text().launch("hipGraphLaunch", 0, 1, 5).kernel("a", 10, 1, 5).kernel("b", 11, 1, 5).flow(5).read();
  BOOST_TEST(links(graph) == "0:1,2;");
  BOOST_TEST(links(graph, original) == "0:1,2;");
  const torch_trace other = kineto_text().launch("cuGraphLaunch", 0, 1, 5).kernel("a", 10, 1, 5).kernel("b", 11, 1, 5).flow(5).read();
  BOOST_TEST(links(other) == "0:1,2;");
  BOOST_TEST(links(other, {.links_need_flows = true}) == "0:2;");  // the later one wins
}

BOOST_AUTO_TEST_CASE(traces_put_together_keep_their_work) {
  // two processes use the same number on devices with the same number; the later launch's kernel starts first
  const auto launch = [](int process, double ts) {
    return R"({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": )" + std::to_string(process) +
           R"(, "tid": 1, "ts": )" + std::to_string(ts) + R"(, "dur": 1, "args": {"correlation": 5}})";
  };
  kineto_text behind;
  behind.raw(launch(1, 0)).kernel("a", 60, 1, 5).raw(launch(2, 10)).kernel("b", 50, 1, 5);
  torch_problems problems;
  BOOST_TEST(links(behind.read(), {}, &problems) == "0:1;2:3;");
  BOOST_TEST(problems[torch_problem::correlation_repeated].count == 0u);  // each process has numbers of its own
  kineto_text before;  // each begins with its work
  before.kernel("a", 60, 1, 5).raw(launch(1, 0)).kernel("b", 50, 1, 5).raw(launch(2, 10));
  BOOST_TEST(links(before.read()) == "1:0;3:2;");
  kineto_text mixed;  // only time can tell
  mixed.raw(launch(1, 0)).raw(launch(2, 10)).raw(launch(1, 100)).kernel("a", 60, 1, 5).kernel("b", 50, 1, 5);
  BOOST_TEST(links(mixed.read(), {}, &problems) == "1:3,4;");
  BOOST_TEST(problems[torch_problem::correlation_repeated].count == 1u);  // process 1 has the number twice
  kineto_text orphan;  // work listed with a process that launched nothing with its number
  orphan.raw(launch(1, 0)).raw(launch(2, 10));
  orphan.raw(R"({"ph": "X", "cat": "cpu_op", "name": "x", "pid": 3, "tid": 1, "ts": 20, "dur": 1, "args": {}})");
  BOOST_TEST(links(orphan.kernel("a", 60, 1, 5).read()) == "1:3;");
}

/// Processes 10 and 11 with devices 0 and 1, all in order of time. The work of number 1 on device 0 begins after that on
/// device 1, so that time alone would exchange them.
BOOST_AUTO_TEST_CASE(a_device_works_for_one_process_of_a_mixed_file) {
  const auto event = [](std::string_view category, std::string_view name, const std::string& process, int ts, int number) {
    return R"({"ph": "X", "cat": ")" + std::string(category) + R"(", "name": ")" + std::string(name) + R"(", "pid": )" +
           process + R"(, "tid": 7, "ts": )" + std::to_string(ts) + R"(, "dur": 1, "args": {"correlation": )" +
           std::to_string(number) + "}}";
  };
  const auto trace = [&](const std::string& a, const std::string& b, const std::string& of_a, const std::string& of_b,
                         int second, bool alone) {
    kineto_text k;
    k.raw(event("cuda_runtime", "cudaLaunchKernel", a, 0, 1)).raw(event("cuda_runtime", "cudaLaunchKernel", b, 5, 1));
    k.raw(event("cuda_runtime", "cudaLaunchKernel", a, 20, 2)).raw(event("cuda_runtime", "cudaLaunchKernel", b, 25, 2));
    k.raw(event("kernel", "x", of_a, 50, 1)).raw(event("kernel", "x", of_b, 7, 1));
    k.raw(event("kernel", "x", of_a, second, 2)).raw(event("kernel", "x", of_b, 60, 2));
    if (alone) k.raw(event("cuda_runtime", "cudaLaunchKernel", b, 70, 3)).raw(event("kernel", "x", of_b, 75, 3));
    return k.read();
  };
  torch_problems problems;
  // number 2 began at 22 on device 0, before process 11 launched it at 25: device 0 is not its
  BOOST_TEST(links(trace("10", "11", "0", "1", 22, false), {}, &problems) == "0:4;1:5;2:6;3:7;");
  BOOST_TEST(problems[torch_problem::correlation_repeated].count == 0u);
  // at 28 it could be of either, but only process 11 has number 3, on device 1
  BOOST_TEST(links(trace("10", "11", "0", "1", 28, true)) == "0:4;1:5;2:6;3:7;8:9;");
  // labels say so, too
  BOOST_TEST(links(trace(R"("[TP00] 10")", R"("[TP01] 10")", R"("[TP00] 0")", R"("[TP01] 0")", 28, false)) ==
             "0:4;1:5;2:6;3:7;");
  // nothing tells, so the lower device is taken for that of the lower process, and both numbers are counted
  BOOST_TEST(links(trace("10", "11", "0", "1", 28, false), {}, &problems) == "0:4;1:5;2:6;3:7;");
  BOOST_TEST(problems[torch_problem::correlation_repeated].count == 2u);
  // one device works for both: no process is its own
  links(trace("10", "11", "0", "0", 22, false), {}, &problems);
  BOOST_TEST(problems[torch_problem::correlation_repeated].count == 2u);
}

BOOST_AUTO_TEST_CASE(repeated_numbers_go_to_the_call_that_had_begun) {
  // launches at 0 and 20 with one number, three kernels at 10, 30, 31
  const torch_trace t = kineto_text().launch("cudaGraphLaunch", 0, 1, 5).launch("cudaGraphLaunch", 20, 1, 5)
                            .kernel("a", 10, 1, 5).kernel("b", 30, 1, 5).kernel("c", 31, 1, 5).read();
  torch_problems problems;
  BOOST_TEST(links(t, {}, &problems) == "0:2;1:3,4;");
  BOOST_TEST(problems[torch_problem::correlation_repeated].count == 1u);
  BOOST_TEST(links(t, original) == "0:2,3,4;1:2,3,4;");
  torch_faults once = original;
  once.repeated_links_listed_twice = false;
  BOOST_TEST(links(t, once) == "1:2,3,4;");
  const call_tree tree = build_call_tree(t, {.faults = original});
  BOOST_TEST(tree.parent_of(2) == 1u);
  BOOST_TEST(tree.gpu_positions().size() == 6u);
}

BOOST_AUTO_TEST_CASE(as_many_launches_as_kernels_are_paired) {
  // asynchronous: both launches come before both kernels
  const torch_trace t = kineto_text().launch("cudaLaunchKernel", 0, 1, 5).launch("cudaLaunchKernel", 2, 1, 5)
                            .kernel("a", 10, 1, 5).kernel("b", 30, 1, 5).read();
  BOOST_TEST(links(t) == "0:2;1:3;");
}

BOOST_AUTO_TEST_CASE(one_number_on_all_is_told_apart_by_the_op) {
  // correlation 0 everywhere; the copy of op 2 runs before the kernel of op 1, which waited in a queue
  const auto event = [](std::string_view category, std::string_view name, int ts, int op) {
    return R"({"ph": "X", "cat": ")" + std::string(category) + R"(", "name": ")" + std::string(name) + R"(", "pid": 1, "tid": 1, "ts": )" +
           std::to_string(ts) + R"(, "dur": 1, "args": {"stream": 7, "correlation": 0, "External id": )" + std::to_string(op) + "}}";
  };
  const torch_trace t = kineto_text().raw(event("cuda_runtime", "cudaLaunchKernel", 0, 1)).raw(event("cuda_runtime", "cudaMemcpyAsync", 2, 2))
                            .raw(event("cuda_runtime", "cudaLaunchKernel", 4, 3)).raw(event("gpu_memcpy", "copy", 8, 2))
                            .raw(event("kernel", "k1", 20, 1)).raw(event("kernel", "k3", 30, 3)).raw(event("kernel", "k9", 31, 9)).read();
  BOOST_TEST(links(t) == "0:4;1:3;2:5,6;");  // no launch has op 9: the last one that had begun
}

BOOST_AUTO_TEST_CASE(work_of_one_number_that_no_launch_has) {
  // collectives of ROCm 6: each has correlation 0, its launch a number of its own; launches at 0, 10, 20
  kineto_text rocm;
  rocm.launch("hipExtLaunchKernel", 0, 1, 1).launch("hipLaunchKernel", 10, 1, 2).launch("hipExtLaunchKernel", 20, 1, 3);
  rocm.kernel("mm", 15, 1, 2).kernel("nccl a", 16, 1, 0).kernel("nccl b", 25, 1, 0);
  BOOST_TEST(links(rocm.read()) == "0:4;1:3;2:5;");
  BOOST_TEST(links(kineto_text(rocm).kernel("nccl c", 30, 1, 0).read()) == "1:3;");  // whose is which, nobody knows
  // numbers that differ are those of launches before the recording
  kineto_text cut;
  cut.launch("cudaLaunchKernel", 0, 1, 8).launch("cudaLaunchKernel", 1, 1, 9).kernel("a", 5, 1, 1).kernel("b", 6, 1, 2);
  BOOST_TEST(links(cut.read()) == "");
  // work that began before the launch is not its work
  kineto_text early;
  early.kernel("a", 0, 1, 0).launch("cudaLaunchKernel", 5, 1, 8).kernel("b", 9, 1, 0).launch("cudaLaunchKernel", 7, 1, 9);
  BOOST_TEST(links(early.read()) == "");
}

BOOST_AUTO_TEST_CASE(the_link_key_is_not_the_first_launch_s) {
  kineto_text k;
  k.span("cuda_runtime", "cudaLaunchKernel", 0, 1, "\"External id\": 50");
  k.launch("cudaLaunchKernel", 2, 1, 6).kernel("k6", 12, 1, 6).flow(6);
  const torch_trace t = k.read();
  BOOST_TEST(links(t) == "1:2;");
  BOOST_TEST(links(t, {.link_key_of_first_launch = true}) == "");
}

BOOST_AUTO_TEST_CASE(old_traces_link_by_external_id) {
  kineto_text k;
  k.span("cuda_runtime", "cudaLaunchKernel", 0, 1, "\"External id\": 50");
  k.raw(R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 5, "dur": 1, "args": {"External id": 50}})").flow(50);
  BOOST_TEST(links(k.read()) == "0:1;");
  BOOST_TEST(links(k.read(), original) == "0:1;");
}

BOOST_AUTO_TEST_CASE(unlinked_work_is_counted) {
  const torch_trace t = kineto_text().launch("cudaLaunchKernel", 0, 1, 5).kernel("k", 5, 1, 99).read();
  const call_tree tree = build_call_tree(t);
  BOOST_TEST(!tree.contains(1));
  BOOST_TEST(tree.problems()[torch_problem::kernel_unlinked].count == 1u);
}

BOOST_AUTO_TEST_CASE(launches_and_work_of_one_number_make_no_square) {
  // 1000 graph launches and 1000 kernels with one number are 1,000,000 pairs. There are 2000 events and a flow of two:
  // the bound is 4 * 2002 + 100,000 = 108,008 pairs, so 108 launches list all 1000 and 892 none.
  kineto_text k;
  for (int i = 0; i < 1000; ++i) k.launch("cudaGraphLaunch", 2 * i, 1, 5);
  for (int i = 0; i < 1000; ++i) k.kernel("k", 3000 + i, 1, 5);
  const torch_trace t = k.flow(5).read();
  const call_tree theirs = build_call_tree(t, {.faults = torch_faults::parity()});
  BOOST_TEST(theirs.gpu_positions().size() == 108'000u);
  BOOST_TEST(theirs.problems()[torch_problem::links_cut].count == 892'000u);
  const call_tree tree = build_call_tree(t);
  BOOST_TEST(tree.gpu_positions().size() == 1000u);  // each kernel once
  BOOST_TEST(tree.problems()[torch_problem::links_cut].count == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
