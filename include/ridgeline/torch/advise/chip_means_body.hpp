#ifndef RIDGELINE_TORCH_ADVISE_CHIP_MEANS_BODY_HPP
#define RIDGELINE_TORCH_ADVISE_CHIP_MEANS_BODY_HPP

#include <array>
#include <string>
#include <string_view>

#include <ridgeline/hw/find.hpp>
#include <ridgeline/hw/roofs.hpp>
#include <ridgeline/torch/advise/findings.hpp>
#include <ridgeline/torch/run/profile.hpp>

/// The kernels and switches that advice may name: those that exist on the chip of the trace.
namespace ridgeline::torch_detail {

/// What a kind of chip has. FlashAttention: Dao-AILab/flash-attention, README; cuDNN's attention from compute
/// capability 8.0 on, PyTorch's sdp_utils.cpp; AITER: ROCm/aiter, README; FusedSDPA: Habana's model references.
struct chip_means {
  std::string_view vendor, architecture;  ///< the latter as it begins; the first row that fits counts
  std::string_view attention;             ///< kernels of attention
  std::string_view rounding;              ///< how products are rounded to TF32, where the chip can
  std::string_view tuning{};              ///< what searches for the best kernel of a product, besides max-autotune
};
inline constexpr std::array all_chip_means{
    chip_means{"NVIDIA", "sm_7", "memory-efficient attention", ""},
    chip_means{"NVIDIA", "sm_8", "FlashAttention 2, cuDNN", "allow_tf32"},
    chip_means{"NVIDIA", "sm_90", "FlashAttention 3, cuDNN", "allow_tf32"},
    chip_means{"NVIDIA", "sm_10", "FlashAttention 4, cuDNN", "allow_tf32"},
    chip_means{"NVIDIA", "sm_12", "FlashAttention 2, cuDNN", "allow_tf32"},
    chip_means{"NVIDIA", "", "FlashAttention, cuDNN", "allow_tf32"},
    chip_means{"AMD", "gfx908", "", "", "TunableOp"},
    chip_means{"AMD", "gfx90a", "Composable Kernel", "", "TunableOp"},
    chip_means{"AMD", "gfx1", "", "", "TunableOp"},
    chip_means{"AMD", "", "AITER, Composable Kernel", "allow_tf32 and HIPBLASLT_ALLOW_TF32=1", "TunableOp"},
    chip_means{"Intel", "gaudi", "FusedSDPA", ""},
    chip_means{"Intel", "", "oneDNN", "torch.backends.mkldnn.allow_tf32"}};

/// The chip that the roofs are of or, if that has no known name, the one of the trace; null: neither is known.
inline const hw::device* chip_of(const torch_findings_run& run) {
  const list_of<hw::device> own = run.run.extension().chips;
  const torch_device* const device = run.run.trace().busiest_device();
  for (const std::string_view name : {run.roofs == nullptr ? std::string_view() : std::string_view(run.roofs->name),
                                      device == nullptr ? std::string_view() : std::string_view(device->name)})
    if (const hw::device* const chip = hw::find_by_device_name(own.empty() ? hw::chips::images : own, name).chip)
      return chip;
  return nullptr;
}

/// What the chip has, or of an unknown one all chips of its vendor; nothing if that is not known, either.
inline chip_means means_of(const torch_findings_run& run) {
  const hw::device* const chip = chip_of(run);
  const torch_device* const device = run.run.trace().busiest_device();
  std::string_view vendor, architecture;
  if (chip != nullptr) vendor = chip->vendor, architecture = chip->architecture;
  else if (device != nullptr) vendor = hw::vendor_of(device->name);
  for (const chip_means& m : all_chip_means)
    if (m.vendor == vendor && architecture.starts_with(m.architecture)) return m;
  return {};
}

/// ` (FlashAttention 3, cuDNN)`; nothing if nothing is named.
inline std::string in_brackets(std::string_view names) {
  return names.empty() ? std::string() : " (" + std::string(names) + ")";
}

/// The types that products of floats can have instead: TF32 only where the chip has a rate for it, or is not known.
inline std::string narrower_types(const torch_findings_run& run) {
  const hw::device* const chip = chip_of(run);
  const bool rounds = chip == nullptr || find_peak(chip->peaks, matrix_tf32) != nullptr ||
                      (run.roofs != nullptr && known(run.roofs->peak_of("matrix_tf32")));
  return rounds ? "bf16, or TF32" + in_brackets(means_of(run).rounding) + "," : "bf16";
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_ADVISE_CHIP_MEANS_BODY_HPP
