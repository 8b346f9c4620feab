#ifndef RIDGELINE_CORE_PARALLEL_HPP
#define RIDGELINE_CORE_PARALLEL_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace ridgeline {

/// How many threads to use when the caller does not say: one for each processor.
inline unsigned default_threads() {
  const unsigned n = std::thread::hardware_concurrency();
  return n == 0 ? 1 : n;
}

/// How many threads have something to do: as many as pieces at most, and at least one.
constexpr unsigned threads_for(std::size_t pieces, unsigned threads) {
  return static_cast<unsigned>(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(pieces, 1)));
}

/// Calls `work(i, worker)` once for each i below `pieces`, on up to `threads` threads, each taking the next i when it
/// is free; `worker`, below `threads`, tells which thread it is. `work` must not throw; results go to slots of their
/// own, so that what comes out does not depend on `threads`. Where the system gives no more threads, those that it gave
/// do the work; a program that is built without exceptions ends there.
template <class Work>
void parallel_for(std::size_t pieces, unsigned threads, Work&& work) {
  std::atomic<std::size_t> next{0};
  const auto run = [&](unsigned worker) {
    for (std::size_t i = next.fetch_add(1); i < pieces; i = next.fetch_add(1)) work(i, worker);
  };
  std::vector<std::thread> others;
  const unsigned wanted = threads_for(pieces, threads);
  others.reserve(wanted);
#if defined(__cpp_exceptions)
  try {
    for (unsigned t = 1; t < wanted; ++t) others.emplace_back(run, t);
  } catch (const std::system_error&) {  // NOLINT: the others have its pieces
  }
#else
  for (unsigned t = 1; t < wanted; ++t) others.emplace_back(run, t);
#endif
  run(0);
  for (std::thread& t : others) t.join();
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_PARALLEL_HPP
