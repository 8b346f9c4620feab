#ifndef RIDGELINE_GPU_READ_PERFETTO_BODY_HPP
#define RIDGELINE_GPU_READ_PERFETTO_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/read/perfetto_clocks.hpp>
#include <ridgeline/gpu/read/perfetto_sequence.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/memory_limit.hpp>

namespace ridgeline {

#if RIDGELINE_WITH_PROTOZERO

namespace gpu_detail {

/// Reads packets into slices that are still open, and closes them at the end.
class perfetto_reader {
 public:
  explicit perfetto_reader(const perfetto_options& options)
      : values_(trace_),
        options_(options),
        left_(options.inflate_limit != 0 ? options.inflate_limit : memory_limit()) {}

  expected<perfetto_trace> read(std::string_view bytes, const std::string& file) {
    first_ = bytes.data();
    packets(bytes, 0);
    if (trace_.slices.empty() && marks_.empty() && tracks_.size() == 0)
      return failure{errc::not_a_report, {file}, "expected packets of Perfetto with tracks and events, found none"};
    if (lost_stamps_ != 0 && (tied_stamps_ != 0 || more_clocks_))
      trace_.problems.add(gpu_problem::clock_unknown, gpu_problems::nowhere, {}, lost_stamps_);
    close_slices();
    resolve_tracks();
    return std::move(trace_);
  }

 private:
  /// A begin or an end of a slice.
  struct mark {
    std::int64_t at;
    std::uint32_t track;
    std::uint32_t slice;  ///< of a begin; `ends` of an end
  };
  static constexpr std::uint32_t ends = missing<std::uint32_t>;

  std::uint64_t byte_of(std::string_view part) const {
    return packed_ ? gpu_problems::nowhere : static_cast<std::uint64_t>(part.data() - first_);
  }

  void packets(std::string_view bytes, int depth) {
    proto_message m(bytes);
    while (m.next())
      if (m.key() == proto_key(1, proto_wire::bytes)) {
        const std::string_view p = m.bytes();
        packet(p, depth);
      }
    if (m.end() != proto_end::whole)
      trace_.problems.add(gpu_problem::file_damaged, gpu_problems::nowhere, "a packet is cut");
  }

  void packet(std::string_view bytes, int depth) {
    std::uint64_t stamp = 0, sequence = 0, clock = 0, flags = 0;
    std::string_view event, interned, defaults, snapshot;
    bool stamped = false;
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(6, proto_wire::bytes): snapshot = m.bytes(); break;
        case proto_key(8, proto_wire::varint): stamp = m.varint(), stamped = true; break;
        case proto_key(10, proto_wire::varint): sequence = m.varint(); break;
        case proto_key(11, proto_wire::bytes): event = m.bytes(); break;
        case proto_key(12, proto_wire::bytes): interned = m.bytes(); break;
        case proto_key(13, proto_wire::varint): flags = m.varint(); break;
        case proto_key(42, proto_wire::varint):
          if (m.varint() != 0) trace_.problems.add(gpu_problem::packets_lost, byte_of(bytes));
          break;
        case proto_key(50, proto_wire::bytes): unpack(m.bytes(), depth); break;
        case proto_key(58, proto_wire::varint): clock = m.varint(); break;
        case proto_key(59, proto_wire::bytes): defaults = m.bytes(); break;
        case proto_key(60, proto_wire::bytes): descriptor(m.bytes()); break;
        default: break;
      }
    }
    if (m.end() == proto_end::broken)
      trace_.problems.add(gpu_problem::file_damaged, byte_of(bytes), "a packet is broken");
    if (snapshot.data() != nullptr) clocks_.snapshot(snapshot, sequence);
    const std::uint32_t n = sequence_numbers_.number(sequence);
    if (n == sequences_.size()) sequences_.emplace_back();
    perfetto_sequence& state = sequences_[n];
    if ((flags & 1) != 0) state = {}, state.cleared = true;
    if (defaults.data() != nullptr) set_defaults(defaults, state);
    if (interned.data() != nullptr) intern(interned, state);
    if (event.data() == nullptr) return;
    if ((flags & 2) != 0 && !state.cleared) trace_.problems.add(gpu_problem::text_undefined, byte_of(bytes));
    if (clock == 0) clock = state.clock != 0 ? state.clock : perfetto_clocks::boot;
    if (last_clock_ != 0 && clock != last_clock_) more_clocks_ = true;
    last_clock_ = clock;
    bool lost = false;
    const std::int64_t at = clocks_.boot_time(static_cast<std::int64_t>(stamp), clock, sequence, lost);
    ++(lost ? lost_stamps_ : tied_stamps_);
    track_event(event, state, at, stamped && at > -longest_time && at < longest_time);
  }

  void unpack(std::string_view bytes, int depth) {
    const expected<inflated_bytes> inflated =
        depth < 2 && left_ != 0 ? inflate(bytes, left_) : failure{errc::cannot_read, {}, "packed too often"};
    if (!inflated || inflated->cut() || inflated->limited())
      trace_.problems.add(gpu_problem::packed_damaged, byte_of(bytes));
    if (!inflated) return;
    left_ -= std::min(left_, inflated->view().size());
    const bool before = std::exchange(packed_, true);
    packets(inflated->view(), depth + 1);
    packed_ = before;
  }

  static void set_defaults(std::string_view bytes, perfetto_sequence& state) {
    proto_message m(bytes);
    while (m.next()) {
      if (m.key() == proto_key(58, proto_wire::varint)) state.clock = m.varint();
      if (m.key() != proto_key(11, proto_wire::bytes)) continue;
      proto_message event(m.bytes());
      while (event.next())
        if (event.key() == proto_key(11, proto_wire::varint)) state.track = event.varint();
    }
  }

  void intern(std::string_view bytes, perfetto_sequence& state) {
    proto_message m(bytes);
    while (m.next()) {
      interned_texts* const to = m.key() == proto_key(1, proto_wire::bytes)    ? &state.categories
                                 : m.key() == proto_key(2, proto_wire::bytes)  ? &state.names
                                 : m.key() == proto_key(3, proto_wire::bytes)  ? &state.value_names
                                 : m.key() == proto_key(29, proto_wire::bytes) ? &state.strings
                                                                               : nullptr;
      if (to == nullptr) continue;
      std::uint64_t iid = 0;
      std::string_view text;
      proto_message entry(m.bytes());
      while (entry.next()) {
        if (entry.key() == proto_key(1, proto_wire::varint)) iid = entry.varint();
        if (entry.key() == proto_key(2, proto_wire::bytes)) text = entry.bytes();
      }
      to->set(iid, trace_.texts.keep(text));
    }
  }

  std::uint32_t track_of(std::uint64_t uuid) {
    const std::uint32_t n = tracks_.number(uuid);
    if (n == trace_.tracks.size()) {
      trace_.tracks.emplace_back();
      trace_.tracks.back().uuid = uuid;
    }
    return n;
  }

  void descriptor(std::string_view bytes) {
    perfetto_track t;
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(1, proto_wire::varint): t.uuid = m.varint(); break;
        case proto_key(2, proto_wire::bytes): t.name = trace_.texts.keep(m.bytes()); break;
        case proto_key(5, proto_wire::varint): t.parent = m.varint(); break;
        case proto_key(3, proto_wire::bytes): {
          t.has_process = true;
          proto_message process(m.bytes());
          while (process.next()) {
            if (process.key() == proto_key(1, proto_wire::varint)) t.pid = process.number();
            if (process.key() == proto_key(6, proto_wire::bytes)) t.process_name = trace_.texts.keep(process.bytes());
            if (process.key() == proto_key(8, proto_wire::bytes)) t.process_label = trace_.texts.keep(process.bytes());
          }
          break;
        }
        case proto_key(4, proto_wire::bytes): {
          t.has_thread = true;
          proto_message thread(m.bytes());
          while (thread.next()) {
            if (thread.key() == proto_key(1, proto_wire::varint)) t.pid = thread.number();
            if (thread.key() == proto_key(2, proto_wire::varint)) t.tid = thread.number();
            if (thread.key() == proto_key(5, proto_wire::bytes)) t.thread_name = trace_.texts.keep(thread.bytes());
          }
          break;
        }
        default: break;
      }
    }
    trace_.tracks[track_of(t.uuid)] = t;
  }

  void track_event(std::string_view bytes, perfetto_sequence& state, std::int64_t at, bool in_time) {
    std::uint64_t type = 0, track = state.track, name_iid = 0, category_iid = 0;
    std::string_view name, category;
    perfetto_slice s;
    bool named = false, filed = false, by_iid = false;
    pieces_.clear();
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(9, proto_wire::varint): type = m.varint(); break;
        case proto_key(11, proto_wire::varint): track = m.varint(); break;
        case proto_key(10, proto_wire::varint): name_iid = m.varint(); break;
        case proto_key(23, proto_wire::bytes): name = m.bytes(), named = true; break;
        case proto_key(3, proto_wire::varint):
        case proto_key(3, proto_wire::bytes):
          m.numbers([&](std::int64_t iid) {
            if (!by_iid) category_iid = static_cast<std::uint64_t>(iid);
            by_iid = true;
          });
          break;
        case proto_key(22, proto_wire::bytes): {
          const std::string_view c = m.bytes();
          if (!filed) category = c, filed = true;
          break;
        }
        case proto_key(4, proto_wire::bytes): pieces_.push_back(m.bytes()); break;
        case proto_key(36, proto_wire::varint):
        case proto_key(42, proto_wire::varint): flow(s, m.varint()); break;
        case proto_key(47, proto_wire::fixed64):
        case proto_key(48, proto_wire::fixed64): flow(s, m.fixed()); break;
        default: break;
      }
    }
    if (type != 1 && type != 2 && type != 3) return;
    if (type == 2) {
      if (in_time) marks_.push_back({at, track_of(track), ends});
      return;
    }
    const auto text = [&](bool is_inline, std::string_view direct, interned_texts& list, std::uint64_t iid) {
      if (is_inline || iid == 0) return trace_.texts.keep(direct);
      const symbol found = list.of(iid);
      if (!known(found)) trace_.problems.add(gpu_problem::text_undefined, byte_of(bytes));
      return known(found) ? found : trace_.texts.keep("");
    };
    s.name = text(named, name, state.names, name_iid);
    s.category = text(filed, category, state.categories, category_iid);
    if (type == 3) {
      if (trace_.text(s.name) != "trace_metadata" || trace_.text(s.category) != "__metadata") return;
      for (const std::string_view p : pieces_) trace_.metadata.push_back(values_.read(p, state, nullptr));
      return;
    }
    if (!in_time) {
      trace_.problems.add(gpu_problem::value_unreadable, byte_of(bytes), "a stamp");
      return;
    }
    s.start = at, s.time = -1;
    s.track = track_of(track);
    s.first_value = static_cast<std::uint32_t>(trace_.values.size());
    for (const std::string_view p : pieces_) {
      const perfetto_value v = values_.read(p, state, options_.wanted);
      if (known(v.name)) trace_.values.push_back(v);
    }
    s.values = static_cast<std::uint32_t>(trace_.values.size()) - s.first_value;
    marks_.push_back({at, s.track, static_cast<std::uint32_t>(trace_.slices.size())});
    trace_.slices.push_back(s);
  }
  static void flow(perfetto_slice& s, std::uint64_t id) {
    if (s.flow == 0) s.flow = id;
  }

  /// The slices of each track from its begins and ends, in the order of time. At one time ends first close what began
  /// earlier, the innermost first; then begins open, in the order of the file; then the other ends close these.
  void close_slices() {
    marks_ = std::move(marks_) | sort_by(&mark::track, &mark::at);
    std::vector<std::uint32_t> open;
    const auto close = [&](std::int64_t at) {
      if (open.empty()) {
        trace_.problems.add(gpu_problem::slice_unstarted);
        return;
      }
      perfetto_slice& s = trace_.slices[open.back()];
      s.time = at - s.start;
      open.pop_back();
    };
    for (std::size_t i = 0; i < marks_.size();) {
      if (i == 0 || marks_[i].track != marks_[i - 1].track) open.clear();
      std::size_t last = i, all_ends = 0;
      for (; last < marks_.size() && marks_[last].track == marks_[i].track && marks_[last].at == marks_[i].at; ++last)
        all_ends += marks_[last].slice == ends ? 1 : 0;
      const std::size_t first_ends = std::min(all_ends, open.size());
      for (std::size_t n = 0; n < first_ends; ++n) close(marks_[i].at);
      for (std::size_t n = i; n < last; ++n)
        if (marks_[n].slice != ends) open.push_back(marks_[n].slice);
      for (std::size_t n = first_ends; n < all_ends; ++n) close(marks_[i].at);
      i = last;
    }
    std::size_t unfinished = 0;
    std::erase_if(trace_.slices, [&](const perfetto_slice& s) {
      unfinished += s.time < 0 ? 1 : 0;
      return s.time < 0;
    });
    if (unfinished != 0) trace_.problems.add(gpu_problem::slice_unfinished, gpu_problems::nowhere, {}, unfinished);
    marks_ = {};
  }

  /// Gives tracks without a thread of their own that of the one around them; a ring of tracks has none.
  void resolve_tracks() {
    std::vector<char> done(trace_.tracks.size(), 0);
    std::vector<std::uint32_t> way;
    for (std::uint32_t i = 0; i < trace_.tracks.size(); ++i) {
      way.clear();
      std::uint32_t at = i;
      while (done[at] == 0) {
        done[at] = 1;
        way.push_back(at);
        const perfetto_track& t = trace_.tracks[at];
        if (t.has_thread || t.has_process || t.parent == 0) break;
        const std::uint32_t parent = tracks_.number(t.parent);
        if (parent >= trace_.tracks.size()) break;
        at = parent;
      }
      const perfetto_track from = trace_.tracks[at];
      for (const std::uint32_t n : way) {
        perfetto_track& t = trace_.tracks[n];
        if (!known(t.pid)) t.pid = from.pid;
        if (!known(t.tid)) t.tid = from.tid;
        if (!known(t.thread_name)) t.thread_name = from.thread_name;
      }
    }
    for (perfetto_track& t : trace_.tracks) {
      if (!known(t.pid)) t.pid = static_cast<std::int64_t>(t.uuid);
      if (!known(t.tid)) t.tid = t.has_process ? t.pid : static_cast<std::int64_t>(t.uuid);
    }
  }

  perfetto_trace trace_{};
  perfetto_values values_;
  const perfetto_options& options_;
  perfetto_clocks clocks_{};
  const char* first_ = nullptr;
  std::size_t left_;
  bool packed_ = false, more_clocks_ = false;
  std::uint64_t last_clock_ = 0, lost_stamps_ = 0, tied_stamps_ = 0;
  distinct<std::uint64_t> sequence_numbers_{}, tracks_{};
  std::vector<perfetto_sequence> sequences_{};
  std::vector<mark> marks_{};
  std::vector<std::string_view> pieces_{};
};

}  // namespace gpu_detail

expected<perfetto_trace> read_perfetto(std::string_view bytes, const std::string& file,
                                       const perfetto_options& options) {
  return gpu_detail::perfetto_reader(options).read(bytes, file);
}

#else

expected<perfetto_trace> read_perfetto(std::string_view, const std::string& file, const perfetto_options&) {
  return failure{errc::cannot_read, {file}, "is a Perfetto trace, and this program was built without protozero"};
}

#endif

bool is_perfetto(std::string_view bytes) {
  if (!bytes.starts_with('\x0A')) return false;  // field 1 with a length: a packet
  // a line end in front of JSON is the same byte, and a brace or a bracket a length
  const auto dark = [&](std::size_t from) {
    while (from < bytes.size() && static_cast<unsigned char>(bytes[from]) <= 0x20) ++from;
    return from;
  };
  const std::size_t open = dark(0), next = dark(open + 1);
  const char bracket = open < bytes.size() ? bytes[open] : '\0', then = next < bytes.size() ? bytes[next] : '\0';
  if (bracket == '{' && (then == '"' || then == '}')) return false;
  if (bracket == '[' && (then == '{' || then == ']' || then == '"')) return false;
  return true;
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_PERFETTO_BODY_HPP
