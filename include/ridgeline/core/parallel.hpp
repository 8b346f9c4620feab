#ifndef RIDGELINE_CORE_PARALLEL_HPP
#define RIDGELINE_CORE_PARALLEL_HPP

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace ridgeline {

/// How many threads to use when the caller does not say: one for each processor.
inline unsigned default_threads() {
  const unsigned n = std::thread::hardware_concurrency();
  return n == 0 ? 1 : n;
}

/// Calls `work(i, worker)` once for each i below `pieces`, on up to `threads` threads, each taking the next i when it is
/// free; `worker`, below `threads`, tells which thread it is. `work` must not throw; results go to slots of their own,
/// so that what comes out does not depend on `threads`.
template <class Work>
void parallel_for(std::size_t pieces, unsigned threads, Work&& work) {
  std::atomic<std::size_t> next{0};
  const auto run = [&](unsigned worker) {
    for (std::size_t i = next.fetch_add(1); i < pieces; i = next.fetch_add(1)) work(i, worker);
  };
  std::vector<std::thread> others;
  for (unsigned t = 1; t < threads && t < pieces; ++t) others.emplace_back(run, t);
  run(0);
  for (std::thread& t : others) t.join();
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_PARALLEL_HPP
