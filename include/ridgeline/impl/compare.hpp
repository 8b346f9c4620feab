#ifndef RIDGELINE_IMPL_COMPARE_HPP
#define RIDGELINE_IMPL_COMPARE_HPP

/// The bodies of compare/: see impl.hpp.

#include <ridgeline/compare/attribution_body.hpp>
#include <ridgeline/compare/baseline_body.hpp>
#include <ridgeline/compare/comparability_body.hpp>
#include <ridgeline/compare/comparison_body.hpp>
#include <ridgeline/compare/console_body.hpp>
#include <ridgeline/compare/gate_body.hpp>
#include <ridgeline/compare/page_body.hpp>
#include <ridgeline/compare/percent_text_body.hpp>
#include <ridgeline/compare/rank_runs_body.hpp>
#include <ridgeline/compare/report_join_body.hpp>
#include <ridgeline/compare/report_json_body.hpp>
#include <ridgeline/compare/report_rules_body.hpp>
#include <ridgeline/compare/run_body.hpp>
#include <ridgeline/compare/stored_report_body.hpp>
#include <ridgeline/compare/trend_body.hpp>
#include <ridgeline/compare/verdicts_body.hpp>
#include <ridgeline/compare/versions_body.hpp>

#endif  // RIDGELINE_IMPL_COMPARE_HPP
