#ifndef RIDGELINE_IMPL_TORCH_HPP
#define RIDGELINE_IMPL_TORCH_HPP

/// The bodies of torch/ and gpu/: see impl.hpp.

#include <ridgeline/torch/op/costs_body.hpp>
#include <ridgeline/torch/op/model_table_body.hpp>
#include <ridgeline/torch/phase/phases_body.hpp>
#include <ridgeline/torch/read/inductor_cache_body.hpp>
#include <ridgeline/torch/read/kineto_body.hpp>
#include <ridgeline/torch/report/page_body.hpp>
#include <ridgeline/torch/report/report_body.hpp>
#include <ridgeline/torch/record/trace_body.hpp>
#include <ridgeline/torch/run/launches_body.hpp>
#include <ridgeline/torch/run/overlap_body.hpp>
#include <ridgeline/torch/run/profile_body.hpp>
#include <ridgeline/torch/run/pseudo_ops_body.hpp>
#include <ridgeline/torch/run/subtree_time_body.hpp>
#include <ridgeline/torch/sheet/call_stack_body.hpp>
#include <ridgeline/torch/sheet/collectives_body.hpp>
#include <ridgeline/torch/sheet/coverage_body.hpp>
#include <ridgeline/torch/sheet/families_body.hpp>
#include <ridgeline/torch/sheet/kernel_details_body.hpp>
#include <ridgeline/torch/sheet/kernels_body.hpp>
#include <ridgeline/torch/sheet/metrics_body.hpp>
#include <ridgeline/torch/sheet/op_price_body.hpp>
#include <ridgeline/torch/sheet/ops_body.hpp>
#include <ridgeline/torch/sheet/overlap_body.hpp>
#include <ridgeline/torch/sheet/parameter_text_body.hpp>
#include <ridgeline/torch/sheet/phases_body.hpp>
#include <ridgeline/torch/sheet/roof_points_body.hpp>
#include <ridgeline/torch/sheet/rooflines_body.hpp>
#include <ridgeline/torch/sheet/timeline_body.hpp>
#include <ridgeline/torch/sheet/unified_body.hpp>
#include <ridgeline/torch/tree/backward_body.hpp>
#include <ridgeline/torch/tree/call_tree_body.hpp>
#include <ridgeline/torch/tree/edit_body.hpp>
#include <ridgeline/torch/tree/gpu_time_body.hpp>
#include <ridgeline/torch/tree/labels_body.hpp>
#include <ridgeline/torch/tree/launcher_body.hpp>
#include <ridgeline/torch/tree/recompute_body.hpp>
#include <ridgeline/torch/tree/walk_body.hpp>

#endif  // RIDGELINE_IMPL_TORCH_HPP
