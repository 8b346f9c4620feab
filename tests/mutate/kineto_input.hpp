#ifndef RIDGELINE_TESTS_MUTATE_KINETO_INPUT_HPP
#define RIDGELINE_TESTS_MUTATE_KINETO_INPUT_HPP

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/mutate/format.hpp"
#include "tests/support/json_spans.hpp"

/// A small Kineto trace, and a separate reader for the GPU work in any text.
namespace mutate {

inline std::string micros(std::int64_t ns) {
  const std::string rest = std::to_string(1000 + ns % 1000).substr(1);
  return std::to_string(ns / 1000) + "." + rest;
}

/// Two to six ops that each launch a kernel or a copy, sometimes with Python frames, flows, shapes, collectives.
/// `rank` is written to the file unless it is negative.
inline std::string kineto_trace(random& r, std::int64_t rank = -1) {
  const std::int64_t zero = below(r, 2) == 0 ? 1'690'000'000'000'000'000 : 3'500'000'000'000;  // since 1970, or boot
  const bool shapes = below(r, 3) != 0, flows = below(r, 3) != 0, frames = below(r, 3) == 0;
  const std::vector<std::string> ops{"aten::mm", "aten::add", "aten::copy_", "aten::softmax", "my::op"};
  std::string events;
  const auto add = [&](const std::string& e) { events += (events.empty() ? "\n" : ",\n") + e; };
  const auto span = [&](std::string_view cat, std::string_view name, std::int64_t start, std::int64_t length, int pid,
                        int tid, const std::string& args) {
    add("{\"ph\": \"X\", \"cat\": \"" + std::string(cat) + "\", \"name\": \"" + std::string(name) + "\", \"pid\": " +
        std::to_string(pid) + ", \"tid\": " + std::to_string(tid) + ", \"ts\": " + micros(start) + ", \"dur\": " +
        micros(length) + ", \"args\": {" + args + "}}");
  };
  std::int64_t now = zero, device = zero + 50'000;
  const std::int64_t count = 2 + static_cast<std::int64_t>(below(r, 5));
  for (std::int64_t i = 1; i <= count; ++i) {
    const std::string& op = one_of(r, ops);
    const std::string link = "\"External id\": " + std::to_string(i) + ", \"correlation\": " + std::to_string(i);
    std::string args = "\"External id\": " + std::to_string(i) + ", \"Sequence number\": " + std::to_string(i);
    if (shapes)
      args +=
          ", \"Input Dims\": [[16, 32], [32, 8]], \"Input type\": [\"float\", \"float\"], \"Input Strides\": [[32, 1], "
          "[8, 1]], \"Concrete Inputs\": [\"\", \"\"]";
    if (frames) span("python_function", "train.py(1): step", now, 30'000, 1, 1, "\"Python id\": " + std::to_string(i));
    span("cpu_op", op, now + 1'000, 20'000, 1, 1, args);
    span("cuda_runtime", "cudaLaunchKernel", now + 5'000, 4'000, 1, 1, link);
    const std::int64_t length = r.between(800, 40'000);
    const std::string gpu = "\"device\": 0, \"stream\": 7, " + link;
    const std::size_t kind = below(r, 8);
    if (kind == 0) span("gpu_memcpy", "Memcpy HtoD", device, length, 0, 7, gpu + ", \"bytes\": 4096");
    else if (kind == 1) span("gpu_memset", "Memset (Device)", device, length, 0, 7, gpu + ", \"bytes\": 64");
    else if (kind < 4)
      span("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", device, length, 0, 7,
           gpu +
               ", \"Collective name\": \"allreduce\", \"In msg nelems\": 1024, \"Out msg nelems\": 1024, \"Group "
               "size\": 2, "
               "\"dtype\": \"Float\", \"Process Group Name\": \"0\", \"Process Group Ranks\": \"[0, 1]\"");
    else
      span("kernel", "gemm_kernel_" + std::to_string(i), device, length, 0, 7,
           gpu + ", \"grid\": [8, 1, 1], \"block\": [64, 1, 1]");
    if (flows)
      for (const char* phase : {"s", "f"})
        add(std::string("{\"ph\": \"") + phase + "\", \"id\": " + std::to_string(i) + ", \"pid\": " +
            (*phase == 's' ? "1, \"tid\": 1" : "0, \"tid\": 7") + ", \"ts\": " +
            micros(*phase == 's' ? now + 5'000 : device) + ", \"cat\": \"ac2g\", \"name\": \"ac2g\"}");
    now += 40'000;
    device += length + r.between(-500, 20'000);
  }
  add("{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 1, \"tid\": 0, \"ts\": 0, \"args\": {\"name\": "
      "\"python\"}}");
  std::string head = "{\"schemaVersion\": 1, ";
  if (rank >= 0)
    head += "\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": " + std::to_string(rank) + ", \"world_size\": 2}, ";
  return head + "\"deviceProperties\": [{\"id\": 0, \"name\": \"NVIDIA H100\"}], \"traceEvents\": [" + events + "\n]}";
}

/// GPU work whose name, start and length are unambiguous. Whole nanoseconds.
struct kineto_gpu_event {
  std::string name{};
  std::int64_t start = 0, length = 0;
  bool collective = false;  ///< by its name or its arguments
};

struct kineto_contents {
  std::vector<kineto_gpu_event> gpu{};
  std::size_t unsure = 0;               ///< other events that are, or may be, GPU work
  std::size_t of_unknown_category = 0;  ///< spans with a stream and an unknown category
  bool is_json = true;
  bool unreadable_list = false;         ///< there is no list of events, or more than one
  std::string why{};
};

/// A number of microseconds with at most three decimals, in nanoseconds; nothing for any other, or beyond 126 years.
inline std::optional<std::int64_t> nanoseconds_of(std::string_view text) {
  std::int64_t ns = 0;
  int decimals = -1;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  for (const char c : text) {
    if (c == '.' && decimals < 0) { decimals = 0; continue; }
    if (c < '0' || c > '9' || ns > 400'000'000'000'000'000) return std::nullopt;
    if (decimals >= 0 && ++decimals > 3) return std::nullopt;
    ns = ns * 10 + (c - '0');
  }
  for (int d = std::max(decimals, 0); d < 3; ++d) {
    if (ns > 400'000'000'000'000'000) return std::nullopt;
    ns *= 10;
  }
  return negative ? -ns : ns;
}

namespace detail {

inline std::string text_of(std::string_view text, const test::json_span* v) {
  return v != nullptr && v->is == test::json_span::kind::text ? test::unquoted(v->in(text)) : std::string();
}

inline bool is_gpu_category(std::string_view c) { return c == "kernel" || c == "gpu_memcpy" || c == "gpu_memset"; }

/// Whether it is on another device, or on the GPU in other letter case; what is read of these is not checked here.
inline bool is_another_device_s(std::string_view c) {
  std::string small(c);
  for (char& letter : small) letter = static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
  for (const std::string_view ending : {"_memcpy", "_memset", "_runtime", "_driver", "_sync", "_event"})
    if (small.ends_with(ending) && c != "cuda_runtime" && c != "cuda_driver") return true;
  return is_gpu_category(small);
}

inline bool names_collective(std::string_view text, const test::json_span& event) {
  const test::json_span* const args = test::member_of(text, event, "args");
  return args != nullptr && test::member_of(text, *args, "Collective name") != nullptr;
}

inline void add_event(std::string_view text, const test::json_span& event, kineto_contents& found) {
  if (event.is != test::json_span::kind::object) return;
  std::set<std::string> keys;
  bool repeated = false, any_gpu = false;
  for (const test::json_span& m : event.inside) {
    const std::string key = test::key_of(text, m);
    repeated = !keys.insert(key).second || repeated;
    any_gpu = any_gpu || (key == "cat" && is_gpu_category(text_of(text, &m)));
  }
  const std::string category = text_of(text, test::member_of(text, event, "cat"));
  const test::json_span* const phase = test::member_of(text, event, "ph");
  const std::string ph = text_of(text, phase);
  const bool span = ph == "X";
  if (!is_gpu_category(category)) {
    static const std::set<std::string> host{"cpu_op", "cuda_runtime", "cuda_driver", "python_function", "ac2g"};
    const test::json_span* const args = test::member_of(text, event, "args");
    const bool on_stream = args != nullptr && test::member_of(text, *args, "stream") != nullptr &&
                           test::member_of(text, *args, "device") != nullptr;
    const bool call = category.ends_with("_runtime") || category.ends_with("_driver");  // of the host, on any device
    if (is_another_device_s(category)) found.unsure += call ? 0 : 1;
    else if (span && on_stream && !repeated && !host.contains(category)) ++found.of_unknown_category;
    if (any_gpu) ++found.unsure;
    return;
  }
  static const std::set<std::string> other_phases{"s", "t", "f", "M", "i", "I", "C", "B", "E"};
  if (!repeated && other_phases.contains(ph)) return;  // the last of repeated members counts, as in Python
  const test::json_span *const name = test::member_of(text, event, "name"),
                               *const ts = test::member_of(text, event, "ts"),
                               *const dur = test::member_of(text, event, "dur");
  const auto is_number = [](const test::json_span* v) {
    return v != nullptr && v->is == test::json_span::kind::number;
  };
  std::optional<std::int64_t> start, length;
  if (is_number(ts)) start = nanoseconds_of(ts->in(text));
  if (is_number(dur)) length = nanoseconds_of(dur->in(text));
  const std::string spelled = text_of(text, name);
  const bool plain = std::all_of(spelled.begin(), spelled.end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (span && !repeated && start && length && *length >= 0 && name != nullptr && plain && !spelled.empty())
    found.gpu.push_back({spelled, *start, *length, spelled.starts_with("nccl") || names_collective(text, event)});
  else
    ++found.unsure;
}

}  // namespace detail

inline kineto_contents kineto_contents_of(std::string_view text) {
  kineto_contents found;
  std::optional<test::json_span> document;
  try {
    document = test::json_span_reader(text).document();
  } catch (const std::runtime_error& e) {
    found.is_json = false;
    found.why = e.what();
    return found;
  }
  const test::json_span* list = document->is == test::json_span::kind::array ? &*document : nullptr;
  for (const test::json_span& m : document->inside) {
    if (!m.has_key() || test::key_of(text, m) != "traceEvents") continue;
    found.unreadable_list = found.unreadable_list || list != nullptr;
    list = &m;
  }
  found.unreadable_list = found.unreadable_list || list == nullptr || list->is != test::json_span::kind::array;
  if (found.unreadable_list) return found;
  for (const test::json_span& event : list->inside) detail::add_event(text, event, found);
  return found;
}

/// The total time during which at least one of the events ran.
inline std::int64_t busy_time(std::vector<kineto_gpu_event> events) {
  std::sort(events.begin(), events.end(), [](const auto& a, const auto& b) { return a.start < b.start; });
  std::int64_t busy = 0, end = INT64_MIN;
  for (const kineto_gpu_event& e : events) {
    const std::int64_t stop = e.start + e.length, from = std::max(end, e.start);
    if (stop > from) busy += stop - from;
    end = std::max(end, stop);
  }
  return busy;
}

}  // namespace mutate

#endif  // RIDGELINE_TESTS_MUTATE_KINETO_INPUT_HPP
