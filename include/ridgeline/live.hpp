#ifndef RIDGELINE_LIVE_HPP
#define RIDGELINE_LIVE_HPP

/// Recording inside a running profiler, and nothing else: a few standard headers that cost little, no exception needed,
/// no thread, no lock, no file. docs/live.md is its guide. Reports over what was recorded are in profiler.hpp.

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // g++ says it of templates here where a program has a variable `list`
#endif

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
