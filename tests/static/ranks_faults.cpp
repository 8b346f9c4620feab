#include <ridgeline/ranks/faults.hpp>

namespace test_ranks_faults {

using namespace ridgeline;

constexpr fleet_faults none{}, all = fleet_faults::parity();
static_assert(!none.crossing_row_left_out && !none.text_pids_shared);  // off by default
static_assert(all.crossing_row_left_out && all.splits_by_position && all.text_pids_shared);
constexpr fleet_faults one = only(&fleet_faults::ranks_by_position);
static_assert(one.ranks_by_position && !one.groups_by_name_alone && !one.text_pids_shared);

}  // namespace test_ranks_faults
