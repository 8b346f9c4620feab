#ifndef RIDGELINE_XLA_SHEET_CALLS_BODY_HPP
#define RIDGELINE_XLA_SHEET_CALLS_BODY_HPP

#include <algorithm>
#include <cstddef>

#include <ridgeline/xla/sheet/calls.hpp>
#include <ridgeline/xla/sheet/period.hpp>
#include <ridgeline/xla/sheet/run.hpp>

namespace ridgeline {

std::vector<jax_call> xla_detail::calls_of(const jax_result& r) {
  std::vector<jax_call> calls;
  const std::vector<jax_kernel>& kernels = r.kernels;
  calls.reserve(kernels.size());
  const auto event = [&](const jax_kernel& k) -> const xla_event& { return r.event_of(k.uid); };
  const bool ops = r.trace->has_ops();
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
  // of repetitions that are not all whole, the one at which the stream's events begin or end is cut; else calls are
  // farther apart than their kernels
  const auto begins_with_a_part = [&](std::size_t i, std::size_t end, std::size_t period) {
    const bool first = i == 0 || kernels[i - 1].line != kernels[i].line;
    const bool last = end == kernels.size() || kernels[end].line != kernels[i].line;
    if (first != last) return first;
    const auto between = [&](std::size_t from) {
      double sum = 0;
      for (std::size_t k = from; k < end; k += period) {
        const xla_event& before = event(kernels[k - 1]);
        sum += static_cast<double>(event(kernels[k]).start_ps - before.start_ps - before.duration_ps);
      }
      return sum;
    };
    return between(i + (end - i) % period) >= between(i + period);
  };
  for (std::size_t i = 0; i < kernels.size();) {
    std::size_t end = i + 1;
    while (!ops && end < kernels.size() && kernels[end].in == kernels[i].in && kernels[end].line == kernels[i].line &&
           of_one_program(kernels[end - 1], kernels[end]))
      ++end;
    const bool alone = ops || !kernels[i].kind->executes;
    const std::size_t period = alone ? end - i : period_of(&kernels[i], end - i);
    std::size_t size = period;
    if ((end - i) % period != 0 && begins_with_a_part(i, end, period)) size = (end - i) % period;
    for (; kernels[i].kind->executes && i < end; i += size, size = std::min(period, end - i)) {
      jax_call call{kernels[i].in, kernels[i].kind, &kernels[i], &kernels[i], static_cast<std::int64_t>(size)};
      double picoseconds = 0;
      std::int64_t last = event(kernels[i]).start_ps;
      for (std::size_t k = i; k < i + size; ++k) {
        const xla_event& e = event(kernels[k]);
        picoseconds += static_cast<double>(r.own.of(kernels[k].uid, e));
        last = std::max(last, r.trace->end_of(e));
        if (kernels[k].kind->cost.fits && !call.kind->cost.fits) call.kind = kernels[k].kind;
        if (kernels[k].microseconds > call.longest->microseconds) call.longest = &kernels[k];
      }
      call.microseconds = picoseconds / 1e6;
      call.span = static_cast<double>(last - event(kernels[i]).start_ps) / 1e6;
      call.start = (static_cast<double>(event(kernels[i]).start_ps) - static_cast<double>(origin)) / 1e6;
      calls.push_back(call);
      if (i + size == end) break;
    }
    i = end;
  }
  return calls;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_SHEET_CALLS_BODY_HPP
