// Names, tensors, stitching and columns of the ops report; and each of their faults, on and off.

#include <ridgeline/tt/report/ops.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/sink/csv.hpp>
#include <ridgeline/read/csv.hpp>
#include <ridgeline/tt/sheet/ops_texts.hpp>

#include "tests/support/op_logs.hpp"
#include "tests/support/text.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(report_tt_ops)

namespace {

/// The report's CSV as cells.
struct sheet {
  std::vector<std::string> titles{};
  std::vector<std::vector<std::string>> rows{};
  data_quality quality{};

  std::string at(std::size_t row, std::string_view title) const {
    for (std::size_t c = 0; c < titles.size(); ++c)
      if (titles[c] == title) return rows.at(row).at(c);
    return "no column " + std::string(title);
  }
  bool has(std::string_view title) const { return std::find(titles.begin(), titles.end(), title) != titles.end(); }
  std::uint64_t counted(std::string_view reason) const {
    for (const quality_issue& q : quality.issues())
      if (q.reason.find(reason) != std::string::npos) return q.count;
    return 0;
  }
};

sheet report(const std::string& folder, const tt_log_faults& faults = {}) {
  const expected<tt_ops_tree> tree = read_tt_ops_tree(folder, faults, 2);
  if (!tree) BOOST_FAIL(to_string(tree.error()));
  const tt_ops_report made = report_tt_op_logs(*tree, faults);
  string_output to;
  write_csv(to, tt_ops_report_table(made));
  sheet s;
  s.quality = made.quality;
  csv_scanner scanner(to.text());
  std::string scratch;
  while (scanner.next()) {
    std::vector<std::string> cells;
    for (const csv_cell& c : scanner.cells()) cells.emplace_back(c.text(scratch));
    (s.titles.empty() ? s.titles : s.rows.emplace_back()) = cells;
  }
  return s;
}

tt_log_faults with(bool tt_log_faults::*fault) {
  tt_log_faults f;
  f.*fault = true;
  return f;
}

const std::string matmul = "tt::tt_metal::Matmul, 100, 300, 200, 1, 1, 1, 1_2_32_64|TILE|BFLOAT16|DEV_0_DRAM_INTERLEAVED-"
                           "-2_3_4_5_6|TILE|BFLOAT8_B|OWNED, 32_96|TILE|FLOAT32|DEV_0_L1_INTERLEAVED, HiFi4, MULTI_CORE, "
                           "tt::tt_metal::Matmul, ab-ab--k=1, tt_dnn_device\n";

/// One call of a matmul with a device log and library calls.
void put_matmul(const temporary_folder& folder, const std::string& device) {
  test::put(folder, "ops/tt::tt_metal::Matmul/profile_log_host.csv", test::seed_header + matmul);
  test::put(folder, "ops/tt::tt_metal::Matmul/1/profile_log_host.csv",
            test::api_header + "LaunchProgram, 1, 4, 3\nCompileProgram, 5, 9, 4\nLaunchProgram, 10, 16, 6\n");
  test::put(folder, "ops_device/tt::tt_metal::Matmul/1/profile_log_device.csv", device_log_head(1) + device);
}

}  // namespace

BOOST_AUTO_TEST_CASE(names) {
  BOOST_TEST(tt_op_name("tt::tt_metal::Matmul", "", "tt_dnn_device") == "Matmul");
  BOOST_TEST(tt_op_name("N2tt8tt_metal10SplitFusedE", "", "tt_dnn_device") == "SplitFusedE");
  BOOST_TEST(tt_op_name("tt::operations::primary::Softmax", "", "tt_dnn_device") == "tt::operations::primary::Softmax");
  BOOST_TEST(tt_op_name("fallback_op", "Conv2d_140231.forward", "python_fallback") == "fallback_op_Conv2d_140231.forward");
  BOOST_TEST(tt_op_name("tt::tt_metal::Pad", "tt::tt_metal::PadOnHost", "tt_dnn_cpu") == "Pad_PadOnHost");
  BOOST_TEST(tt_op_name("tt::tt_metal::Pad", "tt::tt_metal::Pad", "tt_dnn_device") == "Pad");
  BOOST_TEST(tt_op_name("tt::tt_metal", "", "").empty());
  BOOST_TEST(tt_op_name("tt_metal::Matmul", "", "tt_dnn_device") == "tt_metal::Matmul");  // not inside of tt
  BOOST_TEST(tt_op_name("att_metal", "", "tt_dnn_device") == "att_metal");
}

BOOST_AUTO_TEST_CASE(tensors) {
  const tt_logged_tensor low = tt_logged_tensor_of("32_96|TILE|FLOAT32|OWNED");
  BOOST_TEST(low.extents[0] + low.extents[1] + low.extents[2] + low.extents[3] == "113296");
  BOOST_TEST(low.memory == "OWNED");
  const tt_logged_tensor high = tt_logged_tensor_of("2_3_4_5_6|TILE|FLOAT32|OWNED");
  BOOST_TEST(high.extents[0] == "6");  // 2 * 3
  BOOST_TEST(high.extents[3] == "6");
  const tt_logged_tensor cut = tt_logged_tensor_of("2_3_4_5_6|TILE", with(&tt_log_faults::first_four_extents));
  BOOST_TEST(cut.extents[0] == "2");
  BOOST_TEST(cut.extents[3] == "5");
  BOOST_TEST(!tt_logged_tensor_of("").there);
  BOOST_TEST(tt_logged_tensor_of("9999999999_9999999999_9999999999_1_1_1").extents[0].empty());  // beyond 64 bits
}

BOOST_AUTO_TEST_CASE(meta_data_is_said_once) {
  BOOST_TEST(tt_meta_data("ab-ab--k=1") == "ab-k=1");      // two letters, twice, an empty one
  BOOST_TEST(tt_meta_data("ab-ab-k=1") == "ab-ab-k=1");    // no empty one: a repeat is intended
  BOOST_TEST(tt_meta_data("a--a-") == "a-a");
  BOOST_TEST(tt_meta_data("bias=none-k_v=1") == "bias=none-k_v=1");
  BOOST_TEST(tt_meta_data("").empty());
}

BOOST_AUTO_TEST_CASE(both_runs_make_one_row) {
  const temporary_folder folder;
  put_matmul(folder, test::markers(0, 1, "BRISC", 1000, 1100, 2300, 2400) + "0, 2, 0, NCRISC, 5, 400\n");
  const sheet s = report(folder.path("ops"));
  BOOST_REQUIRE(s.rows.size() == 1u);
  const auto is = [&](std::string_view title, std::string_view value) { BOOST_TEST(s.at(0, title) == value, title); };
  is("OP CODE", "Matmul");
  is("OP TYPE", "tt_dnn_device");
  is("GLOBAL CALL COUNT", "1");
  is("DEVICE ID", "0");
  is("DEVICE ARCH", "grayskull");
  is("ATTRIBUTES", "ab-k=1");
  is("MATH FIDELITY", "HiFi4");
  is("CORE COUNT", "2");
  is("HOST START TS", "100");
  is("HOST DURATION [ns]", "200");
  is("DEVICE FW START CYCLE", "1000");
  is("DEVICE FW END CYCLE", "2400");
  is("DEVICE FW DURATION [ns]", "1167");      // 1400 * 1000 / 1200 = 1166.7
  is("DEVICE KERNEL DURATION [ns]", "1000");  // 1200 * 1000 / 1200
  is("DEVICE BRISC KERNEL DURATION [ns]", "1000");
  is("DEVICE NCRISC KERNEL DURATION [ns]", "");
  is("OP TO OP LATENCY [ns]", "0");
  is("INPUT_0_DATATYPE", "BFLOAT16");
  is("INPUT_1_X", "");                        // an optional tensor that was not given
  is("INPUT_2_W", "6");
  is("OUTPUT_0_Y", "32");
  is("CALL DEPTH", "1");
  is("CompileProgram Count", "1");
  is("LaunchProgram Count", "2");
  is("LaunchProgram Average [ns]", "4");      // 9 / 2, truncated
  const sheet any = report(folder.path("ops"), with(&tt_log_faults::fw_span_of_any_marker));
  BOOST_TEST(any.at(0, "DEVICE FW START CYCLE") == "400");  // the user's marker of the other core
  BOOST_TEST(report(folder.path("ops"), with(&tt_log_faults::tensors_by_count)).has("INPUT_1_X"));
  BOOST_TEST(!report(folder.path("ops"), with(&tt_log_faults::tensors_by_count)).has("INPUT_2_W"));  // two are present
  BOOST_TEST(report(folder.path("ops"), with(&tt_log_faults::first_four_extents)).at(0, "INPUT_2_W") == "2");
  BOOST_TEST(report(folder.path("ops"), with(&tt_log_faults::repeated_meta_data)).at(0, "ATTRIBUTES") == "ab-ab--k=1");
  const sheet old = report(folder.path("ops"), with(&tt_log_faults::columns_of_their_time));
  BOOST_TEST(old.at(0, "OP CODE") == " Matmul");
  BOOST_TEST(old.at(0, "DEVICE NCRISC KERNEL DURATION [ns]") == "-");
  BOOST_TEST(old.has("INPUT_0_DATA TYPE"));
  BOOST_TEST(!old.has("DEVICE ID"));
}

BOOST_AUTO_TEST_CASE(each_device_has_a_row) {
  const temporary_folder folder;
  put_matmul(folder, test::markers(4, 1, "BRISC", 10, 20, 140, 150) + test::markers(5, 1, "BRISC", 1010, 1020, 1260, 1270));
  const sheet s = report(folder.path("ops"));
  BOOST_REQUIRE(s.rows.size() == 2u);
  BOOST_TEST(s.at(0, "DEVICE ID") == "4");
  BOOST_TEST(s.at(0, "DEVICE KERNEL DURATION [ns]") == "100");
  BOOST_TEST(s.at(1, "DEVICE ID") == "5");
  BOOST_TEST(s.at(1, "DEVICE KERNEL DURATION [ns]") == "200");
  BOOST_TEST(report(folder.path("ops"), with(&tt_log_faults::first_device_only)).rows.size() == 1u);
  // The first device is that of the first row, not the one with the lowest number.
  put_matmul(folder, test::markers(9, 1, "BRISC", 10, 20, 140, 150) +
                         test::markers(5, 1, "BRISC", 1010, 1020, 1260, 1270));
  tt_log_faults original = with(&tt_log_faults::first_device_only);
  original.lines_by_appearance = true;
  BOOST_TEST(report(folder.path("ops"), original).at(0, "DEVICE KERNEL DURATION [ns]") == "100");  // device 9
  BOOST_TEST(report(folder.path("ops")).at(0, "DEVICE ID") == "5");
}

BOOST_AUTO_TEST_CASE(latency_is_the_gap_on_the_device) {
  const temporary_folder folder;
  std::string second = matmul;
  second.replace(second.find(", 1, 1, 1, "), 11, ", 2, 2, 1, ");
  put_matmul(folder, test::markers(0, 1, "BRISC", 0, 120, 240, 250));
  test::put(folder, "ops/tt::tt_metal::Matmul/profile_log_host.csv", test::seed_header + matmul + second);
  test::put(folder, "ops_device/tt::tt_metal::Matmul/2/profile_log_device.csv",
            device_log_head(1) + test::markers(0, 1, "BRISC", 700, 840, 900, 950));
  const sheet s = report(folder.path("ops"));
  BOOST_TEST(s.at(0, "OP TO OP LATENCY [ns]") == "0");
  BOOST_TEST(s.at(1, "OP TO OP LATENCY [ns]") == "500");  // (840 - 240) * 1000 / 1200
}

BOOST_AUTO_TEST_CASE(a_risc_that_did_not_run) {
  const temporary_folder folder;
  test::put(folder, "ops/Pad/profile_log_host.csv",
            test::later_header + "Pad, 1, 2, 1, 1, 1, 1, , , LoFi, p.cpp, p/1, r.cpp, r/2, S, Pad, , tt_dnn_device, 10, 20, 30, 1.5|2, 4\n");
  test::put(folder, "ops_device/Pad/1/profile_log_device.csv",
            device_log_head(2) + test::markers(0, 0, "BRISC", 1, 2, 3, 4) + "0, 0, 0, TRISC_0, 3000, 7\n0, 0, 0, TRISC_0, 3000, 8\n");
  const sheet s = report(folder.path("ops"));
  BOOST_TEST(s.at(0, "DEVICE ERISC KERNEL DURATION [ns]").empty());
  BOOST_TEST(s.at(0, "DEVICE COMPUTE CB WAIT FRONT [ns]") == "8");  // the mean 7.5, to even
  BOOST_TEST(s.at(0, "PM REQ I BW") == "1.5|2");
  BOOST_TEST(s.at(0, "COMPUTE KERNEL HASH") == "p/1");
  const sheet old = report(folder.path("ops"), with(&tt_log_faults::columns_of_their_time));
  BOOST_TEST(s.at(0, "PM IDEAL [ns]") == "10");  // as tt_perf_report reads it
  BOOST_TEST(s.at(0, "PM BANDWIDTH [ns]") == "30");
  BOOST_TEST(old.at(0, "PM IDEAL NS") == "10");
  const sheet zero = report(folder.path("ops"), with(&tt_log_faults::missing_risc_is_zero));
  BOOST_TEST(zero.at(0, "DEVICE ERISC KERNEL DURATION [ns]") == "0");
  BOOST_TEST(zero.at(0, "DEVICE COMPUTE CB RESERVE BACK [ns]") == "0");
}

BOOST_AUTO_TEST_CASE(what_is_missing_costs_a_cell_or_a_row) {
  const temporary_folder folder;
  put_matmul(folder, test::markers(0, 1, "BRISC", 10, 20, 140, 150));
  test::put(folder, "ops/NoLog/1/x", "");
  test::put(folder, "ops/plain_file", "");
  test::put(folder, "ops/unknown_op/1/profile_log_host.csv", test::api_header);
  test::put(folder, "ops/Host/profile_log_host.csv",
            test::seed_header + "Host, 1, 2, 1, 5, 1, 1, , , , , , , tt_dnn_cpu\nDevice, 1, 2, 1, 6, 2, 1, , , , , , , tt_dnn_device\n, 1\n");
  test::put(folder, "ops/Broken/profile_log_host.csv", "Name, Call Count\nBroken, 1\n");
  test::put(folder, "ops_device/Host/2/profile_log_device.csv", "hello\n");
  test::put(folder, "ops_device/tt::tt_metal::Matmul/7/profile_log_device.csv", device_log_head(1));
  test::put(folder, "ops_device/tt::tt_metal::Matmul/profile_log_host.csv", test::seed_header + matmul + matmul);
  const sheet s = report(folder.path("ops"));
  BOOST_REQUIRE(s.rows.size() == 3u);
  BOOST_TEST(s.at(1, "DEVICE ID").empty());
  BOOST_TEST(s.counted("op folder without profile_log_host.csv") == 1u);
  BOOST_TEST(s.counted("calls outside of any op") == 1u);
  BOOST_TEST(s.counted("no name or no call count") == 1u);
  BOOST_TEST(s.counted("op log cannot be used") == 1u);
  BOOST_TEST(s.counted("device log cannot be used") == 1u);
  BOOST_TEST(s.counted("device log of a call that is not in the host run") == 1u);
  BOOST_TEST(s.counted("different numbers of calls") == 1u);
  BOOST_TEST(!read_tt_ops_tree(folder.path("nothing")));
  BOOST_TEST(!read_tt_ops_tree(folder.path("ops/NoLog/1")));  // contains no folders
}

BOOST_AUTO_TEST_CASE(folders_above_mean_nothing) {
  const temporary_folder folder;
  test::put(folder, "unknown_device/ops/Pad/profile_log_host.csv", test::seed_header + "Pad, 1, 2, 1, 1, 1, 1, , , , , , , x\n");
  test::put(folder, "unknown_device/ops_device/Pad/1/profile_log_device.csv",
            device_log_head(1) + test::markers(0, 1, "BRISC", 1, 2, 3, 4));
  const std::string path = folder.path("unknown_device/ops/");
  BOOST_TEST(report(path).rows.size() == 1u);
  BOOST_TEST(report(path).at(0, "CORE COUNT") == "1");
  BOOST_TEST(report(path, with(&tt_log_faults::unknown_anywhere_in_path)).rows.empty());
  BOOST_TEST(report(path, with(&tt_log_faults::device_anywhere_in_path)).at(0, "CORE COUNT").empty());
}

BOOST_AUTO_TEST_CASE(a_device_folder_is_both_runs) {
  const temporary_folder folder;
  test::put(folder, "ops_device/Pad/profile_log_host.csv", test::seed_header + "Pad, 1, 2, 1, 1, 1, 1, , , , , , , x\n");
  test::put(folder, "ops_device/Pad/1/profile_log_device.csv",
            device_log_head(1) + test::markers(0, 1, "BRISC", 1, 2, 3, 4));
  BOOST_TEST(report(folder.path("ops_device")).at(0, "CORE COUNT") == "1");
}

/// The device run's folder stands next to the folder itself, whatever the folder is called from where one stands.
BOOST_AUTO_TEST_CASE(a_folder_given_as_a_dot_has_its_own_name) {
  const temporary_folder folder;
  put_matmul(folder, test::markers(0, 1, "BRISC", 1, 2, 3, 4));
  const std::string expected_cores = report(folder.path("ops")).at(0, "CORE COUNT");
  BOOST_TEST(expected_cores == "1");
  const std::filesystem::path before = std::filesystem::current_path();
  const auto from = [&](const char* place, const std::string& name) {
    std::filesystem::current_path(folder.path(place));
    const std::string cores = report(name).at(0, "CORE COUNT");
    std::filesystem::current_path(before);
    return cores;
  };
  for (const char* const name : {".", "./", "../ops", "../ops/."}) BOOST_TEST(from("ops", name) == expected_cores, name);
  for (const char* const name : {"..", "../", "../../ops"}) BOOST_TEST(from("ops/tt::tt_metal::Matmul", name) == expected_cores, name);
}

BOOST_AUTO_TEST_CASE(equal_counts_stand_by_name) {
  const temporary_folder folder;
  for (const char* op : {"A", "B"})
    test::put(folder, std::string("ops/") + op + "/profile_log_host.csv",
              test::seed_header + op + ", 1, 2, 1, 7, 1, 1, , , , , , , x\n");
  const auto age = [&](const char* op, int seconds) {
    std::filesystem::last_write_time(folder.path(op), std::filesystem::file_time_type() + std::chrono::seconds(seconds));
  };
  age("ops/A", 100);
  age("ops/B", 200);
  BOOST_TEST(report(folder.path("ops")).at(0, "OP CODE") == "A");
  BOOST_TEST(report(folder.path("ops"), with(&tt_log_faults::ties_by_folder_age)).at(0, "OP CODE") == "B");
}

BOOST_AUTO_TEST_SUITE_END()
