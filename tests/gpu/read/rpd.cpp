// rocmProfileData databases built here.
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

BOOST_AUTO_TEST_SUITE_END()
