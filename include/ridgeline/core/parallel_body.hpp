#ifndef RIDGELINE_CORE_PARALLEL_BODY_HPP
#define RIDGELINE_CORE_PARALLEL_BODY_HPP

#include <atomic>
#include <exception>
#include <vector>

#include <pthread.h>
#include <unistd.h>

#include <ridgeline/core/parallel.hpp>

namespace ridgeline {

unsigned default_threads() {
  const long processors = ::sysconf(_SC_NPROCESSORS_ONLN);
  return processors < 1 ? 1 : static_cast<unsigned>(processors);
}

namespace core_detail {

/// Calls `body`, and `stop` if it throws.
template <class Body, class Stop>
void or_stop(Body&& body, [[maybe_unused]] Stop&& stop) {
#if defined(__cpp_exceptions)
  try {
    body();
  } catch (...) {
    stop();
  }
#else
  body();
#endif
}

// Uses POSIX threads rather than std::thread: if the system refuses a thread, that is a return code, not an exception.
void run_pieces(std::size_t pieces, unsigned threads, void* work, piece_of_work run) {
  struct job {
    std::size_t pieces;
    void* work;
    piece_of_work run;
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    std::exception_ptr thrown{};  ///< what the first that failed threw: a user's model or column may

    void take_all(unsigned worker) {
      const auto take = [&] {
        for (std::size_t i = next.fetch_add(1); i < pieces && !failed; i = next.fetch_add(1)) run(work, i, worker);
      };
      or_stop(take, [&] {
        if (!failed.exchange(true)) thrown = std::current_exception();
      });
    }
  };
  struct helper {
    job* of;
    unsigned number;
    ::pthread_t thread;
  };
  job all{pieces, work, run};
  const unsigned wanted = threads_for(pieces, threads);
  std::vector<helper> helpers;
  helpers.reserve(wanted);
  for (unsigned t = 1; t < wanted; ++t) {
    helpers.push_back({&all, t, {}});
    const auto begin = [](void* self) -> void* {
      const helper& h = *static_cast<helper*>(self);
      h.of->take_all(h.number);
      return nullptr;
    };
    if (::pthread_create(&helpers.back().thread, nullptr, begin, &helpers.back()) == 0) continue;
    helpers.pop_back();  // the other threads take its pieces
    break;
  }
  all.take_all(0);
  for (const helper& h : helpers) ::pthread_join(h.thread, nullptr);
  if (all.thrown) std::rethrow_exception(all.thrown);
}

}  // namespace core_detail

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_PARALLEL_BODY_HPP
