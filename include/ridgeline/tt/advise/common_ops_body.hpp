#ifndef RIDGELINE_TT_ADVISE_COMMON_OPS_BODY_HPP
#define RIDGELINE_TT_ADVISE_COMMON_OPS_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <ridgeline/tt/advise/drafts_body.hpp>
#include <ridgeline/tt/advise/findings.hpp>
#include <ridgeline/tt/device/samples.hpp>

/// Rules over ops that run on all devices: who is slow, who waits.
namespace ridgeline::tt_detail {

/// Whether the rows of two devices can be one op: they agree in code, or have none but their ids, and in replay,
/// extents and number formats. Attributes and names of memory may contain the device.
bool same_op(const tt_op& a, const tt_op& b) {
  const auto nameless = [](const tt_op& op) { return is_named_by_id(op.code, op.global_call_count); };
  const auto number = [](const tt_op& op) { return op.global_call_count / tt_ids_per_op; };
  const bool same_code = a.code == b.code || (nameless(a) && nameless(b) && number(a) == number(b));
  const auto same = [](const tt_tensor& x, const tt_tensor& y) { return x.dims == y.dims && x.type == y.type; };
  return same_code && a.replay_session == b.replay_session &&
         same(a.in0, b.in0) && same(a.in1, b.in1) && same(a.out0, b.out0);
}

/// Calls `visit(rows)` for each op that ran on several devices, the n-th of each: its rows, by device. Collectives, in
/// which devices wait for each other, or all other ops.
template <class Visit>
void for_each_common_op(const tt_judged_rows& rows, bool collectives, Visit visit) {
  const auto devices = rows.by_device(false);
  std::size_t longest = 0;
  for (const auto& device : devices) longest = std::max(longest, device.size());
  std::vector<std::uint32_t> op;
  for (std::size_t k = 0; k < longest && devices.size() > 1; ++k) {
    bool same = true;
    op.clear();
    for (const auto& device : devices) {
      if (k >= device.size()) continue;
      const tt_judged_row& r = rows.device[device[k]];
      same = r.timed() && r.collective() == collectives &&
             (op.empty() || same_op(*rows.device[op.back()].op, *r.op));
      if (!same) break;
      op.push_back(device[k]);
    }
    if (same && op.size() > 1) visit(op);
  }
}

/// The devices that are slow at least half as often as the one that is slow most often, of `all`:
/// `devices 4, 5, 6 and 7 are slowest most often`.
std::string slow_devices(const std::map<std::int32_t, std::uint64_t>& slow, std::size_t all) {
  constexpr std::size_t shown = 8;
  std::uint64_t most = 0;
  for (const auto& [device, times] : slow) most = std::max(most, times);
  std::vector<std::int32_t> often;
  for (const auto& [device, times] : slow)
    if (2 * times >= most) often.push_back(device);
  if (often.size() == all) return "each of the " + std::to_string(all) + " devices is slowest at times";
  std::string text = often.size() == 1 ? "device " : "devices ";
  for (std::size_t i = 0; i < often.size() && i < shown; ++i)
    text += (i == 0 ? "" : i + 1 == often.size() ? " and " : ", ") + std::to_string(often[i]);
  if (often.size() > shown) text += " and " + std::to_string(often.size() - shown) + " more";
  return text + (often.size() == 1 ? " is" : " are") + " slowest most often";
}

void device_imbalance(const tt_findings_run& run, finding_drafts& to) {
  constexpr double slow = 1.1;
  row_draft d;
  std::map<std::int32_t, std::uint64_t> slowest;
  std::vector<double> times;
  for_each_common_op(run.rows, false, [&](const std::vector<std::uint32_t>& op) {
    times.clear();
    std::uint32_t last = op.front();
    for (const std::uint32_t i : op) {
      times.push_back(run.rows.device[i].time());
      if (run.rows.device[i].time() > run.rows.device[last].time()) last = i;
    }
    const double median = median_of(times), most = run.rows.device[last].time();
    if (!(most > slow * median)) return;
    d.add(run, last, most - median);
    for (const std::uint32_t i : op)
      if (run.rows.device[i].time() > slow * median) ++slowest[run.rows.device[i].op->device];
  });
  if (d.empty()) return;
  finding_draft& found = d.finish(to, "", false);
  found.detail = slow_devices(slowest, run.rows.by_device(false).size());
  found.is_wall_time = true;
}

/// For each row of a collective the time in which it waited for other devices: what it took longer than on the device
/// that came last.
std::vector<double> waits_of(const tt_judged_rows& rows) {
  std::vector<double> waits(rows.device.size());
  for_each_common_op(rows, true, [&](const std::vector<std::uint32_t>& op) {
    double least = missing<double>;
    for (const std::uint32_t i : op) least = std::fmin(least, rows.device[i].time());
    for (const std::uint32_t i : op) waits[i] = rows.device[i].time() - least;
  });
  return waits;
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_ADVISE_COMMON_OPS_BODY_HPP
