#ifndef RIDGELINE_GPU_READ_PERFETTO_SLICES_HPP
#define RIDGELINE_GPU_READ_PERFETTO_SLICES_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/query/distinct.hpp>

#if RIDGELINE_WITH_PROTOZERO

namespace ridgeline::gpu_detail {

/// Closes the slices of one track: `opened` are its slices in file order, `ends` the timestamps of its ends. At equal
/// times, ends first close slices that began earlier, the innermost first; then slices begin, in file order; the
/// remaining ends close these. Slices that have a duration are complete. Returns the number of ends without an open
/// slice.
inline std::size_t close_slices_of_track(std::span<perfetto_slice> slices, std::vector<std::uint32_t> opened,
                                         std::vector<std::int64_t> ends) {
  std::erase_if(opened, [&](std::uint32_t i) { return slices[i].time >= 0; });
  merge_sorted_runs(opened, [&](std::uint32_t a, std::uint32_t b) { return slices[a].start < slices[b].start; });
  merge_sorted_runs(ends, [](std::int64_t a, std::int64_t b) { return a < b; });
  std::vector<std::uint32_t> open;
  std::size_t unstarted = 0, begin = 0;
  for (std::size_t end = 0; end < ends.size();) {
    const std::int64_t at = ends[end];
    for (; begin < opened.size() && slices[opened[begin]].start < at; ++begin) open.push_back(opened[begin]);
    std::size_t closing = 0;
    for (; end < ends.size() && ends[end] == at; ++end) ++closing;
    const auto close = [&] {
      for (; closing != 0 && !open.empty(); --closing, open.pop_back()) {
        perfetto_slice& s = slices[open.back()];
        s.time = at - s.start;
      }
    };
    close();
    for (; begin < opened.size() && slices[opened[begin]].start == at; ++begin) open.push_back(opened[begin]);
    close();
    unstarted += closing;
  }
  return unstarted;
}

/// Builds the slices of each track from their begins and ends; those with only one of the two are counted and dropped.
/// `ends` holds the timestamps of each track's ends.
inline void close_slices(perfetto_trace& trace, std::vector<std::vector<std::int64_t>> ends, unsigned threads) {
  const std::size_t tracks = trace.tracks.size();
  std::vector<std::uint32_t> track_of;
  track_of.reserve(trace.slices.size());
  for (const perfetto_slice& s : trace.slices) track_of.push_back(s.track);
  const grouping opened = grouped(track_of, tracks);
  ends.resize(tracks);
  std::vector<std::size_t> unstarted(tracks, 0);
  parallel_for(tracks, threads, [&](std::size_t t, unsigned) {
    const grouping::slice of = opened.of(t);
    unstarted[t] = close_slices_of_track(trace.slices, {of.begin(), of.end()}, std::move(ends[t]));
  });
  for (const std::size_t n : unstarted)
    trace.problems.add(gpu_problem::slice_unstarted, gpu_problems::nowhere, {}, n);
  const std::size_t unfinished = std::erase_if(trace.slices, [](const perfetto_slice& s) { return s.time < 0; });
  trace.problems.add(gpu_problem::slice_unfinished, gpu_problems::nowhere, {}, unfinished);
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_GPU_READ_PERFETTO_SLICES_HPP
