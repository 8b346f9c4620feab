#ifndef RIDGELINE_LIVE_HPP
#define RIDGELINE_LIVE_HPP

/// Recording inside a running profiler, and nothing else: a few standard headers that cost little, no exception needed,
/// no thread, no lock, no file. docs/live.md is its guide. Reports over what was recorded are in profiler.hpp.

#include <ridgeline/live/collected.hpp>
#include <ridgeline/live/keep.hpp>
#include <ridgeline/live/names.hpp>
#include <ridgeline/live/recorder.hpp>
#include <ridgeline/live/signpost.hpp>
#include <ridgeline/live/timed.hpp>
#include <ridgeline/live/tracy.hpp>

#endif  // RIDGELINE_LIVE_HPP
