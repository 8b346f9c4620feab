// rocmProfileData databases built here.
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/read/any_trace.hpp>

#include "tests/support/database.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(gpu_read_rpd)

namespace {

constexpr auto n = test::database::number;
constexpr auto t = test::database::text;

gpu_trace read(const std::string& bytes) {
  expected<any_trace> trace = read_any_trace(bytes);
  BOOST_REQUIRE_MESSAGE(trace.has_value(), (trace.has_value() ? std::string() : to_string(trace.error())));
  BOOST_REQUIRE(trace->gpu != nullptr);
  return std::move(*trace->gpu);
}

}  // namespace

/// A launch of 2 us with its kernel of 4 us, a copy of 1 us, a fill, a waiting packet, and a range.
BOOST_AUTO_TEST_CASE(ops_calls_and_ranges_become_records) {
  test::database d;
  d.table("rocpd_metadata", {"tag", "value"}, {{t("schema_version"), t("3")}});
  d.table("rocpd_string", {"id", "string"},
          {{n(1), t("")}, {n(2), t("KernelExecution")}, {n(3), t("gemm")}, {n(4), t("CopyHostToDevice2D")},
           {n(5), t("FillBuffer")}, {n(6), t("InternalMarker")}, {n(7), t("hipExtModuleLaunchKernel")},
           {n(8), t("hipMemcpy2DAsync")}, {n(9), t("UserMarker")}});
  d.table("rocpd_ustring", {"id", "string"}, {{n(3), t("step 1")}});
  d.table("rocpd_api", {"id", "pid", "tid", "start", "end", "apiName_id", "args_id"},
          {{n(20), n(5), n(6), n(1000), n(3000), n(7), n(1)}, {n(21), n(5), n(6), n(3500), n(3900), n(8), n(1)},
           {n(22), n(5), n(6), n(900), n(5000), n(9), n(3)}, {n(23), n(5), n(6), n(950), n(950), n(9), n(3)}});
  d.table("rocpd_op", {"id", "gpuId", "queueId", "start", "end", "description_id", "opType_id"},
          {{n(1), n(3), n(0), n(4000), n(8000), n(3), n(2)}, {n(2), n(3), n(1), n(8000), n(9000), n(1), n(4)},
           {n(3), n(3), n(0), n(9000), n(9100), n(1), n(5)}, {n(4), n(3), n(0), n(9100), n(9900), n(1), n(6)}});
  d.table("rocpd_api_ops", {"api_id", "op_id"}, {{n(20), n(1)}, {n(21), n(2)}});
  d.table("rocpd_kernelapi", {"api_ptr_id", "gridX", "gridY", "gridZ", "workgroupX", "workgroupY", "workgroupZ"},
          {{n(20), n(1000), n(1), n(1), n(256), n(1), n(1)}});
  d.table("rocpd_copyapi", {"api_ptr_id", "size"}, {{n(21), n(4096)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 3u);  // a waiting packet is not work
  BOOST_TEST(trace.text(trace.work[0].name) == "gemm");
  BOOST_TEST(trace.work[0].time.base() == 4000);
  BOOST_TEST(trace.work[0].device == 3);
  BOOST_TEST(trace.work[0].call == 0u);
  BOOST_TEST(trace.shapes.at(trace.work[0].shape).grid[0] == 4);  // 1000 threads in blocks of 256, as this call counts
  BOOST_TEST(trace.text(trace.work[1].name) == "Host-to-Device");
  BOOST_TEST(trace.work[1].bytes == 4096);
  BOOST_TEST((trace.work[2].kind == gpu_kind::fill));
  BOOST_TEST(trace.calls.size() == 2u);
  BOOST_REQUIRE(trace.ranges.size() == 1u);  // the other marker is an instant
  BOOST_TEST(trace.text(trace.ranges[0].name) == "step 1");
  BOOST_TEST(trace.problems[gpu_problem::call_missing].count == 1u);  // of the fill
}

/// The oldest schema: no separate texts for arguments, bytes by op.
BOOST_AUTO_TEST_CASE(the_oldest_schema_is_read) {
  test::database d;
  d.table("rocpd_string", {"id", "string"}, {{n(1), t("")}, {n(4), t("CopyDeviceToHost")}, {n(9), t("UserMarker")},
                                             {n(10), t("load")}});
  d.table("rocpd_api", {"id", "pid", "tid", "start", "end", "apiName_id", "args_id"},
          {{n(22), n(5), n(6), n(900), n(5000), n(9), n(10)}});
  d.table("rocpd_op", {"id", "gpuId", "queueId", "start", "end", "description_id", "opType_id"},
          {{n(2), n(0), n(1), n(8000), n(9000), n(1), n(4)}});
  d.table("rocpd_copyop", {"op_ptr_id", "size"}, {{n(2), n(512)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 1u);
  BOOST_TEST(trace.work[0].bytes == 512);
  BOOST_TEST(trace.text(trace.ranges.at(0).name) == "load");
}

/// Launches by op, extents of 0 for what was not recorded, and calls of HSA in a table of their own.
BOOST_AUTO_TEST_CASE(the_oldest_schema_has_launches_by_op_and_calls_of_hsa) {
  test::database d;
  d.table("rocpd_string", {"id", "string"}, {{n(1), t("")}, {n(2), t("KernelExecution")}, {n(3), t("gemm")},
                                             {n(4), t("hipLaunchKernel")}, {n(5), t("hsa_queue_create")},
                                             {n(6), t("scale")}});
  d.table("rocpd_api", {"id", "pid", "tid", "start", "end", "apiName_id", "args_id"},
          {{n(7), n(5), n(6), n(900), n(1000), n(4), n(1)}, {n(8), n(5), n(6), n(1100), n(1200), n(4), n(1)}});
  d.table("rocpd_hsaApi", {"id", "pid", "tid", "start", "end", "apiName_id"},
          {{n(7), n(5), n(6), n(910), n(930), n(5)}});
  d.table("rocpd_op", {"id", "gpuId", "queueId", "start", "end", "description_id", "opType_id"},
          {{n(2), n(0), n(1), n(8000), n(9000), n(3), n(2)}, {n(3), n(0), n(1), n(9000), n(9500), n(1), n(2)}});
  d.table("rocpd_api_ops", {"api_id", "op_id"}, {{n(7), n(2)}, {n(8), n(3)}});
  d.table("rocpd_kernelop", {"op_ptr_id", "gridX", "gridY", "gridz", "workgroupX", "workgroupY", "workgroupZ",
                             "groupSegmentSize", "kernelName_id"},
          {{n(2), n(10), n(2), n(1), n(64), n(1), n(1), n(256), n(3)},
           {n(3), n(0), n(0), n(0), n(0), n(0), n(0), n(0), n(6)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 2u);
  const gpu_launch_shape& shape = trace.shapes.at(trace.work[0].shape);
  BOOST_TEST((shape.grid == std::array<std::int64_t, 3>{10, 2, 1}));
  BOOST_TEST(shape.block[0] == 64);
  BOOST_TEST(shape.dynamic_shared == 256);
  BOOST_TEST(trace.text(trace.work[1].name) == "scale");  // from the launch, as the op has none
  BOOST_TEST(!known(trace.shapes.at(trace.work[1].shape).grid[0]));
  BOOST_REQUIRE(trace.calls.size() == 3u);
  BOOST_TEST(trace.text(trace.calls[2].name) == "hsa_queue_create");
  BOOST_TEST(trace.work[0].call == 0u);  // not the one of HSA with that number
}

/// CUPTI's ops: names of calls with versions, copies by `cudaMemcpyKind`, contexts as queues.
BOOST_AUTO_TEST_CASE(ops_of_cuda) {
  test::database d;
  d.table("rocpd_string", {"id", "string"},
          {{n(1), t("")}, {n(2), t("cudaLaunchKernel_v7000")}, {n(3), t("gemm")}, {n(4), t("ConcurrentKernel")},
           {n(5), t("Memcpy")}, {n(6), t("Memset")}, {n(7), t("cudaMemcpyAsync_v3020")},
           {n(8), t("cudaMemsetAsync_v3020")}});
  d.table("rocpd_api", {"id", "pid", "tid", "start", "end", "apiName_id", "args_id"},
          {{n(20), n(5), n(6), n(1000), n(3000), n(2), n(1)}, {n(21), n(5), n(6), n(3500), n(3900), n(7), n(1)},
           {n(22), n(5), n(6), n(4000), n(4100), n(8), n(1)}});
  d.table("rocpd_op", {"id", "gpuId", "queueId", "sequenceId", "start", "end", "description_id", "opType_id"},
          {{n(1), n(0), n(1), n(13), n(4000), n(8000), n(3), n(4)},
           {n(2), n(0), n(1), n(14), n(8000), n(9000), n(1), n(5)},
           {n(3), n(0), n(1), n(7), n(9000), n(9100), n(1), n(6)}});
  d.table("rocpd_api_ops", {"api_id", "op_id"}, {{n(20), n(1)}, {n(21), n(2)}, {n(22), n(3)}});
  d.table("rocpd_copyapi", {"api_ptr_id", "size", "kind"}, {{n(21), n(4096), n(2)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 3u);
  BOOST_TEST((trace.work[0].kind == gpu_kind::kernel));
  BOOST_TEST(trace.work[0].context == 1);
  BOOST_TEST(trace.work[0].stream == 13);
  BOOST_TEST((trace.work[1].kind == gpu_kind::copy));
  BOOST_TEST(trace.text(trace.work[1].name) == "Device-to-Host");
  BOOST_TEST(trace.work[1].bytes == 4096);
  BOOST_TEST((trace.work[2].kind == gpu_kind::fill));
  BOOST_TEST(trace.text(trace.calls[0].name) == "cudaLaunchKernel");
}

/// Ops from records of rocprofiler-sdk: copies under its names, grids in threads. A copy in two pieces has its bytes
/// once, and a kernel of a graph does not get the grid of another.
BOOST_AUTO_TEST_CASE(ops_of_rocprofiler_sdk) {
  test::database d;
  d.table("rocpd_string", {"id", "string"},
          {{n(1), t("")}, {n(2), t("hipLaunchKernel")}, {n(3), t("gemm")}, {n(4), t("KernelExecution")},
           {n(5), t("MEMORY_COPY_HOST_TO_DEVICE")}, {n(6), t("hipMemcpy")}, {n(7), t("hipGraphLaunch")},
           {n(8), t("scale")}});
  d.table("rocpd_api", {"id", "pid", "tid", "start", "end", "apiName_id", "args_id"},
          {{n(20), n(5), n(6), n(1000), n(3000), n(2), n(1)}, {n(21), n(5), n(6), n(3500), n(3900), n(6), n(1)},
           {n(22), n(5), n(6), n(4000), n(4100), n(7), n(1)}});
  d.table("rocpd_op", {"id", "gpuId", "queueId", "start", "end", "description_id", "opType_id"},
          {{n(1), n(0), n(1), n(4000), n(8000), n(3), n(4)}, {n(2), n(0), n(0), n(8000), n(9000), n(1), n(5)},
           {n(3), n(0), n(0), n(9000), n(9100), n(1), n(5)}, {n(4), n(0), n(1), n(9100), n(9200), n(3), n(4)},
           {n(5), n(0), n(1), n(9200), n(9300), n(8), n(4)}});
  d.table("rocpd_api_ops", {"api_id", "op_id"},
          {{n(20), n(1)}, {n(21), n(2)}, {n(21), n(3)}, {n(22), n(4)}, {n(22), n(5)}});
  d.table("rocpd_kernelapi",
          {"api_ptr_id", "gridX", "gridY", "gridZ", "workgroupX", "workgroupY", "workgroupZ", "kernelName_id"},
          {{n(20), n(1024), n(1), n(1), n(256), n(1), n(1), n(3)},
           {n(22), n(512), n(1), n(1), n(256), n(1), n(1), n(3)}});
  d.table("rocpd_copyapi", {"api_ptr_id", "size", "kind"}, {{n(21), n(4096), n(5)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 5u);
  BOOST_TEST(trace.shapes.at(trace.work[0].shape).grid[0] == 4);  // 1024 / 256
  BOOST_TEST((trace.work[1].kind == gpu_kind::copy));
  BOOST_TEST(trace.text(trace.work[1].name) == "Host-to-Device");
  BOOST_TEST(trace.work[1].bytes == 4096);
  BOOST_TEST(!known(trace.work[2].bytes));
  BOOST_TEST(trace.shapes.at(trace.work[3].shape).grid[0] == 2);  // 512 / 256
  BOOST_TEST(trace.text(trace.work[4].name) == "scale");
  BOOST_TEST(!known(trace.shapes.at(trace.work[4].shape).grid[0]));
}

/// Rows with domains: calls of HIP, ranges of PyTorch and NVTX; copies of HIP's own profiler by its kinds.
BOOST_AUTO_TEST_CASE(domains_tell_ranges_from_calls) {
  test::database d;
  d.table("rocpd_string", {"id", "string"},
          {{n(1), t("")}, {n(2), t("hip")}, {n(3), t("torch")}, {n(4), t("nvtx")}, {n(5), t("hipMemcpyAsync")},
           {n(6), t("aten::copy_")}, {n(7), t("UserMarker")}, {n(8), t("Memcpy")}, {n(9), t("SDMA")},
           {n(10), t("Fill")}, {n(11), t("hipMemsetAsync")}});
  d.table("rocpd_ustring", {"id", "string"}, {{n(1), t("")}, {n(2), t("step 1")}, {n(3), t("{\"seq\":4}")}});
  d.table("rocpd_api", {"id", "pid", "tid", "start", "end", "domain_id", "category_id", "apiName_id", "args_id"},
          {{n(20), n(5), n(6), n(1100), n(1200), n(2), n(1), n(5), n(1)},
           {n(21), n(5), n(6), n(1000), n(1300), n(3), n(1), n(6), n(3)},
           {n(22), n(5), n(6), n(900), n(1400), n(4), n(1), n(7), n(2)},
           {n(23), n(5), n(6), n(1310), n(1320), n(2), n(1), n(11), n(1)},
           {n(24), n(5), n(6), n(1330), n(1340), n(2), n(1), n(5), n(1)}});
  d.table("rocpd_op", {"id", "gpuId", "queueId", "sequenceId", "start", "end", "description_id", "opType_id"},
          {{n(1), n(0), n(3), n(0), n(2000), n(3000), n(9), n(8)},
           {n(2), n(0), n(3), n(0), n(3000), n(3100), n(10), n(8)},
           {n(3), n(0), n(3), n(0), n(3100), n(3200), n(1), n(8)}});
  d.table("rocpd_api_ops", {"api_id", "op_id"}, {{n(20), n(1)}, {n(23), n(2)}, {n(24), n(3)}});
  d.table("rocpd_copyapi", {"api_ptr_id", "size", "kind"},
          {{n(20), n(64), n(4)}, {n(23), n(128), n(12)}, {n(24), n(32), n(7)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_TEST(trace.calls.size() == 3u);
  BOOST_REQUIRE(trace.ranges.size() == 2u);
  BOOST_TEST(trace.text(trace.ranges[0].name) == "aten::copy_");
  BOOST_TEST(trace.text(trace.ranges[0].domain) == "torch");
  BOOST_TEST(trace.text(trace.ranges[1].name) == "step 1");
  BOOST_TEST(trace.text(trace.ranges[1].domain) == "nvtx");
  BOOST_REQUIRE(trace.work.size() == 3u);
  BOOST_TEST(trace.text(trace.work[0].name) == "Device-to-Host");
  BOOST_TEST(trace.work[0].stream == 3);
  BOOST_TEST((trace.work[1].kind == gpu_kind::fill));
  BOOST_TEST(trace.work[1].bytes == 128);
  BOOST_TEST(trace.text(trace.work[2].name) == "Device-to-Device");
  BOOST_TEST(trace.problems[gpu_problem::copy_unknown].count == 0u);
}

/// A tracer without calls writes ranges among the ops, with device -1, and bytes in the text of a copy.
BOOST_AUTO_TEST_CASE(ranges_may_stand_among_the_ops) {
  test::database d;
  d.table("rocpd_string", {"id", "string"},
          {{n(1), t("forward")}, {n(2), t("UserMarker")}, {n(3), t("gemm")}, {n(4), t("KernelExecution")},
           {n(5), t("CopyDeviceToDevice:4096")}, {n(6), t("CopyDeviceToDevice")}});
  d.table("rocpd_api", {"id", "pid", "tid", "start", "end", "apiName_id", "args_id"}, {});
  d.table("rocpd_op", {"id", "gpuId", "queueId", "start", "end", "description_id", "opType_id"},
          {{n(1), n(-1), n(0), n(1000), n(9000), n(1), n(2)}, {n(2), n(0), n(7), n(2000), n(5000), n(3), n(4)},
           {n(3), n(0), n(0), n(5000), n(6000), n(5), n(6)}, {n(4), n(-1), n(0), n(7000), n(7000), n(1), n(2)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 2u);
  BOOST_TEST(trace.text(trace.work[0].name) == "gemm");
  BOOST_TEST(trace.work[1].bytes == 4096);
  BOOST_REQUIRE(trace.ranges.size() == 1u);  // the other is an instant
  BOOST_TEST(trace.text(trace.ranges[0].name) == "forward");
  BOOST_TEST(trace.ranges[0].time.base() == 8000);
}

/// Ops name no process: those of two that use queue 0 of one GPU are of two, and the last is of the first in its queue.
BOOST_AUTO_TEST_CASE(ops_are_of_the_process_of_their_call) {
  test::database d;
  d.table("rocpd_string", {"id", "string"}, {{n(1), t("KernelExecution")}, {n(2), t("gemm")}, {n(3), t("hipLaunch")}});
  d.table("rocpd_api", {"id", "pid", "tid", "start", "end", "apiName_id"},
          {{n(20), n(5), n(5), n(1000), n(2000), n(3)}, {n(21), n(6), n(6), n(1000), n(2000), n(3)}});
  d.table("rocpd_op", {"id", "gpuId", "queueId", "start", "end", "description_id", "opType_id"},
          {{n(1), n(0), n(0), n(4000), n(8000), n(2), n(1)}, {n(2), n(0), n(0), n(5000), n(9000), n(2), n(1)},
           {n(3), n(0), n(0), n(9000), n(9100), n(2), n(1)}});
  d.table("rocpd_api_ops", {"api_id", "op_id"}, {{n(20), n(1)}, {n(21), n(2)}});
  const gpu_trace trace = read(d.bytes());
  BOOST_REQUIRE(trace.work.size() == 3u);
  BOOST_TEST(trace.processes.at(trace.work[0].process).number == 5);
  BOOST_TEST(trace.processes.at(trace.work[1].process).number == 6);
  BOOST_TEST(trace.work[2].process == trace.work[0].process);
}

BOOST_AUTO_TEST_SUITE_END()
