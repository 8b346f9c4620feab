// expect: this step is lazy: give it a container by name
// lines: 25
#include <vector>

#include <ridgeline/tt/tree/select.hpp>

std::vector<ridgeline::tt_op> made();

#ifdef RIDGELINE_MUST_PASS
const std::vector<ridgeline::tt_op> ops = made();
auto on_device = ops | ridgeline::device_ops();
#else
auto on_device = made() | ridgeline::device_ops();
#endif
