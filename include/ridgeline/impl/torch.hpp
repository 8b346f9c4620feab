#ifndef RIDGELINE_IMPL_TORCH_HPP
#define RIDGELINE_IMPL_TORCH_HPP

/// The bodies of torch/ and gpu/: see impl.hpp.

#include <ridgeline/torch/report/report.hpp>
#include <ridgeline/torch/report/page.hpp>

#endif  // RIDGELINE_IMPL_TORCH_HPP
