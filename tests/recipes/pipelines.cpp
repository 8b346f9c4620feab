// Pipelines over your own records: the code quoted in docs/pipelines.md.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/time.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/busy.hpp>
#include <ridgeline/query/gaps.hpp>
#include <ridgeline/query/group_by.hpp>
#include <ridgeline/query/join.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/take.hpp>
#include <ridgeline/query/where.hpp>
#include <ridgeline/query/within.hpp>
#include <ridgeline/ranks/records.hpp>
#include <ridgeline/ranks/sheet/read.hpp>
#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/csv_folder.hpp>
#include <ridgeline/sink/html.hpp>
#include <ridgeline/sink/json.hpp>
#include <ridgeline/sink/sqlite.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/table/tabulate.hpp>
#include <ridgeline/torch/advise/activity.hpp>
#include <ridgeline/torch/read/any_trace.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/temporary.hpp"
#include "tests/support/text.hpp"

namespace theirs {
/// A record of another library, whose members have other names and whose times are whole microseconds.
struct span {
  const char* label;
  long long begin_us, length_us;
};
}  // namespace theirs

// BEGIN foreign
/// How a record that one cannot edit answers the words that it knows.
template <>
struct ridgeline::record_traits<theirs::span> {
  static std::string_view of(name_word, const theirs::span& s) { return s.label; }
  static time_point of(start_word, const theirs::span& s) { return time_point::of(s.begin_us * 1000); }
  static duration of(time_word, const theirs::span& s) { return duration::of(s.length_us * 1000); }
};
// END foreign

namespace ridgeline {

namespace {

// BEGIN record
/// What a DMA engine of one's own did. Words find the members by their names; what was not recorded is missing.
struct transfer {
  std::string_view name{};
  time_point start{};
  duration time = missing<duration>;
  std::int64_t device = 0;
  byte_count bytes{};
  std::int32_t retries = missing<std::int32_t>;
};
constexpr auto retries = titled<"retries">(&transfer::retries);  // no word: a member with a title
// END record

std::vector<transfer> transfers() {
  const auto at = [](std::string_view name, std::int64_t from, std::int64_t to, std::int64_t device, double bytes,
                     std::int32_t times) {
    return transfer{name, time_point::of(from), duration::of(to - from), device, bytes * B, times};
  };
  std::vector<transfer> all{at("load", 0, 1000, 0, 4000, 0), at("store", 1500, 2000, 0, 1000, 2),
                            at("load", 4000, 7000, 0, 8000, missing<std::int32_t>), at("load", 100, 200, 1, 500, 1)};
  return all;
}

// BEGIN files
/// Two tables in files of each kind; what failed, if anything.
std::optional<failure> save(const std::string& folder, const table& kernels, const table& copies) {
  if (auto why = write_file(folder + "/kernels.csv", [&](output& to) { write_csv(to, kernels); })) return why;
  if (auto why = write_file(folder + "/page.html", [&](output& to) { write_html(to, "mine", {kernels, copies}); }))
    return why;
  if (auto why = write_csv_folder(folder + "/sheets", {kernels, copies})) return why;
  if (auto why = write_xlsx(folder + "/report.xlsx", {kernels, copies})) return why;
  return write_sqlite(folder + "/report.db", "mine", {kernels, copies});
}
// END files

}  // namespace

}  // namespace ridgeline

BOOST_AUTO_TEST_SUITE(recipes_pipelines)

BOOST_AUTO_TEST_CASE(a_callable_asks_by_words) {
  using namespace ridgeline;
  const std::vector<transfer> all = transfers();
  // BEGIN callable
  constexpr auto size_class = titled<"class">([](const auto& r) -> std::string_view {
    return project(size, r) < 2 * KB ? "small" : "large";
  });
  const auto classes = all | group_by(size_class) | aggregate(count, sum<KB>(size)) | sort_by(size_class);
  // END callable
  BOOST_REQUIRE(classes.size() == 2u);
  BOOST_TEST(classes[0][sum(size)].in(KB) == 12);   // large: 4 + 8
  BOOST_TEST(classes[1][sum(size)].in(KB) == 1.5);  // small: 1 + 0.5
}

BOOST_AUTO_TEST_CASE(records_of_another_library_answer_by_traits) {
  using namespace ridgeline;
  const std::vector<theirs::span> all{{"load", 0, 10}, {"store", 5, 10}, {"load", 30, 5}};
  const auto loads = all | group_by(name) | aggregate(count, sum(elapsed));
  BOOST_TEST(loads[0][sum(elapsed)].in(us) == 15.0);  // 10 + 5
  const auto idle = all | sort_by(start) | gaps();
  BOOST_REQUIRE(idle.size() == 1u);
  BOOST_TEST(idle[0].time.in(us) == 15.0);  // from 5 + 10 to 30; ends follow from start and time
}

BOOST_AUTO_TEST_CASE(a_profiler_without_pipelines_makes_a_table) {
  using namespace ridgeline;
  const std::vector<transfer> records = transfers();
  // BEGIN table_of_records
  const table loads("transfers", records,
                    columns(column<"Name">(&transfer::name), column<"Time", us>(&transfer::time)));
  string_output csv;
  write_csv(csv, loads);
  // END table_of_records
  BOOST_TEST(test::lines_of(csv.text()).at(2).starts_with("store,0.5"));
}

BOOST_AUTO_TEST_CASE(records_become_a_table) {
  using namespace ridgeline;
  const std::vector<transfer> all = transfers();
  // BEGIN table
  const table t = all | where(equals(device, 0)) | group_by(name) |
                  aggregate(count, sum<us>(elapsed), quantile<95, us>(elapsed), share(elapsed), sum(retries)) |
                  sort_by(desc(sum(elapsed))) | tabulate("transfers");
  string_output csv, json;
  write_csv(csv, t);
  write_json(json, "my_profiler", {t});
  // END table
  // load 1000 + 3000 of 4500 ns; its 95th percentile 1000 + 0.95 * 2000 = 2900 ns
  const std::vector<std::string> lines = test::lines_of(csv.text());
  BOOST_REQUIRE(lines.size() == 3u);
  BOOST_TEST(lines[0].starts_with("name,count,time_sum,time_p95,time_share,retries_sum"));
  BOOST_TEST(lines[1].starts_with("load,2,4,2.9,88.8888"));
  BOOST_TEST(json.text().find("\"name\":\"transfers\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(tables_become_files) {
  using namespace ridgeline;
  const std::vector<transfer> all = transfers();
  const temporary_folder folder;
  const table kernels = all | group_by(name) | aggregate(count, sum<us>(elapsed)) | tabulate("kernels");
  const table copies = all | group_by(device) | aggregate(sum<KB>(size)) | tabulate("copies");
  const std::optional<failure> why = save(folder.path(), kernels, copies);
#if RIDGELINE_WITH_XLSXWRITER && RIDGELINE_WITH_SQLITE
  BOOST_TEST(!why, (why ? to_string(*why) : ""));
  BOOST_TEST(folder.entries() == 5u);
#endif
  BOOST_TEST(test::lines_of(bytes_of(folder.path("kernels.csv"))).at(1) == "load,3,4.1");  // 1 + 3 + 0.1 us
  BOOST_TEST(test::lines_of(bytes_of(folder.path("sheets/copies.csv"))).at(2) == "1,0.5");
  BOOST_TEST(bytes_of(folder.path("page.html")).find("kernels") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(aggregates_are_records) {
  using namespace ridgeline;
  const std::vector<transfer> all = transfers();
  // BEGIN rows
  const auto rows = all | group_by(device) | aggregate(count, sum(elapsed), max(size), mean(retries));
  for (const auto& row : rows) {
    BOOST_TEST(known(row[sum(elapsed)]));  // by what was asked for; its type is that of the member: a duration
    BOOST_TEST(row[count] > 0);
  }
  const auto busiest = rows | top<1>(sum(elapsed));
  BOOST_TEST(busiest[0][device] == 0);
  BOOST_TEST(busiest[0][mean(retries)] == 1.0);  // of 0 and 2: what is missing is left out
  // END rows
  BOOST_TEST(rows[0][sum(elapsed)].base() == 4500);  // 1000 + 500 + 3000
  BOOST_TEST(rows[0][max(size)].in(B) == 8000.0);
}

BOOST_AUTO_TEST_CASE(neighbours_overlap_and_partners) {
  using namespace ridgeline;
  const std::vector<transfer> all = transfers();
  // BEGIN neighbours
  constexpr auto idle = group_by(device) | within(sort_by(start) | gaps());  // a step of its own, of no range yet
  const auto longest = all | idle | top<1>(elapsed);
  BOOST_TEST(longest[0].time.in(us) == 2.0);                // from 2000 to 4000 ns
  BOOST_TEST(project(before(name), longest[0]) == "store");
  const auto busy_time = all | busy() | aggregate(sum(elapsed));
  BOOST_TEST(busy_time[0][sum(elapsed)].in(us) == 4.5);     // the load of device 1 lies inside another
  const auto both = all | where(equals(device, 0)) | join(all | where(equals(device, 1)), name);
  BOOST_TEST(project(right(elapsed), both[0]).base() == 100);
  // END neighbours
  // What has no partner: two loads and a store of device 0, after the load that both have; and none of device 1.
  const auto sides = all | where(equals(device, 0)) | outer_join(all | where(equals(device, 1)), name);
  BOOST_REQUIRE(sides.size() == 3u);
  BOOST_TEST(project(right(elapsed), sides[0]).base() == 100);
  BOOST_TEST(project(name, sides[1]) == "store");
  BOOST_TEST(!known(project(right(elapsed), sides[1])));
  const auto other = all | where(equals(device, 1)) | outer_join(all | where(equals(device, 0)), name);
  BOOST_REQUIRE(other.size() == 3u);
  BOOST_TEST(project(name, other[1]) == "store");  // of the other side, which is there
  BOOST_TEST(!known(project(left(elapsed), other[1])));
  BOOST_TEST(project(right(elapsed), other[1]).base() == 500);
  BOOST_TEST((other | aggregate(sum(left(elapsed)), sum(right(elapsed))))[0][sum(right(elapsed))].base() == 4500);
  BOOST_TEST(both.size() == 1u);
  BOOST_TEST(longest.size() == 1u);
}

// An all-reduce of two ranks: 8 us of the first, which waits, and 5 us of the second.
BOOST_AUTO_TEST_CASE(collectives_of_several_traces) {
  using namespace ridgeline;
  const temporary_folder folder;
  std::vector<std::pair<std::int64_t, std::string>> traces;
  for (const std::int64_t rank : {0, 1}) {
    kineto_text k;
    k.launch("cudaLaunchKernel", 1, 1, 1);
    k.raw(R"({"ph": "X", "pid": 0, "tid": 7, "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "ts": )" +
          std::to_string(10 + 3 * rank) + R"(, "dur": )" + std::to_string(8 - 3 * rank) +
          R"(, "args": {"device": 0, "stream": 7, "correlation": 1, "Collective name": "allreduce", "Process Group )" +
          R"(Name": "0", "Process Group Ranks": "[0, 1]", "Group size": 2, "In msg nelems": 4, "dtype": "Float"}})");
    traces.emplace_back(rank, folder.file("rank" + std::to_string(rank) + ".json", k.text()));
  }
  // BEGIN ranks
  fleet_partial all;
  for (const auto& [rank, path] : traces) {
    auto trace = read_torch_trace_file(path);
    if (trace) all = merge(std::move(all), partial_of(leave_out_repeated_work(*trace), rank, path));
  }
  const call_matching matching(all.ranks);
  const auto by_kind = collectives(matching) | group_by(kind) | aggregate(count, sum<us>(elapsed), max<us>(elapsed));
  // END ranks
  BOOST_REQUIRE(by_kind.size() == 1u);
  BOOST_TEST(by_kind[0][count] == 2);
  BOOST_TEST(by_kind[0][sum(elapsed)].in(us) == 13.0);
  BOOST_TEST(by_kind[0][max(elapsed)].in(us) == 8.0);
}

BOOST_AUTO_TEST_SUITE_END()
