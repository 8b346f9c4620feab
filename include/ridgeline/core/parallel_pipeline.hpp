#ifndef RIDGELINE_CORE_PARALLEL_PIPELINE_HPP
#define RIDGELINE_CORE_PARALLEL_PIPELINE_HPP

#include <cstddef>
#include <type_traits>

namespace ridgeline {

namespace core_detail {
using making_step = bool (*)(void* make, std::size_t number, std::size_t slot);
using using_step = void (*)(void* use, std::size_t number, std::size_t slot, unsigned worker);
void run_pipeline(std::size_t slots, unsigned threads, void* make, making_step make_one, void* use, using_step use_one);
}  // namespace core_detail

/// Runs two steps concurrently: `make(number, slot)` fills a slot with the next item and returns false when there are
/// no more; `use(number, slot, worker)` consumes it. Slots are numbers below `slots` and are reused after consumption,
/// so at most `slots` are full at a time. `make` is called for consecutive numbers, never concurrently; `use` in any
/// order on any thread, which `worker`, below `threads`, identifies. If one of them throws, the caller gets the
/// exception once all threads have ended.
template <class Make, class Use>
void parallel_pipeline(std::size_t slots, unsigned threads, Make&& make, Use&& use) {
  using maker = std::remove_reference_t<Make>;
  using user = std::remove_reference_t<Use>;
  core_detail::run_pipeline(
      slots, threads, const_cast<void*>(static_cast<const void*>(&make)),
      [](void* self, std::size_t number, std::size_t slot) { return (*static_cast<maker*>(self))(number, slot); },
      const_cast<void*>(static_cast<const void*>(&use)),
      [](void* self, std::size_t number, std::size_t slot, unsigned worker) {
        (*static_cast<user*>(self))(number, slot, worker);
      });
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_PARALLEL_PIPELINE_HPP
