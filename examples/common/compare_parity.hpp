#ifndef RIDGELINE_EXAMPLES_COMMON_COMPARE_PARITY_HPP
#define RIDGELINE_EXAMPLES_COMMON_COMPARE_PARITY_HPP

#include <string>
#include <vector>

#include "compare_inputs.hpp"
#include "table_files.hpp"

namespace program {

struct parity_options {
  bool on = false, python_frames = false, prune = false;
  std::string trace_diff{};
  std::vector<std::string> sheets{};
};

class tree_pair {
 public:
  explicit tree_pair(const std::vector<compare_input>&) {}
  ridgeline::torch_trace* keep(std::size_t) { return nullptr; }
  std::vector<ridgeline::table> sheets(bool) { return {}; }
  bool write(const parity_options&, const std::vector<ridgeline::table>&) { return true; }
};

inline bool wants_reports(const parity_options&, const std::vector<compare_input>&) { return false; }
inline int compare_reports(const parity_options&, const std::vector<compare_input>&, const table_files&) { return 1; }

}  // namespace program

#endif  // RIDGELINE_EXAMPLES_COMMON_COMPARE_PARITY_HPP
