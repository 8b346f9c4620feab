#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/read/inflate.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/torch/read/kineto.hpp>
#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/run/profile.hpp>

#include "tests/mutate/format.hpp"
#include "tests/mutate/json.hpp"
#include "tests/mutate/kineto_input.hpp"
#include "tests/support/temporary.hpp"

/// Kineto traces: the GPU work of the file equals that of the report, minus what data_quality counts as left out,
/// and no time is longer than in the file.
namespace mutate {
namespace {

namespace rl = ridgeline;

std::string damaged(random& r) {
  std::string text = kineto_trace(r);
  for (std::size_t changes = 1 + below(r, 3); changes > 0; --changes) text = damaged_json(text, r);
  if (below(r, 8) != 0) return text;
  std::string packed = rl::gzip_member(text, 1);
  return below(r, 2) == 0 ? damaged_bytes(std::move(packed), r) : packed;
}

/// The GPU events of a trace that have a start and a length, by name and length.
using spans = std::vector<std::pair<std::string, std::int64_t>>;

spans spans_of(const rl::torch_trace& trace) {
  spans all;
  for (const rl::torch_event& e : trace.events)
    if (is_gpu(e.category) && e.phase == rl::chrome_phase::complete && e.has_span())
      all.emplace_back(std::string(trace.name(e)), e.time.base());
  std::sort(all.begin(), all.end());
  return all;
}

std::uint64_t left_out(const rl::torch_problems& problems) {
  std::uint64_t n = 0;
  for (const rl::torch_problem_facts& f : rl::torch_problem_table)
    if (f.left_out && f.kind != rl::torch_problem::kernel_unlinked) n += problems[f.kind].count;
  return n;
}

std::uint64_t said(const rl::torch_problems& problems) {
  std::uint64_t n = 0;
  for (const rl::torch_problem_facts& f : rl::torch_problem_table) n += problems[f.kind].count;
  return n;
}

/// How many spans of unknown categories with a device and a stream the trace counts.
std::uint64_t unknown_work(const rl::torch_trace& trace) {
  std::uint64_t n = 0;
  for (const rl::torch_unknown_work& u : trace.unknown_work)
    if (u.use != rl::unknown_work_use::on_host && u.use != rl::unknown_work_use::no_work_on_host) n += u.count;
  return n;
}

/// How many of them are treated as kernels, because the trace has no others.
std::uint64_t taken_for_kernels(const rl::torch_trace& trace) {
  std::uint64_t n = 0;
  for (const rl::torch_unknown_work& u : trace.unknown_work)
    if (u.use == rl::unknown_work_use::as_kernels) n += u.count;
  return n;
}

/// A sheet's number in the row whose first cell is `name`; nothing if there is none.
std::optional<double> number_in(const rl::table& t, std::string_view name, std::string_view title) {
  const std::size_t c = t.find(title);
  std::string scratch;
  for (std::size_t row = 0; c < t.columns() && row < t.rows(); ++row) {
    if (t.at(row, 0, scratch).text != name) continue;
    const rl::cell v = t.at(row, c, scratch);
    if (v.kind == rl::cell_kind::real) return v.real;
    if (v.kind == rl::cell_kind::integer) return static_cast<double>(v.integer);
  }
  return std::nullopt;
}

double sum_of(const rl::table& t, std::string_view title) {
  double sum = 0;
  const std::size_t c = t.find(title);
  std::string scratch;
  for (std::size_t row = 0; c < t.columns() && row < t.rows(); ++row) sum += t.at(row, c, scratch).real;
  return sum;
}

bool near(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::max({1e-3, std::fabs(a), std::fabs(b)}); }

void check_report(const rl::torch_trace& trace, const kineto_contents& own, complaints& found) {
  const rl::torch_profile run(trace);
  rl::torch_report_options options;
  options.unlinked_kernels = true;
  options.overlaps = true;
  rl::data_quality quality;
  const std::vector<rl::table> sheets = rl::torch_tables(run, options, &quality);
  for (const rl::torch_unknown_work& u : trace.unknown_work)
    if (u.use == rl::unknown_work_use::as_kernels) return;  // the trace has no other kernels
  if (own.unsure != 0) return;
  std::int64_t total = 0;
  std::vector<kineto_gpu_event> charged;  // ops are not charged for collectives: their kernels wait for other ranks
  for (const kineto_gpu_event& e : own.gpu) {
    if (e.collective) continue;
    total += e.length;
    charged.push_back(e);
  }
  const double all_ms = static_cast<double>(total) / 1e6;
  for (const rl::table& t : sheets) {
    if (t.name() == "gpu_timeline") {
      const std::optional<double> busy = number_in(t, "busy_time", "time ms");
      const double wanted = static_cast<double>(busy_time(own.gpu)) / 1e6;
      found.demand(own.gpu.empty() || (busy && near(*busy, wanted)), "busy time is that of the file",
                   busy ? std::to_string(*busy) + " ms for " + std::to_string(wanted) : "none");
    }
    if (t.name() == "ops_summary") {
      const double sum = sum_of(t, "total_direct_kernel_time_ms");
      found.demand(sum <= all_ms * (1 + 1e-9), "ops have no more kernel time than the file",
                   std::to_string(sum) + " ms of " + std::to_string(all_ms));
    }
  }
  const std::uint64_t unlinked = run.tree().problems()[rl::torch_problem::kernel_unlinked].count +
                                 run.tree().problems()[rl::torch_problem::link_missing].count;
  for (const rl::table& t : sheets) {
    if (t.name() != "ops_summary" || t.rows() == 0 || unlinked != 0) continue;
    // Simultaneous work of one op counts once, as when an event appears twice.
    const double sum = sum_of(t, "total_direct_kernel_time_ms"), at_least = static_cast<double>(busy_time(charged)) / 1e6;
    found.demand(sum >= at_least * (1 - 1e-9), "all linked kernel time stands at an op",
                 std::to_string(sum) + " ms of " + std::to_string(at_least));
  }
}

void check_plain(std::string_view text, const rl::expected<rl::torch_trace>& trace, bool cut, complaints& found) {
  if (!trace) return;  // reported, without a report
  const kineto_contents own = kineto_contents_of(text);
  const spans read = spans_of(*trace);
  const std::uint64_t lost = left_out(trace->problems) + unknown_work(*trace);
  if (cut) found.demand(lost > 0, "a packed file that is cut or broken is said");
  if (!own.is_json) {
    found.demand(said(trace->problems) > 0, "a document that is no JSON is said", own.why);
    return check_report(*trace, {.unsure = 1}, found);
  }
  if (own.unreadable_list) return check_report(*trace, {.unsure = 1}, found);
  spans sure;
  for (const kineto_gpu_event& e : own.gpu) sure.emplace_back(e.name, e.length);
  std::sort(sure.begin(), sure.end());
  spans absent;
  std::set_difference(sure.begin(), sure.end(), read.begin(), read.end(), std::back_inserter(absent));
  // what starts at 0, far from all others, is counted instead
  const std::uint64_t untimed = trace->problems[rl::torch_problem::time_unknown].count;
  found.demand(absent.size() <= untimed || cut, "GPU work that can be read is read",
               absent.empty() ? "" : absent.front().first);
  found.demand(read.size() <= sure.size() + own.unsure + taken_for_kernels(*trace), "no GPU work comes from nowhere");
  const std::size_t wanted = sure.size() + own.unsure;
  if (wanted > read.size() && !cut)
    found.demand(lost >= wanted - read.size(), "GPU work that is left out is counted",
                 std::to_string(wanted) + " in the file, " + std::to_string(read.size()) + " read, " +
                     std::to_string(lost) + " counted");
  found.demand(own.of_unknown_category == 0 || lost > 0 || cut,
               "spans with a stream of an unknown category are said");
  check_report(*trace, cut || untimed != 0 ? kineto_contents{.unsure = 1} : own, found);
}

void check(const std::string& input, complaints& found) {
  if (!rl::is_gzip(input))
    return check_plain(input, rl::read_kineto(input, {.threads = 1}), false, found);
  static const temporary_folder folder;
  const auto trace = rl::read_kineto_file(folder.file("trace.json.gz", input), {.threads = 1});
  const auto plain = rl::inflate(input, std::size_t{1} << 24);
  if (plain) check_plain(plain->view(), trace, plain->cut(), found);
}

}  // namespace

extern const format kineto{"kineto", 20251122, &damaged, &check};

}  // namespace mutate
