#include <ridgeline/tt/tree/window.hpp>

#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/tt_ops.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(flow_tt_window)

using test::as_file;
using test::at_time;
using test::device_op;
using test::ids_of;
using test::signpost;

namespace {

/// Ids of the window over ordered ops, and the last note.
std::string cut(const std::vector<tt_op>& ops, const tt_window& window = {}) {
  return ids_of(cut_window(test::all_of(ops), window, {}).ops);
}
bool notes(const std::vector<tt_op>& ops, const tt_window& window, std::string_view words) {
  for (const std::string& note : cut_window(test::all_of(ops), window, {}).notes)
    if (note.find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(without_signposts_all_stays) {
  const auto ops = as_file({device_op("A"), device_op("B")});
  BOOST_TEST(cut(ops) == "2 3");
  BOOST_TEST(cut({}) == "");
}

BOOST_AUTO_TEST_CASE(default_opens_behind_the_last_occurrence) {
  //                        2              3               4              5               6
  const auto ops = as_file({signpost("s"), device_op("A"), signpost("s"), device_op("B"), device_op("s")});
  BOOST_TEST(cut(ops) == "5 6");  // and the op named like the signpost is an op
  const auto named_like = as_file({device_op("s"), device_op("A"), signpost("s"), device_op("B")});
  BOOST_TEST(cut(named_like) == "5");
  BOOST_TEST(cut(named_like, {"s"}) == "5");
}

BOOST_AUTO_TEST_CASE(a_signpost_at_the_end_marks_no_window) {
  //                        2                  3               4                5                  6
  const auto ops = as_file({signpost("begin"), device_op("A"), signpost("end"), signpost("begin"), device_op("B"),
                            signpost("end"), signpost("done")});
  BOOST_TEST(cut(ops) == "6");  // after `begin`, the last signpost before an op
  BOOST_TEST(notes(ops, {}, "no op follows signpost 'done'"));
  const auto only = as_file({device_op("A"), device_op("B"), signpost("done")});
  BOOST_TEST(cut(only) == "");  // no signpost opens a window
  BOOST_TEST(notes(only, {}, "no op follows signpost 'done'"));
  BOOST_TEST(cut(as_file({signpost("a"), signpost("b")})) == "");
}

BOOST_AUTO_TEST_CASE(named_window) {
  //                        2                3               4                 5               6                7
  const auto ops = as_file({signpost("one"), device_op("A"), signpost("two"), device_op("B"), signpost("one"),
                            device_op("C"), signpost("two"), device_op("D")});
  //                        ^7              ^8               ^9
  BOOST_TEST(cut(ops, {"one", "two"}) == "3");
  BOOST_TEST(cut(ops, {"two", "one"}) == "5");
  BOOST_TEST(cut(ops, {"one", "one"}) == "3 5");   // between the first two
  BOOST_TEST(cut(ops, {"two"}) == "5 7 9");        // from the first on
  BOOST_TEST(cut(ops, {"", "two"}) == "3");
  BOOST_TEST(cut(ops, {"one", "two", false, true}) == "3");
  BOOST_TEST(cut(ops, {"two", "two", false, true}) == "5 6 7");  // signposts inside stay
  BOOST_TEST(cut(ops, {"one", "two", true}) == "2 3 4 5 6 7 8 9");
}

BOOST_AUTO_TEST_CASE(equal_names_that_occur_once_leave_the_end_open) {
  const auto ops = as_file({device_op("A"), signpost("s"), device_op("B"), device_op("C")});
  BOOST_TEST(cut(ops, {"s", "s"}) == "4 5");
  BOOST_TEST(notes(ops, {"s", "s"}, "occurs once"));
}

BOOST_AUTO_TEST_CASE(unknown_names_are_passed_over) {
  const auto ops = as_file({signpost("s"), device_op("A"), signpost("t"), device_op("B")});
  BOOST_TEST(cut(ops, {"nope", "t"}) == "3");
  BOOST_TEST(notes(ops, {"nope", "t"}, "start signpost 'nope' does not occur"));
  BOOST_TEST(cut(ops, {"s", "nope"}) == "3 5");
  BOOST_TEST(cut(ops, {"nope", "nope"}) == "5");  // as without names
}

BOOST_AUTO_TEST_CASE(an_end_before_the_start_leaves_the_window_open) {
  const auto ops = as_file({signpost("end"), device_op("A"), signpost("go"), device_op("B"), device_op("C")});
  BOOST_TEST(cut(ops, {"go", "end"}) == "5 6");
  BOOST_TEST(notes(ops, {"go", "end"}, "does not occur after the start"));
  const auto later = as_file({signpost("end"), signpost("go"), device_op("B"), signpost("end"), device_op("C")});
  BOOST_TEST(cut(later, {"go", "end"}) == "4");
}

BOOST_AUTO_TEST_CASE(order_is_by_host_time_and_stable) {
  std::vector<tt_op> ops{at_time(device_op("A"), 50), at_time(device_op("B"), 20), device_op("no time"),
                         at_time(device_op("C"), 20), at_time(device_op("D"), 10), device_op("no time")};
  for (std::size_t i = 0; i < ops.size(); ++i) ops[i].id = static_cast<std::uint32_t>(i + 2);
  BOOST_TEST(ids_of(in_time_order(ops, {})) == "6 3 5 2 4 7");  // equal times in file order, unknown ones last
}

BOOST_AUTO_TEST_CASE(windows_are_cut_by_time_where_the_file_is_not_in_time_order) {
  //                                2                              3                             4
  const auto ops = as_file({at_time(device_op("A"), 30), at_time(signpost("s"), 20), at_time(device_op("B"), 10),
                            at_time(device_op("C"), 40), at_time(signpost("e"), 35)});
  //                                5                              6
  BOOST_TEST(ids_of(cut_window(in_time_order(ops, {}), {"s", "e"}, {}).ops) == "2");  // 10 B, 20 s, 30 A, 35 e, 40 C
  BOOST_TEST(ids_of(cut_window(in_time_order(ops, {}), {}, {}).ops) == "5");
}

BOOST_AUTO_TEST_CASE(replays_keep_the_order_of_the_file) {
  std::vector<tt_op> ops = as_file({at_time(device_op("A"), 90), at_time(device_op("B"), 10)});
  BOOST_TEST(ids_of(in_time_order(ops, {})) == "3 2");
  ops[1].replay_session = 0;
  BOOST_TEST(ids_of(in_time_order(ops, {})) == "2 3");
}

BOOST_AUTO_TEST_CASE(replays_without_a_session_are_known_by_their_capture) {
  std::vector<tt_op> ops;  // two ops on two devices, captured at 10 and 20, that run twice
  for (int run = 0; run < 2; ++run)
    for (const int call : {1, 2})
      for (const int device : {0, 1}) {
        ops.push_back(at_time(device_op(call == 1 ? "A" : "B", device), call * 10));
        ops.back().global_call_count = call * 1024 + device;
      }
  ops = as_file(ops);
  BOOST_TEST(ids_of(in_time_order(ops, {})) == "2 3 4 5 6 7 8 9");
  BOOST_TEST(ids_of(in_time_order(ops, {.replays_by_host_time = true})) == "2 3 6 7 4 5 8 9");
  for (tt_op& op : ops) op.global_call_count = -1;  // equal times alone prove nothing
  BOOST_TEST(ids_of(in_time_order(ops, {})) == "2 3 6 7 4 5 8 9");
}

BOOST_AUTO_TEST_CASE(each_host_is_cut_by_its_own_signposts) {
  // The clock of host 1 is a second ahead, so that all of host 0 comes before its signpost.
  std::vector<tt_op> ops = as_file({at_time(device_op("A"), 10), at_time(signpost("go"), 20),
                                    at_time(device_op("B"), 30), at_time(device_op("A", 1), 1e9 + 10),
                                    at_time(signpost("go"), 1e9 + 20), at_time(device_op("B", 1), 1e9 + 30)});
  for (std::size_t i = 3; i < 6; ++i) ops[i].host = 1;
  BOOST_TEST(cut(ops) == "4 7");
  BOOST_TEST(cut(ops, {"go"}) == "4 7");
  BOOST_TEST(cut(ops, {"", "go"}) == "2 5");
  BOOST_TEST(cut(ops, {"", "", true}) == "2 3 4 5 6 7");
  BOOST_TEST(notes(ops, {"go"}, "each host, window: after signpost 'go'"));
  ops[4].code = "other";  // one note per host, where they differ
  BOOST_TEST(notes(ops, {}, "host 1, window: after the last signpost, 'other'"));
}

BOOST_AUTO_TEST_SUITE_END()
