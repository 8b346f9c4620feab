// Tables added to a copy of the list would be lost.
// expect: an extension's add_tables is `static void add_tables(const torch_profile& run, std::vector<table>& to)`
// lines: 12
#include <vector>

#include <ridgeline/torch/run/extension.hpp>

namespace rl = ridgeline;

struct additions {
  using models = rl::torch_models;
#ifdef RIDGELINE_MUST_PASS
  static void add_tables(const rl::torch_profile&, std::vector<rl::table>& to) { to.emplace_back(); }
#else
  static void add_tables(const rl::torch_profile&, std::vector<rl::table> to) { to.emplace_back(); }
#endif
};
inline constexpr rl::torch_extension_table added = rl::extension_of<additions>();
