#include <ridgeline/ranks/merged_trace.hpp>

#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/ranks/merged_numbers.hpp>
#include <ridgeline/ranks/raw_events.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(fleet_merged_trace)

namespace {

std::string launch_and_kernel(int pid, int correlation) {
  kineto_text k;
  const std::string p = std::to_string(pid), c = std::to_string(correlation);
  k.raw(R"({"ph":"M","name":"process_name","pid":)" + p + R"(,"tid":0,"args":{"name":"python"}})");
  k.raw(R"({"ph":"X","cat":"Trace","name":"whole","pid":"Spans","tid":"x","ts":0,"dur":9})");
  k.raw(R"({"ph":"X","cat":"python_function","name":"f","pid":)" + p + R"(,"tid":1,"ts":0,"dur":9})");
  k.raw(R"({"ph": "X", "cat": "cuda_runtime", "name": "hipLaunchKernel", "pid": )" + p +
        R"(, "tid": 1, "ts": 1.5, "dur": 1, "args": {"correlation": )" + c + R"(, "External id": 3}})");
  k.raw(R"({"ph": "s", "id": )" + c + R"(, "pid": )" + p + R"(, "tid": 1, "ts": 1.5, "cat": "ac2g", "name": "ac2g"})");
  k.raw(R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 2, "tid": 7, "ts": 3, "dur": 1, "args": {"correlation": )" + c + "}}");
  k.raw(R"({"ph": "i", "name": "mark", "pid": "Spans", "tid": "", "ts": 3, "args": {}})");
  return k.text();
}

struct merged {
  std::string text;
  data_quality quality{};
};
merged merge_traces(const temporary_folder& folder, const std::vector<std::string>& traces, const fleet_faults& faults = {}) {
  std::vector<merged_rank> ranks;
  for (std::size_t r = 0; r < traces.size(); ++r)
    ranks.push_back({static_cast<std::int64_t>(r), folder.file("rank_" + std::to_string(r), traces[r])});
  merged m;
  merged_trace_options options;
  options.faults = faults;
  options.threads = 2;
  string_output out;
  write_merged_trace(out, ranks, options, m.quality);
  m.text = out.text();
  return m;
}
bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_CASE(numbers_are_set_apart_and_kept) {
  const temporary_folder folder;
  const merged m = merge_traces(folder, {launch_and_kernel(40, 9), launch_and_kernel(41, 10)}, fleet_faults::parity());
  // the first trace has processes to 40: three digits apart; flows and links to 9: two
  BOOST_TEST(holds(m.text, R"("pid": 1041, "tid": 1, "ts": 1.5, "dur": 1, "args": {"correlation": 110, "External id": 3, )"
                           R"("rank": 1, "pid_raw": 41, "correlation_raw": 10}})"), m.text);
  BOOST_TEST(holds(m.text, R"("id": 110, "pid": 1041, "tid": 1, "ts": 1.5, "cat": "ac2g", "name": "ac2g", )"
                           R"("args": {"rank": 1, "id_raw": 10, "pid_raw": 41}})"), m.text);
  BOOST_TEST(holds(m.text, R"("pid": "Spans", "tid": "", "ts": 3, "args": {"rank": 1, "pid_raw": "Spans"}})"), m.text);
  BOOST_TEST(!holds(m.text, "python"));
  BOOST_TEST(!holds(m.text, "whole"));
  BOOST_TEST(holds(m.text, R"("pid": 1002, "tid": 0, "args": {"name": "RANK 1 - GPU"}})"));
  BOOST_TEST(holds(m.text, R"("pid": 1002, "tid": 0, "args": {"sort_index": 3}})"));
  BOOST_TEST(holds(m.text, R"("pid": 40, "tid": 0, "args": {"name": "RANK 0 - CPU"}})"));
  BOOST_TEST(m.quality.empty());
  const expected<torch_trace> back = read_kineto(m.text);
  BOOST_REQUIRE(back.has_value());
  BOOST_TEST(back->events.size() == 2 * 4 + 2 * 4u);  // events, and two entries for each of four processes
}

BOOST_AUTO_TEST_CASE(numbers_too_large_to_be_moved_get_new_ones) {
  const temporary_folder folder;
  const auto flow = [](const std::string& id) {
    kineto_text k;
    k.raw(R"({"ph": "s", "id": )" + id + R"(, "pid": 1, "tid": 1, "ts": 1, "cat": "ac2g", "name": "ac2g"})");
    k.raw(R"({"ph": "f", "id": )" + id + R"(, "pid": 1, "tid": 2, "ts": 2, "cat": "ac2g", "name": "ac2g"})");
    return k.text();
  };
  // 2^63 - 1 on both ranks, and 2^64 - 1, which does not fit a signed 64-bit number
  for (const std::string id : {"9223372036854775807", "18446744073709551615"}) {
    const merged m = merge_traces(folder, {flow(id), flow(id)});
    for (const char* of_rank : {"\"id\": 1, \"pid\": 1,", "\"id\": 2, \"pid\": 101,"}) {
      const std::size_t first = m.text.find(of_rank);
      BOOST_TEST(first != std::string::npos, m.text);
      BOOST_TEST(m.text.find(of_rank, first + 1) != std::string::npos, m.text);  // begin and end of the flow
    }
    BOOST_TEST(holds(m.text, "\"id_raw\": " + id));
  }
}

BOOST_AUTO_TEST_CASE(numbers_that_are_no_integers_and_texts_are_set_apart) {
  const temporary_folder folder;
  const auto merged_with = [&](const std::string& id) {
    const std::string flow = R"({"traceEvents": [{"ph": "s", "id": )" + id + R"(, "pid": 1, "tid": 1, "ts": 1, "name": "a"}]})";
    return merge_traces(folder, {flow, flow}).text;
  };
  for (const std::string odd : {"1e300", "2.5"}) {
    const std::string text = merged_with(odd);
    BOOST_TEST(holds(text, "\"id\": 1, \"pid\": 1,"), text);
    BOOST_TEST(holds(text, "\"id\": 2, \"pid\": 101,"), text);
    BOOST_TEST(holds(text, "\"id_raw\": " + odd), text);
  }
  const std::string hex = merged_with("\"0x10\"");
  BOOST_TEST(holds(hex, "\"id\": \"0x10 (rank 0)\", \"pid\": 1,"), hex);
  BOOST_TEST(holds(hex, "\"id\": \"0x10 (rank 1)\", \"pid\": 101,"), hex);
  const std::string number = merged_with("\"7\"");  // of one digit: 100 apart, as a number
  BOOST_TEST(holds(number, R"("id": "7", "pid": 1,)"), number);
  BOOST_TEST(holds(number, R"("id": "107", "pid": 101,)"), number);
}

BOOST_AUTO_TEST_CASE(negative_numbers_are_set_apart_too) {
  using ranks_detail::merged_field;
  ranks_detail::merged_numbers n;
  n.see(merged_field::id, "-1");
  BOOST_TEST(n.reaches_back(merged_field::id));  // no offset separates them: both ranks would have -1
  n.see(merged_field::id, "99");
  BOOST_TEST(!n.reaches_back(merged_field::id));  // 1000 apart: rank 1 has 999, and rank 0 nothing above 99
  n.see(merged_field::id, "-900");
  BOOST_TEST(!n.reaches_back(merged_field::id));  // 100 of rank 1
  n.see(merged_field::id, "-901");
  BOOST_TEST(n.reaches_back(merged_field::id));  // 99 of rank 1 is 99 of rank 0
  const temporary_folder folder;
  const std::string flow = R"({"traceEvents": [{"ph": "s", "id": -1, "pid": 1, "tid": 1, "ts": 1, "name": "a"}]})";
  const merged m = merge_traces(folder, {flow, flow});
  BOOST_TEST(holds(m.text, "\"id\": 1, \"pid\": 1,"), m.text);
  BOOST_TEST(holds(m.text, "\"id\": 2, \"pid\": 101,"), m.text);  // processes to 1 are 100 apart
}

BOOST_AUTO_TEST_CASE(keys_and_categories_may_be_spelt_with_escapes) {
  // \u0065 is e, \u006b is k, \u0070 is p, \u0058 is X: a list of events, a kernel of process 40 with the link 9
  const temporary_folder folder;
  const std::string one =
      R"({"trac\u0065Events": [{"\u0070h": "\u0058", "cat": "\u006bernel", "name": "k", "\u0070id": 40, "tid": 7, "ts": 1, )"
      R"("dur": 1, "args": {"corr\u0065lation": 9}}]})";
  const merged m = merge_traces(folder, {one, one});
  BOOST_TEST(m.quality.empty());
  BOOST_TEST(holds(m.text, R"("RANK 1 - GPU")"), m.text);
  BOOST_TEST(holds(m.text, R"("corr\u0065lation": 109)"), m.text);  // links to 9 are 100 apart
}

BOOST_AUTO_TEST_CASE(ids_spaced_by_first_trace) {
  const temporary_folder folder;
  const std::vector<std::string> traces{launch_and_kernel(40, 9), launch_and_kernel(4000, 700)};
  const std::string all = merge_traces(folder, traces).text;
  BOOST_TEST(holds(all, R"("pid": 104000)"), all);     // processes to 4000: 10^5 apart
  BOOST_TEST(holds(all, R"("correlation": 10700)"), all);  // links to 700: 10^4
  const std::string first = merge_traces(folder, traces, {.ids_spaced_by_first_trace = true}).text;
  BOOST_TEST(holds(first, R"("pid": 5000)"), first);   // 4000 and 10^3 for two digits: rank 5 could collide there, too
  BOOST_TEST(holds(first, R"("correlation": 800)"), first);
}

BOOST_AUTO_TEST_CASE(text_pids_shared) {
  const temporary_folder folder;
  const std::vector<std::string> traces{launch_and_kernel(40, 9), launch_and_kernel(41, 10)};
  BOOST_TEST(holds(merge_traces(folder, traces).text, "\"pid\": \"Spans (rank 1)\""));
  const std::string shared = merge_traces(folder, traces, {.text_pids_shared = true}).text;
  BOOST_TEST(!holds(shared, "Spans (rank"));
}

BOOST_AUTO_TEST_CASE(broken_traces_are_named_and_the_rest_is_written) {
  const temporary_folder folder;
  const std::string whole = launch_and_kernel(41, 10);
  const merged m = merge_traces(folder, {whole.substr(0, whole.size() - 120), "not JSON", whole});
  BOOST_TEST(holds(m.text, R"("RANK 2 - GPU")"));
  BOOST_TEST(read_kineto(m.text).has_value());
  BOOST_REQUIRE(m.quality.issues().size() == 1u);
  BOOST_TEST(m.quality.issues()[0].count == 2u);
  BOOST_TEST(m.quality.issues()[0].first.file == folder.path("rank_0"));
  std::vector<merged_rank> nowhere{{0, folder.path("nowhere")}};
  data_quality quality;
  string_output out;
  write_merged_trace(out, nowhere, {}, quality);
  BOOST_TEST(quality.issues().size() == 1u);
  BOOST_TEST(out.text() == "{\"traceEvents\": [\n]}\n");
}

BOOST_AUTO_TEST_CASE(numbers_are_set_apart_by_powers_of_ten) {
  ranks_detail::merged_numbers n;
  n.see(ranks_detail::merged_field::id, "9223372036854775807");
  BOOST_TEST(n.spacing(ranks_detail::merged_field::id) == 0);
  BOOST_TEST(n.needs_new_numbers(ranks_detail::merged_field::id, 1));
  n.see(ranks_detail::merged_field::pid, "999");
  BOOST_TEST(n.spacing(ranks_detail::merged_field::pid) == 10000);  // 999 + 1 is 10^3; one digit more
  n.see(ranks_detail::merged_field::pid, "1000");
  BOOST_TEST(n.spacing(ranks_detail::merged_field::pid) == 100000);
  BOOST_TEST(!n.needs_new_numbers(ranks_detail::merged_field::pid, 1023));
  BOOST_TEST(n.spacing(ranks_detail::merged_field::correlation) == 0);  // there are none
}

BOOST_AUTO_TEST_CASE(events_of_any_shape_stay_json) {
  const temporary_folder folder;
  const merged m = merge_traces(folder, {R"({"traceEvents": [{}, {"args": 5}, {"args": [1]}, {"args": { } }, {"pid": 1.5, "id": "x"}]})"});
  BOOST_TEST(holds(m.text, R"({"args": {"rank": 0}})"));
  BOOST_TEST(holds(m.text, R"_({"pid": 1.5, "id": "x (rank 0)", "args": {"rank": 0, "id_raw": "x", "pid_raw": 1.5}})_"), m.text);
  ranks_detail::raw_events events(m.text);
  std::size_t n = 0;
  for (ranks_detail::raw_event e; events.next(e);) ++n;
  BOOST_TEST(n == 5u);
  BOOST_TEST(events.whole());
}

BOOST_AUTO_TEST_CASE(a_second_list_of_events_ends) {
  const temporary_folder folder;
  const merged m = merge_traces(folder, {R"({"traceEvents": [{"pid": 1}], "schemaVersion": 1, "traceEvents": [{"pid": 2}], "displayTimeUnit": "ms"})"});
  BOOST_TEST(holds(m.text, R"({"pid": 1, )"), m.text);
  BOOST_TEST(!holds(m.text, R"({"pid": 2)"));
  BOOST_TEST(holds(m.text, R"("displayTimeUnit": "ms")"));
}

BOOST_AUTO_TEST_CASE(arrows_join_the_kernels_of_a_collective) {
  const temporary_folder folder;
  std::vector<merged_rank> ranks;
  for (int r = 0; r < 2; ++r)
    ranks.push_back({r, folder.file("rank_" + std::to_string(r), launch_and_kernel(40 + r, 9 + r)), {}, {}});
  ranks[1].clock.by = 1000;  // its clock is 1 us ahead
  ranks[0].arrows = {{3000, 1000, 7, 4, 's', "allreduce"}};
  ranks[1].arrows = {{3000, 1000, 8, 3, 'f', "allgather"}, {3000, 1000, 7, 4, 'f', "allreduce"}};  // the first on another stream
  data_quality quality;
  string_output out;
  write_merged_trace(out, ranks, {}, quality);
  BOOST_TEST(holds(out.text(), R"({"ph": "s", "id": 5, "pid": 2, "tid": 7, "ts": 3, "cat": "collective", )"
                               R"("name": "allreduce", "args": {"rank": 0}})"), out.text());
  BOOST_TEST(holds(out.text(), R"("tid": 7, "ts": 2.000, "cat": "collective", "name": "allreduce", "bp": "e", )"
                               R"("args": {"rank": 1}})"), out.text());
  BOOST_TEST(!holds(out.text(), "allgather"));
}

BOOST_AUTO_TEST_SUITE_END()
