#include <ridgeline/ranks/faults.hpp>

namespace {

using namespace ridgeline;

constexpr bool all(const fleet_faults& faults, bool on) {
  for (const fleet_fault& f : fleet_fault_list)
    if (faults.*f.on != on) return false;
  return true;
}
static_assert(all(fleet_faults{}, false));  // off by default
static_assert(all(fleet_faults::parity(), true));

}  // namespace
