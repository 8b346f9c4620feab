#ifndef RIDGELINE_CORE_OPENED_INPUT_HPP
#define RIDGELINE_CORE_OPENED_INPUT_HPP

#include <atomic>
#include <cstdint>

namespace ridgeline {

/// Who is told of each regular file that a reader opens, by its device and its number there: nobody, unless a program
/// asks for it (`keep_inputs` of sink/partial_file.hpp). Called from any thread.
inline constinit std::atomic<void (*)(std::uint64_t device, std::uint64_t number)> opened_input{nullptr};

/// Tells of a file that was opened to be read; `Stat` is what the system says about it.
template <class Stat>
void tell_opened_input(const Stat& about) {
  if (auto* const told = opened_input.load(std::memory_order_relaxed))
    told(static_cast<std::uint64_t>(about.st_dev), static_cast<std::uint64_t>(about.st_ino));
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_OPENED_INPUT_HPP
