#include <ridgeline/xla/op/op_words.hpp>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(xla_op_op_words)

static_assert(xla_op_stem("fusion.3") == "fusion");
static_assert(xla_op_stem("all-reduce-start.12.remat") == "all-reduce-start");
static_assert(xla_op_stem("broadcast_add_fusion") == "broadcast_add_fusion");
static_assert(xla_op_stem("cublas.gemm.7") == "cublas.gemm");

static_assert(xla_collective_by("all-reduce-scatter fusion") == gpu::collective_kind::reduce_scatter);
static_assert(xla_collective_by("ragged-all-to-all") == gpu::collective_kind::alltoallv);
static_assert(xla_collective_by("recv-done") == gpu::collective_kind::send_recv);
static_assert(xla_collective_by("host recv-done") == gpu::collective_kind::unknown);
static_assert(xla_collective_by("reduce") == gpu::collective_kind::unknown);
static_assert(xla_collective_by("gather fusion") == gpu::collective_kind::unknown);

static_assert(xla_lane_by("all-gather fusion", "fusion.3") == gpu_lane::communication);
static_assert(xla_lane_by("loop fusion", "all-reduce_fusion.3") == gpu_lane::compute);  // the device gives its type
static_assert(xla_lane_by("", "all-reduce.3") == gpu_lane::communication);
static_assert(xla_lane_by("async-done", "all-gather-done.3") == gpu_lane::communication);
static_assert(xla_lane_by("async-done", "slice-done.3") == gpu_lane::copy);
static_assert(xla_lane_by("async-done", "async-done.2") == gpu_lane::copy);
static_assert(xla_lane_by("async-done", "gather_offload.call-done") == gpu_lane::compute);  // of a SparseCore
static_assert(xla_lane_by("async-start", "async-collective-start.1") == gpu_lane::communication);
static_assert(xla_lane_by("copy-start", "copy-start.3") == gpu_lane::copy);
static_assert(xla_lane_by("copy", "copy.3") == gpu_lane::compute);  // by the core
static_assert(xla_lane_by("infeed", "infeed.1") == gpu_lane::copy);
static_assert(is_xla_host_transfer("host recv-done") && is_xla_host_transfer("outfeed"));
static_assert(!is_xla_host_transfer("recv-done") && !is_xla_host_transfer("copy-start"));
static_assert(xla_half_of("all-gather-start.1") == xla_half::start && xla_half_of("async-done") == xla_half::done);
static_assert(xla_half_of("offload.1", "async-start") == xla_half::start);
static_assert(xla_half_of("fusion.2", "fusion") == xla_half::none);
static_assert(xla_lane_by("while", "while.1") == gpu_lane::compute);
static_assert(holds_xla_ops("while") && !holds_xla_ops("megacore fusion"));

BOOST_AUTO_TEST_CASE(the_words_are_told_while_compiling) { BOOST_TEST(true); }

BOOST_AUTO_TEST_SUITE_END()
