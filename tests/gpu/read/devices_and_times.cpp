// Devices with the same number in several processes and machines, and impossible stamps.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/far_from_most.hpp>
#include <ridgeline/torch/read/any_trace.hpp>

#include "tests/support/database.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(gpu_read_devices_and_times)

namespace {

constexpr auto n = test::database::number;
constexpr auto t = test::database::text;

gpu_trace read(const std::string& bytes) {
  expected<any_trace> trace = read_any_trace(bytes);
  BOOST_REQUIRE_MESSAGE(trace.has_value(), (trace.has_value() ? std::string() : to_string(trace.error())));
  BOOST_REQUIRE(trace->gpu != nullptr);
  return std::move(*trace->gpu);
}

/// The devices of all work, in file order.
std::string devices(const gpu_trace& trace) {
  std::string all;
  for (const gpu_work_item& w : trace.work) all += std::to_string(w.device) + " ";
  return all;
}
std::uint64_t count(const gpu_trace& trace, gpu_problem p) { return trace.problems[p].count; }

constexpr std::int64_t machine = std::int64_t{1} << 48;
constexpr std::int64_t process(std::int64_t pid) { return machine | pid << 24; }

/// A kernel of each of two processes; both call their device 0.
test::database two_processes(std::int64_t first = process(5), std::int64_t second = process(6)) {
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end", "deviceId", "globalPid"},
          {{n(10), n(20), n(0), n(first)}, {n(30), n(40), n(0), n(second)}});
  d.table("TARGET_INFO_GPU", {"id", "cuDevice", "name"},
          {{n(0), n(0), t("A")}, {n(2), n(2), t("C")}, {n(3), n(3), t("D")}});
  return d;
}
const std::vector<std::string> seen{"pid", "cudaId", "gpuId", "uuid"};

constexpr std::int64_t hour = 3'600'000'000'000, day = 24 * hour;

}  // namespace

/// As ranks are started: CUDA_VISIBLE_DEVICES makes GPU 2 the device 0 of one and GPU 3 that of the other.
BOOST_AUTO_TEST_CASE(gpus_that_processes_number_alike_are_told_apart) {
  test::database d = two_processes();
  d.table("TARGET_INFO_CUDA_DEVICE", seen, {{n(5), n(0), n(2), t("GPU-c")}, {n(6), n(0), n(3), t("GPU-d")}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(devices(trace) == "2 3 ");
  BOOST_TEST(count(trace, gpu_problem::device_renumbered) == 2u);
  BOOST_REQUIRE(trace.devices.size() == 2u);
  BOOST_TEST(trace.devices[0].name == "C");
  BOOST_TEST(trace.devices[1].name == "D");
}

BOOST_AUTO_TEST_CASE(one_gpu_of_two_processes_is_one_device) {
  test::database d = two_processes();
  d.table("TARGET_INFO_CUDA_DEVICE", seen, {{n(5), n(0), n(2), t("GPU-c")}, {n(6), n(0), n(2), t("GPU-c")}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(devices(trace) == "0 0 ");  // as both number it
  BOOST_TEST(count(trace, gpu_problem::device_renumbered) == 0u);
  BOOST_TEST(trace.devices.at(0).name == "C");
  BOOST_TEST(devices(read(two_processes().bytes())) == "0 0 ");  // nothing says that there are two
}

/// UUIDs without GPU numbers are numbered after the largest.
BOOST_AUTO_TEST_CASE(gpus_known_by_uuid_alone_count_on) {
  test::database d = two_processes();
  d.table("TARGET_INFO_CUDA_DEVICE", seen, {{n(5), n(0), test::database::null(), t("GPU-c")},
                                            {n(6), n(0), test::database::null(), t("GPU-d")}});
  BOOST_TEST(devices(read(d.bytes())) == "0 1 ");
}

BOOST_AUTO_TEST_CASE(machines_have_devices_of_their_own) {
  const gpu_trace trace = read(two_processes(process(5), process(5) + machine).bytes());
  BOOST_TEST(devices(trace) == "0 1 ");
  BOOST_TEST(count(trace, gpu_problem::device_renumbered) == 1u);
}

/// A row that lacks its process is on the device that all others mean by its number: 10 ns of process 5, of none, and
/// of process 6, whose device 0 may be another one.
BOOST_AUTO_TEST_CASE(work_without_a_process_is_on_the_device_of_its_number) {
  const auto made = [](std::int64_t second, std::int64_t of_none) {
    test::database d = two_processes(process(5), second);
    d.table("CUPTI_ACTIVITY_KIND_MEMSET", {"start", "end", "deviceId"}, {{n(50), n(60), n(of_none)}});
    return d;
  };
  const gpu_trace one = read(made(process(6), 0).bytes());
  BOOST_TEST(devices(one) == "0 0 0 ");
  BOOST_TEST(count(one, gpu_problem::device_renumbered) == 0u);
  BOOST_TEST(one.devices.at(0).name == "A");
  BOOST_TEST(!known(one.work.at(2).process));
  const gpu_trace other = read(made(process(6), 2).bytes());
  BOOST_TEST(devices(other) == "0 0 2 ");
  BOOST_TEST(other.devices.at(1).name == "C");
  BOOST_TEST(devices(read(made(process(5) + machine, 0).bytes())) == "0 1 2 ");  // nobody knows which
}

/// A dispatch of each of two processes on the GPU of index 0 of its machine.
test::database two_rocm_processes(std::int64_t second_machine, std::int64_t second_uuid,
                                  std::int64_t second_of_driver = missing<std::int64_t>) {
  const bool numbered = known(second_of_driver);
  test::database d;
  d.table("rocpd_info_node", {"guid", "id", "hash"}, {{t("a"), n(1), n(7)}, {t("b"), n(1), n(second_machine)}});
  d.table("rocpd_info_agent", {"guid", "id", "nid", "type", "type_index", "absolute_index", "uuid", "product_name"},
          {{t("a"), n(2), n(1), t("GPU"), n(0), numbered ? n(4) : test::database::null(), n(11), t("MI300X")},
           {t("b"), n(2), n(1), t("GPU"), n(0), numbered ? n(second_of_driver) : test::database::null(),
            n(second_uuid), t("MI300X")}});
  d.table("rocpd_kernel_dispatch", {"guid", "pid", "agent_id", "start", "end"},
          {{t("a"), n(1), n(2), n(10), n(20)}, {t("b"), n(1), n(2), n(30), n(40)}});
  return d;
}

BOOST_AUTO_TEST_CASE(agents_are_told_apart_by_machine_and_uuid) {
  BOOST_TEST(devices(read(two_rocm_processes(7, 11).bytes())) == "0 0 ");
  BOOST_TEST(devices(read(two_rocm_processes(8, 11).bytes())) == "0 1 ");
  const gpu_trace apart = read(two_rocm_processes(7, -12).bytes());
  BOOST_TEST(devices(apart) == "0 1 ");
  BOOST_TEST(apart.devices.at(1).name == "MI300X");
}

/// Containers that see one GPU each call it 0; the driver numbers all of the machine.
BOOST_AUTO_TEST_CASE(agents_have_one_number_in_the_driver) {
  BOOST_TEST(devices(read(two_rocm_processes(7, 11, 4).bytes())) == "0 0 ");
  const gpu_trace apart = read(two_rocm_processes(7, 11, 5).bytes());
  BOOST_TEST(devices(apart) == "0 1 ");
  BOOST_TEST(count(apart, gpu_problem::device_renumbered) == 1u);
}

/// rocprofv3 writes the PCI number of the model into `uuid`: the same for all GPUs of a machine.
BOOST_AUTO_TEST_CASE(gpus_of_one_model_are_several_devices) {
  test::database d;
  d.table("rocpd_info_agent", {"guid", "id", "type", "type_index", "uuid"},
          {{t("a"), n(1), t("GPU"), n(0), n(29857)}, {t("a"), n(2), t("GPU"), n(1), n(29857)}});
  d.table("rocpd_kernel_dispatch", {"guid", "pid", "agent_id", "start", "end"},
          {{t("a"), n(1), n(1), n(10), n(20)}, {t("a"), n(1), n(2), n(30), n(40)}});
  BOOST_TEST(devices(read(d.bytes())) == "0 1 ");
}

/// The two groups are 18 * 10^18 ns apart, more than a signed 64-bit number holds; three of five are the majority.
BOOST_AUTO_TEST_CASE(stamps_may_be_further_apart_than_a_number_says) {
  constexpr std::int64_t early = -9'000'000'000'000'000'000, late = 9'000'000'000'000'000'000;
  const std::vector<gpu_detail::stamped_span> spans{
      {early, early + 5}, {early + 9, early + 10}, {late, late + 1}, {late + 2, late + 3}, {late + 4, late + 5}};
  const std::vector<bool> far =
      gpu_detail::far_from_most(spans, {early, early + 9, late, late + 2, late + 4});
  BOOST_TEST((far == std::vector<bool>{true, true, false, false, false}));
}

BOOST_AUTO_TEST_CASE(a_copy_between_cpus_is_of_no_device) {
  test::database d;
  d.table("rocpd_info_agent", {"guid", "id", "type", "type_index"},
          {{t("a"), n(1), t("CPU"), n(0)}, {t("a"), n(2), t("GPU"), n(0)}});
  d.table("rocpd_kernel_dispatch", {"guid", "pid", "start", "end"}, {});
  d.table("rocpd_memory_copy", {"guid", "pid", "start", "end", "src_agent_id", "dst_agent_id"},
          {{t("a"), n(1), n(10), n(20), n(1), n(1)}, {t("a"), n(1), n(30), n(40), n(2), n(1)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 2u);
  BOOST_TEST(!known(trace.work[0].device));
  BOOST_TEST(trace.work[1].device == 0);  // of its source
}

/// When agents have no numbers, GPUs are numbered in list order; one of two is in second place.
BOOST_AUTO_TEST_CASE(agents_without_numbers_count_as_they_are_listed) {
  test::database d;
  d.table("rocpd_info_agent", {"id", "type"}, {{n(1), t("CPU")}, {n(2), t("GPU")}, {n(3), t("GPU")}});
  d.table("rocpd_kernel_dispatch", {"pid", "agent_id", "start", "end"},
          {{n(1), n(3), n(10), n(20)}, {n(1), n(2), n(15), n(30)}});
  BOOST_TEST(devices(read(d.bytes())) == "1 0 ");
  const auto kernel = [](const char* handle) {
    return R"({"start_timestamp": 10, "end_timestamp": 20, "dispatch_info": {"agent_id": {"handle": )" +
           std::string(handle) + "}}}";
  };
  BOOST_TEST(devices(read(R"({"rocprofiler-sdk-tool": [{"agents": [{"id": {"handle": 1}, "type": 1}, )"
                          R"({"id": {"handle": 2}, "type": 2}, {"id": {"handle": 3}, "type": 2}], )"
                          R"("buffer_records": {"kernel_dispatch": [)" + kernel("3") + ", " + kernel("2") +
                          "]}}]}")) == "1 0 ");
}

BOOST_AUTO_TEST_CASE(agents_of_json_are_told_apart_by_machine_and_driver) {
  const auto process_of = [](int pid, const std::string& node, const std::string& driver) {
    return R"({"metadata": {"pid": )" + std::to_string(pid) + R"(, "node": {"machine_id": ")" + node +
           R"("}}, "agents": [{"id": {"handle": 4}, )" +
           R"("type": 2, "gpu_id": )" + driver + R"(, "logical_node_type_id": 0}], "buffer_records": )" +
           R"({"kernel_dispatch": [{"start_timestamp": 5, "end_timestamp": 9, "dispatch_info": {"agent_id": )" +
           R"({"handle": 4}}}]}})";
  };
  const auto both = [&](const std::string& node, const std::string& driver) {
    const std::string two = process_of(1, "m", "47") + "," + process_of(2, node, driver);
    return devices(read(R"({"rocprofiler-sdk-tool": [)" + two + "]}"));
  };
  BOOST_TEST(both("m", "47") == "0 0 ");
  BOOST_TEST(both("k", "47") == "0 1 ");
  BOOST_TEST(both("m", "48") == "0 1 ");
}

/// Schema 4.0 keeps stamps in a separate table: 500 - 300 = 200 ns.
BOOST_AUTO_TEST_CASE(stamps_may_stand_in_a_table_of_their_own) {
  test::database d;
  d.table("rocpd_timestamp", {"guid", "id", "value"}, {{t("a"), n(1), n(300)}, {t("a"), n(2), n(500)}});
  d.table("rocpd_kernel_dispatch", {"guid", "pid", "start_id", "end_id"},
          {{t("a"), n(1), n(1), n(2)}, {t("a"), n(1), n(1), n(9)}});
  d.table("rocpd_region", {"guid", "pid", "start_id", "end_id"}, {{t("a"), n(1), n(2), n(2)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 1u);  // the other end is missing
  BOOST_TEST(trace.work[0].time.base() == 200);
  BOOST_TEST(trace.calls.at(0).start.base() == 500);
  BOOST_TEST(count(trace, gpu_problem::value_unreadable) == 1u);
}

/// Three hours after the machine started: a kernel that began then would have run for three hours.
BOOST_AUTO_TEST_CASE(a_start_of_0_far_from_all_else_is_no_start) {
  const auto with = [](std::int64_t start, std::int64_t end) {
    test::database d;
    d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end"},
            {{n(start), n(end)}, {n(3 * hour), n(3 * hour + 50)}, {n(3 * hour + 60), n(3 * hour + 80)}});
    return read(d.bytes());
  };
  for (const auto& [start, end] : {std::pair<std::int64_t, std::int64_t>{0, 3 * hour}, {-hour, 5}, {-700 * day, 5},
                                   {3 * hour + 10, 40 * day}, {90 * day, 90 * day + 5}}) {
    const gpu_trace trace = with(start, end);
    BOOST_TEST(trace.work.size() == 2u, start << " to " << end);
    BOOST_TEST(count(trace, gpu_problem::time_unknown) == 1u);
  }
  BOOST_TEST(with(2 * hour, 2 * hour + 9).work.size() == 3u);  // cannot be told from a pause
}

/// Work that ends more than an hour after all else was recorded has no end, unless a call waited for it.
BOOST_AUTO_TEST_CASE(work_that_outlasts_all_else_is_left_out) {
  const auto with = [](std::int64_t end, std::int64_t waited) {
    test::database d;
    d.table("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end", "globalTid", "correlationId"},
            {{n(hour), n(waited), n(process(5)), n(8)}});
    d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end", "globalPid", "correlationId"},
            {{n(hour + 20), n(end), n(process(5)), n(8)}, {n(hour + 40), n(hour + 50), n(process(5)), n(9)}});
    return read(d.bytes()).work.size();
  };
  BOOST_TEST(with(2 * hour + 41, hour + 9) == 1u);  // the last start is 40 ns after the first hour
  BOOST_TEST(with(2 * hour + 40, hour + 9) == 2u);
  BOOST_TEST(with(2 * hour + 41, hour + 41) == 2u);
  BOOST_TEST(with(5 * hour, 5 * hour + 9) == 2u);
}

/// A counter that was never written, or ran backwards.
BOOST_AUTO_TEST_CASE(impossible_sizes_are_unknown) {
  test::database d;
  constexpr std::int64_t largest = std::int64_t{1} << 48;
  d.table("CUPTI_ACTIVITY_KIND_MEMCPY", {"start", "end", "copyKind", "bytes"},
          {{n(10), n(20), n(1), n(-1)}, {n(30), n(40), n(1), n(0x7fff'ffff'ffff'ffff)}, {n(50), n(60), n(1), n(0)},
           {n(70), n(80), n(1), n(largest)}, {n(90), n(95), n(1), n(largest + 1)}});
  d.table("CUPTI_ACTIVITY_KIND_MEMSET", {"start", "end", "bytes"}, {{n(100), n(110), n(-4096)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 6u);
  for (const std::size_t i : {0u, 1u, 4u, 5u}) BOOST_TEST(!known(trace.work[i].bytes));
  BOOST_TEST(trace.work[2].bytes == 0);
  BOOST_TEST(trace.work[3].bytes == largest);
  BOOST_TEST(count(trace, gpu_problem::size_unknown) == 4u);
}

BOOST_AUTO_TEST_CASE(a_session_may_begin_at_0_or_before) {
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end"}, {{n(-500), n(0)}, {n(0), n(50)}, {n(60), n(80)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(trace.work.size() == 3u);
  BOOST_TEST(count(trace, gpu_problem::time_unknown) == 0u);
}

/// Each machine counts from its own boot: two valid recordings.
BOOST_AUTO_TEST_CASE(processes_have_clocks_of_their_own) {
  test::database d;
  d.table("rocpd_kernel_dispatch", {"guid", "pid", "start", "end"},
          {{t("a"), n(1), n(hour), n(hour + 5)}, {t("b"), n(1), n(30 * day), n(30 * day + 5)},
           {t("b"), n(1), n(30 * day + 9), n(30 * day + 12)}});
  BOOST_TEST(read(d.bytes()).work.size() == 3u);
}

BOOST_AUTO_TEST_CASE(calls_and_ranges_are_left_out_like_work) {
  test::database d;
  d.table("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end", "globalTid", "correlationId"},
          {{n(0), n(5 * hour), n(process(5)), n(8)}, {n(5 * hour), n(5 * hour + 9), n(process(5)), n(9)}});
  d.table("CUPTI_ACTIVITY_KIND_KERNEL", {"start", "end", "globalPid", "correlationId"},
          {{n(5 * hour + 20), n(5 * hour + 30), n(process(5)), n(8)},
           {n(5 * hour + 40), n(5 * hour + 50), n(process(5)), n(9)}});
  d.table("NVTX_EVENTS", {"start", "end", "eventType", "text", "globalTid"},
          {{n(0), n(5 * hour), n(59), t("x"), n(process(5))}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.calls.size() == 1u);
  BOOST_TEST(trace.ranges.empty());
  BOOST_TEST(!known(trace.work.at(0).call));
  BOOST_TEST(trace.work.at(1).call == 0u);  // where the second call is now
  BOOST_TEST(count(trace, gpu_problem::time_unknown) == 2u);
}

/// When both groups are equally large, nothing tells which one is wrong.
BOOST_AUTO_TEST_CASE(halves_are_kept) {
  const std::vector<gpu_detail::stamped_span> spans{{5, 6}, {9 * day, 9 * day + 1}};
  const std::vector<bool> far = gpu_detail::far_from_most(spans, {5, 9 * day});
  BOOST_TEST(!far[0]);
  BOOST_TEST(!far[1]);
}

BOOST_AUTO_TEST_SUITE_END()
