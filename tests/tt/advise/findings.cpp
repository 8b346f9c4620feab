// Findings over ops CSVs, with the arithmetic next to them.

#include <ridgeline/tt/advise/findings.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/tt/advise/health.hpp>
#include <ridgeline/tt/report/perf.hpp>
#include <ridgeline/tt/sheet/advice_tables.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(tt_findings)

namespace {

/// A row of an ops CSV; times in ns.
struct row {
  std::string code = "Matmul", attributes = "{}", fidelity = "HiFi2", cores = "64", available = "64", gap = "0";
  std::string time = "100000", rows = "32", in0 = "BFLOAT16", in0_memory = "DEV_0_L1_INTERLEAVED", in1 = "BFLOAT16";
  std::string pm = "1", compute = "1", memory = "1", type = "tt_dnn_device", device = "0", host_time = "", firmware = "";
  std::string session = "", heads = "1", hit = "", call = "", start = "", end = "", sub_device = "";
  std::string columns = "1024", in1_rows = "1024", out_memory = "DEV_0_L1_INTERLEAVED";
  std::string hash = "";
};

std::string csv(const std::vector<row>& rows) {
  std::string text =
      "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,DEVICE ARCH,ATTRIBUTES,MATH FIDELITY,CORE COUNT,AVAILABLE WORKER CORE COUNT,"
      "HOST DURATION [ns],OP TO OP LATENCY [ns],DEVICE KERNEL DURATION [ns],INPUT_0_W,INPUT_0_Z,INPUT_0_Y,INPUT_0_X,"
      "INPUT_0_DATATYPE,INPUT_0_MEMORY,INPUT_1_W,INPUT_1_Z,INPUT_1_Y,INPUT_1_X,INPUT_1_DATATYPE,INPUT_1_MEMORY,"
      "OUTPUT_0_W,OUTPUT_0_Z,OUTPUT_0_Y,OUTPUT_0_X,OUTPUT_0_DATATYPE,OUTPUT_0_MEMORY,"
      "PM IDEAL [ns],PM COMPUTE [ns],PM BANDWIDTH [ns],DEVICE FW DURATION [ns],METAL TRACE ID,"
      "METAL TRACE REPLAY SESSION ID,PROGRAM CACHE HIT,DEVICE FW START CYCLE,DEVICE FW END CYCLE,SUB DEVICE ID,"
      "PROGRAM HASH\n";
  int call = 0;
  for (const row& r : rows)
    text += r.code + "," + r.type + "," + (++call, r.call.empty() ? std::to_string(call) : r.call) + "," +
            r.device + "," +
            (r.available.empty() ? "" : "wormhole_b0") + "," + r.attributes + "," + r.fidelity + "," + r.cores + "," +
            r.available + "," + r.host_time + "," + r.gap + "," + r.time + ",1,1," + r.rows + "," + r.columns + "," +
            r.in0 + "," + r.in0_memory + ",1," + r.heads + "," + r.in1_rows + "," + r.columns + "," + r.in1 +
            ",DEV_0_DRAM_INTERLEAVED,1,1," + r.rows + "," + r.columns + ",BFLOAT16," + r.out_memory + "," + r.pm + "," + r.compute + "," + r.memory + "," + r.firmware + "," +
            (r.session.empty() ? "" : "7") + "," + r.session + "," + r.hit + "," + r.start + "," +
            r.end + "," + r.sub_device + "," + r.hash + "\n";
  return text;
}

struct judged {
  tt_ops ops{};
  tt_judged_rows rows{};
  finding_list list{};

  explicit judged(const std::vector<row>& file, bool guessed = false) {
    tt_ops empty;
    empty.with_details = true;
    ops = *append_tt_ops_csv(std::move(empty), csv(file), "ops.csv", {});
    const hw::device* on = hw::tenstorrent_chips::find("wormhole");
    rows = advice_rows_of(ops, {}, true, {}, {on, guessed});
    list = findings_of(rows, health_of(rows, true));
  }
  judged(const judged&) = delete;
  judged& operator=(const judged&) = delete;
  const finding* of(std::string_view id) const {
    const auto at = std::find_if(list.all.begin(), list.all.end(), [&](const finding& f) { return f.id == id; });
    return at == list.all.end() ? nullptr : &*at;
  }
  double saved(std::string_view id) const { return of(id) == nullptr ? -1 : of(id)->recoverable.in(us); }
  std::string advice(std::string_view id) const { return of(id) == nullptr ? "" : of(id)->advice; }
};

bool near(double a, double b) { return std::fabs(a - b) < 0.01; }
bool holds(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

BOOST_AUTO_TEST_CASE(rows_without_a_device_count) {
  const row named{.time = "100000"}, nameless{.time = "100000", .device = ""}, other{.time = "100000", .device = "3"};
  BOOST_TEST(near(window_of(judged({named, nameless}).rows).in(us), 200));   // of the only device
  BOOST_TEST(near(window_of(judged({nameless, nameless}).rows).in(us), 200));
  const judged several({named, nameless, other, nameless});                  // 100, 100 and 200
  BOOST_TEST(near(window_of(several.rows).in(us), 200));
  BOOST_REQUIRE(several.rows.by_device().size() == 3u);
  BOOST_TEST((several.rows.by_device()[2] == std::vector<std::uint32_t>{1, 3}));
  row slow = nameless;
  slow.time = "900000";
  BOOST_TEST(judged({named, slow, other, slow}).saved("tt_device_imbalance") == -1);  // which device it is, nobody knows
}

/// `DEV_3_DRAM_INTERLEAVED`: ops of several devices are one kind, if they differ in the device's number only.
BOOST_AUTO_TEST_CASE(the_device_is_no_part_of_what_an_op_is) {
  const auto on = [](const char* device, const std::string& memory) {
    row r;
    r.device = device, r.in0_memory = "DEV_" + std::string(device) + memory;
    return r;
  };
  const judged all({on("0", "_DRAM_INTERLEAVED"), on("1", "_DRAM_INTERLEAVED"), on("10", "_DRAM_INTERLEAVED"),
                    on("0", "_L1_INTERLEAVED")});
  BOOST_TEST(all.rows.kinds == 2u);
  // Nor are blanks around a cell, or the way in which it says that it holds nothing.
  row blank = on(" 1", "_DRAM_INTERLEAVED "), dash = on("0", "_DRAM_INTERLEAVED");
  blank.in0_memory = " DEV_1_DRAM_INTERLEAVED ", blank.in1 = " BFLOAT16", dash.in1 = "-";
  row nothing = dash;
  nothing.in1 = " ";
  BOOST_TEST(judged({on("0", "_DRAM_INTERLEAVED"), blank}).rows.kinds == 1u);
  BOOST_TEST(judged({dash, nothing}).rows.kinds == 1u);
  static_assert(tt_memory_without_device("DEV_12_L1_HEIGHT_SHARDED") == "L1_HEIGHT_SHARDED");
  static_assert(tt_memory_without_device("dev_0_dram") == "dram");
  static_assert(tt_memory_without_device("HOST") == "HOST");
}

BOOST_AUTO_TEST_CASE(no_rows_have_no_findings) {
  const tt_judged_rows none;
  const trace_health health = health_of(none, true);
  BOOST_TEST(!health.checks.empty());
  BOOST_TEST(findings_of(none, health).all.empty());
}

BOOST_AUTO_TEST_CASE(below_the_roof_with_one_thing_to_do) {
  row slow{.time = "100000", .rows = "1024", .pm = "20000", .compute = "20000"};
  const judged no_config({slow, slow});
  BOOST_TEST(near(no_config.saved("tt_below_roof"), 150));  // 2 * (100 - 20 / 0.8)
  BOOST_TEST(no_config.advice("tt_below_roof") ==
             "Give a program config (none is recorded) to IDs 2 and 3: 20.0 % of the compute roof (PM) in 200 us.");
  const auto told = [&](const std::string& attributes) {
    slow.attributes = attributes;
    return judged({slow, slow}).advice("tt_below_roof");
  };
  BOOST_TEST(holds(told("{'program_config': 'std::nullopt'}"), "Give a program config"));
  BOOST_TEST(holds(told("{'program_config': 'MatmulMultiCoreReuseProgramConfig(in0_block_w=2;out_subblock_h=1;"
                        "out_subblock_w=1)'}"), "Raise the output subblock (1 x 1) of IDs 2 and 3"));
  BOOST_TEST(holds(told("{'program_config': 'MatmulMultiCoreReuseProgramConfig(in0_block_w=1;out_subblock_h=2;"
                        "out_subblock_w=1)'}"), "Raise in0_block_w (1) of"));
  BOOST_TEST(holds(told("{'config': 'MinimalMatmulConfig(M_block_size=8;K_block_size=8;N_block_size=8;subblock_h=2;"
                        "subblock_w=2)'}"), "Try other blocks (in0_block_w 8, subblock 2 x 2) in"));
  slow.code = "AttnMatmulDeviceOperation";  // takes no config
  BOOST_TEST(holds(told("{}"), "Try another sharding of"));
  slow.code = "SDPAOperation";
  BOOST_TEST(holds(told("{'program_config': 'SDPAProgramConfig(q_chunk_size=32;k_chunk_size=128)'}"),
                   "Try other chunks (q 32, k 128) in"));
  BOOST_TEST(holds(told("{'program_config': 'SDPAProgramConfig(q_chunk_size=0;k_chunk_size=0)'}"),
                   "Try chunk sizes (0 lets the op choose) in"));
}

BOOST_AUTO_TEST_CASE(a_time_that_cannot_be_is_no_finding) {
  // a kernel of 3 s in 120 us of firmware: one of its ends belongs to another run
  const row stale{.time = "3000000000", .rows = "1024", .pm = "20000", .compute = "20000", .firmware = "120000"};
  row slow = stale;
  slow.time = "100000";
  const judged both({slow, stale, slow});
  BOOST_TEST(near(both.saved("tt_below_roof"), 150));  // of the others: 2 * (100 - 20 / 0.8)
  BOOST_TEST(holds(both.advice("tt_below_roof"), "IDs 2 and 4: 20.0 %"));
  BOOST_TEST(near(both.list.window.in(us), 200));  // without it
  const trace_health health = health_of(both.rows, true);
  BOOST_TEST(health.find("tt_duration_inconsistent")->count == 1u);
  BOOST_TEST((health.find("tt_device_data_missing")->is == trace_verdict::sound));  // its time is known
}

/// Two sub-devices: of 4 kernels of 100 us the second overlaps the first by 50 us, and the fourth the second and the
/// third: 0 to 100, 50 to 150, 150 to 250, 130 to 230.
BOOST_AUTO_TEST_CASE(ops_that_run_at_one_time_are_counted_twice) {
  row b, d;
  b.gap = "-50000", d.gap = "-120000";
  const judged both({row{}, b, row{}, d});
  const trace_health health = health_of(both.rows, true);
  const health_check* const check = health.find("tt_overlap");
  BOOST_REQUIRE(check != nullptr);
  BOOST_TEST(check->count == 3u);
  BOOST_TEST(std::fabs(check->share - 150. / 400) < 1e-9);  // 400 within 250
  row touches;
  touches.gap = "-1000";
  BOOST_TEST(!health_of(judged({row{}, touches}).rows, true).found("tt_overlap"));  // 1 of 200
}

/// A prefetcher runs for 1000 us on its own sub-device, beside it from 10 us on ten ops of 40 us, 1 us apart. Only the
/// first of them has a negative gap.
BOOST_AUTO_TEST_CASE(an_op_that_runs_beside_many_is_counted_once) {
  const row prefetcher{.code = "DramPrefetcher", .cores = "12", .time = "1000000"};
  std::vector<row> file{prefetcher};
  for (int i = 0; i < 10; ++i) file.push_back(row{.gap = i == 0 ? "-990000" : "1000", .time = "40000"});
  const judged one(file);
  const trace_health health = health_of(one.rows, true);
  const health_check* const check = health.find("tt_overlap");
  BOOST_REQUIRE(check != nullptr);
  BOOST_TEST(check->count == 10u);
  BOOST_TEST(std::fabs(check->share - 400. / 1400) < 1e-9);
  BOOST_TEST(near(one.list.window.in(us), 1000));
  BOOST_TEST(one.of("tt_few_cores") == nullptr);                // one core per bank is intended
  // an op 30 us after the prefetcher: 10 + 10 * 40 + 9 = 419 us is the end of the ten
  file.push_back(row{.gap = "611000", .time = "40000"});
  BOOST_TEST(near(judged(file).list.window.in(us), 1070));
  // the counter of cycles began anew, half a second earlier: nothing runs beside anything
  const row jumped{.gap = "-500000000"};
  const judged reset({row{}, row{}, jumped, row{}});
  BOOST_TEST(!health_of(reset.rows, true).found("tt_overlap"));
  BOOST_TEST(near(reset.list.window.in(us), 400));
}

/// The same with what a writer leaves of negative gaps, 0 or nothing: the cycles tell. 2 cycles are 1 ns; firmware of
/// all but the first begins 3 us too early, which does not matter.
BOOST_AUTO_TEST_CASE(ops_run_beside_each_other_by_their_cycles) {
  const auto at = [](std::int64_t end, const char* time, const std::string& gap, std::int64_t loose) {
    const std::int64_t start = end - std::stoll(time) - loose;
    return row{.cores = "20", .gap = gap, .time = time, .firmware = std::to_string(end - start),
               .start = std::to_string(2 * start), .end = std::to_string(2 * end)};
  };
  for (const char* const gap : {"0", ""}) {
    std::vector<row> file{at(11'000'000, "1000000", "0", 0)};  // from 10,000 to 11,000 us
    for (int i = 0; i < 10; ++i)                               // 40 us each from 10,010, 10,051, 10,092, ... on
      file.push_back(at(10'050'000 + i * 41'000, "40000", i == 0 ? gap : "1000", 3000));
    const judged both(file);
    const trace_health health = health_of(both.rows, true);
    const health_check* const check = health.find("tt_overlap");
    BOOST_REQUIRE(check != nullptr);
    BOOST_TEST(check->count == 10u);
    BOOST_TEST(std::fabs(check->share - 400. / 1400) < 1e-9);
    BOOST_TEST(near(both.list.window.in(us), 1000));
  }
  // One behind the other: the second from 101 to 141 us by its gap, although its firmware ends 30 us later; the third
  // seems to begin 300 ns before the second ends, because some firmware ends sooner behind its kernel than other.
  const judged apart({at(100'000, "40000", "0", 0), at(171'000, "40000", "1000", 33'000),
                      at(180'700, "40000", "", 3000)});
  BOOST_TEST(!health_of(apart.rows, true).found("tt_overlap"));
  BOOST_TEST(near(apart.list.window.in(us), 121));  // 3 * 40 and a gap of 1; the other gap is unknown
}

BOOST_AUTO_TEST_CASE(devices_that_run_other_ops_do_not_wait) {
  const row prefill{.time = "700000", .rows = "4096", .device = "0"};
  row decode{.time = "50000", .rows = "32", .device = "1"};
  BOOST_TEST(judged({prefill, decode, prefill, decode}).of("tt_device_imbalance") == nullptr);
  decode.rows = "4096", decode.attributes = "{'ring_id': '1'}";  // what differs from device to device
  // twice 700 us, where the median of 700 and 50 is 375
  const judged waiting({prefill, decode, prefill, decode});
  BOOST_TEST(near(waiting.saved("tt_device_imbalance"), 650));
  BOOST_TEST(holds(waiting.advice("tt_device_imbalance"), "Find out why device 0 is slowest most often (IDs 2 and 4)"));
  // in turns: no device stands out
  const judged turns({prefill, decode, row{.time = "50000", .rows = "4096", .device = "0"},
                      row{.time = "700000", .rows = "4096", .device = "1"}});
  BOOST_TEST(near(turns.saved("tt_device_imbalance"), 650));
  BOOST_TEST(holds(turns.advice("tt_device_imbalance"),
                   "Find out why each of the 2 devices is slowest at times (IDs 2 and 5): the others wait 650 us"));
  // of two replays, each device has lost another one: there is nothing to compare
  row second = prefill, first = decode;
  second.session = "2", first.session = "1";
  BOOST_TEST(judged({second, first}).of("tt_device_imbalance") == nullptr);
}

/// A warm-up pass, then 5 ms until the measured one begins: the gap counts from an op in front of the signpost. Within
/// the pass there is one of 50 us.
BOOST_AUTO_TEST_CASE(the_gap_in_front_of_the_window_is_not_in_it) {
  const row warm_up, signpost{.code = "measure", .time = "", .type = "signpost"}, late{.gap = "5000000"};
  const row next{.gap = "50000"};
  const auto cold = [](const judged& j) { return health_of(j.rows, true).find("tt_cold_program_cache")->is; };
  const judged pass({warm_up, signpost, late, next, next});
  BOOST_TEST(near(window_of(pass.rows).in(us), 3 * 100 + 2 * 50));
  BOOST_TEST(near(pass.saved("tt_host_gaps"), 2 * 44));
  BOOST_TEST(holds(pass.advice("tt_host_gaps"), "Capture a trace"));
  BOOST_TEST((cold(pass) == trace_verdict::sound));
  // Compiled is what runs for the first time in the file, not in the window: here 5 ms of 5.05.
  row other = late;
  other.code = "Softmax";
  BOOST_TEST((cold(judged({other, signpost, next, other, next})) == trace_verdict::sound));
  BOOST_TEST((cold(judged({warm_up, signpost, next, other, next})) == trace_verdict::unknowable));
  BOOST_TEST((cold(judged({warm_up, signpost, other, next, next})) == trace_verdict::sound));  // its gap is not there
  // On each device, and of the rows of a range.
  row apart = late;
  apart.device = "1";
  BOOST_TEST(near(window_of(judged({warm_up, signpost, late, apart, next}).rows).in(us), 250));
  tt_judged_rows range = pass.rows;
  keep_rows(range, {5, 6});
  BOOST_TEST(near(window_of(range).in(us), 2 * 100 + 50));
  // 5 ms of 5.15 are the compilation of ID 4; the rows after it are no first pass.
  const judged first_pass({warm_up, next, other, next, next});
  BOOST_TEST(health_of(first_pass.rows, true).unknowable("tt_cold_program_cache"));
  range = first_pass.rows;
  BOOST_TEST((health_of(range, {5, 6}, true).find("tt_cold_program_cache")->is == trace_verdict::sound));
}

/// Device by device: A is slower on device 0 (ID 2), B on device 1 (ID 5), and these stand for the ops in the table.
BOOST_AUTO_TEST_CASE(a_range_of_ids_selects_the_rows_of_merged_ops) {
  const judged both({row{.code = "A"}, row{.code = "B"}, row{.code = "A", .time = "90000", .device = "1"},
                     row{.code = "B", .time = "900000", .device = "1"}});
  const auto kept = [&](std::uint32_t first, std::uint32_t last, bool merged = true) {
    tt_perf_options options;
    options.merge_devices = merged;
    options.id_range = true, options.first_id = first, options.last_id = last;
    const tt_perf_result report = report_tt_perf(both.ops.ops, both.ops.devices_per_file, nullptr, options);
    tt_judged_rows rows = both.rows;
    keep_rows(rows, {first, last, true, &report.shown_as});
    std::string ids;
    for (const tt_judged_row& r : rows.device) ids += " " + std::to_string(r.op->id);
    return ids;
  };
  BOOST_TEST(kept(2, 3) == " 2 4");  // A on both devices
  BOOST_TEST(kept(4, 5) == " 3 5");
  BOOST_TEST(kept(3, 4) == "");
  BOOST_TEST(kept(0, 9) == " 2 3 4 5");
  BOOST_TEST(kept(2, 3, false) == " 2 3");
}

BOOST_AUTO_TEST_CASE(ops_that_send_need_few_cores) {
  row few{.code = "SendAsyncDeviceOperation", .cores = "8"};
  for (const std::string code : {"SendAsyncDeviceOperation", "RecvDirectAsync", "BroadcastDeviceOperation",
                                 "PointToPointOp", "DispatchDeviceOperation", "CombineDeviceOperation",
                                 "PrefillDispatchDeviceOperation", "AllBroadcastDeviceOperation", "AllToAllCombine"}) {
    few.code = code;
    const judged sends({row{}, few, row{}});
    BOOST_TEST(sends.of("tt_few_cores") == nullptr);
    BOOST_TEST(near(sends.saved("tt_collective_exposed"), 100));
  }
  few.code = "PostCombineReduceDeviceOperation";                 // local
  BOOST_TEST(judged({row{}, few, row{}}).of("tt_few_cores") != nullptr);
}

/// 32 x 1024 x 1024 reads 2 MiB of weights: 7281.8 ns at 288 GB/s, more than the 3750 ns of 24 cores spread over 64.
BOOST_AUTO_TEST_CASE(more_cores_do_not_pass_the_roof) {
  const double roof = 2097152 / 288.0;
  std::vector<row> ten(10, row{.cores = "24", .time = "10000"});
  BOOST_TEST(near(judged(ten).saved("tt_few_cores"), 10 * (10000 - roof) / 1000));
  BOOST_TEST(near(judged(ten, true).saved("tt_few_cores"), 10 * (10000 - roof) / 1000));  // the file names the chip
  for (row& r : ten) r.time = "7300";                            // 18 ns above the roof
  BOOST_TEST(judged(ten).of("tt_few_cores") == nullptr);
}

/// Of 40 steps each has its own position: alone none would save 10 us. Two programs of one product are tuned apart.
BOOST_AUTO_TEST_CASE(ops_that_differ_in_their_positions_are_one_group) {
  std::vector<row> file;
  for (int step = 0; step < 40; ++step) {
    row r{.code = "PagedUpdateCacheDeviceOperation", .attributes = "{'update_idxs': '{", .pm = "1000"};
    r.attributes += std::to_string(100 + step) + "}'}", r.time = "8000", r.memory = "1000";
    file.push_back(r);
  }
  const judged all(file);
  BOOST_TEST(all.rows.kinds == 40u);
  BOOST_TEST(all.rows.groups == 1u);
  BOOST_TEST(near(all.saved("tt_below_roof"), 40 * (8 - 1 / 0.8)));  // 270
  file.resize(8);  // as many values as the links of a collective may have
  BOOST_TEST(judged(file).rows.groups == 8u);
  for (int k = 0; k < 20; ++k) {
    row r{.attributes = "{'program_config': 'P(in0_block_w="};
    r.attributes += std::to_string(k) + ")'}";
    file.push_back(r);
  }
  BOOST_TEST(judged(file).rows.groups == 28u);
}

/// 2048 bytes over 288 GB/s are 7 ns, but no op is tuned to less than the 5 us of a short one. What tt-metal says is
/// taken as it is.
BOOST_AUTO_TEST_CASE(our_own_roofs_leave_an_op_its_start) {
  row update{.code = "PagedUpdateCacheDeviceOperation", .time = "21000", .columns = "32", .in1_rows = "32"};
  const row good{.pm = "90000", .compute = "90000"};
  BOOST_TEST(near(judged({update, update, good}).saved("tt_below_roof"), 2 * (21 - 5)));
  update.pm = update.memory = "8";
  BOOST_TEST(near(judged({update, update, good}).saved("tt_below_roof"), 2 * (21 - 0.008 / 0.8)));
}

/// Where the number of keys is in a tensor, PM IDEAL is that of one page of them.
BOOST_AUTO_TEST_CASE(attention_of_unknown_length_has_no_roof) {
  row attention{.code = "SDPAOperation", .time = "100000", .rows = "1024", .pm = "2000", .compute = "2000"};
  BOOST_TEST(judged({attention, attention}).of("tt_below_roof") != nullptr);
  tt_op op;
  tt_op_detail detail;
  detail.ideal = 2000 * ns;
  tt_judged_row r{.op = &op, .detail = &detail};
  BOOST_TEST(r.pm_ideal() == 2000);
  for (const std::string_view lacks : {tt_lacks_cached_length, tt_lacks_keys}) {
    r.own.lacks = lacks;
    BOOST_TEST(!known(r.pm_ideal()));
  }
}

BOOST_AUTO_TEST_CASE(stale_starts_make_no_findings) {
  row stale, behind;
  stale.time = "6923000000", stale.gap = "-6919000000";
  behind.gap = "6258000000";
  const judged both({row{}, stale, behind, row{}});
  BOOST_TEST(near(both.list.window.in(us), 300));  // three kernels of 100 us
  BOOST_TEST(both.of("tt_host_gaps") == nullptr);
  const trace_health health = health_of(both.rows, true);
  const health_check* const check = health.find("tt_device_data_missing");
  BOOST_REQUIRE(check != nullptr);
  BOOST_TEST(check->count == 1u);  // the report leaves out the time of one of four
  BOOST_TEST((check->is == trace_verdict::unknowable));  // 25 % > 20 %
}

BOOST_AUTO_TEST_CASE(a_start_is_no_later_than_its_kernel_is_long) {
  tt_ops ops;
  ops.with_details = true;
  ops = *append_tt_ops_csv(std::move(ops),
                           "OP CODE,OP TYPE,DEVICE ID,DEVICE FW DURATION [ns],DEVICE KERNEL DURATION [ns],"
                           "DEVICE KERNEL FIRST TO LAST START [ns]\n"
                           "A,tt_dnn_device,0,100500,100000,40000\n"         // 40 us > 20 % of 100 us
                           "B,tt_dnn_device,0,100500,100000,10000\n"         // 10 us < 20 us
                           "C,tt_dnn_device,0,59500,6924059000,6924000000\n"  // its start is from an earlier run
                           "D,tt_dnn_device,0,100500,100000,6924000000\n"     // as is one of its cores'
                           "E,tt_dnn_device,0,100500,,50000\n",               // nothing to measure it against
                           "ops.csv", {});
  const tt_judged_rows rows = advice_rows_of(ops, {}, true, {}, {nullptr, true});
  const finding_list list = findings_of(rows, health_of(rows, true));
  const auto at = std::find_if(list.all.begin(), list.all.end(), [](const auto& f) { return f.id == "tt_start_skew"; });
  BOOST_REQUIRE(at != list.all.end());
  BOOST_TEST(at->count == 1u);
  BOOST_TEST(near(at->recoverable.in(us), 39.5));  // 40 - 0.5, of A alone
  BOOST_TEST(near(list.window.in(us), 300));       // A, B and D
}

/// A kind of finding that a user adds: copies that are not needed.
struct needless_copies {
  static constexpr std::string_view id = "my_copies";
  static void collect(const tt_findings_run& run, finding_drafts& to) {
    finding_draft found;
    for (std::uint32_t i = 0; i < run.rows.device.size(); ++i)
      if (run.rows.device[i].op->code == "Copy") found.works.push_back(i);
    if (found.works.empty()) return;
    finding_draft& d = to.add("");
    d.works = std::move(found.works);
    d.count = d.works.size();
    for (const std::uint32_t i : d.works)
      d.concerned += duration::of(static_cast<std::int64_t>(run.rows.device[i].time()));
    d.recoverable = d.concerned;
  }
  static std::string advice(const finding_numbers& n) { return "Drop " + std::to_string(n.count) + " copies."; }
};

BOOST_AUTO_TEST_CASE(a_finding_of_a_user) {
  row copy;
  copy.code = "Copy";
  const judged both({row{}, copy, row{}, copy});
  const finding_list list = findings_of(both.rows, health_of(both.rows, true), tt_finding_list<needless_copies>::kinds);
  const auto at = std::find_if(list.all.begin(), list.all.end(), [](const finding& f) { return f.id == "my_copies"; });
  BOOST_REQUIRE(at != list.all.end());
  BOOST_TEST(near(at->recoverable.in(us), 200));  // 2 * 100
  BOOST_TEST(at->advice == "Drop 2 copies.");
}

/// Listed by length, as a spreadsheet sorts it; on the host, ID 4 comes first, then 2, then 3. So ID 4 waits for the
/// compilation of the program that ID 2 runs again, and ID 3 undoes the layout of ID 2.
BOOST_AUTO_TEST_CASE(rows_go_by_host_time) {
  const std::string text =
      "OP CODE,OP TYPE,DEVICE ID,HOST START TS,OP TO OP LATENCY [ns],DEVICE KERNEL DURATION [ns]\n"
      "Tilize,tt_dnn_device,0,200,2000000,30000\nUntilize,tt_dnn_device,0,300,0,20000\n"
      "Tilize,tt_dnn_device,0,100,3000000,10000\n";
  tt_ops empty;
  empty.with_details = true;
  const tt_ops ops = *append_tt_ops_csv(std::move(empty), text, "ops.csv", {});
  const tt_judged_rows rows = advice_rows_of(ops, {}, false, {});
  BOOST_REQUIRE(rows.device.size() == 3u);
  BOOST_TEST(rows.device[0].op->id == 4u);
  BOOST_TEST(rows.device[1].op->id == 2u);
  BOOST_TEST(rows.device[2].op->id == 3u);
  BOOST_TEST(rows.device[0].cold);
  BOOST_TEST(!rows.device[1].cold);
  const finding_list list = findings_of(rows, health_of(rows, true));
  const auto of = [&](std::string_view id) {
    return std::find_if(list.all.begin(), list.all.end(), [&](const finding& f) { return f.id == id; });
  };
  BOOST_REQUIRE((of("tt_layout_roundtrip") != list.all.end()));
  BOOST_TEST(near(of("tt_layout_roundtrip")->recoverable.in(us), 50));  // 30 + 20
  const tt_judged_rows as_listed = advice_rows_of(ops, {}, true, {});
  BOOST_TEST(as_listed.device[0].op->id == 2u);
  BOOST_TEST(as_listed.device[0].cold);
}

BOOST_AUTO_TEST_CASE(a_reached_roof_is_no_finding) {
  const judged good({row{.pm = "90000", .compute = "90000"}, row{.pm = "90000", .compute = "90000"}});
  BOOST_TEST(good.list.all.empty());
}

BOOST_AUTO_TEST_CASE(cores_of_a_chip_that_nobody_named) {
  const row few{.cores = "20", .available = ""};
  BOOST_TEST(judged({few, few}, true).of("tt_few_cores") == nullptr);  // only 20 are known to be there
  row wide = few;
  wide.cores = "64";
  const judged both({few, few, wide}, true);
  BOOST_TEST(near(both.saved("tt_few_cores"), 2 * (100 - 100 * 20 / 64.0)));
  BOOST_TEST((both.of("tt_few_cores")->confidence == finding_confidence::low));
  BOOST_TEST(holds(both.advice("tt_few_cores"), "they use 20 of 64 (no chip is named: --arch)"));
  row sharded = few;
  sharded.attributes = "{'program_config': 'MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig(in0_block_w=2)'}";
  BOOST_TEST(judged({sharded, sharded, wide}).of("tt_few_cores") == nullptr);  // one core per bank is intended
  const judged named({few, few}, false);
  BOOST_TEST(holds(named.advice("tt_few_cores"), "Spread IDs 2 and 3 over more cores: they use 20 of 64 for 200 us."));
}

BOOST_AUTO_TEST_CASE(more_cores_than_pieces_of_work_are_of_no_use) {
  row one{.code = "Binary", .cores = "1", .rows = "32", .columns = "32", .in1_rows = "32"};  // one tile
  BOOST_TEST(judged({one, one}).of("tt_few_cores") == nullptr);
  one.columns = "128";  // four tiles
  BOOST_TEST(near(judged({one, one}).saved("tt_few_cores"), 2 * (100 - 100 / 64.0)));
  row rows{.code = "Binary", .cores = "4", .rows = "7", .columns = "40", .in1_rows = "7"};  // seven rows, no tiles
  BOOST_TEST(judged({rows, rows}).of("tt_few_cores") == nullptr);
  rows.cores = "3";
  BOOST_TEST(judged({rows, rows}).of("tt_few_cores") != nullptr);
  // one sequence, whose heads are one shard of 32 rows; of two, one core could be spared
  row heads{.code = "NLPCreateQKVHeadsDecode", .cores = "1", .rows = "32", .columns = "128"};
  heads.out_memory = "DEV_0_L1_HEIGHT_SHARDED";
  BOOST_TEST(judged({heads, heads}).of("tt_few_cores") == nullptr);
  heads.rows = "64";
  BOOST_TEST(judged({heads, heads}).of("tt_few_cores") != nullptr);
  // four tiles are written into a cache of 256
  row cache{.code = "PagedUpdateCache", .cores = "3", .rows = "8192", .heads = "4", .columns = "32", .in1_rows = "32"};
  BOOST_TEST(judged({cache, cache}).of("tt_few_cores") == nullptr);
  cache.cores = "2";
  BOOST_TEST(judged({cache, cache}).of("tt_few_cores") != nullptr);
  // 32 tokens out of 256 tiles; of 16 cores each samples two
  row sampling{.code = "SamplingDeviceOperation", .cores = "32", .rows = "1", .columns = "32", .in1_rows = "8192"};
  BOOST_TEST(judged({sampling, sampling}).of("tt_few_cores") == nullptr);
  sampling.cores = "16";
  BOOST_TEST(judged({sampling, sampling}).of("tt_few_cores") != nullptr);
}

BOOST_AUTO_TEST_CASE(conversions_that_undo_each_other) {
  const std::string width = "DEV_0_L1_WIDTH_SHARDED", height = "DEV_0_L1_HEIGHT_SHARDED", plain = "DEV_0_L1_INTERLEAVED";
  row first{.code = "ShardedToInterleaved", .in0_memory = width, .out_memory = plain};
  row second{.code = "InterleavedToSharded", .in0_memory = plain, .out_memory = width};
  BOOST_TEST(near(judged({first, second}).saved("tt_layout_roundtrip"), 200));
  second.out_memory = height;  // a reshard
  BOOST_TEST(judged({first, second}).of("tt_layout_roundtrip") == nullptr);
  second.out_memory = width, second.in0_memory = "DEV_0_DRAM_INTERLEAVED";  // of another tensor
  BOOST_TEST(judged({first, second}).of("tt_layout_roundtrip") == nullptr);
  second.in0_memory = plain, second.in0 = "BFLOAT8_B";
  BOOST_TEST(judged({first, second}).of("tt_layout_roundtrip") == nullptr);
  row untilize{.code = "Untilize"}, tilize{.code = "Tilize"};  // columns that say nothing of the layout
  BOOST_TEST(near(judged({untilize, tilize}).saved("tt_layout_roundtrip"), 200));
  // The end of one step and the beginning of the next: the host reads one tensor and writes another.
  const row signpost{.code = "step", .time = "", .type = "signpost"};
  const row topk{.code = "(torch) topk", .time = "", .type = "python_fallback"};
  for (const row& between : {signpost, topk})
    BOOST_TEST(judged({row{}, untilize, between, tilize, row{}}).of("tt_layout_roundtrip") == nullptr);
  untilize.session = "1", tilize.session = "2";
  BOOST_TEST(judged({untilize, tilize}).of("tt_layout_roundtrip") == nullptr);
  tilize.session = "1";
  BOOST_TEST(near(judged({untilize, tilize}).saved("tt_layout_roundtrip"), 200));
  tilize.session = "";
  BOOST_TEST(judged({untilize, tilize}).of("tt_layout_roundtrip") == nullptr);  // one is replayed, the other is not
}

BOOST_AUTO_TEST_CASE(fewer_bytes_for_what_memory_bounds) {
  // In DRAM: weights of 1024 x 1024 in BF16 (2 MiB). 60 us of 100 are memory: 75 % of what can be reached.
  row decode{.time = "100000", .rows = "32", .pm = "60000", .memory = "60000"};
  const judged sharding({decode, decode});
  BOOST_TEST(near(sharding.saved("tt_dram_sharded"), 2 * 100 * (1 - 0.6 / 0.8)));
  decode.heads = "8";  // a matrix for each head: not weights
  BOOST_TEST(judged({decode, decode}).of("tt_dram_sharded") == nullptr);
  BOOST_TEST(judged({decode, decode}).of("tt_weights_dtype") == nullptr);
  decode.heads = "1";
  decode.rows = "64";  // more than a tile: not decoding. BFP8 has 17 of 32 bits: 15 / 32 of the traffic is saved.
  const judged weights({decode, decode});
  BOOST_TEST(near(weights.saved("tt_weights_dtype"), 2 * 60 * 15 / 32.0));
  BOOST_TEST((weights.of("tt_weights_dtype")->confidence == finding_confidence::low));
  decode.in0_memory = "DEV_0_DRAM_INTERLEAVED";  // 64 x 1024 against 1024 x 1024: 1 / 17 does not justify it
  BOOST_TEST(judged({decode, decode}).of("tt_dram_traffic") == nullptr);
  decode.rows = "1024";  // half of the traffic, and 2 MiB fit 64 cores
  const judged traffic({decode, decode});
  BOOST_TEST(near(traffic.saved("tt_dram_traffic"), 100));
  BOOST_TEST(holds(traffic.advice("tt_dram_traffic"), "it is 50.0 % of the DRAM traffic"));
  decode.pm = decode.compute = decode.memory = "90000";  // with no traffic at all 90 of 100 us of arithmetic remain
  const judged busy({decode, decode});
  BOOST_TEST(near(busy.saved("tt_dram_traffic"), 2 * 10));
  BOOST_TEST(holds(busy.advice("tt_dram_traffic"), "it is 50.0 % of the DRAM traffic that bounds 200 us."));
  decode.rows = "64", decode.in0_memory = "DEV_0_L1_INTERLEAVED", decode.compute = "85000";
  BOOST_TEST(near(judged({decode, decode}).saved("tt_weights_dtype"), 2 * 15));  // not 90 * 15 / 32 = 42.2 each
  decode.compute = decode.memory = decode.pm = "100000";  // no slower than its arithmetic
  BOOST_TEST(judged({decode, decode}).of("tt_weights_dtype") == nullptr);
}

BOOST_AUTO_TEST_CASE(hifi4_is_free_only_where_it_is) {
  row four{.fidelity = "HiFi4", .time = "100000", .rows = "1024", .pm = "80000", .compute = "80000"};
  const judged bf16({four, four});
  BOOST_TEST(near(bf16.saved("tt_fidelity"), 80));  // half the passes of 2 * 80
  BOOST_TEST((bf16.of("tt_fidelity")->confidence == finding_confidence::low));
  BOOST_TEST(holds(bf16.advice("tt_fidelity"), "if the accuracy allows"));
  four.in0 = four.in1 = "BFLOAT8_B";
  BOOST_TEST((judged({four, four}).of("tt_fidelity")->confidence == finding_confidence::high));
  four.memory = "90000";  // bound by memory: HiFi4 costs nothing
  four.pm = "90000";
  BOOST_TEST(judged({four, four}).of("tt_fidelity") == nullptr);
  row permute{.code = "PermuteDeviceOperation", .fidelity = "HiFi4", .pm = "80000", .compute = "80000"};
  BOOST_TEST(judged({permute, permute}).of("tt_fidelity") == nullptr);  // no products
}

BOOST_AUTO_TEST_CASE(gaps_of_a_first_pass_are_not_the_headline) {
  const row warm{.gap = "50000", .time = "10000"};
  row other = warm;
  other.code = "Softmax";
  const judged second({warm, warm, warm, warm});
  BOOST_TEST(near(second.saved("tt_host_gaps"), 3 * 44));  // the first gap counts from an op that is not there
  BOOST_TEST(holds(second.advice("tt_host_gaps"), "Capture a trace"));
  row compiling = other;
  compiling.gap = "50000000";  // the first of its kind, 50 ms: compiled
  const judged first({warm, warm, compiling, other, other});
  BOOST_TEST(holds(first.advice("tt_host_gaps"), "Measure a second pass: this one compiles. Only if these 3 gaps (150 us) "
                                                       "remain, capture a trace."));
  BOOST_TEST(holds(judged({warm, compiling, other}).advice("tt_host_gaps"), "Only if this gap (50.0 us) remains, "));
  BOOST_TEST((first.of("tt_host_gaps")->confidence == finding_confidence::low));
  const trace_health health = health_of(first.rows, true);
  BOOST_TEST(holds(health.find("tt_cold_program_cache")->message, "1 row waits for the compilation of its program ("));
  string_output text;
  write_tt_findings(text, first.list, 10, 80, 1, true);
  BOOST_TEST(holds(text.text(), "tt_host_gaps"));
}

/// The rows of replays repeat what their capture said of the cache: False, because it compiled. Of three replays of two
/// ops the first gap is from outside; the others are 100 us each, of which 6 us remain.
BOOST_AUTO_TEST_CASE(replays_wait_for_no_compilation) {
  row a{.gap = "100000", .time = "10000", .session = "1"}, b{.code = "Softmax", .gap = "600", .time = "10000"};
  for (const char* hit : {"False", "True", "", "0"}) {
    std::vector<row> rows;
    for (const char* session : {"1", "2", "3"}) {
      a.session = b.session = session;
      a.hit = b.hit = hit;
      rows.insert(rows.end(), {a, b});
    }
    const judged replays(rows);
    BOOST_TEST(near(replays.saved("tt_host_gaps"), 2 * 94), hit);
    BOOST_TEST(holds(replays.advice("tt_host_gaps"), "Do less on the host between replays"), hit);
    BOOST_TEST(near(replays.list.window.in(us), 6 * 10 + 3 * 0.6 + 2 * 100), hit);
    BOOST_TEST((health_of(replays.rows, true).find("tt_cold_program_cache")->is == trace_verdict::sound), hit);
  }
  // Two replays of two ops are no warm-up and measured pass, as the same ops dispatched twice are.
  const auto repeated = [](const row& x, const row& y, const row& z, const row& u) {
    return health_of(judged({x, y, z, u}).rows).find("tt_signposts_missing")->is;
  };
  row first_a = a, first_b = b;
  first_a.session = first_b.session = "2";
  BOOST_TEST((repeated(first_a, first_b, a, b) == trace_verdict::sound));
  a.session = b.session = "";
  BOOST_TEST((repeated(a, b, a, b) == trace_verdict::degraded));
  // dispatched by the host: compiled
  a.hit = b.hit = "False";
  a.gap = "2000000";
  const judged compiled({a, b, a, b});
  BOOST_TEST(compiled.of("tt_host_gaps") == nullptr);
  BOOST_TEST((health_of(compiled.rows, true).find("tt_cold_program_cache")->is == trace_verdict::unknowable));
}

/// Five replays of a trace of two ops: 100 us of the host before each, but for the first, whose gap is from outside, and
/// 12 us within each. Behind each runs an op that is no part of it, 14 us after it.
BOOST_AUTO_TEST_CASE(gaps_by_who_can_make_them_shorter) {
  const auto replays = [](const char* between, const char* within, const char* behind, bool numbered = true) {
    std::vector<row> file;
    for (int i = 1; i <= 5; ++i) {
      row a{.code = "A", .gap = between, .session = std::to_string(i), .call = "1"};
      row b{.code = "B", .gap = within, .session = a.session, .call = "2"};
      if (!numbered) a.session = b.session = "0";  // the trace is named, the replay is not
      file.insert(file.end(), {a, b});
      if (behind != nullptr) file.push_back({.code = "ArgMax", .gap = behind, .call = std::to_string(10 + i)});
    }
    return file;
  };
  const auto of = [](const judged& j, std::string_view key) {
    const auto at = std::find_if(j.list.all.begin(), j.list.all.end(), [&](const finding& f) { return f.key == key; });
    return at == j.list.all.end() ? missing<double> : at->recoverable.in(us);
  };
  const judged all(replays("100000", "12000", "14000"));
  BOOST_TEST(near(of(all, "tt_host_gaps:between replays"), 4 * 94));
  BOOST_TEST(near(of(all, "tt_host_gaps:within replays"), 5 * 6));
  BOOST_TEST(near(of(all, "tt_host_gaps"), 5 * 8));
  const judged host(replays("100000", "600", nullptr)), device(replays("3000", "12000", nullptr));
  BOOST_TEST(host.advice("tt_host_gaps") == "Do less on the host between replays of the trace: 4 gaps above 6.5 us take "
                                            "400 us (IDs 4, 6, 8, 10).");
  BOOST_TEST(device.advice("tt_host_gaps") == "Fuse ops of the trace, or make them larger: within its replays, without "
                                              "the host, 5 gaps above 6.5 us take 60.0 us (IDs 3, 5, 7 and 2 more).");
  BOOST_TEST(near(of(judged(replays("100000", "12000", nullptr, false)), "tt_host_gaps:between replays"), 4 * 94));
  BOOST_TEST(near(of(judged(replays("100000", "12000", nullptr, false)), "tt_host_gaps:within replays"), 5 * 6));
}

BOOST_AUTO_TEST_CASE(gaps_with_ops_of_the_host) {
  const row numel{.code = "(torch) numel", .time = "", .type = "python_fallback", .host_time = "40000"};
  row topk = numel;
  topk.code = "(torch) topk";
  const row late{.gap = "50000"};
  const judged host({row{}, numel, late, topk, late, numel, late});
  BOOST_TEST(near(host.saved("tt_host_gaps"), 3 * 44));
  BOOST_TEST(holds(host.advice("tt_host_gaps"), "Take ops of the host out of the loop, then capture a trace: 3 gaps"));
  BOOST_TEST(host.advice("tt_host_ops") ==
             "Keep tensors off torch in the loop (IDs 3 and 7): 2 calls look at a tensor of the host for 80.0 us.");
  // 80 and 40 us on the host, all of them in the gaps: what either saves is saved once.
  BOOST_TEST(near(host.saved("tt_host_ops"), 80));
  BOOST_TEST(near(host.list.combined.in(us), 3 * 44));
  // On two devices, which wait for it at once: 40 us of two ops of 100 us and a gap of 50 us on each.
  row other{.device = "1"}, other_late = late;
  other_late.device = "1";
  const judged both({row{}, other, topk, late, other_late});
  BOOST_TEST(near(both.of("tt_host_ops")->share, 40. / 250));
  BOOST_TEST(near(both.list.combined.in(us), 2 * 44));
  BOOST_TEST(holds(judged({row{}, topk, late, late, late}).advice("tt_host_gaps"), "Capture a trace"));
  BOOST_TEST(holds(judged({row{}, topk, late}).advice("tt_host_ops"), "Run this op on the device (ID 3): 1 call"));
}

/// A pass of two programs, 2 ms of compilation before each, three times. What compiled before compiles again: in the
/// second pass and the third, 4 * (2000 - 6) us.
BOOST_AUTO_TEST_CASE(programs_that_are_compiled_again) {
  const row a{.gap = "2000000", .hit = "False", .hash = "77"};
  row b = a;
  b.code = "Softmax", b.hash = "78";
  const row signpost{.code = "pass", .time = "", .type = "signpost"};
  const judged whole({a, b, a, b, a, b});
  BOOST_TEST(near(whole.saved("tt_recompilation"), 4 * 1994));
  BOOST_TEST(near(whole.list.window.in(us), 6 * 100 + 4 * 2000));  // the first gaps are no part of it
  BOOST_TEST(whole.of("tt_host_gaps") == nullptr);
  const judged last({a, b, a, b, signpost, a, b});
  BOOST_TEST(near(last.saved("tt_recompilation"), 1994));          // the gap of the window's first op is not in it
  BOOST_TEST(last.advice("tt_recompilation") == "Enable the program cache, or keep constant what programs are hashed by: "
                                                "1 op (ID 8) is compiled again in 2.00 ms.");
  const trace_health health = health_of(last.rows, true);
  const health_check* const check = health.find("tt_cold_program_cache");
  BOOST_TEST(check->message == "2 rows wait for the compilation of their program again (100.0 % of all gaps)");
  BOOST_TEST(holds(check->facts->advice, "a further pass takes as long"));
  row other = b;
  other.hash = "79";  // of equal attributes, but another program: it is compiled once
  BOOST_TEST(judged({a, b, signpost, a, other}).of("tt_recompilation") == nullptr);
  other.hash = "77";  // that of another op
  BOOST_TEST(judged({a, b, signpost, a, other}).of("tt_recompilation") == nullptr);
  other.hash = "";    // equal attributes and tensors are no proof
  row nameless = a;
  nameless.hash = "";
  BOOST_TEST(judged({nameless, other, nameless, other}).of("tt_recompilation") == nullptr);
}

/// Two programs, 2 ms before each in a first pass and 20 us in the second, in which nothing can be compiled: its cells
/// repeat those of the first. The host is 2 * (20 - 6) us too slow.
BOOST_AUTO_TEST_CASE(hits_that_repeat_those_of_first_calls) {
  for (const char* hash : {"77", ""}) {
    const row signpost{.code = "pass", .time = "", .type = "signpost"};
    row a{.gap = "2000000", .hit = "False", .hash = hash};
    row b = a;
    b.code = "Softmax";
    row c = a, d = b;
    c.gap = d.gap = "20000";
    const judged two({a, b, signpost, c, d, c});
    BOOST_TEST(two.of("tt_recompilation") == nullptr);
    BOOST_TEST(near(two.saved("tt_host_gaps"), 2 * 14));  // the gap of the window's first op is not in it
    BOOST_TEST(!health_of(two.rows, true).find("tt_cold_program_cache")->found());
    const judged whole({a, b, c, d});
    BOOST_TEST(near(whole.list.window.in(us), 4 * 100 + 2 * 20));
    BOOST_TEST(health_of(whole.rows, true).find("tt_cold_program_cache")->count == 2u);
    // The third call hits, so that cells are those of calls: the fourth is believed.
    row hit = c;
    hit.hit = "True";
    const judged told({a, hit, a, c, b});
    BOOST_TEST(near(told.saved("tt_recompilation"), *hash == 0 ? -1 : 1994 + 14));
    BOOST_TEST(told.rows.device[3].cold == (*hash == 0));
  }
}

/// A product of 100 us on one sub-device; from 5 to 95 us a collective on another; 1 us behind the product an op of 40 us
/// that waits for both. By latencies, and by cycles where negative ones are left empty.
BOOST_AUTO_TEST_CASE(what_runs_beside_other_work_saves_no_more_than_it_has_for_itself) {
  for (const bool by_cycles : {false, true}) {
    std::vector<row> file;
    std::int64_t end = 0;
    const auto add = [&](row r, std::int64_t from, std::int64_t to) {
      const std::int64_t gap = file.empty() ? 0 : from - end;
      r.gap = by_cycles && gap < 0 ? "" : std::to_string(gap);
      r.time = r.firmware = std::to_string(to - from);
      if (by_cycles) r.start = std::to_string(from), r.end = std::to_string(to);
      file.push_back(r);
      end = to;
    };
    constexpr int layers = 4;
    for (std::int64_t at = 1'000'000, i = 0; i < layers; ++i, at += 1'142'000) {
      add({.pm = "900000", .compute = "900000"}, at, at + 1'000'000);
      add({.code = "AllGatherAsync", .cores = "8", .sub_device = "1"}, at + 5000, at + 15'000);
      add({.code = "BinaryNg", .pm = "100000", .memory = "100000"}, at + 1'001'000, at + 1'141'000);
    }
    const judged all(file);
    BOOST_TEST(near(all.list.window.in(us), layers * 1140 + layers * 1 + (layers - 1) * 1));
    BOOST_TEST(all.of("tt_collective_exposed") == nullptr);
    BOOST_TEST(all.of("tt_host_gaps") == nullptr);  // 986 us from the collective's end, 1 us from the product's
  }
  // A prefetcher of 1000 us hides a slow op of 300 us but for its last 50.
  const row prefetcher{.code = "DramPrefetcher", .cores = "12", .time = "1000000"};
  row slow{.gap = "-250000", .time = "300000", .rows = "1024", .pm = "30000", .compute = "30000"};
  BOOST_TEST(near(judged({prefetcher, slow}).saved("tt_below_roof"), 50));  // not 300 - 30 / 0.8
  slow.gap = "-1000000";
  BOOST_TEST(judged({prefetcher, slow}).of("tt_below_roof") == nullptr);
  // half of a collective of 100 us
  const row gather{.code = "AllGather", .gap = "-50000"}, next{.gap = "0"};
  BOOST_TEST(near(judged({row{}, gather, next}).saved("tt_collective_exposed"), 50));
}

/// Four devices: a product of 100 us, on device 3 of 130, and a collective of 20 us for which the others wait 30 us more.
/// Each device is 30 us faster without the slow one, of 190 us; of 4 * 50 - 30 us of the collective 90 are waiting.
/// Three of 4 devices wait 60 us for the last, 240 in all, and 40 us of each gap could go, 160 in all.
BOOST_AUTO_TEST_CASE(findings_are_ranked_by_the_time_that_passes) {
  std::vector<row> file;
  for (int k = 0; k < 2; ++k)
    for (int d = 0; d < 4; ++d) {
      row r{.code = k == 0 ? "Matmul" : "BinaryNg", .device = std::to_string(d)};
      r.time = k == 1 ? "40000" : d == 3 ? "160000" : "100000";
      if (k == 1) r.gap = "46000";  // 40 us could go
      file.push_back(r);
    }
  const judged all(file);
  BOOST_TEST(near(all.saved("tt_device_imbalance"), 60));
  BOOST_TEST(near(all.saved("tt_host_gaps"), 160));
  BOOST_TEST(all.list.all.front().id == "tt_device_imbalance");
  BOOST_TEST(near(all.list.combined.in(us), 4 * 60 + 160));
}

BOOST_AUTO_TEST_CASE(a_slow_device_costs_its_share_of_one_window) {
  std::vector<row> file;
  for (int k = 0; k < 3; ++k)
    for (int d = 0; d < 4; ++d) {
      row r{.code = k == 0 ? "Matmul" : k == 1 ? "AllGather" : "BinaryNg", .device = std::to_string(d)};
      r.time = k == 0 ? (d == 3 ? "130000" : "100000") : k == 1 ? (d == 3 ? "20000" : "50000") : "40000";
      file.push_back(r);
    }
  const judged all(file);
  BOOST_TEST(near(all.list.window.in(us), 190));
  BOOST_TEST(near(all.saved("tt_device_imbalance"), 30));
  BOOST_TEST(near(all.of("tt_device_imbalance")->share * 190, 30));
  BOOST_TEST(near(all.saved("tt_collective_exposed"), 170));
  BOOST_TEST(near(all.of("tt_collective_exposed")->share * 4 * 190, 170));
  BOOST_TEST(all.advice("tt_collective_exposed") == "Overlap IDs 6, 7, 8, 9 with compute, or fuse both: 170 us pass "
                                                    "while only the links work, 90.0 us of it waiting for the slowest "
                                                    "device.");
}

BOOST_AUTO_TEST_CASE(devices_that_differ_fit_the_console) {
  tt_op op;
  op.code = "ReluDeviceOperation2", op.id = 13;
  tt_perf_result result;
  result.spreads.push_back({&op, 2, 8000 * ns, 12200 * ns, 20200 * ns, 0, 1});
  string_output text;
  write_tt_spreads(text, result, 80);
  BOOST_TEST(holds(text.text(), "ID 13  ReluDeviceOperation2: 8.0 μs on device 0 to 12.2 μs on device 1 (2\n  devices)\n"));
}

/// Two inputs of 2 MiB are read and 2 MiB are written: 6.29 MB at 288 GB/s take 22 us. A ring of 2 devices sends a
/// quarter of 4 MiB in each direction: 1.05 MB take 84 us over a link of 12.5 GB/s, 5 us over 16.
BOOST_AUTO_TEST_CASE(more_links_help_what_the_links_limit) {
  const auto told = [](const std::string& links) {
    const row gather{.code = "AllGather",
                     .attributes = "{'num_links': '" + links + "'; 'ring_size': '2'; 'topology': 'Topology::Ring'}",
                     .time = "300000", .rows = "1024", .in0_memory = "DEV_0_DRAM_INTERLEAVED", .pm = "", .compute = "",
                     .memory = "", .out_memory = "DEV_0_DRAM_INTERLEAVED"};
    const row good{.pm = "90000", .compute = "90000"};
    return judged({good, good, good, good, gather}).advice("tt_below_roof");
  };
  BOOST_TEST(holds(told("1"), "Try more links (1) for"));
  BOOST_TEST(holds(told("16"), "Try another sharding or program config for"));
}

BOOST_AUTO_TEST_CASE(collectives_short_ops_and_shapes) {
  const row compute{.pm = "90000", .compute = "90000"};
  row gather = compute;
  gather.code = "AllGather";
  gather.pm = gather.compute = "1";
  const judged exposed({compute, gather, compute});
  BOOST_TEST(near(exposed.saved("tt_collective_exposed"), 100));
  BOOST_TEST((exposed.of("tt_collective_exposed")->bound == finding_bound::upper));
  BOOST_TEST(judged({compute, gather}).of("tt_collective_exposed") == nullptr);  // nothing waits for it
  gather.code = "RMSAllGather";
  BOOST_TEST(judged({compute, gather, compute}).of("tt_collective_exposed") == nullptr);  // a norm

  std::vector<row> chain(12, row{.code = "UnaryDeviceOperation", .gap = "2000", .time = "3000"});
  // a gap of 2 us, but for the first, and a start of 1 us each
  BOOST_TEST(near(judged(chain).saved("tt_small_ops"), 11 * 2 + 12 * 1));
  // a start is part of the op's time: of 0.8 us and gaps of 0.3 us no more than 12 * 0.8 + 11 * 0.3 can be saved
  const judged shorter(std::vector<row>(12, row{.code = "UnaryDeviceOperation", .gap = "300", .time = "800"}));
  BOOST_TEST(near(shorter.saved("tt_small_ops"), 12 * 0.8 + 11 * 0.3));
  // four replays of three ops: no row of eight could be one op; of one replay of twelve they could
  for (std::size_t i = 0; i < chain.size(); ++i) chain[i].session = std::to_string(i / 3 + 1);
  BOOST_TEST(judged(chain).of("tt_small_ops") == nullptr);
  for (row& r : chain) r.session = "1";
  BOOST_TEST(near(judged(chain).saved("tt_small_ops"), 11 * 2 + 12 * 1));
  chain.resize(7);
  BOOST_TEST(judged(chain).of("tt_small_ops") == nullptr);

  row shape{.code = "ReshapeDeviceOperation", .time = "100000", .in0_memory = "DEV_0_DRAM_INTERLEAVED"};
  shape.rows = "8192";  // in 16 MiB; a reshape reads no input 1: 16,777,216 bytes over 288 GB/s = 58.254 us
  const judged reshaping({shape, shape});
  BOOST_TEST(near(reshaping.saved("tt_reshape_share"), 2 * (100 - 16'777'216 / 288e3)));
}

/// A replay with kernels of 6 us every 6.6 us. Firmware of 15 us begins while that of the op before still runs: 6 * (15 -
/// 6 - 1) = 48 us are more than passes. Without a trace they count, and of firmware of 9 us it is 6 * (9 - 6 - 1) us.
BOOST_AUTO_TEST_CASE(firmware_costs_no_more_than_passes) {
  const row beside{.gap = "600", .time = "6000", .firmware = "15000"};
  row replayed = beside;
  replayed.session = "1";
  BOOST_TEST(near(judged(std::vector(6, replayed)).saved("tt_dispatch_overhead"), 6 * 6 + 5 * 0.6));
  BOOST_TEST(near(judged(std::vector(6, beside)).saved("tt_dispatch_overhead"), 6 * (15 - 6 - 1)));
  const judged apart(std::vector<row>(6, row{.gap = "4000", .time = "6000", .firmware = "9000"}));
  BOOST_TEST(near(apart.saved("tt_dispatch_overhead"), 6 * 2));
}

/// Two replays whose sessions are lost have equal calls, but start at other cycles.
BOOST_AUTO_TEST_CASE(what_starts_at_another_cycle_is_no_duplicate) {
  row first{.call = "5", .start = "1000", .end = "2000"}, again = first;
  again.start = "5000", again.end = "6000";
  const auto duplicates = [](const std::vector<row>& rows) {
    return health_of(judged(rows).rows, true).find("tt_duplicates")->count;
  };
  BOOST_TEST(duplicates({first, again}) == 0u);
  BOOST_TEST(duplicates({first, again, first}) == 1u);
}

/// A spreadsheet has sorted three replays: each of the later rows ended before the one listed in front of it started.
BOOST_AUTO_TEST_CASE(replays_that_are_not_in_the_order_they_ran) {
  row r{.session = "3", .start = "9000", .end = "9900"}, b = r, c = r;
  b.session = "2", b.start = "5000", b.end = "5900";
  c.session = "1", c.start = "1000", c.end = "1900";
  const auto order = [](const std::vector<row>& file) {
    judged all(file);
    all.rows.file_order = false;
    return *health_of(all.rows, true).find("tt_order");
  };
  BOOST_TEST(order({r, b, c}).count == 2u);
  BOOST_TEST(holds(order({r, b, c}).message, "2 rows started in another order on the device than in the file"));
  BOOST_TEST((order({c, b, r}).is == trace_verdict::sound));
  row beside = b, next = c;  // on a sub-device: they overlap, so that neither is out of order
  beside.end = "9100", next.end = "5100";
  BOOST_TEST((order({r, beside, next}).is == trace_verdict::sound));
}

/// Device 0 counts 1 cycle a ns, device 1 half of that: each has its own clock. Rows of its own at another rate tell.
BOOST_AUTO_TEST_CASE(each_device_has_a_clock_of_its_own) {
  const row zero{.firmware = "100000", .start = "0", .end = "100000"};
  const row one{.device = "1", .firmware = "100000", .start = "0", .end = "50000"};
  const auto clocks = [](const std::vector<row>& rows) {
    return health_of(judged(rows).rows, true).find("tt_frequency")->count;
  };
  BOOST_TEST(clocks({zero, zero, one, one, zero}) == 0u);
  row slower = one;
  slower.end = "25000";
  BOOST_TEST(clocks({zero, zero, one, one, one, one, slower, slower}) == 2u);
}

/// The table of roofs shows the times that the op table shows: not that of a start from an earlier run. The number of a
/// sub-device has a column of its own since 2026, before which attributes may name it.
BOOST_AUTO_TEST_CASE(roofs_show_the_times_of_the_op_table) {
  row stale{.gap = "-6919000000", .time = "6923000000", .sub_device = "1"};
  row named{.attributes = "{'sub_device_id': 'SubDeviceId(0)'}"}, both = named;
  both.sub_device = "2";
  const judged all({named, stale, both});
  const table t = tt_roof_table(all.rows);
  std::string scratch;
  const std::size_t time = t.find("Device Time"), sub = t.find("Sub-Device");
  BOOST_TEST(near(t.at(0, time, scratch).real, 100));
  BOOST_TEST(t.at(1, time, scratch).empty());
  BOOST_TEST(!t.at(0, sub, scratch).empty());
  BOOST_TEST(t.at(0, sub, scratch).integer == 0);
  BOOST_TEST(t.at(1, sub, scratch).integer == 1);
  BOOST_TEST(t.at(2, sub, scratch).integer == 2);
}

BOOST_AUTO_TEST_CASE(kinds_have_advice_or_a_reason) {
  const judged all({row{.rows = "1024", .pm = "20000", .compute = "20000"}, row{.code = "Wonder", .time = "50000"},
                    row{.code = "Softmax", .time = "30000"}, row{.time = "10000", .pm = "9000", .compute = "9000"}});
  const table t = tt_kind_table(all.rows, all.list);
  std::string scratch;
  const std::size_t why = t.find("Why None"), advice = t.find("Advice"), up_to = t.find("Up To %");
  BOOST_TEST(t.rows() == 4u);
  BOOST_TEST(t.at(0, advice, scratch).text == "1 tt_below_roof");
  BOOST_TEST(t.at(1, why, scratch).text == "no model");
  BOOST_TEST(near(t.at(1, up_to, scratch).real, 100.0 * 150 / 190));
  BOOST_TEST(t.at(3, why, scratch).text == "reaches half of its roof or more");
}

BOOST_AUTO_TEST_SUITE_END()
