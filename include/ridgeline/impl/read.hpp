#ifndef RIDGELINE_IMPL_READ_HPP
#define RIDGELINE_IMPL_READ_HPP

/// The bodies of read/: see impl.hpp.

#include <ridgeline/read/bytes_body.hpp>
#include <ridgeline/read/content_stream_body.hpp>
#include <ridgeline/read/csv_body.hpp>
#include <ridgeline/read/gpu_arch_body.hpp>
#include <ridgeline/read/gzip_stream_body.hpp>
#include <ridgeline/read/inflate_body.hpp>
#include <ridgeline/read/json_body.hpp>
#include <ridgeline/read/memory_limit_body.hpp>
#include <ridgeline/read/number_body.hpp>
#include <ridgeline/read/sqlite_body.hpp>
#include <ridgeline/read/text_file_body.hpp>
#include <ridgeline/read/workbook_body.hpp>

#endif  // RIDGELINE_IMPL_READ_HPP
