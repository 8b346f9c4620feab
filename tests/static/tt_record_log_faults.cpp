#include <ridgeline/core/faults.hpp>
#include <ridgeline/tt/device/analysis_tables.hpp>
#include <ridgeline/tt/record/log_faults.hpp>

namespace test_tt_record_log_faults {

using namespace ridgeline;

constexpr tt_log_faults none, all = all_on<tt_log_faults>();
static_assert(!none.t0_over_devices && !none.day_before_month);  // off by default: the first and the last
static_assert(all.t0_over_devices && all.op_tails_to_the_next && all.day_before_month);

// Every setup has its own name; the first is the default.
consteval const tt::setup* named(std::string_view name) {
  const tt::setup* found = nullptr;
  for (const tt::setup& s : tt::setups) {
    if (s.name != name) continue;
    if (found != nullptr) return nullptr;
    found = &s;
  }
  return found;
}
static_assert(named("default_setup") == &tt::setups.front() && tt::default_setup.name == "default_setup");
static_assert(named("test_full_buffer")->more.size() == 3 && named("nope") == nullptr);
static_assert(!named("test_multi_op")->ops && named("test_custom_cycle_count")->ops);

// Conditions of numbered markers name a number, those of zones a name.
consteval bool by_number(const auto& analyses, bool numbers) {
  for (const tt_measure& a : analyses)
    if ((a.start.marker >= 0) != numbers || a.start.zones[0].empty() != numbers) return false;
  return true;
}
static_assert(by_number(tt::marker_analyses, true) && by_number(tt::later_marker_analyses, true));
static_assert(by_number(tt::zone_analyses, false));

static_assert(tt_risc_named("TRISC_2") == tt_risc::trisc_2 && tt_risc_named("TRISC") == tt_risc::none);
static_assert(tt_risc_named("TRISC2") == tt_risc::trisc_2 && tt_risc_named("TRISC3") == tt_risc::none);
static_assert(tt_risc_named("ERISC_1") == tt_risc::erisc && tt_risc_named("ERISC") == tt_risc::erisc);
static_assert(only(tt_risc::brisc) == 2 && (tt_any_risc & only(tt_risc::core_agg)) != 0);

}  // namespace test_tt_record_log_faults
