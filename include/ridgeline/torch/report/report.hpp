#ifndef RIDGELINE_TORCH_REPORT_REPORT_HPP
#define RIDGELINE_TORCH_REPORT_REPORT_HPP

#include <cstddef>
#include <optional>
#include <vector>

#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/record/model_faults.hpp>

namespace ridgeline {

namespace hw {
struct roofs;
}
class data_quality;
class torch_profile;
struct inductor_kernels;

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
  std::optional<std::size_t> most_roofline_rows{};  ///< rows of each category sheet
  torch_model_faults model_faults{};
  std::optional<torch_phase_options> phases{};  ///< the sheets of inference phases
  const inductor_kernels* generated = nullptr;  ///< compiled kernels of TorchInductor's cache; null: none
};

/// The sheets of a PyTorch report in the order of its workbook, those of the run's extension behind them. They refer to
/// the run. What the models find implausible is added to `quality`, where there is one.
std::vector<table> torch_tables(const torch_profile& run, const torch_report_options& options,
                                data_quality* quality = nullptr);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_REPORT_HPP
