#ifndef RIDGELINE_IMPL_GPU_HPP
#define RIDGELINE_IMPL_GPU_HPP

/// The bodies of gpu/: see impl.hpp.

#include <ridgeline/gpu/communication_table_body.hpp>

#endif  // RIDGELINE_IMPL_GPU_HPP
