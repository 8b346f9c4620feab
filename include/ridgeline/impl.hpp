#ifndef RIDGELINE_IMPL_HPP
#define RIDGELINE_IMPL_HPP

/// Include in exactly one source file of a program that uses <ridgeline/ridgeline.hpp>: the functions that call other
/// libraries live here, so that no other file has to compile them.

#include <ridgeline/ridgeline.hpp>
#include <ridgeline/core/text_pattern_body.hpp>
#include <ridgeline/gpu/communication_table_body.hpp>
#include <ridgeline/hw/find_body.hpp>
#include <ridgeline/sink/gzip_body.hpp>
#include <ridgeline/sink/xlsx_body.hpp>
#include <ridgeline/read/inflate_body.hpp>
#include <ridgeline/read/json_body.hpp>
#include <ridgeline/xla/read/xplane_body.hpp>

#endif  // RIDGELINE_IMPL_HPP
