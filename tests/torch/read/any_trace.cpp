#include <ridgeline/torch/read/any_trace.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/gpu_trace.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/torch/tree/link.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/proto_bytes.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(read_any_torch_trace)

namespace {

/// Why a text is not a PyTorch trace; empty if it is one.
std::string refused(const std::string& text) {
  const expected<any_trace> trace = read_any_trace(text, {}, "t.json");
  return trace ? std::string() : to_string(trace.error());
}

}  // namespace

BOOST_AUTO_TEST_CASE(spans_of_another_profiler_are_no_empty_report) {
  const std::string browser = kineto_text().span("toplevel", "work", 0, 5).span("toplevel", "work", 7, 5).text();
  BOOST_TEST(refused(browser) == "t.json: expected spans of PyTorch's profiler (cat cpu_op, kernel and the like), but none of its 2 "
                                 "spans has such a category; theirs are toplevel");
  // as jax.profiler writes it next to its .xplane.pb
  const std::string jax = R"({"traceEvents": [{"ph": "M", "pid": 1, "name": "process_name", "args": {"name": "/device:GPU:0"}},
    {"ph": "X", "pid": 1, "tid": 2, "ts": 100.0, "dur": 20.0, "name": "fusion.3", "args": {"hlo_op": "fusion.3"}}]})";
  BOOST_TEST(refused(jax).find("jax_report reads the .xplane.pb") != std::string::npos);
}

/// As NCCL's example of a profiler plugin writes them: begins and ends of asynchronous spans, in a list without an end.
BOOST_AUTO_TEST_CASE(a_file_of_asynchronous_events_is_of_another_profiler) {
  const std::string nccl = R"([{"name": "Group API", "cat": "GROUP_API", "ph": "b", "id": 0, "pid": 9, "tid": 1, "ts": 14.5},
    {"name": "Send", "cat": "P2P", "ph": "b", "id": 0, "pid": 9, "tid": 1, "ts": 15},
    {"name": "Send", "cat": "P2P", "ph": "e", "id": 0, "pid": 9, "tid": 1, "ts": 18},)";
  BOOST_TEST(refused(nccl) == "t.json: expected spans of PyTorch's profiler (ph X, or B and E), but its 3 events are of "
                              "phases that are not read (ph b, e; cat GROUP_API, P2P)");
  BOOST_TEST(refused(R"({"traceEvents": [{"ph": "C", "name": "depth", "pid": 0, "ts": 1, "args": {"depth": 1}}]})") ==
             "t.json: expected spans of PyTorch's profiler (ph X, or B and E), but its 1 event is of phases that are not "
             "read (ph C)");
  // a schedule without an active step leaves an instant, beside which counters may stand
  BOOST_TEST(refused(R"({"traceEvents": [{"ph": "C", "name": "depth", "pid": 0, "ts": 1, "args": {"depth": 1}},
    {"ph": "i", "name": "Record Window End", "pid": "", "tid": "", "ts": 5, "s": "g"}]})") == "");
}

BOOST_AUTO_TEST_CASE(json_of_rpd2tracing_names_the_database) {
  const std::string rpd = R"([{"pid": "0", "tid": "0", "name": "gemm", "ts": "10", "dur": "20", "ph": "X"},
    {"pid": "4", "tid": "4", "cat": "api_op", "name": "api_op", "ts": "8", "id": "1", "ph": "s"}])";
  BOOST_TEST(refused(rpd) == "t.json: expected spans of PyTorch's profiler (cat cpu_op, kernel and the like), but none of its 1 "
                             "spans has such a category; gpu_report and pytorch_report read the .rpd that rpd2tracing made it from");
}

BOOST_AUTO_TEST_CASE(a_trace_of_pytorch_may_be_of_the_host_alone_or_empty) {
  BOOST_TEST(refused(kineto_text().op("aten::mm", 0, 5).span("toplevel", "work", 0, 5).text()) == "");
  BOOST_TEST(refused(kineto_text().text()) == "");
}

BOOST_AUTO_TEST_CASE(work_of_an_unknown_device_is_reported_by_name) {
  const std::string npu = R"({"traceEvents": [{"ph": "X", "cat": "npu_kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1, "dur": 2,
    "args": {"device": 0, "stream": 3}}]})";
  BOOST_TEST(refused(npu) == "");
}

BOOST_AUTO_TEST_CASE(other_files_of_pytorch_are_named) {
  BOOST_TEST(refused(R"({"schema": "1.1.1-chakra.0.0.4", "pid": 1, "nodes": [{"id": 1, "name": "aten::mm"}]})") ==
             "t.json: is an execution trace of PyTorch, which is not read: give the trace of torch.profiler (export_chrome_trace)");
  BOOST_TEST(refused(R"({"version": "2.9", "pg_config": {}, "entries": []})").find("NCCL's flight recorder") != std::string::npos);
  BOOST_TEST(refused(R"({"segments": [], "device_traces": [[]]})").find("is a snapshot of CUDA memory") != std::string::npos);
  BOOST_TEST(refused("\x80\x04\x95}(\x8c\x08segments\x94]\x8c\rdevice_traces\x94]").find("is a snapshot of CUDA memory") != std::string::npos);
  BOOST_TEST(refused("Name,Start Time(us),Duration(us)\n").find("is a table of torch_npu") != std::string::npos);
  // a list of averages has names, but neither phases nor times
  BOOST_TEST(refused(R"([{"name": "aten::mm", "self_cuda_time_total": 5}])").find("with a name and a phase (ph)") != std::string::npos);
}

/// PyTorch's own Perfetto traces have calls and ops as slices, and GPU work as events of their own.
BOOST_AUTO_TEST_CASE(gpu_work_of_perfetto_belongs_to_its_call) {
  const auto packet = [](const proto_bytes& p) { return proto_bytes().bytes(1, p).text(); };
  const auto slice = [&](std::string_view category, std::string_view name, std::int64_t from, std::int64_t to, const proto_bytes& more) {
    proto_bytes e;
    e.number(9, 1).number(11, 9).bytes(23, name).raw(more.text());
    if (!category.empty()) e.bytes(22, category);
    return packet(proto_bytes().number(8, from).number(10, 1).bytes(11, e)) +
           packet(proto_bytes().number(8, to).number(10, 1).bytes(11, proto_bytes().number(9, 2).number(11, 9)));
  };
  const auto value = [](std::string_view name, std::int64_t n) {
    return std::move(proto_bytes().bytes(4, proto_bytes().bytes(10, name).number(4, n)));
  };
  const std::string thread = packet(proto_bytes().bytes(60, proto_bytes().number(1, 9).bytes(4, proto_bytes().number(1, 42).number(2, 43))));
  const std::string overhead = packet(proto_bytes().bytes(
      60, proto_bytes().number(1, 8).bytes(3, proto_bytes().number(1, 0x7FFFFFFF).bytes(6, "Overhead"))));
  const proto_bytes flush = std::move(proto_bytes().number(9, 1).number(11, 8).bytes(23, "Buffer Flush"));
  const std::string flushed = packet(proto_bytes().number(8, 5).bytes(11, flush)) +
                              packet(proto_bytes().number(8, 6).bytes(11, proto_bytes().number(9, 2).number(11, 8)));
  proto_bytes stage;
  stage.number(1, 77).number(2, 30).number(14, 1).bytes(17, "gemm");
  stage.bytes(6, proto_bytes().bytes(1, "correlation").bytes(2, "12")).bytes(6, proto_bytes().bytes(1, "stream id").bytes(2, "7"));
  const expected<any_trace> trace = read_any_trace(
      thread + overhead + slice("cpu_op", "aten::mm", 10, 50, value("Ev Idx", 1)) +
      slice("cuda_runtime", "cudaLaunchKernel", 20, 25, value("correlation", 12)) + flushed +
      packet(proto_bytes().number(8, 60).number(10, 1).bytes(53, stage)) +
      slice("", "Stream Wait Event", 70, 75, std::move(value("stream", 7).raw(value("device", 0).text()))), {}, "t.pftrace");
  BOOST_REQUIRE((trace && trace->torch));
  const torch_trace& t = *trace->torch;
  torch_problems problems;
  const gpu_links links = link_gpu_work(t, {}, problems);
  std::size_t launched = 0;
  for (std::uint32_t i = 0; i < t.events.size(); ++i)
    if (t.name(t.events[i]) == "cudaLaunchKernel") launched = links.work_of(i).size();
  BOOST_TEST(launched == 1u);
  for (const torch_event& e : t.events) {
    if (t.name(e) == "gemm") BOOST_TEST((e.category == kineto_category::kernel && e.time.base() == 30));
    if (t.name(e) == "Buffer Flush") BOOST_TEST((e.category == kineto_category::overhead));
  }
  BOOST_TEST(t.unknown_work.empty());  // a wait is not work, but the critical path reads it
  std::size_t waits = 0;
  for (const torch_event_details& d : t.details)
    if (known(d.category) && t.text(d.category) == "cuda_sync") waits += d.stream == 7 && d.device == 0 ? 1u : 0u;
  BOOST_TEST(waits == 1u);
}

/// A trace in memory is read like one in a file, packed or not, as either kind of records.
BOOST_AUTO_TEST_CASE(bytes_are_unpacked_as_files_are) {
  const std::string text = kineto_text().launch("cudaLaunchKernel", 0, 2, 1).kernel("gemm", 10, 20, 1).text();
  BOOST_TEST(refused(text).empty());
  BOOST_TEST(read_torch_trace(text)->events.size() == 2u);
  BOOST_TEST(read_gpu_trace(text)->work.size() == 1u);
  BOOST_TEST(to_string(read_gpu_trace("nothing", {}, "t.json").error()).starts_with("t.json:1:1: expected"));
  if (!can_gzip()) return;
  const std::string packed = gzip_member(text, 1);
  BOOST_TEST(refused(packed).empty());
  BOOST_TEST(read_torch_trace(packed)->events.size() == 2u);
  BOOST_TEST(read_gpu_trace(packed)->work.size() == 1u);
  BOOST_TEST(refused(gzip_member(packed, 1)) == "t.json: is packed with gzip twice: unpack it once (gzip -d)");
}

BOOST_AUTO_TEST_CASE(other_packings_are_refused) {
  BOOST_TEST(refused("\x28\xB5\x2F\xFD and more").find("zstd") != std::string::npos);
}

/// Two ranks in one file, as SGLang merges them: both number their launches from 1 and use device 0. Rank A launches at
/// 10 and 30 us what runs from 100 to 200 and 300 to 400, rank B at 12 and 32 us what runs from 150 to 180 and 350 to 380.
BOOST_AUTO_TEST_CASE(merged_ranks_keep_their_launches) {
  kineto_text both;
  const auto rank = [&](const std::string& name, int later, int start, int time) {
    for (int i = 0; i < 2; ++i) {
      const std::string number = std::to_string(i + 1);
      both.raw(R"({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": ")" + name + R"( 500", "tid": 500, "ts": )" +
               std::to_string(10 + 20 * i + later) + R"(, "dur": 4, "args": {"correlation": )" + number + "}}");
      both.raw(R"({"ph": "X", "cat": "kernel", "name": "k )" + name + R"(", "pid": ")" + name + R"( 0", "tid": 7, "ts": )" +
               std::to_string(start + 200 * i) + R"(, "dur": )" + std::to_string(time) +
               R"(, "args": {"device": 0, "stream": 7, "correlation": )" + number + "}}");
    }
  };
  rank("[TP00]", 0, 100, 100);
  rank("[TP01]", 2, 150, 30);
  const gpu_trace trace = as_gpu_trace(both.read());
  BOOST_REQUIRE(trace.work.size() == 4u);
  BOOST_REQUIRE(trace.calls.size() == 4u);
  for (std::size_t i = 0; i < 4; ++i) BOOST_TEST(trace.work[i].call == i);
  BOOST_TEST(trace.problems[gpu_problem::call_missing].count == 0u);
  const gpu_activity activity = activity_of(trace);
  BOOST_TEST(activity.streams == 2u);  // so nothing overlaps
  const trace_health health = health_of(trace, activity, gpu_replay(activity));
  for (const char* check : {"kernels_lost", "cut_end", "stream_overlap", "clock_offset"}) BOOST_TEST(!health.found(check));
}

BOOST_AUTO_TEST_CASE(work_without_a_device_is_on_that_of_its_process) {
  const auto span = [](std::string_view category, std::string_view name, std::string_view process, std::string_view args) {
    return R"({"ph": "X", "cat": ")" + std::string(category) + R"(", "name": ")" + std::string(name) + R"(", "pid": )" +
           std::string(process) + R"(, "tid": 7, "ts": 10, "dur": 5, "args": {)" + std::string(args) + "}}";
  };
  kineto_text k;
  k.raw(span("kernel", "a", "0", "")).raw(span("kernel", "b", "1", "")).raw(span("kernel", "c", "4711", ""));
  k.raw(span("kernel", "d", "1", R"("device": 0)"));
  k.raw(span("gpu_memcpy", "Memcpy PtoP", "0", R"("fromDevice": 0, "inDevice": 1, "toDevice": 2)"));
  const gpu_trace trace = as_gpu_trace(k.read());
  BOOST_REQUIRE(trace.work.size() == 5u);
  BOOST_TEST(trace.work[0].device == 0);
  BOOST_TEST(trace.work[1].device == 1);
  BOOST_TEST(!known(trace.work[2].device));  // a process of the system
  BOOST_TEST(trace.work[3].device == 0);
  BOOST_TEST(trace.work[4].device == 1);
}

/// One process with one number for two launches: the ops of the kernels decide, and it is counted.
BOOST_AUTO_TEST_CASE(a_repeated_number_goes_by_the_op) {
  const auto numbers = [](int op) { return R"("correlation": 5, "External id": )" + std::to_string(op); };
  kineto_text k;
  k.span("cuda_runtime", "cudaLaunchKernel", 0, 4, numbers(1)).span("cuda_runtime", "cudaLaunchKernel", 10, 4, numbers(2));
  k.span("kernel", "second", 20, 5, numbers(2)).span("kernel", "first", 30, 5, numbers(1));
  const gpu_trace trace = as_gpu_trace(k.read());
  BOOST_REQUIRE(trace.work.size() == 2u);
  BOOST_TEST(trace.work[0].call == 1u);
  BOOST_TEST(trace.work[1].call == 0u);
  BOOST_TEST(trace.problems[gpu_problem::call_repeated].count == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
