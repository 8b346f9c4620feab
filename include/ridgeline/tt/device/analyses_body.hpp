#ifndef RIDGELINE_TT_DEVICE_ANALYSES_BODY_HPP
#define RIDGELINE_TT_DEVICE_ANALYSES_BODY_HPP

#include <ridgeline/tt/device/analyses.hpp>
#include <ridgeline/tt/device/analysis_tables.hpp>

namespace ridgeline {

const tt::setup* tt::setup_named(std::string_view name) {
  for (const setup& s : setups)
    if (s.name == name) return &s;
  return nullptr;
}

std::vector<tt_measure> tt_analyses_of(const tt::setup& s, const tt_device_log& log, bool ops,
                                        const tt_log_faults& faults) {
  std::vector<tt_measure> all(s.more.begin(), s.more.end());
  if (faults.zones_over_riscs)
    for (tt_measure& a : all)
      if (a.sampling == tt_sampling::zone) {
        a.sampling = tt_sampling::adjacent;
        a.start.phase = a.end.phase = tt_phase::point;
      }
  if (log.has_zones()) {
    for (const tt_measure& a : tt::zone_analyses) {
      bool kept = ops || a.across == tt_across::core;
      if (faults.columns_of_their_time && log.has_run_ids)
        for (std::string_view name : tt::not_before_2025) kept = kept && a.name != name;
      if (kept) all.push_back(a);
    }
  } else {
    all.insert(all.end(), tt::marker_analyses.begin(), tt::marker_analyses.end());
    if (faults.spans_from_any_risc) {
      all[all.size() - 2].start = tt::marker(1);
      all[all.size() - 1].start = tt::marker(1);
    }
    if (!faults.columns_of_their_time)
      all.insert(all.end(), tt::later_marker_analyses.begin(), tt::later_marker_analyses.end());
  }
  return all;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_ANALYSES_BODY_HPP
