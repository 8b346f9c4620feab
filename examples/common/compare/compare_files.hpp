/// The files of compare_report besides its sheets: a stored baseline, and the summaries of the gate.
#ifndef RIDGELINE_EXAMPLES_COMMON_COMPARE_FILES_HPP
#define RIDGELINE_EXAMPLES_COMMON_COMPARE_FILES_HPP

#include <optional>
#include <string>
#include <vector>

#include <ridgeline/compare/baseline.hpp>
#include <ridgeline/compare/comparison.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/sink/output.hpp>

#include "../written_files.hpp"

namespace program {

/// Stores the runs of the first label, if a file is named, compressed if its name ends in `.gz`. False if it cannot be
/// written.
inline bool save_baseline(const std::string& path, const std::vector<ridgeline::compared_run>& runs) {
  namespace rl = ridgeline;
  if (path.empty()) return true;
  std::vector<rl::compared_run> first;
  for (const rl::compared_run& r : runs)
    if (r.label == runs.front().label) first.push_back(r);
  written_files files("compare_report");
  return files.write_to(path, [&](rl::output& to) -> std::optional<rl::failure> {
    if (!path.ends_with(".gz")) {
      rl::write_baseline(to, first);
      return std::nullopt;
    }
    rl::gzip_output packed(to, 1, 6);
    rl::write_baseline(packed, first);
    if (packed.finish()) return std::nullopt;
    return rl::failure{rl::errc::cannot_write, {path}, "cannot be compressed"};
  });
}

/// Writes the summaries of a comparison's gate for which a file is named. False if one cannot be written.
inline bool write_gate_files(const std::string& markdown, const std::string& junit, const ridgeline::comparison& c) {
  written_files files("compare_report");
  if (!markdown.empty()) files.write_to(markdown, [&](ridgeline::output& to) { write_gate_markdown(to, c); });
  if (!junit.empty()) files.write_to(junit, [&](ridgeline::output& to) { write_gate_junit(to, *c.gate); });
  return files.good();
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_COMPARE_FILES_HPP
