// zlib, loaded when the first compressed file is read or written. If it cannot be loaded, no stream can be opened.

#include <zlib.h>

#include "examples/common/later.hpp"

namespace {
struct zlib {
  static constexpr const char* file = RIDGELINE_ZLIB;
};
}  // namespace

#define LATER_OR_FAIL(name, parameters, arguments) \
  RIDGELINE_LATER(zlib, int, name, parameters, arguments, Z_STREAM_ERROR)

LATER_OR_FAIL(inflateInit2_, (z_streamp stream, int window, const char* version, int size),
              (stream, window, version, size))
LATER_OR_FAIL(inflate, (z_streamp stream, int flush), (stream, flush))
LATER_OR_FAIL(inflateReset, (z_streamp stream), (stream))
LATER_OR_FAIL(inflateEnd, (z_streamp stream), (stream))
LATER_OR_FAIL(deflateInit2_,
              (z_streamp stream, int level, int method, int window, int memory, int strategy, const char* version,
               int size),
              (stream, level, method, window, memory, strategy, version, size))
LATER_OR_FAIL(deflate, (z_streamp stream, int flush), (stream, flush))
LATER_OR_FAIL(deflateEnd, (z_streamp stream), (stream))
RIDGELINE_LATER(zlib, uLong, deflateBound, (z_streamp stream, uLong size), (stream, size), 0)
RIDGELINE_LATER(zlib, uLong, crc32, (uLong sum, const Bytef* bytes, uInt size), (sum, bytes, size), 0)
