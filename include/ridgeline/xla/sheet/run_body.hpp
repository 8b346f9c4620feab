#ifndef RIDGELINE_XLA_SHEET_RUN_BODY_HPP
#define RIDGELINE_XLA_SHEET_RUN_BODY_HPP

#include <memory>
#include <string_view>
#include <utility>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/gpu/gpu_spans.hpp>
#include <ridgeline/hw/catalog.hpp>
#include <ridgeline/hw/find.hpp>
#include <ridgeline/xla/op/chip_of_kernel.hpp>
#include <ridgeline/xla/record/clock.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

namespace xla_detail {

/// The time line of each device. `span_of(event, stretch)` is the span of a stretch of an event's own time;
/// `microseconds` converts a difference of such times.
template <class Time, class SpanOf, class Microseconds>
std::vector<jax_gpu> gpus_by(const jax_result& r, SpanOf span_of, Microseconds microseconds) {
  std::vector<jax_gpu> gpus;
  const xla_trace& trace = *r.trace;
  for (std::uint32_t i = 0; i < r.events.size();) {
    const std::int64_t pid = gpu_pid(trace.plane(r.line_of(i)));
    gpu_spans<Time> spans;
    for (; i < r.events.size() && gpu_pid(trace.plane(r.line_of(i))) == pid; ++i)
      r.own.each(i, r.event_of(i), [&](const xla_own_time::stretch& s) {
        spans.add(r.kind_of(i).lane, span_of(r.event_of(i), s));
      });
    gpus.push_back({pid, gpu_timeline_of(std::move(spans), microseconds)});
  }
  return gpus;
}

inline std::vector<jax_gpu> gpus_of(const jax_result& r, const xla_clock& clock) {
  if (clock.rounded_stamps) {
    const auto span = [&](const xla_event& e, const xla_own_time::stretch&) {
      return interval{clock.rounded_start(e), clock.rounded_end(e)};
    };
    return gpus_by<double>(r, span, [](double us) { return us; });
  }
  const auto span = [](const xla_event&, const xla_own_time::stretch& s) {
    return basic_interval<std::int64_t>{s.start, s.end};
  };
  return gpus_by<std::int64_t>(r, span, [](std::int64_t ps) { return static_cast<double>(ps) / 1e6; });
}

/// Counts work for which a chip's roofs are not a valid measure.
inline void judge_roofs(jax_result& r) {
  const hw::roofs& roofs = *r.options.roofs;
  if (const hw::device* const chip = hw::chips::find(roofs.name)) {
    std::vector<std::uint64_t> counts(r.kinds.kinds.size());
    for (const jax_kernel& k : r.kernels) ++counts[r.kind_number(k)];
    for (std::size_t k = 0; k < counts.size(); ++k)
      if (is_for_another_chip(r.kinds.kinds[k].name, *chip))
        r.problems.add(xla_problem::other_chip, xla_problems::nowhere, r.kinds.kinds[k].name, counts[k]);
  }
  for (const jax_call& call : r.calls)
    if (call.over(roofs).share(call.time()) > 1)
      r.problems.add(xla_problem::above_roof, xla_problems::nowhere, call.kind->hlo_op);
}

/// The roofs of the chip that a plane names, of a TPU with the rates given there; null if it gives none. The rate is
/// that of BF16, of the device, which may be one of two cores of the chip: those of other formats are to it as on the
/// chip.
inline owned<const hw::roofs> roofs_of_profile(const xla_trace& trace, hw::roof_kind kind) {
  const bool gpu = trace.device == xla_device::gpu;
  for (const xla_plane& p : trace.planes) {
    if (p.kind != (gpu ? xla_plane_kind::gpu : xla_plane_kind::tpu) || p.lines == 0) continue;
    const std::string_view type = trace.text(p.device_type);
    const hw::device* const chip = type.empty() ? nullptr : hw::find_by_device_name(type).chip;
    if (gpu && chip != nullptr && hw::is_part_of(*chip, p.cores)) continue;
    const bool says = kind == hw::roof_kind::peak && (known(p.peak_teraflops) || known(p.peak_hbm));
    if (chip == nullptr && !says) continue;
    hw::roofs r = chip == nullptr ? hw::roofs{} : hw::roofs_of(*chip, kind);
    if (!gpu) r.name = type.empty() ? "TPU" : std::string(utf8_front(type, 60));
    if (!says) return std::make_unique<const hw::roofs>(std::move(r));
    r.name += " (rates that the profile says)";
    if (known(p.peak_hbm)) r.memory = p.peak_hbm * GBps;
    const std::string bf16 = hw::spec_of(engine::matrix, dtype::bf16);
    if (known(p.peak_teraflops)) {
      const double share = p.peak_teraflops * TFLOPps / r.peak_of(bf16);
      for (auto& [math, rate] : r.peaks)
        if (known(share)) rate = rate * share;
      std::erase_if(r.peaks, [&](const auto& peak) { return peak.first == bf16; });
      r.peaks.emplace_back(bf16, p.peak_teraflops * TFLOPps);
    }
    return std::make_unique<const hw::roofs>(std::move(r));
  }
  return nullptr;
}

/// Which events keywords select: by their instruction's metadata or, if the file has none, by what the event itself
/// says of its origin.
class keyword_filter {
 public:
  explicit keyword_filter(const jax_result& r) : r_(r) {
    for (const xla_instruction& i : r.kinds.instructions) by_instruction_.push_back(has_word(i.metadata));
  }
  bool takes(std::uint32_t uid) const {
    const std::uint32_t i = r_.kind_of(uid).instruction;
    if (by_instruction_[i]) return true;
    const bool of_dump = r_.options.faults.roots_missing;  // the original knows only what a dump says
    if (of_dump || !r_.kinds.instructions[i].metadata.empty()) return false;
    const xla_trace& trace = *r_.trace;
    const xla_args& said = trace.stats_of(r_.event_of(uid));
    const auto says = [&](symbol text) { return known(text) && has_word(trace.text(text)); };
    if (says(said.op_name)) return true;
    return known(said.facts) && (says(trace.facts[said.facts].op_name) || says(trace.facts[said.facts].source));
  }

 private:
  bool has_word(std::string_view text) const {
    for (const std::string& word : r_.options.keywords)
      if (text.find(word) != std::string_view::npos) return true;
    return false;
  }
  const jax_result& r_;
  std::vector<bool> by_instruction_{};
};

}  // namespace xla_detail

jax_result report_jax(const xla_trace& trace, jax_options options) {
  jax_result r;
  r.trace = &trace;
  r.options = std::move(options);
  const xla_faults& faults = r.options.faults;
  r.problems = trace.problems;
  r.events = link_launches(trace, r.problems, faults);
  if (!faults.repeats_counted) leave_out_repeated_work(trace, r.events, r.problems);
  r.own = xla_own_time(trace, r.events);
  r.kinds = kernels_of(trace, r.events, faults, r.problems, r.options.models, r.options.communication);
  if (r.options.roofs == nullptr &&
      (trace.device == xla_device::tpu || (trace.device == xla_device::gpu && !faults.gpus_unnamed))) {
    r.profile_roofs = xla_detail::roofs_of_profile(trace, r.options.roof);
    r.options.roofs = r.profile_roofs.get();
  }
  const xla_clock clock(trace, faults);
  r.gpus = xla_detail::gpus_of(r, clock);

  const xla_detail::keyword_filter filter(r);
  r.kernels.reserve(r.events.size());
  for (std::uint32_t uid = 0; uid < r.events.size(); ++uid) {
    const xla_kernel_kind& kind = r.kind_of(uid);
    if (kind.work != xla_work::kernel) continue;
    const xla_device_event& e = r.events[uid];
    if (trace.lines[e.line].kind == xla_line_kind::async_ops) continue;  // its start and done ops count instead
    const xla_event& event = trace.events[e.event];
    jax_kernel k{&kind, &r.kinds.instruction(kind), static_cast<double>(r.own.of(uid, event)) / 1e6};
    k.whole = static_cast<double>(trace.end_of(event) - event.start_ps) / 1e6;
    k.pid = gpu_pid(trace.plane(trace.lines[e.line]));
    k.uid = uid;
    k.line = e.line;
    if (known(e.launch))
      k.latency = clock.between_starts(trace.events[e.launch], event);
    r.kernels.push_back(k);
    if (filter.takes(uid)) r.filtered.push_back(k);
  }
  r.calls = xla_detail::calls_of(r);
  if (r.options.roofs != nullptr) xla_detail::judge_roofs(r);
  return r;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_RUN_BODY_HPP
