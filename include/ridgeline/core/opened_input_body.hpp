#ifndef RIDGELINE_CORE_OPENED_INPUT_BODY_HPP
#define RIDGELINE_CORE_OPENED_INPUT_BODY_HPP

#include <atomic>

#include <ridgeline/core/opened_input.hpp>

namespace ridgeline {

namespace core_detail {

inline constinit std::atomic<opened_input_listener> told_of_inputs{nullptr};

}  // namespace core_detail

void listen_to_opened_inputs(opened_input_listener listener) { core_detail::told_of_inputs = listener; }

void tell_opened_input(std::uint64_t device, std::uint64_t number) {
  const opened_input_listener told = core_detail::told_of_inputs.load(std::memory_order_relaxed);
  if (told != nullptr) told(device, number);
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_OPENED_INPUT_BODY_HPP
