#ifndef RIDGELINE_TT_SHEET_ADVICE_TABLES_BODY_HPP
#define RIDGELINE_TT_SHEET_ADVICE_TABLES_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include <ridgeline/advise/activity_health.hpp>
#include <ridgeline/advise/findings_json.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/query/take.hpp>
#include <ridgeline/sink/fitted.hpp>
#include <ridgeline/sink/terminal.hpp>
#include <ridgeline/table/column.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/tt/record/sub_device.hpp>
#include <ridgeline/tt/sheet/advice_tables.hpp>
#include <ridgeline/tt/sheet/perf_columns.hpp>

namespace ridgeline {

namespace tt_detail {

/// The roof of a row as shown in sheets: that of our own model, else PM's, even if the op beat it.
time_quantity shown_roof(const tt_judged_row& r) {
  if (known(r.own.ideal())) return r.own.ideal();
  return known(r.pm_ideal()) ? r.pm_ideal() * ns : missing<time_quantity>;
}
tt_limit shown_limit(const tt_judged_row& r) {
  if (known(r.own.ideal()) || !known(r.pm_ideal())) return r.own.limit();
  return r.limit();
}
std::string shown_source(const tt_judged_row& r) {
  if (known(r.own.ideal())) return "model: " + std::string(r.own.model);
  return known(r.pm_ideal()) ? "PM" : "";
}
double shown_share(const tt_judged_row& r) {
  const time_quantity roof = shown_roof(r);
  return r.shown_time().base() > 0 ? roof / r.shown_time() : missing<double>;
}
std::string why_no_roof(const tt_judged_row& r) {
  if (known(shown_roof(r))) return shown_share(r) > 1 ? "faster than its roof" : "";
  if (r.own.model.empty()) return "no model";
  return "not recorded: " + std::string(r.own.lacks);
}
inline constexpr auto roof_columns = columns(
    column<"ID">([](const tt_judged_row& r) { return r.op->id; }).bare(),
    column<"OP Code">([](const tt_judged_row& r) { return r.op->code; }).left(),
    column<"Device">([](const tt_judged_row& r) { return if_set(r.op->device); }),
    column<"Device Time", us>(&tt_judged_row::shown_time),
    column<"Cores">([](const tt_judged_row& r) { return if_set(r.op->cores); }),
    column<"Available Cores">([](const tt_judged_row& r) { return if_set(static_cast<std::int64_t>(r.cores)); }),
    column<"Sub-Device">([](const tt_judged_row& r) {
      return if_set(sub_device_in(r.detail->sub_device, r.op->attributes));
    }).left(),
    column<"Roof", us>(&shown_roof), column<"Roof %", percent>(&shown_share).digits(1),
    column<"Limit">([](const tt_judged_row& r) { return name_of(shown_limit(r)); }).left(),
    column<"Roof From">(&shown_source).left(), column<"Remark">(&why_no_roof).left(),
    column<"GFLOP", GFLOP>([](const tt_judged_row& r) { return r.own.flops; }),
    column<"DRAM Traffic", MB>([](const tt_judged_row& r) { return r.own.dram; }),
    column<"Link Traffic", MB>([](const tt_judged_row& r) { return r.own.link; }),
    column<"Compute", us>([](const tt_judged_row& r) { return r.own.compute; }),
    column<"DRAM", us>([](const tt_judged_row& r) { return r.own.memory; }),
    column<"Ethernet", us>([](const tt_judged_row& r) { return r.own.ethernet; }),
    column<"PM IDEAL", us>([](const tt_judged_row& r) { return r.detail->ideal; }),
    column<"PM COMPUTE", us>([](const tt_judged_row& r) { return r.detail->compute; }),
    column<"PM BANDWIDTH", us>([](const tt_judged_row& r) { return r.detail->memory; }),
    column<"FPU %", percent>([](const tt_judged_row& r) { return r.detail->fpu; }).digits(1),
    column<"SFPU %", percent>([](const tt_judged_row& r) { return r.detail->sfpu; }).digits(1),
    column<"NoC %", percent>([](const tt_judged_row& r) { return r.detail->noc; }).digits(1),
    column<"Multicast NoC %", percent>([](const tt_judged_row& r) { return r.detail->multicast; }).digits(1),
    column<"DRAM %", percent>([](const tt_judged_row& r) { return r.detail->dram; }).digits(1),
    column<"Ethernet %", percent>([](const tt_judged_row& r) { return r.detail->ethernet; }).digits(1),
    column<"Congestion %", percent>([](const tt_judged_row& r) { return r.detail->congestion; }).digits(1),
    column<"Program Cache Hit">([](const tt_judged_row& r) { return r.detail->cache_hit; }).left(),
    column<"Global Call Count">([](const tt_judged_row& r) { return if_set(r.op->global_call_count); }).bare(),
    column<"Trace ID">([](const tt_judged_row& r) { return if_set(r.detail->trace_id); }).bare(),
    column<"Replay Session">([](const tt_judged_row& r) { return if_set(r.op->replay_session); }).bare());

/// A group of equal ops.
struct op_kind {
  const tt_judged_row* first = nullptr;
  std::uint64_t count = 0;
  double time = 0, roof = 0, roofed = 0;   ///< ns; `roofed`: time of those that have a roof
  double beaten = 0;                       ///< time whose roof is longer than the op
  bool guessed = false;                    ///< its only roof relies on a guessed chip
  bool judged = false;                     ///< some op has a roof by tt-metal, which findings need
  double share = 0, up_to = 0;             ///< fraction of all time; cumulative
  std::set<std::string> advice{};          ///< findings, `2 tt_few_cores`
};

double share_reached(const op_kind& k) { return k.roofed > 0 ? k.roof / k.roofed : missing<double>; }

/// Why there is no advice; empty if there is some.
std::string why_none(const op_kind& k) {
  if (!k.advice.empty()) return {};
  if (!(k.time > 0)) return "no device time is recorded";
  if (k.guessed) return "its roof is that of a guessed chip (--arch)";
  if (!known(share_reached(k))) return k.beaten > 0 ? "faster than its roof, which is not used" : why_no_roof(*k.first);
  if (share_reached(k) > 0.5) return "reaches half of its roof or more";
  if (!k.judged) return "the input has no PM IDEAL, which findings need";
  return "too little to save for a finding";
}

inline constexpr auto kind_columns = columns(
    column<"OP Code">([](const op_kind& k) { return k.first->op->code; }).left(),
    column<"ID">([](const op_kind& k) { return k.first->op->id; }).bare(),
    column<"Ops">([](const op_kind& k) { return k.count; }),
    column<"Device Time", us>([](const op_kind& k) { return k.time * ns; }),
    column<"Time %", percent>(&op_kind::share).digits(1), column<"Up To %", percent>(&op_kind::up_to).digits(1),
    column<"Cores">([](const op_kind& k) { return if_set(k.first->op->cores); }),
    column<"Roof %", percent>(&share_reached).digits(1),
    column<"Limit">([](const op_kind& k) { return name_of(k.first->limit()); }).left(),
    column<"Roof From">([](const op_kind& k) {
      return !known(k.first->roof()) ? std::string() : known(k.first->pm_ideal()) ? std::string("PM")
                                                                                  : shown_source(*k.first);
    }).left(),
    column<"Advice">([](const op_kind& k) { return joined_text(k.advice); }).left(),
    column<"Why None">(&why_none).left());

}  // namespace tt_detail

table tt_roof_table(const tt_judged_rows& rows) { return table::over("roofs", rows.device, tt_detail::roof_columns); }

table tt_kind_table(const tt_judged_rows& rows, const finding_list& findings) {
  std::map<std::uint32_t, std::set<std::string>> named;  // by id
  for (const finding& f : findings.all)
    if (f.id != "tt_host_gaps" && f.id != "tt_recompilation")  // about the gap before an op, not the op itself
      for (const std::uint32_t id : f.rows) named[id].insert(std::to_string(f.rank) + " " + f.id);
  std::vector<tt_detail::op_kind> kinds(rows.kinds);
  double all = 0;
  for (const tt_judged_row& r : rows.device) {
    if (r.op->captured) continue;
    tt_detail::op_kind& k = kinds[r.kind];
    if (k.first == nullptr) k.first = &r;
    ++k.count;
    if (const auto at = named.find(r.op->id); at != named.end()) k.advice.insert(at->second.begin(), at->second.end());
    if (!(r.time() > 0)) continue;
    k.time += r.time();
    all += r.time();
    const bool guess = rows.guessed && !known(r.pm_ideal()) && known(r.own.ideal());
    k.guessed = k.guessed || guess;
    if (known(r.roof()) && !guess) k.roof += r.roof(), k.roofed += r.time();
    if (r.pm_ideal() > r.time() || r.own.ideal() > r.op->time) k.beaten += r.time();
  }
  std::erase_if(kinds, [](const tt_detail::op_kind& k) { return k.first == nullptr; });
  kinds = std::move(kinds) | sort_by(desc(&tt_detail::op_kind::time));
  const bool judged = std::any_of(rows.device.begin(), rows.device.end(),
                                  [](const tt_judged_row& r) { return known(r.pm_ideal()); });
  double before = 0;
  for (tt_detail::op_kind& k : kinds) {
    k.judged = judged;
    before += k.time;
    k.share = all > 0 ? k.time / all : missing<double>;
    k.up_to = all > 0 ? before / all : missing<double>;
  }
  return table("op_kinds", std::move(kinds), tt_detail::kind_columns);
}

table tt_spread_table(const tt_perf_result& result) {
  static constexpr auto list = columns(
      column<"ID">([](const tt_spread& s) { return s.op->id; }).bare(),
      column<"OP Code">([](const tt_spread& s) { return s.op->code; }).left(),
      column<"Devices">([](const tt_spread& s) { return s.ran; }), column<"Min", us>(&tt_spread::least),
      column<"Mean", us>([](const tt_spread& s) { return s.sum / static_cast<double>(s.ran); }),
      column<"Max", us>(&tt_spread::most),
      column<"Max - Min", us>([](const tt_spread& s) { return s.most - s.least; }),
      column<"Fastest Device">(&tt_spread::fastest), column<"Slowest Device">(&tt_spread::slowest));
  return table::over("device_spread", result.spreads, list);
}

void write_tt_spreads(output& to, const tt_perf_result& result, std::size_t width) {
  constexpr std::size_t most = 5;
  constexpr double least = 1.1;
  std::vector<tt_spread> wide;
  for (const tt_spread& s : result.spreads)
    if (s.most > s.least * least) wide.push_back(s);
  if (wide.empty()) return;
  const std::size_t all = wide.size();
  wide = std::move(wide) | sort_by(desc([](const tt_spread& s) { return s.most - s.least; }));
  to.write("\nDevices that differ by more than 10 % in " + std::to_string(all) + " merged ops; most in\n");
  for (std::size_t i = 0; i < wide.size() && i < most; ++i) {
    const tt_spread& s = wide[i];
    std::string text = "ID " + std::to_string(s.op->id) + "  ";
    append_plain(text, s.op->code, 60);
    const int digits = s.most < 100 * us ? 1 : 0;
    text += ": " + grouped_text(s.least.in(us), digits) + " μs on device " + std::to_string(s.fastest) + " to " +
            grouped_text(s.most.in(us), digits) + " μs on device " + std::to_string(s.slowest) + " (" +
            std::to_string(s.ran) + " devices)";
    print_paragraph(to, text, width);
  }
}

void write_tt_findings(output& to, const finding_list& findings, std::size_t most, std::size_t width, double devices,
                       bool first_pass) {
  using advise_detail::counted;
  using advise_detail::time_text;
  if (findings.all.empty() || most == 0) return;
  std::string head = "findings (recoverable of " + time_text(findings.window);
  if (devices > 1) head += " on each of " + std::to_string(static_cast<std::int64_t>(devices)) + " devices";
  print_paragraph(to, head + "; all together " + time_text(findings.combined) + "):", width);
  std::size_t shown = 0;
  const finding* gaps = nullptr;
  for (const finding& f : findings.all) {
    if (first_pass && f.id == "tt_host_gaps") gaps = &f;
    else if (shown < most) write_console(to, f, width), ++shown;
  }
  if (gaps != nullptr) write_console(to, *gaps, width), ++shown;
  if (findings.all.size() > shown) to.write("  ... " + counted(findings.all.size() - shown) + " more\n");
}

table tt_provenance_table(tt_provenance facts) {
  using fact = std::pair<std::string, std::string>;
  static constexpr auto list = columns(column<"What">(&fact::first).left(), column<"Value">(&fact::second).left());
  return table("provenance", std::move(facts), list);
}

void tell_findings(tt_perf_result& result, const finding_list& findings) {
  std::map<std::uint32_t, std::string> named;
  for (const finding& f : findings.all) {
    for (const std::uint32_t id : f.rows) {
      std::string& text = named[id];
      if (text.find(f.id) == std::string::npos) text += (text.empty() ? "" : ", ") + f.id;
    }
  }
  text_pool& pool = result.labels.emplace_back();
  for (tt_perf_row& row : result.rows) {
    row.tells_findings = true;
    if (const auto at = named.find(row.op->id); at != named.end()) row.findings = pool.keep(at->second);
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_ADVICE_TABLES_BODY_HPP
