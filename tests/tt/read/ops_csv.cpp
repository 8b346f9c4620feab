#include <ridgeline/tt/read/ops_csv.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/sink/csv.hpp>
#include <ridgeline/sink/gzip.hpp>

#include "tests/support/ops_text.hpp"
#include "tests/support/random_csv.hpp"
#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(source_tt_ops_csv)

namespace {

const std::string header = "OP CODE,OP TYPE,DEVICE ID,CORE COUNT\n";

std::string failure_of(std::string_view text) {
  const expected<tt_ops> read = read_tt_ops_csv_text(text, "ops.csv");
  return read ? "none" : to_string(read.error());
}

}  // namespace

/// A row without a time is of a captured op if it names a trace but no replay of it (3), or if the file has replays of
/// its call on its device (5, not 6). Otherwise the time was lost. Replays count from 1.
BOOST_AUTO_TEST_CASE(captured_ops_are_told_from_lost_times) {
  for (const bool details : {false, true}) {
    tt_ops all;
    all.with_details = details;
    const expected<tt_ops> read = append_tt_ops_csv(
        std::move(all),
        "OP CODE,OP TYPE,DEVICE ID,GLOBAL CALL COUNT,DEVICE KERNEL DURATION [ns],METAL TRACE ID,"
        "METAL TRACE REPLAY SESSION ID\n"
        "A,tt_dnn_device,0,1024,100,,\n"
        "B,tt_dnn_device,0,2048,,0,\n"
        "B,tt_dnn_device,0,2048,100,0,1\n"
        "C,tt_dnn_device,0,3072,,,\n"
        "C,tt_dnn_device,1,3072,,,\n"
        "C,tt_dnn_device,0,3072,,0,1\n"
        "D,tt_dnn_device,0,4096,100,0,0\n",
        "ops.csv", {}, nullptr);
    BOOST_REQUIRE(read.has_value());
    std::string captured, sessions;
    for (const tt_op& op : read->ops) {
      if (op.captured) captured += " " + std::to_string(op.id);
      sessions += " " + std::to_string(op.replay_session);
    }
    BOOST_TEST(captured == " 3 5");
    BOOST_TEST(sessions == " -1 -1 1 -1 -1 1 -1");
    if (details) BOOST_TEST(read->details.at(1).trace_id == 0);
  }
}

/// An op that by its gap began before the whole op before it, on as many cores as there are.
BOOST_AUTO_TEST_CASE(an_op_that_overlaps_another_as_it_cannot_has_a_stale_start) {
  const auto stale = [](const std::string& rows, const std::string& more = "") {
    const expected<tt_ops> read = read_tt_ops_csv_text(
        "OP CODE,OP TYPE,DEVICE ID,DEVICE KERNEL DURATION [ns],OP TO OP LATENCY [ns],CORE COUNT,"
        "AVAILABLE WORKER CORE COUNT" + more + "\n" + rows, "ops.csv");
    std::string ids;
    for (const tt_op& op : read->ops)
      if (op.stale_start) ids += (ids.empty() ? "" : " ") + std::to_string(op.id);
    return ids;
  };
  // B of the replay before began 20 ms ago: 20,039,400 ns long, 19,998,800 before the end of A, which took 20,000. The
  // same of C: it began 20 ms before its end, 19,998,800 before the end of B, and so before A, too. D is as usual.
  const std::string a = "A,tt_dnn_device,0,20000,600,64,64", b = "B,tt_dnn_device,0,20039400,-19998800,64,64",
                    c = "C,tt_dnn_device,0,20059400,-19998800,64,64", d = "D,tt_dnn_device,0,80000,600,64,64";
  BOOST_TEST(stale(a + "\n" + b + "\n" + c + "\n" + d + "\n") == "3 4");
  // On half of the cores each they may run beside each other, unless both are on one sub-device.
  const std::string half = "A,tt_dnn_device,0,20000,600,32,64", other = "B,tt_dnn_device,0,20039400,-19998800,32,64";
  BOOST_TEST(stale(half + "\n" + other + "\n") == "");
  BOOST_TEST(stale(half + ",1\n" + other + ",1\n", ",SUB DEVICE ID") == "3");
  BOOST_TEST(stale(a + ",0\n" + b + ",1\n", ",SUB DEVICE ID") == "");
  BOOST_TEST(stale(a + ",{'sub_device_id': '0'}\n" + b + ",{'sub_device_id': 'SubDeviceId(id=1)'}\n",
                   ",ATTRIBUTES") == "");
  BOOST_TEST(stale(half + ",{'sub_device_id': '0'}\n" + other + ",{'sub_device_id': 'SubDeviceId(id=0)'}\n",
                   ",ATTRIBUTES") == "3");
  // The end of an op and the beginning of the next often overlap, another device is another device, and an op that ends
  // before the other one does not contain it.
  BOOST_TEST(stale(a + "\nB,tt_dnn_device,0,20039400,-20039401,64,64\n") == "");
  BOOST_TEST(stale(a + "\nB,tt_dnn_device,0,5000,-300,64,64\n") == "");
  BOOST_TEST(stale(a + "\nB,tt_dnn_device,1,20039400,-19998800,64,64\n") == "");
}

BOOST_AUTO_TEST_CASE(a_row_becomes_a_record) {
  const expected<tt_ops> read = read_tt_ops_csv_text(
      "OP CODE,OP TYPE,DEVICE ID,CORE COUNT,MATH FIDELITY,HOST START TS,OP TO OP LATENCY [ns],"
      "DEVICE KERNEL DURATION [ns],GLOBAL CALL COUNT,INPUT_0_W,INPUT_0_Z,INPUT_0_Y,INPUT_0_X,INPUT_0_DATATYPE,"
      "INPUT_0_MEMORY,ATTRIBUTES,METAL TRACE REPLAY SESSION ID\n"
      "Matmul,tt_dnn_device,3,64,HiFi2,1000,250,2500,1024,1,1,32,64,BFLOAT16,DEV_3_DRAM_INTERLEAVED,{'a': 'b'},2\n");
  BOOST_REQUIRE(read.has_value());
  BOOST_REQUIRE(read->ops.size() == 1u);
  const tt_op& op = read->ops[0];
  BOOST_TEST(op.code == "Matmul");
  BOOST_TEST((op.type == tt_op_type::device));
  BOOST_TEST(op.id == 2u);  // the header is row 1
  BOOST_TEST(op.device == 3);
  BOOST_TEST(op.cores == 64);
  BOOST_TEST(op.fidelity == "HiFi2");
  BOOST_TEST(op.host_start.base() == 1000);
  BOOST_TEST(op.gap.base() == 250);
  BOOST_TEST(op.time.base() == 2500);
  BOOST_TEST(op.global_call_count == 1024);
  BOOST_TEST(op.in0.y() == 32);
  BOOST_TEST(op.in0.x() == 64);
  BOOST_TEST(op.in0.type == "BFLOAT16");
  BOOST_TEST(op.in0.in_dram());
  BOOST_TEST(op.attributes == "{'a': 'b'}");
  BOOST_TEST(op.replay_session == 2);
  BOOST_TEST(!known(op.in1.x()));
  BOOST_TEST((read->format == tt_csv_format::v1));
  BOOST_TEST(read->devices_per_file == 4);  // ids 0 to 3
  BOOST_TEST(read->has_host_start);
  BOOST_TEST(read->quality.empty());
}

BOOST_AUTO_TEST_CASE(three_formats_by_their_columns) {
  const auto format = [](const std::string& more) {
    const auto report = read_tt_ops_csv_text("OP CODE,OP TYPE,DEVICE ID" + more + "\n", "f");
    return report->format;
  };
  BOOST_TEST((format(",INPUT_0_W") == tt_csv_format::v1));
  BOOST_TEST((format(",INPUT_0_W_PAD[LOGICAL]") == tt_csv_format::v2));
  BOOST_TEST((format(",OUTPUT_7_W_PAD[LOGICAL]") == tt_csv_format::v2));
  BOOST_TEST((format(",INPUT_0_W_PAD[LOGICAL],DEVICE ARCH") == tt_csv_format::v2_1));
  BOOST_TEST((format(",AVAILABLE WORKER CORE COUNT") == tt_csv_format::v2_1));
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_named_as_the_file_s_format_has_it) {
  const auto missing = [](const std::string& more) {
    const expected<tt_ops> read = read_tt_ops_csv_text("OP CODE,OP TYPE,DEVICE ID" + more + "\n", "f");
    std::string names;
    for (const std::string& name : read->missing)
      if (name.starts_with("INPUT_1_X")) names += name;
    return names;
  };
  BOOST_TEST(missing(",INPUT_0_X") == "INPUT_1_X");
  BOOST_TEST(missing(",INPUT_0_X_PAD[LOGICAL]") == "INPUT_1_X_PAD[LOGICAL]");
  BOOST_TEST(missing(",INPUT_1_X") == "");
}

BOOST_AUTO_TEST_CASE(a_mark_and_either_line_end_change_nothing) {
  const std::string rows = header + "a,tt_dnn_device,0,1\nb,signpost,,\n";
  std::string crlf;
  for (char c : rows) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  const std::string plain = ops_text(read_tt_ops_csv_text(rows));
  BOOST_TEST(ops_text(read_tt_ops_csv_text(crlf)) == plain);
  BOOST_TEST(ops_text(read_tt_ops_csv_text("\xEF\xBB\xBF" + rows)) == plain);
}

/// As spreadsheets save it with the comma as decimal mark. Attributes contain semicolons, and are quoted then.
BOOST_AUTO_TEST_CASE(tabs_and_semicolons_separate_cells_too) {
  const std::string commas = "OP CODE,OP TYPE,DEVICE ID,ATTRIBUTES,CORE COUNT\n"
                             "a,tt_dnn_device,0,\"{'x': 1; 'y': 2}\",64\n";
  const std::string plain = ops_text(read_tt_ops_csv_text(commas));
  for (const char c : {'\t', ';', '|'}) {
    std::string other = commas;
    for (char& at : other) at = at == ',' ? c : at;
    const std::string told = (c == ';' ? "SEP=" : "sep=") + std::string(1, c) + "\r\n";
    BOOST_TEST(ops_text(read_tt_ops_csv_text(other)) == plain);
    BOOST_TEST(ops_text(read_tt_ops_csv_text("\xEF\xBB\xBF" + told + other)) == plain);
  }
  BOOST_TEST(failure_of("a;b,c\n1;2,3\n") != "none");  // a comma is a comma
}

/// Tools write what they are above the header, and people what a file is.
BOOST_AUTO_TEST_CASE(comments_and_blank_lines_above_the_header_are_skipped) {
  const std::string rows = header + "a,tt_dnn_device,0,1\n";
  const std::string plain = ops_text(read_tt_ops_csv_text(rows));
  for (const std::string front : {"# tool 1.2, run 7\n", "\xEF\xBB\xBF\n#\r\n# a\n\n", "# note\nsep=,\n"})
    BOOST_TEST(ops_text(read_tt_ops_csv_text(front + rows)) == plain);
  std::string semicolons = "\n# note, one\n" + rows;
  for (char& at : semicolons) at = at == ',' ? ';' : at;
  BOOST_TEST(ops_text(read_tt_ops_csv_text(semicolons)) == plain);
  const auto read = read_tt_ops_csv_text("# note\n" + header + "a,tt_dnn_device,x,1\n", "ops.csv");
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->ops.at(0).id == 2u);  // as a spreadsheet counts rows from the header on
  BOOST_TEST(to_string(read->quality.issues().at(0).first) == "ops.csv:3:17");
  BOOST_TEST(failure_of("# note\nOP CODE,OP TYPE\n1,2\n") ==
             "ops.csv:2:1: expected a column \"DEVICE ID\" in the header of an ops CSV, found 2 columns from "
             "\"OP CODE\" on");
}

/// As the compiler's runtime (ttrt) marks them: one op of constants, one that converts an input.
BOOST_AUTO_TEST_CASE(ops_that_prepare_a_pass_are_counted) {
  const auto read = read_tt_ops_csv_text(
      "OP CODE,OP TYPE,DEVICE ID,LOC,CONST_EVAL_OP,INPUT_LAYOUT_CONVERSION_OP\n"
      "a,tt_dnn_device,0,\"loc(\"\"m.mlir\"\":17:14)\",false,false\nb,tt_dnn_device,0,,true,false\n"
      "c,tt_dnn_device,0,,false,True\n", "ops.csv");
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->ops.size() == 3u);
  BOOST_REQUIRE(read->quality.issues().size() == 1u);
  BOOST_TEST(read->quality.issues()[0].count == 2u);
  BOOST_TEST(read->quality.issues()[0].first.line == 3u);
  BOOST_TEST(!read->quality.lost_input());
}

/// `cat` of the CSVs of two versions of tt-metal.
BOOST_AUTO_TEST_CASE(a_header_of_other_columns_is_that_of_the_rows_behind_it) {
  const auto read = read_tt_ops_csv_text(
      "OP CODE,OP TYPE,DEVICE ID,CORE COUNT\na,tt_dnn_device,0,1\n"
      "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,CORE COUNT\nb,tt_dnn_device,1024,0,64\nc,tt_dnn_device,2048,0,x\n",
      "ops.csv");
  BOOST_REQUIRE(read.has_value());
  BOOST_REQUIRE(read->ops.size() == 3u);
  BOOST_TEST(read->ops[1].cores == 64);
  BOOST_TEST(read->ops[1].global_call_count == 1024);
  BOOST_TEST(read->ops[1].id == 4u);  // the second header is row 3 of the spreadsheet
  BOOST_TEST(read->files == 1u);
  std::string text;
  for (const quality_issue& e : read->quality.issues()) text += e.reason + " " + to_string(e.first) + "\n";
  BOOST_TEST(text.find("file has another header with other columns") != text.npos);
  BOOST_TEST(text.find("ops.csv:5") != text.npos);  // the x, in the fifth line
}

/// `cat` of files from other tools: letter case, a byte order mark and quotes do not turn a header into a row.
BOOST_AUTO_TEST_CASE(a_header_in_other_letters_is_no_row) {
  const std::string plain = "OP CODE,OP TYPE,DEVICE ID,CORE COUNT", small = "op code,op type,device id,core count";
  const std::string quoted = "\"OP CODE\",\"OP TYPE\",\"DEVICE ID\",\"CORE COUNT\"";
  for (const std::string& again : {plain, small, "\xEF\xBB\xBF" + plain, quoted, "\xEF\xBB\xBF" + quoted}) {
    const auto read = read_tt_ops_csv_text(plain + "\na,tt_dnn_device,0,1\n" + again + "\nb,tt_dnn_device,0,64\n");
    BOOST_REQUIRE(read.has_value());
    BOOST_REQUIRE_MESSAGE(read->ops.size() == 2u, again << ": " << read->ops.size() << " ops");
    BOOST_TEST(read->ops[1].cores == 64);
  }
  const auto other = read_tt_ops_csv_text(plain + "\na,tt_dnn_device,0,1\nop code,op type,core count,device id\n" +
                                          "b,tt_dnn_device,64,3\n");
  BOOST_REQUIRE(other.value().ops.size() == 2u);
  BOOST_TEST(other->ops[1].cores == 64);  // by its own header, not the device's 3
}

BOOST_AUTO_TEST_CASE(fidelities_have_one_spelling) {
  for (const std::string said : {"hifi4", "HIFI4", "MathFidelity.HiFi4", "MathFidelity::HiFi4", "HiFi4-HiFi4"}) {
    const auto read = read_tt_ops_csv_text("OP CODE,OP TYPE,DEVICE ID,MATH FIDELITY\na,tt_dnn_device,0," + said + "\n");
    BOOST_TEST(read.value().ops.at(0).fidelity == "HiFi4");
  }
  const auto two = read_tt_ops_csv_text("OP CODE,OP TYPE,DEVICE ID,MATH FIDELITY\na,tt_dnn_device,0,HiFi4-LoFi\n");
  BOOST_TEST(two.value().ops.at(0).fidelity == "HiFi4-LoFi");  // two are ambiguous
}

/// 1500.5 ns, which tells that 12,345 is 12.345; where nothing tells, it may be 12345 and is reported.
BOOST_AUTO_TEST_CASE(decimal_commas_of_tables_by_semicolons) {
  const auto read = read_tt_ops_csv_text(
      "op code;Op Type;device id;DEVICE KERNEL DURATION [ns];core count\n"
      "a;tt_dnn_device;0;1500,5;64,0\nb;tt_dnn_device;0;12,345;8\nc;tt_dnn_device;0;0,125;8\n");
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->ops.at(0).time.base() == 1500.5);
  BOOST_TEST(read->ops.at(0).cores == 64);
  BOOST_TEST(read->ops.at(1).time.base() == 12.345);
  BOOST_TEST(read->ops.at(2).time.base() == 0.125);
  BOOST_TEST(read->quality.empty());
  const auto alone = read_tt_ops_csv_text(
      "op code;Op Type;device id;DEVICE KERNEL DURATION [ns]\nb;tt_dnn_device;0;12,345\n");
  BOOST_TEST(!known(alone.value().ops.at(0).time));
  BOOST_TEST(alone->quality.issues().size() == 1u);
}

/// 1234.5, 1234 and 12.5 ns, as a spreadsheet writes them where the comma is the decimal mark.
BOOST_AUTO_TEST_CASE(points_of_thousands_of_tables_by_semicolons) {
  const std::string titles = "op code;Op Type;device id;DEVICE KERNEL DURATION [ns];core count\n";
  const auto read = read_tt_ops_csv_text(titles + "a;tt_dnn_device;0;1.234,5;64\nb;tt_dnn_device;0;1.234;1.024\n"
                                                  "c;tt_dnn_device;0;12,5;8\n");
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->ops.at(0).time.base() == 1234.5);
  BOOST_TEST(read->ops.at(1).time.base() == 1234);
  BOOST_TEST(read->ops.at(1).cores == 1024);
  BOOST_TEST(read->ops.at(2).time.base() == 12.5);
  BOOST_TEST(read->quality.issues().empty());
  const auto both = read_tt_ops_csv_text(titles + "a;tt_dnn_device;0;12,5;64\nb;tt_dnn_device;0;12.5;8\n"
                                                  "c;tt_dnn_device;0;1.234;8\n", "ops.csv");
  BOOST_TEST(both->ops.at(1).time.base() == 12.5);
  BOOST_TEST(!known(both->ops.at(2).time));
  BOOST_REQUIRE(both->quality.issues().size() == 1u);
  BOOST_TEST(both->quality.issues()[0].reason.find("thousands") != std::string::npos);
  BOOST_TEST(to_string(both->quality.issues()[0].first).starts_with("ops.csv:4"));
}

/// 82678 ns, 1234567.5 ns; groups of other than three digits are not a number.
BOOST_AUTO_TEST_CASE(thousands_of_tables_by_commas) {
  const auto read = read_tt_ops_csv_text(
      "op code,Op Type,device id,DEVICE KERNEL DURATION [ns],core count\n"
      "a,tt_dnn_device,0,\"82,678\",64\nb,tt_dnn_device,0,\" 1,234,567.5 \",\"1,024\"\n"
      "c,tt_dnn_device,0,\"12,34\",8\nd,tt_dnn_device,0,\"1234,567\",8\ne,tt_dnn_device,0,\",123\",8\n"
      "f,tt_dnn_device,0,\"1,234.567,8\",8\n");
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->ops.at(0).time.base() == 82678);
  BOOST_TEST(read->ops.at(1).time.base() == 1234567.5);
  BOOST_TEST(read->ops.at(1).cores == 1024);
  for (std::size_t i = 2; i < 6; ++i) BOOST_TEST(!known(read->ops.at(i).time), i);
  BOOST_REQUIRE(read->quality.issues().size() == 1u);
  BOOST_TEST(read->quality.issues()[0].count == 4u);
}

BOOST_AUTO_TEST_CASE(formats_and_fidelities_may_be_qualified) {
  const auto read = read_tt_ops_csv_text(
      "OP CODE,OP TYPE,DEVICE ID,MATH FIDELITY,INPUT_0_DATATYPE,DEVICE ARCH\n"
      "a,tt_dnn_device,0,MathFidelity::HiFi2,DataType::BFLOAT8_B,tt::ARCH::BLACKHOLE\n");
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->ops.at(0).fidelity == "HiFi2");
  BOOST_TEST(read->ops[0].in0.type == "BFLOAT8_B");
  BOOST_TEST(read->archs.at(0) == "BLACKHOLE");
}

BOOST_AUTO_TEST_CASE(the_format_is_told_by_titles_of_either_case) {
  const auto of = [](const std::string& title) {
    const auto report = read_tt_ops_csv_text("op code,op type,device id," + title + "\na,tt_dnn_device,0,32\n");
    return report->format;
  };
  BOOST_TEST((of("INPUT_0_W_PAD[LOGICAL]") == tt_csv_format::v2));
  BOOST_TEST((of("input_0_w_pad[logical]") == tt_csv_format::v2));
  BOOST_TEST((of("input_0_w") == tt_csv_format::v1));
  BOOST_TEST((of("[logical]") == tt_csv_format::v1));
}

BOOST_AUTO_TEST_CASE(a_cut_last_row_is_left_out) {
  const std::string rows = header + "a,tt_dnn_device,0,1\nb,tt_dnn_device,0,64\n";
  for (std::size_t cut = 1; cut < std::string("b,tt_dnn_device,0,64\n").size(); ++cut) {  // at least the b is present
    const expected<tt_ops> read = read_tt_ops_csv_text(rows.substr(0, rows.size() - cut), "ops.csv");
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(read->ops.size() == 1u);  // `64` may be the start of `640`
    BOOST_REQUIRE(read->quality.issues().size() == 1u);
    BOOST_TEST(read->quality.issues()[0].reason == "file ends within its last row (no line end): that row is left out");
    BOOST_TEST(to_string(read->quality.issues()[0].first) == "ops.csv:3");
    BOOST_TEST(read->quality.lost_input());  // what --strict checks
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_ops_csv_says_what_was_expected_and_found) {
  BOOST_TEST(failure_of("") == "ops.csv:1:1: expected an ops CSV, found an empty file");
  BOOST_TEST(failure_of("\xEF\xBB\xBF") == "ops.csv:1:1: expected an ops CSV, found an empty file");
  BOOST_TEST(failure_of("\x1F\x8B\x08") == "ops.csv: is packed with gzip: unpack it (gzip -d)");
  BOOST_TEST(failure_of("\n \n\r\n") == "ops.csv:1:1: expected an ops CSV, found blank lines only");
  BOOST_TEST(failure_of("\nOP CODE,OP TYPE\n1,2\n") ==
             "ops.csv:2:1: expected a column \"DEVICE ID\" in the header of an ops CSV, found 2 columns from "
             "\"OP CODE\" on");
  BOOST_TEST(failure_of("{\"traceEvents\":[]}") ==
             "ops.csv:1:1: expected a column \"OP CODE\" in the header of an ops CSV, found 1 column from "
             "\"{\"traceEvents\":[]}\" on");
  const std::string times = "ops.csv:1:1: expected a column \"OP CODE\" in the header of an ops CSV, found 3 columns from ";
  BOOST_TEST(failure_of("GLOBAL CALL COUNT,DEVICE ID,CORE COUNT\n1,0,2\n") ==
             times + "\"GLOBAL CALL COUNT\" on; a file of device times is not one: it is read under the "
                     "name cpp_device_perf_report.csv");
  BOOST_TEST(failure_of("DEVICE ID,GLOBAL CALL COUNT,EXECUTION\n0,1,0\n") ==
             times + "\"DEVICE ID\" on; the streaming profiler's times of ops are not one: tt_ops_report makes one from its "
                     "log of zones (TT_METAL_STREAMING_PROFILER_ZONE_CSV)");
  BOOST_TEST(failure_of(header) == "none");  // a header without rows is an empty report
}

BOOST_AUTO_TEST_CASE(files_that_cannot_be_read_say_so) {
  const temporary_folder folder;
  const expected<tt_ops> missing = read_tt_ops_csv({folder.path("missing.csv")});
  BOOST_REQUIRE(!missing);
  BOOST_TEST((missing.error().code == errc::cannot_read));
  const expected<tt_ops> is_folder = read_tt_ops_csv({folder.path()});
  BOOST_REQUIRE(!is_folder);
  const expected<tt_ops> empty = read_tt_ops_csv({folder.file("empty.csv", "")});
  BOOST_REQUIRE(!empty);
  BOOST_TEST((empty.error().code == errc::not_a_report));
}

BOOST_AUTO_TEST_CASE(a_file_and_its_text_are_read_alike) {
  const temporary_folder folder;
  const std::string text = header + "a,tt_dnn_device,0,x\nb,tt_dnn_device,1,2\n";
  const std::string path = folder.file("ops.csv", text);
  BOOST_TEST(ops_text(read_tt_ops_csv({path})) == ops_text(read_tt_ops_csv_text(text, path)));
}

BOOST_AUTO_TEST_CASE(rows_left_out_keep_their_numbers) {
  const temporary_folder folder;
  const std::string a = folder.file("a.csv", header + "a,tt_dnn_device,0,1\nName, with comma,tt_dnn_device,0,2\n"
                                                      "c,tt_dnn_device,0,3\nd, again,tt_dnn_device,0,4\n");
  const std::string b = folder.file("b.csv", header + "e,tt_dnn_device,0,5\n");
  const expected<tt_ops> read = read_tt_ops_csv({a, b});
  BOOST_REQUIRE(read->ops.size() == 3u);
  BOOST_TEST(read->ops[0].id == 2u);
  BOOST_TEST(read->ops[1].id == 4u);
  BOOST_TEST(read->ops[1].cores == 3);
  BOOST_TEST(read->ops[2].id == 6u);  // behind four rows of the first file
  BOOST_REQUIRE(read->quality.issues().size() == 1u);
  BOOST_TEST(read->quality.issues()[0].count == 2u);
  BOOST_TEST(read->quality.issues()[0].first.line == 3u);
  BOOST_TEST(read->quality.issues()[0].lost_input);
}

BOOST_AUTO_TEST_CASE(ids_and_devices_of_several_files_follow_each_other) {
  const temporary_folder folder;
  const std::string a = folder.file("a.csv", header + "a,tt_dnn_device,0,\nb,tt_dnn_device,1,\n");
  const std::string b = folder.file("b.csv", header + "c,tt_dnn_device,1,\nd,signpost,,\n");
  const expected<tt_ops> read = read_tt_ops_csv({a, b});
  BOOST_REQUIRE(read.has_value());
  BOOST_REQUIRE(read->ops.size() == 4u);
  BOOST_TEST(read->ops[2].id == 4u);       // place 2 in the joined table, and 2
  BOOST_TEST(read->ops[2].device == 3);    // device 1 of the second file, after two devices
  BOOST_TEST(read->ops[3].device == -1);
  BOOST_TEST((read->ops[3].type == tt_op_type::signpost));
  const std::string c = folder.file("c.csv", header + "e,tt_dnn_device,0,\n");
  const expected<tt_ops> uneven = read_tt_ops_csv({a, c});
  BOOST_REQUIRE(!uneven);
  BOOST_TEST(to_string(uneven.error()) ==
             c + ": expected 2 devices as in the files before it, found 1; files of one workload must agree");
}

// 1 x 1 x 1024 x 64 values of 2 B = 131,072 B, also where a spreadsheet has grouped the digits.
BOOST_AUTO_TEST_CASE(extents_with_grouped_digits_are_read_everywhere) {
  tt_ops all;
  all.with_details = true;
  const std::string csv =
      "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,DEVICE KERNEL DURATION [ns],INPUT_0_W,INPUT_0_Z,INPUT_0_Y,INPUT_0_X,"
      "INPUT_0_DATATYPE,INPUT_0_MEMORY\n"
      "Matmul,tt_dnn_device,1024,0,7,1,1,\"1,024\",64,BFLOAT16,DEV_0_DRAM_INTERLEAVED\n";
  const tt_ops file = *append_tt_ops_csv(std::move(all), csv, "ops", {});
  BOOST_REQUIRE(file.details.size() == 1u);
  BOOST_TEST(file.details[0].dram_in.base() == 131072.0);
}

// INPUT_3 has 1 x 8 x 32 x 128 = 32,768 elements; those of INPUT_2 are of 1024 + 64 bytes in a tile of 1024, or in L1.
BOOST_AUTO_TEST_CASE(details_have_what_a_second_cache_is_updated_with) {
  tt_ops all;
  all.with_details = true;
  const std::string csv =
      "OP CODE,OP TYPE,DEVICE ID,INPUT_3_W,INPUT_3_Z,INPUT_3_Y,INPUT_3_X,INPUT_3_DATATYPE,INPUT_3_MEMORY,"
      "INPUT_2_W,INPUT_2_Z,INPUT_2_Y,INPUT_2_X,INPUT_2_DATATYPE,INPUT_2_MEMORY\n"
      "Update,tt_dnn_device,0,1,8,32,128,BFLOAT16,DEV_0_L1_HEIGHT_SHARDED,1,1,1,1,BFLOAT8_B,DEV_0_DRAM_INTERLEAVED\n"
      "Update,tt_dnn_device,0,1,8,32,128,BFLOAT16,DEV_0_L1_HEIGHT_SHARDED,1,1,1,1,BFLOAT8_B,DEV_0_L1_INTERLEAVED\n"
      "Copy,tt_dnn_device,0,,,,,,,,,,,,\n";
  const tt_ops file = *append_tt_ops_csv(std::move(all), csv, "ops", {});
  BOOST_REQUIRE(file.details.size() == 3u);
  BOOST_TEST(file.details[0].in3_elements == 32768);
  BOOST_TEST(file.details[0].in2_element.base() == 1.0625);
  BOOST_TEST(file.details[1].in2_element.base() == 0);
  BOOST_TEST(!known(file.details[2].in3_elements));
  BOOST_TEST(!known(file.details[2].in2_element));
}

BOOST_AUTO_TEST_CASE(rows_in_memory_are_read_as_the_csv_of_them) {
  const std::vector<std::string> titles{
      "OP CODE", "OP TYPE", "GLOBAL CALL COUNT", "DEVICE ID", "DEVICE ARCH", "ATTRIBUTES", "CORE COUNT",
      "AVAILABLE WORKER CORE COUNT", "HOST START TS", "DEVICE KERNEL DURATION [ns]", "PM IDEAL [ns]",
      "PROGRAM CACHE HIT", "INPUT_0_W_PAD[LOGICAL]", "INPUT_0_Z_PAD[LOGICAL]", "INPUT_0_Y_PAD[LOGICAL]",
      "INPUT_0_X_PAD[LOGICAL]", "INPUT_0_DATATYPE", "INPUT_0_MEMORY", "of nobody"};
  const auto text = [](std::string_view t) { return stored_cell(cell::of(t)); };
  const auto whole = [](std::int64_t n) { return stored_cell(cell::of(n)); };
  const stored_cell none;
  std::vector<std::vector<stored_cell>> rows;
  for (std::int64_t i = 0; i < 3000; ++i)  // more than one piece
    rows.push_back({text("Matmul"), text("tt_dnn_device"), whole(i), whole(i % 3), text("wormhole_b0"),
                    text("{'a': \"it's\", 'b': 'c\nd'}"), whole(64), whole(i % 2 == 0 ? 64 : 56), whole(1000 * i),
                    whole(7), stored_cell(cell::of(0.1)), stored_cell(cell::of(i % 2 == 0)), text("1"), text("1"),
                    text("32[19]"), text("64"), text("BFLOAT16"), text("DEV_0_DRAM_INTERLEAVED"), whole(1)});
  rows.push_back({text("start, of all"), text("signpost"), none, none});  // the rest is missing
  rows.push_back({text("odd"), text("tt_dnn_device"), text("many"), whole(70'000)});
  const auto titled = [&] { return table::of_cells("ops", titles, rows); };
  string_output csv;
  write_csv(csv, titled());
  const auto with_details = [] {
    tt_ops all;
    all.with_details = true;
    return all;
  };
  for (const unsigned threads : {1u, 3u}) {
    const tt_ops file = *append_tt_ops_csv(with_details(), csv.text(), "ops", {threads, 1 << 16, {}});
    const tt_ops memory = *append_tt_ops_rows(with_details(), titles, rows, "ops", threads);
    tt_ops a, b;
    a.ops = file.ops, b.ops = memory.ops, a.archs = file.archs, b.archs = memory.archs;
    a.worker_cores = file.worker_cores, b.worker_cores = memory.worker_cores, a.missing = file.missing;
    b.missing = memory.missing, a.format = file.format, b.format = memory.format;
    a.devices_per_file = file.devices_per_file, b.devices_per_file = memory.devices_per_file;
    BOOST_TEST(ops_text(std::move(a)) == ops_text(std::move(b)));
    BOOST_REQUIRE(memory.ops.size() == 3002u);
    BOOST_REQUIRE(memory.details.size() == file.details.size());
    for (std::size_t i = 0; i < 3000; i += 500) {
      BOOST_TEST(memory.details[i].cache_hit == file.details[i].cache_hit);
      BOOST_TEST(memory.details[i].dram_in.base() == 1.0 * 1 * 32 * 64 * 2);  // padded extents, 2 B each
      BOOST_TEST(file.details[i].dram_in.base() == 4096.0);
      BOOST_TEST(memory.details[i].ideal.base() == file.details[i].ideal.base());
      BOOST_TEST(memory.details[i].tensors == memory.details[0].tensors);
    }
    BOOST_TEST(memory.devices_per_file == 3);
    BOOST_TEST(memory.worker_cores.size() == 2u);
    BOOST_TEST(memory.ops[3001].device == -1);  // as no host has 70,000 devices
    std::vector<std::uint64_t> counts;
    for (const quality_issue& issue : memory.quality.issues()) counts.push_back(issue.count);
    BOOST_TEST(counts == std::vector<std::uint64_t>({1, 1}), boost::test_tools::per_element());  // "many", 70000
  }
  BOOST_TEST(!append_tt_ops_rows({}, {}, {}, "ops"));
  const expected<tt_ops> of_none = append_tt_ops_rows({}, titles, {}, "ops");
  BOOST_TEST(of_none->ops.empty());
}

BOOST_AUTO_TEST_CASE(blanks_around_texts_and_words_for_nothing) {
  tt_ops all;
  all.with_details = true;
  const tt_ops read = *append_tt_ops_csv(
      std::move(all),
      "OP CODE,OP TYPE,DEVICE ID,MATH FIDELITY,DEVICE ARCH,PROGRAM CACHE HIT,INPUT_0_W,INPUT_0_MEMORY,INPUT_1_DATATYPE\n"
      " Matmul , tt_dnn_device , 0 , HiFi4 , wormhole_b0 , True ,nan,nan, NaN\nstart , signpost,,None,N/A,null,,,\n",
      "f", {});
  BOOST_REQUIRE(read.ops.size() == 2u);
  BOOST_TEST(read.ops[0].code == "Matmul");
  BOOST_TEST((read.ops[0].type == tt_op_type::device));
  BOOST_TEST(read.ops[0].fidelity == "HiFi4");
  BOOST_TEST(read.ops[0].in0.memory.empty());
  BOOST_TEST(read.ops[0].in1.type.empty());
  BOOST_TEST(read.details[0].cache_hit == "True");
  BOOST_TEST(!read.details[0].has_tensor);  // no cell of INPUT_0 has a value
  BOOST_TEST(read.ops[1].code == "start");
  BOOST_TEST(read.ops[1].is_signpost());
  BOOST_TEST(read.ops[1].fidelity.empty());
  BOOST_TEST(read.archs == std::vector<std::string>{"wormhole_b0"}, boost::test_tools::per_element());
  BOOST_TEST(read.quality.empty());
}

BOOST_AUTO_TEST_CASE(names_are_known_in_any_letter_case) {
  const auto read = read_tt_ops_csv_text(
      "OP CODE,OP TYPE,DEVICE ID,INPUT_0_DATATYPE,INPUT_0_MEMORY,INPUT_1_MEMORY\n"
      "a,TT_DNN_DEVICE,0,bfloat8_b,dev_0_dram,dev_0_l1\nb,Signpost,,,,\nc,tt_dnn_cpu,,,,\n", "ops.csv");
  BOOST_REQUIRE(read);
  BOOST_TEST((read->ops[0].type == tt_op_type::device));
  BOOST_TEST((tt_dtype(read->ops[0].in0.type) == dtype::bfp8));
  BOOST_TEST(read->ops[0].in0.in_dram());
  BOOST_TEST(!read->ops[0].in1.in_dram());
  BOOST_TEST(read->ops[0].in1.in_l1());
  BOOST_TEST(read->ops[1].is_signpost());
  BOOST_TEST((read->ops[2].type == tt_op_type::other));
  BOOST_TEST(read->quality.empty());
}

BOOST_AUTO_TEST_CASE(numbers_that_cannot_be_are_told) {
  const auto read = read_tt_ops_csv_text(
      "OP CODE,OP TYPE,DEVICE ID,CORE COUNT,GLOBAL CALL COUNT,AVAILABLE WORKER CORE COUNT,HOST START TS\n"
      "a,tt_dnn_device,-1,-3,-5,-64,1e30\n", "ops.csv");
  BOOST_REQUIRE(read);
  BOOST_TEST(read->ops[0].device == -1);
  BOOST_TEST(read->ops[0].cores == -1);
  BOOST_TEST(read->ops[0].global_call_count == -1);
  BOOST_TEST(read->worker_cores.empty());
  BOOST_TEST(!known(read->ops[0].host_start));
  BOOST_REQUIRE(read->quality.issues().size() == 5u);
  BOOST_TEST(read->quality.issues()[0].reason ==
             "expected a whole number that is not negative in column \"GLOBAL CALL COUNT\"");
  BOOST_TEST(to_string(read->quality.issues()[0].first) == "ops.csv:2:23");  // after `a,tt_dnn_device,-1,-3,`
}

/// Ends of firmware are true, starts may be those of an earlier run. 1 cycle is 1 ns here. In the order of dispatch:
/// `a` ends at 9.000, `b` at 9.002 s, and both seem to have begun at 2.0 s; `c` starts when `b` has ended; a prefetcher
/// runs beside two ops for 1.5 s and was dispatched before them; `long` takes 2 s by itself.
BOOST_AUTO_TEST_CASE(starts_of_earlier_runs_are_told_by_the_cycles) {
  const auto row = [](const std::string& code, const char* gap, long start, long end, const char* firmware) {
    return code + ",tt_dnn_device,0," + gap + "," + firmware + "," + firmware + "," + std::to_string(start) + "," +
           std::to_string(end) + "\n";
  };
  const std::string text =
      "OP CODE,OP TYPE,DEVICE ID,OP TO OP LATENCY [ns],DEVICE KERNEL DURATION [ns],DEVICE FW DURATION [ns],"
      "DEVICE FW START CYCLE,DEVICE FW END CYCLE\n" +
      row("a", "0", 2'000'000'000, 9'000'000'000, "7000000000") +
      row("b", "0", 2'000'001'000, 9'002'000'000, "7001999000") +
      row("c", "", 9'002'000'500, 9'002'001'500, "1000") +
      row("prefetch", "0", 9'003'000'000, 10'503'000'000, "1500000000") +
      row("x", "0", 9'003'001'000, 9'003'101'000, "100000") + row("y", "0", 10'400'000'000, 10'400'100'000, "100000") +
      row("long", "0", 11'000'000'000, 13'000'000'000, "2000000000");
  tt_ops all;
  all.with_details = true;
  const auto read = append_tt_ops_csv(std::move(all), text, "f", {});
  BOOST_REQUIRE(read);
  std::string stale;
  for (const tt_op& op : read->ops)
    if (has_stale_start(op)) stale += op.code;
  BOOST_TEST(stale == "ab");
  const auto without_cycles = append_tt_ops_csv({}, text, "f", {});
  for (const tt_op& op : without_cycles->ops) BOOST_TEST(!has_stale_start(op));  // no gap tells it
}

/// `(core):12.3% (core):4.0%` of tt-npe is the mean over the cores, 8.15 %; `-` is nothing.
BOOST_AUTO_TEST_CASE(the_use_of_links_may_be_a_list) {
  tt_ops all;
  all.with_details = true;
  const auto read = append_tt_ops_csv(std::move(all),
                                      "OP CODE,OP TYPE,DEVICE ID,ETH BW UTIL (%)\n"
                                      "a,tt_dnn_device,0,(0;1;2):12.3% (0;1;3):4.0%\n"
                                      "b,tt_dnn_device,0,-\nc,tt_dnn_device,0,\"(0,1,2):7%\"\n"
                                      "d,tt_dnn_device,0,(0;1;2):x%\ne,tt_dnn_device,0,5.5\n", "f", {});
  BOOST_REQUIRE(read);
  BOOST_TEST(read->details[0].ethernet == 0.0815, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(!known(read->details[1].ethernet));
  BOOST_TEST(read->details[2].ethernet == 0.07, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(!known(read->details[3].ethernet));
  BOOST_TEST(read->details[4].ethernet == 0.055, boost::test_tools::tolerance(1e-12));
  BOOST_REQUIRE(read->quality.issues().size() == 1u);
  BOOST_TEST(read->quality.issues()[0].example == "(0;1;2):x%");
}

/// Spreadsheets write formatted empty rows as separators alone; a row below the table is one that ran on no device.
BOOST_AUTO_TEST_CASE(rows_of_separators_are_blank) {
  const std::string text =
      "OP CODE,OP TYPE,DEVICE ID,DEVICE KERNEL DURATION [ns]\na,tt_dnn_device,0,1000\n,,,\n , ,,\n"
      "b,python_fallback,,\nTotal,,,\nc,tt_dnn_device,0,2000\n,,,\n";
  const auto read = read_tt_ops_csv_text(text, "f");
  BOOST_REQUIRE(read);
  std::string rows;
  for (const tt_op& op : read->ops) rows += std::string(op.code) + std::to_string(op.id) + " ";
  BOOST_TEST(rows == "a2 b5 Total6 c7 ");  // rows of a spreadsheet
  BOOST_TEST(read->quality.empty());
}

/// Problems in columns that only advice reads are reported like others; problems of a whole row are reported once.
BOOST_AUTO_TEST_CASE(columns_of_details_are_told_of) {
  tt_ops all;
  all.with_details = true;
  const auto read = append_tt_ops_csv(std::move(all), "OP CODE,OP TYPE,DEVICE ID,PM IDEAL [ns],NOC UTIL (%)\n"
                                                      "a,tt_dnn_device,0,abc,zz\nb,tt_dnn_device,0,12\n", "f", {});
  BOOST_REQUIRE(read);
  BOOST_TEST(!known(read->details[0].ideal));
  BOOST_TEST(read->details[1].ideal.in(ns) == 12.0);
  BOOST_REQUIRE(read->quality.issues().size() == 3u);
  BOOST_TEST(read->quality.issues()[0].reason == "expected a number in column \"PM IDEAL [ns]\"");
  BOOST_TEST(to_string(read->quality.issues()[0].first) == "f:2:19");  // after `a,tt_dnn_device,0,`
  BOOST_TEST(read->quality.issues()[1].reason == "expected a number in column \"NOC UTIL (%)\"");
  BOOST_TEST(to_string(read->quality.issues()[1].first) == "f:2:23");
  BOOST_TEST(read->quality.issues()[2].reason == "row has fewer cells than the header");
  BOOST_TEST(read->quality.issues()[2].count == 1u);
}

/// Until February 2025 tt-metal exchanged the ideal time, the longer of the two others, and that of compute.
BOOST_AUTO_TEST_CASE(an_ideal_time_exchanged_with_compute_is_put_right) {
  tt_ops all;
  all.with_details = true;
  const auto read = append_tt_ops_csv(std::move(all),
                                      "OP CODE,OP TYPE,DEVICE ID,PM IDEAL [ns],PM COMPUTE [ns],PM BANDWIDTH [ns]\n"
                                      "a,tt_dnn_device,0,128,473,473\nb,tt_dnn_device,0,473,128,473\n"
                                      "c,tt_dnn_device,0,90,90,12\nd,tt_dnn_device,0,1,5,3\n", "f", {});
  BOOST_REQUIRE(read);
  const auto is = [&](std::size_t row, double ideal, double compute) {
    return read->details[row].ideal.in(ns) == ideal && read->details[row].compute.in(ns) == compute;
  };
  BOOST_TEST(is(0, 473, 128));
  BOOST_TEST(is(1, 473, 128));
  BOOST_TEST(is(2, 90, 90));
  BOOST_TEST(is(3, 1, 5));  // of no model that we know: as it stands
}

BOOST_AUTO_TEST_CASE(a_repeated_header_is_a_row_of_the_spreadsheet) {
  const auto read = read_tt_ops_csv_text(header + "a,tt_dnn_device,0,8\n" + header + "b,tt_dnn_device,0,8\n", "f");
  BOOST_REQUIRE(read);
  BOOST_REQUIRE(read->ops.size() == 2u);
  BOOST_TEST(read->ops[0].id == 2u);
  BOOST_TEST(read->ops[1].id == 4u);
}

BOOST_AUTO_TEST_CASE(a_column_that_stands_twice_is_told) {
  const std::string twice = "OP CODE,OP TYPE,DEVICE ID,CORE COUNT,CORE COUNT\na,tt_dnn_device,0,8,9\n";
  const auto read = read_tt_ops_csv_text(twice, "f");
  BOOST_REQUIRE(read);
  BOOST_TEST(read->ops[0].cores == 8);
  BOOST_REQUIRE(read->quality.issues().size() == 1u);
  BOOST_TEST(read->quality.issues()[0].reason == "the header names this column twice; the first one counts");
  BOOST_TEST(read->quality.issues()[0].example == "CORE COUNT");
}

BOOST_AUTO_TEST_CASE(a_header_in_another_order_is_one) {
  const auto read = read_tt_ops_csv_text(header + "a,tt_dnn_device,0,8\n" +
                                         "CORE COUNT,DEVICE ID,OP CODE,OP TYPE\n16,1,b,tt_dnn_device\n", "f");
  BOOST_REQUIRE(read);
  BOOST_REQUIRE(read->ops.size() == 2u);
  BOOST_TEST(read->ops[1].code == "b");
  BOOST_TEST(read->ops[1].cores == 16);
  BOOST_TEST(read->ops[1].device == 1);
  BOOST_REQUIRE(read->quality.issues().size() == 1u);
  BOOST_TEST(read->quality.issues()[0].reason ==
             "file has another header with other columns: the rows after it are read by it");
}

BOOST_AUTO_TEST_CASE(fidelities_of_kernels_that_agree_are_one) {
  BOOST_TEST(tt_fidelity_name("hifi4-hifi4-hifi4") == "HiFi4");
  BOOST_TEST(tt_fidelity_name("HiFi2-HiFi2") == "HiFi2");
  BOOST_TEST(tt_fidelity_name("HiFi2-HiFi4") == "HiFi2-HiFi4");
  BOOST_TEST(tt_fidelity_name("HiFi2-HiFi2-LoFi") == "HiFi2-HiFi2-LoFi");
  BOOST_TEST(tt_fidelity_name("HiFi2-") == "HiFi2-");
  BOOST_TEST(tt_fidelity_name("") == "");
}

BOOST_AUTO_TEST_CASE(text_that_must_be_converted_is_named) {
  BOOST_TEST(failure_of("OP CODE,OP TYPE,DEVICE ID\ra,tt_dnn_device,0\r") ==
             "ops.csv:1:1: lines end in carriage returns alone, expected line feeds: convert them (tr '\\r' '\\n')");
  const temporary_folder folder;
  std::string wide = "\xFF\xFE";
  for (const char c : header) wide += std::string{c, '\0'};
  const std::string path = folder.file("wide.csv", wide);
  BOOST_TEST(to_string(read_tt_ops_csv({path}).error()) ==
             path + ": is UTF-16 or UTF-32 text, which is not supported: convert it to UTF-8 (iconv -f UTF-16 -t UTF-8)");
}

BOOST_AUTO_TEST_CASE(packed_files_are_read) {
  if (!can_gzip()) return;
  const temporary_folder folder;
  const std::string text = header + "a,tt_dnn_device,0,1\nb,tt_dnn_device,1,2\n", packed = gzip_member(text, 6);
  const std::string path = folder.file("ops.csv.gz", packed);
  BOOST_TEST(ops_text(read_tt_ops_csv({path})) == ops_text(read_tt_ops_csv_text(text, path)));
  const expected<tt_ops> cut = read_tt_ops_csv({folder.file("cut.csv.gz", packed.substr(0, packed.size() - 4))});
  BOOST_REQUIRE(cut);
  BOOST_TEST(cut->quality.lost_input());
  BOOST_TEST((read_tt_ops_csv({folder.file("ops.zip", "PK\x03\x04 and more")}).error().code == errc::not_a_report));
}

BOOST_AUTO_TEST_CASE(device_ids_that_cannot_be_are_left_out) {
  const temporary_folder folder;
  const std::string a = folder.file("a.csv", header + "a,tt_dnn_device,2147483647,\nb,tt_dnn_device,65535,\n");
  const expected<tt_ops> read = read_tt_ops_csv({a, a});
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->devices_per_file == 65536);
  BOOST_TEST(read->ops[0].device == -1);
  BOOST_TEST(read->ops[1].device == 65535);
  BOOST_TEST(read->ops[2].device == -1);
  BOOST_TEST(read->ops[3].device == 131071);  // 65535 + 65536
  BOOST_REQUIRE(read->quality.issues().size() == 1u);
  BOOST_TEST(read->quality.issues()[0].count == 2u);
  BOOST_TEST(to_string(read->quality.issues()[0].first) == a + ":2:17");  // after `a,tt_dnn_device,`
  BOOST_TEST(read->quality.issues()[0].reason == "expected a device id below 65536 in column \"DEVICE ID\"");
  BOOST_TEST(read->quality.issues()[0].example == "2147483647");
  BOOST_TEST(read->quality.lost_input());
}

/// Tools write `-` for what they lack; a name may be one.
BOOST_AUTO_TEST_CASE(a_dash_is_an_empty_cell) {
  const expected<tt_ops> read = read_tt_ops_csv_text(
      "OP CODE,OP TYPE,DEVICE ID,DEVICE ARCH,CORE COUNT,MATH FIDELITY,INPUT_0_X,INPUT_0_DATATYPE,HOST START TS,"
      "DEVICE KERNEL DURATION [ns],DEVICE FW START CYCLE,PM IDEAL [ns],PROGRAM CACHE HIT,ATTRIBUTES\n"
      "-,signpost,-,-,-,-,-,-,-,-,-,-,-,-\na,tt_dnn_device,0,wormhole_b0,-,-, - ,-,5,7,-,-,-,-\n", "ops.csv");
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->quality.empty());
  BOOST_TEST(read->archs.size() == 1u);
  BOOST_TEST(read->ops[0].code == "-");
  BOOST_TEST(read->ops[0].device == -1);
  BOOST_TEST(read->ops[1].cores == -1);
  BOOST_TEST(read->ops[1].fidelity.empty());
  BOOST_TEST(read->ops[1].in0.dims[3] == unknown_dim);
  BOOST_TEST(read->details[1].start_cycle == -1);
  BOOST_TEST(read->details[1].cache_hit.empty());
  BOOST_TEST(read->ops[1].attributes == "-");
}

/// A spreadsheet saves numbers of 12 digits and more with 6: two ops 4 us apart begin at one cycle.
BOOST_AUTO_TEST_CASE(rounded_cycles_are_none) {
  const auto read = [](const std::string& start, const std::string& end) {
    return *read_tt_ops_csv_text("OP CODE,OP TYPE,DEVICE ID,DEVICE FW START CYCLE,DEVICE FW END CYCLE\n"
                                 "a,tt_dnn_device,0," + start + "," + end + "\n", "ops.csv");
  };
  const tt_ops rounded = read("1.00000E+12", "1e12");
  BOOST_TEST(rounded.details[0].start_cycle == -1);
  BOOST_TEST(rounded.details[0].end_cycle == -1);
  BOOST_REQUIRE(rounded.quality.issues().size() == 1u);
  BOOST_TEST(rounded.quality.issues()[0].reason ==
             "cycles are rounded, as spreadsheets save large numbers: they tell no order of ops");
  BOOST_TEST(rounded.quality.issues()[0].count == 2u);
  BOOST_TEST(rounded.quality.lost_input());
  const tt_ops whole = read("1000000004000", "1.000000008000E+12");  // 12 digits behind the point: all are there
  BOOST_TEST(whole.details[0].start_cycle == 1'000'000'004'000);
  BOOST_TEST(whole.details[0].end_cycle == 1'000'000'008'000);
  BOOST_TEST(whole.quality.empty());
}

/// A spreadsheet wrote decimal commas: 0,5 tells that 44,489 is no 44489. Times are whole numbers, which tell nothing.
BOOST_AUTO_TEST_CASE(shares_with_decimal_commas_tell_about_each_other) {
  const tt_ops read = *read_tt_ops_csv_text("OP CODE;OP TYPE;DEVICE ID;DEVICE KERNEL DURATION [ns];PM FPU UTIL (%)\n"
                                            "a;tt_dnn_device;0;1000;44,489\nb;tt_dnn_device;0;2000;0,5\n", "ops.csv");
  BOOST_TEST(read.quality.empty());
  BOOST_TEST(read.details[0].fpu == 44.489 / 100);
  BOOST_TEST(read.details[1].fpu == 0.005);
}

/// 1,234,567 ns and 15,000 ns as narrow columns show them; 1.234567E+06 has all its digits.
BOOST_AUTO_TEST_CASE(rounded_times_are_told) {
  const tt_ops read = *read_tt_ops_csv_text(
      "OP CODE,OP TYPE,DEVICE ID,DEVICE KERNEL DURATION [ns],OP TO OP LATENCY [ns]\n"
      "a,tt_dnn_device,0,1.2E+06,1.5E+04\nb,tt_dnn_device,0,1.234567E+06,15000\n", "ops.csv");
  BOOST_TEST(read.ops[0].time.in(us) == 1200.0);
  BOOST_REQUIRE(read.quality.issues().size() == 1u);
  BOOST_TEST(read.quality.issues()[0].reason ==
             "time has the few digits that spreadsheets save of large numbers: it may be rounded");
  BOOST_TEST(read.quality.issues()[0].count == 2u);
  BOOST_TEST(!read.quality.lost_input());
}

BOOST_AUTO_TEST_CASE(more_threads_than_the_file_has_pieces_cost_nothing) {
  const expected<tt_ops> read = read_tt_ops_csv_text(header + "a,tt_dnn_device,0,1\n", {}, {4'000'000'000u, 1, {}});
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->pools.size() < 100u);
}

BOOST_AUTO_TEST_CASE(pieces_and_threads_do_not_show) {
  random_csv random(20260124);
  for (int i = 0; i < 8; ++i) {
    std::string text = i % 2 == 0 ? header : "\xEF\xBB\xBF" + header;
    while (text.size() < 400) text += random.text(40);
    const std::string whole = ops_text(read_tt_ops_csv_text(text, "f", {1, text.size() + 1, {}}));
    for (std::size_t piece = 1; piece <= text.size(); ++piece) {
      const unsigned threads = 1 + static_cast<unsigned>(piece % 4);
      const std::string found = ops_text(read_tt_ops_csv_text(text, "f", {threads, piece, {}}));
      BOOST_REQUIRE_MESSAGE(found == whole, "text " << i << " in pieces of " << piece << ": " << random_csv::shown(text));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
