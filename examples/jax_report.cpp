/// Performance report over a JAX profile (XPlane): GPU time line, kernels, HLO calls and their cost.

#include <optional>
#include <string>
#include <vector>

#include <ridgeline/impl.hpp>
#include <ridgeline/sink/csv_folder.hpp>

#include "common/page.hpp"
#include "common/program.hpp"

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
  std::string profile, xlsx, csvs, json, html, arch, roof = "peak";
  bool parity = false, strict = false;
  rl::jax_options options;
  app.add_option("--profile_path,profile", profile, "the profile, .xplane.pb or .xplane.pb.gz")->required();
  app.add_option("--output_xlsx_path,--xlsx", xlsx,
                 "write a workbook to this file (default: <profile>_perf_report.xlsx, unless --output_csvs_dir or "
                 "--json or --html is given)");
  app.add_option("--output_csvs_dir", csvs, "write each sheet as a CSV file into this folder");
  app.add_option("--json", json, "write all sheets to this file");
  app.add_option("--html", html, "write a page with charts and tables to this file");
  app.add_option("--kernel_metadata_keyword_filters", options.keywords,
                 "show only kernels whose HLO metadata holds one of these words, in the kernel and XLA sheets");
  app.add_option("--arch", arch, "chip to judge calls against: mi300x, h100_sxm, ... adds roofline columns");
  app.add_option("--roof", roof, "which roof of the chip: peak or achievable")
      ->check(CLI::IsMember({"peak", "achievable"}))->capture_default_str();
  app.add_flag("--parity", parity, "sheets and numbers of TraceLens, its known faults included");
  app.add_flag("--strict", strict, "exit 3 when part of the input was left out");
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;

  if (!arch.empty()) {
    options.on = rl::hw::chips::find(arch);
    if (options.on == nullptr) {
      program::say("jax_report: --arch " + arch + " is not known");
      return program::wrong_usage;
    }
  }
  if (roof == "achievable") options.roof = rl::hw::roof_kind::achievable;
  if (parity) options.faults = rl::xla_faults::parity();
  if (xlsx.empty() && csvs.empty() && json.empty() && html.empty()) xlsx = workbook_beside(profile);

  const rl::expected<rl::xla_trace> trace = rl::read_xplane_file(profile);
  if (!trace) {
    program::say("jax_report: " + to_string(trace.error()));
    return program::unusable_input;
  }
  const rl::jax_result report = rl::report_jax(*trace, options);
  rl::data_quality quality = rl::quality_of(report.problems, profile);
  const rl::jax_names names = parity ? rl::jax_names::original : rl::jax_names::documented;
  const std::vector<rl::table> tables = rl::jax_tables(report, quality, names);

  bool written = true;
  const auto done = [&](const std::optional<rl::failure>& why) {
    if (why) program::say("jax_report: " + to_string(*why));
    written = written && !why;
  };
  if (!csvs.empty()) done(rl::write_csv_folder(csvs, tables));
  if (!json.empty())
    done(rl::write_file(json, [&](rl::output& to) { rl::write_json(to, "jax_report", tables); }));
  if (!html.empty()) done(program::write_page_file(html, rl::jax_page(report, tables, profile)));
  if (!xlsx.empty()) {
    done(rl::write_xlsx(xlsx, tables, rl::jax_workbook_style(names), quality));
    if (written) program::say("written: " + xlsx);
  }
  if (report.kernels.empty()) program::say("no kernels are left to report");
  program::say_quality(quality);
  if (!written) return program::unusable_input;
  return strict && quality.lost_input() ? program::input_left_out : program::success;
}
