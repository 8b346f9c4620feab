#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/read/tracy_messages.hpp>

#include "tests/support/tracy_text.hpp"

namespace rl = ridgeline;
using namespace test::tracy;

BOOST_AUTO_TEST_SUITE(tt_tracy_messages)

namespace {

rl::tt_tracy_capture read(const std::string& rows) {
  rl::tt_tracy_capture capture;
  const std::optional<rl::failure> why = rl::read_tt_tracy_messages(messages_head + rows, "data.csv", capture);
  BOOST_TEST(!why, to_string(why.value_or(rl::failure{rl::errc::usage, {}, ""})));
  return capture;
}
/// How often a reason was counted; the reason begins with `front`.
std::uint64_t count(const rl::tt_tracy_capture& capture, std::string_view front) {
  for (const rl::quality_issue& issue : capture.quality.issues())
    if (issue.reason.starts_with(front)) return issue.count;
  return 0;
}

}  // namespace

BOOST_AUTO_TEST_CASE(rows_have_quotes_line_ends_and_semicolons) {
  rl::tt_tracy_rows rows("`a;\n``b```;12\r\nplain;13\n\n`c`;14");
  rl::tt_tracy_message m;
  BOOST_TEST((rows.next(m) == rl::tt_tracy_rows::result::message));
  BOOST_TEST(m.text == "a;\n`b`");
  BOOST_TEST(m.at == "12");
  BOOST_TEST(m.line == 1u);
  BOOST_TEST((rows.next(m) == rl::tt_tracy_rows::result::message));
  BOOST_TEST(m.text == "plain");
  BOOST_TEST(m.line == 3u);  // the first row has two lines
  BOOST_TEST((rows.next(m) == rl::tt_tracy_rows::result::message));
  BOOST_TEST(m.text == "c");
  BOOST_TEST(m.at == "14");
  BOOST_TEST(m.line == 5u);
  BOOST_TEST((rows.next(m) == rl::tt_tracy_rows::result::end));
}

BOOST_AUTO_TEST_CASE(an_open_quote_costs_its_own_row) {
  const rl::tt_tracy_capture c = read("`TT_DNN_DEVICE_OP: \"Lost\", 1, 0, 1 ->\n{\n" + op("Add", 2, "77", 20));
  BOOST_TEST_REQUIRE(c.ops.size() == 1u);
  BOOST_TEST(c.ops[0].id == 2u);
  BOOST_TEST(count(c, "quote of a message is not closed") == 1u);
  BOOST_TEST(c.quality.issues()[0].first.line == 2u);
}

BOOST_AUTO_TEST_CASE(a_last_row_without_a_line_end_is_left_out) {
  // cut within 2273026166: the signpost would have been at 227302
  const rl::tt_tracy_capture c = read(op("Add", 2, "77", 20) + "`TT_SIGNPOST: done`;227302");
  BOOST_TEST(c.ops.size() == 1u);
  BOOST_TEST(c.signposts.empty());
  BOOST_TEST(count(c, "file ends within its last row (no line end): that row is left out") == 1u);
}

BOOST_AUTO_TEST_CASE(another_file_is_refused) {
  rl::tt_tracy_capture capture;
  const std::optional<rl::failure> why = rl::read_tt_tracy_messages("name,src_file\n", "data.csv", capture);
  BOOST_TEST_REQUIRE(why.has_value());
  BOOST_TEST(to_string(*why).starts_with("data.csv:1:1: expected the header MessageName;total_ns"));
}

BOOST_AUTO_TEST_CASE(cached_ops_share_the_program_of_their_device_and_hash) {
  const std::string large = "18446744073709551615";  // 2^64 - 1 is not exact as a double
  const rl::tt_tracy_capture c = read(op("Add", 1, large, 10) + op("Add", 2, large, 20, {}, 1) +
                                      cached("Add", 3, large, 30) + cached("Add", 4, large, 40, 1));
  BOOST_TEST_REQUIRE(c.ops.size() == 4u);
  BOOST_TEST(c.programs.size() == 2u);
  BOOST_TEST(c.ops[2].program == c.ops[0].program);
  BOOST_TEST(c.ops[3].program == c.ops[1].program);
  BOOST_TEST(c.ops[2].message == 30);
  BOOST_TEST(c.programs[0].hash.value() == 18446744073709551615u);
  BOOST_TEST(c.quality.empty());
  BOOST_TEST(!c.refused);
}

/// As those of autumn 2026: the head has the id, and the JSON only the tensors of this call.
BOOST_AUTO_TEST_CASE(cached_ops_may_have_tensors_of_their_own) {
  const auto tensors = [](const std::string& x) {
    return "\"input_tensors\": [{\"shape\": {\"X\": \"" + x + "\"}, \"dtype\": \"BFLOAT16\"}]";
  };
  const auto again = [&](const std::string& hash, int id, const std::string& x) {
    return message("TT_DNN_DEVICE_OP: \"reshape\", " + hash + ", 0, true, " + std::to_string(id) + " ->\n{" +
                       tensors(x) + "}",
                   id * 10);
  };
  const rl::tt_tracy_capture c =
      read(op("reshape", 41, "777", 410, tensors("32[32]") + ", \"attributes\": {\"axis\": \"-1\"}") +
           message("TT_METAL_TRACE_BEGIN: 0, 9", 415) + again("777", 42, "64[64]") + again("777", 43, "64[64]") +
           again("777", 44, "32[32]") + again("8", 45, "96[96]"));
  BOOST_TEST_REQUIRE(c.ops.size() == 5u);
  BOOST_TEST(c.ops[1].id == 42u);
  BOOST_TEST(c.ops[1].cache_hit == 1);
  BOOST_TEST(c.ops[1].trace == 9);
  const rl::tt_tracy_program& other = c.programs[c.ops[1].program];
  BOOST_TEST(other.inputs.at(0).extents[3] == "64[64]");
  BOOST_TEST(other.attributes == c.programs[c.ops[0].program].attributes);
  BOOST_TEST(other.code == "reshape");
  BOOST_TEST(c.ops[2].program == c.ops[1].program);  // the same tensors once more
  BOOST_TEST(c.ops[3].program == c.ops[0].program);  // those of the first message
  BOOST_TEST(c.programs[c.ops[4].program].inputs.at(0).extents[3] == "96[96]");
  BOOST_TEST(c.programs[c.ops[4].program].attributes.empty());
  BOOST_TEST(count(c, "op is cached before its first message") == 1u);
  BOOST_TEST(count(c, "message of an op has no global_call_count") == 0u);
}

/// Messages of more than 64 KiB keep 8 tensors of a list, and tell how many there were.
BOOST_AUTO_TEST_CASE(lists_that_tt_metal_shortened_are_counted) {
  const rl::tt_tracy_capture c = read(op("Concat", 1, "5", 10, "\"input_tensors_original_count\": 300") +
                                      op("Split", 2, "6", 20, "\"output_tensors_original_count\": [1]") +
                                      op("Add", 3, "7", 30));
  BOOST_TEST(c.ops.size() == 3u);
  BOOST_TEST(count(c, "message of an op lists only its first tensors") == 2u);
}

BOOST_AUTO_TEST_CASE(heads_of_2026_say_whether_the_cache_was_hit) {
  const rl::tt_tracy_capture c = read(op("Add", 1, "5", 10) +
                                      message("TT_DNN_DEVICE_OP: \"Add\", 5, 0, True, 2", 20) +
                                      message("TT_DNN_DEVICE_OP: \"Add\", 5, 0, 0, 3", 30));
  BOOST_TEST_REQUIRE(c.ops.size() == 3u);
  BOOST_TEST(c.has_hit_in_head);
  BOOST_TEST(c.ops[0].cache_hit == -1);
  BOOST_TEST(c.ops[1].cache_hit == 1);
  BOOST_TEST(c.ops[2].cache_hit == 0);
}

BOOST_AUTO_TEST_CASE(carriage_returns_before_line_ends_change_nothing) {
  const std::string unix_rows = op("Add", 1, "5", 10) + cached("Add", 2, "5", 20) + message("TT_SIGNPOST: a\nb", 30);
  std::string rows;
  for (const char c : unix_rows) rows += c == '\n' ? "\r\n" : std::string(1, c);
  const rl::tt_tracy_capture c = read(rows);
  BOOST_REQUIRE(c.ops.size() == 2u);
  BOOST_TEST(c.programs.size() == 1u);  // the cached op gets that of the first
  BOOST_TEST(c.programs[0].code == "Add");
  BOOST_TEST(c.ops[1].message == 20);
  BOOST_REQUIRE(c.signposts.size() == 1u);
  BOOST_TEST(c.signposts[0].at == 30);
  BOOST_TEST(c.quality.empty());
}

BOOST_AUTO_TEST_CASE(a_cut_message_and_a_program_that_was_never_sent_leave_the_head) {
  const std::string cut = "TT_DNN_DEVICE_OP: \"Big, op\", 9, 0, 7 ->\n{\n \"attributes\": {\"a\"";
  const rl::tt_tracy_capture c = read(message(cut, 10) + cached("Early", 8, "11", 20));
  BOOST_TEST_REQUIRE(c.ops.size() == 2u);
  BOOST_TEST(c.ops[0].id == 7u);
  BOOST_TEST(c.programs[c.ops[0].program].code == "Big; op");  // no commas in cells
  BOOST_TEST(!c.programs[c.ops[0].program].whole);
  BOOST_TEST(c.programs[c.ops[1].program].hash.value() == 11u);
  BOOST_TEST(count(c, "message of an op is cut") == 1u);
  BOOST_TEST(count(c, "op is cached before its first message") == 1u);
  BOOST_TEST_REQUIRE(c.refused.has_value());
  BOOST_TEST(c.refused->at.line == 2u);  // the first of the two, which ends on line 4
}

BOOST_AUTO_TEST_CASE(the_later_of_equal_ids_counts_in_the_place_of_the_first) {
  const rl::tt_tracy_capture c = read(op("First", 1, "1", 10) + op("Between", 2, "2", 20) + op("Later", 1, "3", 30));
  BOOST_TEST_REQUIRE(c.ops.size() == 2u);
  BOOST_TEST(c.programs[c.ops[0].program].code == "Later");
  BOOST_TEST(c.ops[0].message == 30);
  BOOST_TEST(count(c, "op has the id of an earlier one") == 1u);
}

BOOST_AUTO_TEST_CASE(ops_between_begin_and_end_are_captured_on_their_device) {
  const rl::tt_tracy_capture c = read(
      op("A", 1, "1", 10) + message("TT_METAL_TRACE_BEGIN: 0, 7", 11) + op("B", 2, "2", 12) +
      op("C", 3, "3", 13, {}, 1) +
      message("TT_METAL_TRACE_END: 0, 7", 14) + op("D", 4, "4", 15) + message("TT_METAL_TRACE_REPLAY: 0, 7", 16) +
      message("TT_METAL_TRACE_ENQUEUE_PROGRAM: 0, 7, 2", 17) + message("TT_METAL_TRACE_RELEASE: 0, 7", 18) +
      message("TT_METAL_TRACE_END: 0, 8", 19));
  BOOST_TEST_REQUIRE(c.ops.size() == 4u);
  BOOST_TEST(c.ops[0].trace == -1);
  BOOST_TEST(c.ops[1].trace == 7);
  BOOST_TEST(c.ops[2].trace == -1);  // another device
  BOOST_TEST(c.ops[3].trace == -1);
  BOOST_TEST_REQUIRE(c.replays.size() == 1u);
  BOOST_TEST(c.replays[0].at == 16);
  BOOST_TEST(count(c, "capture of a trace ends but did not begin") == 1u);
}

BOOST_AUTO_TEST_CASE(signposts_keep_their_lines) {
  const rl::tt_tracy_capture c = read(message("TT_SIGNPOST: layer 0\ntokens: 1, 2", 10));
  BOOST_TEST_REQUIRE(c.signposts.size() == 1u);
  BOOST_TEST(c.signposts[0].text == "layer 0\ntokens: 1; 2");
  BOOST_TEST(c.signposts[0].at == 10);
}

BOOST_AUTO_TEST_CASE(what_is_not_ours_is_ignored_and_what_is_unknown_is_counted) {
  const rl::tt_tracy_capture c =
      read("Frame 1; a; b; c\n" + message("TT_DNN_WHAT", 10) + message("TT_SIGNPOST: x", -3));
  BOOST_TEST(c.ops.empty());
  BOOST_TEST(count(c, "message with TT_DNN is of an unknown kind") == 1u);
  BOOST_TEST(count(c, "expected the time of a message") == 1u);
  BOOST_TEST(c.quality.issues().size() == 2u);
}

BOOST_AUTO_TEST_CASE(zones_give_ops_their_time_and_calls_their_sums) {
  rl::tt_tracy_capture c = read(op("A", 1, "1", 10) + op("B", 2, "2", 20));
  const std::optional<rl::failure> why = rl::read_tt_tracy_zones(
      zones_head + zone(1, 5, 7) + call("write", 1, 30) + call("compile", 1, 4) + call("write", 1, 2) +
          call("write", 2, 9) +
          "other,a,1,,id:9,1,1,1,\n" + zone(9, 1, 1) + zone(2, -1, 5),
      "times.csv", c);
  BOOST_TEST(!why);
  BOOST_TEST(c.ops[0].start == 5);
  BOOST_TEST(c.ops[0].time == 7);
  BOOST_TEST(c.ops[1].start == -1);
  BOOST_TEST(c.has_parents);
  BOOST_TEST_REQUIRE(c.functions.size() == 2u);
  BOOST_TEST(c.functions[0] == "compile");  // sorted
  BOOST_TEST_REQUIRE(c.calls.size() == 3u);
  BOOST_TEST(c.calls[1].name == 1u);
  BOOST_TEST(c.calls[1].time == 32);  // 30 + 2
  BOOST_TEST(c.calls[2].op == 1u);
  BOOST_TEST(count(c, "zone names an op without a message") == 1u);
  BOOST_TEST(count(c, "zone of an op has no start") == 1u);
}

BOOST_AUTO_TEST_CASE(zones_without_their_columns_are_refused) {
  rl::tt_tracy_capture c;
  const std::optional<rl::failure> why = rl::read_tt_tracy_zones("name,zone_text,exec_time_ns\n", "times.csv", c);
  BOOST_TEST_REQUIRE(why.has_value());
  BOOST_TEST(to_string(*why) == "times.csv:1:1: expected a column \"ns_since_start\" in the header of Tracy's zones");
}

BOOST_AUTO_TEST_SUITE_END()
