#ifndef RIDGELINE_RANKS_HPP
#define RIDGELINE_RANKS_HPP

/// Traces of many ranks side by side.
/// Declarations: one source file of the program includes <ridgeline/impl.hpp> too.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // g++ says it of templates here where a program has a variable `list`
#endif

#include <ridgeline/ranks/advise/findings.hpp>
#include <ridgeline/ranks/advise/health.hpp>
#include <ridgeline/ranks/discover.hpp>
#include <ridgeline/ranks/faults.hpp>
#include <ridgeline/ranks/matching.hpp>
#include <ridgeline/ranks/merged_trace.hpp>
#include <ridgeline/ranks/partial.hpp>
#include <ridgeline/ranks/rank_facts.hpp>
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
