#ifndef RIDGELINE_IMPL_HPP
#define RIDGELINE_IMPL_HPP

/// The bodies of all functions that the headers declare. Include it in exactly one source file of a program that uses
/// <ridgeline/ridgeline.hpp>. To compile in parallel, include the parts below in one source file each instead. Fewer
/// of them do for some programs: always `core`, `read` and `sink`; for the records of tt `tt`, of gpu `gpu` and
/// `stats`, of torch these two, `torch` and `torch_models`. Reports, findings and torch's `leave_out_repeated_work`
/// need the parts of torch, `advise`, `gpu_path` and their own (`tt_report`, `torch_advise`, `torch_report`), and so
/// does `xla`. With CMake, link ridgeline::compiled instead.

#include <ridgeline/core/config.hpp>
#include <ridgeline/impl/advise.hpp>
#include <ridgeline/impl/compare.hpp>
#include <ridgeline/impl/compare_traces.hpp>
#include <ridgeline/impl/core.hpp>
#include <ridgeline/impl/gpu.hpp>
#include <ridgeline/impl/gpu_path.hpp>
#include <ridgeline/impl/ranks.hpp>
#include <ridgeline/impl/read.hpp>
#include <ridgeline/impl/sink.hpp>
#include <ridgeline/impl/stats.hpp>
#include <ridgeline/impl/torch.hpp>
#include <ridgeline/impl/torch_advise.hpp>
#include <ridgeline/impl/torch_models.hpp>
#include <ridgeline/impl/torch_report.hpp>
#include <ridgeline/impl/tt.hpp>
#include <ridgeline/impl/tt_report.hpp>
#include <ridgeline/impl/xla.hpp>

#endif  // RIDGELINE_IMPL_HPP
