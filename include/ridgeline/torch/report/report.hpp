#ifndef RIDGELINE_TORCH_REPORT_REPORT_HPP
#define RIDGELINE_TORCH_REPORT_REPORT_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <ridgeline/table/chart.hpp>
#include <ridgeline/table/roofline_chart.hpp>
#include <ridgeline/table/sheet_spelling.hpp>
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

/// The contents of a PyTorch report. Times are in microseconds unless stated otherwise.
struct torch_report_options {
  bool unlinked_kernels = false;              ///< the time line includes GPU work that no launch reaches
  std::optional<double> micro_idle_below{};   ///< gaps in the time line below this are micro idle time
  bool kernel_summary = false;
  bool short_kernels = false;
  double short_kernel_below = 10;
  std::size_t histogram_bins = 100;
  std::optional<std::size_t> most_short_kernels{};  ///< maximum number of rows in short_kernels_all_details
  std::optional<std::size_t> most_ops{};            ///< maximum number of rows in ops_all
  bool collectives = true;
  bool first_occurrence = false;              ///< ops_all shows when an op first ran
  bool by_number_of_kernels = false;          ///< ops_all divides ops by the number of kernels they launch
  bool overlaps = false;                      ///< adds the sheet on concurrent work
  bool call_stacks = false;                   ///< adds the callers of each op; needs Python frames
  bool original_names = false;                ///< use the original's sheet names
  const hw::roofs* roofs = nullptr;           ///< the chip's limits; null: unknown
  bool roofs_of_trace = false;                ///< `roofs` are those of the device named in the trace
  const hw::roofs* overview_roofs = nullptr;  ///< for the bounds in the overview if `roofs` is null
  bool charts = false;                        ///< make the roofline of the page
  std::optional<std::size_t> most_roofline_rows{};  ///< maximum number of rows per category sheet
  torch_model_faults model_faults{};
  std::optional<torch_phase_options> phases{};  ///< the sheets of inference phases
  bool of_chosen_steps = false;               ///< the trace holds the steps of a serving run that were asked for
  bool serving = false;                       ///< the original's report on serving: no collectives, no backward sheets
  bool by_parent_module = false;              ///< divide ops sheets by the nearest enclosing module
  bool modules = false;                       ///< add GPU time by module; both need Python frames
  const inductor_kernels* generated = nullptr;  ///< compiled kernels of TorchInductor's cache; null: none
  unsigned threads = 1;                         ///< two do half of the sheets each
};

/// The sheets of a PyTorch report in workbook order, followed by those of the run's extension; its overview and its
/// roofline chart. The sheets refer to the run.
struct torch_report {
  std::vector<table> tables;
  torch_overview overview;
  flame_chart modules;       ///< boxes of `module_tree`; empty unless requested with `charts`
  roofline_chart roofline;   ///< over `unified_perf_summary`, which has each piece of GPU work once, else over the
                               ///< category sheets; without points unless `charts` is set
};

/// Makes the report. Results of the models that are implausible are added to `quality` if it is not null.
torch_report torch_report_of(const torch_profile& run, const torch_report_options& options,
                             data_quality* quality = nullptr);
/// Empties values of a report that its trace does not support: idle time if work was not recorded, the time line if
/// stamps are not comparable.
void leave_unknown(torch_report& report, const trace_health& health);
/// Only the sheets.
std::vector<table> torch_tables(const torch_profile& run, const torch_report_options& options,
                                data_quality* quality = nullptr);
std::vector<table> torch_tables(torch_profile&&, const torch_report_options&,  // Name the run: its sheets refer to it.
                                data_quality* = nullptr) = delete;
std::vector<table> torch_tables(const torch_trace&, const torch_report_options&,  // Of `torch_profile run(trace)`.
                                data_quality* = nullptr) = delete;

/// Enables what the named sheets need, such as `kernel_summary` or `ops_summary_prefill`; `all` means every sheet.
/// Names of sheets that are always present, and unknown names, have no effect.
void add_sheets(torch_report_options& options, std::span<const std::string> names);

/// The sheets of which the original has another name.
inline constexpr std::array<sheet_spelling, 4> torch_sheet_spellings{
    {{"ops_all", "ops_unique_args"},
     {"ops_all_kl_overlap", "ops_unique_args_kl_overlap"},
     {"short_kernels_histogram", "short_kernel_histogram"},
     {"short_kernels_all_details", "short_kernels_summary"}}};

/// The names of all sheets that a report can have, except those that an extension adds itself.
std::vector<std::string> torch_sheet_names(const torch_extension_table& extension, bool original_names);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_REPORT_HPP
