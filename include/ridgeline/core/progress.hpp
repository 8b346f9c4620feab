#ifndef RIDGELINE_CORE_PROGRESS_HPP
#define RIDGELINE_CORE_PROGRESS_HPP

#include <cstdint>

#include <ridgeline/core/callable.hpp>

namespace ridgeline {

/// Whom to tell how far a long piece of work is: any callable `(done, total)`, which is copied along and may be called
/// from any thread. Made of nothing it tells nobody.
using progress_function = callable<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace ridgeline

#endif  // RIDGELINE_CORE_PROGRESS_HPP
