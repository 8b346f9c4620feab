#ifndef RIDGELINE_XLA_OP_CHIP_OF_KERNEL_HPP
#define RIDGELINE_XLA_OP_CHIP_OF_KERNEL_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/hw/device.hpp>

/// Which chips a kernel can run on, according to its name. Internal: included by body files only.
namespace ridgeline::xla_detail {

/// The number after `word` in a name, `sm90_xmma_gemm`; 0 if there is none. For AMD, trailing letters belong to the
/// number: `gfx90a` is 0x90a.
constexpr int number_after(std::string_view name, std::string_view word, int base) {
  for (std::size_t at = name.find(word); at != std::string_view::npos; at = name.find(word, at + 1)) {
    const bool inside_word = at > 0 && core_detail::is_letter(name[at - 1]);
    int number = 0;
    std::size_t digits = 0;
    for (std::size_t i = at + word.size(); i < name.size() && digits < 4; ++i, ++digits) {
      const char c = name[i];
      const int digit = c >= '0' && c <= '9' ? c - '0' : base == 16 && c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
      if (digit < 0) break;
      number = number * base + digit;
    }
    if (!inside_word && digits >= 2) return number;
  }
  return 0;
}

/// Words in kernel names that only one vendor's libraries use.
struct vendor_word {
  std::string_view word, vendor;
};
inline constexpr std::array<vendor_word, 8> vendor_words{{{"nvjet", "NVIDIA"}, {"cutlass", "NVIDIA"},
                                                          {"xmma", "NVIDIA"}, {"cudnn::", "NVIDIA"},
                                                          {"Cijk_", "AMD"}, {"ck_fused_attn", "AMD"},
                                                          {"aiter::", "AMD"}, {"rocclr", "AMD"}}};

/// Whether a kernel of that name cannot have run on the chip: its name contains another vendor's words or
/// architecture, or a later NVIDIA architecture (kernels for an earlier one run on later chips). A name without such
/// hints returns false.
constexpr bool is_for_another_chip(std::string_view kernel, const hw::device& chip) {
  const int gfx = number_after(kernel, "gfx", 16), sm = number_after(kernel, "sm", 10);
  const int underscored = sm != 0 ? sm : number_after(kernel, "sm_", 10);
  if (chip.vendor == "NVIDIA") {
    if (gfx != 0) return true;
    const int own = number_after(chip.architecture, "sm_", 10);
    if (underscored != 0 && own != 0) return underscored > own;
  } else if (chip.vendor == "AMD") {
    if (underscored != 0) return true;
    const int own = number_after(chip.architecture, "gfx", 16);
    if (gfx != 0 && own != 0) return gfx != own;
  } else if (gfx != 0 || underscored != 0) {
    return true;
  }
  for (const vendor_word& w : vendor_words)
    if (w.vendor != chip.vendor && kernel.find(w.word) != std::string_view::npos) return true;
  return false;
}

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_XLA_OP_CHIP_OF_KERNEL_HPP
