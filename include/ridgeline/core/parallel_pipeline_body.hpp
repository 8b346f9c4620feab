#ifndef RIDGELINE_CORE_PARALLEL_PIPELINE_BODY_HPP
#define RIDGELINE_CORE_PARALLEL_PIPELINE_BODY_HPP

#include <exception>
#include <vector>

#include <pthread.h>

#include <ridgeline/core/parallel_body.hpp>
#include <ridgeline/core/parallel_pipeline.hpp>

namespace ridgeline::core_detail {

// A single lock, taken twice per slot, is enough: slots are megabytes in size.
void run_pipeline(std::size_t slots, unsigned threads, void* make, making_step make_one, void* use,
                  using_step use_one) {
  struct filled {
    std::size_t number, slot;
  };
  ::pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  ::pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
  std::vector<std::size_t> empty(slots == 0 ? 1 : slots);
  for (std::size_t i = 0; i < empty.size(); ++i) empty[i] = i;
  std::vector<filled> full;  // at most `slots` entries, in no particular order
  full.reserve(empty.size());
  std::size_t next = 0;
  bool making = false, ended = false;
  const auto work_on = [&](unsigned worker) {
    ::pthread_mutex_lock(&lock);
    for (;;) {
      if (!making && !ended && !empty.empty()) {  // takes priority, because the other threads wait for it
        making = true;
        const filled f{next++, empty.back()};
        empty.pop_back();
        ::pthread_mutex_unlock(&lock);
        const bool made = make_one(make, f.number, f.slot);
        ::pthread_mutex_lock(&lock);
        making = false;
        if (made) full.push_back(f);
        else ended = true;
      } else if (!full.empty()) {
        const filled f = full.front();
        full.erase(full.begin());
        ::pthread_mutex_unlock(&lock);
        use_one(use, f.number, f.slot, worker);
        ::pthread_mutex_lock(&lock);
        empty.push_back(f.slot);
      } else if (ended) {
        break;
      } else {
        ::pthread_cond_wait(&changed, &lock);
        continue;
      }
      ::pthread_cond_broadcast(&changed);
    }
    ::pthread_mutex_unlock(&lock);
  };
  const auto work = [&](std::size_t, unsigned worker) {
    or_stop([&] { work_on(worker); }, [&] {
      ::pthread_mutex_lock(&lock);
      making = false;
      ended = true;  // so that no thread waits for the item
      ::pthread_cond_broadcast(&changed);
      ::pthread_mutex_unlock(&lock);
      std::rethrow_exception(std::current_exception());
    });
  };
  parallel_for(threads == 0 ? 1 : threads, threads, work);
  ::pthread_cond_destroy(&changed);
  ::pthread_mutex_destroy(&lock);
}

}  // namespace ridgeline::core_detail

#endif  // RIDGELINE_CORE_PARALLEL_PIPELINE_BODY_HPP
