#ifndef RIDGELINE_READ_MEMORY_LIMIT_HPP
#define RIDGELINE_READ_MEMORY_LIMIT_HPP

#include <cstddef>
#include <cstdint>
#include <string>

namespace ridgeline {

/// The maximum number of bytes a reader may hold of an input of unknown size (a packed file or a pipe): three quarters
/// of the memory available to this process, considering the machine and its control group.
std::size_t memory_limit();

/// The notice to show before reading a plain file larger than half of the memory; empty for smaller ones. `limit` is
/// the result of `memory_limit`.
std::string note_on_size(std::uint64_t bytes, std::size_t limit);

}  // namespace ridgeline

#endif  // RIDGELINE_READ_MEMORY_LIMIT_HPP
