#include <ridgeline/core.hpp>
#include <ridgeline/hw/find.hpp>
#include <ridgeline/impl/core.hpp>

// 1000 bytes in a microsecond are 1 GB/s.
static_assert(1000 * ridgeline::B / (1 * ridgeline::us) == 1 * ridgeline::GBps);

int main() { return ridgeline::hw::find_by_device_name("NVIDIA H100 80GB HBM3").chip != nullptr ? 0 : 1; }
