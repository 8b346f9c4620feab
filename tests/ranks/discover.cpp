#include <ridgeline/ranks/discover.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

#include <boost/test/unit_test.hpp>

#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(fleet_discover)

BOOST_AUTO_TEST_CASE(the_rank_stands_behind_the_first_pattern_with_digits) {
  BOOST_TEST(rank_in("traces_rank_12_step_8.json", "rank_").value() == 12);
  BOOST_TEST(rank_in("rank-3.json", "rank-").value() == 3);
  BOOST_TEST(rank_in("rank7.json", "rank").value() == 7);
  BOOST_TEST(rank_in("rank_x_rank_5.json", "rank_").value() == 5);
  BOOST_TEST(rank_in("rank_007.json", "rank_").value() == 7);
  BOOST_TEST(!rank_in("rank7.json", "rank_").has_value());
  BOOST_TEST(!rank_in("rank_99999999999999999999.json", "rank_").has_value());  // no run has that rank
}

BOOST_AUTO_TEST_CASE(files_are_grouped_by_folder_and_ordered_by_number) {
  const temporary_folder folder;
  for (const char* name : {"b/x", "a"}) std::filesystem::create_directories(folder.path(name));
  for (const char* name : {"a/t_rank_10.json", "a/t_rank_2.json", "a/t_rank_2_again.json", "a/notes.json", "a/t_rank_3.txt",
                           "b/x/t_rank_0.json", "b/x/t_rank_0.json.gz"})
    folder.file(name, R"({"traceEvents": []})");
  discover_options options;
  options.base = folder.path();
  options.filters = {"ridgeline"};  // part of the folder's own path
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE(found.has_value());
  BOOST_REQUIRE(found->size() == 2u);
  const experiment& a = (*found)[0];
  BOOST_TEST(a.relative == "a");
  BOOST_REQUIRE(a.files.size() == 2u);
  BOOST_TEST(a.files[0].rank == 2);
  BOOST_TEST(a.files[0].path == folder.path("a/t_rank_2.json"));
  BOOST_TEST(a.files[1].rank == 10);
  BOOST_REQUIRE(a.doubled.size() == 1u);
  BOOST_TEST(a.doubled[0].path == folder.path("a/t_rank_2_again.json"));
  BOOST_REQUIRE(a.unnumbered.size() == 1u);
  BOOST_TEST(a.unnumbered[0] == folder.path("a/notes.json"));
  BOOST_TEST((*found)[1].relative == "b/x");
  BOOST_TEST((*found)[1].files.size() == 1u);
  options.extension = "gz";
  BOOST_TEST(discover(options)->size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_file_named_like_a_trace_takes_no_place) {
  const temporary_folder folder;
  folder.file("metrics_rank_0.json", "[1, 2, 3]");  // before the traces, by name
  folder.file("trace_rank_0.json", R"({"traceEvents": []})");
  folder.file("metrics_rank_1.json", R"({"ph": 7})");
  folder.file("trace_rank_1.json", R"({"distributedInfo": {"rank": 1}, "traceEvents": []})");
  discover_options options;
  options.base = folder.path();
  options.by_content = true;
  options.filters = {"rank_"};
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE(found.has_value());
  BOOST_REQUIRE((*found)[0].files.size() == 2u);
  BOOST_TEST((*found)[0].files[0].path == folder.path("trace_rank_0.json"));
  BOOST_TEST((*found)[0].files[1].path == folder.path("trace_rank_1.json"));
  BOOST_TEST((*found)[0].doubled.size() == 1u);  // the one that names a phase could be a trace
  BOOST_TEST(((*found)[0].no_traces == std::vector<std::string>{folder.path("metrics_rank_0.json")}));
}

BOOST_AUTO_TEST_CASE(names_that_differ_in_one_number_from_0_on_tell_ranks) {
  const temporary_folder folder;
  for (const int worker : {0, 1, 2, 10}) folder.file("worker." + std::to_string(worker) + ".json", "{}");
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.filters = {""};
  expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE((found.has_value() && (*found)[0].files.size() == 4u));
  BOOST_TEST((*found)[0].files[2].path == folder.path("worker.2.json"));
  BOOST_TEST((*found)[0].files[3].rank == 10);
  BOOST_TEST(((*found)[0].files[3].from == rank_source::name));
  const temporary_folder windows;
  for (const char* name : {"step_0.json", "step_10.json", "step_20.json"}) windows.file(name, "{}");
  options.base = windows.path();
  found = discover(options);
  BOOST_REQUIRE((found.has_value() && (*found)[0].files.size() == 3u));
  BOOST_TEST((*found)[0].files[2].rank == 2);  // steps, as the gaps show
  // a process number is not a rank: positions are used, and 10 comes after 2
  const temporary_folder torch;
  for (const int worker : {2, 10}) torch.file("host_3100" + std::to_string(worker) + ".pt.trace.json", "{}");
  options.base = torch.path();
  found = discover(options);
  BOOST_REQUIRE((found.has_value() && (*found)[0].files.size() == 2u));
  BOOST_TEST((*found)[0].files[1].path == torch.path("host_310010.pt.trace.json"));
  BOOST_TEST((*found)[0].files[1].rank == 1);
  BOOST_TEST(((*found)[0].files[1].from == rank_source::position));
  BOOST_TEST((*found)[0].files[1].host == "host");
}

BOOST_AUTO_TEST_CASE(a_blank_or_a_sign_may_stand_before_the_number) {
  BOOST_TEST(rank_word_in("run rank 3.json").value() == 3);
  BOOST_TEST(rank_word_in("rank=4,step=7.json").value() == 4);
  BOOST_TEST(rank_word_in("Rank(5).json").value() == 5);
  BOOST_TEST(!rank_word_in("by_rank.20240101.json").has_value());  // a date
}

BOOST_AUTO_TEST_CASE(files_that_tell_no_rank_stand_between_those_that_do) {
  const temporary_folder folder;
  const auto told = [](int rank) { return "{\"distributedInfo\":{\"rank\":" + std::to_string(rank) + "}}"; };
  folder.file("a.json", told(0)), folder.file("b.json", "{\"traceEvents\":[]}"), folder.file("c.json", told(2));
  folder.file("d.json", "{\"schema\":1}");  // not a trace
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.filters = {""};
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE((found.has_value() && (*found)[0].files.size() == 3u));
  BOOST_TEST((*found)[0].files[1].rank == 1);
  BOOST_TEST(((*found)[0].files[1].from == rank_source::position));
  BOOST_TEST((*found)[0].unnumbered.size() == 1u);
  // if these are not at the positions that they name, the other's position means nothing
  folder.file("a.json", told(4));
  const expected<std::vector<experiment>> apart = discover(options);
  BOOST_TEST((*apart)[0].unnumbered.size() == 2u);
}

// vLLM's front end writes a trace of its own beside those of the ranks.
BOOST_AUTO_TEST_CASE(a_file_beside_all_ranks_is_none) {
  const temporary_folder folder;
  for (const char* name : {"dp0_rank0.json", "dp0_rank1.json", "node_7.async_llm.json"})
    folder.file(name, R"({"traceEvents": []})");
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.filters = {""};
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE((found.has_value() && (*found)[0].files.size() == 2u));
  BOOST_REQUIRE((*found)[0].unnumbered.size() == 1u);
  BOOST_TEST((*found)[0].unnumbered[0] == folder.path("node_7.async_llm.json"));
}

BOOST_AUTO_TEST_CASE(ranks_of_hosts_are_numbered_host_by_host) {
  const temporary_folder folder;
  for (const char* name : {"node10_rank0.json", "node10_rank1.json", "node2_rank0.json", "node2_rank1.json"})
    folder.file(name, R"({"traceEvents": []})");
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.filters = {"rank"};
  expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE((found.has_value() && (*found)[0].files.size() == 4u));
  BOOST_TEST((*found)[0].files[1].path == folder.path("node2_rank1.json"));  // node 2 comes before node 10
  BOOST_TEST((*found)[0].files[3].path == folder.path("node10_rank1.json"));
  BOOST_TEST(((*found)[0].files[3].from == rank_source::position));
  BOOST_TEST((*found)[0].files[3].named == 1);
  BOOST_TEST((*found)[0].doubled.empty());
  folder.file("node2_rank2.json", R"({"traceEvents": []})");  // hosts with unequal rank counts: the mapping is unsure
  BOOST_TEST(discover(options)->front().doubled.size() == 2u);
}

BOOST_AUTO_TEST_CASE(folders_of_hosts_are_one_run) {
  const temporary_folder folder;
  for (const char* host : {"node0", "node1"}) {
    std::filesystem::create_directories(folder.path(host));
    for (const char* name : {"/t_rank_0.json", "/t_rank_1.json"}) folder.file(std::string(host) + name, "{}");
  }
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.filters_given = false, options.filters = {"rank_"};
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE((found.has_value() && found->size() == 1u));
  BOOST_REQUIRE((*found)[0].files.size() == 4u);
  BOOST_TEST((*found)[0].files[2].path == folder.path("node1/t_rank_0.json"));
}

BOOST_AUTO_TEST_CASE(files_may_lie_deep_below_the_folder_of_their_rank) {
  const temporary_folder folder;
  for (const char* name : {"rank_0/step7", "rank_1/step7"}) {
    std::filesystem::create_directories(folder.path(name));
    folder.file(std::string(name) + "/trace.json", "{}");
  }
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.filters = {"rank_"};
  expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE((found.has_value() && found->size() == 1u));
  BOOST_REQUIRE((*found)[0].files.size() == 2u);
  BOOST_TEST((*found)[0].folder + "/" == folder.path());
  BOOST_TEST(((*found)[0].files[1].from == rank_source::folder));
  std::filesystem::create_directories(folder.path("rank_0/step8"));
  folder.file("rank_0/step8/trace.json", "{}");
  found = discover(options);
  BOOST_REQUIRE(found->size() == 2u);  // two configurations, each with a folder of its own
  BOOST_TEST((*found)[0].relative == "step7");
  BOOST_TEST((*found)[1].relative == "step8");
  BOOST_TEST((*found)[1].folder == folder.path("rank_0/step8"));
}

BOOST_AUTO_TEST_CASE(endings_in_capitals_and_hidden_files) {
  const temporary_folder folder;
  std::filesystem::create_directories(folder.path(".ipynb_checkpoints"));
  for (const char* name : {"rank_0.JSON", "rank_1.json", "rank_2.json.GZ", "._rank_3.json", ".ipynb_checkpoints/rank_4.json"})
    folder.file(name, "{}");
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.extension_given = false, options.filters = {"rank_"};
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE((found.has_value() && found->size() == 1u));
  BOOST_REQUIRE((*found)[0].files.size() == 3u);
  BOOST_TEST((*found)[0].files[2].path == folder.path("rank_2.json.GZ"));
}

BOOST_AUTO_TEST_CASE(a_folder_that_all_files_share_tells_no_rank) {
  const temporary_folder folder;
  std::filesystem::create_directories(folder.path("rank7_runs"));
  for (const char* name : {"0.json", "1.json"}) folder.file("rank7_runs/" + std::string(name), "{}");
  discover_options options;
  options.base = folder.path("rank7_runs");
  options.by_content = true, options.filters = {"rank7"};
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE((found.has_value() && (*found)[0].files.size() == 2u));
  BOOST_TEST((*found)[0].files[1].rank == 1);
}

BOOST_AUTO_TEST_CASE(ranks_that_are_packed_stand_beside_those_that_are_not) {
  const temporary_folder folder;
  for (const char* name : {"t_rank_0.json", "t_rank_0.json.gz", "t_rank_1.json.gz"}) folder.file(name, "{}");
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.extension_given = false;
  options.filters = {"rank_"};
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE(found->size() == 1u);
  BOOST_REQUIRE((*found)[0].files.size() == 2u);
  BOOST_TEST((*found)[0].files[0].path == folder.path("t_rank_0.json"));
  BOOST_TEST((*found)[0].files[1].path == folder.path("t_rank_1.json.gz"));
  BOOST_TEST((*found)[0].doubled.empty());  // the same file, compressed
  options.extension_given = true;
  BOOST_TEST(discover(options)->front().files.size() == 1u);
}

/// `gzip -k` and `gunzip -k` leave both.
BOOST_AUTO_TEST_CASE(a_trace_and_the_same_packed_are_one_rank) {
  const temporary_folder folder;
  for (const char* const name : {"first.json", "first.json.gz", "second.json.gz", "third.json"})
    folder.file(name, R"({"traceEvents": []})");
  discover_options options;
  options.base = folder.path();
  options.by_content = true;
  options.filters = {"rank_"}, options.filters_given = options.extension_given = false;  // none fits, so all are taken
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE((found.has_value() && found->size() == 1u));
  const experiment& e = (*found)[0];
  BOOST_REQUIRE(e.files.size() == 3u);
  for (std::size_t i = 0; i < 3; ++i) BOOST_TEST(e.files[i].rank == static_cast<std::int64_t>(i));
  BOOST_TEST(e.files[0].path == folder.path("first.json"));
  BOOST_TEST(e.files[1].path == folder.path("second.json.gz"));
  BOOST_REQUIRE(e.doubled.size() == 1u);
  BOOST_TEST(e.doubled[0].path == folder.path("first.json.gz"));
  BOOST_TEST(e.doubled[0].rank == 0);
}

BOOST_AUTO_TEST_CASE(what_the_default_filter_leaves_out_is_counted) {
  const temporary_folder folder;
  for (const char* name : {"t_rank_0.json", "t_rank_1.json", "t_rank_2.json"}) folder.file(name, "{}");
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.filters_given = false;
  BOOST_TEST(discover(options)->front().other_ranks == 2u);
  options.filters_given = true;
  BOOST_TEST(discover(options)->front().other_ranks == 0u);
}

BOOST_AUTO_TEST_CASE(a_folder_for_each_rank_is_one_run) {
  const temporary_folder folder;
  for (const char* name : {"run/rank0", "run/rank1", "rank8"}) std::filesystem::create_directories(folder.path(name));
  for (const char* name :
       {"run/rank0/trace.json", "run/rank1/trace.json", "rank8/t_rank_0.json", "rank8/t_rank_1.json"})
    folder.file(name, "{}");
  discover_options options;
  options.base = folder.path();
  options.by_content = true;
  options.filters = {"rank"};
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE(found->size() == 2u);
  BOOST_TEST((*found)[0].relative == "rank8");  // its files give their ranks
  BOOST_TEST((*found)[0].files.size() == 2u);
  BOOST_TEST((*found)[1].relative == "run");
  BOOST_TEST((*found)[1].files.size() == 2u);
}

BOOST_AUTO_TEST_CASE(folders_whose_traces_tell_ranks_are_one_run) {
  const temporary_folder folder;
  const auto add = [&](const std::string& name, int rank) {
    std::filesystem::create_directories(std::filesystem::path(folder.path(name)).parent_path());
    folder.file(name, R"({"distributedInfo": {"rank": )" + std::to_string(rank) + R"(}, "traceEvents": []})");
  };
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.extension_given = false, options.filters_given = false;
  options.filters = {"rank_0"};  // the default, which no path contains
  for (int gpu = 0; gpu < 4; ++gpu)
    add("node" + std::to_string(gpu / 2) + "/gpu" + std::to_string(gpu % 2) + "/trace.json", gpu);
  expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE(found.has_value());
  BOOST_REQUIRE(found->size() == 1u);  // two hosts with two GPUs each
  BOOST_TEST((*found)[0].relative == "");
  BOOST_REQUIRE((*found)[0].files.size() == 4u);
  for (std::size_t rank = 0; rank < 4; ++rank)
    BOOST_TEST((*found)[0].files[rank].path ==
               folder.path("node" + std::to_string(rank / 2) + "/gpu" + std::to_string(rank % 2) + "/trace.json"));
  add("node1/gpu7/trace.json", 0);  // a second rank 0, so that the two hosts ran two jobs
  found = discover(options);
  BOOST_REQUIRE(found.has_value());
  BOOST_REQUIRE(found->size() == 2u);
  BOOST_TEST((*found)[0].relative == "node0");
  BOOST_TEST((*found)[1].files.size() == 3u);  // ranks 0, 2 and 3
  options.filters_given = true, options.filters = {"trace"};
  BOOST_TEST(discover(options)->size() == 5u);  // a user who filters wants folders as they are
}

BOOST_AUTO_TEST_CASE(a_rank_may_be_alone_in_folders_in_its_own) {
  const temporary_folder folder;
  const auto put = [&](const std::string& below, int rank) {
    std::filesystem::create_directories(folder.path(below));
    folder.file(below + "/trace_view.json",
                "{\"distributedInfo\": {\"rank\": " + std::to_string(rank) + "}, \"traceEvents\": []}");
  };
  put("worker_a/out", 0), put("worker_b/out", 1), put("worker_c/deep/out", 2);
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.extension_given = options.filters_given = false;
  expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE(found->size() == 1u);
  BOOST_TEST((*found)[0].files.size() == 3u);
  BOOST_TEST((*found)[0].relative == "");
  put("worker_d/out", 1);  // two runs of rank 1 are not one job
  found = discover(options);
  BOOST_TEST(found->size() == 4u);
  BOOST_TEST((*found)[0].relative == "worker_a/out");
}

BOOST_AUTO_TEST_CASE(databases_are_found_where_nothing_else_is) {
  const temporary_folder folder;
  for (const char* name : {"rank0", "rank1"}) std::filesystem::create_directories(folder.path(name));
  for (const char* name : {"rank0/report.sqlite", "rank1/report.sqlite"}) folder.file(name, "");
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.extension_given = options.filters_given = false;
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE(found->size() == 1u);
  BOOST_TEST((*found)[0].files.size() == 2u);
  BOOST_TEST((*found)[0].other_files);
}

/// Rank 0 has JSON and a database, of which the JSON is read; rank 1 has a database only.
BOOST_AUTO_TEST_CASE(a_rank_may_have_a_trace_of_another_kind_than_the_others) {
  const temporary_folder folder;
  for (const char* name : {"rank0.json", "rank0.sqlite", "rank1.sqlite", "notes.db"}) folder.file(name, "{}");
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.extension_given = options.filters_given = false;
  const auto names = [&] {
    std::string text;
    const expected<std::vector<experiment>> found = discover(options);
    for (const experiment& e : *found)
      for (const rank_file& f : e.files)
        text += std::to_string(f.rank) + "=" + std::filesystem::path(f.path).filename().string() + " ";
    return text;
  };
  BOOST_TEST(names() == "0=rank0.json 1=rank1.sqlite ");
  options.extension_given = true;  // a user who asks for JSON gets JSON
  BOOST_TEST(names() == "0=rank0.json ");
}

BOOST_AUTO_TEST_CASE(all_filters_must_stand_in_the_path) {
  const temporary_folder folder;
  for (const char* name : {"rank_0_step_8.json", "rank_1_step_8.json", "rank_01_step_9.json"}) folder.file(name, "{}");
  discover_options options;
  options.base = folder.path();
  const auto ranks = [&](std::vector<std::string> filters) {
    options.filters = std::move(filters);
    std::string text;
    const expected<std::vector<experiment>> found = discover(options);
    for (const experiment& e : *found)
      for (const rank_file& f : e.files) text += std::to_string(f.rank) + ' ';
    return text;
  };
  BOOST_TEST(ranks({"step_8"}) == "0 1 ");
  BOOST_TEST(ranks({"rank_0"}) == "0 1 ");  // rank_01, too
  BOOST_TEST(ranks({"rank_0", "step_8"}) == "0 ");
  BOOST_TEST(ranks({"nowhere"}) == "");
}

BOOST_AUTO_TEST_CASE(the_workbook_is_named_by_folder_and_filters) {
  discover_options options;
  options.filters = {"rank_0", "step_8"};
  experiment e;
  e.folder = "/runs/013_profile_544p_bs1";
  BOOST_TEST(workbook_name(e, options) == "013_profile_544p_bs1_rank_0_step_8_performance_report.xlsx");
  options.filters_given = false;
  BOOST_TEST(workbook_name(e, options) == "013_profile_544p_bs1_rank_0_step_8_performance_report.xlsx");
  e.other_files = true;  // what the defaults found nothing for is not what they choose
  BOOST_TEST(workbook_name(e, options) == "013_profile_544p_bs1_performance_report.xlsx");
  options.filters_given = true, e.other_files = false;
  options.filters = {"bs1/traces"};
  BOOST_TEST(workbook_name(e, options) == "013_profile_544p_bs1_bs1_traces_performance_report.xlsx");
}

/// Packed traces, for which the default extension finds nothing: all four are taken, whatever the default filter says.
BOOST_AUTO_TEST_CASE(filters_are_those_that_were_used) {
  const temporary_folder folder;
  for (int rank = 0; rank < 4; ++rank) folder.file("t_rank_" + std::to_string(rank) + ".json.gz", "{}");
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.extension_given = options.filters_given = false;
  const auto found_with = [&](std::size_t files, std::size_t filters, bool picks) {
    const expected<std::vector<experiment>> found = discover(options);
    BOOST_REQUIRE(found->size() == 1u);
    BOOST_TEST((*found)[0].files.size() == files);
    BOOST_TEST(used_filters(options, (*found)[0]).size() == filters);
    BOOST_TEST(picks_ranks(options, (*found)[0]) == picks);
  };
  found_with(4, 0, false);
  options.filters_given = true;  // rank_0, now of the user, holds for other extensions, too
  found_with(1, 1, true);
  options.extension = "gz", options.extension_given = true, options.filters_given = false;
  found_with(1, 1, true);
  options.glob = folder.path("*.gz");
  found_with(4, 0, false);
}

BOOST_AUTO_TEST_CASE(a_pattern_for_all_files_takes_no_report_of_an_earlier_run) {
  const temporary_folder folder;
  folder.file("rank_0.json", "{}"), folder.file("rank_1", "{}"), folder.file("run_rank_0_performance_report.xlsx", "PK");
  discover_options options;
  options.glob = folder.path() + "/*";
  options.by_content = true, options.filters_given = options.extension_given = false;
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE((found.has_value() && (*found)[0].files.size() == 2u));
  BOOST_TEST((*found)[0].doubled.empty());
  options.glob = folder.path() + "/*.xlsx";  // requested by name
  BOOST_TEST(discover(options)->size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_base_that_is_no_folder_is_a_failure) {
  discover_options options;
  options.base = "/nowhere/at/all";
  const expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE(!found.has_value());
  BOOST_TEST(to_string(found.error()) == "/nowhere/at/all: cannot be read: No such file or directory");
}

BOOST_AUTO_TEST_CASE(files_that_are_left_out_are_files_of_a_configuration_too) {
  experiment e;
  e.files = {{0, "a"}, {1, "b"}};
  e.doubled = {{1, "b2"}};
  e.left_out = {"other"};
  e.unnumbered = {"unnamed"};
  e.no_traces = {"memory"};
  BOOST_TEST((files_of(e) == std::vector<std::string>{"a", "b", "b2", "other", "unnamed", "memory"}));
}

BOOST_AUTO_TEST_CASE(folders_with_parts_of_one_world_are_one_run) {
  const temporary_folder folder;
  const auto add = [&](const std::string& name, int rank, int world) {
    std::filesystem::create_directories(std::filesystem::path(folder.path(name)).parent_path());
    folder.file(name, R"({"distributedInfo": {"rank": )" + std::to_string(rank) + R"(, "world_size": )" +
                          std::to_string(world) + R"(}, "traceEvents": []})");
  };
  for (int rank = 0; rank < 4; ++rank)
    add("node" + std::to_string(rank / 2) + "/rank_" + std::to_string(rank) + ".json", rank, 4);
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.filters = {"rank_"};
  expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE(found->size() == 1u);
  BOOST_TEST((*found)[0].files.size() == 4u);
  options.filters = {"rank_0"}, options.filters_given = false;  // the default
  found = discover(options);
  BOOST_REQUIRE(found->size() == 1u);
  BOOST_TEST((*found)[0].files.size() == 1u);
  BOOST_TEST((*found)[0].other_ranks == 3u);  // two of them in the other folder
  options.filters = {"rank_"}, options.filters_given = true;
  add("node1/rank_9.json", 9, 2);  // of another world
  BOOST_TEST(discover(options)->size() == 2u);
}

BOOST_AUTO_TEST_CASE(worlds_of_one_do_not_tell_ranks_apart) {
  const temporary_folder folder;
  for (const char* name : {"rank_0.json", "rank_1.json", "rank_2.json"})
    folder.file(name, R"({"distributedInfo": {"rank": 0, "world_size": 1}, "traceEvents": []})");
  discover_options options;
  options.base = folder.path();
  options.by_content = true, options.filters = {"rank_"};
  expected<std::vector<experiment>> found = discover(options);
  BOOST_REQUIRE(found->front().files.size() == 3u);
  BOOST_TEST(found->front().files[2].rank == 2);
  BOOST_TEST((found->front().files[2].from == rank_source::name));
  BOOST_TEST(found->front().files[2].note == "its trace says rank 0 of a world of 1");
  folder.file("rank_2 again.json", R"({"distributedInfo": {"rank": 0, "world_size": 1}, "traceEvents": []})");
  found = discover(options);  // names do not tell all of them apart either
  BOOST_TEST(found->front().files.size() == 1u);
  BOOST_TEST(found->front().doubled.size() == 3u);
}

BOOST_AUTO_TEST_CASE(folders_that_may_not_be_read_are_named) {
  const temporary_folder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms(0755));
  for (const char* name : {"run/rank_0", "run/rank_1", "run/other/deep"})
    std::filesystem::create_directories(folder.path(name));
  folder.file("run/rank_0/trace.json", R"({"traceEvents": []})");
  const auto close = [&](const char* name) {
    std::filesystem::permissions(folder.path(name), std::filesystem::perms::none);
  };
  close("run/rank_1"), close("run/other/deep");
  const bool root = ::geteuid() == 0;  // who may read everything
  if (root) BOOST_REQUIRE(::seteuid(65534) == 0);
  discover_options options;
  options.base = folder.path("run");
  options.filters = {};
  options.by_content = true;
  const expected<std::vector<experiment>> found = discover(options);
  options.glob = folder.path("run/*/*.json");  // which fits nothing in deeper folders
  const expected<std::vector<experiment>> fits = discover(options);
  if (root) BOOST_REQUIRE(::seteuid(0) == 0);
  close("run/rank_0");
  if (root) BOOST_REQUIRE(::seteuid(65534) == 0);
  const expected<std::vector<experiment>> none = discover(options);
  if (root) BOOST_REQUIRE(::seteuid(0) == 0);
  for (const char* name : {"run/rank_0", "run/rank_1", "run/other/deep"})
    std::filesystem::permissions(folder.path(name), std::filesystem::perms(0755));
  BOOST_REQUIRE(found->size() == 1u);
  BOOST_TEST(found->front().unread_folders ==
                 (std::vector{folder.path("run/other/deep"), folder.path("run/rank_1")}),
             boost::test_tools::per_element());
  BOOST_REQUIRE(fits->size() == 1u);
  BOOST_TEST(fits->front().unread_folders == std::vector{folder.path("run/rank_1")}, boost::test_tools::per_element());
  BOOST_REQUIRE(!none);
  BOOST_TEST(none.error().what == "is a folder that may not be read");
}

BOOST_AUTO_TEST_SUITE_END()
