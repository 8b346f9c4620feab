/// Times reading an XPlane file and computing its report against a bare walk over all its fields, and writing the
/// sheet of kernels against writing the same number of plain bytes. `xplane.sh` makes the file and reads the figures.
///
///     bench_xplane time FILE      rounds of: walk, read, link and summarise (ms)
///     bench_xplane memory FILE    peak resident size of reading, linking and summarising (kB)
///     bench_xplane write FILE     rounds of: plain bytes, sheet (ms), in the folder of TMPDIR

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/ridgeline.hpp>

#include "protozero_walk.hpp"

namespace rl = ridgeline;

namespace {

double milliseconds_of(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

constexpr message_kind stat_kind{}, name_kind{};
constexpr message_kind event_metadata_kind{{nullptr, nullptr, nullptr, nullptr, nullptr, &stat_kind}};
constexpr message_kind event_entry_kind{{nullptr, nullptr, &event_metadata_kind}}, stat_entry_kind{{nullptr, nullptr, &name_kind}};
constexpr message_kind event_kind{{nullptr, nullptr, nullptr, nullptr, &stat_kind}};
constexpr message_kind line_kind{{nullptr, nullptr, nullptr, nullptr, &event_kind}};
constexpr message_kind plane_kind{{nullptr, nullptr, nullptr, &line_kind, &event_entry_kind, &stat_entry_kind, &stat_kind}};
constexpr message_kind space_kind{{nullptr, &plane_kind}};

/// The report up to its sheets; returns the number of their rows.
std::size_t report(const std::string& path) {
  const auto trace = rl::read_xplane_file(path);
  if (!trace) std::abort();
  const rl::jax_result result = rl::report_jax(*trace);
  std::size_t rows = 0;
  for (const rl::table& t : rl::jax_tables(result, rl::quality_of(result.problems, path), rl::jax_names::documented))
    rows += t.rows();
  return rows;
}

void time(const std::string& path) {
  for (int round = 0; round < 6; ++round) {
    std::uint64_t sum = 0;
    std::size_t rows = 0;
    const double bare = milliseconds_of([&] {
      const auto bytes = rl::file_bytes::open(path);
      if (!bytes) std::abort();
      sum = walk(protozero::pbf_reader(bytes->view().data(), bytes->view().size()), space_kind);
    });
    const double read = milliseconds_of([&] {
      if (!rl::read_xplane_file(path)) std::abort();
    });
    const double all = milliseconds_of([&] { rows = report(path); });
    if (round != 0)  // the first is a warm-up
      std::printf("time %.1f %.1f %.1f rows %zu sum %llu\n", bare, read, all, rows, static_cast<unsigned long long>(sum));
  }
}

void memory(const std::string& path) {
  static_cast<void>(report(path));
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) std::printf("memory %ld\n", std::strtol(line.c_str() + 6, nullptr, 10));
}

void write(const std::string& path) {
  const char* const folder = std::getenv("TMPDIR");
  const std::string to = std::string(folder == nullptr ? "/tmp" : folder) + "/bench_xplane.csv";
  const auto trace = rl::read_xplane_file(path);
  if (!trace) std::abort();
  const rl::jax_result result = rl::report_jax(*trace);
  const rl::table sheet = rl::jax_launchers_table(result);
  const auto write_sheet = [&] {
    if (rl::write_file(to, [&](rl::output& out) { rl::write_csv(out, sheet, rl::csv_style::pandas()); })) std::abort();
  };
  write_sheet();
  const auto size = rl::file_bytes::open(to)->view().size();
  const std::string plain(std::size_t{1} << 16, 'x');
  for (int round = 0; round < 5; ++round) {
    const double bytes = milliseconds_of([&] {
      const auto failed = rl::write_file(to, [&](rl::output& out) {
        for (std::size_t left = size; left != 0;) {
          const std::size_t n = std::min(left, plain.size());
          out.write(std::string_view(plain).substr(0, n));
          left -= n;
        }
      });
      if (failed) std::abort();
    });
    const double cells = milliseconds_of(write_sheet);
    std::printf("write %.1f %.1f bytes %zu rows %zu\n", bytes, cells, size, sheet.rows());
  }
  std::remove(to.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc == 3 ? argv[1] : "";
  if (what == "time") time(argv[2]);
  else if (what == "memory") memory(argv[2]);
  else if (what == "write") write(argv[2]);
  else {
    std::fprintf(stderr, "usage: bench_xplane time|memory|write FILE\n");
    return 2;
  }
  return 0;
}
