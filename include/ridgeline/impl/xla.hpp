#ifndef RIDGELINE_IMPL_XLA_HPP
#define RIDGELINE_IMPL_XLA_HPP

/// The bodies of xla/: see impl.hpp.

#include <ridgeline/xla/read/xplane_body.hpp>

#endif  // RIDGELINE_IMPL_XLA_HPP
