#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include "tests/support/shell.hpp"
#include "tests/support/text.hpp"

BOOST_AUTO_TEST_SUITE(examples_in_profiler)

// Three devices, two steps, in each step LayerNorm (6 μs after a gap of 8), Matmul (80, 84, 88 μs after 1) and Unary
// (10 μs after 1). A step takes 106, 110, 114 μs on its device.
//   time 2 * (96 + 100 + 104) = 600 μs; gaps 6 * (8 + 1 + 1) = 60 μs less 8 of the first op of each
//   device = 36 μs; together 636 μs

BOOST_AUTO_TEST_CASE(reports_what_the_threads_recorded) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  const auto report = here.run("in_profiler");
  BOOST_TEST(report.exit_code == 0);
  const auto line = [&](std::string_view words) { return test::line_starting(report.text, words); };
  // ordered by host time, then by device: ops that start at 0, at 14, at 95, 99, 103
  BOOST_TEST(line("1 ") == "1 step 1 (signpost)");
  BOOST_TEST(line("2 ") == "2 0.9 % LayerNorm 0 6 μs 64 BF16 => BF16");         // 6 / 636, no gap before the first
  BOOST_TEST(line("3 ") == "3 0.9 % LayerNorm 1 6 μs 64 BF16 => BF16");         // nor before device 1's first
  // weights of 4096 * 4096 * 1088 / 1024 = 17825792 B in 84000 ns: 212.2 GB/s, of 288: 73.7 %
  // 2 * 32 * 4096 * 4096 = 1073741824 FLOP: 12.78 TFLOP/s, of 131.072 at HiFi2: 9.8 %; 85 / 636 = 13.4 %
  BOOST_TEST(line("6 ") == "6 13.4 % DRAM Matmul 32 x 4096 x 4096 1 84 μs 1 μs 64 212 GB/s 73.7 % 12.8 TFLOPs 9.8 % "
                           "HiFi2 BF16 x BFP8 => BF16");
  BOOST_TEST(line("10 ") == "10 1.7 % Unary 2 10 μs 1 μs 64 BF16 => BF16");     // 11 / 636
  BOOST_TEST(line("11 ") == "11 step 2 (signpost)");
  BOOST_TEST(line("12 ") == "12 2.2 % LayerNorm 0 6 μs 8 μs 64 BF16 => BF16");  // 14 / 636
  BOOST_TEST(line("100.0 % ") == "100.0 % 18 device ops, 0 host ops, 2 signposts 600 μs 36 μs");
  // three LayerNorms wait 8 μs, of which tracing would leave 6: 3 * 2 = 6; 6 / 636 = 0.9 %
  BOOST_TEST(line("IDs 12, 13, 14") == "IDs 12, 13, 14");
  BOOST_TEST(line("More than 6.5 μs").ends_with("could save 6 μs (0.9 % of all time)."));
  // by device: 2 * 80 of 2 * 96 μs
  BOOST_TEST(line("83.33 % ").starts_with("83.33 % Matmul (in0:l1_width_sharded) 0 160.00 μs 2 Compute 10.24 % "));
  BOOST_TEST(line("20 of ") == "20 of 20 records kept, 0 dropped: space for 64 per thread");  // 3 * 6 + 2
}

BOOST_AUTO_TEST_CASE(says_what_it_had_no_room_for) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  // four records of each thread: the first signpost and step of device 0; one step and a LayerNorm of the others
  const auto report = here.run("in_profiler 4");
  BOOST_TEST(report.exit_code == 0);
  const auto line = [&](std::string_view words) { return test::line_starting(report.text, words); };
  // time 96 + 100 + 104 + 2 * 6 = 312; gaps 3 * 10 + 2 * 8 - 3 * 8 = 22
  BOOST_TEST(line("100.0 % ") == "100.0 % 11 device ops, 0 host ops, 1 signposts 312 μs 22 μs");
  BOOST_TEST(line("12 of ") == "12 of 20 records kept, 8 dropped: space for 4 per thread");

  const auto none = here.run("in_profiler 0");
  BOOST_TEST(none.exit_code == 0);
  BOOST_TEST(none.text == "\n0 of 20 records kept, 20 dropped: space for 0 per thread\n");
}

BOOST_AUTO_TEST_CASE(prints_the_same_whichever_thread_is_first) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  const std::string once = here.run("in_profiler 5").text;
  for (int i = 0; i < 20; ++i) BOOST_TEST(here.run("in_profiler 5").text == once);
}

BOOST_AUTO_TEST_CASE(refuses_what_is_no_number) {
  if (!test::shell::has_programs()) return;
  const test::shell here;
  for (const char* wrong : {"''", "4x", "-1", "1000001", "99999999999999999999", "4 4"})
    BOOST_TEST(here.run(std::string("in_profiler ") + wrong).exit_code == 2, wrong);
}

BOOST_AUTO_TEST_CASE(includes_our_header_with_its_bodies_and_the_standard_library) {
  int own = 0, all = 0;
  for (const std::string& line : test::lines_of(test::repository_file("examples/in_profiler.cpp"))) {
    if (line.find("include") == std::string::npos || line.find('#') == std::string::npos) continue;
    ++all;
    if (line == "#include <ridgeline/profiler.hpp>" || line == "#include <ridgeline/impl/profiler.hpp>") {
      ++own;
    } else {  // a name without dots and slashes is the standard library's
      BOOST_TEST(line.starts_with("#include <"), line);
      BOOST_TEST(line.find_first_of("./\"") == std::string::npos, line);
    }
  }
  BOOST_TEST(own == 2);
  BOOST_TEST(all > 2);
}

BOOST_AUTO_TEST_SUITE_END()
