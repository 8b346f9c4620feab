#ifndef RIDGELINE_IMPL_TORCH_HPP
#define RIDGELINE_IMPL_TORCH_HPP

/// The bodies of torch/ up to its run: see impl.hpp.

#include <ridgeline/torch/capture/align_body.hpp>
#include <ridgeline/torch/capture/capture_body.hpp>
#include <ridgeline/torch/capture/choose_body.hpp>
#include <ridgeline/torch/capture/folder_body.hpp>
#include <ridgeline/torch/capture/graft_body.hpp>
#include <ridgeline/torch/capture/infer_body.hpp>
#include <ridgeline/torch/op/costs_body.hpp>
#include <ridgeline/torch/op/metrics_body.hpp>
#include <ridgeline/torch/phase/phases_body.hpp>
#include <ridgeline/torch/read/any_trace_body.hpp>
#include <ridgeline/torch/read/gpu_bridge_body.hpp>
#include <ridgeline/torch/read/inductor_cache_body.hpp>
#include <ridgeline/torch/read/kineto_body.hpp>
#include <ridgeline/torch/read/perfetto_body.hpp>
#include <ridgeline/torch/record/lanes_body.hpp>
#include <ridgeline/torch/record/problem_body.hpp>
#include <ridgeline/torch/record/trace_body.hpp>
#include <ridgeline/torch/run/gpu_work_body.hpp>
#include <ridgeline/torch/run/launches_body.hpp>
#include <ridgeline/torch/run/overlap_body.hpp>
#include <ridgeline/torch/run/profile_body.hpp>
#include <ridgeline/torch/run/pseudo_ops_body.hpp>
#include <ridgeline/torch/run/quality_body.hpp>
#include <ridgeline/torch/run/subtree_time_body.hpp>
#include <ridgeline/torch/step/serving_step_body.hpp>
#include <ridgeline/torch/step/steady_body.hpp>
#include <ridgeline/torch/step/step_work_body.hpp>
#include <ridgeline/torch/tree/backward_body.hpp>
#include <ridgeline/torch/tree/call_tree_body.hpp>
#include <ridgeline/torch/tree/edit_body.hpp>
#include <ridgeline/torch/tree/gpu_time_body.hpp>
#include <ridgeline/torch/tree/gpu_trace_body.hpp>
#include <ridgeline/torch/tree/labels_body.hpp>
#include <ridgeline/torch/tree/launcher_body.hpp>
#include <ridgeline/torch/tree/link_body.hpp>
#include <ridgeline/torch/tree/recompute_body.hpp>
#include <ridgeline/torch/tree/walk_body.hpp>

#endif  // RIDGELINE_IMPL_TORCH_HPP
