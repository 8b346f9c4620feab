#ifndef RIDGELINE_CORE_OPENED_INPUT_HPP
#define RIDGELINE_CORE_OPENED_INPUT_HPP

#include <cstdint>

namespace ridgeline {

/// Called with the device and inode numbers of each regular file that a reader opens; may be called from any thread.
using opened_input_listener = void (*)(std::uint64_t device, std::uint64_t number);

/// Installs `listener` for all inputs opened from now on. None is installed by default; `keep_inputs` in
/// sink/partial_file.hpp installs one.
void listen_to_opened_inputs(opened_input_listener listener);

/// Reports a file that was opened for reading.
void tell_opened_input(std::uint64_t device, std::uint64_t number);

/// The same, from the result of `fstat`.
template <class Stat>
void tell_opened_input(const Stat& about) {
  tell_opened_input(static_cast<std::uint64_t>(about.st_dev), static_cast<std::uint64_t>(about.st_ino));
}

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_OPENED_INPUT_HPP
