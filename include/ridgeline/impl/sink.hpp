#ifndef RIDGELINE_IMPL_SINK_HPP
#define RIDGELINE_IMPL_SINK_HPP

/// The bodies of all sinks; those that need zlib or libxlsxwriter answer that they are not there where
/// `RIDGELINE_WITH_ZLIB`, `RIDGELINE_WITH_XLSXWRITER` or `RIDGELINE_WITH_SQLITE` is 0.

#include <ridgeline/sink/archive_body.hpp>
#include <ridgeline/sink/console_body.hpp>
#include <ridgeline/sink/csv_body.hpp>
#include <ridgeline/sink/csv_folder_body.hpp>
#include <ridgeline/sink/fitted_body.hpp>
#include <ridgeline/sink/gzip_body.hpp>
#include <ridgeline/sink/html_body.hpp>
#include <ridgeline/sink/json_body.hpp>
#include <ridgeline/sink/json_writer_body.hpp>
#include <ridgeline/sink/output_body.hpp>
#include <ridgeline/sink/partial_file_body.hpp>
#include <ridgeline/sink/sqlite_body.hpp>
#include <ridgeline/sink/tar_body.hpp>
#include <ridgeline/sink/terminal_body.hpp>
#include <ridgeline/sink/xlsx_body.hpp>

#endif  // RIDGELINE_IMPL_SINK_HPP
