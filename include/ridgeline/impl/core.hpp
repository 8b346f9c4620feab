#ifndef RIDGELINE_IMPL_CORE_HPP
#define RIDGELINE_IMPL_CORE_HPP

/// The bodies of core/ and hw/: see impl.hpp.

#include <ridgeline/core/text_pattern_body.hpp>
#include <ridgeline/hw/find_body.hpp>

#endif  // RIDGELINE_IMPL_CORE_HPP
