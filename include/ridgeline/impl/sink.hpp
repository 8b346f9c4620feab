#ifndef RIDGELINE_IMPL_SINK_HPP
#define RIDGELINE_IMPL_SINK_HPP

/// The bodies of sink/: see impl.hpp.

#include <ridgeline/sink/gzip_body.hpp>
#include <ridgeline/sink/xlsx_body.hpp>

#endif  // RIDGELINE_IMPL_SINK_HPP
