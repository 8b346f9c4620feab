#ifndef RIDGELINE_XLA_HPP
#define RIDGELINE_XLA_HPP

/// JAX and XLA: XPlane profiles, HLO, the report. Declarations only: one source file of the program must also include
/// <ridgeline/impl.hpp>.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // g++ warns about templates here if a program has a variable `list`
#endif

#include <ridgeline/core/config.hpp>
#include <ridgeline/xla/advise/activity.hpp>
#include <ridgeline/xla/op/attention.hpp>
#include <ridgeline/xla/op/call.hpp>
#include <ridgeline/xla/op/category.hpp>
#include <ridgeline/xla/op/conv.hpp>
#include <ridgeline/xla/op/gemm.hpp>
#include <ridgeline/xla/op/kernel.hpp>
#include <ridgeline/xla/op/model.hpp>
#include <ridgeline/xla/op/op_words.hpp>
#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/record/event.hpp>
#include <ridgeline/xla/record/faults.hpp>
#include <ridgeline/xla/record/hlo.hpp>
#include <ridgeline/xla/record/problem.hpp>
#include <ridgeline/xla/report/overview.hpp>
#include <ridgeline/xla/report/page.hpp>
#include <ridgeline/xla/sheet/calls.hpp>
#include <ridgeline/xla/sheet/modules.hpp>
#include <ridgeline/xla/sheet/pairs.hpp>
#include <ridgeline/xla/sheet/run.hpp>
#include <ridgeline/xla/sheet/steps.hpp>
#include <ridgeline/xla/sheet/tables.hpp>
#include <ridgeline/xla/tree/kernels.hpp>
#include <ridgeline/xla/tree/link.hpp>
#include <ridgeline/xla/tree/own_time.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // RIDGELINE_XLA_HPP
