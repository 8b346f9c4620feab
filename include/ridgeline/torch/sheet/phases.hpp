#ifndef RIDGELINE_TORCH_SHEET_PHASES_HPP
#define RIDGELINE_TORCH_SHEET_PHASES_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/torch/phase/phase.hpp>
#include <ridgeline/torch/sheet/kernels.hpp>
#include <ridgeline/torch/sheet/ops.hpp>

namespace ridgeline {

/// Launches of one name in one phase.
struct torch_phase_row {
  std::string_view name{};
  std::vector<std::string_view> kernel_categories;    ///< of its first launch, by name, without duplicates
  double direct_time = 0;                             ///< microseconds
  std::int64_t count = 0;
  torch_share part{};
  phase_method method = phase_method::automatic;         ///< the method used
  phase_method compared_with = phase_method::automatic;  ///< the method compared with
  double differing_time = missing<double>;  ///< microseconds of launches that the other method labels differently

  double differing_share() const { return direct_time > 0 ? differing_time / direct_time : missing<double>; }
};

/// The launches of a phase by name, longest first; `phases` is the phase of each launch. Shares are of the phase.
/// `others`: the phases according to another method, to show how far the two differ; empty for none.
std::vector<torch_phase_row> torch_ops_in_phase(const torch_profile& run, const std::vector<inference_phase>& phases,
                                                inference_phase which, const std::vector<inference_phase>& others = {});

/// The phase of each kernel. For `annotations` and `shapes` it is that of its launch. For all other methods it
/// follows the rule of `gemm_params`, applied to the names of op and kernel and the op's arguments.
std::vector<inference_phase> torch_kernel_phases(const torch_profile& run, const std::vector<torch_kernel>& kernels,
                                                 const std::vector<inference_phase>& launches,
                                                 const torch_phase_options& options);

/// The rows as the sheet of a phase, `ops_summary_prefill`; the run must outlive it.
table sheet_of(std::string name, std::vector<torch_phase_row> rows);

/// `kernel_summary` in a report with phases: the kernel category is the first column.
table torch_phase_kernel_table(std::string name, std::vector<torch_kernel_row> rows, bool by_words = false);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_PHASES_HPP
