#include <ridgeline/tt/record/faults.hpp>

using namespace ridgeline;

namespace {

constexpr bool all(const tt_faults& faults, bool on) {
  for (const tt_fault& f : tt_fault_list)
    if (faults.*f.on != on) return false;
  return true;
}
static_assert(all(tt_faults{}, false));  // off by default
static_assert(all(tt_faults::parity(), true));

constexpr bool names_differ() {
  for (std::size_t i = 0; i < tt_fault_list.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (tt_fault_list[i].name == tt_fault_list[j].name || tt_fault_list[i].on == tt_fault_list[j].on) return false;
  return true;
}
static_assert(names_differ());

}  // namespace
