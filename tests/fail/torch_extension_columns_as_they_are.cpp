// Columns without `torch_sheet_columns`, which finds the sheets that they belong to.
// expect: an extension's columns are a list: static constexpr auto columns =
// lines: 25
#include <ridgeline/torch/run/extension.hpp>
#include <ridgeline/torch/sheet/added_columns.hpp>

namespace rl = ridgeline;

inline constexpr auto my_column = rl::column<"Calls">(&rl::torch_unified_row::count);
struct additions {
  using models = rl::torch_models;
#ifdef RIDGELINE_MUST_PASS
  static constexpr auto columns = rl::torch_sheet_columns(my_column);
#else
  static constexpr auto columns = rl::columns(my_column);
#endif
};
inline constexpr rl::torch_extension_table added = rl::extension_of<additions>();
