#ifndef RIDGELINE_GPU_PATH_LINKS_BODY_HPP
#define RIDGELINE_GPU_PATH_LINKS_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/gpu/path/links.hpp>

namespace ridgeline::gpu_detail {

activity_links::activity_links(const path_activity& a)
    : a_(a) {
  for (std::uint32_t i = 0; i < a.host.size(); ++i)
    if (a.host[i].kind == host_kind::call && known(a.host[i].correlation) && a.host[i].correlation >= 0)
      of_processes_.push_back({a.threads[a.host[i].thread].process, a.host[i].correlation, i});
  const auto begin = [&](const numbered_call& c) { return a_.host[c.call].begin; };
  const auto uid = [&](const numbered_call& c) { return a_.host[c.call].uid; };
  calls_ = std::move(of_processes_) | sort_by(&numbered_call::correlation, begin, uid);
  of_processes_ = calls_ | sort_by(&numbered_call::process);  // what is equal keeps its order
  for (numbered_call& c : calls_) c.process = missing<std::int64_t>;
}

std::uint32_t activity_links::call_of(std::int64_t correlation, std::int64_t process) const {
  if (!known(correlation)) return missing<std::uint32_t>;
  const std::pair number(process, correlation);
  const std::vector<numbered_call>& calls = known(process) ? of_processes_ : calls_;
  const auto after = std::partition_point(calls.begin(), calls.end(), [&](const numbered_call& c) {
    return std::pair(c.process, c.correlation) <= number;
  });
  if (after != calls.begin() && std::pair((after - 1)->process, (after - 1)->correlation) == number)
    return (after - 1)->call;
  return known(process) ? call_of(correlation, missing<std::int64_t>) : missing<std::uint32_t>;
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_PATH_LINKS_BODY_HPP
