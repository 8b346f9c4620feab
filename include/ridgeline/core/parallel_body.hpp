#ifndef RIDGELINE_CORE_PARALLEL_BODY_HPP
#define RIDGELINE_CORE_PARALLEL_BODY_HPP

#include <atomic>
#include <exception>
#include <optional>
#include <vector>

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <ridgeline/core/parallel.hpp>

namespace ridgeline {

unsigned default_threads() {
#if defined(__GLIBC__)
  cpu_set_t allowed;
  if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0) return static_cast<unsigned>(CPU_COUNT(&allowed));
#endif
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

/// Attributes by which a thread starts on another processor than the caller's, if it may: some kernels of virtual
/// machines leave the threads of a program on one for milliseconds. `anywhere` then lets it go where it likes.
class elsewhere {
 public:
  elsewhere() {
    if (::pthread_attr_init(&start_) != 0) return;
    made_ = true;
#if defined(__GLIBC__)
    const int here = ::sched_getcpu();
    if (here < 0 || here >= CPU_SETSIZE || ::sched_getaffinity(0, sizeof all_, &all_) != 0) return;
    cpu_set_t others = all_;
    CPU_CLR(here, &others);
    moves_ = CPU_COUNT(&others) > 0 && ::pthread_attr_setaffinity_np(&start_, sizeof others, &others) == 0;
#endif
  }
  ~elsewhere() {
    if (made_) ::pthread_attr_destroy(&start_);
  }
  elsewhere(const elsewhere&) = delete;
  elsewhere& operator=(const elsewhere&) = delete;

  const ::pthread_attr_t* start() const { return made_ ? &start_ : nullptr; }
  void anywhere() const {
#if defined(__GLIBC__)
    if (moves_) ::sched_setaffinity(0, sizeof all_, &all_);
#endif
  }

 private:
  ::pthread_attr_t start_{};
  bool made_ = false;
#if defined(__GLIBC__)
  bool moves_ = false;
  cpu_set_t all_{};
#endif
};

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
    const elsewhere* from;
    unsigned number;
    ::pthread_t thread;
  };
  job all{pieces, work, run};
  const unsigned wanted = threads_for(pieces, threads);
  std::optional<elsewhere> from;
  if (wanted > 1) from.emplace();
  std::vector<helper> helpers;
  helpers.reserve(wanted);
  for (unsigned t = 1; t < wanted; ++t) {
    helpers.push_back({&all, &*from, t, {}});
    const auto begin = [](void* self) -> void* {
      const helper& h = *static_cast<helper*>(self);
      h.from->anywhere();
      h.of->take_all(h.number);
      return nullptr;
    };
    helper& h = helpers.back();
    if (::pthread_create(&h.thread, from->start(), begin, &h) == 0) continue;
    if (::pthread_create(&h.thread, nullptr, begin, &h) == 0) continue;  // if that processor is gone
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
