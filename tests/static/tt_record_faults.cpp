#include <ridgeline/core/faults.hpp>
#include <ridgeline/tt/record/faults.hpp>

using namespace ridgeline;

namespace test_tt_record_faults {

struct two {
  bool first = false, second = false;
};
static_assert(all_on<two>().first && all_on<two>().second);
static_assert(only(&two::second).second && !only(&two::second).first);

constexpr tt_faults none, all = all_on<tt_faults>();
static_assert(!none.signpost_first_use && !none.memory_without_l1);  // off by default: the first and the last
static_assert(all.signpost_first_use && all.groups_ignored && all.memory_without_l1);
static_assert(only(&tt_faults::groups_ignored).groups_ignored && !only(&tt_faults::groups_ignored).order_by_text);

}  // namespace test_tt_record_faults
