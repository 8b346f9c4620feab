#ifndef RIDGELINE_IMPL_GPU_PATH_HPP
#define RIDGELINE_IMPL_GPU_PATH_HPP

/// The bodies of gpu/path and torch/path: see impl.hpp.

#include <ridgeline/gpu/path/chains_body.hpp>
#include <ridgeline/gpu/path/change_body.hpp>
#include <ridgeline/gpu/path/graph_body.hpp>
#include <ridgeline/gpu/path/lanes_body.hpp>
#include <ridgeline/gpu/path/links_body.hpp>
#include <ridgeline/gpu/path/rows_body.hpp>
#include <ridgeline/gpu/path/sequences_body.hpp>
#include <ridgeline/gpu/path/usage_body.hpp>
#include <ridgeline/gpu/path/waits_body.hpp>
#include <ridgeline/gpu/path/walk_body.hpp>
#include <ridgeline/timeline/dependency_graph_body.hpp>
#include <ridgeline/timeline/longest_path_body.hpp>
#include <ridgeline/torch/path/activity_body.hpp>
#include <ridgeline/torch/path/critical_path_body.hpp>
#include <ridgeline/torch/path/marked_trace_body.hpp>
#include <ridgeline/torch/path/original_body.hpp>
#include <ridgeline/torch/path/original_device_body.hpp>
#include <ridgeline/torch/path/original_graph_body.hpp>
#include <ridgeline/torch/path/original_usage_body.hpp>
#include <ridgeline/torch/path/roof_times_body.hpp>

#endif  // RIDGELINE_IMPL_GPU_PATH_HPP
