#ifndef RIDGELINE_CORE_PROGRESS_HPP
#define RIDGELINE_CORE_PROGRESS_HPP

#include <cstdint>

#include <ridgeline/core/callable.hpp>

namespace ridgeline {

/// Receives the progress of a long operation: any callable `(done, total)`. It is copied and may be called from any
/// thread. A default-constructed one does nothing.
using progress_function = callable<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_PROGRESS_HPP
