#ifndef RIDGELINE_IMPL_RANKS_HPP
#define RIDGELINE_IMPL_RANKS_HPP

/// The bodies of ranks/: see impl.hpp.

#include <ridgeline/ranks/report/report.hpp>

#endif  // RIDGELINE_IMPL_RANKS_HPP
