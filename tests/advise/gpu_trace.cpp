#include <ridgeline/advise/gpu_trace.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/advise/activity_findings.hpp>
#include <ridgeline/advise/replay.hpp>
#include <ridgeline/gpu/record/trace.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(advise_gpu_trace)

namespace {

/// Work is launched by the last call.
struct traced {
  gpu_trace t{};

  void call(std::string_view name, std::int64_t from_us, std::int64_t us, std::uint32_t process = 0) {
    t.calls.push_back({time_point::of(from_us * 1000), duration::of(us * 1000), 1, t.texts.keep(name), process, process});
  }
  void work(std::string_view name, std::int64_t from_us, std::int64_t us, gpu_kind kind = gpu_kind::kernel,
            std::int64_t stream = 7) {
    gpu_work_item w;
    w.start = time_point::of(from_us * 1000), w.time = duration::of(us * 1000);
    w.name = t.texts.keep(name), w.kind = kind, w.device = 0, w.stream = stream, w.process = 0;
    if (!t.calls.empty()) w.call = static_cast<std::uint32_t>(t.calls.size() - 1);
    t.work.push_back(w);
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(work_has_the_call_that_the_trace_names) {
  traced one;
  one.call("cudaLaunchKernel_v7000", 0, 5, 0);
  one.work("a", 10, 20);
  one.call("cudaLaunchKernel_v7000", 2, 5, 1);  // the same correlation number, in another process
  one.work("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 40, 20, gpu_kind::kernel, 8);
  one.call("cudaStreamSynchronize_v3020", 30, 40, 0);
  const gpu_activity a = activity_of(one.t);
  BOOST_REQUIRE(a.works.size() == 2u);
  BOOST_TEST(a.streams == 2u);
  BOOST_TEST(a.call_of(a.works[0])->start.base() == 0);
  BOOST_TEST(a.call_of(a.works[1])->start.base() == 2'000);
  BOOST_TEST(!a.works[0].communicates);
  BOOST_TEST(a.works[1].communicates);
  BOOST_TEST((a.calls[0].kind == call_kind::kernel_launch));
  BOOST_TEST((a.calls[2].kind == call_kind::blocking));
  BOOST_TEST(a.window().in(us) == 50.0);  // 10 to 60
  BOOST_TEST(a.busy().in(us) == 40.0);
}

/// As rocprofv3 records one stream: kernels name their queue, copies have none. On the way the stream changes its queue.
BOOST_AUTO_TEST_CASE(a_stream_of_rocm_is_one_whatever_its_queues) {
  traced one;
  const auto add = [&](gpu_kind kind, std::int64_t from, std::int64_t stream, std::int64_t queue) {
    one.work("w", from, 10, kind, stream);
    one.t.work.back().context = queue;
  };
  constexpr std::int64_t none = missing<std::int64_t>;
  add(gpu_kind::copy, 0, 3, none), add(gpu_kind::kernel, 10, 3, 1), add(gpu_kind::kernel, 20, 3, 2);
  add(gpu_kind::copy, 30, 4, none);
  add(gpu_kind::kernel, 40, 0, 1), add(gpu_kind::kernel, 45, 0, 2);  // 0: also what is launched past HIP
  add(gpu_kind::copy, 60, none, none), add(gpu_kind::copy, 65, none, none);
  const auto streams = [&] {
    std::string all;
    for (const activity_work& w : activity_of(one.t).works) all += std::to_string(w.stream) + " ";
    return all;
  };
  one.t.queues = true;
  BOOST_TEST(streams() == "0 0 0 1 2 3 4 5 ");  // those that nothing tells of are on no common one
  one.t.queues = false;                         // contexts of CUDA: a copy without one is of the first
  BOOST_TEST(streams() == "0 0 1 2 3 4 5 5 ");
}

BOOST_AUTO_TEST_CASE(work_of_no_known_device_is_where_its_stream_is) {
  traced one;
  one.work("k", 0, 10), one.work("c", 10, 10, gpu_kind::copy), one.work("c", 20, 10, gpu_kind::copy, 8);
  one.t.work[0].device = 3, one.t.work[1].device = one.t.work[2].device = missing<std::int64_t>;
  const gpu_activity a = activity_of(one.t);
  BOOST_TEST(a.works[1].device == a.works[0].device);
  BOOST_TEST(a.works[1].stream == a.works[0].stream);
  BOOST_TEST(!known(a.works[2].device));
}

BOOST_AUTO_TEST_CASE(copies_are_told_apart_by_their_memory) {
  traced one;
  for (int i = 0; i < 2; ++i) {  // 10..60 and 60..110, then a product until 210, all launched at once
    one.call("cudaMemcpyAsync", 2 * i, 1);
    one.work("Host-to-Device", 50 * i + 10, 50, gpu_kind::copy);
    one.t.work.back().source = one.t.texts.keep(i == 0 ? "Pageable" : "Pinned");
    one.t.work.back().target = one.t.texts.keep("Device");
  }
  one.call("cudaLaunchKernel", 4, 1);
  one.work("gemm", 110, 100);  // as long as the copies keep the bus busy
  const gpu_activity a = activity_of(one.t);
  const gpu_replay replay(a);
  const finding_list list = findings_of(a, replay, health_of(one.t, a, replay));
  std::string found;
  for (const finding& f : list.all)
    if (f.id == "copies_exposed") found += f.key + " " + f.advice.substr(0, 7) + "; ";
  BOOST_TEST(found == "copies_exposed:Host-to-Device (Pinned -> Device) Overlap; "
                      "copies_exposed:Host-to-Device (Pageable -> Device) Pin the; ");
}

BOOST_AUTO_TEST_CASE(health_says_what_the_reader_left_out) {
  traced one;
  one.call("cudaLaunchKernel", 0, 5);
  one.work("a", 10, 20);
  const gpu_activity whole = activity_of(one.t);
  BOOST_TEST((health_of(one.t, whole, gpu_replay(whole)).worst() == trace_verdict::sound));
  one.t.problems.add(gpu_problem::value_unreadable, gpu_problems::nowhere, "start", 2);
  const trace_health health = health_of(one.t, whole, gpu_replay(whole));
  const health_check* const file = health.find("file_damaged");
  BOOST_REQUIRE(file != nullptr);
  BOOST_TEST(file->count == 2u);
  BOOST_TEST(file->share == 0.5);  // 2 of 2 left out, a call and a kernel
  const gpu_trace nothing;
  const gpu_activity none = activity_of(nothing);
  BOOST_TEST(health_of(nothing, none, gpu_replay(none)).unknowable("no_gpu_work"));
}

BOOST_AUTO_TEST_CASE(work_of_graphs_is_whole) {
  traced one;
  one.call("cudaGraphLaunch", 0, 5);
  one.work("a", 10, 20), one.work("b", 30, 20);
  const gpu_activity a = activity_of(one.t);
  const trace_health health = health_of(one.t, a, gpu_replay(a));
  BOOST_TEST((health.worst() == trace_verdict::sound));
  BOOST_TEST(!health.fails_strict());
  const health_check* const graphs = health.find("graph_replays");
  BOOST_REQUIRE(graphs != nullptr);
  BOOST_TEST((graphs->is == trace_verdict::not_applicable));
  BOOST_TEST(graphs->share == 1.0);  // of which host_bound is silent
}

BOOST_AUTO_TEST_CASE(findings_of_any_trace) {
  traced one;
  one.call("cudaMemcpyAsync", 0, 5);
  one.work("Host-to-Device", 10, 400, gpu_kind::copy);
  one.call("cudaLaunchKernel", 6, 5);
  one.work("gemm", 410, 600);
  const gpu_activity a = activity_of(one.t);
  const gpu_replay replay(a);
  const finding_list list = findings_of(a, replay, health_of(one.t, a, replay));
  BOOST_REQUIRE(!list.all.empty());
  BOOST_TEST(list.all[0].id == "copies_exposed");
  BOOST_TEST(list.all[0].recoverable.in(us) == 394.0);  // the product, launched at 6, begins 10 us later, not at 410
  BOOST_REQUIRE(!list.all[0].evidence.empty());
  BOOST_TEST(list.all[0].evidence[0].sheet == "event_work");
  BOOST_TEST(list.all[0].evidence[0].uid == 0);  // the copy is the first piece of work
}

BOOST_AUTO_TEST_SUITE_END()
