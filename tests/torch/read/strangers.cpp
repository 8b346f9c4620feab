#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/communication.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/torch/read/written_id.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>
#include <ridgeline/torch/tree/link.hpp>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(read_strangers)

namespace {

std::size_t count_of(const torch_trace& t, kineto_category c) {
  std::size_t n = 0;
  for (const torch_event& e : t.events) n += e.category == c ? 1u : 0u;
  return n;
}

const torch_event& named(const torch_trace& t, std::string_view name) {
  for (const torch_event& e : t.events)
    if (t.name(e) == name) return e;
  BOOST_FAIL("no event " << name);
  return t.events.front();
}

}  // namespace

BOOST_AUTO_TEST_CASE(numbers_that_are_none_are_spelled_in_many_ways) {
  for (const std::string_view word :
       {"NaN", "nan", "-nan", "inf", "-inf", "Inf", "Infinity", "-Infinity", "infinity", "N/A"}) {
    const torch_trace t = kineto_text().span("kernel", "k", 1, 2, "\"stream\": 7, \"memory bandwidth (GB/s)\": " + std::string(word)).read();
    BOOST_TEST(count_of(t, kineto_category::kernel) == 1u, word);
    BOOST_TEST(t.problems[torch_problem::event_broken].count == 0u, word);
  }
  // where a time is expected, it is missing
  const torch_trace t = kineto_text().raw(R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1, "dur": nan})").read();
  BOOST_TEST(!known(t.events[0].time));
  BOOST_TEST(t.problems[torch_problem::number_not_finite].count == 1u);
  // any other word is counted
  BOOST_TEST(kineto_text().span("kernel", "k", 1, 2, "\"x\": none").read().problems[torch_problem::argument_unreadable].count == 1u);
}

BOOST_AUTO_TEST_CASE(an_argument_without_quotes_costs_only_itself) {  // ROCm's calls in Kineto of 2021
  const torch_trace t =
      kineto_text().span("kernel", "k", 1, 2, R"("kernel": _ZN2at6nativeI4F, "grid dim": (256, 1, 1), "src": 0x7f12, "correlation": 9)")
          .span("kernel", "l", 4, 2, R"("correlation": 10, "kernel": void f<4, A<char*, 1> >(int, T){lambda()#1})")
          .raw("{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"m\", \"ts\": 7, \"dur\": 2, \"args\": {\"correlation\": 11, \"ptr\": (nil)\n}}")
          .read();
  BOOST_TEST(t.problems[torch_problem::event_broken].count == 0u);
  BOOST_TEST(t.problems[torch_problem::argument_unreadable].count == 4u);  // two names, the extents, (nil); 0x7f12 is a word
  for (std::int64_t i = 0; i < 3; ++i) BOOST_TEST(t.events[static_cast<std::size_t>(i)].correlation == 9 + i);
  // what ends nowhere, or in the middle of a text, still breaks the event
  for (const std::string_view cut : {R"("x": _a"b)", R"("x": _a, "y")"})
    BOOST_TEST(kineto_text().span("kernel", "k", 1, 2, std::string(cut)).read().problems[torch_problem::event_broken].count == 1u, cut);
}

BOOST_AUTO_TEST_CASE(an_address_is_no_stream) {  // ROCm's calls, until 2022 its kernels too
  for (const std::string_view address : {R"("0x55d2b4d0")", R"("0x0")", "\"(nil)\"", "0x55d2b4d0"}) {
    const std::string args = R"("correlation": 1, "stream": )" + std::string(address);
    const torch_trace t = kineto_text().span("cuda_runtime", "hipLaunchKernel", 1, 2, args)
                              .raw(R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 3, "ts": 5, "dur": 2, "args": {)" + args + "}}").read();
    for (const torch_problem p : {torch_problem::number_unreadable, torch_problem::number_as_text, torch_problem::event_broken})
      BOOST_TEST(t.problems[p].count == 0u, address);
    BOOST_TEST(t.gpu(named(t, "k"))->stream == 3, address);  // that of its line
  }
  const torch_trace t = kineto_text().span("kernel", "k", 5, 2, R"("correlation": 1, "stream": "first")").read();
  BOOST_TEST(t.problems[torch_problem::number_unreadable].count == 1u);
}

BOOST_AUTO_TEST_CASE(commands_of_rocm_are_no_kernels) {  // PyTorch 1.12 to 2.0
  kineto_text k;
  for (const char* const name : {"CopyHostToDevice", "CopyDeviceToHost2D", "FillBuffer", "Marker", "CopyHostToDeviceKernel", "Copy"})
    k.kernel(name, 10, 5, 1);
  const torch_trace t = k.read();
  BOOST_TEST(count_of(t, kineto_category::gpu_memcpy) == 2u);
  BOOST_TEST(count_of(t, kineto_category::gpu_memset) == 1u);
  BOOST_TEST(count_of(t, kineto_category::kernel) == 2u);
  BOOST_TEST(t.unknown_work.empty());
}

BOOST_AUTO_TEST_CASE(stamps_too_long_for_microseconds_are_nanoseconds) {
  const torch_trace t =
      kineto_text().raw(R"({"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 1712345678901234567, "dur": 21500})")
          .raw(R"({"ph": "B", "cat": "cpu_op", "name": "b", "pid": 1, "tid": 1, "ts": "1712345678901240000"})")
          .raw(R"({"ph": "E", "pid": 1, "tid": 1, "ts": 1712345678901243001})").read();
  BOOST_TEST(named(t, "a").start.base() == 1'712'345'678'901'234'567);
  BOOST_TEST(named(t, "a").time.base() == 21'500);  // 21.5 us
  BOOST_TEST(named(t, "b").time.base() == 3'001);   // ...243001 - ...240000
  BOOST_TEST(t.problems[torch_problem::number_unreadable].count == 0u);
  BOOST_TEST(t.start_us(named(t, "a")) == named(t, "a").start.in(us));
}

BOOST_AUTO_TEST_CASE(one_such_stamp_among_others_is_unreadable) {  // Kineto writes 9223372036854775.807 if it has none
  const torch_trace t = kineto_text().op("a", 5, 2.5)
                            .raw(R"({"ph": "X", "cat": "cpu_op", "name": "b", "pid": 1, "tid": 1, "ts": 9223372036854775.807, "dur": 4})")
                            .read();
  BOOST_TEST(named(t, "a").time.base() == 2'500);
  BOOST_TEST(!known(named(t, "b").start));
  BOOST_TEST(t.problems[torch_problem::number_unreadable].count == 1u);
  BOOST_TEST(t.problems[torch_problem::time_missing].count == 1u);
}

BOOST_AUTO_TEST_CASE(work_of_ascend_devices_belongs_to_the_op_where_its_flow_begins) {
  // `aten::mm` and the op around it start at once: the shorter one launched. Waits are not work.
  const auto task = [](std::string_view name, std::string_view type, std::string_view ts, std::string_view dur) {
    return R"({"ph": "X", "name": ")" + std::string(name) + R"(", "pid": 31, "tid": 2, "ts": ")" + std::string(ts) + R"(", "dur": )" + std::string(dur) +
           R"(, "args": {"Task Type": ")" + std::string(type) + R"(", "Stream Id": 2, "Task Id": 1}})";
  };
  const torch_trace t =
      kineto_text().op("outer", 1, 50).op("aten::mm", 1, 9, R"("Input Dims": "4,8;8,2;", "Input type": "float;float")")
          .raw(task("MatMulV2", "AI_CORE", "20.001", "6.5")).raw(task("hcom_allReduce__1", "HCCL", "27", "3"))
          .raw(task("MemcpyAsync", "MEMCPY_ASYNC", "31", "1")).raw(task("Wait", "EVENT_WAIT", "33", "1"))
          .raw(R"({"ph": "s", "bp": "e", "id": "20001", "pid": 1, "tid": 1, "ts": "1", "cat": "async_npu", "name": "torch_to_npu"})")
          .raw(R"({"ph": "f", "bp": "e", "id": "20001", "pid": 31, "tid": 2, "ts": "20.001", "cat": "async_npu", "name": "torch_to_npu"})").read();
  BOOST_TEST(count_of(t, kineto_category::kernel) == 2u);
  BOOST_TEST(count_of(t, kineto_category::gpu_memcpy) == 1u);
  BOOST_TEST(named(t, "MatMulV2").time.base() == 6'500);
  BOOST_TEST(t.gpu(named(t, "MatMulV2"))->stream == 2);
  BOOST_TEST(named(t, "MatMulV2").external_id == named(t, "aten::mm").external_id);
  BOOST_TEST(!known(named(t, "outer").external_id));
  BOOST_TEST(!known(named(t, "hcom_allReduce__1").external_id));
  torch_problems problems;
  const gpu_links links = link_gpu_work(t, {}, problems);
  const auto mm = static_cast<std::uint32_t>(&named(t, "aten::mm") - t.events.data());
  BOOST_TEST(links.work_of(mm).size() == 1u);
  // the collective and the copy, in which no flow ends, are in the time line too, as the work of graphs is
  BOOST_TEST(gpu_events_of(build_call_tree(t), false).size() == 3u);
  BOOST_TEST(t.problems[torch_problem::link_missing].count == 2u);
  BOOST_TEST(t.text(t.op(named(t, "aten::mm"))->input_dims) == "[[4,8],[8,2]]");
  BOOST_TEST(t.text(t.op(named(t, "aten::mm"))->input_types) == R"(["float","float"])");
}

BOOST_AUTO_TEST_CASE(lists_of_arguments_may_be_texts_of_json_or_python) {
  const torch_trace t =
      kineto_text().op("json", 1, 9, R"("Input Dims": "[[4, 8], [8, 2]]", "Input type": "[\"c10::Half\", \"float\"]", )"
                                     R"("Concrete Inputs": "[\"\", \"[1, 1]\", \"True\"]")")
          .op("python", 11, 9, R"("Input type": "['c10::Half', 'float']", "Concrete Inputs": "['', '[1, 1]', 'True']")")
          .read();
  BOOST_TEST(t.text(t.op(named(t, "json"))->input_dims) == "[[4,8],[8,2]]");
  for (const std::string_view name : {"json", "python"}) {
    BOOST_TEST(t.text(t.op(named(t, name))->input_types) == R"(["c10::Half","float"])");
    BOOST_TEST(t.text(t.op(named(t, name))->concrete_inputs) == R"(["","[1, 1]","True"])");
  }
  BOOST_TEST(t.problems[torch_problem::argument_unreadable].count == 0u);
  const torch_trace tuples =
      kineto_text().op("a", 1, 9, R"x("Input Dims": "((4, 8), (2,), ())", "Input type": "('float', 'int', '')")x").read();
  BOOST_TEST(tuples.text(tuples.op(named(tuples, "a"))->input_dims) == "[[4,8],[2],[]]");
  BOOST_TEST(tuples.text(tuples.op(named(tuples, "a"))->input_types) == R"(["float","int",""])");
}

BOOST_AUTO_TEST_CASE(extents_may_be_in_quotes) {
  for (const std::string_view dims : {R"([["4", "8"], ["2"], []])", R"(["[4, 8]", "[2]", ""])", R"x(["(4, 8)", "(2,)", "()"])x",
                                      R"("[['4', '8'], ['2'], []]")"}) {
    const std::string lists = R"("Input Dims": )" + std::string(dims) + R"(, "Input Strides": )" + std::string(dims);
    const torch_trace t = kineto_text().op("a", 1, 9, lists + R"(, "Concrete Inputs": ["", "[1, 1]", "3"])").read();
    BOOST_TEST(t.text(t.op(named(t, "a"))->input_dims) == "[[4,8],[2],[]]", dims);
    BOOST_TEST(t.text(t.op(named(t, "a"))->input_strides) == "[[4,8],[2],[]]", dims);
    BOOST_TEST(t.text(t.op(named(t, "a"))->concrete_inputs) == R"(["","[1, 1]","3"])", dims);  // values are texts
    BOOST_TEST(t.problems[torch_problem::argument_unreadable].count == 0u, dims);
  }
}

BOOST_AUTO_TEST_CASE(control_tasks_of_ascend_devices_are_no_work_but_counted) {
  const auto task = [](std::string_view type, int ts) {
    return R"({"ph": "X", "name": ")" + std::string(type) + R"(", "pid": 31, "tid": 2, "ts": ")" + std::to_string(ts) +
           R"(", "dur": 2, "args": {"Task Type": ")" + std::string(type) + R"(", "Physic Stream Id": 2}})";
  };
  const auto are = [&](std::initializer_list<std::string_view> types, kineto_category category) {
    for (const std::string_view type : types) {
      const torch_trace t = kineto_text().raw(task(type, 10)).read();
      BOOST_TEST((t.events[0].category == category), type);
    }
  };
  are({"STARS_COMMON", "HOSTFUNC_CALLBACK", "PROFILING_ENABLE", "PROFILER_TRACE_EX", "TASK_TIMEOUT_SET", "MEM_WRITE_VALUE",
       "WriteValueTask", "MEM_WAIT_VALUE", "STREAM_SWITCH", "STREAM_ACTIVE", "LABEL_GOTO", "BARRIER", "NOP", "FLIP_TASK",
       "CREATE_STREAM", "CMO", "AICPU_LOADINFO", "DEBUG_REGISTER_FOR_STREAM", "RDMA_SEND", "IPC_INT_NOTICE", "CAPTURE_WAIT",
       "EVENT_RECORD_SQE", "PLACE_HOLDER_SQE", "MODEL_MAINTAINCE", "Notify Wait"}, kineto_category::none);
  are({"KERNEL_AICORE", "KERNEL_AIVEC", "KERNEL_AICPU", "KERNEL_SIMT", "AI_CORE", "AI_VECTOR_CORE", "AI_CPU", "MIX_AIC", "AIV_SQE",
       "FFTS_PLUS", "DSA_SQE", "DVPP", "HCCL", "COMMUNICATION", "CCU_LAUNCH", "HCCL_AI_CPU", "of next year"},
      kineto_category::kernel);
  are({"MEMCPY_ASYNC", "SDMA_SQE", "PCIE_DMA_SQE"}, kineto_category::gpu_memcpy);
  const torch_trace t = kineto_text().raw(task("MIX_AIC", 1)).raw(task("NOP", 3)).raw(task("EVENT_WAIT", 5)).raw(task("NOP", 7)).read();
  BOOST_REQUIRE(t.unknown_work.size() == 2u);
  BOOST_TEST(t.text(t.unknown_work[0].category) == "NOP");
  BOOST_TEST(t.unknown_work[0].count == 2u);
  BOOST_TEST(t.unknown_work[0].time.in(us) == 4.0);  // 2 us each
  BOOST_TEST((t.unknown_work[0].use == unknown_work_use::no_work));
}

BOOST_AUTO_TEST_CASE(ranges_around_steps_are_annotations_on_ascend_devices) {  // torch_npu has one category for ops and ranges
  kineto_text text;
  text.op("ProfilerStep#3", 0, 50, R"("Sequence number": -1)").op("execute_context_0(0)_generation_8(8)", 1, 40)
      .op("step[DECODE bs=4]", 2, 30).op("aten::mm", 3, 9, R"("Input Dims": "4,8;8,2;")").op("AddmmBackward0", 14, 5)
      .op("decode[bs=1 tok=1]", 20, 5, R"("Input Dims": "4,8")");
  const torch_trace plain = kineto_text(text).kernel("k", 5, 1, 1).read();
  BOOST_TEST(count_of(plain, kineto_category::user_annotation) == 0u);  // of another device
  const torch_trace t =
      text.raw(R"({"ph": "X", "name": "MatMulV2", "pid": 31, "tid": 2, "ts": "20", "dur": 6, "args": {"Task Type": "AI_CORE"}})").read();
  for (const char* range : {"ProfilerStep#3", "execute_context_0(0)_generation_8(8)", "step[DECODE bs=4]"})
    BOOST_TEST((named(t, range).category == kineto_category::user_annotation), range);
  for (const char* op : {"aten::mm", "AddmmBackward0", "decode[bs=1 tok=1]"})  // the last has shapes
    BOOST_TEST((named(t, op).category == kineto_category::cpu_op), op);
}

BOOST_AUTO_TEST_CASE(nameless_work_below_a_copy_call_is_a_copy) {  // rpd2tracing
  const torch_trace t =
      kineto_text().launch("hipMemcpyAsync", 0, 1, 5).launch("hipMemsetAsync", 2, 1, 6).launch("hipLaunchKernel", 4, 1, 7)
          .kernel("", 10, 2, 5).kernel("", 13, 2, 6).kernel("", 16, 2, 7).kernel("", 19, 2, 8)
          .raw(R"({"ph": "X", "cat": "cuda_runtime", "name": "hipMemcpyWithStream", "pid": 1, "tid": 1, "ts": 6, "dur": 1, "args": {"External id": 9}})")
          .raw(R"({"ph": "X", "cat": "kernel", "name": "", "pid": 0, "tid": 7, "ts": 22, "dur": 2, "args": {"stream": 7, "External id": 9, "correlation": 30}})")
          .read();
  BOOST_TEST((t.events[3].category == kineto_category::gpu_memcpy));
  BOOST_TEST(t.name(t.events[3]) == "hipMemcpyAsync");
  BOOST_TEST((t.events[4].category == kineto_category::gpu_memset));
  BOOST_TEST((t.events[5].category == kineto_category::kernel));
  BOOST_TEST((t.events[6].category == kineto_category::kernel));  // of a call that was not recorded
  BOOST_TEST((t.events[8].category == kineto_category::gpu_memcpy));
}

/// As msprof writes them: spans without a category in a process of their own, next to the host's part of the call.
BOOST_AUTO_TEST_CASE(collectives_of_ascend_devices_are_kernels) {
  const auto process = [](int pid, std::string_view name) {
    return R"({"ph": "M", "name": "process_name", "pid": )" + std::to_string(pid) + R"(, "tid": 0, "args": {"name": ")" + std::string(name) + R"("}})";
  };
  const auto span = [](int pid, std::string_view name, std::string_view args) {
    return R"({"ph": "X", "name": ")" + std::string(name) + R"(", "pid": )" + std::to_string(pid) + R"(, "tid": 3, "ts": "30", "dur": 50, "args": {)" +
           std::string(args) + "}}";
  };
  const auto read = [&](std::string_view own, bool among_tasks) {
    kineto_text text;
    text.op("c10d::allreduce_", 1, 9).raw(process(40, own)).raw(process(50, "CANN")).raw(process(31, "Ascend Hardware"));
    text.raw(span(50, "hcom_allReduce_", "")).raw(span(40, "hcom_allReduce__868_0_1", R"("count": 1024)")).raw(span(40, "Reduce_Inline", R"("stream id": 11)"));
    text.raw(span(31, "MatMulV2", R"("Task Type": "AI_CORE")"));  // on a line of the same number
    if (among_tasks) text.raw(span(31, "hcom_allReduce__868_0_1", R"("Task Type": "HCCL")"));
    text.raw(R"({"ph": "s", "bp": "e", "id": 5, "pid": 1, "tid": 1, "ts": 1, "cat": "async_npu", "name": "torch_to_npu"})");
    text.raw(R"({"ph": "f", "bp": "e", "id": 5, "pid": 40, "tid": 3, "ts": "30", "cat": "async_npu", "name": "torch_to_npu"})");
    return text.read();
  };
  for (const std::string_view own : {"Communication", "HCCL"}) {
    const torch_trace t = read(own, false);
    BOOST_TEST(count_of(t, kineto_category::kernel) == 2u);
    BOOST_TEST(t.gpu(named(t, "MatMulV2"))->stream == 3);
    const torch_event& collective = named(t, "hcom_allReduce__868");  // of any call in group 868
    BOOST_TEST(t.gpu(collective)->stream == 4);
    BOOST_TEST(t.problems[torch_problem::link_missing].count == 1u);  // the product
    BOOST_TEST((known(collective.external_id) && collective.external_id == named(t, "c10d::allreduce_").external_id));
  }
  BOOST_TEST(count_of(read("Communication", true), kineto_category::kernel) == 2u);  // not twice
  BOOST_TEST(count_of(read("Overlap Analysis", false), kineto_category::kernel) == 1u);
}

BOOST_AUTO_TEST_CASE(traces_of_libtorch_have_ops_of_the_process_cpu_functions) {  // torch::autograd::profiler::RecordProfile
  const torch_trace t = kineto_text().raw("{\n  \"name\": \"aten::mm\",\n  \"ph\": \"X\",\n  \"ts\": 12.5,\n  \"dur\": 100.25,\n  \"tid\": 1,\n"
                                          "  \"pid\": \"CPU Functions\",\n  \"args\": {}\n}").read();
  BOOST_TEST((named(t, "aten::mm").category == kineto_category::cpu_op));
}

/// PyTorch's own CUPTI monitor calls each copy `Memcpy` and has the rest of Kineto's name in arguments.
BOOST_AUTO_TEST_CASE(copies_get_their_direction_from_arguments) {
  const torch_trace t =
      kineto_text().span("gpu_memcpy", "Memcpy", 0, 5, R"("stream": 7, "copy kind": "HtoD", "src kind": "pinned", "dst kind": "device", "correlation": 1)")
          .span("gpu_memcpy", "Memcpy", 6, 5, R"("stream": 7, "copy kind": "DtoD", "correlation": 2)")
          .span("gpu_memcpy", "Memcpy", 12, 5, R"("stream": 7, "correlation": 3)")
          .span("gpu_memcpy", "my copy", 18, 5, R"("stream": 7, "copy kind": "HtoD", "correlation": 4)").read();
  std::string names;
  for (const torch_event& e : t.events) names += std::string(t.name(e)) + ";";
  BOOST_TEST(names == "Memcpy HtoD (Pinned -> Device);Memcpy DtoD;Memcpy;my copy;");
}

BOOST_AUTO_TEST_CASE(copies_of_ascend_devices_have_their_direction_and_bytes_in_arguments) {
  const auto copy = [](std::string_view name, std::string_view operation) {
    return R"({"ph": "X", "name": ")" + std::string(name) + R"(", "pid": 31, "tid": 3, "ts": "10", "dur": 100, "args": {"Task Type": )" +
           R"-("MEMCPY_ASYNC", "Stream Id": 3, "size(B)": 1048576, "bandwidth(GB/s)": 10.4, "operation": ")-" +
           std::string(operation) + R"("}})";
  };
  const torch_trace t = kineto_text().raw(copy("MEMCPY_ASYNC", "host to device")).raw(copy("MemcpyAsync", "device to host"))
                            .raw(copy("MEMCPY_ASYNC", "other")).raw(copy("mine", "host to device")).read();
  std::string names;
  for (const torch_event& e : t.events) names += std::string(t.name(e)) + ";";
  BOOST_TEST(names == "Memcpy HtoD;Memcpy DtoH;MEMCPY_ASYNC;mine;");
  BOOST_TEST(t.gpu(t.events[0])->bytes == 1'048'576);
}

BOOST_AUTO_TEST_CASE(names_with_the_time_of_their_span_lose_it) {  // Paddle
  const auto read = [](std::string_view other) {
    return kineto_text().span("Operator", "matmul dygraph[0.200 ms]", 0, 200)
        .span("CudaRuntime", "cudaLaunchKernel[9.500 us]", 5, 9.5, R"("correlation id": 7)")
        .span("Kernel", other, 20, 319, R"("correlation id": 7, "device": 0, "stream": 7)", 7).read();
  };
  const torch_trace t = read("volta_sgemm[0.319 ms]");
  BOOST_TEST((named(t, "cudaLaunchKernel").category == kineto_category::cuda_runtime));
  BOOST_TEST(named(t, "cudaLaunchKernel").correlation == 7);
  BOOST_TEST(named(t, "volta_sgemm").correlation == 7);
  BOOST_TEST(t.name(t.events[0]) == "matmul dygraph");
  BOOST_TEST(t.name(t.events[2]) == "volta_sgemm");
  const torch_trace other = read("mine[0]");
  BOOST_TEST(other.name(other.events[0]) == "matmul dygraph[0.200 ms]");  // not all have one
}

BOOST_AUTO_TEST_CASE(ops_lose_their_overload) {  // capture_overload_names
  const torch_trace t = kineto_text().op("aten::add.Tensor", 0, 1).op("aten::mm", 2, 1).op("mine::f_1.out", 4, 1)
                            .op("Optimizer.step#SGD.step", 6, 1).op("torch.distributed.ddp::f", 8, 1)
                            .op("a::b.c d", 10, 1).op("a::b.", 12, 1).op("a::.c", 14, 1).op("a::b.c.d", 16, 1)
                            .span("user_annotation", "aten::add.Tensor", 18, 1).read();
  std::string names;
  for (const torch_event& e : t.events) names += std::string(t.name(e)) + ";";
  BOOST_TEST(names == "aten::add;aten::mm;mine::f_1;Optimizer.step#SGD.step;torch.distributed.ddp::f;"
                      "a::b.c d;a::b.;a::.c;a::b.c.d;aten::add.Tensor;");
}

BOOST_AUTO_TEST_CASE(folders_of_windows_are_separated_as_elsewhere) {
  const torch_trace t = kineto_text().span("python_function", R"(C:\\a\\torch\\nn\\f.py(3): g)", 0, 1)
                            .span("user_annotation", R"(a\\b)", 2, 1).read();
  BOOST_TEST(t.name(t.events[0]) == "C:/a/torch/nn/f.py(3): g");
  BOOST_TEST(t.name(t.events[1]) == "a\\b");
}

BOOST_AUTO_TEST_CASE(the_ends_of_a_flow_may_have_different_names) {  // PyTorch 1.7: the op's and the kernel's
  const auto span = [](std::string_view process, int thread, std::string_view name, int ts) {
    return R"({"name": ")" + std::string(name) + R"(", "ph": "X", "ts": )" + std::to_string(ts) + R"(, "dur": 5, "tid": )" +
           std::to_string(thread) + R"(, "pid": ")" + std::string(process) + R"(", "args": {}})";
  };
  const auto end = [](char phase, std::string_view process, int thread, std::string_view name, int ts, int id) {
    return R"({"name": ")" + std::string(name) + R"(", "ph": ")" + phase + R"(", "ts": )" + std::to_string(ts) + R"(, "tid": )" +
           std::to_string(thread) + R"(, "pid": ")" + std::string(process) + R"(", "id": )" + std::to_string(id) +
           R"(, "cat": "cpu_to_cuda", "args": {}})";
  };
  kineto_text text;
  text.raw(span("CPU functions", 1, "aten::mm", 0)).raw(span("CPU functions", 1, "aten::copy_", 10));
  text.raw(span("CUDA functions", 0, "volta_sgemm", 20)).raw(span("CUDA functions", 0, "Memcpy HtoD (Pageable -> Device)", 30));
  text.raw(span("CUDA functions", 0, "Memset (Device)", 40));
  text.raw(end('s', "CPU functions", 1, "aten::mm", 0, 0)).raw(end('f', "CUDA functions", 0, "volta_sgemm", 20, 0));
  text.raw(end('s', "CPU functions", 1, "aten::copy_", 10, 1));
  text.raw(end('f', "CUDA functions", 0, "Memcpy HtoD (Pageable -> Device)", 30, 1));
  const torch_trace t = text.read();
  BOOST_TEST((known(t.events[2].external_id) && t.events[2].external_id == t.events[0].external_id));
  BOOST_TEST((known(t.events[3].external_id) && t.events[3].external_id == t.events[1].external_id));
  BOOST_TEST((t.events[2].category == kineto_category::kernel));
  BOOST_TEST((t.events[3].category == kineto_category::gpu_memcpy));
  BOOST_TEST((t.events[4].category == kineto_category::gpu_memset));
  // two flows of one number: their names tell them apart
  kineto_text two;
  two.raw(span("CPU functions", 1, "a", 0)).raw(span("CPU functions", 1, "b", 10));
  two.raw(span("CUDA functions", 0, "b", 20)).raw(span("CUDA functions", 0, "a", 30));
  two.raw(end('s', "CPU functions", 1, "a", 0, 0)).raw(end('s', "CPU functions", 1, "b", 10, 0));
  two.raw(end('f', "CUDA functions", 0, "b", 20, 0)).raw(end('f', "CUDA functions", 0, "a", 30, 0));
  const torch_trace u = two.read();
  BOOST_TEST(u.events[2].external_id == u.events[1].external_id);
  BOOST_TEST(u.events[3].external_id == u.events[0].external_id);
}

BOOST_AUTO_TEST_CASE(intervals_around_ops_count_where_no_inner_one_does) {  // PyTorch 1.7: an op and its time on the GPU
  kineto_text text;
  int id = 0;
  const auto op = [&](std::string_view name, int start, int length, std::string_view on_gpu, int begin, int time) {
    const auto span = [](std::string_view what, std::string_view process, int ts, std::string_view more) {
      return R"({"name": ")" + std::string(what) + R"(", "tid": 0, "pid": ")" + std::string(process) + R"( functions", "ts": )" +
             std::to_string(ts) + ", " + std::string(more) + R"(, "args": {}})";
    };
    const std::string flow = R"("cat": "cpu_to_cuda", "id": )" + std::to_string(id++);
    text.raw(span(name, "CPU", start, R"("ph": "X", "dur": )" + std::to_string(length)));
    text.raw(span(name, "CPU", start, R"("ph": "s", )" + flow)).raw(span(on_gpu, "CUDA", begin, R"("ph": "f", )" + flow));
    text.raw(span(on_gpu, "CUDA", begin, R"("ph": "X", "dur": )" + std::to_string(time)));
  };
  op("linear", 0, 90, "linear", 100, 400), op("matmul", 10, 70, "matmul", 110, 380), op("mm", 20, 30, "mm", 120, 350);
  op("relu", 200, 10, "relu_kernel", 600, 100);  // a kernel
  const torch_trace t = text.read();
  const auto sum = [&](std::string_view name) {
    double all = 0;
    for (const torch_event& e : t.events)
      if (is_gpu(e.category) && t.name(e) == name) all += e.time.in(us);
    return all;
  };
  BOOST_TEST(sum("linear") == 20.0);  // [100, 110) and [490, 500)
  BOOST_TEST(sum("matmul") == 30.0);  // [110, 120) and [470, 490)
  BOOST_TEST(sum("mm") == 350.0);
  BOOST_TEST(sum("relu_kernel") == 100.0);
  BOOST_TEST(count_of(t, kineto_category::kernel) == 6u);
}

BOOST_AUTO_TEST_CASE(spans_without_a_category_are_told_by_their_arguments_and_process) {
  const torch_trace t =
      kineto_text().raw(R"({"ph": "X", "name": "aten::add", "pid": "CPU functions", "tid": 1, "ts": 1, "dur": 2, "args": {}})")
          .raw(R"({"ph": "X", "name": "add_kernel", "pid": "CUDA functions", "tid": 7, "ts": 3, "dur": 2, "args": {}})")
          .raw(R"({"ph": "X", "name": "gemm.kd", "pid": "6", "tid": "0", "ts": "5", "dur": "2", "args": {"dev-id": "1", "queue-id": "3"}})")
          .raw(R"({"ph": "X", "name": "other", "pid": 9, "tid": 9, "ts": 5, "dur": 2})").read();
  BOOST_TEST((named(t, "aten::add").category == kineto_category::cpu_op));
  BOOST_TEST((named(t, "add_kernel").category == kineto_category::kernel));
  BOOST_TEST((named(t, "gemm.kd").category == kineto_category::kernel));
  BOOST_TEST(t.gpu(named(t, "gemm.kd"))->device == 1);
  BOOST_TEST(t.gpu(named(t, "gemm.kd"))->stream == 3);
  BOOST_TEST((named(t, "other").category == kineto_category::none));
}

/// One event that could not be timed, or a few of another clock, do not decide how long a trace is. Many of another
/// clock stay, and so does what begins at 0 where the trace does.
BOOST_AUTO_TEST_CASE(spans_far_from_all_others_have_no_time) {
  constexpr double start = 1.7e15;  // of the year 2023, in us
  const auto trace = [&](int kernels, int far, double way) {
    kineto_text k;
    for (int i = 0; i < kernels; ++i) k.span("kernel", "k", start + 10 * i + (i < far ? way : 0), 5, R"("stream": 7)");
    return k;
  };
  kineto_text zero = trace(3, 0, 0);
  zero.span("cpu_op", "aten::mm", 0, 0).span("cuda_runtime", "cudaLaunchKernel", 0, 0).span("kernel", "k", 0, 7, R"("stream": 7)");
  const torch_trace t = zero.read();
  BOOST_TEST(t.problems[torch_problem::time_unknown].count == 3u);
  BOOST_TEST(!t.events[3].has_span());
  BOOST_TEST(!t.events[5].has_span());
  BOOST_TEST(t.events[0].has_span());
  BOOST_TEST(trace(100, 2, 1e11).read().problems[torch_problem::time_unknown].count == 2u);  // 28 hours; one in fifty
  BOOST_TEST(trace(100, 3, 1e11).read().problems[torch_problem::time_unknown].count == 0u);
  BOOST_TEST(trace(100, 2, 8e10).read().problems[torch_problem::time_unknown].count == 0u);  // 22 hours
  const torch_trace relative = kineto_text().span("user_annotation", "all", 0, 9e7).span("kernel", "k", 7e7, 5).read();
  BOOST_TEST(relative.problems[torch_problem::time_unknown].count == 0u);
}

BOOST_AUTO_TEST_CASE(impossible_sizes_are_unknown) {
  const torch_trace t = kineto_text().span("gpu_memcpy", "a", 1, 2, R"("stream": 7, "bytes": -1)")
      .span("gpu_memset", "b", 4, 2, R"("stream": 7, "bytes": "9223372036854775807")").span("gpu_memcpy", "c", 7, 2, R"("stream": 7, "bytes": 4096)").read();
  BOOST_TEST(!known(t.gpu(t.events[0])->bytes));
  BOOST_TEST(!known(t.gpu(t.events[1])->bytes));
  BOOST_TEST(t.gpu(t.events[2])->bytes == 4096);
  BOOST_TEST(t.problems[torch_problem::number_unreadable].count == 2u);
}

/// Somebody waits for GPU work, so something else is recorded when it ends: an hour later at most.
BOOST_AUTO_TEST_CASE(gpu_work_that_outlasts_all_else_has_no_time) {
  constexpr double start = 1.7e15, hour = 3.6e9;  // in us
  const auto trace = [&](double first, double last) {
    return kineto_text().op("aten::mm", start, 20).launch("cudaLaunchKernel", start + 5, 5, 1).kernel("k", start + 10, first, 1)
        .kernel("k", start + 100, last, 2);
  };
  const torch_trace far = trace(50, hour + 1).read();  // its start is the last one
  BOOST_TEST(far.problems[torch_problem::time_unknown].count == 1u);
  BOOST_TEST(far.events[2].has_span());
  BOOST_TEST(!far.events[3].has_span());
  BOOST_TEST(trace(50, hour - 1).read().problems[torch_problem::time_unknown].count == 0u);
  BOOST_TEST(trace(hour + 91, 50).read().problems[torch_problem::time_unknown].count == 1u);  // the last start is 90 us later
  BOOST_TEST(trace(hour + 89, 50).read().problems[torch_problem::time_unknown].count == 0u);
  BOOST_TEST(trace(1e12, 1e12).read().problems[torch_problem::time_unknown].count == 2u);
  // A call that waited for it, but not a host span of more than a day.
  kineto_text waited = trace(50, 2 * hour);
  BOOST_TEST(waited.launch("cudaDeviceSynchronize", start + 120, 2 * hour, 3).read().problems[torch_problem::time_unknown].count == 0u);
  BOOST_TEST(trace(50, 1e12).op("aten::add", start, 1e12).read().problems[torch_problem::time_unknown].count == 1u);
  BOOST_TEST(kineto_text().kernel("k", start, 1e12, 1).read().problems[torch_problem::time_unknown].count == 0u);  // there is nothing else
}

/// PyTorch 2.12 under a locale with decimal commas: pytorch/pytorch issue 191032.
BOOST_AUTO_TEST_CASE(decimal_commas_do_not_cost_the_event) {
  const torch_trace t =
      kineto_text().raw(R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 12,750, "dur": 5,250, )"
                        R"("args": {"blocks per SM": 0,015152, "stream": 7, "warps per SM": 380,121216}})")
          .raw(R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 20, "dur": 5,)"
               R"("args": {"blocks per SM": 1,"stream": 7}})").read();
  BOOST_REQUIRE(t.events.size() == 2u);
  BOOST_TEST(t.problems[torch_problem::event_broken].count == 0u);
  BOOST_TEST(t.problems[torch_problem::decimal_comma].count == 4u);
  BOOST_TEST(t.events[0].start.base() == 12000);
  BOOST_TEST(t.gpu(t.events[0])->stream == 7);
}

BOOST_AUTO_TEST_CASE(mtia_copies_are_told_by_their_names) {  // as in HTA's patterns and its public MTIA traces
  const torch_trace t = kineto_text().span("mtia_ccp_events", "dma_h2d", 1, 2).span("mtia_ccp_events", "fc_dmatrix", 3, 2)
                            .span("mtia_ccp_events", "Memset (Device)", 5, 2).span("mtia_runtime", "runFunction", 0, 1).read();
  BOOST_TEST((named(t, "dma_h2d").category == kineto_category::gpu_memcpy));
  BOOST_TEST((named(t, "fc_dmatrix").category == kineto_category::kernel));
  BOOST_TEST((named(t, "Memset (Device)").category == kineto_category::gpu_memset));
  BOOST_TEST((named(t, "runFunction").category == kineto_category::cuda_runtime));
}

BOOST_AUTO_TEST_CASE(intel_s_unitrace_has_one_category_for_all_work) {  // intel/pti-gpu, chromelogger.h
  const torch_trace t = kineto_text().span("gpu_op", "gemm_kernel[SIMD16 {128; 1; 1} {16; 2; 8}]", 200, 2, R"("id": "1")")
      .span("gpu_op", "zeCommandListAppendMemoryCopy(M2D)[4096 bytes]", 203, 1, R"("id": "2")")
      .span("gpu_op", "zeCommandListAppendMemoryFill[64 bytes]", 205, 1, R"("id": "3")")
      .span("cpu_op", "zeCommandListAppendLaunchKernel", 190, 3).read();
  BOOST_TEST((t.events[0].category == kineto_category::kernel));
  BOOST_TEST((t.events[1].category == kineto_category::gpu_memcpy));
  BOOST_TEST((t.events[2].category == kineto_category::gpu_memset));
  BOOST_TEST((t.events[3].category == kineto_category::cuda_runtime));
}

/// Its flows end with a step, not with an end.
BOOST_AUTO_TEST_CASE(intel_s_unitrace_links_by_flows_that_end_with_a_step) {
  const torch_trace t = kineto_text().span("cpu_op", "zeCommandListAppendLaunchKernel", 10, 5)
      .span("gpu_op", "gemm_kernel[SIMD16 {128; 1; 1} {16; 2; 8}]", 20, 6, R"("id": "1")")
      .raw(R"({"ph": "s", "cat": "Flow_H2D_1_0", "name": "dep", "pid": 1, "tid": 1, "ts": 10, "id": 1})")
      .raw(R"({"ph": "t", "cat": "Flow_H2D_1_0", "name": "dep", "pid": 1, "tid": 1, "ts": 20, "id": 1})").read();
  torch_problems problems;
  const gpu_links links = link_gpu_work(t, {}, problems);
  BOOST_REQUIRE(links.work_of(0).size() == 1u);
  BOOST_TEST(*links.work_of(0).begin() == 1u);
  const gpu_trace g = as_gpu_trace(t);
  BOOST_REQUIRE(g.work.size() == 1u);
  BOOST_TEST(g.work[0].call == 0u);
  BOOST_TEST(!known(g.work[0].correlation));  // the number that links them is not in the file
  BOOST_TEST(!known(g.calls[0].correlation));
}

/// rocprof up to version 2, `sqlitedb.py`: no category, numbers in quotes in spans alone, processes named by what they
/// hold.
BOOST_AUTO_TEST_CASE(rocprof_s_processes_tell_what_their_spans_are) {
  kineto_text k;
  int number = 0;
  for (const char* const name : {"Markers and Ranges", "COPY", "CPU HIP API"})
    k.raw(R"({"ph": "M", "name": "process_name", "pid": )" + std::to_string(number++) + R"(, "args": {"name": ")" +
          std::string(name) + R"("}})");
  const auto span = [&](std::string_view name, std::string_view pid, std::string_view ts, std::string_view args = "") {
    k.raw(R"({"ph": "X", "name": ")" + std::string(name) + R"(", "pid": ")" + std::string(pid) +
          R"(", "tid": "9", "ts": ")" + std::string(ts) + R"(", "dur": "4", "args": {)" + std::string(args) + "}}");
  };
  span("step", "0", "1"), span("hipMemcpy", "2", "2");
  span("CopyHostToDevice", "1", "10", R"("dev-id": "0", "queue-id": "0")");
  k.raw(R"({"ph": "s", "cat": "DataFlow", "name": "dep", "pid": 2, "tid": 9, "ts": 2, "id": 0})")
      .raw(R"({"ph": "t", "cat": "DataFlow", "name": "dep", "pid": 1, "tid": 9, "ts": 10, "id": 0})");
  const torch_trace t = k.read();
  BOOST_TEST((named(t, "step").category == kineto_category::user_annotation));
  BOOST_TEST((named(t, "hipMemcpy").category == kineto_category::cuda_runtime));
  BOOST_TEST((named(t, "CopyHostToDevice").category == kineto_category::gpu_memcpy));
  const gpu_trace g = as_gpu_trace(t);
  BOOST_REQUIRE(g.work.size() == 1u);
  BOOST_TEST(g.text(g.work[0].name) == "Host-to-Device");
  BOOST_REQUIRE(g.work[0].call < g.calls.size());
  BOOST_TEST(g.text(g.calls[g.work[0].call].name) == "hipMemcpy");
  BOOST_TEST(g.ranges.at(0).thread == g.calls[g.work[0].call].thread);
}

/// rocprof cuts stamps to whole microseconds since its start, at 250,700 ns here, and lengths too, but none below 1.
BOOST_AUTO_TEST_CASE(rocprof_s_times_are_the_exact_ones_beside_its_stamps) {
  kineto_text k;
  // before ROCm 5 with a number, and from several files with what tells them apart
  k.raw(R"-({"ph": "M", "name": "process_name", "pid": 2, "args": {"name": "0 CPU HIP API (r1)"}})-")
      .raw(R"-({"ph": "M", "name": "process_name", "pid": 6, "args": {"name": "2 GPU0 (r1)"}})-");
  const auto span = [&](std::string_view name, std::string_view pid, std::int64_t begin, std::int64_t end,
                        std::string_view more) {
    k.raw(R"({"ph": "X", "name": ")" + std::string(name) + R"(", "pid": ")" + std::string(pid) +
          R"(", "tid": "1", "ts": ")" + std::to_string((begin - 250'700) / 1000) + R"(", "dur": ")" +
          std::to_string(std::max<std::int64_t>(1, (end - begin) / 1000)) + R"(", "args": {"BeginNs": ")" +
          std::to_string(begin) + R"(", "EndNs": ")" + std::to_string(end) + "\"" + std::string(more) + "}}");
  };
  span("hipLaunchKernel", "2", 250'700, 256'000, "");                                    // 0 us: 5.3 us
  span("gemm", "6", 262'600, 264'500, R"(, "dev-id": "0", "queue-id": "0")");            // 11.9 us: 1.9 us
  span("tiny", "6", 265'000, 265'100, R"(, "dev-id": "0", "queue-id": "0")");            // 14.3 us: 0.1 us
  k.raw(R"({"ph": "s", "cat": "DataFlow", "name": "dep", "pid": 2, "tid": 1, "ts": 0, "id": 0})")
      .raw(R"({"ph": "t", "cat": "DataFlow", "name": "dep", "pid": 6, "tid": 1, "ts": 11, "id": 0})");
  const torch_trace t = k.read();
  BOOST_TEST(named(t, "hipLaunchKernel").start.base() == 0);
  BOOST_TEST(named(t, "hipLaunchKernel").time.base() == 5'300);
  BOOST_TEST(named(t, "gemm").start.base() == 11'900);
  BOOST_TEST(named(t, "gemm").time.base() == 1'900);
  BOOST_TEST(named(t, "tiny").start.base() == 14'300);
  BOOST_TEST(named(t, "tiny").time.base() == 100);
  const gpu_trace g = as_gpu_trace(t);
  BOOST_REQUIRE(g.calls.size() == 1u);
  BOOST_TEST(g.work.at(0).call == 0u);
}

BOOST_AUTO_TEST_CASE(unitrace_writes_as_ops_whatever_the_host_does) {
  const auto trace = [](std::string_view more) {
    kineto_text k;
    for (const char* const name : {"zeCommandQueueExecuteCommandLists", "zesDeviceGet", "clEnqueueNDRangeKernel",
                                   "urEnqueueKernelLaunch", "clone", "MPI_Allreduce"})
      k.span("cpu_op", name, 1, 2);
    return k.span("gpu_op", "gemm", 20, 6, R"("id": "1")").raw(more).read();
  };
  const torch_trace t = trace(R"({"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "HOST<host>"}})");
  BOOST_TEST(count_of(t, kineto_category::cuda_runtime) == 4u);
  BOOST_TEST(count_of(t, kineto_category::user_annotation) == 2u);
  BOOST_TEST(count_of(t, kineto_category::cpu_op) == 0u);
  const torch_trace with_ops = trace(
      R"({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 1, "dur": 9, "args": {"External id": 4}})");
  BOOST_TEST(count_of(with_ops, kineto_category::cuda_runtime) == 4u);
  BOOST_TEST(count_of(with_ops, kineto_category::cpu_op) == 3u);
}

BOOST_AUTO_TEST_CASE(unitrace_s_devices_are_processes) {
  kineto_text k;
  const auto process = [&](int pid, const std::string& name) {
    k.raw(R"({"ph": "M", "name": "process_name", "pid": )" + std::to_string(pid) + R"(, "args": {"name": ")" + name +
          "\"}}");
  };
  // the same device for both ranks, and another one
  process(9, "RANK 0 DEVICE<host>0:4:0:0 #1"), process(8, "RANK 1 DEVICE<host>0:3:0:0 #0");
  process(7, "RANK 0 DEVICE<host>0:3:0:0 #0"), process(1, "RANK 0 HOST<host>");
  for (const int pid : {7, 8, 9})
    k.raw(R"({"ph": "X", "cat": "gpu_op", "name": "k)" + std::to_string(pid) + R"(", "pid": )" + std::to_string(pid) +
          R"(, "tid": 5, "ts": 10, "dur": 2, "args": {"id": "1"}})");
  const torch_trace t = k.read();
  BOOST_TEST(t.gpu(named(t, "k7"))->device == 0);
  BOOST_TEST(t.gpu(named(t, "k8"))->device == 0);
  BOOST_TEST(t.gpu(named(t, "k9"))->device == 1);
  BOOST_REQUIRE(t.devices.size() == 2u);
  BOOST_TEST(t.devices[1].name == "0:4:0:0 #1");
}

BOOST_AUTO_TEST_CASE(gaudis_have_one_category_for_calls_and_work) {  // of torch.profiler with ProfilerActivity.HPU
  const auto event = [](std::string_view name, std::string_view pid, std::string_view tid, std::string_view args) {
    return R"({"ph": "X", "cat": "hpu_op", "name": ")" + std::string(name) + R"(", "pid": )" + std::string(pid) +
           R"(, "tid": )" + std::string(tid) + R"(, "ts": 10, "dur": 2, "args": {)" + std::string(args) + "}}";
  };
  const torch_trace t =
      kineto_text().span("cpu_op", "aten::mm", 1, 20).raw(event("enqueueWithExternalEvents", "77", "80", ""))
          .raw(event("GEMM", "0", "6001", R"("HW event name": "MMEH_WB", "recipeId": "3")"))
          .raw(event("relu_fwd_bf16", "0", "7004", R"("HW event name": "TPC_SPU_START_TO_SPU_HALT")"))
          .raw(event("Dma_1", "0", "4000", "")).raw(event("node_5", "1", "4000", R"("HW event name": "PDMA_WR")"))
          .read();
  BOOST_TEST((named(t, "enqueueWithExternalEvents").category == kineto_category::cuda_runtime));
  BOOST_TEST((named(t, "GEMM").category == kineto_category::kernel));
  BOOST_TEST(t.gpu(named(t, "GEMM"))->stream == 6001);
  BOOST_TEST((named(t, "relu_fwd_bf16").category == kineto_category::kernel));
  BOOST_TEST((named(t, "Dma_1").category == kineto_category::gpu_memcpy));
  BOOST_TEST((named(t, "node_5").category == kineto_category::gpu_memcpy));
}

BOOST_AUTO_TEST_CASE(other_devices_mean_waits_by_mtia_s_category) {  // Cambricon: notifiers next to its kernels
  kineto_text k;
  k.span("mtia_ccp_events", "cnrtNotifierWait", 1, 50, R"("device": 0, "stream": 7)").kernel("MLUKernel", 10, 5, 1);
  BOOST_TEST(count_of(k.read(), kineto_category::kernel) == 2u);  // of MTIA
  const torch_trace t = k.span("privateuse1_runtime", "cnInvokeKernel", 0, 1).read();
  BOOST_TEST(count_of(t, kineto_category::kernel) == 1u);
  BOOST_REQUIRE(t.unknown_work.size() == 1u);
  BOOST_TEST((t.unknown_work[0].use == unknown_work_use::no_work));
  BOOST_TEST(t.unknown_work[0].time.base() == 50'000);
}

BOOST_AUTO_TEST_CASE(what_an_xpu_counted_beside_a_kernel_is_no_kernel) {  // one starts 1 ns before it, ends 1 ns after
  const torch_trace t = kineto_text().kernel("gemm", 10, 5, 1).kernel("metrics: gemm", 9.999, 5.002, 0).read();
  BOOST_TEST(count_of(t, kineto_category::kernel) == 1u);
  BOOST_TEST(t.unknown_work.empty());
}

BOOST_AUTO_TEST_CASE(work_without_a_stream_runs_on_that_of_its_line) {  // XPUs write queues instead of streams
  const auto on_line = [](std::string_view name, std::string_view line, std::string_view args) {
    return R"({"ph": "X", "cat": "kernel", "name": ")" + std::string(name) + R"(", "pid": 0, "tid": )" +
           std::string(line) + R"(, "ts": 1, "dur": 2, "args": {"device": 0, "correlation": 1)" + std::string(args) + "}}";
  };
  const torch_trace t = kineto_text().raw(on_line("queue", "3", R"(, "sycl queue": 64)")).raw(on_line("old", R"("stream 7")", ""))
                            .raw(on_line("told", "3", R"(, "stream": 20)")).raw(on_line("named", R"("dma")", ""))
                            .raw(on_line("text", R"("12")", "")).raw(on_line("below_zero", "-1", "")).read();
  const auto stream_of = [&](std::string_view name) { return t.gpu(named(t, name))->stream; };
  BOOST_TEST(stream_of("queue") == 3);
  BOOST_TEST(stream_of("old") == 7);
  BOOST_TEST(stream_of("told") == 20);
  BOOST_TEST(!known(stream_of("named")));
  BOOST_TEST(stream_of("text") == 12);
  BOOST_TEST(!known(stream_of("below_zero")));
}

BOOST_AUTO_TEST_CASE(contexts_are_told_apart_in_any_spelling) {  // XPUs write addresses, Spyre numbers in quotes
  kineto_text k;
  for (const std::string_view context :
       {"7", R"("7")", R"("0x7")", R"("0x000055d08918fc78")", R"("0x000055d08918fc78")", R"("0x000055d08918fd00")",
        R"("primary")", R"("primary")", R"("second")", R"("0x10000000000000000")", "18446744073709551615", "null", R"("")",
        "-1", "4294967295", "0"})
    k.span("kernel", "k", 10, 5, R"("device": 0, "stream": 3, "correlation": 1, "context": )" + std::string(context));
  const torch_trace t = k.read();
  for (const torch_problem p : {torch_problem::number_unreadable, torch_problem::number_as_text})
    BOOST_TEST(t.problems[p].count == 0u);
  std::vector<std::uint32_t> c;
  for (const torch_event& e : t.events) c.push_back(t.gpu(e)->context);
  BOOST_REQUIRE(c.size() == 16u);
  BOOST_TEST((c[0] == 7 && c[1] == 7 && c[2] == 7));
  BOOST_TEST((known(c[3]) && c[3] == c[4] && known(c[5]) && c[3] != c[5]));
  BOOST_TEST((known(c[6]) && c[6] == c[7] && known(c[8]) && c[6] != c[8]));
  BOOST_TEST((known(c[9]) && known(c[10]) && c[9] != c[10]));  // numbers of more than 63 bits
  for (int i = 11; i < 15; ++i) BOOST_TEST(!known(c[static_cast<std::size_t>(i)]), i);  // the last is CUPTI's for none
  BOOST_TEST(c[15] == 0u);
  // 2^32 times the golden ratio in 64 bits leaves its lower half, 0x7F4A7C15, in the upper one; 31 bits of it are kept
  BOOST_TEST(torch_detail::short_id(std::int64_t{1} << 32) == 0x3FA53E0Au);
}

BOOST_AUTO_TEST_CASE(steps_of_2021_are_ranges) {  // as in the public traces of Kineto's TensorBoard plugin
  const torch_trace t = kineto_text().span("Operator", "ProfilerStep#1", 50, 400).span("Operator", "aten::mm", 100, 5)
                            .span("cpu_op", "ProfilerStep#2", 500, 400).read();
  BOOST_TEST((t.events[0].category == kineto_category::user_annotation));
  BOOST_TEST((t.events[1].category == kineto_category::cpu_op));
  BOOST_TEST((t.events[2].category == kineto_category::cpu_op));  // a user's op, by its own declaration
}

BOOST_AUTO_TEST_CASE(chips_of_2021_stand_under_another_key) {
  const auto trace = read_kineto(R"({"schemaVersion": 1, "computeProperties": [{"id": 0, "name": "Tesla V100-DGXS-32GB",
      "totalGlobalMem": 34084028416, "major": 7, "minor": 0, "warpSize": 32, "multiProcessorCount": 80}], "traceEvents": []})");
  BOOST_REQUIRE((trace.has_value() && trace->devices.size() == 1u));
  BOOST_TEST(trace->devices[0].name == "Tesla V100-DGXS-32GB");
  BOOST_TEST(trace->devices[0].major == 7);
  BOOST_TEST(trace->devices[0].minor == 0);
  BOOST_TEST(trace->devices[0].multiprocessors == 80);
}

BOOST_AUTO_TEST_CASE(lists_with_other_commas_and_without_brackets_lose_nothing) {
  const auto event = [](int n) {
    return R"({"ph": "X", "cat": "kernel", "name": "k)" + std::to_string(n) + R"(", "pid": 0, "tid": 7, "ts": )" +
           std::to_string(10 * n) + R"(, "dur": 5})";
  };
  struct form {
    const char *before, *between, *behind;
    std::uint64_t commas, open, entries;
  };
  constexpr int n = 40;
  for (const form f : {form{"[", ",\n", "]", 0, 0, n}, form{"[", ",\n", ",\n]", 1, 0, n}, form{"[\n", "\n", "\n]", n - 1, 0, n},
                       form{"[,", ",,", "]", n, 0, n}, form{"[", ",", "", 0, 1, n}, form{"[\n", ",\n", ",\n", 0, 1, n},
                       form{"[", ",", ", {}]", 0, 0, n + 1}, form{"[\n", "\n", "\n", n - 1, 1, n},
                       form{"", "\n", "\n", 0, 0, n}, form{R"({"traceEvents": [)", ",", R"(,], "schemaVersion": 1})", 1, 0, n}})
    for (const std::size_t piece : {std::size_t{64}, std::size_t{200}, std::size_t{1} << 20})
      for (const unsigned threads : {1u, 3u}) {
        std::string text = f.before;
        for (int i = 0; i < n; ++i) text += (i == 0 ? "" : f.between) + event(i);
        text += f.behind;
        const auto read = read_kineto(text, {.threads = threads, .piece = piece});
        BOOST_REQUIRE(read.has_value());
        BOOST_TEST(read->events.size() == f.entries);
        BOOST_TEST(count_of(*read, kineto_category::kernel) == static_cast<std::size_t>(n));
        BOOST_TEST(read->problems[torch_problem::commas].count == f.commas, text.substr(0, 8));
        BOOST_TEST(read->problems[torch_problem::list_open].count == f.open);
        for (const torch_problem none : {torch_problem::event_broken, torch_problem::file_cut,
                                         torch_problem::outside_broken, torch_problem::phase_missing})
          BOOST_TEST(read->problems[none].count == 0u);
      }
  const auto cut = read_kineto("[" + event(1) + "," + event(2).substr(0, 30), {.threads = 1});
  BOOST_REQUIRE(cut.has_value());
  BOOST_TEST(cut->problems[torch_problem::file_cut].count == 1u);
  BOOST_TEST(cut->problems[torch_problem::list_open].count == 0u);
}

BOOST_AUTO_TEST_CASE(arguments_may_be_one_level_deeper) {
  kineto_text plain, deeper;  // as Perfetto writes a trace that it has read
  const std::string mm = R"("Input Dims": [[2, 3], [3, 4]], "Sequence number": 5, "args": 1)";
  for (const bool inner : {false, true}) {
    kineto_text& k = inner ? deeper : plain;
    const auto args = [&](const std::string& a) { return inner ? "\"args\": {" + a + "}" : a; };
    k.op("aten::mm", 0, 9, args(mm)).span("cuda_runtime", "cudaLaunchKernel", 1, 2, args(R"("correlation": 5)"));
    k.span("kernel", "gemm", 10, 5, args(R"("correlation": 5, "stream": 7, "device": 0)"));
  }
  const torch_trace one = plain.read(), two = deeper.read();
  for (std::size_t i = 0; i < one.events.size(); ++i) BOOST_TEST(two.events[i].correlation == one.events[i].correlation);
  BOOST_REQUIRE(two.op(two.events[0]) != nullptr);
  BOOST_TEST(two.text(two.op(two.events[0])->input_dims) == one.text(one.op(one.events[0])->input_dims));
  BOOST_REQUIRE(two.gpu(two.events[2]) != nullptr);
  BOOST_TEST(two.gpu(two.events[2])->stream == 7);
  const torch_trace deep = kineto_text().op("a", 0, 1, R"("args": {"args": {"args": {"correlation": 1}}, "correlation": 2})").read();
  BOOST_TEST(deep.events[0].correlation == 2);
}

BOOST_AUTO_TEST_CASE(of_two_documents_the_first_is_read) {
  kineto_text k;
  k.op("aten::mm", 0, 9, R"("External id": 1)").launch("cudaLaunchKernel", 1, 2, 5).kernel("gemm", 10, 5, 5);
  const torch_trace one = k.read();
  for (const std::string& second : {k.text(), std::string("[]"), std::string("{}")})
    for (const std::size_t piece : {std::size_t{64}, std::size_t{1} << 20}) {
      const auto two = read_kineto(k.text() + "\n" + second, {.threads = 2, .piece = piece});
      BOOST_REQUIRE(two.has_value());
      BOOST_TEST(two->events.size() == one.events.size());
      BOOST_TEST(two->problems[torch_problem::second_document].count == 1u);
      BOOST_TEST(quality_of(two->problems).lost_input());
    }
  // a first one without events is skipped
  BOOST_TEST(read_kineto("{\"traceEvents\": []}\n" + k.text())->events.size() == one.events.size());
}

BOOST_AUTO_TEST_CASE(documents_without_numbers_are_parts_of_one_trace) {  // Triton's Proton: one for each stream
  const auto stream = [](int number, int kernels) {
    std::string events;
    for (int i = 0; i < kernels; ++i)
      events += std::string(i == 0 ? "" : ", ") + R"({"name": "k", "cat": "kernel", "ph": "X", "ts": )" +
                std::to_string(100 * i) + R"(, "dur": 50.0, "tid": )" + std::to_string(number) + "}";
    return R"({"displayTimeUnit": "us", "traceEvents": [)" + events + "]}\n";
  };
  for (const std::size_t piece : {std::size_t{64}, std::size_t{1} << 20}) {
    const auto t = read_kineto(stream(0, 3) + stream(7, 5), {.threads = 2, .piece = piece});
    BOOST_REQUIRE(t.has_value());
    BOOST_TEST(count_of(*t, kineto_category::kernel) == 8u);
    BOOST_TEST(t->problems[torch_problem::second_document].count == 0u);
    BOOST_TEST(t->events.back().place != t->events.front().place);
  }
}

BOOST_AUTO_TEST_CASE(lists_may_be_texts) {
  const torch_trace t = kineto_text().op("a", 1, 2, R"("Input Dims": "[[2, 3], []]", "Input type": "")").op("b", 4, 2, R"("Input Dims": "1;;2,3")").read();
  BOOST_TEST(t.text(t.op(named(t, "a"))->input_dims) == "[[2,3],[]]");
  BOOST_TEST(!known(t.op(named(t, "a"))->input_types));
  BOOST_TEST(t.text(t.op(named(t, "b"))->input_dims) == "[[1],[],[2,3]]");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_named) {
  using namespace std::string_view_literals;
  const auto why = [](std::string_view bytes) {
    const auto trace = read_any_trace(bytes);
    return trace ? std::string() : trace.error().what;
  };
  BOOST_TEST(why("\xFF\xFE{\0"sv).find("UTF-16") != std::string::npos);
  BOOST_TEST(why("{\0\"\0"sv).find("UTF-16") != std::string::npos);
  BOOST_TEST(why("\x1F\x8B\x08"sv) == "is not a readable gzip file");  // unpacked as a file is
  BOOST_TEST(why(R"([{"a": 1}, 2])").find("2 entries") != std::string::npos);
  BOOST_TEST(why(" [] ").find("an empty list") != std::string::npos);
  BOOST_TEST(why(R"({"traceEvents": []})").empty());  // a trace with nothing recorded
}

BOOST_AUTO_TEST_CASE(a_time_that_ends_in_its_point_was_longer) {
  for (const std::string_view dur : {"4.", "4.e1", "4.E1"}) {
    const torch_trace t = kineto_text().raw(R"({"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": )" + std::string(dur) + "}").read();
    BOOST_TEST(!known(t.events.at(0).time), dur);
    BOOST_TEST(t.problems[torch_problem::number_unreadable].count == 1u, dur);
  }
  BOOST_TEST(kineto_text().span("cpu_op", "a", 1, 4.5).read().events.at(0).time.base() == 4'500);
}

BOOST_AUTO_TEST_CASE(what_starts_and_lasts_is_a_span_whatever_its_letter) {
  const torch_trace t =
      kineto_text().raw(R"({"cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1, "dur": 2.5, "args": {"correlation": 1}})")
          .raw(R"({"ph": "x", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 3})")
          .raw(R"({"cat": "kernel", "name": "mark", "pid": 0, "tid": 7, "ts": 4})").read();
  BOOST_TEST((named(t, "k").phase == chrome_phase::complete && named(t, "k").time.base() == 2'500));
  BOOST_TEST((named(t, "a").phase == chrome_phase::complete && named(t, "a").category == kineto_category::cpu_op));
  BOOST_TEST((named(t, "mark").phase == chrome_phase::other));
  BOOST_TEST(t.problems[torch_problem::phase_missing].count == 3u);  // applies to all three
}

BOOST_AUTO_TEST_CASE(categories_in_other_letters_and_beside_others) {
  const torch_trace t = kineto_text().span("CPU_OP", "a", 1, 2).span("mine, cpu_op", "b", 4, 2).span(" kernel ,extra", "c", 6, 2)
                            .span("mine,other", "d", 8, 2).span("User_Annotation", "e", 9, 2).read();
  BOOST_TEST((named(t, "a").category == kineto_category::cpu_op));
  BOOST_TEST((named(t, "b").category == kineto_category::cpu_op));
  BOOST_TEST((named(t, "c").category == kineto_category::kernel));
  BOOST_TEST((named(t, "d").category == kineto_category::other));
  BOOST_TEST((named(t, "e").category == kineto_category::user_annotation));
}

BOOST_AUTO_TEST_CASE(flows_alone_link_work_to_its_launch) {
  // two launches at 1 and 4 us, their work at 20 and 25; flow 3 begins in the second and ends in the first work
  const auto flow = [](std::string_view phase, std::string_view id, std::string_view place, std::string_view ts) {
    return R"({"ph": ")" + std::string(phase) + R"(", "id": )" + std::string(id) + ", " + std::string(place) + R"(, "ts": )" +
           std::string(ts) + R"(, "cat": "async_cpu_to_gpu", "name": "async_cpu_to_gpu"})";
  };
  const auto work = [](std::string_view name, std::string_view ts) {
    return R"({"ph": "X", "cat": "kernel", "name": ")" + std::string(name) + R"(", "pid": 0, "tid": 7, "ts": )" + std::string(ts) +
           R"(, "dur": 5, "args": {"stream": 7}})";
  };
  constexpr std::string_view host = R"("pid": 1, "tid": 1)", device = R"("pid": 0, "tid": 7)";
  const torch_trace t = kineto_text().op("aten::mm", 0, 10).span("cuda_runtime", "cudaLaunchKernel", 1, 2).span("cuda_runtime", "cudaLaunchKernel", 4, 2)
                            .raw(work("k0", "20")).raw(work("k1", "25")).raw(work("k2", "40")).raw(work("k3", "60"))
                            .raw(flow("f", "9", device, "60")).raw(flow("s", "3", host, "4")).raw(flow("f", "3", device, "20"))
                            .raw(flow("s", "\"0x1f\"", host, "1.5")).raw(flow("f", "\"0x1f\"", device, "25")).read();
  torch_problems problems;
  const gpu_links links = link_gpu_work(t, {}, problems);
  BOOST_REQUIRE((links.work_of(1).size() == 1u && links.work_of(2).size() == 1u));
  BOOST_TEST(*links.work_of(2).begin() == 3u);
  BOOST_TEST(*links.work_of(1).begin() == 4u);
  BOOST_TEST(t.problems[torch_problem::link_missing].count == 1u);  // k2
  BOOST_TEST(gpu_events_of(build_call_tree(t), false).size() == 3u);  // all but k3, whose launch was not recorded
  // without runtime calls, the op in which the flow begins
  const torch_trace ops = kineto_text().op("aten::mm", 0, 10).raw(work("k0", "20")).raw(flow("s", "3", host, "0")).raw(flow("f", "3", device, "20")).read();
  const gpu_links of_ops = link_gpu_work(ops, {}, problems);
  BOOST_REQUIRE(of_ops.work_of(0).size() == 1u);
  BOOST_TEST(*of_ops.work_of(0).begin() == 1u);
  // which goes on after an op inside it has ended
  const torch_trace nested = kineto_text().op("aten::linear", 0, 10).op("aten::t", 1, 2).raw(work("k0", "20"))
                                 .raw(flow("s", "3", host, "5")).raw(flow("f", "3", device, "20")).read();
  const gpu_links of_nested = link_gpu_work(nested, {}, problems);
  BOOST_REQUIRE(of_nested.work_of(0).size() == 1u);
  BOOST_TEST(*of_nested.work_of(0).begin() == 2u);
}

BOOST_AUTO_TEST_CASE(more_libraries_that_move_data) {
  for (const std::string_view kernel :
       {"void uccl::internode_ll::dispatch<true>", "void mori::moe::EpDispatchIntraNodeKernel<float>", "EpCombineInterNodeKernel",
        "void hybrid_ep::dispatch_kernel<1>", "hybrid_ep::device_sync_kernel", "a2a_combine_recv_kernel", "moeA2ADispatchKernel"})
    BOOST_TEST(gpu::communication_of(kernel).has_value(), kernel);
  BOOST_TEST(!gpu::communication_of("moeA2ASanitizeExpertIdsKernel").has_value());  // of one GPU
  BOOST_TEST(!gpu::communication_of("hybrid_ep::scan").has_value());
}

BOOST_AUTO_TEST_CASE(a_fused_kernel_computes_whatever_op_launched_it) {
  // its name shows that a compiler fused it from the listed ops; it cannot fuse those that move data
  for (const std::string_view op : {"symm_mem::multimem_all_reduce_", "symm_mem::one_shot_all_reduce", "vllm::all_reduce"})
    for (const std::string_view kernel : {"triton_poi_multimem_one_shot_all_reduce", "triton_red_fused_add_0"})
      BOOST_TEST(!gpu::communication_of(kernel, op).has_value(), kernel << " below " << op);
  // a user's Triton kernel below such an op moves data
  BOOST_TEST(gpu::communication_of("my_exchange_kernel", "symm_mem::multimem_all_reduce_").has_value());
  BOOST_TEST(gpu::communication_of("triton_poi_x", "x", "all_reduce").has_value());  // the collective is named
}

BOOST_AUTO_TEST_SUITE_END()
