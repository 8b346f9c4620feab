#ifndef RIDGELINE_CORE_OPENED_INPUT_BODY_HPP
#define RIDGELINE_CORE_OPENED_INPUT_BODY_HPP

#include <atomic>

#include <ridgeline/core/opened_input.hpp>

namespace ridgeline {

namespace core_detail {

inline constinit std::atomic<opened_input_listener> input_listener{nullptr};

}  // namespace core_detail

void listen_to_opened_inputs(opened_input_listener listener) { core_detail::input_listener = listener; }

void tell_opened_input(std::uint64_t device, std::uint64_t number) {
  const opened_input_listener listener = core_detail::input_listener.load(std::memory_order_relaxed);
  if (listener != nullptr) listener(device, number);
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_OPENED_INPUT_BODY_HPP
