#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/find.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "tests/support/shared_data.hpp"
#include "tests/support/temporary.hpp"
#include "tests/support/trace_parts.hpp"

BOOST_AUTO_TEST_SUITE(torch_stripped)

/// Missing data makes figures unknown, never wrong: each trace of the example data without the arguments of its ops,
/// without shapes, stacks, flows, and with stamps since 1970, compared with the whole trace.
namespace {

using namespace ridgeline;
using namespace test;

struct stripping {
  const char* what;
  std::string (*change)(const std::string& event, const json_span& spans);
};

std::string text_of(const std::string& event, const json_span& spans, std::string_view name) {
  const json_span* const v = member_of(event, spans, name);
  return v != nullptr && v->is == json_span::kind::text ? unquoted(v->in(event)) : std::string();
}

constexpr std::array strippings{
    stripping{"without Concrete Inputs",
              [](const std::string& e, const json_span& s) { return without_arguments(e, s, {"Concrete Inputs"}); }},
    stripping{"without shapes",
              [](const std::string& e, const json_span& s) {
                return without_arguments(e, s, {"Input Dims", "Input type", "Input Strides", "Concrete Inputs"});
              }},
    stripping{"without stacks",
              [](const std::string& e, const json_span& s) {
                if (text_of(e, s, "cat") == "python_function") return std::string();
                return without_arguments(e, s, {"Call stack", "Python id", "Python parent id", "Python module id"});
              }},
    stripping{"without flows",
              [](const std::string& e, const json_span& s) {
                const std::string phase = text_of(e, s, "ph");
                return phase == "s" || phase == "t" || phase == "f" ? std::string() : e;
              }},
    stripping{"with stamps since 1970",
              [](const std::string& e, const json_span& s) { return moved_event(e, s, 1'690'000'000'000'000); }},
};

/// A column's numbers by row name: rows with the same name may merge when nothing distinguishes them.
using by_name = std::map<std::string, std::vector<double>>;
struct sheet {
  std::map<std::string, by_name> columns{};
};
using sheets = std::map<std::string, sheet>;

sheets sheets_of_text(const std::string& text) {
  auto trace = read_kineto(text, {.threads = 1});
  BOOST_REQUIRE(trace.has_value());
  const torch_profile run(*trace);
  const hw::roofs roofs = hw::roofs_of(*hw::find_by_device_name("AMD Instinct MI300X").chip, hw::roof_kind::peak);
  torch_report_options options;
  options.roofs = &roofs;
  sheets all;
  std::string scratch;
  for (const table& t : torch_tables(run, options)) {
    const bool of_ops = t.column(0).title == "name";
    if (!of_ops && t.name() != "gpu_timeline") continue;
    sheet& s = all[t.name()];
    for (std::size_t row = 0; row < t.rows(); ++row) {
      const std::string name(t.at(row, 0, scratch).text);
      for (std::size_t c = 1; c < t.columns(); ++c) {
        const cell v = t.at(row, c, scratch);
        const bool number = v.kind == cell_kind::real || v.kind == cell_kind::integer;
        if (number) s.columns[std::string(t.column(c).title)][name].push_back(
            v.kind == cell_kind::real ? v.real : static_cast<double>(v.integer));
      }
    }
  }
  return all;
}

bool near(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::max({1e-6, std::fabs(a), std::fabs(b)}); }

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v;
  return sum;
}

/// Differences, each reported once per sheet, column and kind of fault.
class comparison {
 public:
  comparison(const sheets& whole, const sheets& part, std::string what)
      : whole_(whole), part_(part), what_(std::move(what)) {}

  /// Times of the time line and of ops by name must be equal.
  void times() {
    for (const char* column : {"time ms", "percent"}) same_sums("gpu_timeline", column);
    for (const char* column : {"total_direct_kernel_time_ms", "total_subtree_kernel_time_ms", "Count"})
      same_sums("ops_summary", column);
    for (const char* column : {"Kernel Time (µs)_sum", "operation_count"}) same_sums("unified_perf_summary", column);
  }
  /// The cost of one execution is one of the whole trace's figures for the op; a rate lies between the whole trace's
  /// minimum and maximum.
  void figures() {
    for (const auto& [name, s] : part_)
      for (const auto& [title, rows] : s.columns) {
        const auto is = [&title = title](std::string_view prefix) { return title.starts_with(prefix); };
        if (is("GFLOPS") || is("Data Moved (MB)") || is("FLOPS/Byte") || is("Roofline Time")) one_of(name, title, rows);
        for (const std::string_view rate : {"TB/s", "TFLOPS/s", "Pct Roofline"})
          if (is(rate) && !title.ends_with("_std")) between(name, title, std::string(rate), rows);
      }
  }

 private:
  void say(const std::string& sheet, const std::string& column, const std::string& fault) {
    if (said_.insert(sheet + column + what_).second)
      BOOST_ERROR(what_ + ": " + sheet + ", " + column + ": " + fault);
  }
  const by_name& whole(const std::string& sheet, const std::string& column) const {
    static const by_name nothing;
    const auto s = whole_.find(sheet);
    if (s == whole_.end()) return nothing;
    const auto c = s->second.columns.find(column);
    return c == s->second.columns.end() ? nothing : c->second;
  }
  const by_name& part(const std::string& sheet, const std::string& column) const {
    static const by_name nothing;
    const auto s = part_.find(sheet);
    if (s == part_.end()) return nothing;
    const auto c = s->second.columns.find(column);
    return c == s->second.columns.end() ? nothing : c->second;
  }
  void same_sums(const std::string& sheet, const std::string& column) {
    const by_name &before = whole(sheet, column), &now = part(sheet, column);
    for (const auto& [name, values] : before) {
      const auto at = now.find(name);
      if (at == now.end()) say(sheet, column, name + " is gone");
      else if (!near(sum_of(values), sum_of(at->second)))
        say(sheet, column, name + " has " + std::to_string(sum_of(at->second)) + ", the whole trace " +
                               std::to_string(sum_of(values)));
    }
    for (const auto& [name, values] : now)
      if (!before.contains(name)) say(sheet, column, name + " is in no row of the whole trace");
  }
  void one_of(const std::string& sheet, const std::string& column, const by_name& rows) {
    for (const auto& [name, values] : rows) {
      const by_name& before = whole(sheet, column);
      const auto at = before.find(name);
      for (const double v : values)
        if (at == before.end() ||
            std::none_of(at->second.begin(), at->second.end(), [&](double w) { return near(v, w); }))
          say(sheet, column, name + " has " + std::to_string(v) + ", which no row of the whole trace has" +
                                 (at == before.end() ? " (none has any)" : ""));
    }
  }
  void between(const std::string& sheet, const std::string& column, const std::string& rate, const by_name& rows) {
    const by_name &least = whole(sheet, rate + "_min"), &largest = whole(sheet, rate + "_max");
    for (const auto& [name, values] : rows)
      for (const double v : values) {
        const auto low = least.find(name), high = largest.find(name);
        if (low == least.end() || high == largest.end()) {
          say(sheet, column, name + " has a rate, in the whole trace it has none");
          continue;
        }
        const double from = *std::min_element(low->second.begin(), low->second.end()),
                     to = *std::max_element(high->second.begin(), high->second.end());
        if (v < from * (1 - 1e-9) || v > to * (1 + 1e-9))
          say(sheet, column, name + " has " + std::to_string(v) + ", the whole trace " + std::to_string(from) + " to " +
                                 std::to_string(to));
      }
  }

  const sheets &whole_, &part_;
  std::string what_;
  std::set<std::string> said_{};
};

/// All traces below a folder of the example data, by path.
std::vector<std::string> traces_below(const std::string& folder) {
  std::vector<std::string> all;
  for (const auto& f : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = f.path().string();
    if (path.ends_with(".json.gz")) all.push_back(path);
  }
  std::sort(all.begin(), all.end());
  return all;
}

void compare_trace(const std::string& path) {
  const std::string packed = bytes_of(path);
  const auto plain = inflate(packed);
  BOOST_REQUIRE(plain.has_value());
  const trace_parts parts = parts_of_trace(plain->view(), plain->view().size());
  const sheets whole = sheets_of_text(parts.text());
  BOOST_TEST(whole.contains("gpu_timeline"), path);
  for (const stripping& s : strippings) {
    const sheets part = sheets_of_text(changed(parts, s.change).text());
    comparison c(whole, part, std::filesystem::path(path).parent_path().filename().string() + " " + s.what);
    c.times();
    c.figures();
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_stamp_is_moved_by_its_digits) {
  const std::string event = R"({"ph": "X", "ts": 3502340.125, "args": {"Concrete Inputs": ["1"], "stream": 7}})";
  const json_span spans = json_span_reader(event).document();
  BOOST_TEST(moved_event(event, spans, 1'690'000'000'000'000) ==
             R"({"ph": "X", "ts": 1690000003502340.125, "args": {"Concrete Inputs": ["1"], "stream": 7}})");
  BOOST_TEST(without_arguments(event, spans, {"Concrete Inputs"}) ==
             R"({"ph": "X", "ts": 3502340.125, "args": {"stream": 7}})");
}

BOOST_AUTO_TEST_CASE(figures_of_a_stripped_trace_are_those_of_the_whole_or_none) {
  for (const char* folder : {"pytorch", "inference"}) {
    const auto data = shared_data(folder);
    if (!data) return;
    const std::vector<std::string> all = traces_below(*data);
    BOOST_TEST(!all.empty());
    for (const std::string& path : all) compare_trace(path);
  }
}

BOOST_AUTO_TEST_SUITE_END()
