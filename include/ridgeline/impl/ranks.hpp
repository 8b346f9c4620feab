#ifndef RIDGELINE_IMPL_RANKS_HPP
#define RIDGELINE_IMPL_RANKS_HPP

/// The bodies of ranks/: see impl.hpp.

#include <ridgeline/ranks/advise/findings_body.hpp>
#include <ridgeline/ranks/advise/health_body.hpp>
#include <ridgeline/ranks/clock_body.hpp>
#include <ridgeline/ranks/collectives_body.hpp>
#include <ridgeline/ranks/discover_body.hpp>
#include <ridgeline/ranks/figures_body.hpp>
#include <ridgeline/ranks/matching_body.hpp>
#include <ridgeline/ranks/merged_trace_body.hpp>
#include <ridgeline/ranks/partial_body.hpp>
#include <ridgeline/ranks/rank_checks_body.hpp>
#include <ridgeline/ranks/rank_facts_body.hpp>
#include <ridgeline/ranks/rank_pattern_body.hpp>
#include <ridgeline/ranks/records_body.hpp>
#include <ridgeline/ranks/replay/command_body.hpp>
#include <ridgeline/ranks/replay/tool_body.hpp>
#include <ridgeline/ranks/report/overview_body.hpp>
#include <ridgeline/ranks/report/page_body.hpp>
#include <ridgeline/ranks/report/report_body.hpp>
#include <ridgeline/ranks/sheet/collective_options_body.hpp>
#include <ridgeline/ranks/sheet/comparison_body.hpp>
#include <ridgeline/ranks/sheet/jax_ranks_body.hpp>
#include <ridgeline/ranks/sheet/read_body.hpp>
#include <ridgeline/ranks/sheet/replay_body.hpp>
#include <ridgeline/ranks/what_if_body.hpp>

#endif  // RIDGELINE_IMPL_RANKS_HPP
