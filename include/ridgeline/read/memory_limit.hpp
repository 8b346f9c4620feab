#ifndef RIDGELINE_READ_MEMORY_LIMIT_HPP
#define RIDGELINE_READ_MEMORY_LIMIT_HPP

#include <cstddef>
#include <cstdint>
#include <string>

namespace ridgeline {

/// How many bytes a reader may hold of an input whose size nobody knows before it has been read, a packed file or a
/// pipe: three quarters of the memory that this process may use, by the machine and by its control group.
std::size_t memory_limit();

/// What to say before a plain file is read that is larger than half of the memory; empty for a smaller one. `limit` is
/// what `memory_limit` gives.
std::string note_on_size(std::uint64_t bytes, std::size_t limit);

}  // namespace ridgeline

#endif  // RIDGELINE_READ_MEMORY_LIMIT_HPP
