#ifndef RIDGELINE_IMPL_COMPARE_TRACES_HPP
#define RIDGELINE_IMPL_COMPARE_TRACES_HPP

/// The bodies that make runs to compare out of traces: see impl.hpp.

#include <ridgeline/torch/diff/original_body.hpp>
#include <ridgeline/torch/diff/original_merge_body.hpp>
#include <ridgeline/torch/diff/side_body.hpp>
#include <ridgeline/torch/diff/tree_diff_body.hpp>
#include <ridgeline/torch/read/recording_body.hpp>
#include <ridgeline/torch/report/compared_run_body.hpp>
#include <ridgeline/tt/read/compared_run_body.hpp>
#include <ridgeline/xla/report/compared_run_body.hpp>

#endif  // RIDGELINE_IMPL_COMPARE_TRACES_HPP
