#ifndef RIDGELINE_TORCH_MODULE_MODULES_HPP
#define RIDGELINE_TORCH_MODULE_MODULES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/time.hpp>

namespace ridgeline {

class table;
class torch_profile;

/// What a module of a model cost, or the modules of one class that stand at the same place of repeated layers.
struct module_node {
  std::uint32_t parent = missing<std::uint32_t>;  ///< a position in `torch_modules::nodes`, before its own
  std::string label{};                            ///< `DecoderLayer.*` where one parent has several
  std::string path{};                             ///< labels from the top, divided by `/`
  std::uint32_t depth = 0;                        ///< 0 at the top
  std::int64_t instances = 0, calls = 0;
  std::int64_t kernels = 0, self_kernels = 0;     ///< GPU work in it and below it; in it alone
  duration total{}, self{};
};

/// GPU time in a module that a line of a program asked for.
struct module_line {
  std::uint32_t node = 0;      ///< 0: in no module
  std::string_view source{};   ///< the innermost frame that is no library's; empty without one
  std::int64_t kernels = 0;
  duration time{};
};

/// The GPU time of a run by module. Node 0 is what belongs to none; the `self` of all nodes add up to the time in which
/// the GPU was busy, to the nanosecond.
struct torch_modules {
  std::vector<module_node> nodes{};
  std::vector<module_line> lines{};
  duration busy{};
  bool by_ranges = false;          ///< no frame names a module: ranges of the host do
  std::size_t module_frames = 0;   ///< calls of modules in the tree
};

/// Work that runs beside other work has the time that it adds, in the order of starts. A piece of work belongs to the
/// modules around its launch; through a captured graph to those around its call in the capture. Layers that repeat
/// are one node. With `unlinked`, work without a launch is in no module, else it is left out. Modules nested deeper
/// than 100 count as the 100th.
torch_modules torch_modules_of(const torch_profile& run, bool unlinked);

/// The sheets `modules`, by module and line of a program, the longest first, and `module_tree`, parents before what is
/// in them. The texts of lines belong to the run, which must outlive the tables.
table modules_table(const torch_modules& modules);
table module_tree_table(const torch_modules& modules);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_MODULE_MODULES_HPP
