// The architecture as a test: reads every #include under include/ridgeline, and checks that data flows one way, that
// each other library keeps to its place, and that a header looks as the house style says.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace {

namespace fs = std::filesystem;

/// A folder may include those in the rows before its own.
const std::vector<std::vector<std::string>> downhill = {
    {"core"}, {"hw"},    {"op"},    {"table"},  {"record"}, {"live"}, {"source"}, {"flow"}, {"tree", "timeline"},
    {"model"}, {"sink"}, {"fleet"}, {"replay"}, {"report"}};

/// Folders that need less than lies before them: tables and their sinks know nothing of traces; a sink counts what it
/// had to leave out in core/data_quality.hpp.
const std::map<std::string, std::vector<std::string>> narrow = {{"table", {"core", "hw"}}, {"sink", {"core", "record", "table"}}};

/// Which other headers there may be, and where; a place is the front of a path below include/ridgeline.
const std::map<std::string, std::vector<std::string>> places = {
    {"range/v3/", {"flow/", "tree/", "timeline/", "model/", "fleet/"}},
    {"boost/json", {"source/json", "sink/json", "impl.hpp"}},
    {"fast_float/", {"read/number.hpp"}},
    {"zlib.h", {"source/inflate", "sink/gzip", "sink/xlsx_check", "impl.hpp"}},
    {"protozero/", {"read/protobuf.hpp"}},
    {"xlsxwriter.h", {"sink/xlsx", "impl.hpp"}},
    {"emmintrin.h", {"read/csv.hpp", "read/json_cursor.hpp"}},
    {"tracy/", {"live/tracy.hpp"}},
    {"fcntl.h", {"source/", "sink/", "ranks/replay/tool.hpp"}},
    {"unistd.h", {"source/", "sink/", "ranks/replay/tool.hpp"}},
    {"sys/", {"source/", "sink/", "ranks/replay/tool.hpp"}},
    {"poll.h", {"sink/partial_file_body.hpp", "ranks/replay/tool.hpp"}},
    {"spawn.h", {"ranks/replay/tool.hpp"}},
};

/// The library neither prints, nor reads clocks or locales, and nobody pays for what is slow to compile.
const std::set<std::string> unwanted = {"chrono", "ctime",  "iostream", "locale", "random", "regex",
                                        "fstream", "sstream", "syncstream", "ranges", "source_location", "time.h"};

const std::size_t longest_line = 120, longest_header = 300;
/// Headers that may be longer than `longest_header`, with the reason.
const std::map<std::string, std::string> long_headers = {{"sink/page/generated.hpp", "the files beside it, as strings"}};

struct header {
  std::string path;  // below include/ridgeline
  std::string text;
  std::vector<std::string> lines;
  std::vector<std::string> own, others;  // what it includes: <ridgeline/own>, <others>
};

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

bool is_umbrella(const header& h) { return folder_of(h.path).empty() || folder_of(h.path) == "impl"; }

std::vector<header> read_headers() {
  const fs::path root = fs::path(RIDGELINE_SOURCE_DIR) / "include/ridgeline";
  std::vector<header> headers;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".hpp") continue;
    header h;
    h.path = fs::relative(entry.path(), root).generic_string();
    std::ifstream in(entry.path());
    h.text.assign(std::istreambuf_iterator<char>(in), {});
    std::istringstream text(h.text);
    for (std::string line; std::getline(text, line);) {
      h.lines.push_back(line);
      if (!line.starts_with("#include ")) continue;
      const std::size_t close = line.find('>');
      if (line[9] != '<' || close == std::string::npos) {
        h.others.push_back(line.substr(9));  // not in angle brackets: no place allows it
      } else if (line.starts_with("#include <ridgeline/")) {
        h.own.push_back(line.substr(20, close - 20));
      } else {
        h.others.push_back(line.substr(10, close - 10));
      }
    }
    headers.push_back(h);
  }
  std::sort(headers.begin(), headers.end(), [](const header& a, const header& b) { return a.path < b.path; });
  return headers;
}

const std::vector<header>& headers() {
  static const std::vector<header> all = read_headers();
  return all;
}

const header* find(const std::string& path) {
  for (const header& h : headers()) {
    if (h.path == path) return &h;
  }
  return nullptr;
}

/// Row in `downhill`, or -1.
int row_of(const std::string& folder) {
  for (std::size_t row = 0; row < downhill.size(); ++row) {
    if (std::count(downhill[row].begin(), downhill[row].end(), folder) != 0) return static_cast<int>(row);
  }
  return -1;
}

void reach(const std::string& path, std::set<std::string>& seen) {
  const header* h = find(path);
  if (h == nullptr || !seen.insert(path).second) return;
  for (const std::string& next : h->own) reach(next, seen);
}

std::set<std::string> reached_from(const std::string& path) {
  std::set<std::string> seen;
  reach(path, seen);
  return seen;
}

/// Depth-first search for a way back to a header that is still open; gives the first cycle found.
std::string cycle_from(const header& h, std::vector<std::string>& open, std::set<std::string>& done) {
  if (done.contains(h.path)) return {};
  open.push_back(h.path);
  for (const std::string& next : h.own) {
    if (std::count(open.begin(), open.end(), next) != 0) return h.path + " -> " + next;
    const header* n = find(next);
    if (n == nullptr) continue;
    if (std::string cycle = cycle_from(*n, open, done); !cycle.empty()) return cycle;
  }
  open.pop_back();
  done.insert(h.path);
  return {};
}

bool starts_with_any(const std::string& path, const std::vector<std::string>& fronts) {
  return std::any_of(fronts.begin(), fronts.end(), [&](const std::string& f) { return path.starts_with(f); });
}

std::string guard_of(const std::string& path) {
  std::string guard = "RIDGELINE_";
  for (const char c : path) {
    guard += c == '/' || c == '.' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  }
  return guard;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(structure)

BOOST_AUTO_TEST_CASE(there_are_headers) { BOOST_TEST(headers().size() > 20); }

BOOST_AUTO_TEST_CASE(every_folder_has_its_place) {
  for (const header& h : headers()) {
    if (!is_umbrella(h)) BOOST_TEST(row_of(folder_of(h.path)) >= 0, h.path << ": folder is not in the order of layers");
  }
}

BOOST_AUTO_TEST_CASE(includes_go_downhill) {
  for (const header& h : headers()) {
    if (is_umbrella(h)) continue;
    const std::string from = folder_of(h.path);
    for (const std::string& own : h.own) {
      const std::string to = folder_of(own);
      BOOST_TEST(find(own) != nullptr, h.path << " includes <ridgeline/" << own << ">, which does not exist");
      BOOST_TEST(!to.empty(), h.path << " includes the umbrella <ridgeline/" << own << ">");
      const bool ok = to == from || row_of(to) < row_of(from);
      BOOST_TEST((ok || to.empty()), h.path << " includes uphill: <ridgeline/" << own << ">");
      const auto only = narrow.find(from);
      const bool allowed = only == narrow.end() || to == from || std::count(only->second.begin(), only->second.end(), to) != 0;
      BOOST_TEST(allowed, h.path << " may not include <ridgeline/" << own << ">");
    }
  }
}

BOOST_AUTO_TEST_CASE(includes_make_no_cycle) {
  std::set<std::string> done;
  for (const header& h : headers()) {
    std::vector<std::string> open;
    const std::string cycle = cycle_from(h, open, done);
    BOOST_TEST(cycle.empty(), "a cycle of includes closes at " << cycle);
  }
}

BOOST_AUTO_TEST_CASE(other_libraries_keep_to_their_place) {
  for (const header& h : headers()) {
    for (const std::string& other : h.others) {
      BOOST_TEST(!unwanted.contains(other), h.path << " includes <" << other << ">");
      if (other.find_first_of("./\"") == std::string::npos) continue;  // a standard header
      const auto place = std::find_if(places.begin(), places.end(), [&](const auto& p) { return other.starts_with(p.first); });
      BOOST_TEST((place != places.end() && starts_with_any(h.path, place->second)),
                 h.path << " includes <" << other << ">, which has no place there");
    }
  }
}

BOOST_AUTO_TEST_CASE(guards_are_spelled_from_the_path) {
  for (const header& h : headers()) {
    const std::string guard = guard_of(h.path);
    BOOST_TEST(h.text.starts_with("#ifndef " + guard + "\n#define " + guard + "\n"), h.path << ": guard " << guard);
    BOOST_TEST(h.text.ends_with("\n#endif  // " + guard + "\n"), h.path << ": last line #endif  // " << guard);
  }
}

BOOST_AUTO_TEST_CASE(macros_are_in_config_and_version_only) {
  for (const header& h : headers()) {
    if (h.path == "core/config.hpp" || h.path == "core/version.hpp") continue;
    for (const std::string& line : h.lines) {
      if (line.starts_with("#define ")) BOOST_TEST(line == "#define " + guard_of(h.path), h.path << ": " << line);
    }
  }
}

BOOST_AUTO_TEST_CASE(lines_and_headers_are_short) {
  for (const header& h : headers()) {
    std::size_t number = 0;
    for (const std::string& line : h.lines) {
      ++number;
      // Columns, not bytes: continuation bytes of UTF-8 are not counted.
      const auto columns = static_cast<std::size_t>(
          std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
      BOOST_TEST(columns <= longest_line, h.path << ":" << number << " has " << columns << " columns");
      BOOST_TEST(line.find('\t') == std::string::npos, h.path << ":" << number << " has a tab");
      BOOST_TEST((line.empty() || line.back() != ' '), h.path << ":" << number << " ends with a space");
    }
    if (!is_umbrella(h) && !long_headers.contains(h.path)) {
      BOOST_TEST(h.lines.size() <= longest_header, h.path << " has " << h.lines.size() << " lines");
    }
  }
  for (const auto& [path, reason] : long_headers) {
    const header* h = find(path);
    BOOST_TEST((h != nullptr && h->lines.size() > longest_header), path << " needs no exception: " << reason);
  }
}

BOOST_AUTO_TEST_CASE(umbrellas_hold_what_they_say) {
  const std::set<std::string> all = reached_from("impl.hpp");
  for (const header& h : headers()) BOOST_TEST(all.contains(h.path), h.path << " is in no umbrella");
  for (const std::string& path : reached_from("core.hpp")) {
    BOOST_TEST(starts_with_any(path, {"core.hpp", "core/", "hw/", "op/"}), "core.hpp includes " << path);
  }
  for (const std::string& path : reached_from("profiler.hpp")) {
    BOOST_TEST(starts_with_any(path, {"core.hpp", "profiler.hpp", "core/", "hw/", "op/", "record/", "live/", "flow/",
                                      "model/", "table/", "sink/", "report/"}), "profiler.hpp includes " << path);
  }
}

BOOST_AUTO_TEST_CASE(profiler_code_needs_the_standard_library_alone) {
  for (const char* umbrella : {"core.hpp", "profiler.hpp"}) {
    for (const std::string& path : reached_from(umbrella)) {
      for (const std::string& other : find(path)->others) {
        if (other == "tracy/Tracy.hpp") continue;  // only where a program is built with Tracy
        BOOST_TEST((other.find('/') == std::string::npos || other.starts_with("sys/")),
                   umbrella << " includes <" << other << "> through " << path);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(nothing_prints_aborts_or_reads_the_environment) {
  for (const header& h : headers()) {
    for (const char* word : {"std::cout", "std::cerr", "printf(", "fprintf(", "puts(", "fputs(", "std::abort", "std::terminate", "std::exit", "getenv",
                             "setlocale", "rand()", "assert("}) {
      for (const std::string& line : h.lines) {
        const std::size_t at = line.find(word);
        const bool whole = at != std::string::npos && (at == 0 || (std::isalnum(static_cast<unsigned char>(line[at - 1])) == 0 &&
                                                                    line[at - 1] != '_'));
        BOOST_TEST(!whole, h.path << " uses " << word << ": " << line);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
