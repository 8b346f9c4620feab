#include <ridgeline/torch/read/kineto.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/read/number.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/torch/run/profile.hpp>
#include <ridgeline/torch/run/quality.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_kineto)

namespace {

std::string document(std::string_view events) { return "{\"traceEvents\": [" + std::string(events) + "]}"; }

torch_trace read(std::string_view text, kineto_options options = {}) {
  auto trace = read_kineto(text, options);
  BOOST_REQUIRE(trace.has_value());
  return std::move(*trace);
}

std::uint64_t count(const torch_trace& t, torch_problem p) { return t.problems[p].count; }

/// Everything in a trace as one text, to compare traces that were read in different pieces.
std::string said(const torch_trace& t) {
  std::string out;
  const auto number = [&](std::int64_t n) { out += ' ' + std::to_string(n); };
  const auto text = [&](symbol s_) { out += " " + std::to_string(index_of(s_)) + "=" + std::string(t.text(s_)); };
  for (const torch_event& e : t.events) {
    out += '\n' + std::to_string(static_cast<int>(e.phase)) + std::string(name_of(e.category)) + ' ' + std::to_string(e.start.base()) +
           ' ' + std::to_string(e.time.base());
    number(e.correlation), number(e.external_id), number(e.place), number(e.args), text(e.name);
  }
  for (const op_arguments& a : t.ops) {
    for (const symbol x : {a.input_dims, a.input_types, a.input_strides, a.concrete_inputs, a.kernel_file}) text(x);
    number(a.sequence), number(a.forward_thread);
  }
  for (const launch_arguments& a : t.launches) text(a.grid), text(a.block);
  for (const gpu_arguments& a : t.gpus) number(a.stream), number(a.device), number(a.bytes), number(a.collective), text(a.grid);
  for (const collective_arguments& a : t.collectives) text(a.name), text(a.dtype), text(a.group_ranks), number(a.in_elements);
  for (const symbol x : t.labels) text(x);
  for (const torch_place& p : t.places) text(p.process), text(p.thread);
  for (const torch_graph_node& g : t.graph_nodes) number(g.event), number(g.graph), number(static_cast<std::int64_t>(g.node));
  for (const torch_problem_facts& f : torch_problem_table)
    out += '\n' + std::string(f.name) + std::to_string(t.problems[f.kind].count) + ' ' + std::to_string(t.problems[f.kind].first_byte);
  return out;
}

constexpr std::string_view two_events =
    R"({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 5, "tid": 6, "ts": 2241346127369.958, "dur": 1.5,
        "args": {"External id": 7, "Sequence number": 8, "Fwd thread id": 1, "Concrete Inputs": [ "", "[1, 2]" ],
                 "Input type": ["float"], "Input Strides": [[2, 1], []], "Input Dims": [[3, 2], [ ]], "Ev Idx": 9}},
       {"ph": "X", "cat": "kernel", "name": "ncclKernel", "pid": 0, "tid": 7, "ts": 3, "dur": 2,
        "args": {"device": 0, "stream": 7, "correlation": 12, "grid": [4, 1, 1], "block": [256, 1, 1],
                 "Collective name": "allreduce", "In msg nelems": 1024, "Out msg nelems": 2048, "dtype": "BFloat16",
                 "Group size": 2, "Process Group Name": "0", "Process Group Ranks": "[0, 1]", "In split size": "[]"}})";

}  // namespace

BOOST_AUTO_TEST_CASE(reads_fields_and_arguments) {
  const torch_trace t = read(document(two_events));
  BOOST_REQUIRE(t.events.size() == 2u);
  const torch_event& op = t.events[0];
  BOOST_TEST((op.phase == chrome_phase::complete && op.category == kineto_category::cpu_op));
  BOOST_TEST(t.name(op) == "aten::mm");
  BOOST_TEST(t.start_us(op) == 2241346127369.958);
  BOOST_TEST(t.length_us(op) == 1.5);
  BOOST_TEST(op.external_id == 7);
  BOOST_TEST(!known(op.correlation));
  BOOST_TEST(t.text(t.places[op.place].process) == "5");
  BOOST_REQUIRE(t.op(op) != nullptr);
  BOOST_TEST(t.op(op)->sequence == 8);
  BOOST_TEST(t.op(op)->forward_thread == 1);
  BOOST_TEST(t.text(t.op(op)->input_dims) == "[[3,2],[]]");
  BOOST_TEST(t.text(t.op(op)->input_strides) == "[[2,1],[]]");
  BOOST_TEST(t.text(t.op(op)->concrete_inputs) == R"(["","[1, 2]"])");
  BOOST_TEST(t.gpu(op) == nullptr);
  const torch_event& kernel = t.events[1];
  BOOST_TEST(kernel.correlation == 12);
  BOOST_REQUIRE(t.collective(kernel) != nullptr);
  BOOST_TEST(t.gpu(kernel)->stream == 7);
  BOOST_TEST(t.text(t.gpu(kernel)->grid) == "[4,1,1]");
  BOOST_TEST(t.text(t.collective(kernel)->name) == "allreduce");
  BOOST_TEST(t.text(t.collective(kernel)->group_ranks) == "[0, 1]");
  BOOST_TEST(t.text(t.collective(kernel)->in_split) == "[]");
  BOOST_TEST(t.collective(kernel)->out_elements == 2048);
  BOOST_TEST(!known(t.collective(kernel)->out_split));
  for (const torch_problem_facts& f : torch_problem_table) BOOST_TEST(t.problems[f.kind].count == 0u, f.name);
}

BOOST_AUTO_TEST_CASE(takes_keys_in_any_order) {
  const torch_trace t = read(document(R"({"args": {"stream": 3, "correlation": 4}, "dur": 1, "ts": 2, "name": "k",
      "tid": 3, "pid": 0, "cat": "gpu_memcpy", "ph": "X"}, {"id": 4, "ph": "f", "cat": "ac2g", "name": "ac2g", "ts": 1})"));
  BOOST_TEST(t.gpu(t.events[0])->stream == 3);
  BOOST_TEST(t.events[0].correlation == 4);
  BOOST_TEST((t.events[1].phase == chrome_phase::flow_finish && t.events[1].correlation == 4));
  BOOST_TEST(!known(t.events[1].place));
}

BOOST_AUTO_TEST_CASE(reads_what_stands_around_the_events_but_never_metadata) {
  const torch_trace t = read(R"({"metadata": {"env": "PASSWORD=secret", "x": [{"ph": "X", "name": "secret"}]},
      "traceEvents": [{"ph": "i", "name": "mark", "ts": 1}], "deviceProperties": [{"id": 1, "name": "MI300X",
      "totalGlobalMem": 205571227648, "numSms": 304, "warpSize": 64, "computeMajor": 9}, {"id": 2, "name": ""}],
      "distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 8, "pg_config": [{"pg_name": "0", "pg_desc": "default_pg",
      "pg_size": 8, "ranks": [0, 1]}]}, "traceName": "x"})");
  BOOST_REQUIRE(t.devices.size() == 2u);
  BOOST_TEST(t.devices[0].name == "MI300X");
  BOOST_TEST(t.devices[0].memory == 205571227648);
  BOOST_TEST(t.devices[0].multiprocessors == 304);
  BOOST_TEST(t.devices[1].id == 2);
  BOOST_TEST(t.distributed.rank == 3);
  BOOST_TEST(t.distributed.world_size == 8);
  BOOST_REQUIRE(t.distributed.groups.size() == 1u);
  BOOST_TEST(t.distributed.groups[0].description == "default_pg");
  BOOST_TEST((t.distributed.groups[0].ranks == std::vector<std::int64_t>{0, 1}));
  BOOST_TEST(t.events.size() == 1u);
  for (std::size_t i = 1; i < t.texts.bound(); ++i)
    BOOST_TEST(t.text(symbol{static_cast<std::uint32_t>(i)}).find("secret") == std::string_view::npos);
}

BOOST_AUTO_TEST_CASE(the_rank_may_stand_in_quotes) {  // as people add it by hand
  const torch_trace t = read(R"({"traceEvents": [{"ph": "i", "name": "mark", "ts": 1}],
      "distributedInfo": {"rank": "1", "world_size": "2", "pg_config": [{"pg_size": "2", "ranks": ["0", "x", 1]}]}})");
  BOOST_TEST(t.distributed.rank == 1);
  BOOST_TEST(t.distributed.world_size == 2);
  BOOST_TEST((t.distributed.groups.at(0).ranks == std::vector<std::int64_t>{0, 1}));
}

BOOST_AUTO_TEST_CASE(takes_a_bare_list_and_an_empty_one) {
  BOOST_TEST(read("[" + std::string(two_events) + "]").events.size() == 2u);
  BOOST_TEST(read(document("")).events.empty());
  BOOST_TEST(read("\xEF\xBB\xBF{\"traceEvents\":[]}").events.empty());
}

BOOST_AUTO_TEST_CASE(events_without_a_list_may_have_commas) {
  const std::string two(two_events), spaced = two.substr(0, two.find("}},") + 2) + two.substr(two.find("}},") + 3);
  for (const std::string& text : {two, two + ",", two + ",\n", spaced, spaced + "\n"}) {
    const torch_trace t = read(text);
    BOOST_TEST(t.events.size() == 2u, text);
    BOOST_TEST(t.name(t.events[0]) == "aten::mm");
    for (const torch_problem p : {torch_problem::file_cut, torch_problem::commas, torch_problem::outside_broken})
      BOOST_TEST(count(t, p) == 0u, text);
  }
}

BOOST_AUTO_TEST_CASE(refuses_what_is_no_trace) {
  for (const std::string_view text : {"", "   ", "{}", "hello", "{\"a\": 1}", "{\"traceEvents\": 5}", "<html>"}) {
    const auto trace = read_kineto(text, {}, "x.json");
    BOOST_TEST(!trace.has_value(), text);
    if (!trace) BOOST_TEST(to_string(trace.error()).find("expected a JSON object with \"traceEvents\"") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(goes_on_after_a_broken_event) {
  // each of these is between two good events; three entries remain, the middle one lost
  for (const std::string_view broken :
       {R"({"ph": "X", "name": "a" "cat": "kernel"})", R"({"ph": "X", "name": "open, "ts": 1})", R"({"ph": "X", "args": {"a": [1, 2})",
        R"({"ph": "X", "args": {"Input Dims": [[1, 2], "Ev Idx": 3}})", R"({"ph": "X", "args": {"Input Dims": [[[[1, 2], "Ev Idx": 3}})",
        R"({"ph": "X", "ts": 1.2.3.})", R"({"ph": "X", "ts": })", R"({"ph" "X"})", R"({"ph": "X",})", "7", "null", "\"text\""}) {
    std::string events = R"({"ph": "i", "name": "first", "ts": 1},)";
    events.append("\n").append(broken).append(",\n").append(R"({"ph": "i", "name": "last", "ts": 2})");
    const torch_trace t = read(document(events));
    BOOST_TEST(t.events.size() >= 2u, broken);
    BOOST_TEST(t.name(t.events.front()) == "first", broken);
    BOOST_TEST(t.name(t.events.back()) == "last", broken);
    const bool counted = count(t, torch_problem::event_broken) == 1 || count(t, torch_problem::number_unreadable) == 1;
    BOOST_TEST(counted, broken);
    BOOST_TEST(t.events.size() == 3u, broken);
  }
}

/// What stands behind an event that was cut inside a list could be members of the list, down to the end of the file.
BOOST_AUTO_TEST_CASE(an_event_cut_inside_a_list_costs_only_itself) {
  const std::string op = R"({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 1, "dur": 2, )"
                         R"("args": {"Input type": ["float", "int"], "Input Dims": [[64, 32], []]}})";
  const std::string kernel = R"({"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1, "dur": 2})";
  for (std::size_t n = op.find('['); n + 1 < op.size(); ++n) {
    const std::string cut = op.substr(0, n);
    for (const char* const end : {"\n]}", "\n], \"traceName\": \"x.json\"}"}) {
      std::string text = "{\"traceEvents\": [\n";
      for (const std::string& e : {op, cut, kernel, op, cut, cut, kernel}) text.append(e).append(",\n");
      text.append(op).append(end);
      const torch_trace t = read(text);
      std::string phases;
      for (const torch_event& e : t.events) phases += e.phase == chrome_phase::lost ? 'x' : 'o';
      BOOST_TEST(phases == "oxooxxoo", cut);
      BOOST_TEST(count(t, torch_problem::event_broken) == 3u, cut);
      BOOST_TEST(count(t, torch_problem::file_cut) == 0u, cut);
      BOOST_TEST(count(t, torch_problem::commas) == 0u, cut);
      kineto_options pieces;
      pieces.piece = 64;
      BOOST_TEST(said(read(text, pieces)) == said(t), cut);
    }
  }
  // Just a list, and a file that ends inside the last event as well.
  const torch_trace list = read("[" + op.substr(0, op.find("64")) + ",\n" + kernel + ",\n" + op + "\n]");
  BOOST_TEST(list.events.size() == 3u);
  BOOST_TEST(count(list, torch_problem::event_broken) == 1u);
  const torch_trace twice = read("[" + op.substr(0, op.find("64")) + ",\n" + kernel + ",\n" + op.substr(0, op.find("64")));
  BOOST_TEST(twice.events.size() == 3u);
  BOOST_TEST(count(twice, torch_problem::event_broken) == 1u);
  BOOST_TEST(count(twice, torch_problem::file_cut) == 1u);
}

/// A hole in a file reads as zeros.
BOOST_AUTO_TEST_CASE(zeros_in_place_of_an_event_are_a_lost_event) {
  const std::string hole(20, '\0'), event = R"({"ph": "i", "name": "a", "ts": 1})";
  for (const std::string& events : {event + "," + hole + "," + event, event + hole + event, event + "," + event + "," + hole,
                                    hole + "," + event + "," + event}) {
    const torch_trace t = read(document(events));
    BOOST_TEST(t.events.size() == 3u);
    BOOST_TEST(count(t, torch_problem::event_broken) == 1u);
    BOOST_TEST(count(t, torch_problem::commas) == 0u);
  }
}

/// A block of zeros may have been any number of events: the file is cut there, within an event as between two, in however
/// many pieces it is read.
BOOST_AUTO_TEST_CASE(a_block_of_zeros_is_a_cut) {
  const std::string hole(4096, '\0'), event = R"({"ph": "i", "name": "a", "ts": 1})";
  for (const std::string& events : {event + "," + hole + "," + event, event + hole + event, event + "," + event + "," + hole,
                                    event + "," + event.substr(0, 20) + hole + event.substr(9) + "," + event}) {
    const torch_trace t = read(document(events));
    BOOST_TEST(t.events.size() == 3u);
    BOOST_TEST(count(t, torch_problem::file_cut) == 1u);
    BOOST_TEST(count(t, torch_problem::event_broken) == 0u);
    const auto pieces = read_kineto(document(events), {.threads = 2, .piece = 64});
    BOOST_REQUIRE(pieces.has_value());
    BOOST_TEST(pieces->events.size() == 3u);
    BOOST_TEST(count(*pieces, torch_problem::file_cut) == 1u);
  }
}

BOOST_AUTO_TEST_CASE(goes_on_after_a_missing_comma_and_a_broken_head) {
  BOOST_TEST(read(document(R"({"ph": "i", "name": "a", "ts": 1} {"ph": "i", "name": "b", "ts": 1})")).events.size() == 2u);
  const torch_trace t = read(R"({"metadata": {"a": oops}, "traceEvents": [{"ph": "i", "name": "b", "ts": 1}]})");
  BOOST_TEST(t.events.size() == 1u);
  BOOST_TEST(count(t, torch_problem::outside_broken) == 1u);
  BOOST_TEST(t.problems[torch_problem::outside_broken].first_byte == 19u);  // the o of oops
}

BOOST_AUTO_TEST_CASE(reads_what_a_cut_file_holds) {
  const std::string whole = document(two_events);
  const std::size_t second = whole.find("{\"ph\": \"X\", \"cat\": \"kernel\"");
  for (std::size_t n = whole.find('[') + 1; n < whole.size(); ++n) {
    const torch_trace t = read(std::string_view(whole).substr(0, n));
    BOOST_TEST(count(t, torch_problem::file_cut) == 1u);
    const std::size_t first_end = whole.rfind('}', second);
    if (n > first_end) BOOST_TEST(t.name(t.events[0]) == "aten::mm");
    if (n > second && n < whole.size() - 2) BOOST_TEST((t.events.size() == 2u && t.events[1].phase == chrome_phase::lost));
  }
}

BOOST_AUTO_TEST_CASE(repairs_texts_and_counts_them) {
  const torch_trace t = read(document(
      "{\"ph\": \"i\", \"name\": \"a\\ud83d\", \"ts\": 1}, {\"ph\": \"i\", \"name\": \"b\\q\", \"ts\": 1},"
      "{\"ph\": \"i\", \"name\": \"c\xFF\", \"ts\": 1}, {\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"d\", \"ts\": 1, \"dur\": 1,"
      " \"args\": {\"Concrete Inputs\": [\"\\udc00\"]}}"));
  BOOST_TEST(t.name(t.events[0]) == "a\xEF\xBF\xBD");
  BOOST_TEST(t.name(t.events[1]) == "b\xEF\xBF\xBDq");
  BOOST_TEST(t.name(t.events[2]) == "c\xEF\xBF\xBD");
  BOOST_TEST(t.text(t.op(t.events[3])->concrete_inputs) == "[\"\xEF\xBF\xBD\"]");
  BOOST_TEST(count(t, torch_problem::bad_escape) == 3u);
  BOOST_TEST(count(t, torch_problem::bad_utf8) == 1u);
}

BOOST_AUTO_TEST_CASE(texts_outside_the_events_are_counted_where_they_stand) {
  const torch_trace t = read("{\"a\": 1, \"\xE4\": 2, \"traceEvents\": [" + std::string(two_events) + "]}");
  BOOST_TEST(count(t, torch_problem::bad_utf8) == 1u);
  BOOST_TEST(t.problems[torch_problem::bad_utf8].first_byte == 9u);  // behind {"a": 1, and a blank
}

/// Nanoseconds follow the digits; doubles are what a JSON reader makes of the same text.
BOOST_AUTO_TEST_CASE(times_are_the_digits) {
  struct row {
    const char* text;
    std::int64_t nanoseconds;
  };
  constexpr row rows[] = {
      {"1690000000123456.789", 1690000000123456789}, {"1690000000123456", 1690000000123456000},  // since 1970
      {"9007199254740993.001", 0},                                            // beyond 3e18 ns: no time
      {"2999999999999999.999", 2999999999999999999}, {"3000000000000000", 0},
      {"3545057397403.013", 3545057397403013}, {"0.3", 300}, {"-1.5", -1500}, {"7", 7000}, {"7.25", 7250},
      {"1.0005", 1000}, {"1.0015", 1002}, {"1.00251", 1003},                  // halves to the even nanosecond
      {"1.7e15", 1700000000000000000}, {"25e-1", 2500}, {"0.0004999", 0}, {"12.3456000", 12346}};
  for (const row& r : rows) {
    const torch_trace t = read(document(std::string(R"({"ph": "X", "cat": "kernel", "name": "k", "dur": 1, "ts": )") + r.text + "}"));
    const torch_event& e = t.events.at(0);
    const bool too_long = r.nanoseconds == 0 && std::strtod(r.text, nullptr) > 1;
    BOOST_TEST(known(e.start) == !too_long, r.text);
    if (too_long) continue;
    BOOST_TEST(e.start.base() == r.nanoseconds, r.text);
    BOOST_TEST(t.start_us(e) == std::strtod(r.text, nullptr), r.text);
  }
  // a double that the nanoseconds reproduce is not stored: with three decimals each does, up to the longest time
  std::uint64_t state = 42;
  for (int i = 0; i < 20'000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t ns = state % (std::uint64_t{3'000'000'000'000'000'000} >> (i % 60));
    char text[40];
    std::snprintf(text, sizeof text, "%llu.%03llu", static_cast<unsigned long long>(ns / 1000),
                  static_cast<unsigned long long>(ns % 1000));
    BOOST_REQUIRE(time_point::of(static_cast<std::int64_t>(ns)).in(us) == std::strtod(text, nullptr));
  }
  const torch_trace t = read(document(R"({"ph": "X", "cat": "kernel", "name": "k", "dur": 1, "ts": 1.5},
      {"ph": "X", "cat": "kernel", "name": "k", "dur": 2.00049, "ts": 2.5}, {"ph": "X", "cat": "kernel", "name": "k", "dur": 3, "ts": 3})"));
  BOOST_TEST(t.file_times.size() == 1u);
  BOOST_TEST(t.length_us(t.events[0]) == 1.0);
  BOOST_TEST(t.length_us(t.events[1]) == 2.00049);
  BOOST_TEST(t.start_us(t.events[1]) == 2.5);
  BOOST_TEST(t.length_us(t.events[2]) == 3.0);
}

BOOST_AUTO_TEST_CASE(base_time_is_read) {
  BOOST_TEST(read(R"({"baseTimeNanoseconds": 1727743122000000000, "traceEvents": []})").base_time == 1727743122000000000);
  BOOST_TEST(read(R"({"traceEvents": [], "baseTimeNanoseconds": 12})").base_time == 12);
  BOOST_TEST(read(R"({"traceEvents": [], "baseTimeNanoseconds": "x"})").base_time == 0);
}

BOOST_AUTO_TEST_CASE(judges_numbers) {
  const auto event = [](std::string_view fields) {
    return read(document("{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k\", \"args\": {\"correlation\": 1}, " + std::string(fields) + "}"));
  };
  const torch_trace text = event(R"("ts": "2.5", "dur": 1)");
  BOOST_TEST(text.events[0].start.base() == 2500);
  BOOST_TEST(count(text, torch_problem::number_as_text) == 1u);
  const torch_trace infinite = event(R"("ts": NaN, "dur": Infinity)");
  BOOST_TEST(!infinite.events[0].has_span());
  BOOST_TEST(count(infinite, torch_problem::number_not_finite) == 2u);
  BOOST_TEST(count(infinite, torch_problem::time_missing) == 1u);
  BOOST_TEST(count(event(R"("ts": 1e999, "dur": 1)"), torch_problem::number_unreadable) == 1u);
  BOOST_TEST(count(event(R"("ts": [1], "dur": 1)"), torch_problem::number_unreadable) == 1u);
  BOOST_TEST(count(event(R"("ts": null, "dur": 1)"), torch_problem::time_missing) == 1u);
  const torch_trace negative = event(R"("ts": 5, "dur": -2)");
  BOOST_TEST(negative.events[0].time.base() == 0);
  BOOST_TEST(count(negative, torch_problem::negative_duration) == 1u);
  BOOST_TEST(count(event(R"("ts": 5, "dur": 0)"), torch_problem::zero_duration) == 1u);
  BOOST_TEST(event(R"("ts": 5e0, "dur": 25e-1)").events[0].time.base() == 2500);
  const torch_trace long_ago = event(R"("ts": 123456789012345678901, "dur": 0.0000000000000000000001)");  // 4 million years
  BOOST_TEST(!known(long_ago.events[0].start));
  BOOST_TEST(count(long_ago, torch_problem::number_unreadable) == 1u);
  BOOST_TEST(count(long_ago, torch_problem::zero_duration) == 0u);  // less than a nanosecond, but not zero
  BOOST_TEST(long_ago.length_us(long_ago.events[0]) == 1e-22);
  const torch_trace wide = read(document(R"({"ph": "X", "cat": "kernel", "name": "k", "ts": 1, "dur": 1, "args": {
      "correlation": 9223372036854775807, "External id": 9223372036854775808, "stream": 7.0, "device": "0"}})"));
  BOOST_TEST(wide.events[0].correlation == 9223372036854775807);
  BOOST_TEST(!known(wide.events[0].external_id));
  BOOST_TEST(wide.gpu(wide.events[0])->stream == 7);
  BOOST_TEST(wide.gpu(wide.events[0])->device == 0);
  BOOST_TEST(count(wide, torch_problem::number_unreadable) == 1u);
  BOOST_TEST(count(wide, torch_problem::number_as_text) == 1u);
}

BOOST_AUTO_TEST_CASE(every_stamp_is_the_nearest_double) {
  for (std::int64_t ns = 3545057397403013; ns < 3545057397403013 + 200000; ns += 137) {
    const std::string fraction = std::to_string(1000 + ns % 1000).substr(1);
    const std::string stamp = std::to_string(ns / 1000) + '.' + fraction;
    const leading_number fast = leading_double(stamp.data(), stamp.data() + stamp.size());
    BOOST_REQUIRE(fast.value == std::strtod(stamp.c_str(), nullptr));
  }
}

BOOST_AUTO_TEST_CASE(counts_missing_things) {
  const torch_trace t = read(document(R"({"name": "no phase", "ts": 1}, {"ph": "X", "cat": "kernel", "ts": 1, "dur": 1},
      {"ph": "X", "cat": "cpu_op", "name": "no times"})"));
  BOOST_TEST(count(t, torch_problem::phase_missing) == 1u);
  BOOST_TEST(count(t, torch_problem::name_missing) == 1u);
  BOOST_TEST(count(t, torch_problem::link_missing) == 1u);
  BOOST_TEST(count(t, torch_problem::time_missing) == 1u);
  BOOST_TEST(quality_of(t.problems, "x.json").issues().size() == 4u);
  BOOST_TEST(quality_of(t.problems, "x.json").lost_input());
}

BOOST_AUTO_TEST_CASE(a_broken_event_leaves_nothing_to_the_next) {
  const torch_trace t = read(document(R"({"ph": "X", "cat": "kernel", "name": "a", "ts": 1 oops}, {"name": "b", "ts": 2})"));
  BOOST_REQUIRE(t.events.size() == 2u);
  BOOST_TEST((t.events[1].phase == chrome_phase::other && t.events[1].category == kineto_category::none));
  BOOST_TEST(count(t, torch_problem::phase_missing) == 1u);
}

BOOST_AUTO_TEST_CASE(a_category_decides_over_a_phase) {
  const torch_trace t = read(document(R"({"ph": "M", "cat": "cpu_op", "name": "process_name", "args": {"name": "p", "Input Dims": []}})"));
  BOOST_TEST(!known(t.label(t.events[0])));
  BOOST_TEST(t.op(t.events[0]) != nullptr);
}

BOOST_AUTO_TEST_CASE(a_list_with_a_damaged_number_is_said) {
  const auto with = [](std::string_view dims) {
    return read(document("{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::mm\", \"ts\": 1, \"dur\": 1, \"args\": "
                         "{\"Input Dims\": " + std::string(dims) + "}}"));
  };
  const torch_trace damaged = with("[[16, 32], [3o, 8]]");
  BOOST_REQUIRE(damaged.events.size() == 1u);
  BOOST_TEST(count(damaged, torch_problem::argument_unreadable) == 1u);
  BOOST_TEST((damaged.op(damaged.events[0]) == nullptr || !known(damaged.op(damaged.events[0])->input_dims)));
  for (const char* const fine : {"[[16, 32], [30, 8]]", "[[1e3], [-2.5E-1]]", "[\"3o\", \"a\\\"3o\"]", "[NaN, Infinity, true, int8]"})
    BOOST_TEST(count(with(fine), torch_problem::argument_unreadable) == 0u, fine);
}

BOOST_AUTO_TEST_CASE(deep_arguments_cost_nothing) {
  const std::string bomb = std::string(2'000'000, '[') + std::string(2'000'000, ']');
  const torch_trace t = read(document("{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"a\", \"ts\": 1, \"dur\": 1, \"args\": {\"x\": " + bomb +
                                      ", \"Input Dims\": " + bomb + "}}, {\"ph\": \"i\", \"name\": \"b\", \"ts\": 1}"));
  BOOST_TEST(t.events.size() == 2u);
  BOOST_TEST(count(t, torch_problem::argument_unreadable) == 1u);
  BOOST_TEST(!known(t.op(t.events[0])->input_dims));
  const torch_trace cut = read("{\"traceEvents\": [" + std::string(3'000'000, '['));
  BOOST_TEST(count(cut, torch_problem::file_cut) == 1u);
  BOOST_TEST(read(document(std::string(1'000'000, '{'))).events.size() == 1u);  // lost, and no event after it
}

/// A CUDA profiler writes 0 for work outside graphs, and a node's graph in the upper half of its id: 5 << 32 | 2.
BOOST_AUTO_TEST_CASE(nodes_of_graphs_are_kept_beside_events) {
  const torch_trace t = read(document(R"x(
    {"ph": "X", "cat": "kernel", "name": "a", "ts": 1, "dur": 2, "args": {"graph id": 0, "graph node id": 0}},
    {"ph": "X", "cat": "kernel", "name": "b", "ts": 4, "dur": 2, "args": {"graph id": 5, "graph node id": 21474836482}},
    {"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": 6, "dur": 1, "args": {"graph node id": 7}},
    {"ph": "X", "cat": "cpu_op", "name": "op", "ts": 7, "dur": 1, "args": {"graph node id": 8}},
    {"ph": "X", "cat": "gpu_memset", "name": "Memset (Device)", "ts": 8, "dur": 1,
     "args": {"graph id": 99999999999, "graph node id": "text"}})x"));
  BOOST_REQUIRE(t.graph_nodes.size() == 2u);
  BOOST_TEST(t.graph_nodes[0].graph == 5u);
  BOOST_TEST(t.graph_nodes[0].node == (std::uint64_t{5} << 32 | 2));
  BOOST_TEST(!known(t.graph_nodes[1].graph));
  BOOST_TEST(t.graph_node(t.events[0]) == nullptr);
  BOOST_REQUIRE(t.graph_node(t.events[2]) != nullptr);
  BOOST_TEST(t.graph_node(t.events[2])->node == 7u);
}

BOOST_AUTO_TEST_CASE(does_not_depend_on_pieces_and_threads) {
  // objects inside arguments that look like events, broken events, escapes, and repeated positions
  std::string events;
  for (int i = 0; i < 300; ++i) {
    if (i != 0) events += i % 7 == 0 ? " ,\n" : ",";
    const std::string n = std::to_string(i);
    if (i % 50 == 49) {
      events += "{\"ph\": \"X\", \"name\": \"broken" + n + " ";
    } else if (i % 11 == 5) {
      events += "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"op\", \"ts\": " + n + ", \"dur\": 1, \"args\": {\"list\": [{\"name\": \"inner\"}, {\"ph\": \"X\"," +
                "\"name\": \"inner\"}], \"Input Dims\": [[" + n + "]]}}";
    } else {
      events += "{\"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"k" + std::to_string(i % 13) + ", {\\\"ph\\\": 1}\", \"pid\": " + std::to_string(i % 3) +
                ", \"tid\": \"s\", \"ts\": " + n + ", \"dur\": 1, \"args\": {\"correlation\": " + n + ", \"graph id\": 3, \"graph node id\": " + std::to_string(i % 4) +
                ", \"dtype\": \"\u00e9\"}}";
    }
  }
  const std::string text = document(events) + "}";
  const std::string whole = said(read(text, {.threads = 1, .piece = text.size() + 1}));
  BOOST_TEST(whole.find("inner") == std::string::npos);
  for (std::size_t piece = 64; piece < 3000; piece += 61)
    for (const unsigned threads : {1u, 3u}) BOOST_TEST(said(read(text, {.threads = threads, .piece = piece})) == whole);
}

BOOST_AUTO_TEST_CASE(a_file_is_read_as_its_text) {
  std::string events;
  for (int i = 0; i < 300; ++i) {
    const std::string n = std::to_string(i);
    events += "{\"ph\": \"X\", \"cat\": \"" + std::string(i % 40 < 3 ? "" : i % 5 == 0 ? "odd" : "kernel") + "\", \"name\": \"k" + std::to_string(i * i % 17) +
              "\", \"pid\": " + std::to_string(i % 3) + ", \"tid\": \"s\", \"ts\": " + n + ".25, \"dur\": 1, \"args\": {\"correlation\": " + n +
              ", \"device\": 0, \"stream\": 7, \"grid\": [" + std::to_string(i % 4) + ", 1, 1]}}, 7,\n";
  }
  const std::string head = "{\"deviceProperties\": [{\"id\": 0, \"name\": \"chip\"}], \"traceEvents\": [";
  const std::string tail = "{\"ph\": \"i\"}], \"baseTimeNanoseconds\": 12, \"WARNING\": [\"one\"]}";
  const temporary_folder folder;
  for (const std::string& text : {head + events + tail, "[" + events + "{}]", head + events + "{\"name\": ", head + tail, std::string("{}")}) {
    const auto whole = read_kineto(text, {.threads = 1});
    const std::string plain = folder.file("t.json", text), packed = folder.file("t.json.gz", gzip_member(text, 6));
    for (const std::string& path : {plain, packed})
      for (std::size_t piece = 64; piece < 3000; piece += 293)
        for (const unsigned threads : {1u, 3u}) {
          const auto trace = read_kineto_file(path, {.threads = threads, .piece = piece});
          BOOST_REQUIRE(trace.has_value() == whole.has_value());
          if (!trace) continue;
          BOOST_TEST((said(*trace) == said(*whole)));
          BOOST_TEST(trace->base_time == whole->base_time);
          BOOST_TEST(trace->remarks == whole->remarks);
          BOOST_TEST(trace->devices.size() == whole->devices.size());
          BOOST_TEST(trace->unknown_work.size() == whole->unknown_work.size());
          BOOST_TEST(trace->details.size() == whole->details.size());
        }
  }
}

BOOST_AUTO_TEST_CASE(real_traces_do_not_depend_on_pieces_and_threads) {
  for (const std::string_view name : {"mi300_bert_small", "norm_layers", "syn_tree", "syn_timeline"}) {
    const auto path = shared_data("pytorch/" + std::string(name) + "/trace.json.gz");
    if (!path) return;
    const auto whole = read_kineto_file(*path, {.threads = 1, .piece = std::size_t{1} << 30});
    const auto pieces = read_kineto_file(*path, {.threads = 4, .piece = 5000});
    BOOST_REQUIRE((whole.has_value() && pieces.has_value()));
    BOOST_TEST((said(*whole) == said(*pieces)), name);
    for (const torch_event& e : whole->events) BOOST_REQUIRE(e.phase != chrome_phase::lost);
  }
}

BOOST_AUTO_TEST_CASE(no_event_of_any_phase_has_a_negative_length) {
  const auto trace = read_kineto(R"({"traceEvents": [{"ph": "?", "cat": "kernel", "name": "k", "ts": 1, "dur": -1}]})");
  BOOST_REQUIRE(trace.has_value());
  BOOST_TEST(trace->events.at(0).time.base() == 0);
  BOOST_TEST(trace->problems[torch_problem::negative_duration].count == 1u);
}

BOOST_AUTO_TEST_CASE(categories_of_2021_and_of_other_devices_are_read) {
  const torch_trace t = kineto_text()
      .span("Operator", "aten::mm", 0, 9, R"("external id": 4, "Input dims": [[2, 3]])")
      .span("Runtime", "cudaLaunchKernel", 1, 2, R"("correlation": 5)")
      .span("Kernel", "sgemm", 9, 3, R"("stream": 7, "correlation": 5)")
      .span("Memcpy", "Memcpy HtoD", 12, 3).span("Memset", "Memset (Device)", 15, 3)
      .span("xpu_runtime", "urEnqueueKernelLaunch", 1, 2).span("mtia_ccp_events", "mm", 2, 2)
      .span("xpu_driver", "launch", 3, 1).read();
  using c = kineto_category;
  const c wanted[] = {c::cpu_op, c::cuda_runtime, c::kernel, c::gpu_memcpy, c::gpu_memset, c::cuda_runtime, c::kernel,
                      c::cuda_driver};
  BOOST_REQUIRE(t.events.size() == std::size(wanted));
  for (std::size_t i = 0; i < t.events.size(); ++i) BOOST_TEST((t.events[i].category == wanted[i]));
  BOOST_TEST(t.events[0].external_id == 4);
  BOOST_TEST(t.text(t.op(t.events[0])->input_dims) == "[[2,3]]");
  BOOST_TEST(t.events[1].correlation == t.events[2].correlation);
  BOOST_TEST(t.unknown_work.empty());
}

BOOST_AUTO_TEST_CASE(unknown_categories_with_a_device_and_a_stream_are_counted) {
  const std::string_view placed = R"("device": 0, "stream": 3)";
  const torch_trace t = kineto_text().span("npu_kernel", "a", 0, 2.5, placed).span("npu_kernel", "b", 1, 4, placed)
      .span("dma", "c", 0, 1, placed).span("npu_kernel", "on the host", 0, 100).span("cuda_sync", "wait", 0, 100, placed)
      .span("kernel", "known", 0, 1, placed)
      .span("gpu_user_annotation", "step", 0, 100, placed).read();
  BOOST_REQUIRE(t.unknown_work.size() == 3u);
  BOOST_TEST(t.text(t.unknown_work[0].category) == "npu_kernel");
  BOOST_TEST(t.unknown_work[0].count == 2u);
  BOOST_TEST(t.unknown_work[0].time.base() == 6500);  // 2.5 us + 4 us: each counted separately
  BOOST_TEST(t.unknown_work[1].time.base() == 1000);
  BOOST_TEST(t.unknown_work[2].time.base() == 100'000);
  BOOST_TEST((t.unknown_work[2].use == unknown_work_use::on_host));
  const data_quality quality = quality_of(torch_profile(t), "x.json");
  std::size_t named = 0;
  for (const quality_issue& issue : quality.issues()) {
    if (!issue.reason.starts_with("category not known: spans with a device")) continue;
    ++named;
    BOOST_TEST(issue.count == 3u);
    BOOST_TEST(issue.example == "npu_kernel: 2 spans, 6.500 us; dma: 1 span, 1.000 us");
  }
  BOOST_TEST(named == 1u);
  BOOST_TEST(quality.lost_input());
}

BOOST_AUTO_TEST_CASE(a_trace_whose_kernels_have_an_unknown_category_has_kernels) {
  const std::string_view placed = R"("device": 1, "stream": 3, "correlation": 5)";
  const torch_trace t = kineto_text().op("aten::mm", 0, 9).span("npu_runtime", "launch", 1, 2, R"("correlation": 5)")
      .span("npu_kernel", "a", 9, 2.5, placed).span("npu_kernel", "on the host", 0, 100)
      .span("mtia_workloadd", "b", 12, 4, placed).span("mtia_insight", "a mark", 9, 50, placed)
      .span("npu_memcpy", "copy", 20, 1, placed).read();
  using c = kineto_category;
  const c wanted[] = {c::cpu_op, c::cuda_runtime, c::kernel, c::other, c::kernel, c::other, c::gpu_memcpy};
  for (std::size_t i = 0; i < std::size(wanted); ++i) BOOST_TEST((t.events[i].category == wanted[i]), i);
  BOOST_TEST(t.gpu(t.events[2])->stream == 3);
  BOOST_TEST(t.gpu(t.events[2])->device == 1);
  BOOST_TEST(t.gpu(t.events[4])->stream == 3);
  const torch_profile run(t);
  BOOST_TEST(run.launches().work.size() == 3u);
  const data_quality quality = quality_of(run, "x.json");
  BOOST_REQUIRE(quality.issues().size() == 3u);
  BOOST_TEST(quality.issues()[0].reason.find("read as kernels") != std::string::npos);
  BOOST_TEST(quality.issues()[0].example == "npu_kernel: 1 span, 2.500 us; mtia_workloadd: 1 span, 4.000 us");
  BOOST_TEST(!quality.issues()[0].lost_input);
  BOOST_TEST(quality.issues()[1].example == "npu_kernel: 1 span, 100.000 us");  // on the host
  BOOST_TEST(quality.issues()[2].example == "mtia_insight: 1 span, 50.000 us");
}

BOOST_AUTO_TEST_CASE(each_category_of_kineto_is_read_or_named) {
  // libkineto's ActivityType.cpp of 2021 to 2026, and those of Cambricon (mlu) and Enflame (gcu)
  enum class made { read, named, of_the_critical_path };
  struct row {
    std::string_view category;
    kineto_category is;
    made what = made::read;
  };
  using c = kineto_category;
  constexpr row rows[] = {
      {"cpu_op", c::cpu_op}, {"user_annotation", c::user_annotation}, {"gpu_user_annotation", c::gpu_user_annotation},
      {"gpu_memcpy", c::gpu_memcpy}, {"gpu_memset", c::gpu_memset}, {"kernel", c::kernel},
      {"external_correlation", c::other, made::named}, {"cuda_runtime", c::cuda_runtime}, {"cuda_driver", c::cuda_driver},
      {"cpu_instant_event", c::cpu_instant_event}, {"python_function", c::python_function}, {"overhead", c::overhead},
      {"mtia_runtime", c::cuda_runtime}, {"mtia_ccp_events", c::kernel}, {"mtia_insight", c::other, made::named},
      {"mtia_workloadd", c::other, made::named}, {"mtia_counters", c::other, made::named},
      {"cuda_sync", c::other, made::of_the_critical_path}, {"cuda_event", c::other, made::of_the_critical_path},
      {"xpu_sync", c::other, made::of_the_critical_path}, {"glow_runtime", c::cuda_runtime},
      {"cuda_profiler_range", c::other, made::named}, {"hpu_op", c::cuda_runtime}, {"xpu_runtime", c::cuda_runtime},
      {"xpu_driver", c::cuda_driver}, {"xpu_scope_profiler", c::other, made::named},
      {"collective_comm", c::other, made::named}, {"privateuse1_runtime", c::cuda_runtime},
      {"privateuse1_driver", c::cuda_driver}, {"privateuse1_memcpy", c::gpu_memcpy}, {"privateuse1_memset", c::gpu_memset},
      {"PrivateUse1", c::kernel}, {"mlu_runtime", c::cuda_runtime}, {"mlu_memcpy", c::gpu_memcpy},
      {"mlu_user_annotation", c::gpu_user_annotation}, {"mlu_notifier", c::other, made::named},
      {"mlu_profiler_range", c::other, made::named}, {"GCU_MEMCPY", c::gpu_memcpy}, {"GCU_MEMSET", c::gpu_memset},
      {"GCU_USER_ANNOTATION", c::gpu_user_annotation}, {"gcu_driver", c::cuda_driver},
      {"Operator", c::cpu_op}, {"Runtime", c::cuda_runtime}, {"Kernel", c::kernel}, {"Memcpy", c::gpu_memcpy},
      {"Memset", c::gpu_memset}, {"operator", c::cpu_op}, {"runtime", c::cuda_runtime}, {"memcpy", c::gpu_memcpy}};
  for (const row& r : rows) {
    const torch_trace t = kineto_text().span(r.category, "it", 1, 2, R"("device": 0, "stream": 7)")
                              .span("kernel", "one", 5, 1, R"("device": 0, "stream": 7)").read();
    BOOST_TEST((t.events[0].category == r.is), r.category);
    BOOST_TEST(t.unknown_work.size() == (r.what == made::named ? 1u : 0u), r.category);
    if (t.unknown_work.empty()) continue;
    BOOST_TEST(t.text(t.unknown_work[0].category) == r.category);
    BOOST_TEST(t.unknown_work[0].count == 1u);
    BOOST_TEST(t.unknown_work[0].time.base() == 2000);
  }
}

BOOST_AUTO_TEST_CASE(work_of_a_graph_on_the_lane_of_an_annotation_is_on_its_own_stream) {
  const torch_trace t = kineto_text().span("kernel", "a", 1, 2, R"("device": 0, "stream": 7)", 7)
                            .span("kernel", "b", 2, 2, R"("original_stream": 30, "device": 0, "stream": 7)", 7)
                            .span("kernel", "c", 5, 2, R"("device": 0, "stream": 9)", 9)
                            .span("kernel", "d", 8, 2, R"("device": 0, "stream": 7, "original_stream": 9)", 7).read();
  std::string streams;
  for (const torch_event& e : t.events)
    streams += std::to_string(t.gpu(e)->stream) + "/" + std::string(t.text(t.places[e.place].thread)) + " ";
  BOOST_TEST(streams == "7/7 30/30 9/9 9/9 ");
  BOOST_TEST(t.events[2].place == t.events[3].place);
}

BOOST_AUTO_TEST_CASE(keys_and_categories_with_escapes_are_the_same) {
  const std::string plain = R"({"traceEvents": [{"ph": "X", "cat": "kernel", "name": "k", "ts": 1, "dur": 2, "pid": 0,
      "tid": 7, "args": {"stream": 7, "correlation": 5}}]})";
  const std::string escaped = R"({"trace\u0045vents": [{"p\u0068": "\u0058", "c\u0061t": "ker\u006eel", "n\u0061me": "\u006b",
      "\u0074s": 1, "d\u0075r": 2, "pid": 0, "tid": 7, "\u0061rgs": {"str\u0065am": 7, "correl\u0061tion": 5}}]})";
  const torch_trace t = read(plain), u = read(escaped);
  BOOST_TEST(said(t) == said(u));
  BOOST_TEST((u.events[0].category == kineto_category::kernel));
  BOOST_TEST(u.events[0].correlation == 5);
}

BOOST_AUTO_TEST_SUITE_END()
