#ifndef RIDGELINE_TORCH_STEP_STEADY_BODY_HPP
#define RIDGELINE_TORCH_STEP_STEADY_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/torch/step/steady.hpp>

namespace ridgeline {

namespace torch_detail {

bool reads_prompts(const serving_step& s) { return s.context_requests > 0; }
bool only_decodes(const serving_step& s) { return s.generation_requests > 0 && s.context_requests == 0; }

std::vector<step_range> plateaus_of(std::span<const serving_step> steps, std::size_t window, std::int64_t most,
                                    torch_faults faults) {
  constexpr int lag = 5;
  const double tolerance = std::max(1.0, (steps.size() >= window ? 0.1 : 0.2) * static_cast<double>(most));
  std::vector<step_range> regions;
  bool on = false;
  int counter = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool near = static_cast<double>(most - steps[i].requests()) <= tolerance;
    if (near && !on) ++counter;
    if (!near && on) --counter;
    if (!on && counter > lag) {
      on = true;
      first = i + 1 - static_cast<std::size_t>(counter);
    } else if (on && counter <= 0) {
      regions.push_back({first, i});
      on = false, counter = 0;
    }
  }
  if (on) regions.push_back({first, steps.size() - (faults.last_step_is_not_steady ? 1 : 0)});
  return regions;
}

step_range middle_of(std::size_t steps, std::size_t window) {
  const std::size_t beyond = window > steps ? window - steps : 0;
  const std::size_t left = std::min(steps, std::max<std::size_t>(8, beyond)), half = left / 2;
  return {half, std::min(steps, std::max(half + 1, steps - half))};
}

/// The longest run of steps that satisfy a predicate, cut to its first `most` steps.
template <class Wanted>
step_range longest_run(std::span<const serving_step> steps, step_range within, std::size_t most, Wanted wanted) {
  step_range best, run;
  for (std::size_t i = within.first; i < within.last; ++i) {
    if (!wanted(steps[i])) continue;
    if (run.last != i || run.empty()) run.first = i;
    run.last = i + 1;
    if (run.size() > best.size()) best = run;
  }
  best.last = std::min(best.last, best.first + most);
  return best;
}

/// The window of the region whose share of steps with prompts is closest to `wanted`, that of all regions.
step_range mixed_window(std::span<const serving_step> steps, step_range region, std::size_t window, double wanted) {
  std::vector<std::int64_t> prompts(region.size() + 1, 0), requests(region.size() + 1, 0);  // running sums
  for (std::size_t i = 0; i < region.size(); ++i) {
    const serving_step& s = steps[region.first + i];
    prompts[i + 1] = prompts[i] + (reads_prompts(s) ? 1 : 0);
    requests[i + 1] = requests[i] + s.requests();
  }
  const std::size_t size = std::min(window, region.size());
  const std::size_t stride =
      std::max<std::size_t>(1, window / std::max<std::size_t>(1, std::min<std::size_t>(window / 2, 10)));
  const auto with_prompts = [&](std::size_t at) { return prompts[at + size] - prompts[at]; };
  bool any = false;
  for (std::size_t at = 0; at + size <= region.size(); at += stride) any = any || with_prompts(at) > 0;
  step_range best;
  double nearest = 0;
  std::int64_t most = 0;
  for (std::size_t at = 0; at + size <= region.size(); at += stride) {
    if (any && with_prompts(at) == 0) continue;
    const double off = std::abs(static_cast<double>(with_prompts(at)) / static_cast<double>(size) - wanted);
    const std::int64_t all = requests[at + size] - requests[at];
    if (!best.empty() && (off > nearest || (off == nearest && all <= most))) continue;
    best = {region.first + at, region.first + at + size}, nearest = off, most = all;
  }
  return best;
}

}  // namespace torch_detail

steady_state steady_state_of(std::span<const serving_step> steps, const steady_options& options, torch_faults faults) {
  steady_state out;
  if (steps.empty()) return out;
  std::size_t window = std::max<std::size_t>(options.steps, 1);
  for (const serving_step& s : steps) out.most_requests = std::max(out.most_requests, s.requests());
  if (options.whole) out.regions.push_back({0, steps.size()});
  else out.regions = torch_detail::plateaus_of(steps, window, out.most_requests, faults);
  if (out.regions.empty()) {
    out.guessed = true;
    out.regions.push_back(torch_detail::middle_of(steps.size(), window));
  }
  std::size_t all = 0, prompts = 0;
  step_range longest;
  for (const step_range& r : out.regions) {
    all += r.size();
    prompts += static_cast<std::size_t>(std::count_if(steps.begin() + static_cast<std::ptrdiff_t>(r.first),
                                                      steps.begin() + static_cast<std::ptrdiff_t>(r.last),
                                                      torch_detail::reads_prompts));
    if (r.size() > longest.size()) longest = r;
  }
  const auto keep = [&](steady_window w, step_range r) { out.windows[static_cast<std::size_t>(w)] = r; };
  keep(steady_window::decode_only, torch_detail::longest_run(steps, longest, window, torch_detail::only_decodes));
  keep(steady_window::max_prefilldecode,
       torch_detail::longest_run(steps, longest, window, torch_detail::reads_prompts));
  double share = static_cast<double>(prompts) / static_cast<double>(all);
  if (options.concurrency && options.output_tokens && options.output_ratio) {
    const double ratio = std::clamp(*options.output_ratio, 0.0, 1.0);
    const double expected = 2 * *options.concurrency / (*options.output_tokens * (1 + ratio));
    if (expected > 0 && std::isfinite(expected)) {
      share = expected;
      const double least = std::ceil(1 / expected);
      if (least > static_cast<double>(window)) window = static_cast<std::size_t>(std::min(least, 1e9));
    }
  }
  keep(steady_window::mixed, torch_detail::mixed_window(steps, longest, window, share));
  return out;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_STEP_STEADY_BODY_HPP
