#include <ridgeline/torch/sheet/overlap.hpp>

#include <ridgeline/torch/run/overlap.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/sheets.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_torch_overlap)

namespace {

void on_stream(kineto_text& k, const std::string& name, int stream, double ts, double dur, int correlation) {
  k.raw("{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"" + name + "\", \"pid\": 0, \"tid\": " + std::to_string(stream) +
        ", \"ts\": " + std::to_string(ts) + ", \"dur\": " + std::to_string(dur) + ", \"args\": {\"stream\": " +
        std::to_string(stream) + ", \"correlation\": " + std::to_string(correlation) + "}}");
}

/// An addition of 100 us from 1000 on; two collectives of 60 us on another stream, which overlap it by 60 and 20 us,
/// and one that overlaps its end by half a microsecond; a kernel on its own stream within it.
kineto_text addition_and_collectives() {
  kineto_text k;
  for (int i = 1; i <= 5; ++i) k.op(i == 1 ? "aten::add" : "c10d::all", 10 * i, 9).launch("launch", 10 * i + 1, 2, i).flow(i);
  on_stream(k, "add", 7, 1000, 100, 1);
  on_stream(k, "ncclAllReduce", 20, 1010, 60, 2);
  on_stream(k, "ncclAllReduce", 20, 1080, 60, 3);
  on_stream(k, "late", 21, 1099.5, 9, 4);
  on_stream(k, "same_stream", 7, 1050, 5, 5);
  return k;
}

}  // namespace

BOOST_AUTO_TEST_CASE(shares_are_of_the_launch_s_time) {
  const torch_trace t = addition_and_collectives().read();
  const torch_profile run(t);
  const std::vector<torch_overlap_row> rows = torch_ops_by_overlap(run, false);
  const auto add = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return t.name(r.event()) == "aten::add"; });
  BOOST_REQUIRE(add != rows.end());
  BOOST_TEST(add->share.mean == 0.8);  // 1010-1070 and 1080-1100 of 100 us
  BOOST_REQUIRE(add->overlapping.size() == 1u);
  BOOST_TEST(add->overlapping[0].share == 0.4);  // the mean of 0.6 and 0.2
  BOOST_TEST(add->overlapping[0].time == 60.0);
  BOOST_TEST(add->overlapping[0].stream == 20);
  const table sheet = sheet_of("x", rows).only({"overlapping_kernel_names", "overlapping_kernels_details_summary",
                                               "overlap_pct_mean", "overlap_pct_median", "overlap_pct_std",
                                               "overlap_pct_min", "overlap_pct_max"});
  const test::sheet s = test::sheet_of(sheet);
  BOOST_TEST(s[1][0] == "['ncclAllReduce']");
  BOOST_TEST(s[1][1] == "[{'name': 'ncclAllReduce', 'stream': 20, 'overlap_pct': 0.4, 'count': 1, "
                        "'total_duration_us': 60.0, 'mean_duration_us': 60.0, 'median_duration_us': 60.0, "
                        "'std_dev_duration_us': 0.0, 'min_duration_us': 60.0, 'max_duration_us': 60.0}]");
}

BOOST_AUTO_TEST_CASE(the_work_is_bounded_when_everything_runs_at_once) {
  // 3,000 * 2,999 / 2 = 4,498,500 comparisons are more than 64 for each and 250,000 besides, 442,000.
  kineto_text k;
  for (int i = 0; i < 3000; ++i) on_stream(k, "k", i, i, 5000, i);
  const torch_trace t = k.read();
  const torch_profile run(t);
  const std::vector<std::uint32_t> nobody(t.events.size(), missing<std::uint32_t>);
  const gpu_overlaps found = gpu_overlaps_of(run, gpu_events_of(run.tree(), true), nobody);
  BOOST_TEST(found.all.size() <= 2 * (gpu_overlaps::most_at_once * 3000 + gpu_overlaps::most_more));
  BOOST_TEST(found.passed_over > 0u);
}

BOOST_AUTO_TEST_CASE(two_hundred_kernels_at_once_are_all_compared) {
  // All of 200 kernels on 200 streams run at once: 200 * 199 / 2 pairs, listed for both. Of 3,000, the first 64 of each
  // and 250,000 more comparisons are made; the rest is counted.
  const auto at_once = [](int n) {
    kineto_text k;
    for (int i = 1; i <= n; ++i) on_stream(k, "k", i, 1000 + 0.001 * i, 100, i);
    return k;
  };
  const torch_trace t = at_once(200).read();
  const torch_profile run(t);
  const std::vector<std::uint32_t> no_op(t.events.size(), missing<std::uint32_t>);
  const gpu_overlaps all = gpu_overlaps_of(run, gpu_events_of(run.tree(), true), no_op);
  BOOST_TEST(all.all.size() == 39'800u);
  BOOST_TEST(all.passed_over == 0u);
  const torch_trace many = at_once(3000).read();
  const torch_profile larger(many);
  const std::vector<std::uint32_t> none(many.events.size(), missing<std::uint32_t>);
  BOOST_TEST(gpu_overlaps_of(larger, gpu_events_of(larger.tree(), true), none).passed_over > 0u);
}

BOOST_AUTO_TEST_SUITE_END()
