// Profiler databases built here: how rows are read, and what is reported about unusable ones.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/read/any_trace.hpp>

#include "tests/support/database.hpp"
#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(gpu_read_databases)

namespace {

constexpr auto n = test::database::number;
constexpr auto t = test::database::text;
const auto null = test::database::null();

gpu_trace read(const std::string& bytes) {
  expected<any_trace> trace = read_any_trace(bytes);
  BOOST_REQUIRE_MESSAGE(trace.has_value(), (trace.has_value() ? std::string() : to_string(trace.error())));
  BOOST_REQUIRE(trace->gpu != nullptr);
  return std::move(*trace->gpu);
}

constexpr std::int64_t process = std::int64_t{5} << 24, thread = process | 7;

/// A call of 2 us with a kernel, in a range; names by number.
test::database small() {
  test::database d;
  d.table("StringIds", {"id", "value"}, {{n(1), t("gemm")}, {n(2), t("cudaLaunchKernel_v7000")}});
  d.table("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end", "globalTid", "correlationId", "nameId"},
          {{n(1000), n(3000), n(thread), n(9), n(2)}});
  d.table("CUPTI_ACTIVITY_KIND_KERNEL",
          {"start", "end", "deviceId", "contextId", "streamId", "correlationId", "globalPid", "demangledName", "gridX"},
          {{n(5000), n(9000), n(0), n(1), n(7), n(9), n(process), n(1), n(4)}});
  d.table("NVTX_EVENTS", {"start", "end", "eventType", "text", "globalTid", "domainId"},
          {{n(900), n(3000), n(59), t("step"), n(thread), n(3)}, {n(0), null, n(75), t("train"), n(thread), n(3)},
           {n(950), null, n(59), t("never closed"), n(thread), n(3)}});
  return d;
}

}  // namespace

BOOST_AUTO_TEST_CASE(nsys_rows_become_records) {
  const gpu_trace trace = read(small().bytes());
  BOOST_REQUIRE(trace.work.size() == 1u);
  const gpu_work_item& w = trace.work.front();
  BOOST_TEST(trace.text(w.name) == "gemm");
  BOOST_TEST(w.time.base() == 4000);  // 9000 - 5000
  BOOST_REQUIRE(w.call == 0u);
  BOOST_TEST(trace.text(trace.calls[0].name) == "cudaLaunchKernel");  // without its version
  BOOST_REQUIRE(trace.ranges.size() == 1u);
  BOOST_TEST(trace.text(trace.ranges[0].domain) == "train");  // named by a later event
  BOOST_TEST(trace.problems[gpu_problem::range_open].count == 1u);
  BOOST_TEST(trace.problems[gpu_problem::call_missing].count == 0u);
}

/// Half a page of zeros: rows of which nothing is left. Events of other kinds are no ranges, which is no loss.
BOOST_AUTO_TEST_CASE(ranges_of_no_kind_are_counted) {
  test::database d;
  d.table("NVTX_EVENTS", {"start", "end", "eventType", "text", "globalTid"},
          {{n(5), n(9), n(59), t("step"), n(0x1000001)}, {null, null, null, null, null}, {n(5), n(9), null, t("step"), n(0x1000001)},
           {n(6), null, n(34), t("mark"), n(0x1000001)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(trace.ranges.size() == 1u);
  BOOST_TEST(trace.problems[gpu_problem::value_unreadable].count == 2u);
}

BOOST_AUTO_TEST_CASE(numbers_of_another_process_do_not_link) {
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end", "globalTid", "correlationId"},
          {{n(0), n(1), n(thread), n(9)}});
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end", "correlationId", "globalPid"},
          {{n(5), n(6), n(9), n(std::int64_t{6} << 24)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(!known(trace.work.at(0).call));
  BOOST_TEST(trace.problems[gpu_problem::call_missing].count == 1u);
}

/// Names in other letters, as SQLite takes them too: the kernel is linked within its process, and no table is unknown.
BOOST_AUTO_TEST_CASE(names_may_be_in_any_letters) {
  test::database d;
  d.table("cupti_activity_kind_runtime_v3", {"START", "END", "GLOBALTID", "CORRELATIONID"},
          {{n(0), n(1), n(std::int64_t{6} << 24), n(9)}, {n(2), n(3), n(thread), n(9)}});
  d.table("cupti_activity_kind_kernel", {"start", "end", "CorrelationID", "GLOBALPID"},
          {{n(5), n(6), n(9), n(process)}});
  d.table("nvtx_events", {"start", "end", "EVENTTYPE", "text"}, {{n(0), n(9), n(59), t("step")}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(trace.work.at(0).call == 1u);
  BOOST_TEST(trace.ranges.size() == 1u);
  BOOST_TEST(trace.problems[gpu_problem::call_repeated].count == 0u);
  BOOST_TEST(trace.problems[gpu_problem::table_unknown].count == 0u);
}

BOOST_AUTO_TEST_CASE(pages_move_without_a_call) {
  test::database d = small();
  d.table("CUPTI_ACTIVITY_KIND_MEMCPY", {"start", "end", "deviceId", "streamId", "correlationId", "globalPid", "copyKind", "bytes"},
          {{n(6000), n(6500), n(0), n(7), n(0), n(process), n(11), n(4096)},     // unified memory, host to device
           {n(9100), n(9200), n(0), n(7), n(0), n(process), n(1), n(4096)}});    // host to device
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(trace.work.size() == 3u);
  BOOST_TEST(trace.problems[gpu_problem::call_missing].count == 1u);
}

/// 4294967298 = 1 << 32 | 2. Work outside graphs has 0, null, or no such column.
BOOST_AUTO_TEST_CASE(nodes_of_graphs_are_kept_beside_work) {
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end", "graphId", "graphNodeId"},
          {{n(1), n(2), n(0), n(0)}, {n(3), n(4), n(1), n(4294967298)}, {n(5), n(6), null, null}});
  d.table("CUPTI_ACTIVITY_KIND_MEMSET", {"start", "end", "graphNodeId"}, {{n(7), n(8), n(4294967299)}});
  d.table("CUPTI_ACTIVITY_KIND_MEMCPY", {"start", "end"}, {{n(9), n(10)}});
  gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.graph_nodes.size() == 2u);
  BOOST_TEST(trace.graph_nodes[0].work == 1u);
  BOOST_TEST(trace.graph_nodes[0].graph == 1u);
  BOOST_TEST(!known(trace.graph_nodes[1].graph));
  BOOST_TEST(trace.problems[gpu_problem::value_unreadable].count == 0u);
  const torch_trace torch = as_torch_trace(std::move(trace));
  BOOST_REQUIRE(torch.graph_nodes.size() == 2u);
  BOOST_TEST(torch.graph_nodes[0].node == 4294967298u);
  BOOST_TEST(torch.events.at(torch.graph_nodes[1].event).start.base() == 7);
}

BOOST_AUTO_TEST_CASE(a_value_of_another_type_names_table_column_and_row) {
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end", "deviceId"},
          {{n(5), n(6), n(0)}, {t("five"), n(6), n(0)}, {n(std::int64_t{1} << 62), n(6), n(0)}, {null, n(6), n(0)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(trace.work.size() == 1u);
  const auto& wrong = trace.problems[gpu_problem::value_unreadable];
  BOOST_TEST(wrong.count == 3u);
  BOOST_TEST(wrong.example == "CUPTI_ACTIVITY_KIND_KERNEL.start, row 2: expected a whole number, found a text");
}

/// As written by programs without column types: without a type, a text of digits stays a text.
BOOST_AUTO_TEST_CASE(numbers_may_be_texts_and_names_may_stand_in_the_rows) {
  test::database d;
  d.table("StringIds", {"id", "value"}, {{n(1), t("gemm")}});
  d.table("cupti_activity_kind_runtime", {"start", "end", "globalTid", "CorrelationID", "nameId"},
          {{n(1000), n(3000), n(thread), n(9), t("cudaLaunchKernel_v7000")}});
  d.table("cupti_activity_kind_kernel", {"START", "end", "globalPid", "correlationId", "demangledName"},
          {{t("5000"), t("9000.0"), n(process), t("9"), t("1")}, {t("9500"), t("9600"), n(process), null, t("relu")}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 2u);
  BOOST_TEST(trace.work[0].time.base() == 4000);  // 9000 - 5000
  BOOST_TEST(trace.work[0].call == 0u);
  BOOST_TEST(trace.text(trace.work[0].name) == "gemm");
  BOOST_TEST(trace.text(trace.work[1].name) == "relu");
  BOOST_TEST(trace.text(trace.calls.at(0).name) == "cudaLaunchKernel");
  BOOST_TEST(trace.problems[gpu_problem::value_unreadable].count == 0u);
}

/// A profiler that knows no call writes 0, for several pieces of work and for calls.
BOOST_AUTO_TEST_CASE(the_number_0_links_nothing) {
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end", "globalTid", "correlationId"},
          {{n(0), n(1), n(thread), n(0)}, {n(2), n(3), n(thread), n(9)}});
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end", "correlationId", "globalPid"},
          {{n(5), n(6), n(0), n(process)}, {n(7), n(8), n(0), n(process)}, {n(8), n(9), n(9), n(process)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(!known(trace.work.at(0).call));
  BOOST_TEST(!known(trace.work.at(1).call));
  BOOST_TEST(trace.work.at(2).call == 1u);
  BOOST_TEST(trace.problems[gpu_problem::call_missing].count == 2u);
  BOOST_TEST(trace.problems[gpu_problem::call_repeated].count == 0u);
}

/// Only a table that is not read has processes: the number alone decides.
BOOST_AUTO_TEST_CASE(processes_count_where_work_has_them) {
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end", "globalTid", "correlationId"},
          {{n(0), n(1), n(thread), n(9)}});
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end", "correlationId"}, {{n(5), n(6), n(9)}});
  d.table("CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", {"start", "end", "globalPid"}, {{n(5), n(6), n(process)}});
  BOOST_TEST(read(d.bytes()).work.at(0).call == 0u);
}

/// A string without a value is none: the next name serves, or the kind of row and its number.
BOOST_AUTO_TEST_CASE(a_string_without_a_value_is_missing) {
  test::database d;
  d.table("StringIds", {"id", "value"}, {{n(1), t("gemm")}, {n(2), null}});
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end", "demangledName", "shortName"},
          {{n(1), n(2), n(2), n(1)}, {n(3), n(4), n(2), n(2)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(trace.text(trace.work.at(0).name) == "gemm");
  BOOST_TEST(trace.text(trace.work.at(1).name) == "kernel 2");
  BOOST_TEST(trace.problems[gpu_problem::text_missing].count == 1u);

  test::database r;
  r.table("rocpd_string", {"guid", "id", "string"}, {{t("a"), n(1), null}});
  r.table("rocpd_region", {"guid", "pid", "tid", "start", "end", "name_id"},
          {{t("a"), n(1), n(1), n(10), n(30), n(1)}});
  const gpu_trace rocm = read(r.bytes());
  BOOST_TEST(rocm.text(rocm.calls.at(0).name) == "api 1");
  BOOST_TEST(rocm.problems[gpu_problem::text_missing].count == 1u);
}

/// Exports that fill columns without a value write an empty text beside the number of a registered one, and the number
/// 0 beside a text. The tables made here have no empty text, so two rows are changed: a text of one byte (15) becomes
/// an empty one (13), that byte the number behind it, and the row, whose size is two bytes in front, a byte shorter.
BOOST_AUTO_TEST_CASE(an_empty_text_gives_way_to_a_registered_one) {
  test::database d;
  d.table("StringIds", {"id", "value"}, {{n(0), t("[Unknown]")}, {n(4), t("registered")}});
  d.table("NVTX_EVENTS", {"start", "end", "eventType", "text", "textId"},
          {{n(11), n(12), n(59), t("\x04"), n(99)}, {n(13), n(14), n(59), t("own"), n(0)},
           {n(15), n(16), n(59), t("\x05"), n(99)}, {n(17), n(18), n(59), null, n(4)}});
  std::string bytes = d.bytes();
  constexpr std::string_view header = "\x06\x01\x01\x01\x0F\x01";
  for (int row = 0; row < 2; ++row) {
    const std::size_t at = bytes.find(header);
    BOOST_REQUIRE(at != bytes.npos);
    bytes[at + 4] = 13;
    --bytes[at - 2];
  }
  const gpu_trace trace = read(bytes);
  const auto name = [&](std::size_t i) { return std::string(trace.text(trace.ranges.at(i).name)); };
  BOOST_TEST(name(0) == "registered");
  BOOST_TEST(name(1) == "own");
  BOOST_TEST(name(2) == "");  // no string has the number 5
  BOOST_TEST(name(3) == "registered");
  BOOST_TEST(trace.problems[gpu_problem::text_missing].count == 0u);
}

/// `4` is not a text's id, so the short name is used. A row without any text is a kernel, and is counted.
BOOST_AUTO_TEST_CASE(the_first_name_that_has_a_text_counts) {
  test::database d;
  d.table("StringIds", {"id", "value"}, {{n(1), t("gemm")}, {n(2), t("void gemm<int>()")}});
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end", "demangledName", "shortName"},
          {{n(1), n(2), n(2), n(1)}, {n(3), n(4), n(4), n(1)}, {n(5), n(6), null, n(1)}, {n(7), n(8), n(4), n(5)},
           {n(9), n(10), null, null}});
  d.table("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end"}, {{n(1), n(2)}});
  const gpu_trace trace = read(d.bytes());
  const auto name = [&](std::size_t i) { return std::string(trace.text(trace.work.at(i).name)); };
  BOOST_TEST(name(0) == "void gemm<int>()");
  BOOST_TEST(name(1) == "gemm");
  BOOST_TEST(name(2) == "gemm");
  BOOST_TEST(name(3) == "kernel 4");
  BOOST_TEST(name(4) == "kernel");
  BOOST_TEST(trace.text(trace.calls.at(0).name) == "api");
  BOOST_TEST(trace.problems[gpu_problem::text_missing].count == 3u);
}

BOOST_AUTO_TEST_CASE(ranges_without_a_type_are_told) {
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end"}, {{n(1), n(2)}});
  d.table("NVTX_EVENTS", {"start", "end", "text"}, {{n(0), n(9), t("step")}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(trace.ranges.empty());
  BOOST_TEST(trace.problems[gpu_problem::table_unknown].example == "NVTX_EVENTS without eventType");
  BOOST_TEST(read(small().bytes()).problems[gpu_problem::table_unknown].count == 0u);
}

/// A table may carry a version. It is read if no table has the name without it; another one is counted.
BOOST_AUTO_TEST_CASE(tables_with_a_version_are_read) {
  const std::vector<std::string> spans{"start", "end", "correlationId"}, events{"start", "end", "eventType", "text"};
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_KERNEL_V2", spans, {{n(20), n(30), n(7)}});
  d.table("CUPTI_ACTIVITY_KIND_RUNTIME_V3", spans, {{n(1), n(2), n(7)}});
  d.table("NVTX_EVENTS_V3", events, {{n(0), n(9), n(59), t("step")}});
  d.table("NVTX_EVENTS_OLD", events, {{n(0), n(9), n(59), t("old")}});
  d.table("CUPTI_ACTIVITY_KIND_MEMSET", spans, {});
  d.table("CUPTI_ACTIVITY_KIND_MEMSET_V2", spans, {{n(40), n(50), n(8)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 1u);
  BOOST_TEST(trace.work[0].start.base() == 20);
  BOOST_TEST(trace.work[0].call == 0u);
  BOOST_REQUIRE(trace.ranges.size() == 1u);
  BOOST_TEST(trace.text(trace.ranges[0].name) == "step");
  BOOST_TEST(trace.problems[gpu_problem::table_unknown].count == 2u);  // the second MEMSET, and OLD
  BOOST_TEST(trace.problems[gpu_problem::table_unknown].example == "CUPTI_ACTIVITY_KIND_MEMSET_V2");
  test::database ranges;
  ranges.table("NVTX_EVENTS_V3", events, {{n(0), n(9), n(59), t("step")}});
  BOOST_TEST(read(ranges.bytes()).ranges.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_database_of_nvprof_is_named) {
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end"}, {{n(1), n(2)}});
  d.table("CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL", {"start", "end"}, {{n(1), n(2)}});
  const auto trace = read_any_trace(d.bytes());
  BOOST_REQUIRE(!trace.has_value());
  BOOST_TEST(trace.error().what.find("nvprof") != std::string::npos);
  test::database serial;  // recorded one kernel after the other; its texts are in a table with another name
  serial.table("StringTable", {"_id_", "value"}, {{n(1), t("vecAdd")}});
  serial.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end", "name"}, {{n(1), n(2), n(1)}});
  const auto other = read_any_trace(serial.bytes());
  BOOST_REQUIRE(!other.has_value());
  BOOST_TEST(other.error().what.find("nvprof") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_end_before_its_start_counts_as_the_start) {
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end"}, {{n(50), n(20)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(trace.work.at(0).time.base() == 0);
  BOOST_TEST(trace.problems[gpu_problem::negative_duration].count == 1u);
}

/// CUPTI and ROCm mark work without a time like this. A kernel at 0 would start the time line there: 1000 ns of work of
/// 3000 would be a third of it, not all.
BOOST_AUTO_TEST_CASE(a_start_and_an_end_of_zero_are_no_time) {
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end"}, {{n(2000), n(3000)}, {n(0), n(0)}, {n(0), n(10)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 2u);  // work that begins at 0 and ends later did run
  BOOST_TEST(trace.problems[gpu_problem::time_unknown].count == 1u);
}

BOOST_AUTO_TEST_CASE(a_database_of_something_else_is_a_failure) {
  test::database d;
  d.table("songs", {"title"}, {{t("x")}});
  const expected<any_trace> trace = read_any_trace(d.bytes());
  BOOST_REQUIRE(!trace);
  BOOST_TEST(trace.error().what.find("found none") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_cut_database_gives_what_is_there_or_says_why_not) {
  const std::string whole = small().bytes();
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    const expected<any_trace> trace = read_any_trace(std::string_view(whole).substr(0, size));
    if (!trace) BOOST_TEST(!trace.error().what.empty());
    else if (const gpu_trace* const gpu = trace->gpu.get())
      BOOST_TEST(gpu->problems[gpu_problem::file_damaged].count != 0u);
  }
  // where SQLite cannot open what is left, the header still says how many pages there were
  std::string garbled = whole.substr(0, whole.size() - 97);
  std::fill(garbled.begin() + 100, garbled.end(), '\xff');
  const expected<any_trace> cut = read_any_trace(garbled);
  BOOST_REQUIRE(!cut);
  BOOST_TEST(cut.error().what.starts_with("is not a readable SQLite database: the file is cut: "), cut.error().what);
}

BOOST_AUTO_TEST_CASE(a_write_ahead_log_beside_a_database_is_said) {
  const temporary_folder folder;
  std::string bytes = small().bytes();
  bytes[18] = bytes[19] = 2;  // SQLite's mark; it stays when the log has been written back and is gone
  const std::string file = folder.path("run.sqlite");
  const auto damages = [&] { return read_any_trace(bytes, {}, file)->gpu->problems[gpu_problem::file_damaged].count; };
  BOOST_TEST(damages() == 0u);
  folder.file("run.sqlite-wal", std::string(32, 'w'));  // only a header
  BOOST_TEST(damages() == 0u);
  folder.file("run.sqlite-wal", std::string(33, 'w'));
  BOOST_TEST(damages() == 1u);
}

BOOST_AUTO_TEST_CASE(a_view_without_an_end_is_stopped) {
  test::database d = small();
  d.view("rocpd_event", "WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r) SELECT id FROM r");
  test::database only;
  only.view("rocpd_kernel_dispatch",
            "WITH RECURSIVE r(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM r) SELECT 5 AS start, 6 AS "
            "\"end\" FROM r");
  const expected<any_trace> trace = read_any_trace(only.bytes());
  BOOST_REQUIRE(trace.has_value());
  const gpu_trace& gpu = *trace->gpu;
  BOOST_TEST(gpu.problems[gpu_problem::file_damaged].count == 1u);
  BOOST_TEST(gpu.problems[gpu_problem::file_damaged].example.find("more rows than the file can hold") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(rocpd_links_by_stack_then_by_parent) {
  const std::string id = "_00000000_0000_7000_8000_0000000002bc";
  test::database d;
  d.table("rocpd_string" + id, {"id", "string"},
          {{n(1), t("HIP_RUNTIME_API")},
           {n(2), t("hipLaunchKernel")},
           {n(3), t("HSA_CORE_API")},
           {n(4), t("hsa_signal_store")},
           {n(5), t("MARKER_CORE_API")},
           {n(6), t("roctxRangePushA")}});
  d.table("rocpd_event" + id, {"id", "category_id", "stack_id", "parent_stack_id", "extdata"},
          {{n(1), n(1), n(70), n(0), null}, {n(2), n(3), n(71), n(70), null}, {n(3), null, n(70), n(0), null},
           {n(4), null, n(99), n(71), null}, {n(5), n(5), n(72), n(0), t("{\"message\":\"forward\"}")}});
  d.table("rocpd_region" + id, {"pid", "tid", "start", "end", "name_id", "event_id"},
          {{n(1), n(1), n(10), n(30), n(2), n(1)},
           {n(1), n(1), n(12), n(14), n(4), n(2)},
           {n(1), n(1), n(5), n(40), n(6), n(5)}});
  d.table("rocpd_kernel_dispatch" + id,
          {"pid", "start", "end", "kernel_id", "event_id", "grid_size_x", "workgroup_size_x"},
          {{n(1), n(50), n(60), n(8), n(3), n(1000), n(256)}, {n(1), n(60), n(70), n(8), n(4), n(1000), n(256)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 2u);
  BOOST_TEST(trace.text(trace.calls.at(trace.work[0].call).name) == "hipLaunchKernel");   // 70
  BOOST_TEST(trace.text(trace.calls.at(trace.work[1].call).name) == "hsa_signal_store");  // not 99: its parent 71
  BOOST_TEST(trace.text(trace.work[0].name) == "kernel 8");
  BOOST_TEST(trace.shapes.at(0).grid[0] == 4);  // 1000 / 256 = 3.9, rounded up
  BOOST_REQUIRE(trace.ranges.size() == 1u);
  BOOST_TEST(trace.text(trace.ranges[0].name) == "forward");
  BOOST_TEST(trace.text(trace.ranges[0].domain) == "roctx");
}

/// Neither a stack of 0 nor a parent of 0 is a call's number, even if a region has it.
BOOST_AUTO_TEST_CASE(rocpd_stacks_of_0_link_nothing) {
  test::database d;
  d.table("rocpd_string", {"guid", "id", "string"}, {{t("a"), n(1), t("HIP_RUNTIME_API")}, {t("a"), n(2), t("hipInit")}});
  d.table("rocpd_event", {"guid", "id", "category_id", "stack_id", "parent_stack_id"},
          {{t("a"), n(1), n(1), n(0), n(0)}, {t("a"), n(2), null, n(0), n(0)}, {t("a"), n(3), null, n(99), n(0)}});
  d.table("rocpd_region", {"guid", "pid", "tid", "start", "end", "name_id", "event_id"},
          {{t("a"), n(1), n(1), n(10), n(30), n(2), n(1)}});
  d.table("rocpd_kernel_dispatch", {"guid", "pid", "start", "end", "event_id"},
          {{t("a"), n(1), n(50), n(60), n(2)}, {t("a"), n(1), n(60), n(70), n(3)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(trace.calls.size() == 1u);
  BOOST_TEST(trace.problems[gpu_problem::call_missing].count == 2u);
}

/// Three writers: the name of a range is the function and its message the text; the other way round; both the text, and
/// then only an overlap shows that it was not pushed. Words of a text decide nothing.
BOOST_AUTO_TEST_CASE(rocpd_ranges_have_the_text_of_the_program) {
  test::database d;
  d.table("rocpd_string", {"id", "string"}, {{n(5), t("MARKER_CORE_API")}, {n(6), t("roctxProcessRangeA")},
                                             {n(7), t("window")}, {n(8), t("Start Process")}, {n(9), t("KFD_QUEUE")}});
  const auto window = t("{\"message\":\"window\"}"), function = t("{\"message\":\"roctxProcessRangeA\"}"),
             start = t("{\"message\":\"Start Process\"}");
  d.table("rocpd_event", {"id", "category_id", "stack_id", "extdata"},
          {{n(1), n(5), n(70), window}, {n(2), n(5), n(71), function}, {n(3), n(5), n(72), start},
           {n(4), n(5), n(73), window}, {n(5), n(5), n(74), window}, {n(6), n(9), n(0), null}});
  d.table("rocpd_region", {"pid", "tid", "start", "end", "name_id", "event_id"},
          {{n(1), n(1), n(10), n(20), n(6), n(1)}, {n(1), n(1), n(30), n(40), n(7), n(2)},
           {n(1), n(1), n(50), n(60), n(8), n(3)},
           {n(1), n(2), n(10), n(20), n(7), n(4)}, {n(1), n(2), n(15), n(25), n(7), n(5)},  // overlap in part
           {n(1), n(1), n(70), n(80), n(7), n(6)}});                                        // of the driver
  d.table("rocpd_kernel_dispatch", {"pid", "start", "end", "kernel_id"}, {{n(1), n(50), n(60), n(8)}});
  const gpu_trace trace = read(d.bytes());
  std::string told;
  for (const gpu_range& r : trace.ranges) told.append(trace.text(r.name)).append(r.nested ? " pushed, " : " started, ");
  BOOST_TEST(told == "window started, window started, Start Process pushed, window started, window started, ");
  BOOST_TEST(trace.problems[gpu_problem::style_unknown].count == 3u);
  BOOST_TEST(trace.calls.empty());
  BOOST_TEST(trace.problems[gpu_problem::table_unknown].count == 1u);
}

/// Two ranges whose texts are cut are told apart by nothing but the name of their call, and that is said.
BOOST_AUTO_TEST_CASE(rocpd_texts_that_are_not_json_are_counted) {
  test::database d;
  d.table("rocpd_string", {"id", "string"}, {{n(5), t("MARKER_CORE_API")}, {n(6), t("roctxRangePushA")}});
  d.table("rocpd_event", {"id", "category_id", "stack_id", "parent_stack_id", "extdata"},
          {{n(1), n(5), n(70), n(0), t("{\"message\":\"forw")}, {n(2), n(5), n(71), n(0), t("{\"message\":\"a\"}")},
           {n(3), n(5), n(72), n(0), t("{bad")}, {n(4), n(5), n(73), n(0), t("{}")}, {n(5), n(5), n(74), n(0), t("")}});
  std::vector<std::vector<test::database::value>> rows;
  for (int i = 1; i <= 5; ++i) rows.push_back({n(1), n(1), n(10 * i), n(10 * i + 5), n(6), n(i)});
  d.table("rocpd_region", {"pid", "tid", "start", "end", "name_id", "event_id"}, rows);
  d.table("rocpd_kernel_dispatch", {"pid", "start", "end", "kernel_id", "event_id"}, {{n(1), n(50), n(60), n(8), n(9)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.ranges.size() == 5u);
  BOOST_TEST(trace.text(trace.ranges[0].name) == "roctxRangePushA");
  BOOST_TEST(trace.text(trace.ranges[1].name) == "a");
  const auto& said = trace.problems[gpu_problem::message_unreadable];
  BOOST_TEST(said.count == 2u);  // not {} and not an empty text: these have no message
  BOOST_TEST(said.example == "rocpd_region, row 1");
}

/// rocprofv3 may pack texts (LZ4), which its views unpack. What is damaged costs the name of its range, which is counted.
BOOST_AUTO_TEST_CASE(rocpd_texts_that_are_packed) {
  // {"message":"forward pass"}, 26 = 0x1A bytes, which do not get shorter: a block of 0x8000001A bytes as they are
  const std::string frame = "04224D186440A71A0000807B226D657373616765223A22666F72776172642070617373227D000000006C1C291F";
  // {"message":"aaa...a"} with 40 letters, 54 = 0x36 bytes: 13 literals, the letter before them 36 times, 5 literals
  const std::string repeated = "04224D186440A717000000DF7B226D657373616765223A226101001150616161227D0000000037C83327";
  const auto name_of = [](const std::string& packed, bool in_view) {
    const std::string blob = "X'4C5A3446" + packed + "'";  // LZ4F, the size, the frame
    test::database d;
    d.table("rocpd_string", {"id", "string"}, {{n(5), t("MARKER_CORE_API")}, {n(6), t("roctxRangePushA")}});
    d.view("rocpd_event", "SELECT 1 AS id, 5 AS category_id, 70 AS stack_id, " +
                              (in_view ? "CAST(lz4_decompress(" + blob + ") AS TEXT)" : blob) + " AS extdata");
    d.table("rocpd_region", {"pid", "tid", "start", "end", "name_id", "event_id"}, {{n(1), n(1), n(10), n(15), n(6), n(1)}});
    d.table("rocpd_kernel_dispatch", {"pid", "start", "end", "kernel_id", "event_id"},
            {{n(1), n(50), n(60), n(8), n(9)}});
    const gpu_trace trace = read(d.bytes());
    BOOST_TEST(trace.work.size() == 1u);
    BOOST_REQUIRE(trace.ranges.size() == 1u);
    const std::string name(trace.text(trace.ranges[0].name));
    BOOST_TEST(trace.problems[gpu_problem::message_unreadable].count == (name == "roctxRangePushA" ? 1u : 0u), packed);
    return name;
  };
  for (const bool in_view : {false, true}) {
    BOOST_TEST(name_of("1A000000" + frame, in_view) == "forward pass");
    BOOST_TEST(name_of("36000000" + repeated, in_view) == std::string(40, 'a'));
    BOOST_TEST(name_of("18000000", in_view) == "roctxRangePushA");                         // cut
    BOOST_TEST(name_of("1B000000" + frame, in_view) == "roctxRangePushA");                 // of another size
    BOOST_TEST(name_of("FFFFFFFF" + repeated.substr(0, 60), in_view) == "roctxRangePushA");
  }
}

BOOST_AUTO_TEST_CASE(rocpd_of_rocm_systems_profiler) {
  const std::string id = "_00000000_0000_7000_8000_0000000002bd";
  test::database d;
  d.table("rocpd_string" + id, {"id", "string"},
          {{n(1), t("rocm_hip_api")}, {n(2), t("hipLaunchKernel")}, {n(3), t("rocm_marker_api")}, {n(4), t("step")},
           {n(5), t("host")}, {n(6), t("main")}});
  d.table("rocpd_event" + id, {"id", "category_id", "stack_id"},
          {{n(1), n(1), n(70)}, {n(2), n(3), n(71)}, {n(3), n(5), n(0)}, {n(4), null, n(70)}});
  d.table("rocpd_region" + id, {"pid", "tid", "start", "end", "name_id", "event_id"},
          {{n(1), n(1), n(10), n(30), n(2), n(1)}, {n(1), n(1), n(5), n(40), n(4), n(2)},
           {n(1), n(1), n(1), n(90), n(6), n(3)}});
  d.table("rocpd_kernel_dispatch" + id, {"pid", "start", "end", "kernel_id", "event_id"},
          {{n(1), n(50), n(60), n(8), n(4)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.calls.size() == 1u);
  BOOST_TEST(trace.work.at(0).call == 0u);
  BOOST_REQUIRE(trace.ranges.size() == 2u);
  const auto& [mark, function] = std::pair(trace.ranges[0], trace.ranges[1]);
  BOOST_TEST((trace.text(mark.name) == "step" && trace.text(mark.domain) == "roctx"));
  BOOST_TEST((trace.text(function.name) == "main" && trace.text(function.domain) == "host"));
}

BOOST_AUTO_TEST_CASE(rocprof_json_breaks_off_among_its_records) {
  const std::string head =
      R"({"rocprofiler-sdk-tool": [{"metadata": {"pid": 7}, "strings": {"buffer_records": [{"kind": )"
      R"("HIP_RUNTIME_API", )"
      R"("operations": ["hipLaunchKernel"]}]}, "agents": [{"id": {"handle": 18446744073709551615}, "type": 2, )"
      R"("logical_node_type_id": 3, "name": "gfx"}], "buffer_records": {"hip_api": [{"kind": 0, "operation": 0, )"
      R"("thread_id": 7, "correlation_id": {"internal": 4}, "start_timestamp": 10, "end_timestamp": 20}], )"
      R"("kernel_dispatch": [{"correlation_id": {"internal": 4}, "start_timestamp": 30, "end_timestamp": 45, )"
      R"("dispatch_info": {"agent_id": {"handle": 18446744073709551615}, "kernel_id": 2}})";
  for (const std::string& tail : {std::string("]}}]}"), std::string(", {\"corr")}) {
    const gpu_trace trace = read(head + tail);
    BOOST_REQUIRE(trace.work.size() == 1u);
    BOOST_TEST(trace.work[0].device == 3);
    BOOST_TEST(trace.work[0].time.base() == 15);
    BOOST_TEST(trace.work[0].call == 0u);
    BOOST_TEST(trace.problems[gpu_problem::file_damaged].count == (tail.size() > 5 ? 1u : 0u));
  }
  const std::string whole = head + "]}}]}";  // rocprofv3 writes a file for each process; people put them into one
  std::string other = whole;
  other.replace(other.find("\"pid\": 7"), 8, "\"pid\": 8");
  BOOST_TEST(read(whole + "\n" + other).work.size() == 2u);
  const gpu_trace twice = read(whole + "\n" + whole);
  BOOST_TEST((twice.work.size() == 1u && twice.calls.size() == 1u));  // of 2 and 2
  BOOST_TEST(twice.problems[gpu_problem::call_repeated].count == 1u);
  BOOST_TEST(twice.problems[gpu_problem::call_repeated].example == "process 7");
  BOOST_TEST(read(whole + "\n").problems[gpu_problem::file_damaged].count == 0u);
  BOOST_TEST(read(whole + "<html>").problems[gpu_problem::file_damaged].count == 1u);
  BOOST_TEST(read(whole + "<html>").work.size() == 1u);
  BOOST_TEST(!read_any_trace(R"({"rocprofiler-sdk-tool": [{"metadata": {"pid": 1}, "agents": [)").has_value());
}

BOOST_AUTO_TEST_CASE(damaged_objects_of_rocprof_json_cost_no_others) {
  const auto record = [](const char* start) {
    return R"({"correlation_id": {"internal": 4}, "start_timestamp": )" + std::string(start) +
           R"(, "end_timestamp": 45, "dispatch_info": {"agent_id": {"handle": 1}, "kernel_id": 2}})";
  };
  const std::string front = R"({"rocprofiler-sdk-tool": [{"metadata": {"pid": 7}, "agents": [{"id": {"handle": 9}, "x"},)"
                            "\n"
                            R"({"id": {"handle": 1}, "type": 2, "logical_node_type_id": 3}], "host_functions": [{"a" 1}, {}],)"
                            R"("code_objects": {"list": [{"a": 1}, {"a": ]} ]}, "buffer_records": {"hip_api": [{1}],)"
                            R"("kernel_dispatch": [)";
  const std::string lists = record("10") + ", " + record("\x01") + " ,\n" + record("30") + "," + record("\"") + "]";
  const gpu_trace trace = read(front + lists + "}}, {\"metadata\": {\"pid\": 8}, \"buffer_records\": "
                               "{\"kernel_dispatch\": [" + record("1") + "]}}]}");
  BOOST_REQUIRE(trace.work.size() == 3u);  // of four records of process 7, and the one of process 8
  BOOST_TEST(trace.work[0].time.base() == 35);
  BOOST_TEST(trace.work[1].time.base() == 15);
  BOOST_TEST(trace.work[1].device == 3);
  BOOST_TEST(trace.work[2].time.base() == 44);
  BOOST_TEST(trace.problems[gpu_problem::file_damaged].count == 4u);  // an agent, a call, two kernels
  BOOST_TEST(trace.problems[gpu_problem::file_damaged].first_byte == front.find("{\"id\": {\"handle\": 9}"));
}

/// Three bytes less, at every place, costs the records that they belonged to, or the one behind, and nothing becomes what
/// it is not.
BOOST_AUTO_TEST_CASE(lost_bytes_of_rocprof_json_cost_only_what_they_belong_to) {
  std::string text = R"({"rocprofiler-sdk-tool": [)";
  std::vector<std::pair<std::size_t, std::size_t>> records;  // of kernels and copies: first byte, and the one behind
  int time = 10;
  const auto list = [&](const std::string& name, const std::string& rest, bool of_work) {
    text += "\"" + name + "\": [";
    for (int i = 0; i < 2; ++i, time += 10) {
      const std::size_t first = text.size();
      text += R"({"size": 48, "kind": )" + std::string(name == "hip_api" ? "0" : "1") + R"(, "operation": 0, "correlation_id": )" +
              R"({"internal": 4}, "start_timestamp": )" + std::to_string(time) + R"(, "end_timestamp": )" + std::to_string(time + 7) + rest + "}";
      if (of_work) records.emplace_back(first, text.size());
      text += i == 0 ? ", " : "]";
    }
  };
  for (const char* const pid : {"7", "8"}) {
    text += R"({"metadata": {"pid": )" + std::string(pid) + R"(}, "agents": [{"size": 9, "id": {"handle": 1}, "type": 2}], "strings": )" +
            R"({"buffer_records": [{"kind": "HIP_RUNTIME_API", "operations": ["f"]}, {"kind": "X", "operations": ["g"]}]}, )" +
            R"("kernel_symbols": [{"kernel_id": 2, "kernel_name": "k"}], "buffer_records": {)";
    list("kernel_dispatch", R"(, "dispatch_info": {"agent_id": {"handle": 1}, "kernel_id": 2})", true);
    text += ", ";
    list("hip_api", "", false);
    text += ", ";
    list("memory_copy", R"(, "src_agent_id": {"handle": 1}, "dst_agent_id": {"handle": 1}, "bytes": 64)", true);
    text += *pid == '7' ? "}}, " : "}}]}";
  }
  BOOST_TEST(read(text).work.size() == 8u);
  BOOST_TEST(read(text).calls.size() == 4u);
  for (std::size_t at = text.find("\"metadata") - 1; at + 3 < text.size(); ++at) {
    const gpu_trace trace = read(text.substr(0, at) + text.substr(at + 3));
    if (trace.problems[gpu_problem::file_damaged].count == 0) continue;  // valid JSON, perhaps of another member
    const auto touched = std::count_if(records.begin(), records.end(), [&](const auto& r) { return r.first < at + 6 && at < r.second + 2; });
    std::ptrdiff_t kernels = 0, copies = 0;
    for (const gpu_work_item& w : trace.work) ++(w.kind == gpu_kind::kernel ? kernels : copies);
    BOOST_TEST(kernels <= 4, at);
    BOOST_TEST(copies <= 4, at);
    BOOST_TEST(kernels + copies + touched >= 8, at);
    BOOST_TEST(trace.calls.size() <= 4u, at);
  }
}

BOOST_AUTO_TEST_CASE(numbers_of_rocprof_may_stand_between_quotes) {
  const gpu_trace trace = read(
      R"({"rocprofiler-sdk-tool": [{"metadata": {"pid": 7}, "buffer_records": {"kernel_dispatch": [{"correlation_id": )"
      R"({"internal": "4"}, "start_timestamp": "30", "end_timestamp": 45.0, "dispatch_info": {"kernel_id": 2}}]}}]})");
  BOOST_REQUIRE(trace.work.size() == 1u);
  BOOST_TEST(trace.work[0].time.base() == 15);  // 45 - 30
  BOOST_TEST(trace.problems[gpu_problem::value_unreadable].count == 0u);
}

BOOST_AUTO_TEST_CASE(kernel_symbols_have_several_names) {
  const gpu_trace trace = read(
      R"({"rocprofiler-sdk-tool": [{"kernel_symbols": [{"kernel_id": 0}, {"kernel_id": 1, "formatted_kernel_name": )"
      R"("f", "kernel_name": "k", "truncated_kernel_name": "t"}, {"kernel_id": 2, "demangled_kernel_name": "d<int>", )"
      R"("truncated_kernel_name": "d"}, {"kernel_id": 3, "truncated_kernel_name": "t"}], "buffer_records": )"
      R"({"kernel_dispatch": [{"start_timestamp": 1, "end_timestamp": 2, "dispatch_info": {"kernel_id": 0}}, )"
      R"({"start_timestamp": 3, "end_timestamp": 4, "dispatch_info": {"kernel_id": 1}}, )"
      R"({"start_timestamp": 5, "end_timestamp": 6, "dispatch_info": {"kernel_id": 2}}, )"
      R"({"start_timestamp": 7, "end_timestamp": 8, "dispatch_info": {"kernel_id": 3}}]}}]})");
  std::string names;
  for (const gpu_work_item& w : trace.work) names += std::string(trace.text(w.name)) + ";";
  BOOST_TEST(names == "kernel 0;f;d<int>;t;");
  BOOST_TEST(trace.problems[gpu_problem::text_missing].count == 1u);
}

/// `rocprofv3 --pmc` lists its kernels only with their counters.
BOOST_AUTO_TEST_CASE(kernels_whose_counters_were_read_are_kernels) {
  const std::string counted =
      R"("callback_records": {"counter_collection": [{"thread_id": 5, "dispatch_data": {"correlation_id": )"
      R"({"internal": 4}, "start_timestamp": 30, "end_timestamp": 45, "dispatch_info": {"kernel_id": 2}}, )"
      R"("records": [{"counter_id": {"handle": 9}, "value": 1.5}]}]})";
  const auto text = [&](const std::string& kernels) {
    return R"({"rocprofiler-sdk-tool": [{)" + counted + R"(, "buffer_records": {"kernel_dispatch": [)" + kernels +
           "]}}]}";
  };
  const gpu_trace alone = read(text(""));
  BOOST_REQUIRE(alone.work.size() == 1u);
  BOOST_TEST(alone.work[0].time.base() == 15);  // 45 - 30
  const gpu_trace both = read(text(R"({"start_timestamp": 31, "end_timestamp": 44})"));
  BOOST_REQUIRE(both.work.size() == 1u);  // the same kernel is not counted twice
  BOOST_TEST(both.work[0].time.base() == 13);
}

/// Stamps are unsigned; 2^64 - 1 does not mean -1.
BOOST_AUTO_TEST_CASE(stamps_of_rocprof_that_are_none_leave_their_record_out) {
  const gpu_trace trace = read(
      R"({"rocprofiler-sdk-tool": [{"buffer_records": {"kernel_dispatch": [)"
      R"({"start_timestamp": 18446744073709551615, "end_timestamp": 18446744073709551615}, )"
      R"({"start_timestamp": 0, "end_timestamp": 0}, {"start_timestamp": 1, "end_timestamp": 3}]}}]})");
  BOOST_REQUIRE(trace.work.size() == 1u);
  BOOST_TEST(trace.work[0].time.base() == 2);
  BOOST_TEST(trace.problems[gpu_problem::value_unreadable].count == 1u);
  BOOST_TEST(trace.problems[gpu_problem::time_unknown].count == 1u);
}

BOOST_AUTO_TEST_CASE(other_outputs_of_gpu_profilers_are_named) {
  const auto why = [](std::string_view bytes, const std::string& name = "x") {
    const expected<any_trace> trace = read_any_trace(bytes, {}, name);
    BOOST_REQUIRE(!trace.has_value());
    return trace.error().what;
  };
  const auto says = [](const std::string& text, std::string_view word) { return text.find(word) != text.npos; };
  BOOST_TEST(says(why("\x89HDF\r\n\x1A\n"), "HDF5"));
  BOOST_TEST(says(why("PAR1...."), "Parquet"));
  BOOST_TEST(says(why("OTF2...."), "OTF2"));
  BOOST_TEST(says(why("\n\4\b\1\x10\2\n\4\b\3\x10\4"), "pprof"));
  BOOST_TEST(says(why("NVR\0...."), "Nsight Compute"));
  BOOST_TEST(says(why("{\"Info\":{\"Product\":\"NVIDIA Nsight Systems\"}}\n{\"CudaEvent\":{}}"), "nsys export"));
  BOOST_TEST(says(why("{\"Type\":79,\"NvtxEvent\":{}}\n{\"Type\":48}\n"), "JSON of Nsight Systems"));
  BOOST_TEST(says(why("Time (%),Total Time (ns),Name\n60.0,5,k\n"), "nsys stats"));
  BOOST_TEST(says(why("\"Kind\",\"Agent_Id\",\"Start_Timestamp\"\n"), "rocpd"));
  BOOST_TEST(says(why("\"Domain\",\"Function\",\"Correlation_Id\",\"Start_Timestamp\"\n"), "a CSV of rocprofv3"));
  BOOST_TEST(says(why("\"Name\",\"Calls\",\"TotalDurationNs\"\n"), "a table of rocprof"));
  BOOST_TEST(says(why("Dispatch_ID,GPU_ID,Queue_ID,PID,TID,Kernel_Name,Start_Timestamp\n"), "a CSV of rocprofv2"));
  BOOST_TEST(says(why("==7== NVPROF is profiling process 7, command: a\n\"Type\",\"Time(%)\"\n"), "a table of nvprof"));
  BOOST_TEST(says(why("==PROF== x\n\"ID\",\"Kernel Name\",\"Metric Name\"\n"), "Nsight Compute"));
  BOOST_TEST(says(why("anything", "run.nsys-rep"), "nsys export"));
  BOOST_TEST(says(why("anything"), "traceEvents"));
  BOOST_TEST(why("", "run.sqlite") == "expected a trace, found an empty file");
}

BOOST_AUTO_TEST_CASE(ranges_of_ops_are_ops_again) {
  test::database d = small();
  test::database with;
  with.table("NVTX_EVENTS", {"start", "end", "eventType", "text", "globalTid"},
             {{n(900), n(3000), n(59), t("aten::mm, seq = 12, op_id = 7, sizes = [[4, 8], [8, 2]]"), n(thread)}});
  const torch_trace trace = as_torch_trace(read(with.bytes()));
  BOOST_REQUIRE(trace.events.size() == 1u);
  BOOST_TEST(trace.name(trace.events[0]) == "aten::mm");
  BOOST_REQUIRE(trace.op(trace.events[0]) != nullptr);
  BOOST_TEST(trace.text(trace.op(trace.events[0])->input_dims) == "[[4,8],[8,2]]");
  BOOST_TEST(trace.op(trace.events[0])->sequence == 12);
}

BOOST_AUTO_TEST_SUITE_END()
