#include <ridgeline/torch/report/records.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/config.hpp>
#include <ridgeline/sink/sqlite.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/temporary.hpp"

#if RIDGELINE_WITH_SQLITE
#include <sqlite3.h>
#endif

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_report_records)

namespace {

/// A call of a process, and a kernel of 20 us on the device of the process that begins 10 us after the call.
void add_launch(kineto_text& k, int process, double ts, int number) {
  const auto event = [&](std::string_view category, std::string_view name, int pid, double at, int length,
                         std::string_view rest) {
    k.raw(R"({"ph": "X", "cat": ")" + std::string(category) + R"(", "name": ")" + std::string(name) + R"(", "pid": )" +
          std::to_string(pid) + R"(, "tid": 7, "ts": )" + std::to_string(at) + R"(, "dur": )" + std::to_string(length) +
          R"(, "args": {"correlation": )" + std::to_string(number) + std::string(rest) + "}}");
  };
  event("cuda_runtime", "cudaLaunchKernel", 100 + process, ts, 5, "");
  event("kernel", "gemm", process, ts + 10, 20, R"(, "stream": 7, "device": )" + std::to_string(process));
}

/// What a query over the records of a trace gives: a line for each row, with blanks between its cells.
std::string answer(const torch_trace& trace, const std::string& query) {
#if RIDGELINE_WITH_SQLITE
  const temporary_folder folder;
  const torch_profile run(trace);
  BOOST_REQUIRE(!write_sqlite(folder.path("e.db"), "test", {}, torch_records(run)));
  sqlite3* base = nullptr;
  BOOST_REQUIRE(sqlite3_open(folder.path("e.db").c_str(), &base) == SQLITE_OK);
  std::string lines;
  const auto add = [](void* to, int cells, char** texts, char**) {
    for (int i = 0; i < cells; ++i)
      static_cast<std::string*>(to)->append(texts[i] != nullptr ? texts[i] : "null").append(i + 1 < cells ? " " : "\n");
    return 0;
  };
  BOOST_TEST(sqlite3_exec(base, query.c_str(), add, &lines, nullptr) == SQLITE_OK, sqlite3_errmsg(base));
  sqlite3_close(base);
  return lines;
#else
  return {};
#endif
}

const std::string launches = "SELECT work, call, delay_ns, duration_ns FROM event_launches ORDER BY work";

}  // namespace

#if RIDGELINE_WITH_SQLITE
/// Two processes that count from 1, the second 5 ms later: four pieces of work, each 10 us after its own call.
BOOST_AUTO_TEST_CASE(work_is_next_to_the_call_of_its_process) {
  kineto_text k;
  for (const int process : {0, 1})
    for (const int number : {1, 2}) add_launch(k, process, 1000 + 5000 * process + 100 * number, number);
  // events 0, 2, 4 and 6 are calls, each followed by its kernel
  BOOST_TEST(answer(k.read(), launches) ==
             "1 0 10000 20000\n3 2 10000 20000\n5 4 10000 20000\n7 6 10000 20000\n");
  BOOST_TEST(answer(k.read(), "SELECT sum(duration_ns) FROM event_launches") == "80000\n");  // 4 * 20 us
  BOOST_TEST(answer(k.read(), "SELECT id, call FROM event_all WHERE id < 2 ORDER BY id") == "0 null\n1 0\n");
}

/// A runtime call that makes a driver call under the same number is one launch.
BOOST_AUTO_TEST_CASE(work_of_a_call_in_a_call_is_there_once) {
  kineto_text k;
  add_launch(k, 0, 1000, 1);
  k.raw(R"({"ph": "X", "cat": "cuda_driver", "name": "cuLaunchKernel", "pid": 100, "tid": 7, "ts": 1001, "dur": 2,
            "args": {"correlation": 1}})");
  BOOST_TEST(answer(k.read(), launches) == "1 0 10000 20000\n");
}

BOOST_AUTO_TEST_CASE(work_without_a_call_has_none) {
  kineto_text k;
  add_launch(k, 0, 1000, 1);
  k.kernel("carried_over", 900, 20, 9);
  BOOST_TEST(answer(k.read(), launches) == "1 0 10000 20000\n2 null null 20000\n");
}
#endif

BOOST_AUTO_TEST_SUITE_END()
