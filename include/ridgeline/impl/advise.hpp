#ifndef RIDGELINE_IMPL_ADVISE_HPP
#define RIDGELINE_IMPL_ADVISE_HPP

/// The bodies of advise/: see impl.hpp.
#include <ridgeline/advise/activity_body.hpp>
#include <ridgeline/advise/activity_findings_body.hpp>
#include <ridgeline/advise/activity_health_body.hpp>
#include <ridgeline/advise/advice_texts_body.hpp>
#include <ridgeline/advise/finding_body.hpp>
#include <ridgeline/advise/finding_kinds_body.hpp>
#include <ridgeline/advise/findings_json_body.hpp>
#include <ridgeline/advise/gpu_trace_body.hpp>
#include <ridgeline/advise/health_body.hpp>
#include <ridgeline/advise/hosts_body.hpp>
#include <ridgeline/advise/idle_health_body.hpp>
#include <ridgeline/advise/unlinked_health_body.hpp>
#include <ridgeline/advise/outlier_findings_body.hpp>
#include <ridgeline/advise/overlap_findings_body.hpp>
#include <ridgeline/advise/replay_body.hpp>
#include <ridgeline/advise/replay_change_body.hpp>
#include <ridgeline/advise/stream_findings_body.hpp>

#endif  // RIDGELINE_IMPL_ADVISE_HPP
