#ifndef RIDGELINE_IMPL_XLA_HPP
#define RIDGELINE_IMPL_XLA_HPP

/// The bodies of xla/: see impl.hpp.

#include <ridgeline/xla/advise/activity_body.hpp>
#include <ridgeline/xla/advise/findings_body.hpp>
#include <ridgeline/xla/advise/health_body.hpp>
#include <ridgeline/xla/op/attention_body.hpp>
#include <ridgeline/xla/op/call_body.hpp>
#include <ridgeline/xla/op/collective_body.hpp>
#include <ridgeline/xla/op/conv_body.hpp>
#include <ridgeline/xla/op/gemm_body.hpp>
#include <ridgeline/xla/op/kernel_body.hpp>
#include <ridgeline/xla/op/model_body.hpp>
#include <ridgeline/xla/read/xplane_body.hpp>
#include <ridgeline/xla/record/hlo_body.hpp>
#include <ridgeline/xla/report/overview_body.hpp>
#include <ridgeline/xla/report/page_body.hpp>
#include <ridgeline/xla/sheet/calls_body.hpp>
#include <ridgeline/xla/sheet/modules_body.hpp>
#include <ridgeline/xla/sheet/pairs_body.hpp>
#include <ridgeline/xla/sheet/run_body.hpp>
#include <ridgeline/xla/sheet/steps_body.hpp>
#include <ridgeline/xla/sheet/tables_body.hpp>
#include <ridgeline/xla/tree/kernels_body.hpp>
#include <ridgeline/xla/tree/link_body.hpp>
#include <ridgeline/xla/tree/own_time_body.hpp>

#endif  // RIDGELINE_IMPL_XLA_HPP
