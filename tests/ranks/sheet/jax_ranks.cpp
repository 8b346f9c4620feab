#include <ridgeline/ranks/sheet/jax_ranks.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/replay.hpp>
#include <ridgeline/ranks/advise/findings.hpp>
#include <ridgeline/ranks/matching.hpp>
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
/// How long the steps of a run are: an all-reduce of 10 us ends each of them.
constexpr std::int64_t step_us[] = {60, 100, 30, 160, 70, 130, 40};

/// Two of a program's four GPUs, recorded from a step on, by a clock that is 1 ms ahead if it is the second file.
/// The program has no numbers of executions; `numbered`: it has numbers of steps.
std::vector<rank_facts> half_of_the_gpus(bool second, std::size_t from, bool numbered) {
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::f32({256}));
  m.add("fusion.0", "fusion", xplane::f32({256}), {a});
  m.add("all-reduce.1", "all-reduce", xplane::f32({256}), {a});
  m.devices(1, 4);
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  std::vector<std::string> planes{metadata.bytes()};
  for (std::int64_t d = 0; d < 2; ++d) {
    xplane::plane gpu("/device:GPU:" + std::to_string(d), d);
    const auto each_step = [&](auto use) {
      std::int64_t at = second ? 1'000 : 0;
      for (std::size_t k = 0; k < std::size(step_us); at += step_us[k++])
        if (k >= from) use(k, at * test::us_in_ps, step_us[k] * test::us_in_ps);
    };
    gpu.line(1, "Stream #1", 1'000);
    each_step([&](std::size_t, std::int64_t at, std::int64_t length) {
      const std::int64_t all_reduce = 10 * test::us_in_ps;
      gpu.kernel("loop_fusion", at, length - all_reduce, 0, "jit_f", "fusion.0", 7);
      gpu.kernel("ncclDevKernel_AllReduce", at + length - all_reduce, all_reduce, 0, "jit_f", "all-reduce.1", 7);
    });
    if (numbered) {
      gpu.line(2, "Steps", 1'000);
      each_step([&](std::size_t k, std::int64_t at, std::int64_t length) { gpu.event(std::to_string(k), at, length); });
    }
    planes.push_back(gpu.bytes());
  }
  const xla_trace trace = std::move(*read_xplane(xplane::file(planes)));
  const jax_result r = report_jax(trace);
  return jax_ranks(r, second ? "b" : "a", second ? 2 : 0);
}
std::vector<rank_facts> joined(std::vector<rank_facts> first, std::vector<rank_facts> second) {
  for (rank_facts& f : second) first.push_back(std::move(f));
  return first;
}
std::size_t complete(const call_matching& all, match_basis by) {
  std::size_t n = 0;
  for (const matched_collective& c : all.collectives()) n += c.complete && c.by == by ? 1 : 0;
  return n;
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
  // Before an all-reduce 50 or 80 us pass in the first step, 60 or 90 in the three behind it: medians of 50 and 60.
  // So a step of 50 + 10 us and three of 60 + 10 are possible, 270, of 390. The others wait 4 * 30 us.
  BOOST_TEST(slow->recoverable.in(us) == 120, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(slow->share == 120 / 390., boost::test_tools::tolerance(1e-9));
  BOOST_TEST(slow->concerned.in(us) == 160, boost::test_tools::tolerance(1e-9));  // 4 * (30 + 10)
  BOOST_TEST(slow->count == 4u);
  BOOST_TEST(slow->key == "comm_imbalance:rank 2");
  BOOST_TEST(slow->evidence.at(0).sheet == "collectives");
  BOOST_TEST(slow->advice.starts_with("Move work away from rank 2, whose GPU computes longer: the others wait"), slow->advice);
  // 390 / 270 = 1.444
  BOOST_TEST(line == "4 devices: rank 2 makes the run 44.4 % slower than the median: its GPU computes longer\n");
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
  BOOST_TEST(devices_of_programs(r) == 4);
  const char* const members[] = {"[0,3]", "[1,2]", "[1,2]", "[0,3]"};
  for (std::size_t d = 0; d < 4; ++d) {
    BOOST_REQUIRE(ranks[d].collectives.size() == 1u);
    BOOST_TEST(ranks[d].texts.text(ranks[d].collectives[0].members) == members[d]);
    BOOST_TEST(ranks[d].communication_kernels == 1);
    BOOST_TEST(ranks[d].timeline[6] == 1.0);  // us of communication
  }
}

/// A sum over four devices of the host, each on a thread of its own but in another order, in two executions. Ops that do
/// not say which device ran them are of one, whose calls overlap: what is one sum is not known.
BOOST_AUTO_TEST_CASE(devices_of_the_host_are_those_that_its_ops_name) {
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::f32({256}));
  m.add("all-reduce.1", "all-reduce", xplane::f32({256}), {a}, xplane::group_of({0, 1, 2, 3}));
  m.devices(1, 4);
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  const auto ranks_of = [&](bool named, std::string& said) {
    xplane::plane host("/host:CPU");
    for (const std::int64_t device : {2, 0, 3, 1}) {
      host.line(10 + device, "tf_XLAPjRtCpuClient");
      for (const std::int64_t run : {5, 6}) {
        std::vector<xplane::stat> stats{{"hlo_op", 0, "all-reduce.1"}, {"hlo_module", 0, "jit_f"}, {"program_id", 7}, {"run_id", run}};
        if (named) stats.push_back({"device_ordinal", device});
        host.event("all-reduce.1", (100 * run + 2 * device) * test::us_in_ps, (20 - 2 * device) * test::us_in_ps, stats);
      }
    }
    const xla_trace trace = std::move(*read_xplane(xplane::file({metadata.bytes(), host.bytes()})));
    const jax_result r = report_jax(trace);
    data_quality quality;
    remark_on_merged_devices(r, quality);
    said = quality.empty() ? "" : std::string(quality.issues().front().reason);
    BOOST_TEST(devices_of_programs(r) == (named ? 4 : 0));
    return jax_ranks(r, "x", 0);
  };
  std::string said;
  const std::vector<rank_facts> ranks = ranks_of(true, said);
  BOOST_TEST(said == "");
  BOOST_REQUIRE(ranks.size() == 4u);
  BOOST_TEST(ranks[2].device_name == "/host:CPU device 2");
  BOOST_TEST(ranks[3].collectives[0].begin - ranks[0].collectives[0].begin == 6'000);  // ns
  const call_matching all(ranks);
  BOOST_TEST(complete(all, match_basis::seq) == 2u);
  const std::vector<rank_facts> one = ranks_of(false, said);
  BOOST_TEST(said.starts_with("devices merged"));
  BOOST_REQUIRE(one.size() == 1u);
  BOOST_TEST(one[0].collectives.size() == 8u);
  const call_matching merged(one);
  for (const matched_collective& c : merged.collectives()) {
    BOOST_TEST(!c.complete);
    BOOST_TEST(merged.missing_of(c).empty());
  }
}

/// The second file begins with the second step: the n-th all-reduce of one is not that of the other. Its steps are
/// numbered 1 to 6, or have no numbers, so that these are places: 0 to 5, of which the all-reduces tell what they are.
BOOST_AUTO_TEST_CASE(files_that_begin_with_different_steps) {
  for (const bool numbered : {true, false}) {
    std::vector<rank_facts> ranks = joined(half_of_the_gpus(false, 0, numbered), half_of_the_gpus(true, 1, numbered));
    BOOST_REQUIRE(ranks.size() == 4u);
    BOOST_TEST(ranks[0].device_name == "/device:GPU:0");
    BOOST_TEST(ranks[3].device_name == "/device:GPU:1");
    BOOST_TEST(ranks[3].host == "host");
    BOOST_TEST(!known(ranks[0].collectives[0].sequence));
    const call_matching all(ranks);
    BOOST_TEST(all.collectives().size() == 7u);
    BOOST_TEST(complete(all, match_basis::ends) == 6u);
    BOOST_TEST(all.absolute_offset(2) == 1000, boost::test_tools::tolerance(1e-9));  // us
    BOOST_TEST(all.absolute_offset(3) == 1000, boost::test_tools::tolerance(1e-9));
    BOOST_REQUIRE(ranks[2].steps.size() == 6u);
    BOOST_TEST(ranks[2].steps[0].number == (numbered ? 1 : 0));
    number_steps_alike(ranks);
    for (std::int64_t k = 0; k < 6; ++k) BOOST_TEST(ranks[2].steps[static_cast<std::size_t>(k)].number == k + 1);
    BOOST_TEST(ranks[1].steps[0].number == 0);
    const std::vector<table> tables = jax_rank_tables(rank_comparison(ranks));
    BOOST_TEST(tables.front().name() == "ranks");
    BOOST_TEST(tables.front().rows() == 4u);
  }
}

/// The profile begins while one of two GPUs is in the first step, of which this one shows no step.
BOOST_AUTO_TEST_CASE(devices_of_a_file_that_begin_with_different_steps) {
  std::vector<rank_facts> ranks = half_of_the_gpus(false, 0, false);
  BOOST_REQUIRE(ranks.size() == 2u);
  BOOST_REQUIRE(ranks[1].steps.size() == 7u);
  ranks[1].steps.erase(ranks[1].steps.begin());
  for (rank_step& s : ranks[1].steps) --s.number;  // places
  for (collective_use& u : ranks[1].collectives) u.step = u.step == 0 ? missing<std::int64_t> : u.step - 1;
  BOOST_TEST(ranks[1].steps.front().number == 0);
  number_steps_alike(ranks);
  BOOST_TEST(ranks[0].steps.front().number == 0);
  BOOST_TEST(ranks[1].steps.front().number == 1);
  BOOST_TEST(ranks[1].steps.back().number == 6);
}

/// Alike in all steps but 30 us apart on two GPUs of one file: their stamps are not as good as their order.
BOOST_AUTO_TEST_CASE(equal_lists_of_one_file_go_by_their_order) {
  std::vector<rank_facts> ranks = half_of_the_gpus(false, 0, false);
  for (collective_use& u : ranks[1].collectives) u.begin += 30'000;
  BOOST_TEST(complete(call_matching(ranks), match_basis::order) == 0u);  // of four GPUs two are missing
  std::size_t pairs = 0;
  const call_matching all(ranks);
  for (const matched_collective& c : all.collectives()) pairs += c.by == match_basis::order && all.members(c).size() == 2;
  BOOST_TEST(pairs == 7u);
}

/// Executions are numbered from 5 in one file and from 1005 in the other, whose clock is 1 ms ahead: each process counts
/// for itself. In one that shares the numbers, they tell.
BOOST_AUTO_TEST_CASE(numbers_of_executions_that_files_do_not_share) {
  const auto file = [&](const char* name, std::int64_t rank, std::int64_t first, std::int64_t ahead) {
    xplane::plane tpu("/device:TPU:" + std::to_string(rank));
    const auto each_step = [&](auto use) {
      std::int64_t at = ahead, run = first;
      for (const std::int64_t length : step_us) use(at, length, run++), at += length;
    };
    tpu.line(1, "XLA Modules");
    each_step([&](std::int64_t at, std::int64_t length, std::int64_t run) {
      tpu.event("jit_f(7)", at * test::us_in_ps, length * test::us_in_ps, {{"run_id", run}});
    });
    tpu.line(2, "XLA Ops");
    each_step([&](std::int64_t at, std::int64_t length, std::int64_t) { op(tpu, "fusion.2", at, length); });
    const xla_trace trace = std::move(*read_xplane(xplane::file({tpu.bytes(), program()})));
    const jax_result r = report_jax(trace);
    return jax_ranks(r, name, rank);
  };
  const std::vector<rank_facts> own = joined(file("a", 0, 5, 0), file("b", 1, 1005, 1'000));
  BOOST_TEST(sequences(own[1]).front() == 1005);
  const call_matching by_ends(own);
  BOOST_TEST(complete(by_ends, match_basis::ends) == 7u);
  BOOST_TEST(by_ends.absolute_offset(1) == 1000, boost::test_tools::tolerance(1e-9));
  const std::vector<rank_facts> shared = joined(file("a", 0, 5, 0), file("b", 1, 5, 1'000));
  BOOST_TEST(complete(call_matching(shared), match_basis::seq) == 7u);
  const std::vector<rank_facts> later = joined(file("a", 0, 5, 0), file("b", 1, 8, 1'000));  // 8 to 11 are in both
  BOOST_TEST(complete(call_matching(later), match_basis::seq) == 4u);
}

// Kernels of 30 and 20 us are launched at 1 and 3 us, an all-reduce between them, which runs beside the second.
BOOST_AUTO_TEST_CASE(what_was_launched_before_a_collective_of_a_gpu) {
  const auto launched = [](bool all) {
    xplane::plane gpu("/device:GPU:0"), host("/host:CPU");
    gpu.line(1, "Stream #1").kernel("loop_fusion", 10 * test::us_in_ps, 30 * test::us_in_ps, 1);
    gpu.kernel("input_fusion", 40 * test::us_in_ps, 20 * test::us_in_ps, 3);
    gpu.line(2, "Stream #2").kernel("ncclDevKernel_AllReduce", 40 * test::us_in_ps, 50 * test::us_in_ps, 2);
    host.line(1, "python");
    for (const std::int64_t i : {1, 2, 3})
      if (all || i != 2) host.event("cuLaunchKernel", i * test::us_in_ps, 100'000, {{"correlation_id", i}});
    const xla_trace trace = std::move(*read_xplane(xplane::file({gpu.bytes(), host.bytes()})));
    const jax_result r = report_jax(trace);
    return jax_ranks(r, "a", 0).front();
  };
  const rank_facts told = launched(true), untold = launched(false);
  BOOST_TEST_REQUIRE(told.collectives.size() == 1u);
  BOOST_TEST(told.collectives[0].launched.time == 30'000);
  BOOST_TEST(told.collectives[0].launched.done == 40'000);
  BOOST_TEST_REQUIRE(told.steps.size() == 1u);
  BOOST_TEST(told.steps[0].launched.time == 50'000);
  BOOST_TEST(told.steps[0].launched.done == 60'000);
  BOOST_TEST(!known(untold.collectives[0].launched.at));  // the launch of the all-reduce is not in the file
  BOOST_TEST(!known(untold.steps[0].launched.at));
}

BOOST_AUTO_TEST_SUITE_END()
