#ifndef RIDGELINE_TORCH_MODULE_MODULES_HPP
#define RIDGELINE_TORCH_MODULE_MODULES_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/time.hpp>

namespace ridgeline {

struct flame_chart;
class table;
class torch_profile;

/// What the models know of some GPU work.
struct module_counts {
  double flops = missing<double>, bytes = missing<double>;  ///< of the work that they know it of
  double time = 0;                       ///< microseconds of the work whose FLOP or bytes are known
  double roof_time = 0, roofed = 0;      ///< what the chip needs for it at least, and what it took, where it has a roof
  double compute = 0, memory = 0;        ///< what the chip needs for the FLOP, and for the bytes, microseconds

  void add(const module_counts& more);
};

/// An event that stands for its GPU work, and what is known of it.
struct module_op {
  std::uint32_t event = missing<std::uint32_t>;
  module_counts counts{};
};

/// What a module of a model cost, or the modules of one class that stand at the same place of repeated layers.
struct module_node {
  std::uint32_t parent = missing<std::uint32_t>;  ///< a position in `torch_modules::nodes`, before its own
  std::string label{};                            ///< `DecoderLayer.*` where one parent has several
  std::string path{};                             ///< labels from the top, divided by `/`
  std::uint32_t depth = 0;                        ///< 0 at the top
  std::int64_t instances = 0, calls = 0;
  std::int64_t kernels = 0, self_kernels = 0;     ///< GPU work in it and below it; in it alone
  duration total{}, self{};
  duration exposed_communication{};               ///< in it and below it, while nothing was computed
  module_counts counts{};                         ///< in it and below it
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
  std::vector<module_node> nodes;
  std::vector<module_line> lines;
  duration busy{};
  bool by_ranges = false;          ///< no frame names a module: ranges of the host do
  std::size_t module_frames = 0;   ///< calls of modules in the tree
};

/// Work that runs beside other work has the time that it adds, in the order of starts. A piece of work belongs to the
/// modules around its launch, if one launch alone claims it; through a captured graph to those around its call in the
/// capture. Layers that repeat
/// are one node. With `unlinked`, work without a launch is in no module, else it is left out. Modules nested deeper
/// than 100 count as the 100th. `ops`: what is known of the work, each piece at most once.
torch_modules torch_modules_of(const torch_profile& run, bool unlinked, std::span<const module_op> ops = {});

/// The sheets `modules`, by module and line of a program, the longest first, and `module_tree`, parents before what is
/// in them. The texts of lines belong to the run, which must outlive the tables.
table modules_table(const torch_modules& modules);
table module_tree_table(const torch_modules& modules);
/// The tree as boxes: each as wide as its GPU time.
flame_chart module_chart(const torch_modules& modules);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_MODULE_MODULES_HPP
