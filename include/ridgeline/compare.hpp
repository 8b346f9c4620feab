#ifndef RIDGELINE_COMPARE_HPP
#define RIDGELINE_COMPARE_HPP

/// Comparison of runs with a baseline. Declarations only: one source file of the program must also include
/// <ridgeline/impl.hpp>.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // g++ warns about templates here if a program has a variable `list`
#endif

#include <ridgeline/core/config.hpp>
#include <ridgeline/compare/attribution.hpp>
#include <ridgeline/compare/baseline.hpp>
#include <ridgeline/compare/comparability.hpp>
#include <ridgeline/compare/comparison.hpp>
#include <ridgeline/compare/gate.hpp>
#include <ridgeline/compare/percent_text.hpp>
#include <ridgeline/compare/rank_runs.hpp>
#include <ridgeline/compare/report_join.hpp>
#include <ridgeline/compare/report_json.hpp>
#include <ridgeline/compare/run.hpp>
#include <ridgeline/compare/stored_report.hpp>
#include <ridgeline/compare/trend.hpp>
#include <ridgeline/compare/verdicts.hpp>
#include <ridgeline/compare/versions.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // RIDGELINE_COMPARE_HPP
