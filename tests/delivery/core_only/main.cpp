#include <ridgeline/core.hpp>

// 1000 bytes in a microsecond are 1 GB/s.
static_assert(1000 * ridgeline::B / (1 * ridgeline::us) == 1 * ridgeline::GBps);

int main() { return 0; }
