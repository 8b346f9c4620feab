/// Folders of captures as users have them: wrong lists, files of other kinds and other models, broken files.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/capture/folder.hpp>
#include <ridgeline/torch/capture/graft.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "tests/support/kineto_text.hpp"
#include "tests/support/temporary.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_capture_folder)

namespace {

/// A graph of one product of some rows, as captured and as replayed.
std::string capture(int rows, std::string_view kernel = "gemm", std::string_view range = "", std::string_view columns = "4") {
  kineto_text k;
  if (!range.empty()) k.span("user_annotation", range, 0, 100);
  const std::string shape = "\"Input Dims\": [[" + std::to_string(rows) + "," + std::string(columns) + "]]";
  k.launch("hipStreamBeginCapture", 2, 1, 90).op("aten::mm", 5, 10, shape + ", \"Input type\": [\"float\"]");
  k.span("cuda_runtime", "hipLaunchKernel", 6, 2, "\"correlation\": 1, \"kernel\": \"" + std::string(kernel) + "\"");
  return k.launch("hipStreamEndCapture", 40, 1, 91).text();
}
kineto_text step_of(int rows) {
  const std::string n = std::to_string(rows);
  kineto_text k;
  k.span("user_annotation", "execute_context_0(0)_generation_" + n + "(" + n + ")", 0, 50).op("dummy", 1, 2);
  return std::move(k.launch("hipGraphLaunch", 10, 5, 7).kernel("gemm", 20, 4, 7));
}
std::string listed(const std::vector<std::pair<std::string, int>>& files) {
  std::string list;
  for (const auto& [file, size] : files)
    list += (list.empty() ? "" : ", ") + ("{\"file\": \"" + file) + "\", \"batch_size\": " + std::to_string(size) +
            ", \"mode\": \"FULL\"}";
  return "[" + list + "]";
}

std::uint32_t crc_of(std::string_view bytes) {
  std::uint32_t crc = ~0u;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}
/// A gzip file with one stored block.
std::string packed(std::string_view bytes) {
  std::string out("\x1f\x8b\x08\0\0\0\0\0\0\x03\x01", 11);
  const auto put = [&](std::uint32_t value, int n) {
    for (int i = 0; i < n; ++i) out += static_cast<char>(value >> (8 * i) & 0xFFu);
  };
  const auto size = static_cast<std::uint32_t>(bytes.size());
  put(size, 2), put(~size, 2);
  out += bytes;
  put(crc_of(bytes), 4), put(size, 4);
  return out;
}

/// What a step of some rows uses from a folder; the other files are read on demand.
struct taken {
  grafted_step step{};
  data_quality problems{};
  std::size_t unread = 0;
  bool has(std::string_view reason) const {
    for (const quality_issue& i : problems.issues())
      if (i.reason.find(reason) != std::string::npos) return true;
    return false;
  }
};
taken take(const temporary_folder& folder, int rows = 5, bool all = false) {
  torch_trace t = step_of(rows).read();
  capture_folder_options options;
  if (!all) options.rows = rows_of_graphs(t);
  expected<torch_captures> captures = read_capture_folder(folder.path(), options);
  BOOST_REQUIRE_MESSAGE(captures.has_value(), "the folder cannot be read");
  torch_profile run(t, {.captures = &*captures});
  BOOST_REQUIRE(run.grafted().steps.size() == 1u);
  taken out{run.grafted().steps[0], captures->problems};
  if (captures->rest != nullptr)
    for (std::int64_t size = captures->rest->next_size(0); known(size); size = captures->rest->next_size(size + 1))
      ++out.unread;
  return out;
}
/// The result must not depend on how many files were read.
taken take_either_way(const temporary_folder& folder, int rows = 5) {
  const taken some = take(folder, rows), all = take(folder, rows, true);
  BOOST_TEST(some.step.file == all.step.file);
  BOOST_TEST(some.step.captured_rows == all.step.captured_rows);
  BOOST_TEST((some.step.reason == all.step.reason));
  return some;
}

}  // namespace

BOOST_AUTO_TEST_CASE(of_a_list_no_more_is_read_than_steps_ask_for) {
  const temporary_folder f;
  for (const int size : {1, 2, 4, 8, 16, 32}) f.file(std::to_string(size) + ".json", capture(size));
  f.file("execution_details.json",
         listed({{"32.json", 32}, {"16.json", 16}, {"8.json", 8}, {"4.json", 4}, {"2.json", 2}, {"1.json", 1}}));
  const taken t = take_either_way(f);
  BOOST_TEST(t.step.file == "8.json");
  BOOST_TEST(t.unread == 5u);
  BOOST_TEST(t.problems.empty());
}

BOOST_AUTO_TEST_CASE(the_next_sizes_are_read_when_the_kernels_are_others) {
  const temporary_folder f;
  f.file("8.json", capture(8, "other")), f.file("16.json", capture(16)), f.file("32.json", capture(32));
  f.file("execution_details.json", listed({{"8.json", 8}, {"16.json", 16}, {"32.json", 32}}));
  const taken t = take_either_way(f);
  BOOST_TEST(t.step.file == "16.json");
  BOOST_TEST(t.step.captured_rows == 16);
  BOOST_TEST(t.unread == 1u);
}

/// The range around a capture gives its size, whatever the list says.
BOOST_AUTO_TEST_CASE(names_in_a_file_are_looked_at_before_it_is_passed_over) {
  const temporary_folder f;
  f.file("a.json", capture(6, "gemm", "capture_6_FULL")), f.file("b.json", capture(8));
  f.file("c.json", capture(6, "gemm", "\\u0063apture_5_FULL"));
  f.file("execution_details.json", listed({{"a.json", 64}, {"b.json", 8}}));
  BOOST_TEST(take_either_way(f).step.file == "a.json");
  f.file("execution_details.json", listed({{"a.json", 64}, {"b.json", 8}, {"c.json", 512}}));
  BOOST_TEST(take_either_way(f).step.file == "c.json");
}

BOOST_AUTO_TEST_CASE(a_list_that_names_missing_files) {
  const temporary_folder f;
  f.file("16.json", capture(16));
  f.file("execution_details.json", listed({{"8.json", 8}, {"/elsewhere/16.json", 16}}));
  const taken t = take_either_way(f);
  BOOST_TEST(t.step.captured_rows == 16);
  BOOST_TEST(t.has("cannot be read"));
  f.file("execution_details.json", listed({{"8.json", 8}}));  // and nothing else: the files that exist are used
  BOOST_TEST(take_either_way(f).step.captured_rows == 16);
}

BOOST_AUTO_TEST_CASE(two_captures_of_one_size) {
  const temporary_folder f;
  f.file("a.json", capture(8)), f.file("b.json", capture(8));
  f.file("execution_details.json", listed({{"b.json", 8}, {"a.json", 8}}));
  BOOST_TEST(take_either_way(f).step.file == "b.json");  // both say the same
  f.file("a.json", capture(8, "gemm", "", "64"));
  const taken t = take_either_way(f);
  BOOST_TEST((t.step.reason == graft_reason::ambiguous));
  BOOST_TEST(t.step.merged_kernels == 0u);
}

BOOST_AUTO_TEST_CASE(packed_files_and_other_names) {
  const temporary_folder f;
  f.file("decode step.pt.trace.json.gz", packed(capture(8))), f.file("x.json", packed(capture(16)));
  BOOST_TEST(take(f).step.file == "decode step.pt.trace.json.gz");
  BOOST_TEST(take(f, 9).step.file == "x.json");  // compressed, whatever its name
  f.file("execution_details.json", listed({{"x.json", 16}, {"decode step.pt.trace.json.gz", 8}}));
  const taken t = take_either_way(f, 9);
  BOOST_TEST(t.step.file == "x.json");
  BOOST_TEST(t.unread == 1u);
}

BOOST_AUTO_TEST_CASE(a_folder_with_other_files) {
  const temporary_folder f;
  f.file("8.json", capture(8)), f.file("notes.txt", "captures of Tuesday"), f.file("empty.json", "");
  f.file("config.json", R"({"model": "a", "sizes": [8]})"), f.file("list.json", "[1, 2"), f.file("half.json.gz", "\x1f\x8b\x08");
  f.file("replay.json", step_of(5).text());
  std::filesystem::create_directory(f.path("folder.json"));
  std::filesystem::create_symlink("nowhere", f.path("gone.json"));
  const taken t = take(f);
  BOOST_TEST(t.step.file == "8.json");
  BOOST_TEST(t.step.merged_kernels == 1u);
  BOOST_TEST(t.has("captures no graph"));
  BOOST_TEST(!t.has("sizes"));
}

/// What is wrong with a file is said in front of what it lacks; a readable one lacks captures only.
BOOST_AUTO_TEST_CASE(a_file_without_captures_that_cannot_be_read_says_why) {
  const auto found = [](std::string_view content) {
    const temporary_folder f;
    f.file("8.json", capture(8)), f.file("other.json", content);
    const taken t = take(f);
    for (const quality_issue& i : t.problems.issues())
      if (i.reason == "captures: a file captures no graph") return i.example;
    return std::string("nothing");
  };
  BOOST_TEST(found("{not json").ends_with("other.json:1:2: expected a JSON object with \"traceEvents\", found something else"));
  BOOST_TEST(found("").ends_with("found the end of the file"));
  BOOST_TEST(found(step_of(5).text()).empty());
}

BOOST_AUTO_TEST_CASE(captures_of_another_model) {
  const temporary_folder f;
  for (const int size : {4, 8, 16}) f.file(std::to_string(size) + ".json", capture(size, "conv"));
  const taken t = take(f);
  BOOST_TEST((t.step.reason == graft_reason::names_differ));
  BOOST_TEST(t.step.merged_kernels == 0u);
  BOOST_TEST(t.step.kernels == 1u);
}

BOOST_AUTO_TEST_CASE(a_broken_capture_costs_no_other) {
  const temporary_folder f;
  const std::string whole = capture(8);
  f.file("8.json", whole.substr(0, whole.size() / 2)), f.file("16.json", capture(16));
  f.file("execution_details.json", listed({{"8.json", 8}, {"16.json", 16}}));
  const taken t = take_either_way(f);
  BOOST_TEST(t.step.captured_rows == 16);
  BOOST_TEST(t.has("part of a capture file cannot be read"));
  BOOST_TEST(t.problems.lost_input());
  f.file("8.json.gz", packed(whole).substr(0, 60));
  f.file("execution_details.json", listed({{"8.json.gz", 8}, {"16.json", 16}}));
  BOOST_TEST(take_either_way(f).step.captured_rows == 16);
}

/// A reader would block forever on a pipe without a writer.
BOOST_AUTO_TEST_CASE(what_is_no_file_is_not_opened) {
  const temporary_folder f;
  f.file("8.json", capture(8));
  BOOST_REQUIRE(::mkfifo(f.path("pipe.json").c_str(), 0600) == 0);
  std::filesystem::create_directory(f.path("folder"));
  f.file("execution_details.json", listed({{"pipe.json", 6}, {"folder", 7}, {"", 5}, {"8.json", 8}}));
  const taken t = take_either_way(f);
  BOOST_TEST(t.step.file == "8.json");
  BOOST_TEST(t.has("cannot be read"));
  std::filesystem::remove(f.path("execution_details.json"));
  BOOST_REQUIRE(::mkfifo(f.path("execution_details.json").c_str(), 0600) == 0);
  BOOST_TEST(take(f).step.file == "8.json");
}

BOOST_AUTO_TEST_CASE(lists_that_are_none) {
  const temporary_folder f;
  f.file("8.json", capture(8));
  for (const std::string& list :
       {std::string(), std::string("{}"), std::string("[]"), std::string("[[]]"), std::string("null"),
        std::string("[{\"file\": 8}, 7, {\"file\": \"8.json\", \"batch_size\": \"8\", \"mode\": \"FULL\"}]"),
        std::string("[{\"file\": \"8.json\", \"batch_size\": 1e400, \"mode\": \"FULL\"}]"), std::string(100'000, '['),
        std::string("[{\"file\": \"8.json\", \"batch_size\": 8"), std::string("\xff\xfe\0[", 4)}) {
    f.file("execution_details.json", list);
    const taken t = take_either_way(f);
    BOOST_TEST(t.step.file == "8.json", list.substr(0, 80));
  }
  f.file("execution_details.json", listed({{"8.json", -8}}));
  BOOST_TEST((take_either_way(f).step.reason == graft_reason::no_capture_for_size));
}

BOOST_AUTO_TEST_CASE(windows_that_end_before_they_begin) {
  kineto_text k;
  k.launch("hipStreamEndCapture", 1, 1, 1).launch("hipStreamBeginCapture", 5, 100, 2).op("aten::mm", 8, 10);
  k.launch("hipStreamEndCapture", 20, 1, 3).launch("hipStreamBeginCapture", 30, 1, 4).launch("hipStreamBeginCapture", 31, 1, 5);
  k.span("user_annotation", "capture_999999999999999999999_FULL", 0, 100);
  const temporary_folder f;
  f.file("a.json", k.text()), f.file("b.json", capture(8));
  BOOST_TEST(take(f).step.file == "b.json");
}

BOOST_AUTO_TEST_CASE(folders_that_are_none) {
  const temporary_folder f;
  BOOST_TEST(!read_capture_folder(f.path("nowhere"), {}).has_value());
  BOOST_TEST(!read_capture_folder(f.path(), {}).has_value());
  BOOST_TEST(!read_capture_folder(f.file("8.json", capture(8)), {}).has_value());
}

/// A tenth of the recording is kept, and it grafts the same.
BOOST_AUTO_TEST_CASE(of_a_file_its_windows_are_kept) {
  kineto_text k;
  for (int i = 0; i < 100; ++i) k.op("warm_up", i, 1);
  k.launch("hipStreamBeginCapture", 200, 1, 90).op("aten::mm", 205, 10, "\"Input Dims\": [[8,4]]");
  k.span("cuda_runtime", "hipLaunchKernel", 206, 2, "\"correlation\": 1, \"kernel\": \"gemm\"");
  const temporary_folder f;
  f.file("a.json", k.launch("hipStreamEndCapture", 240, 1, 91).text());
  const expected<torch_captures> c = read_capture_folder(f.path(), {});
  BOOST_REQUIRE(c.has_value());
  BOOST_TEST(c->files[0].trace.events.size() == 3u);  // the beginning, the op, the call
  const capture_window& w = c->files[0].windows.at(0);
  const torch_trace& t = c->files[0].trace;
  BOOST_TEST(t.name(t.events[w.calls[0].event]) == "aten::mm");
  BOOST_TEST(t.text(t.op(t.events[w.calls[0].event])->input_dims) == "[[8,4]]");
  BOOST_TEST(t.text(t.launch(t.events[w.calls[w.dispatches[0]].event])->kernel) == "gemm");
}

BOOST_AUTO_TEST_SUITE_END()
