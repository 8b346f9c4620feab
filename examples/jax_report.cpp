/// Performance report over a JAX profile (XPlane): GPU time line, kernels, HLO calls and their cost.

#include <optional>
#include <string>
#include <vector>

#include <ridgeline/impl.hpp>
#include <ridgeline/sink/csv_folder.hpp>

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
  std::string profile, xlsx, csvs, json, html, arch_file, arch, roof = "peak";
  bool parity = false, strict = false;
  rl::jax_options options;
  app.add_option("--profile_path,profile", profile, "the profile, .xplane.pb or .xplane.pb.gz")->required();
  app.add_option("--output_xlsx_path,--xlsx", xlsx,
                 "write a workbook to this file (default: <profile>_perf_report.xlsx, unless --output_csvs_dir or "
                 "--json is given)");
  app.add_option("--output_csvs_dir", csvs, "write each sheet as a CSV file into this folder");
  app.add_option("--json", json, "write all sheets to this file");
  app.add_option("--html", html, "write a page to this file (not built yet)");
  app.add_option("--kernel_metadata_keyword_filters", options.keywords,
                 "show only kernels whose HLO metadata holds one of these words, in the kernel and XLA sheets");
  app.add_option("--gpu_arch_json_path", arch_file, "the chip's measured rates as a JSON file; for Roofline columns");
  app.add_option("--arch,--gpu_arch_platform", arch, "a built-in chip, mi300x; a file wins over it");
  app.add_option("--roof", roof, "with --arch: peak is what the vendor prints, achievable what was measured")
      ->check(CLI::IsMember({"peak", "achievable"}))->capture_default_str();
  app.add_flag("--parity", parity, "sheets and numbers of TraceLens, its known faults included");
  app.add_flag("--strict", strict, "exit 3 when part of the input was left out");
  if (const int code = program::parse(app, argc, argv); code >= 0) return code;

  if (!html.empty()) {
    program::say("jax_report: --html is not built yet");
    return program::wrong_usage;
  }
  std::optional<rl::hw::roofs> roofs;
  if (!arch_file.empty()) {
    const rl::expected<rl::hw::roofs> read = rl::read_gpu_arch_file(arch_file);
    if (!read) {
      program::say("jax_report: " + to_string(read.error()));
      return program::unusable_input;
    }
    roofs = *read;
  } else if (!arch.empty()) {
    const rl::hw::device* const chip = rl::hw::chips::find(arch);
    if (chip == nullptr) {
      program::say("jax_report: --arch: no chip goes by the name " + arch);
      return program::wrong_usage;
    }
    roofs = rl::hw::roofs_of(*chip, roof == "achievable" ? rl::hw::roof_kind::achievable : rl::hw::roof_kind::peak);
  }
  if (roofs) options.roofs = &*roofs;
  if (parity) options.faults = rl::xla_faults::parity();
  if (xlsx.empty() && csvs.empty() && json.empty()) xlsx = workbook_beside(profile);

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

  bool written = true;
  const auto done = [&](const std::optional<rl::failure>& why) {
    if (why) program::say("jax_report: " + to_string(*why));
    written = written && !why;
  };
  if (!csvs.empty()) done(rl::write_csv_folder(csvs, tables));
  if (!json.empty())
    done(rl::write_file(json, [&](rl::output& to) { rl::write_json(to, "jax_report", tables); }));
  if (!xlsx.empty()) {
    done(rl::write_xlsx(xlsx, tables, rl::jax_workbook_style(names), quality));
    if (written) program::say("written: " + xlsx);
  }
  if (report.kernels.empty()) program::say("no kernels are left to report");
  program::say_quality(quality);
  if (!written) return program::unusable_input;
  return strict && quality.lost_input() ? program::input_left_out : program::success;
}
