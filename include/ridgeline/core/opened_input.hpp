#ifndef RIDGELINE_CORE_OPENED_INPUT_HPP
#define RIDGELINE_CORE_OPENED_INPUT_HPP

#include <cstdint>

namespace ridgeline {

/// Is told of a regular file that a reader opens, by its device and its number there; called from any thread.
using opened_input_listener = void (*)(std::uint64_t device, std::uint64_t number);

/// From now on `listener` is told of each; nobody is, unless a program asks for it (`keep_inputs` of
/// sink/partial_file.hpp).
void listen_to_opened_inputs(opened_input_listener listener);

/// Tells of a file that was opened to be read.
void tell_opened_input(std::uint64_t device, std::uint64_t number);

/// The same; `Stat` is what the system says about it.
template <class Stat>
void tell_opened_input(const Stat& about) {
  tell_opened_input(static_cast<std::uint64_t>(about.st_dev), static_cast<std::uint64_t>(about.st_ino));
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_OPENED_INPUT_HPP
