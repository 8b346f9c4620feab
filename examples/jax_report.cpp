/// Performance report over a JAX profile (XPlane): GPU time line, kernels, HLO calls and their cost.

#include <string>
#include <vector>

#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/sink/xlsx.hpp>
#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/report/page.hpp>
#include <ridgeline/xla/sheet/tables.hpp>

#include "common/chip_options.hpp"
#include "common/program.hpp"
#include "common/table_files.hpp"

namespace rl = ridgeline;

namespace {

/// `a/b.xplane.pb` gives `a/b_perf_report.xlsx`.
std::string workbook_beside(std::string path) {
  for (const std::string& ending : {std::string(".gz"), std::string(".pb"), std::string(".xplane")})
    if (path.size() > ending.size() && path.ends_with(ending)) path.resize(path.size() - ending.size());
  return path + "_perf_report.xlsx";
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Performance report over a JAX profile (.xplane.pb, plain or gzip)", "jax_report");
  std::string profile;
  bool parity = false, strict = false;
  rl::jax_options options;
  app.add_option("--profile_path,profile", profile, "the profile, .xplane.pb or .xplane.pb.gz")->required();
  program::table_files files(app, "jax_report", "PROFILE_perf_report.xlsx");
  app.add_option("--kernel_metadata_keyword_filters", options.keywords,
                 "show only kernels whose HLO metadata holds one of these words, in the kernel and XLA sheets");
  program::chip_options chip(app);
  app.add_flag("--parity", parity, "sheets and numbers of TraceLens, its known faults included");
  app.add_flag("--strict", strict, "exit 3 when part of the input was left out");
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;

  if (const int code = chip.find("jax_report"); code != program::success) return code;
  options.roofs = chip.roofs();
  if (parity) options.faults = rl::xla_faults::parity(), files.as_original();
  files.default_to(workbook_beside(profile));
  if (files.would_replace(profile)) return program::wrong_usage;
  program::progress_bar bar("reading");
  rl::xplane_options reading;
  reading.progress = [&](std::uint64_t read, std::uint64_t total) { bar.at(read, total); };
  const rl::expected<rl::xla_trace> trace = rl::read_xplane_file(profile, reading);
  bar.clear();
  if (!trace) {
    program::say("jax_report: " + to_string(trace.error()));
    return program::unusable_input;
  }
  const rl::jax_result report = rl::report_jax(*trace, options);
  rl::data_quality quality = rl::quality_of(report.problems, profile);
  const rl::jax_names names = parity ? rl::jax_names::original : rl::jax_names::documented;
  const std::vector<rl::table> tables = rl::jax_tables(report, quality, names);

  const bool written = files.write(tables, quality, rl::jax_workbook_style(names),
                                   [&] { return rl::jax_page(report, tables, profile); });
  if (report.kernels.empty()) program::say("no kernels are left to report");
  program::say_quality(quality);
  if (!written) return program::unusable_input;
  return strict && quality.lost_input() ? program::input_left_out : program::success;
}
