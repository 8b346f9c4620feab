// A column of rows that no sheet of the PyTorch report has.
// expect: a column of an extension takes rows of a sheet: const torch_unified_row&, torch_roofline_row
// lines: 25
#include <ridgeline/torch/sheet/added_columns.hpp>

namespace rl = ridgeline;

struct own_row {
  int calls = 0;
};
#ifdef RIDGELINE_MUST_PASS
inline constexpr auto added = rl::torch_sheet_columns(rl::column<"Calls">(&rl::torch_unified_row::count));
#else
inline constexpr auto added = rl::torch_sheet_columns(rl::column<"Calls">(&own_row::calls));
#endif
