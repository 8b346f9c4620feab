#ifndef RIDGELINE_IMPL_TORCH_ADVISE_HPP
#define RIDGELINE_IMPL_TORCH_ADVISE_HPP

/// The bodies of torch/advise: see impl.hpp.
#include <ridgeline/torch/advise/activity_body.hpp>
#include <ridgeline/torch/advise/findings_body.hpp>
#include <ridgeline/torch/advise/health_body.hpp>
#include <ridgeline/torch/advise/merging_rules_body.hpp>
#include <ridgeline/torch/advise/roof_rules_body.hpp>
#include <ridgeline/torch/advise/shape_rules_body.hpp>

#endif  // RIDGELINE_IMPL_TORCH_ADVISE_HPP
