#ifndef RIDGELINE_XLA_SHEET_CALLS_BODY_HPP
#define RIDGELINE_XLA_SHEET_CALLS_BODY_HPP

/// Grouping kernels into executions of instructions. Include via `impl.hpp`.

#include <cstddef>

#include <ridgeline/xla/sheet/calls.hpp>
#include <ridgeline/xla/sheet/period.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

std::vector<jax_call> xla_detail::calls_of(const jax_result& r) {
  std::vector<jax_call> calls;
  const std::vector<jax_kernel>& kernels = r.kernels;
  calls.reserve(kernels.size());
  const auto event = [&](const jax_kernel& k) -> const xla_event& { return r.trace->events[r.events[k.uid].event]; };
  const bool ops = r.trace->device == xla_device::tpu || r.trace->device == xla_device::cpu;
  std::int64_t origin = 0;
  bool any = false;
  for (const xla_device_event& e : r.events) {
    const std::int64_t start = r.trace->events[e.event].start_ps;
    if (!any || start < origin) origin = start;
    any = true;
  }
  const auto of_one_program = [](const jax_kernel& a, const jax_kernel& b) {
    return a.kind->program == b.kind->program || !known(a.kind->program) || !known(b.kind->program);
  };
  for (std::size_t i = 0; i < kernels.size();) {
    std::size_t end = i + 1;
    while (end < kernels.size() && kernels[end].in == kernels[i].in && kernels[end].line == kernels[i].line &&
           of_one_program(kernels[end - 1], kernels[end]))
      ++end;
    if (ops) end = i + 1;
    const bool alone = ops || !kernels[i].kind->executes;
    const std::size_t period = alone ? end - i : period_of(&kernels[i], end - i);
    for (; kernels[i].kind->executes && i < end; i += period) {
      jax_call call{kernels[i].in, kernels[i].kind, &kernels[i], &kernels[i], static_cast<std::int64_t>(period)};
      double picoseconds = 0;
      std::int64_t last = event(kernels[i]).start_ps;
      for (std::size_t k = i; k < i + period; ++k) {
        const xla_event& e = event(kernels[k]);
        picoseconds += static_cast<double>(r.own.of(kernels[k].uid, e));
        last = e.start_ps + e.duration_ps > last ? e.start_ps + e.duration_ps : last;
        if (kernels[k].kind->cost.fits && !call.kind->cost.fits) call.kind = kernels[k].kind;
        if (kernels[k].microseconds > call.longest->microseconds) call.longest = &kernels[k];
      }
      call.microseconds = picoseconds / 1e6;
      call.span = static_cast<double>(last - event(kernels[i]).start_ps) / 1e6;
      call.start = (static_cast<double>(event(kernels[i]).start_ps) - static_cast<double>(origin)) / 1e6;
      calls.push_back(call);
      if (i + period == end) break;
    }
    i = end;
  }
  return calls;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_CALLS_BODY_HPP
