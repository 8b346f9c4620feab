#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/program.hpp"
#include "tests/support/zip.hpp"

/// The five questions of examples/queries, each a program of at most 25 lines.
BOOST_AUTO_TEST_SUITE(examples_queries)

namespace {

/// A product of 30 us in a module; two copies of 2 MB that take 4 and 6 us, 30 us later and 1 us after each other. The
/// GPU's part may be recorded several times.
std::string trace(int times = 1) {
  kineto_text k;
  const auto work = [&](const char* category, const char* name, int ts, int dur, int id, const char* more) {
    for (int n = 0; n < times; ++n)
      k.raw(R"j({"ph": "X", "pid": 0, "tid": 7, "cat": ")j" + std::string(category) + R"(", "name": ")" + name +
            R"(", "ts": )" + std::to_string(ts) + ", \"dur\": " + std::to_string(dur) + R"(, "args": {"device": 0, )" +
            R"("stream": 7, "correlation": )" + std::to_string(id) + more + "}}");
  };
  k.span("python_function", "nn.Module: Linear_0", 0, 50, R"("Python id": 1, "Python module id": 0)");
  k.op("aten::mm", 1, 10).launch("cudaLaunchKernel", 2, 1, 1);
  work("kernel", "gemm", 10, 30, 1, "");
  k.op("aten::copy_", 60, 10).launch("cudaMemcpyAsync", 62, 1, 2).launch("cudaMemcpyAsync", 64, 1, 3);
  work("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 70, 4, 2, R"(, "bytes": 2000000)");
  work("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 75, 6, 3, R"(, "bytes": 2000000)");
  return k.text();
}

/// What a program prints; its lines end as RFC 4180 has it.
std::string answer(const char* program, const std::vector<std::string>& arguments) {
  const program_answer a = run_program(program, {arguments});
  BOOST_TEST(a.code == 0, program << ": " << a.err);
  std::string lines = a.out;
  std::erase(lines, '\r');
  return lines;
}

}  // namespace

BOOST_AUTO_TEST_CASE(questions_about_a_trace) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("trace.json", trace());
  BOOST_TEST(answer("bytes_copied", {path}) == "direction,bytes,count,bytes_sum,time_sum\nHtoD,2000000,2,4,10\n");
  BOOST_TEST(answer("kernels_by_module", {path}) ==
             "stream,module_name,count,time_sum,time_mean,time_share,time_cumulative\n7,Linear_0,1,30,30,100,100\n");
  BOOST_TEST(answer("longest_gaps", {path}) ==
             "device,stream,start,time,after_launch_name,after_op_name,after_name\n"
             "0,7,40000,30,cudaMemcpyAsync,aten::copy_,Memcpy HtoD (Pinned -> Device)\n"
             "0,7,74000,1,cudaMemcpyAsync,aten::copy_,Memcpy HtoD (Pinned -> Device)\n");
}

// As the report counts it: once.
BOOST_AUTO_TEST_CASE(work_that_is_recorded_twice_counts_once) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string once = folder.file("once.json", trace()), twice = folder.file("twice.json", trace(2));
  for (const char* program : {"bytes_copied", "kernels_by_module", "longest_gaps"})
    BOOST_TEST(answer(program, {twice}) == answer(program, {once}), program);
}

// An op that one device alone has stands alone.
BOOST_AUTO_TEST_CASE(ops_of_two_devices_side_by_side) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file(
      "ops.csv", "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,DEVICE KERNEL DURATION [ns],HOST START TS\n"
                 "Matmul,tt_dnn_device,1024,0,1000,1\nMatmul,tt_dnn_device,1024,1,3000,2\n"
                 "Softmax,tt_dnn_device,2048,0,500,3\nConcat,tt_dnn_device,3072,1,250,4\n");
  BOOST_TEST(answer("two_devices", {path, "0", "1"}) ==
             "name,left_time,right_time\nMatmul,1,3\nSoftmax,0.5,\nConcat,,0.25\n");
}

// The 95th percentile of 10 and 30 ms lies 0.95 of the way between them: 29.
BOOST_AUTO_TEST_CASE(a_csv_of_ones_own_becomes_a_workbook) {
  if (!has_programs()) return;
  const temporary_folder folder;
  const std::string path = folder.file("own.csv", "model,tokens,latency (ms)\nllama,5,10\nllama,7,30\nqwen,1,2.5\n"),
                    book = folder.path("own.xlsx");
  answer("own_csv", {path, book});
  const std::string sheet = test::files_of_zip(bytes_of(book))["xl/worksheets/sheet1.xml"];
  for (const char* cell : {"<t>llama</t>", "<v>2</v>", "<v>29</v>", "<v>2.5</v>"})
    BOOST_TEST(sheet.find(cell) != std::string::npos, cell << " in " << sheet);
}

BOOST_AUTO_TEST_CASE(each_is_at_most_25_lines) {
  std::size_t programs = 0;
  for (const auto& file : std::filesystem::directory_iterator(RIDGELINE_SOURCE_DIR "/examples/queries")) {
    const std::string text = bytes_of(file.path().string());
    BOOST_TEST(std::count(text.begin(), text.end(), '\n') <= 25, file.path().string());
    ++programs;
  }
  BOOST_TEST(programs == 5u);
}

BOOST_AUTO_TEST_SUITE_END()
