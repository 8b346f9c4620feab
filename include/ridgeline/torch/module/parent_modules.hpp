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

/// The `nn.Module` that each launch of a run stands in: the nearest one, without the numbers of instances, or `NA`. The
/// run needs Python frames in its tree.
class parent_modules {
 public:
  explicit parent_modules(const torch_profile& run);

  /// For each launch (`run.launches().rows`) the number of its module, from 1 by first appearance.
  std::span<const std::uint32_t> numbers() const { return numbers_; }
  std::string_view name(std::uint32_t number) const { return names_.text(symbol{number}); }

 private:
  std::vector<std::uint32_t> numbers_;
  symbol_pool names_{};
};

/// `['aten::mm', 'nn.Module: Linear_1', 'nn.Module: MLP_0']`: an event and the modules around it, the innermost first;
/// of very many the innermost.
void append_modules_around(std::string& out, const torch_profile& run, std::uint32_t event);

namespace torch_detail {
/// A name without the numbers of instances, wherever they stand: `nn.Module: Linear_12` is `nn.Module: Linear`.
std::string without_instances(std::string_view name);
}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_MODULE_PARENT_MODULES_HPP
