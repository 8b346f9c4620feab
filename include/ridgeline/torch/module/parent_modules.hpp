#ifndef RIDGELINE_TORCH_MODULE_PARENT_MODULES_HPP
#define RIDGELINE_TORCH_MODULE_PARENT_MODULES_HPP

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/symbol_pool.hpp>

namespace ridgeline {

class torch_profile;

/// The `nn.Module` around each launch of a run: the nearest one, without instance numbers, or `NA`. The run needs
/// Python frames in its tree.
class parent_modules {
 public:
  explicit parent_modules(const torch_profile& run);

  /// For each launch (`run.launches().rows`) the number of its module, counted from 1 by first appearance.
  std::span<const std::uint32_t> numbers() const { return numbers_; }
  std::string_view name(std::uint32_t number) const { return names_.text(symbol{number}); }

 private:
  std::vector<std::uint32_t> numbers_;
  symbol_pool names_{};
};

/// Appends `['aten::mm', 'nn.Module: Linear_1', 'nn.Module: MLP_0']`: an event and the modules around it, innermost
/// first; if there are very many, only the innermost.
void append_modules_around(std::string& out, const torch_profile& run, std::uint32_t event);

namespace torch_detail {
/// A name without any instance numbers: `nn.Module: Linear_12` becomes `nn.Module: Linear`.
std::string without_instances(std::string_view name);
}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_MODULE_PARENT_MODULES_HPP
