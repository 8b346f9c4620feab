#ifndef RIDGELINE_CORE_PARALLEL_HPP
#define RIDGELINE_CORE_PARALLEL_HPP

#include <cstddef>
#include <type_traits>

namespace ridgeline {

/// The default number of threads: one per processor that the calling thread may run on (`taskset`, a batch system's
/// share), or per online processor where that is not known.
unsigned default_threads();

/// The number of threads worth using: at most one per piece, and at least one.
constexpr unsigned threads_for(std::size_t pieces, unsigned threads) {
  if (pieces < threads) threads = static_cast<unsigned>(pieces);
  return threads == 0 ? 1 : threads;
}

namespace core_detail {
using piece_of_work = void (*)(void* work, std::size_t piece, unsigned worker);
void run_pieces(std::size_t pieces, unsigned threads, void* work, piece_of_work run);
}  // namespace core_detail

/// Calls `work(i, worker)` once for each i below `pieces`, on up to `threads` threads; each thread takes the next i
/// when it is free. `worker`, below `threads`, identifies the thread. `work` should write each result to its own slot,
/// so that the output does not depend on `threads`. If it throws, no further piece begins, and the caller gets the
/// exception once all threads have ended. If the system refuses more threads, the existing ones do all the work.
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
