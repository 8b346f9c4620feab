#include <ridgeline/tt/record/log_faults.hpp>
#include <ridgeline/tt/device/analyses.hpp>

namespace {

using namespace ridgeline;

consteval bool all_are(const tt_log_faults& faults, bool on) {
  for (const tt_log_fault& f : tt_log_fault_list)
    if (faults.*f.on != on) return false;
  return true;
}
static_assert(all_are({}, false) && all_are(tt_log_faults::parity(), true));

consteval bool names_differ() {
  for (const tt_log_fault& a : tt_log_fault_list)
    for (const tt_log_fault& b : tt_log_fault_list)
      if (&a != &b && (a.name == b.name || a.on == b.on)) return false;
  return true;
}
static_assert(names_differ());

// Every setup has a name of its own; the first is the default one.
static_assert(tt::setup_named("default_setup") == &tt::setups.front());
static_assert(tt::setup_named("test_full_buffer")->more.size() == 3 && tt::setup_named("nope") == nullptr);
static_assert(!tt::setup_named("test_multi_op")->ops && tt::setup_named("test_custom_cycle_count")->ops);

// Conditions of numbered markers name a number, those of zones a name.
consteval bool by_number(const auto& analyses, bool numbers) {
  for (const tt_measure& a : analyses)
    if ((a.start.marker >= 0) != numbers || a.start.zones[0].empty() != numbers) return false;
  return true;
}
static_assert(by_number(tt::marker_analyses, true) && by_number(tt::later_marker_analyses, true));
static_assert(by_number(tt::zone_analyses, false));

static_assert(tt_risc_named("TRISC_2") == tt_risc::trisc_2 && tt_risc_named("TRISC") == tt_risc::none);
static_assert(only(tt_risc::brisc) == 2 && (tt_any_risc & only(tt_risc::core_agg)) != 0);

}  // namespace
