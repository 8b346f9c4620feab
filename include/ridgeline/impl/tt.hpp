#ifndef RIDGELINE_IMPL_TT_HPP
#define RIDGELINE_IMPL_TT_HPP

/// The bodies of tt/: see impl.hpp.

#include <ridgeline/tt/report/perf.hpp>

#endif  // RIDGELINE_IMPL_TT_HPP
