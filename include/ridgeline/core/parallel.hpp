#ifndef RIDGELINE_CORE_PARALLEL_HPP
#define RIDGELINE_CORE_PARALLEL_HPP

#include <cstddef>
#include <type_traits>

namespace ridgeline {

/// How many threads to use when the caller does not say: one for each processor.
unsigned default_threads();

/// How many threads have something to do: as many as pieces at most, and at least one.
constexpr unsigned threads_for(std::size_t pieces, unsigned threads) {
  if (pieces < threads) threads = static_cast<unsigned>(pieces);
  return threads == 0 ? 1 : threads;
}

namespace core_detail {
using piece_of_work = void (*)(void* work, std::size_t piece, unsigned worker);
void run_pieces(std::size_t pieces, unsigned threads, void* work, piece_of_work run);
}  // namespace core_detail

/// Calls `work(i, worker)` once for each i below `pieces`, on up to `threads` threads, each taking the next i when it
/// is free; `worker`, below `threads`, tells which thread it is. `work` must not throw; results go to slots of their
/// own, so that what comes out does not depend on `threads`. Where the system gives no more threads, those that it gave
/// do the work.
template <class Work>
void parallel_for(std::size_t pieces, unsigned threads, Work&& work) {
  using function = std::remove_reference_t<Work>;
  core_detail::run_pieces(pieces, threads, const_cast<void*>(static_cast<const void*>(&work)),
                          [](void* self, std::size_t piece, unsigned worker) {
                            (*static_cast<function*>(self))(piece, worker);
                          });
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_PARALLEL_HPP
