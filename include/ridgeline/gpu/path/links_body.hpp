#ifndef RIDGELINE_GPU_PATH_LINKS_BODY_HPP
#define RIDGELINE_GPU_PATH_LINKS_BODY_HPP

/// The bodies of <ridgeline/gpu/path/links.hpp>: include it in one source file, through `impl.hpp`.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <ridgeline/gpu/path/links.hpp>

namespace ridgeline::gpu_detail {

activity_links::activity_links(const path_activity& a)
    : a_(a) {
  for (std::uint32_t i = 0; i < a.host.size(); ++i)
    if (a.host[i].kind == host_kind::call && known(a.host[i].correlation) && a.host[i].correlation >= 0)
      calls_.push_back(i);
  calls_ = std::move(calls_) | sort_by([&](std::uint32_t c) { return a_.host[c].correlation; },
                                       [&](std::uint32_t c) { return a_.host[c].begin; },
                                       [&](std::uint32_t c) { return a_.host[c].uid; });
}

std::uint32_t activity_links::call_of(std::int64_t correlation) const {
  if (!known(correlation)) return missing<std::uint32_t>;
  const auto behind = std::partition_point(calls_.begin(), calls_.end(), [&](std::uint32_t c) {
    return a_.host[c].correlation <= correlation;
  });
  const bool found = behind != calls_.begin() && a_.host[*(behind - 1)].correlation == correlation;
  return found ? *(behind - 1) : missing<std::uint32_t>;
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_PATH_LINKS_BODY_HPP
