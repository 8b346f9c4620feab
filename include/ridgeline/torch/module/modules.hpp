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

/// The cost of some GPU work according to the models.
struct module_counts {
  double flops = missing<double>, bytes = missing<double>;  ///< of the work for which they are known
  double time = 0;                       ///< microseconds of the work whose FLOP or bytes are known
  double roof_time = 0, roofed = 0;      ///< minimum time on the chip and time taken, for work that has a roof
  double compute = 0, memory = 0;        ///< minimum time on the chip for FLOP and for bytes, microseconds

  void add(const module_counts& more);
};

/// An event to which GPU work is attributed, and its cost.
struct module_op {
  std::uint32_t event = missing<std::uint32_t>;
  module_counts counts{};
};

/// The GPU time of a module of a model, or of the modules of one class at the same place of repeated layers.
struct module_node {
  std::uint32_t parent = missing<std::uint32_t>;  ///< position in `torch_modules::nodes`, before its own
  std::string label{};                            ///< `DecoderLayer.*` if one parent has several
  std::string path{};                             ///< labels from the top, separated by `/`
  std::uint32_t depth = 0;                        ///< 0 at the top
  std::int64_t instances = 0, calls = 0;
  std::int64_t kernels = 0, self_kernels = 0;     ///< GPU work in it and below it; in it only
  duration total{}, self{};
  duration exposed_communication{};               ///< in it and below it, while no computation ran
  module_counts counts{};                         ///< in it and below it
};

/// GPU time in a module, attributed to a program line.
struct module_line {
  std::uint32_t node = 0;      ///< 0: outside all modules
  std::string_view source{};   ///< the innermost non-library frame; empty if there is none
  std::int64_t kernels = 0;
  duration time{};
};

/// The GPU time of a run by module. Node 0 is work outside all modules; the `self` times of all nodes add up, to the
/// nanosecond, to the time in which the GPU was busy.
struct torch_modules {
  std::vector<module_node> nodes;
  std::vector<module_line> lines;
  duration busy{};
  bool by_ranges = false;          ///< no frame names a module, so host ranges are used
  std::size_t module_frames = 0;   ///< number of module calls in the tree
};

/// Attributes GPU time to modules. Work that overlaps other work counts with the time that it adds, in order of
/// start. A piece of work belongs to the modules around its launch, if only one launch claims it; work of a captured
/// graph belongs to those around its call in the capture. Repeated layers form one node. With `unlinked`, work
/// without a launch counts as outside all modules, otherwise it is left out. Modules nested deeper than 100 levels
/// count as the 100th. `ops`: known costs, for each piece of work at most once.
torch_modules torch_modules_of(const torch_profile& run, bool unlinked, std::span<const module_op> ops = {});

/// The sheets `modules`, by module and program line, longest first, and `module_tree`, parents before children. The
/// texts of lines belong to the run, which must outlive the tables.
table modules_table(const torch_modules& modules);
table module_tree_table(const torch_modules& modules);
/// The tree as a flame chart, with boxes as wide as their GPU time.
flame_chart module_chart(const torch_modules& modules);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_MODULE_MODULES_HPP
