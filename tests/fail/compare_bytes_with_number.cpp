// expect: A number has no unit: `bytes > 5 * KB`
// lines: 25
#include <ridgeline/core/units.hpp>

namespace rl = ridgeline;

#ifdef RIDGELINE_MUST_PASS
bool is_large(rl::byte_count size) { return 5 * rl::KB < size; }
#else
bool is_large(rl::byte_count size) { return 5 < size; }
#endif
