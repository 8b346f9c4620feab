#ifndef RIDGELINE_RANKS_HPP
#define RIDGELINE_RANKS_HPP

/// Comparison of traces of many ranks. Declarations only: one source file of the program must also include
/// <ridgeline/impl.hpp>.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // g++ warns about templates here if a program has a variable `list`
#endif

#include <ridgeline/core/config.hpp>
#include <ridgeline/ranks/advise/findings.hpp>
#include <ridgeline/ranks/advise/health.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/faults.hpp>
#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/ranks/merged_trace.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/ranks/rank_facts.hpp>
#include <ridgeline/ranks/records.hpp>
#include <ridgeline/ranks/replay/command.hpp>
#include <ridgeline/ranks/replay/tool.hpp>
#include <ridgeline/ranks/report/overview.hpp>
#include <ridgeline/ranks/report/page.hpp>
#include <ridgeline/ranks/report/report.hpp>
#include <ridgeline/ranks/sheet/read.hpp>
#include <ridgeline/ranks/sheet/replay.hpp>
#include <ridgeline/ranks/what_if.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // RIDGELINE_RANKS_HPP
