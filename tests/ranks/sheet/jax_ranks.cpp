#include <ridgeline/ranks/sheet/jax_ranks.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/replay.hpp>
#include <ridgeline/ranks/advise/findings.hpp>
#include <ridgeline/xla/read/xplane.hpp>

#include "tests/support/tpu_profile.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(ranks_sheet_jax_ranks)

namespace {

/// Two executions of a program, 5 and 6, on one TPU; `ops` adds the ops of one that begins at a given time in us.
template <class Ops>
xla_trace executions(const std::string& program, Ops ops) {
  xplane::plane tpu("/device:TPU:0");
  tpu.line(1, "XLA Modules");
  for (std::int64_t run = 0; run < 2; ++run)
    tpu.event("jit_f(7)", run * 100 * test::us_in_ps, 100 * test::us_in_ps, {{"run_id", 5 + run}});
  tpu.line(2, "XLA Ops");
  for (std::int64_t run = 0; run < 2; ++run) ops(tpu, run * 100);
  std::vector<std::string> planes{tpu.bytes()};
  if (!program.empty()) planes.push_back(program);
  return std::move(*read_xplane(xplane::file(planes)));
}
void op(xplane::plane& tpu, const char* name, std::int64_t from_us, std::int64_t us_long) {
  tpu.event(name, from_us * test::us_in_ps, us_long * test::us_in_ps);
}
/// A gather that is started and awaited, and a fusion that contains a sum.
std::string program() {
  xplane::module m("jit_f");
  m.computation("fused");
  const auto p = m.parameter("p", xplane::f32({256}));
  m.root(m.add("all-reduce.9", "all-reduce", xplane::f32({256}), {p}));
  m.computation("main");
  const auto a = m.parameter("a", xplane::bf16({512})), b = m.parameter("b", xplane::f32({256}));
  const auto start = m.add("all-gather-start.1", "all-gather-start",
                           xplane::tuple({xplane::bf16({512}), xplane::bf16({1024})}), {a}, xplane::group_of({0, 1}));
  m.add("all-gather-done.4", "all-gather-done", xplane::bf16({1024}), {start});
  m.add("fusion.2", "fusion", xplane::f32({256}), {b}, proto_bytes().packed(38, {1}));
  m.devices(1, 2);
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  return metadata.bytes();
}
std::vector<std::int64_t> sequences(const rank_facts& f) {
  std::vector<std::int64_t> all;
  for (const collective_use& u : f.collectives) all.push_back(u.sequence);
  return all;
}
using numbers = std::vector<std::int64_t>;

}  // namespace

BOOST_AUTO_TEST_CASE(a_pair_is_one_collective_and_a_fusion_may_be_one) {
  const xla_trace trace = executions(program(), [](xplane::plane& tpu, std::int64_t at) {
    op(tpu, "all-gather-start.1", at, 2);
    op(tpu, "fusion.7", at + 2, 30);
    op(tpu, "all-gather-done.4", at + 40, 10);
    op(tpu, "fusion.2", at + 60, 20);
  });
  const jax_result r = report_jax(trace);
  const std::vector<rank_facts> ranks = jax_ranks(r, "x", 0);
  BOOST_REQUIRE(ranks.size() == 1u);
  BOOST_REQUIRE(ranks[0].collectives.size() == 4u);
  const collective_use& gather = ranks[0].collectives[0];
  BOOST_TEST((gather.kind == gpu::collective_kind::allgather));
  BOOST_TEST(gather.span == 50'000);  // ns: from the begin of its start to the end of its done
  BOOST_TEST(gather.in_elements == 512);
  BOOST_TEST(gather.out_elements == 1024);
  BOOST_TEST(gather.size == 2);
  const collective_use& sum = ranks[0].collectives[1];
  BOOST_TEST((sum.kind == gpu::collective_kind::allreduce));
  BOOST_TEST(sum.in_elements == 256);
  BOOST_TEST(sequences(ranks[0]) == (numbers{5, 5, 6, 6}), boost::test_tools::per_element());  // the runs
}

BOOST_AUTO_TEST_CASE(a_loop_runs_a_collective_several_times_in_one_execution) {
  const auto twice = [](xplane::plane& tpu, std::int64_t at) {
    op(tpu, "while.3", at, 90);
    op(tpu, "fusion.2", at + 10, 20);
    op(tpu, "fusion.2", at + 50, 20);
  };
  const xla_trace trace = executions(program(), twice);
  const jax_result r = report_jax(trace);
  constexpr std::int64_t box = 1 << 20;
  BOOST_TEST(sequences(jax_ranks(r, "x", 0)[0]) == (numbers{5 * box, 5 * box + 1, 6 * box, 6 * box + 1}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_tell_collectives_where_the_program_is_not_there) {
  const xla_trace trace = executions("", [](xplane::plane& tpu, std::int64_t at) {
    op(tpu, "reduce-scatter-start.1", at, 2);
    op(tpu, "reduce-scatter-done.1", at + 20, 10);
    op(tpu, "fusion.2", at + 60, 20);
  });
  const jax_result r = report_jax(trace);
  const std::vector<rank_facts> ranks = jax_ranks(r, "x", 0);
  BOOST_REQUIRE(ranks[0].collectives.size() == 2u);
  BOOST_TEST((ranks[0].collectives[0].kind == gpu::collective_kind::reduce_scatter));
  BOOST_TEST(ranks[0].collectives[0].span == 30'000);
  BOOST_TEST(sequences(ranks[0]) == (numbers{5, 6}), boost::test_tools::per_element());
}

/// Four GPUs of one file in four steps of 100 us: computation, then an all-reduce that ends after 90 us for all. GPU 2
/// computes for 80 us, the others for 50, so that they wait for 30 us.
BOOST_AUTO_TEST_CASE(a_slow_device_of_one_file_is_a_finding_and_a_line) {
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::f32({256}));
  m.add("all-reduce.1", "all-reduce", xplane::f32({256}), {a});
  m.devices(1, 4);
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  const auto profile = [&](std::int64_t longest) {
    std::vector<std::string> planes{metadata.bytes()};
    for (std::int64_t d = 0; d < 4; ++d) {
      xplane::plane gpu("/device:GPU:" + std::to_string(d), d);
      const std::int64_t own = (d == 2 ? longest : 50) * test::us_in_ps, us = test::us_in_ps;
      gpu.line(1, "Stream #1", 1'000);
      for (std::int64_t at = 0; at < 400 * us; at += 100 * us) {
        gpu.kernel("loop_fusion", at, own, 0);
        gpu.kernel("ncclDevKernel_AllReduce", at + own, 90 * us - own, 0, "jit_f", "all-reduce.1", 7);
      }
      gpu.line(2, "Steps", 1'000);
      for (std::int64_t s = 0; s < 4; ++s) gpu.event(std::to_string(s), s * 100 * us, 100 * us);
      planes.push_back(gpu.bytes());
    }
    return std::move(*read_xplane(xplane::file(planes)));
  };
  const auto finding_and_line = [](const xla_trace& trace) {
    const jax_result r = report_jax(trace);
    const std::vector<rank_facts> ranks = jax_ranks(r, "x", 0);
    const rank_comparison devices(ranks);
    const gpu_activity activity = activity_of(r);
    const gpu_replay replay(activity);
    std::optional<finding> imbalance;
    for (finding& f : findings_of(r, activity, replay, health_of(r, activity, replay), devices).all)
      if (f.id == "comm_imbalance") imbalance = std::move(f);
    return std::pair(imbalance, slow_device_line(devices));
  };
  const auto [slow, line] = finding_and_line(profile(80));
  BOOST_REQUIRE(slow);
  // Before an all-reduce 50 or 80 us pass in the first step, 60 or 90 in the three behind it: the median is 60. So four
  // steps of 60 + 10 us are possible, 280, of 390. The others wait 4 * 30 us, but no more than 110 can be had.
  BOOST_TEST(slow->recoverable.in(us) == 110, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(slow->share == 110 / 390., boost::test_tools::tolerance(1e-9));
  BOOST_TEST(slow->concerned.in(us) == 160, boost::test_tools::tolerance(1e-9));  // 4 * (30 + 10)
  BOOST_TEST(slow->count == 4u);
  BOOST_TEST(slow->key == "comm_imbalance:rank 2");
  BOOST_TEST(slow->evidence.at(0).sheet == "collectives");
  BOOST_TEST(slow->advice.starts_with("Move work away from rank 2, whose GPU computes longer: the others wait"), slow->advice);
  // 390 / 280 = 1.393
  BOOST_TEST(line == "4 devices: rank 2 makes the run 39.3 % slower than the median: its GPU computes longer\n");
  const auto [none, even] = finding_and_line(profile(50));
  BOOST_TEST(!none);
  BOOST_TEST(even == "4 devices: with every rank as fast as the median the run would be 0.0 % shorter\n");
}

/// Groups count the devices of the program: places {0, 2} and {1, 3} of the devices 0, 1, 3, 2.
BOOST_AUTO_TEST_CASE(groups_are_those_of_the_devices_assigned) {
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::f32({256}));
  m.add("all-reduce.1", "all-reduce", xplane::f32({256}), {a}, xplane::box_of_groups(2, 2, {2, 2}, {1, 0}));
  proto_bytes assigned;
  assigned.number(1, 1).number(2, 4);
  for (const std::int64_t device : {0, 1, 3, 2}) assigned.bytes(3, proto_bytes().packed(1, {device}));
  m.with(proto_bytes().bytes(15, assigned));
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  std::vector<std::string> planes{metadata.bytes()};
  for (std::int64_t d = 0; d < 4; ++d) {
    xplane::plane gpu("/device:GPU:" + std::to_string(d), d);
    // a kernel of XLA's own, whose name is no collective's
    gpu.line(1, "Stream #1", 1'000).kernel("exchange_kernel", 0, 1'000'000, 1, "jit_f", "all-reduce.1", 7);
    planes.push_back(gpu.bytes());
  }
  const xla_trace trace = std::move(*read_xplane(xplane::file(planes)));
  const jax_result r = report_jax(trace);
  const std::vector<rank_facts> ranks = jax_ranks(r, "x", 0);
  BOOST_REQUIRE(ranks.size() == 4u);
  const char* const members[] = {"[0,3]", "[1,2]", "[1,2]", "[0,3]"};
  for (std::size_t d = 0; d < 4; ++d) {
    BOOST_REQUIRE(ranks[d].collectives.size() == 1u);
    BOOST_TEST(ranks[d].texts.text(ranks[d].collectives[0].members) == members[d]);
    BOOST_TEST(ranks[d].communication_kernels == 1);
    BOOST_TEST(ranks[d].timeline[6] == 1.0);  // us of communication
  }
}

BOOST_AUTO_TEST_SUITE_END()
