#ifndef RIDGELINE_XLA_OP_CATEGORY_HPP
#define RIDGELINE_XLA_OP_CATEGORY_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include <ridgeline/gpu/work.hpp>
#include <ridgeline/xla/record/work.hpp>

namespace ridgeline {

/// The kind of work of a kernel in an XLA program. The first category with a matching word applies, so the order
/// matters.
enum class xla_category : std::uint8_t { gemm, fa_backward, fa_forward, fa_v3, conv, te, communication, rest };

/// One row per category: its name in the sheets, and words in the names of its kernels or instructions.
struct xla_category_facts {
  std::string_view name;
  std::array<std::string_view, 4> words;
};

inline constexpr std::array<xla_category_facts, 8> xla_category_table{{
    {"GEMM", {"Cijk", "gemm", "nvjet", "cublasLt"}},
    {"FA BWD", {"FmhaBwd", "flash_bprop", "ck_fused_attn::dk_dv_reduce_thd", "fmha_bwd"}},
    {"FA FWD", {"FmhaFwd", "flash_fprop", "fmha_fwd", ""}},
    {"FA V3", {"kernel_func", "", "", ""}},
    {"Conv", {"conv_", "conv.", "conv-", ""}},
    {"TE", {"transformer_engine", "te_fused_attn", "", ""}},
    {"Communication rccl/nccl", {"rccl", "nccl", "", ""}},
    {"Uncategorized Events/XLA", {"", "", "", ""}},
}};

constexpr std::string_view name_of(xla_category c) { return xla_category_table[static_cast<std::size_t>(c)].name; }

/// The first category with a word that occurs in `text`.
constexpr xla_category xla_category_by(std::string_view text) {
  for (std::size_t c = 0; c < xla_category_table.size(); ++c)
    for (const std::string_view word : xla_category_table[c].words)
      if (!word.empty() && text.find(word) != std::string_view::npos) return static_cast<xla_category>(c);
  return xla_category::rest;
}

/// Whether a category is attention; attention kernels are identified best by their own names.
constexpr bool is_attention(xla_category c) {
  return c == xla_category::fa_backward || c == xla_category::fa_forward || c == xla_category::fa_v3;
}

/// The category of a kernel, by its own name and, if it has one, its instruction's name; attention kernels are
/// identified best by their own names. If no word matches, the table of kinds decides whether it is communication;
/// not with `three_words`, the original's rule.
constexpr xla_category xla_category_of(std::string_view kernel, std::string_view hlo_op, bool three_words = false) {
  const xla_category by_kernel = xla_category_by(kernel);
  if (is_attention(by_kernel)) return by_kernel;
  const xla_category by_op = xla_category_by(hlo_op);
  const xla_category by_words = by_op == xla_category::rest ? by_kernel : by_op;
  const bool communicates = by_words == xla_category::rest && !three_words && gpu::communication_of(kernel);
  return communicates ? xla_category::communication : by_words;
}

/// Whether a custom call's target is a Transformer Engine matrix product, which has its own operands and config.
constexpr bool is_te_matrix_product(std::string_view target) { return target.starts_with("te_gemm"); }

/// Whether it is Transformer Engine's product of groups.
constexpr bool is_te_grouped_product(std::string_view target) {
  return target == "te_grouped_gemm_ffi" || target == "te_grouped_gemm_v2_ffi";
}

/// Whether it is one of matrices with a scale for each block, which has no config: it sums over the last dimensions.
constexpr bool is_block_scaled_product(std::string_view target) {
  return target == "__cudnn$blockScaledDot" || target == "__op$block_scaled_dot";
}

/// Whether a custom call's target is a library's matrix product: `__cublas$gemm`, `__cublas$lt$matmul$f8`; the same
/// library also solves triangular systems.
constexpr bool is_xla_matrix_product(std::string_view target) {
  const auto has = [&](std::string_view word) { return target.find(word) != std::string_view::npos; };
  return has("matmul") || has("Matmul") || (has("cublas") && has("gemm")) || is_te_matrix_product(target) ||
         is_te_grouped_product(target) || is_block_scaled_product(target);
}

/// The category implied by a custom call's target, whatever its kernels are named; `rest` if there is none.
constexpr xla_category xla_category_by_target(std::string_view target) {
  const auto has = [&](std::string_view word) { return target.find(word) != std::string_view::npos; };
  if (has("cudnn$conv")) return xla_category::conv;
  if (has("cudnn$fmha")) return has("Backward") ? xla_category::fa_backward : xla_category::fa_forward;
  return is_xla_matrix_product(target) ? xla_category::gemm : xla_category::rest;
}

/// The lane of the GPU time line that an event counts in, by the table of kinds or, with `three_words`, by the
/// original's rule.
constexpr gpu_lane xla_lane_of(std::string_view name, bool three_words = false) {
  if (xla_work_of(name) != xla_work::kernel) return gpu_lane::copy;
  const bool communicates =
      three_words ? gpu::communication_by_three_words(name) : gpu::communication_of(name).has_value();
  return communicates ? gpu_lane::communication : gpu_lane::compute;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_OP_CATEGORY_HPP
