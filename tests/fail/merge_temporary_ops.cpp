// expect: merged_devices keeps pointers to the ops
#include <vector>

#include <ridgeline/tt/tree/devices.hpp>

std::vector<ridgeline::tt_op> made();

#ifdef RIDGELINE_MUST_PASS
const std::vector<ridgeline::tt_op> ops = made();
auto merged = ops | ridgeline::merged_devices();
#else
auto merged = made() | ridgeline::merged_devices();
#endif
