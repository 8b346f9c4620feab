#include <ridgeline/tt/read/compared_run.hpp>
#include <ridgeline/tt/record/op.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/record/op.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(tt_read_compared_run)

namespace {

struct read_run {
  data_quality quality{};
  compared_run run{};

  explicit read_run(const std::string& text) : run(std::move(*read_compared_ops(text, "ops.csv", {}, quality))) {}
};

/// The steps as `name time`, in nanoseconds.
std::string steps_of(const compared_run& run) {
  std::string all;
  for (const compared_step& s : run.steps) {
    std::int64_t sum = 0;
    for (const auto& op : s.ops) sum += op.time;
    all += (all.empty() ? "" : ", ") + s.name + " " + std::to_string(sum);
  }
  return all;
}

const std::string titles = "OP CODE,OP TYPE,DEVICE ID,HOST START TS,DEVICE KERNEL DURATION [ns]\n";

}  // namespace

/// Sorted by name, as a spreadsheet sorts it: steps still begin at the signposts before them on the host.
BOOST_AUTO_TEST_CASE(rows_go_by_host_time) {
  const std::string rows[] = {"step 0,signpost,,10,\n", "Matmul,tt_dnn_device,0,20,100\n", "step 1,signpost,,30,\n",
                              "Matmul,tt_dnn_device,0,40,200\n", "step 2,signpost,,50,\n",
                              "Softmax,tt_dnn_device,0,60,400\n"};
  const read_run in_order(titles + rows[0] + rows[1] + rows[2] + rows[3] + rows[4] + rows[5]);
  const read_run by_name(titles + rows[1] + rows[3] + rows[5] + rows[0] + rows[2] + rows[4]);
  BOOST_TEST(steps_of(in_order.run) == "step 0 100, step 1 200, step 2 400");
  BOOST_TEST(steps_of(by_name.run) == "step 0 100, step 1 200, step 2 400");
  const std::string since_1970 = ",1780000000000001000,";
  const read_run late(titles + "Matmul,tt_dnn_device,0,1780000000000003000,100\nstep 0,signpost," + since_1970 + "\n");
  BOOST_TEST(steps_of(late.run) == "whole 100");
  BOOST_TEST(late.quality.issues().empty());
}

/// A replay has the host time of its capture, which here is in front of all steps.
BOOST_AUTO_TEST_CASE(replays_without_a_session_keep_the_order_of_the_file) {
  std::string rows = "OP CODE,OP TYPE,DEVICE ID,GLOBAL CALL COUNT,HOST START TS,DEVICE KERNEL DURATION [ns]\n";
  for (const std::string n : {"1", "2", "3"})
    rows += "step " + n + ",signpost,,,100,\nMatmul,tt_dnn_device,0,1024,10," + n + "00\n";
  BOOST_TEST(steps_of(read_run(rows).run) == "step 1 100, step 2 200, step 3 300");
}

/// Without the end of its last line a file is cut; what stood behind is not known.
BOOST_AUTO_TEST_CASE(a_file_that_ends_within_a_row_is_incomplete) {
  const std::string rows = "step 0,signpost,,10,\nMatmul,tt_dnn_device,0,20,100\n";
  BOOST_TEST(read_run(titles + rows).run.incomplete == "");
  BOOST_TEST(read_run(titles + rows + "Matmul,tt_dnn_device,0,30,2").run.incomplete == "the file ends within line 4");
}

/// An hour and more, gaps of a day and more, and what a start from an earlier run spoils, as in the performance report.
BOOST_AUTO_TEST_CASE(times_that_cannot_be_are_left_out) {
  const read_run read(
      "OP CODE,OP TYPE,DEVICE ID,DEVICE KERNEL DURATION [ns],OP TO OP LATENCY [ns]\n"
      "first,tt_dnn_device,0,100,7\n"
      "long,tt_dnn_device,0,3600000000001,20\n"
      "late,tt_dnn_device,0,200,86400000000001\n"
      "stale,tt_dnn_device,0,5000000000,-4900000000\n"
      "next,tt_dnn_device,0,400,4000000000\n"
      "last,tt_dnn_device,0,800,30\n");
  BOOST_TEST(steps_of(read.run) == "whole 1500");  // 100 + 200 + 400 + 800
  BOOST_TEST(read.run.steps.at(0).parts.at(static_cast<std::size_t>(step_part::idle)) == 50);  // before long and last
  BOOST_TEST(read.run.counts.lost == 2);
  BOOST_TEST(read.quality.issues().size() == 3u);
}

/// Gaps of a day each are possible; 2^62 ns are 53375 of them, and 25 rows have one more. The first one is in no step.
BOOST_AUTO_TEST_CASE(times_that_do_not_add_up_are_left_out) {
  std::string csv = "OP CODE,OP TYPE,DEVICE ID,DEVICE KERNEL DURATION [ns],OP TO OP LATENCY [ns]\n";
  for (int i = 0; i < 53400; ++i) csv += "op,tt_dnn_device,0,0,86400000000000\n";
  const read_run read(csv);
  const std::int64_t idle = read.run.steps.at(0).parts.at(static_cast<std::size_t>(step_part::idle));
  BOOST_TEST(idle == std::int64_t{53374} * 86'400'000'000'000);
  BOOST_REQUIRE(read.quality.issues().size() == 1u);
  BOOST_TEST(read.quality.issues()[0].count == 25u);
}

BOOST_AUTO_TEST_CASE(titles_names_and_numbers_are_read_as_in_the_performance_report) {
  const read_run read(
      " op code ,Op Type,device id,Math Fidelity,INPUT_0_w,INPUT_0_Z,INPUT_0_Y,INPUT_0_X,INPUT_0_Datatype,"
      "device kernel duration [ns]\n"
      " Matmul ,tt_dnn_device,0,MathFidelity::hifi2,1,1,32,64,DataType::BFLOAT16,\"1,500\"\n");
  BOOST_TEST(read.quality.issues().empty());
  BOOST_TEST(steps_of(read.run) == "whole 1500");
  BOOST_REQUIRE(read.run.ops.size() == 1u);
  BOOST_TEST(read.run.ops[0].name == "Matmul");
  BOOST_TEST(read.run.ops[0].dims == "((1, 1, 32, 64),)");
  BOOST_TEST(read.run.ops[0].types == "('BFLOAT16',)");
}

/// pandas writes whole numbers of columns with holes as 64.0, and holes as it is told.
BOOST_AUTO_TEST_CASE(a_file_that_pandas_has_saved_is_the_same_run) {
  const std::string header =
      "OP CODE,OP TYPE,DEVICE ID,DEVICE ARCH,CORE COUNT,AVAILABLE WORKER CORE COUNT,INPUT_0_W,INPUT_0_Z,INPUT_0_Y,"
      "INPUT_0_X,INPUT_0_DATATYPE,INPUT_1_W,DEVICE KERNEL DURATION [ns]\n";
  const read_run plain(header + "a,tt_dnn_device,0,wormhole_b0,8,64,1,1,32[19],64[64],BFLOAT16,,100\n");
  const read_run saved(header + "a,tt_dnn_device,0.0,Wormhole_B0,8.0,64.0,1.0,1.0,32.0,64.0,bfloat16,NaN,100.0\n");
  for (const read_run* r : {&plain, &saved}) {
    BOOST_TEST(r->run.chip == "wormhole_b0, 64 worker cores");
    BOOST_TEST(r->run.ops.at(0).dims == "((1, 1, 32, 64),)");
    BOOST_TEST(r->run.ops[0].types == "('BFLOAT16',)");
    BOOST_TEST(r->run.pieces.at(0).kernel == "8 cores");
    BOOST_TEST(r->quality.issues().empty());
  }
}

/// What the performance report leaves out, refuses or reads by another header is compared in the same way.
BOOST_AUTO_TEST_CASE(broken_files_are_read_as_in_the_performance_report) {
  const read_run longer(titles + "a,tt_dnn_device,0,1,100\na,tt_dnn_device,0,2,200,7\n");  // a cell too many
  BOOST_TEST(steps_of(longer.run) == "whole 100");
  BOOST_TEST(longer.quality.lost_input());
  const read_run two(titles + "a,tt_dnn_device,0,1,100\nOP TYPE,OP CODE,DEVICE KERNEL DURATION [ns],DEVICE ID\n"
                              "tt_dnn_device,b,20,0\n");
  BOOST_TEST(steps_of(two.run) == "whole 120");
  data_quality unused;
  std::string returns = titles + "a,tt_dnn_device,0,1,100\n";
  for (char& at : returns) at = at == '\n' ? '\r' : at;
  BOOST_TEST(!read_compared_ops(returns, "ops.csv", {}, unused));
  const read_run nowhere("OP CODE,OP TYPE,DEVICE KERNEL DURATION [ns]\na,tt_dnn_device,100\n");  // without a device
  BOOST_TEST(steps_of(nowhere.run) == "whole 100");
}

/// Inputs go by their numbers, wherever their columns are.
BOOST_AUTO_TEST_CASE(all_inputs_count_in_the_order_of_their_numbers) {
  const read_run read("INPUT_2_W,INPUT_2_Z,INPUT_2_Y,INPUT_2_X,INPUT_2_DATATYPE,OP CODE,OP TYPE,DEVICE ID,INPUT_0_W,"
                      "INPUT_0_Z,INPUT_0_Y,INPUT_0_X,INPUT_0_DATATYPE,DEVICE KERNEL DURATION [ns]\n"
                      "1,1,32,,UINT32,a,tt_dnn_device,0,1,1,32[7],64,BFLOAT16,100\n");
  BOOST_TEST(read.run.ops.at(0).dims == "((1, 1, 32, 64), (1, 1, 32, ))");
  BOOST_TEST(read.run.ops[0].types == "('BFLOAT16', 'UINT32')");
}

BOOST_AUTO_TEST_CASE(a_cut_last_row_is_left_out) {
  const read_run cut(titles + "a,tt_dnn_device,0,1,100\nb,tt_dnn_device,0,2,20");  // perhaps 200
  BOOST_TEST(steps_of(cut.run) == "whole 100");
  BOOST_TEST(cut.quality.lost_input());
}

/// Sampling that is not traced follows each of three replays: a step is 100 + 20 ns. Only the row before the first is in
/// none. Of two devices one after the other in a file, each row follows a replay of its own device.
BOOST_AUTO_TEST_CASE(rows_between_replays_belong_to_the_replay_before_them) {
  const std::string head = "OP CODE,OP TYPE,DEVICE ID,DEVICE KERNEL DURATION [ns],METAL TRACE REPLAY SESSION ID\n";
  const auto device = [](const std::string& id) {
    std::string text = "Embedding,tt_dnn_device," + id + ",7000,\n";
    for (const char* session : {"1", "2", "3"})
      text += "Matmul,tt_dnn_device," + id + ",100," + session + "\nSampling,tt_dnn_device," + id + ",20,\n";
    return text;
  };
  const read_run one(head + device("0"));
  BOOST_TEST(steps_of(one.run) == "1 120, 2 120, 3 120");
  BOOST_TEST(one.run.steps.at(0).events == 2);
  BOOST_REQUIRE(one.quality.issues().size() == 1u);
  BOOST_TEST(one.quality.issues()[0].count == 1u);
  BOOST_TEST(one.quality.issues()[0].first.line == 2u);
  BOOST_TEST(one.quality.issues()[0].example == "Embedding");
  BOOST_TEST(!one.quality.lost_input());
  const read_run two(head + device("0") + device("1"));
  BOOST_TEST(steps_of(two.run) == "1 240, 2 240, 3 240");
  BOOST_TEST(two.quality.issues().at(0).count == 2u);
}

/// Each trace counts its replays from 1: here trace 1 runs once for each step and trace 2 twice. Trace 1 takes 3 * 30
/// of 3 * (30 + 2 * 12) ns and opens the steps. Whichever order, its rows are not joined with those of the same number.
BOOST_AUTO_TEST_CASE(of_several_traces_the_longest_opens_steps) {
  const std::string head =
      "OP CODE,OP TYPE,DEVICE ID,DEVICE KERNEL DURATION [ns],METAL TRACE ID,METAL TRACE REPLAY SESSION ID\n";
  const auto ran = [](std::string code, int time, int trace, int session, int device = 0) {
    return code + ",tt_dnn_device," + std::to_string(device) + "," + std::to_string(time) + "," +
           std::to_string(trace) + "," + std::to_string(session) + "\n";
  };
  std::string text = head;
  for (int i = 1; i <= 3; ++i)
    text += ran("Matmul", 20, 1, i) + ran("Softmax", 10, 1, i) + ran("Norm", 12, 2, 2 * i - 1) +
            ran("Norm", 12, 2, 2 * i);
  const read_run read(text);
  BOOST_TEST(read.run.unit == "trace replay");
  BOOST_TEST(steps_of(read.run) == "1 54, 2 54, 3 54");  // 20 + 10 + 2 * 12
  BOOST_TEST(read.run.steps.at(0).events == 4);
  BOOST_REQUIRE(read.quality.issues().size() == 1u);
  BOOST_TEST(read.quality.issues()[0].example == "trace 1");
  BOOST_TEST(!read.quality.lost_input());

  // A prompt that is replayed once opens no steps, however long it takes: its row is in none.
  const read_run prompt(head + ran("Prefill", 9000, 1, 1) + ran("Norm", 12, 2, 1) + ran("Norm", 13, 2, 2));
  BOOST_TEST(steps_of(prompt.run) == "1 12, 2 13");
  // Once each: no step is known.
  const read_run once(head + ran("Prefill", 9000, 1, 1) + ran("Norm", 12, 2, 1));
  BOOST_TEST(once.run.unit == "whole");
  BOOST_TEST(steps_of(once.run) == "whole 9012");
  // Devices number their traces themselves: 5 on one is 6 on the other.
  const read_run two(head + ran("Norm", 12, 5, 1) + ran("Norm", 13, 6, 1, 1) + ran("Norm", 12, 5, 2) +
                     ran("Norm", 13, 6, 2, 1));
  BOOST_TEST(steps_of(two.run) == "1 25, 2 25");
}

/// Sums left: 100 + 1000 ns. `b` seems to have begun when `a` had 6.999 s to run, 1 cycle a ns; no gap tells it.
BOOST_AUTO_TEST_CASE(starts_of_earlier_runs_are_told_by_the_cycles) {
  const read_run read(
      "OP CODE,OP TYPE,DEVICE ID,DEVICE KERNEL DURATION [ns],OP TO OP LATENCY [ns],DEVICE FW DURATION [ns],"
      "DEVICE FW START CYCLE,DEVICE FW END CYCLE\n"
      "a,tt_dnn_device,0,100,0,100,8999999900,9000000000\n"
      "b,tt_dnn_device,0,7001999000,0,7001999000,2000001000,9002000000\n"
      "c,tt_dnn_device,0,1000,,1000,9002000500,9002001500\n");
  BOOST_TEST(steps_of(read.run) == "whole 1100");
  BOOST_TEST(read.run.counts.lost == 1);
  BOOST_REQUIRE(read.quality.issues().size() == 1u);
  BOOST_TEST(read.quality.issues()[0].reason == tt_stale_start);
}

/// A device log alone names ops by their ids, which are 1024 times the op's number plus the device.
BOOST_AUTO_TEST_CASE(ops_named_by_their_ids_have_one_name_on_all_devices) {
  const std::string head = "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,DEVICE KERNEL DURATION [ns]\n";
  const read_run read(head + "op 1024,tt_dnn_device,1024,0,100\nop 1025,tt_dnn_device,1025,1,200\n"
                             "op 1,tt_dnn_device,1024,0,400\nop 7,tt_dnn_device,1024,0,800\n");
  BOOST_REQUIRE(read.run.ops.size() == 2u);
  BOOST_TEST(read.run.ops[0].name == "op 1");  // three rows: 100 + 200 + 400
  BOOST_TEST(read.run.ops[1].name == "op 7");  // a name, not this row's id
}

/// What stands between the end of a step and the start of the next is in no step, and is counted.
/// The start of the replay before, of an op that needs all cores, as those of the op before it were needed.
BOOST_AUTO_TEST_CASE(starts_of_the_replay_before_are_left_out) {
  const std::string head =
      "OP CODE,OP TYPE,DEVICE ID,DEVICE KERNEL DURATION [ns],OP TO OP LATENCY [ns],CORE COUNT,"
      "AVAILABLE WORKER CORE COUNT\n";
  const std::string first = "A,tt_dnn_device,0,20000,600,64,64\n", last = "C,tt_dnn_device,0,80000,600,64,64\n";
  const read_run stale(head + first + "B,tt_dnn_device,0,20039400,-19998800,64,64\n" + last);
  BOOST_TEST(steps_of(stale.run) == "whole 100000");  // 20,000 + 80,000
  BOOST_REQUIRE(stale.quality.issues().size() == 1u);
  BOOST_TEST(stale.quality.issues()[0].reason == tt_stale_start);
  const read_run beside(head + first + "B,tt_dnn_device,0,20039400,-19998800,0,64\n" + last);  // on unknown cores
  BOOST_TEST(steps_of(beside.run) == "whole 20139400");
}

/// Two ops are captured and replayed twice: the rows of the capture are no events, and nothing is lost, even where they
/// do not name the trace. A row without a time, a trace and replays is lost.
BOOST_AUTO_TEST_CASE(captures_are_no_lost_work) {
  for (const std::string trace : {"3", ""}) {
    std::string rows = "OP CODE,OP TYPE,DEVICE ID,GLOBAL CALL COUNT,DEVICE KERNEL DURATION [ns],METAL TRACE ID,"
                       "METAL TRACE REPLAY SESSION ID\n";
    for (const std::string session : {"", "1", "2"})
      for (int op = 1; op <= 2; ++op)
        rows += "Op,tt_dnn_device,0," + std::to_string(op * 1024) + (session.empty() ? "," : ",100") + "," + trace +
                "," + session + "\n";
    const read_run read(rows);
    BOOST_TEST(steps_of(read.run) == "1 200, 2 200");
    BOOST_TEST(read.run.counts.calls == 4);  // of 6 rows
    BOOST_TEST(read.run.counts.lost == 0);
    BOOST_TEST(read.run.steps.at(0).events == 2);
    BOOST_TEST(read.quality.empty());
    BOOST_TEST(read_run(rows + "Op,tt_dnn_device,0,3072,,,\n").run.counts.lost == 1);
  }
}

BOOST_AUTO_TEST_CASE(rows_outside_of_steps_are_counted) {
  std::string text = titles;
  for (const std::string n : {"1", "2", "3"})  // by host time 10, 11, 12, 13; 20, ...
    text += "step start,signpost,," + n + "0,\nMatmul,tt_dnn_device,0," + n + "1,100\n" + "step end,signpost,," + n +
            "2,\nSampling,tt_dnn_device,0," + n + "3,60\n";
  const read_run read(text);
  BOOST_TEST(steps_of(read.run) == "step start 100, step start 100, step start 100");
  BOOST_REQUIRE(read.quality.issues().size() == 1u);
  BOOST_TEST(read.quality.issues()[0].count == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
