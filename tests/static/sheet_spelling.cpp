#include <array>

#include <ridgeline/table/sheet_spelling.hpp>

namespace test_sheet_spelling {

using namespace ridgeline;

constexpr std::array<sheet_spelling, 2> sheets{{{"ops_all", "ops_unique_args"}, {"ops_summary", "launchers"}}};

static_assert(spelt(sheets, "ops_unique_args", false) == "ops_all");
static_assert(spelt(sheets, "ops_all", false) == "ops_all");
static_assert(spelt(sheets, "ops_summary", true) == "launchers");
static_assert(spelt(sheets, "gpu_timeline", true) == "gpu_timeline");  // has one name

}  // namespace test_sheet_spelling
