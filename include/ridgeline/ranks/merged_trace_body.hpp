#ifndef RIDGELINE_RANKS_MERGED_TRACE_BODY_HPP
#define RIDGELINE_RANKS_MERGED_TRACE_BODY_HPP

#include <algorithm>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/ranks/merged_numbers.hpp>
#include <ridgeline/ranks/merged_trace.hpp>
#include <ridgeline/ranks/merged_writer.hpp>
#include <ridgeline/ranks/raw_events.hpp>
#include <ridgeline/read/text_file.hpp>
#include <ridgeline/sink/gzip.hpp>

namespace ridgeline {

namespace ranks_detail {

inline merged_numbers numbers_in_trace(const merged_rank& r, std::size_t limit) {
  merged_numbers n;
  const expected<text_file> text = text_file::open(r.path, limit);
  if (!text) return n;
  raw_events events(text->view());
  for (raw_event e; events.next(e);) {
    n.see(merged_field::id, e.id), n.see(merged_field::pid, e.pid);
    n.see(merged_field::correlation, e.correlation), n.see(merged_field::external_id, e.external_id);
    if (!n.link && (e.category == "\"cuda_runtime\"" || e.category == "\"cuda_driver\"") &&
        core_detail::stands_in(e.name, "launch"))
      n.link = e.correlation.empty() ? merged_field::external_id : merged_field::correlation;
  }
  return n;
}

}  // namespace ranks_detail

void write_merged_trace(output& to, const std::vector<merged_rank>& ranks, const merged_trace_options& options,
                               data_quality& quality) {
  const std::size_t scanned =
      options.faults.ids_spaced_by_first_trace ? std::min<std::size_t>(1, ranks.size()) : ranks.size();
  std::vector<ranks_detail::merged_numbers> found(scanned);
  parallel_for(scanned, options.threads, [&](std::size_t i, unsigned) {
    found[i] = ranks_detail::numbers_in_trace(ranks[i], options.inflate_limit);
  });
  ranks_detail::merged_numbers numbers;
  for (const ranks_detail::merged_numbers& n : found) {
    numbers.merge(n);
    if (!numbers.link) numbers.link = n.link;
  }
  std::int64_t last_rank = 0;
  for (const merged_rank& r : ranks) last_rank = std::max(last_rank, r.rank);
  ranks_detail::merged_writer writer(to, numbers, last_rank, options);
  for (const merged_rank& r : ranks) {
    const expected<text_file> text = text_file::open(r.path, options.inflate_limit);
    if (!text) {
      quality.add("merged trace: a rank's file cannot be read", source_pos{r.path}, text.error().what);
      continue;
    }
    ranks_detail::raw_events events(text->view());
    writer.add(r, events);
    if (!events.whole())
      quality.add("merged trace: the events of a rank are cut", source_pos{r.path},
                  "byte " + std::to_string(events.offset()));
  }
  writer.finish();
}

std::optional<failure> write_merged_trace_file(const std::string& path, const std::vector<merged_rank>& ranks,
                                                      const merged_trace_options& options, data_quality& quality) {
  return write_packed_by_name(path, options.threads,
                              [&](output& to) { write_merged_trace(to, ranks, options, quality); });
}

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_MERGED_TRACE_BODY_HPP
