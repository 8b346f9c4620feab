// ISA-L, loaded when the first compressed file is read or written. If it cannot be loaded, its functions report damaged
// input or a state that they cannot pack, and zlib reads or writes the file.

#include <isa-l/igzip_lib.h>

#include "examples/common/later.hpp"

namespace {
struct isal {
  static constexpr const char* file = RIDGELINE_ISAL;
};
}  // namespace

RIDGELINE_LATER(isal, void, isal_inflate_init, (inflate_state* state), (state), static_cast<void>(0))
RIDGELINE_LATER(isal, int, isal_inflate, (inflate_state* state), (state), ISAL_INVALID_BLOCK)
RIDGELINE_LATER(isal, void, isal_deflate_stateless_init, (isal_zstream* stream), (stream), static_cast<void>(0))
RIDGELINE_LATER(isal, int, isal_deflate_stateless, (isal_zstream* stream), (stream), INVALID_FLUSH)
