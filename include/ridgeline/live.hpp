#ifndef RIDGELINE_LIVE_HPP
#define RIDGELINE_LIVE_HPP

/// Recording inside a running profiler, and nothing else: includes only a few cheap standard headers, and needs no
/// exceptions, threads, locks or files. See docs/live.md. For reports on the recorded data, see profiler.hpp.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // g++ warns about templates here if a program has a variable `list`
#endif

#include <ridgeline/core/config.hpp>
#include <ridgeline/live/collected.hpp>
#include <ridgeline/live/keep.hpp>
#include <ridgeline/live/names.hpp>
#include <ridgeline/live/recorder.hpp>
#include <ridgeline/live/signpost.hpp>
#include <ridgeline/live/timed.hpp>
#include <ridgeline/live/tracy.hpp>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif  // RIDGELINE_LIVE_HPP
