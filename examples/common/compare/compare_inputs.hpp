/// The inputs of compare_report: the label of each, and its kind, detected from its content.
#ifndef RIDGELINE_EXAMPLES_COMMON_COMPARE_INPUTS_HPP
#define RIDGELINE_EXAMPLES_COMMON_COMPARE_INPUTS_HPP

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/query/natural_key.hpp>
#include <ridgeline/query/sort_by.hpp>

#include "../input_kind.hpp"
#include "../program.hpp"

namespace program {

struct compare_input {
  std::string label{}, path{};
  input_kind kind = input_kind::unknown;
};

/// `LABEL=PATH`, or a path whose file name up to its first dot is the label.
inline compare_input input_of(const std::string& text) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const std::size_t equals = text.find('=');
  if (equals != std::string::npos && equals != 0 && !fs::exists(text, ignored))
    return {text.substr(0, equals), input_path(text.substr(equals + 1)), input_kind::unknown};
  const std::string path = input_path(text);
  std::string name = path;
  while (name.size() > 1 && name.back() == '/') name.pop_back();
  name = name.substr(name.rfind('/') + 1);
  const std::size_t dot = name.find('.', 1);
  return {name.substr(0, dot), path, input_kind::unknown};
}

/// The stored baselines of a folder, by name, `run2` before `run10`; none if it also holds other JSON.
inline std::vector<std::string> baselines_in(const std::string& folder) {
  std::vector<std::string> found;
  std::error_code error, ignored;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string path = at->path().string();
    if (!at->is_regular_file(ignored) || !(path.ends_with(".json") || path.ends_with(".json.gz"))) continue;
    const ridgeline::expected<input_kind> kind = kind_of_input(path);
    if (!kind || *kind != input_kind::baseline) return {};
    found.push_back(path);
  }
  return std::move(found) | ridgeline::sort_by([](const std::string& path) { return ridgeline::natural_key(path); });
}

/// An input as given on the command line: a folder of baselines stands for all of them, under its label, or each under
/// its own.
inline std::vector<compare_input> inputs_of(const std::string& text) {
  const compare_input given = input_of(text);
  std::error_code ignored;
  if (!std::filesystem::is_directory(given.path, ignored)) return {given};
  std::vector<compare_input> all;
  for (const std::string& path : baselines_in(given.path)) {
    all.push_back(input_of(path));
    all.back().path = path;
    if (given.path != text) all.back().label = given.label;
  }
  return all.empty() ? std::vector{given} : all;
}

/// The content of a file or a folder, if its runs can be compared.
inline ridgeline::expected<input_kind> kind_of_compared(const std::string& path) {
  ridgeline::expected<input_kind> kind = kind_of_input(path);
  if (kind && *kind == input_kind::device_log)
    return ridgeline::failure{ridgeline::errc::not_a_report, {path},
                              "is a device log, which holds no ops: ops CSVs are compared"};
  return kind;
}

/// Tells apart inputs of one file name by the folders in which they are, `before/trace.json` and `after/trace.json`: by
/// the innermost ones that differ.
inline void label_by_folder(std::vector<compare_input>& inputs) {
  namespace fs = std::filesystem;
  std::vector<fs::path> at;
  std::error_code ignored;
  for (const compare_input& in : inputs) {
    if (in.label != inputs.front().label) return;
    at.push_back(fs::weakly_canonical(in.path, ignored));
  }
  const auto differ = [&] {
    return std::any_of(at.begin(), at.end(), [&](const fs::path& p) { return p.filename() != at[0].filename(); });
  };
  do {
    for (fs::path& p : at) p = p.parent_path();
    if (std::all_of(at.begin(), at.end(), [&](const fs::path& p) { return p == at[0]; })) return;
  } while (!differ());
  for (std::size_t i = 0; i < at.size(); ++i)
    if (at[i].has_filename()) inputs[i].label = at[i].filename().string();
}

/// Whether a file is given as two runs of one version; reports it.
inline bool stands_twice(const std::vector<compare_input>& inputs) {
  std::set<std::pair<std::string, std::filesystem::path>> met;
  for (const compare_input& in : inputs) {
    std::error_code ignored;
    if (met.emplace(in.label, std::filesystem::weakly_canonical(in.path, ignored)).second) continue;
    say("compare_report: " + in.path + " is given twice under the label " + in.label +
        ": runs of one version are different files; LABEL=PATH gives another label");
    return true;
  }
  return false;
}

/// The inputs as given on the command line, with `names`, if there are any, as their labels. `alone`: a single one will
/// do; `with_itself`: a trace may be given twice. Returns an exit code other than 0 if one is invalid, which is
/// reported.
inline int find_inputs(const std::vector<std::string>& given, const std::vector<std::string>& names, bool alone,
                       bool with_itself, std::vector<compare_input>& inputs) {
  for (const std::string& text : given)
    for (compare_input& in : inputs_of(text)) inputs.push_back(std::move(in));
  if (inputs.size() < 2 && !alone) {
    say("compare_report: one input: expected a baseline and something to compare with it (see --help)");
    return wrong_usage;
  }
  if (!names.empty() && names.size() != inputs.size()) {
    say("compare_report: --names: " + std::to_string(names.size()) + " names for " + std::to_string(inputs.size()) +
        " inputs");
    return wrong_usage;
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    compare_input& in = inputs[i];
    if (!names.empty()) in.label = names[i];
    const ridgeline::expected<input_kind> kind =
        can_be_read_twice(in.path)
            ? kind_of_compared(in.path)
            : ridgeline::failure{ridgeline::errc::cannot_read, {in.path}, std::string(read_only_once)};
    if (!kind) {
      say("compare_report: " + to_string(kind.error()));
      return unusable_input;
    }
    in.kind = *kind;
  }
  const bool labelled = !names.empty() || std::any_of(given.begin(), given.end(), [](const std::string& text) {
    return input_of(text).path != text;
  });
  if (!alone && !labelled) label_by_folder(inputs);
  return !with_itself && stands_twice(inputs) ? wrong_usage : success;
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_COMPARE_INPUTS_HPP
