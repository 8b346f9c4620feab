/// How fast a Kineto trace is read, compared with lower bounds for reading it:
/// reading the file, Boost.JSON's parser with an empty handler, the same with a handler that takes what reports need of
/// each event, simdjson on demand and as a tree (where its header is), and this library's source and tree.
///
/// bench_kineto_floor FILE [RUNS]

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/json/basic_parser_impl.hpp>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/gpu/gpu_timeline.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/read/kineto_category.hpp>
#include <ridgeline/torch/tree/call_tree.hpp>
#include <ridgeline/torch/tree/gpu_time.hpp>
#include <ridgeline/torch/tree/launcher.hpp>

#if BENCH_WITH_SIMDJSON
#include <simdjson.h>
#endif

namespace {

using namespace ridgeline;

gpu_timeline timeline_of(const call_tree& tree, bool unlinked = false, std::optional<double> micro_idle_below = {}) {
  return gpu_timeline_of(tree, gpu_events_of(tree, unlinked), micro_idle_below);
}

/// Ignores everything that Boost.JSON reads.
struct empty_handler {
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
  using error = boost::json::error_code;
  using text = boost::json::string_view;
  bool on_document_begin(error&) { return true; }
  bool on_document_end(error&) { return true; }
  bool on_object_begin(error&) { return true; }
  bool on_object_end(std::size_t, error&) { return true; }
  bool on_array_begin(error&) { return true; }
  bool on_array_end(std::size_t, error&) { return true; }
  bool on_key_part(text, std::size_t, error&) { return true; }
  bool on_key(text, std::size_t, error&) { return true; }
  bool on_string_part(text, std::size_t, error&) { return true; }
  bool on_string(text, std::size_t, error&) { return true; }
  bool on_number_part(text, error&) { return true; }
  bool on_int64(std::int64_t, text, error&) { return true; }
  bool on_uint64(std::uint64_t, text, error&) { return true; }
  bool on_double(double, text, error&) { return true; }
  bool on_bool(bool, error&) { return true; }
  bool on_null(error&) { return true; }
  bool on_comment_part(text, error&) { return true; }
  bool on_comment(text, error&) { return true; }
};

/// Keeps the name, category, times, numbers and lists of each event, the lists rebuilt as text from the parser's
/// events: what a source built on Boost.JSON's handlers would have to do.
struct taking_handler : empty_handler {
  std::string value{}, list{};
  std::string last_key{};
  symbol_pool texts{};
  std::vector<torch_event> events{};
  std::vector<symbol> lists{};
  torch_event now{};
  int depth = 0, in_list = 0;

  bool on_object_begin(error&) { return ++depth, true; }
  bool on_object_end(std::size_t, error&) {
    if (--depth == 1) events.push_back(now), now = {};
    return true;
  }
  bool on_array_begin(error&) {
    if (depth == 3) list += '[', ++in_list;
    return true;
  }
  bool on_array_end(std::size_t, error&) {
    if (depth != 3) return true;
    list += ']';
    if (--in_list == 0) lists.push_back(texts.keep(list)), list.clear();
    return true;
  }
  bool on_key_part(text part, std::size_t, error&) { return value.append(part.data(), part.size()), true; }
  bool on_key(text part, std::size_t, error&) {
    value.append(part.data(), part.size());
    last_key.swap(value);
    value.clear();
    return true;
  }
  bool on_string_part(text part, std::size_t, error&) { return value.append(part.data(), part.size()), true; }
  bool on_string(text part, std::size_t, error&) {
    value.append(part.data(), part.size());
    if (in_list != 0) list += '"', list += value, list += "\",";
    else if (depth == 2 && last_key == "name") now.name = texts.keep(value);
    else if (depth == 2 && last_key == "cat") now.category = torch_detail::category_of(value);
    value.clear();
    return true;
  }
  bool on_int64(std::int64_t v, text spelled, error&) {
    if (in_list != 0) list.append(spelled.data(), spelled.size()), list += ',';
    else if (last_key == "correlation" || last_key == "id") now.correlation = v;
    else if (last_key == "External id") now.external_id = v;
    return true;
  }
  bool on_double(double v, text, error&) {
    if (last_key == "ts") now.start = time_point::of(static_cast<std::int64_t>(v * 1000));
    if (last_key == "dur") now.time = duration::of(static_cast<std::int64_t>(v * 1000));
    return true;
  }
};

template <class Handler>
std::size_t with_boost(std::string_view text) {
  boost::json::basic_parser<Handler> parser{boost::json::parse_options{}};
  boost::json::error_code error;
  return parser.write_some(false, text.data(), text.size(), error);
}

std::size_t touch(std::string_view text) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < text.size(); i += 64) sum += static_cast<unsigned char>(text[i]);
  return sum;
}

#if BENCH_WITH_SIMDJSON
std::size_t with_simdjson(const simdjson::padded_string& text, simdjson::ondemand::parser& parser) {
  simdjson::ondemand::document document = parser.iterate(text);
  std::size_t sum = 0;
  for (simdjson::ondemand::object event : document["traceEvents"]) {
    for (auto field : event) {
      const std::string_view key = field.unescaped_key();
      if (key == "name" || key == "cat") sum += std::string_view(field.value().raw_json_token()).size();
      if (key == "ts" || key == "dur") sum += static_cast<std::size_t>(double(field.value()));
    }
  }
  return sum;
}

/// The whole document as a tree, and how many events it has.
std::size_t with_simdjson_tree(const simdjson::padded_string& text, simdjson::dom::parser& parser) {
  const simdjson::dom::element document = parser.parse(text);
  return simdjson::dom::array(document["traceEvents"]).size();
}
#endif

/// Processor time of this process so far, in seconds, all threads.
double processor_seconds() {
  struct rusage used {};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Runs `work` `runs` times in its own process, so that each row has its own peak. The best times count.
template <class Work>
void row(const char* name, double megabytes, int runs, Work work) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    double best = 1e9, least = 1e9;
    std::size_t result = 0;
    for (int r = 0; r < runs; ++r) {
      const auto start = std::chrono::steady_clock::now();
      const double before = processor_seconds();
      result += work();
      best = std::min(best, seconds_since(start));
      least = std::min(least, processor_seconds() - before);
    }
    struct rusage used {};
    getrusage(RUSAGE_SELF, &used);
    std::printf("%-54s %7.3f s %6.3f s cpu %6.0f MB/s %6.0f MB peak  (%zx)\n", name, best, least, megabytes / best,
                static_cast<double>(used.ru_maxrss) / 1024, result & 0xFFFF);
    std::fflush(stdout);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: bench_kineto_floor FILE [RUNS [--floors]]\n", stderr);
    return 2;
  }
  const std::string path = argv[1];
  const int runs = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
  const auto size = [&] {
    const auto bytes = file_bytes::open(path);
    return bytes ? static_cast<double>(bytes->view().size()) / 1e6 : 0.0;
  }();
  if (size == 0) {
    std::fputs("cannot be read\n", stderr);
    return 1;
  }
  const auto mapped = [&](auto work) {
    return [&path, work] {
      const auto bytes = file_bytes::open(path);
      return bytes ? work(bytes->view()) : 0;
    };
  };
  std::printf("%s: %.1f MB, best of %d\n", path.c_str(), size, runs);
  row("read the file (mapped, one byte per line)", size, runs, mapped(touch));
  row("Boost.JSON, empty handler, 1 thread", size, runs, mapped(with_boost<empty_handler>));
  row("Boost.JSON, handler that takes events, 1 thread", size, runs, mapped(with_boost<taking_handler>));
#if BENCH_WITH_SIMDJSON
  row("simdjson on demand, name cat ts dur, 1 thread", size, runs, [&] {
    simdjson::ondemand::parser parser;
    return with_simdjson(simdjson::padded_string::load(path), parser);
  });
  row("simdjson tree, 1 thread", size, runs, [&] {
    simdjson::dom::parser parser;
    return with_simdjson_tree(simdjson::padded_string::load(path), parser);
  });
  {  // only the walk: the file is in memory, and the parser has its buffers from the first run on
    const simdjson::padded_string text = simdjson::padded_string::load(path);
    simdjson::ondemand::parser parser;
    row("bare walk on demand, 1 thread", size, runs, [&] { return with_simdjson(text, parser); });
  }
#endif
  if (argc > 3) return 0;  // only the baselines
  for (const unsigned threads : {1u, 2u}) {
    const std::string of = ", " + std::to_string(threads) + (threads == 1 ? " thread" : " threads");
    row(("source" + of).c_str(), size, runs, [&] {
      const auto trace = read_kineto_file(path, {.threads = threads});
      return trace ? trace->events.size() : 0;
    });
    for (const bool parity : {false, true}) {
      row(("source + tree + launchers + timeline" + of + (parity ? ", parity" : "")).c_str(), size, runs, [&] {
        const auto trace = read_kineto_file(path, {.threads = threads});
        if (!trace) return std::size_t{0};
        const call_tree tree = build_call_tree(*trace, {.faults = parity ? torch_faults::parity() : torch_faults{}});
        return tree.order().size() + launchers_of(tree).work.size() +
               static_cast<std::size_t>(timeline_of(tree)[gpu_time::busy]);
      });
    }
  }
}
