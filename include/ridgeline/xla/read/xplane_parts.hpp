#ifndef RIDGELINE_XLA_READ_XPLANE_PARTS_HPP
#define RIDGELINE_XLA_READ_XPLANE_PARTS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/progress.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/xla/read/xplane_line.hpp>

#if RIDGELINE_WITH_PROTOZERO

/// Reads the events of all lines in parts of similar size on several threads, and joins them in the order of the
/// lines. Part boundaries depend only on the file, so the records are the same for any number of threads.
namespace ridgeline::xla_detail {

/// A contiguous range of a line.
struct xplane_stretch {
  std::size_t line = 0;
  std::string_view bytes{};
  std::uint64_t events = 0;  ///< upper bound
};

/// The unit of work of one thread: consecutive stretches and their contents. Its texts and facts are those that the
/// whole trace did not have when the part was read.
struct xplane_part {
  std::size_t first = 0, after = 0;  ///< range of stretches
  xla_trace read{};
  std::vector<std::size_t> ends{};    ///< end of each stretch in the part's events
  std::vector<xplane_program> programs{};

  /// Empties it for stretches from `s` on, keeping its memory.
  void begin(std::size_t s) {
    first = after = s;
    read.events.clear(), read.args.clear(), read.facts.clear(), read.host_steps.clear(), read.end_marks.clear();
    ends.clear(), programs.clear();
    read.texts = {};
    read.problems = {};
  }
};

/// Parts that are read together.
struct xplane_batch {
  std::vector<xplane_part> parts{};
  std::size_t size = 0;
};

class xplane_parts {
 public:
  xplane_parts(const char* begin, xla_trace& trace, std::vector<xplane_tables>& tables,
               std::vector<xplane_line>& lines)
      : begin_(begin), trace_(trace), tables_(tables), lines_(lines) {
    constexpr std::uint64_t least_with_args = 10;  // bytes per event: its name, and a stat with a number
    std::uint64_t all = 0, device = 0, bytes = 0;
    for (std::size_t l = 0; l < lines.size(); ++l) {
      all += lines[l].events, bytes += lines[l].bytes.size();
      if (trace.planes[lines[l].plane].kind != xla_plane_kind::host) device += lines[l].events;
      cut(l);
    }
    trace.events.reserve(all);
    trace.args.reserve(std::min({all, 2 * device, bytes / least_with_args}));  // each piece of work, and its launch
    trace.lines.reserve(lines.size());
  }

  /// Reads all parts, while the previous batch is added. `source` and `progress` are as for `read_xplane`.
  void read(const file_bytes* source, const progress_function& progress) {
    std::uint64_t done = 0, all = 0;
    for (const xplane_stretch& s : stretches_) all += s.bytes.size();
    xplane_batch now, before;
    for (std::size_t next = 0; next < stretches_.size();) {
      const std::size_t first = next;
      next = take(now, next);
      const unsigned threads = now.size > 1 ? default_threads() : 1;
      parallel_for(now.size + 1, threads, [&](std::size_t i, unsigned) {
        if (i == 0) add(before);
        else read_part(now.parts[i - 1]);
      });
      for (std::size_t i = 0; i < now.size; ++i) name(now.parts[i]);
      std::swap(now, before);
      for (std::size_t s = first; s < next; ++s) {
        if (source != nullptr) source->release(stretches_[s].bytes);
        done += stretches_[s].bytes.size();
      }
      if (progress) progress(done, all);
    }
    add(before);
  }

 private:
  static constexpr std::uint64_t events_of_batch = 16 * events_of_part;
  /// Broken events are slow to skip, so after this many no more parts are read in parallel.
  static constexpr std::uint64_t too_many_broken = 100'000;

  void cut(std::size_t number) {
    const xplane_line& l = lines_[number];
    const char* at = l.bytes.data();
    std::uint64_t left = l.events;
    for (const char* const next : l.cuts) {
      stretches_.push_back({number, {at, static_cast<std::size_t>(next - at)}, events_of_part});
      at = next, left -= events_of_part;
    }
    stretches_.push_back({number, l.bytes.substr(static_cast<std::size_t>(at - l.bytes.data())), left});
  }

  /// Fills a batch with the stretches from `next` on; returns the first one that is not in it.
  std::size_t take(xplane_batch& batch, std::size_t next) const {
    batch.size = 0;
    for (std::uint64_t all = 0; next < stretches_.size() && all < events_of_batch;) {
      if (batch.size == batch.parts.size()) batch.parts.emplace_back();
      xplane_part& part = batch.parts[batch.size++];
      part.begin(next);
      std::uint64_t events = 0;
      while (next < stretches_.size() && events < events_of_part) events += stretches_[next++].events;
      part.after = next;
      part.read.events.reserve(events);
      part.read.args.reserve(events);
      all += events;
    }
    return next;
  }

  void read_part(xplane_part& part) const {
    std::size_t programs = 0;
    for (std::size_t s = part.first; s < part.after; ++s) {
      const xplane_line& l = lines_[stretches_[s].line];
      xplane_context in{begin_, part.read, tables_[l.plane], &trace_, &part.programs};
      if (trace_.problems[xla_problem::event_dropped].count < too_many_broken)
        xplane_events(in, l, trace_.planes[l.plane].kind, trace_.base_ns).read(stretches_[s].bytes);
      part.ends.push_back(part.read.events.size());
      for (; programs < part.programs.size(); ++programs) part.programs[programs].plane = l.plane;
    }
  }

  /// Registers what a part found and the trace does not have yet: texts, facts, programs, problems.
  void name(xplane_part& part) {
    xla_trace& read = part.read;
    std::vector<symbol> texts(read.texts.bound());
    for (std::size_t s = 1; s < texts.size(); ++s)
      texts[s] = trace_.texts.keep(read.texts.text(symbol{static_cast<std::uint32_t>(s)}));
    const auto rename = [&](symbol& s) {
      if ((static_cast<std::uint32_t>(s) & of_part) != 0) s = texts[static_cast<std::uint32_t>(s) & ~of_part];
    };
    const auto facts = static_cast<std::uint32_t>(trace_.facts.size());
    if (texts.size() > 1 || !read.facts.empty())
      for (xla_args& a : read.args) {
        for (symbol* const s : {&a.hlo_module, &a.hlo_op, &a.op_name, &a.details}) rename(*s);
        if (known(a.facts) && (a.facts & of_part) != 0) a.facts = facts + (a.facts & ~of_part);
      }
    for (xla_op_facts& f : read.facts)
      for (symbol* const s : {&f.category, &f.op_name, &f.source, &f.shape}) rename(*s);
    trace_.facts.insert(trace_.facts.end(), read.facts.begin(), read.facts.end());
    trace_.problems.merge(read.problems);
    for (const xplane_program& p : part.programs)
      read_program({begin_, trace_, tables_[p.plane]}, tables_[p.plane], p.bytes, missing<std::int64_t>);
  }

  /// Adds the events of a batch whose parts are registered.
  void add(const xplane_batch& batch) {
    for (std::size_t i = 0; i < batch.size; ++i) add(batch.parts[i]);
  }
  void add(const xplane_part& part) {
    const xla_trace& read = part.read;
    const auto args = static_cast<std::uint32_t>(trace_.args.size());
    trace_.args.insert(trace_.args.end(), read.args.begin(), read.args.end());
    trace_.host_steps.insert(trace_.host_steps.end(), read.host_steps.begin(), read.host_steps.end());
    for (xla_end_mark mark : read.end_marks) {
      if (known(mark.args)) mark.args += args;
      trace_.end_marks.push_back(mark);
    }
    std::size_t at = 0;
    for (std::size_t s = part.first; s < part.after; ++s) {
      const std::size_t line = stretches_[s].line;
      if (s == 0 || stretches_[s - 1].line != line) lines_[line].line.first = trace_.events.size();
      const std::size_t end = part.ends[s - part.first], first = trace_.events.size();
      trace_.events.insert(trace_.events.end(), read.events.begin() + static_cast<std::ptrdiff_t>(at),
                           read.events.begin() + static_cast<std::ptrdiff_t>(end));
      at = end;
      for (std::size_t e = first; e < trace_.events.size(); ++e)
        if (xla_event& added = trace_.events[e]; known(added.args)) added.args += args;
      if (s + 1 == stretches_.size() || stretches_[s + 1].line != line) finish(lines_[line]);
    }
  }

  /// Finishes a line whose events have all been added, by ordering them by start.
  void finish(xplane_line& l) {
    l.line.count = trace_.events.size() - l.line.first;
    trace_.lines.push_back(l.line);
    const auto first = trace_.events.begin() + static_cast<std::ptrdiff_t>(l.line.first);
    const auto by_start = [](const xla_event& a, const xla_event& b) { return a.start_ps < b.start_ps; };
    if (std::is_sorted(first, trace_.events.end(), by_start)) return;
    std::vector<xla_event> own(first, trace_.events.end());
    merge_sorted_runs(own, by_start);
    std::copy(own.begin(), own.end(), first);
  }

  const char* begin_;
  xla_trace& trace_;
  std::vector<xplane_tables>& tables_;
  std::vector<xplane_line>& lines_;
  std::vector<xplane_stretch> stretches_{};
};

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_XLA_READ_XPLANE_PARTS_HPP
