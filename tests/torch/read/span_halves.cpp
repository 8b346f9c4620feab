#include <boost/test/unit_test.hpp>

#include <string>

#include "tests/support/kineto_text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(read_span_halves)

namespace {

std::string half(std::string_view phase, std::string_view name, std::string_view ts, int thread = 1, std::string_view category = "cpu_op") {
  std::string text = R"({"ph": ")" + std::string(phase) + R"(", "pid": 1, "tid": )" + std::to_string(thread) + R"(, "ts": )" + std::string(ts);
  if (!name.empty()) text += R"(, "cat": ")" + std::string(category) + R"(", "name": ")" + std::string(name) + '"';
  return text + "}";
}

std::int64_t length_of(const torch_trace& t, std::string_view name) {
  for (const torch_event& e : t.events)
    if (t.name(e) == name && e.phase == chrome_phase::complete) return e.time.base();
  return -1;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_end_closes_the_innermost_span_of_its_thread) {
  // outer 0 to 20 us, inner 5 to 8 us, on another thread 6 to 7.5 us
  const torch_trace t = kineto_text().raw(half("B", "outer", "0")).raw(half("B", "inner", "5")).raw(half("B", "beside", "6", 2))
                            .raw(half("E", "", "8")).raw(half("E", "", "7.5", 2)).raw(half("E", "", "20")).read();
  BOOST_TEST(length_of(t, "outer") == 20'000);
  BOOST_TEST(length_of(t, "inner") == 3'000);
  BOOST_TEST(length_of(t, "beside") == 1'500);
  BOOST_TEST(t.problems[torch_problem::time_missing].count == 0u);
}

BOOST_AUTO_TEST_CASE(they_may_stand_in_any_order) {
  const torch_trace t = kineto_text().raw(half("E", "", "8")).raw(half("B", "b", "10")).raw(half("B", "a", "5")).raw(half("E", "", "12")).read();
  BOOST_TEST(length_of(t, "a") == 3'000);  // 5 to 8
  BOOST_TEST(length_of(t, "b") == 2'000);  // 10 to 12
}

BOOST_AUTO_TEST_CASE(at_one_time_the_file_decides) {
  const torch_trace t = kineto_text().raw(half("B", "a", "5")).raw(half("E", "", "9")).raw(half("B", "b", "9")).raw(half("E", "", "9")).read();
  BOOST_TEST(length_of(t, "a") == 4'000);
  BOOST_TEST(length_of(t, "b") == 0);
}

BOOST_AUTO_TEST_CASE(at_one_time_an_end_closes_the_span_that_it_names) {
  // a from 0 to 10 us, b from 10 to 40: the end of a stands behind the begin of b
  const torch_trace t = kineto_text().raw(half("B", "a", "0")).raw(half("B", "b", "10")).raw(half("E", "a", "10"))
                            .raw(half("E", "b", "40")).read();
  BOOST_TEST(length_of(t, "a") == 10'000);
  BOOST_TEST(length_of(t, "b") == 30'000);
  // no span of that name is open: the innermost one
  const torch_trace other = kineto_text().raw(half("B", "a", "0")).raw(half("B", "b", "10")).raw(half("E", "c", "10"))
                                .raw(half("E", "", "40")).read();
  BOOST_TEST(length_of(other, "b") == 0);
  BOOST_TEST(length_of(other, "a") == 40'000);
}

BOOST_AUTO_TEST_CASE(an_end_has_what_its_begin_lacks_and_is_no_event_of_its_own) {
  const torch_trace t = kineto_text().raw(half("B", "k", "5", 7, "kernel"))
                            .raw(R"({"ph": "E", "pid": 1, "tid": 7, "ts": 9, "cat": "kernel", "name": "k", "args": )"
                                 R"({"correlation": 3, "External id": 4, "stream": 7}})").read();
  const torch_event& k = t.events[0];
  BOOST_TEST(k.time.base() == 4'000);
  BOOST_TEST(k.correlation == 3);
  BOOST_TEST(k.external_id == 4);
  BOOST_REQUIRE(t.gpu(k) != nullptr);
  BOOST_TEST(t.gpu(k)->stream == 7);
  BOOST_TEST((t.events[1].category == kineto_category::none));
}

BOOST_AUTO_TEST_CASE(halves_that_are_alone_are_counted) {
  const torch_trace t = kineto_text().raw(half("E", "", "1")).raw(half("B", "open", "2")).raw(half("B", "other", "3", 2))
                            .raw(R"({"ph": "B", "cat": "cpu_op", "name": "without a time", "pid": 1, "tid": 1})").read();
  BOOST_TEST(length_of(t, "open") == -1);
  BOOST_TEST(t.problems[torch_problem::time_missing].count == 4u);
}

BOOST_AUTO_TEST_CASE(digits_beyond_nanoseconds_are_kept) {
  const torch_trace t = kineto_text().raw(half("B", "a", "5.00025")).raw(half("E", "", "8.0005")).read();
  BOOST_TEST(t.length_us(t.events[0]) == 8.0005 - 5.00025);
}

BOOST_AUTO_TEST_SUITE_END()
