// minizip, loaded when the first workbook is read. If it cannot be loaded, `unzOpen2_64` returns null, which the reader
// treats as an archive without a directory.

#include <minizip/unzip.h>

#include "examples/common/later.hpp"

namespace {
struct minizip {
  static constexpr const char* file = RIDGELINE_MINIZIP;
};
}  // namespace

#define LATER(name, parameters, arguments) RIDGELINE_LATER(minizip, int, name, parameters, arguments, UNZ_INTERNALERROR)

RIDGELINE_LATER(minizip, unzFile, unzOpen2_64, (const void* path, zlib_filefunc64_def* functions), (path, functions),
                nullptr)
LATER(unzClose, (unzFile file), (file))
LATER(unzCloseCurrentFile, (unzFile file), (file))
LATER(unzGetCurrentFileInfo64,
      (unzFile file, unz_file_info64* about, char* name, uLong name_size, void* extra, uLong extra_size, char* comment,
       uLong comment_size),
      (file, about, name, name_size, extra, extra_size, comment, comment_size))
LATER(unzGetFilePos64, (unzFile file, unz64_file_pos* at), (file, at))
LATER(unzGoToFilePos64, (unzFile file, const unz64_file_pos* at), (file, at))
LATER(unzGoToFirstFile, (unzFile file), (file))
LATER(unzGoToNextFile, (unzFile file), (file))
LATER(unzOpenCurrentFile, (unzFile file), (file))
LATER(unzReadCurrentFile, (unzFile file, voidp to, unsigned size), (file, to, size))
