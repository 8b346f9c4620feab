/// Files next to a PyTorch trace that belong to its report: graph captures, TorchInductor's compiled code.
#ifndef RIDGELINE_EXAMPLES_COMMON_BESIDE_TRACE_HPP
#define RIDGELINE_EXAMPLES_COMMON_BESIDE_TRACE_HPP

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/torch/capture/folder.hpp>
#include <ridgeline/torch/capture/graft.hpp>
#include <ridgeline/torch/read/inductor_cache.hpp>
#include <ridgeline/torch/run/category_table.hpp>

namespace program {

/// Captures found next to a trace, and which of them could not be used.
struct captures_found {
  std::optional<ridgeline::torch_captures> captures{};
  ridgeline::data_quality problems{};  ///< if there are no captures; else `captures->problems` has them
  std::string note{};                  ///< a message about them; empty: none
};

inline bool launches_graphs(const ridgeline::torch_trace& trace) {
  ridgeline::asked_once launch(trace.texts, ridgeline::torch_detail::launches_graph);
  return launch.of_any() && std::any_of(trace.events.begin(), trace.events.end(), [&](const ridgeline::torch_event& e) {
    return ridgeline::is_runtime(e.category) && launch(e.name);
  });
}

inline bool has_ops(const ridgeline::torch_trace& trace) {
  return std::any_of(trace.events.begin(), trace.events.end(), [](const ridgeline::torch_event& e) {
    return e.category == ridgeline::kineto_category::cpu_op;
  });
}

/// The captures that a report uses by default for a trace that launches graphs: those of the only folder next to it
/// that has some.
inline captures_found captures_beside(const ridgeline::torch_trace& trace, const std::string& trace_path,
                                      ridgeline::capture_folder_options reading) {
  captures_found to;
  if (!launches_graphs(trace)) return to;
  const std::vector<std::string> folders = ridgeline::find_captures_beside(trace_path).found;
  if (folders.size() > 1)
    to.note = "two folders next to the trace may contain captures, so neither is used: " + folders[0] + ", " + folders[1] +
              "; choose one with --capture_folder";
  if (folders.size() != 1 || !has_ops(trace)) return to;
  reading.rows = ridgeline::rows_of_graphs(trace, reading.faults);
  ridgeline::expected<ridgeline::torch_captures> read = ridgeline::read_capture_folder(folders.front(), reading);
  if (!read) {
    to.note = "--capture_folder: " + to_string(read.error());
    return to;
  }
  const bool any = std::any_of(read->files.begin(), read->files.end(),
                               [](const ridgeline::capture_file& f) { return f.captures_graphs; });
  if (!any) {
    to.problems = std::move(read->problems);
    return to;
  }
  to.note = "uses the captures in " + folders.front() + " (--no_captures turns this off)";
  to.captures = std::move(*read);
  return to;
}

/// TorchInductor's compiled code, if the trace has such kernels: from the requested folder, else from the first of
/// these that exists.
inline ridgeline::inductor_kernels compiled_kernels(const ridgeline::torch_trace& trace, const std::string& asked) {
  ridgeline::asked_once compiled(trace.texts, [](std::string_view name) { return name.starts_with("triton_"); });
  const bool any = compiled.of_any() &&
                   std::any_of(trace.events.begin(), trace.events.end(),
                               [&](const ridgeline::torch_event& e) { return compiled(e.name); });
  if (!any) return {};
  if (!asked.empty()) return ridgeline::read_inductor_cache(asked);
  const char *const set = std::getenv("TORCHINDUCTOR_CACHE_DIR"), *const home = std::getenv("HOME"),
             *const user = std::getenv("USER");
  std::vector<std::string> folders;
  if (set != nullptr) folders.emplace_back(set);
  if (home != nullptr) folders.push_back(std::string(home).append("/.cache/torchinductor"));
  if (user != nullptr) folders.push_back(std::string("/tmp/torchinductor_").append(user));
  std::error_code ignored;
  for (const std::string& folder : folders)
    if (std::filesystem::is_directory(folder, ignored)) return ridgeline::read_inductor_cache(folder);
  return {};
}

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_BESIDE_TRACE_HPP
