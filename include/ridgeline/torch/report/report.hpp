#ifndef RIDGELINE_TORCH_REPORT_REPORT_HPP
#define RIDGELINE_TORCH_REPORT_REPORT_HPP

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ridgeline/table/chart.hpp>
#include <ridgeline/table/roofline_chart.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/record/model_faults.hpp>
#include <ridgeline/torch/report/overview.hpp>
#include <ridgeline/torch/run/profile.hpp>

namespace ridgeline {

namespace hw {
struct roofs;
}
class data_quality;
struct trace_health;
class inductor_kernels;
struct torch_extension_table;

/// What a PyTorch report holds. Numbers are microseconds where nothing else is said.
struct torch_report_options {
  bool unlinked_kernels = false;              ///< the time line has the GPU work that no launch reaches, too
  std::optional<double> micro_idle_below{};   ///< gaps of the time line below this are micro idle time
  bool kernel_summary = false;
  bool short_kernels = false;
  double short_kernel_below = 10;
  std::size_t histogram_bins = 100;
  std::optional<std::size_t> most_short_kernels{};  ///< rows of short_kernels_all_details
  std::optional<std::size_t> most_ops{};            ///< rows of ops_all
  bool collectives = true;
  bool first_occurrence = false;              ///< ops_all says when an op first ran
  bool by_number_of_kernels = false;          ///< ops_all divides ops by how many kernels they launch
  bool overlaps = false;                      ///< the sheet on what runs at the same time
  bool call_stacks = false;                   ///< who called each op; needs Python frames
  bool original_names = false;                ///< sheets are named as the original names them
  const hw::roofs* roofs = nullptr;           ///< what the chip allows; null: it is not known
  bool roofs_of_trace = false;                ///< `roofs` are those of the device that the trace names
  const hw::roofs* overview_roofs = nullptr;  ///< for the bounds of the overview where `roofs` is null
  bool charts = false;                        ///< the roofline of the page
  std::optional<std::size_t> most_roofline_rows{};  ///< rows of each category sheet
  torch_model_faults model_faults{};
  std::optional<torch_phase_options> phases{};  ///< the sheets of inference phases
  bool of_chosen_steps = false;               ///< the trace holds the steps of a serving run that were asked for
  bool serving = false;                       ///< the original's report on serving: no collectives, no backward sheets
  bool by_parent_module = false;              ///< ops sheets are divided by the nearest module around ops
  bool modules = false;                       ///< GPU time by module; both need Python frames
  const inductor_kernels* generated = nullptr;  ///< compiled kernels of TorchInductor's cache; null: none
  const trace_health* health = nullptr;   ///< what it does not support is left empty; null: nobody asked
};

/// The sheets of a PyTorch report in the order of its workbook, those of the run's extension behind them; its overview
/// and its roofline. The sheets refer to the run.
struct torch_report {
  std::vector<table> tables;
  torch_overview overview;
  flame_chart modules;       ///< the boxes of `module_tree`; without any where `charts` is off or nobody asked
  roofline_chart roofline;   ///< of `unified_perf_summary`, in which each piece of GPU work is once, else of the
                               ///< category sheets; without points where `charts` is off
};

/// What the models find implausible is added to `quality`, where there is one.
torch_report torch_report_of(const torch_profile& run, const torch_report_options& options,
                             data_quality* quality = nullptr);
/// The sheets alone.
std::vector<table> torch_tables(const torch_profile& run, const torch_report_options& options,
                                data_quality* quality = nullptr);

/// Turns on what the sheets of these names need: `kernel_summary`, `ops_summary_prefill`. `all` is every sheet. Names
/// of sheets that are always there, and names that are none, change nothing.
void add_sheets(torch_report_options& options, std::span<const std::string> names);

/// The names of all sheets that a report can have, those that an extension adds by itself left out.
std::vector<std::string> torch_sheet_names(const torch_extension_table& extension, bool original_names);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_REPORT_HPP
