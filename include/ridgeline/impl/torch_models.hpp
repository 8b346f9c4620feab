#ifndef RIDGELINE_IMPL_TORCH_MODELS_HPP
#define RIDGELINE_IMPL_TORCH_MODELS_HPP

/// The models of PyTorch ops as a table: see impl.hpp. On its own, so that a changed model costs this alone.

#include <ridgeline/torch/op/model_table_body.hpp>

#endif  // RIDGELINE_IMPL_TORCH_MODELS_HPP
