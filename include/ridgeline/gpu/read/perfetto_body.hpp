#ifndef RIDGELINE_GPU_READ_PERFETTO_BODY_HPP
#define RIDGELINE_GPU_READ_PERFETTO_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/parallel.hpp>
#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/read/perfetto_clocks.hpp>
#include <ridgeline/gpu/read/perfetto_packet.hpp>
#include <ridgeline/gpu/read/perfetto_piece.hpp>
#include <ridgeline/gpu/read/perfetto_sequence.hpp>
#include <ridgeline/gpu/read/perfetto_slices.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/read/bytes.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/memory_limit.hpp>

namespace ridgeline {

#if RIDGELINE_WITH_PROTOZERO

namespace gpu_detail {

/// Reads packets in file order. What they define (texts, clocks, tracks) takes effect immediately; their events are
/// read in batches on all threads, while one thread goes through the packets of the next batch. A change that would
/// affect pending events is applied only after these have been read.
class perfetto_reader {
 public:
  explicit perfetto_reader(const perfetto_options& options)
      : options_(options),
        threads_(options.threads != 0 ? options.threads : default_threads()),
        left_(options.inflate_limit != 0 ? options.inflate_limit : memory_limit()) {}

  expected<perfetto_trace> read(std::string_view bytes, const std::string& file) {
    bytes_ = bytes, packets_ = perfetto_packets(bytes);
    std::vector<perfetto_packet> packets;
    const std::size_t room = std::min(batch_packets, bytes.size() / 16);
    packets.reserve(room), next_.reserve(room), waiting_.reserve(room);
    for (read_packets(); !next_.empty(); read_batch(true)) {
      packets.swap(next_);
      for (const perfetto_packet& p : packets) take(p, 0);
    }
    note_cut(packets_);
    if (trace_.slices.empty() && !any_end_ && tracks_.size() == 0)
      return failure{errc::not_a_report, {file}, "expected packets of Perfetto with tracks and events, found none"};
    if (lost_stamps_ != 0 && more_clocks_)
      trace_.problems.add(gpu_problem::clock_unknown, gpu_problems::nowhere, {}, lost_stamps_);
    pieces_.clear();
    close_slices(trace_, std::move(ends_), threads_);
    resolve_tracks();
    return std::move(trace_);
  }

 private:
  std::uint64_t byte_of(std::string_view part) const {
    return packed_ ? gpu_problems::nowhere : static_cast<std::uint64_t>(part.data() - bytes_.data());
  }

  void read_packets() { packets_.read(next_, batch_packets, batch_bytes); }
  void note_cut(const perfetto_packets& packets) {
    if (packets.gaps() != 0)
      trace_.problems.add(gpu_problem::file_damaged, byte_of({packets.first_gap(), 0}), "bytes that are no packet",
                          packets.gaps());
    if (!packets.whole()) trace_.problems.add(gpu_problem::file_damaged, gpu_problems::nowhere, "a packet is cut");
  }

  void take(const perfetto_packet& p, int depth) {
    std::string_view interned, defaults, snapshot;
    proto_message m(p.more ? p.bytes : std::string_view());
    while (m.next()) {
      switch (m.key()) {
        case proto_key(6, proto_wire::bytes): snapshot = m.bytes(); break;
        case proto_key(12, proto_wire::bytes): interned = m.bytes(); break;
        case proto_key(42, proto_wire::varint):
          if (m.varint() != 0) trace_.problems.add(gpu_problem::packets_lost, byte_of(p.bytes));
          break;
        case proto_key(50, proto_wire::bytes): unpack(m.bytes(), depth); break;
        case proto_key(59, proto_wire::bytes): defaults = m.bytes(); break;
        case proto_key(60, proto_wire::bytes):
          met_.push_back({waiting_.size(), track_described(m.bytes(), trace_.texts)});
          break;
        default: break;
      }
    }
    if (p.broken) trace_.problems.add(gpu_problem::file_damaged, byte_of(p.bytes), "a packet is broken");
    if (snapshot.data() != nullptr) clocks_.snapshot(snapshot, p.sequence);
    const std::uint32_t n = number_of(p.sequence);
    if ((p.flags & 1) != 0) clear(n);
    if (defaults.data() != nullptr) set_defaults(defaults, n);
    if (interned.data() != nullptr) intern(interned, n);
    if (p.event.data() != nullptr)
      wait(p, n);
    else if (p.stamped && snapshot.data() == nullptr)
      time_of(p, n);  // an incremental clock goes on with every packet, whatever it contains
    if (depth == 0) at_ = static_cast<std::size_t>(p.bytes.data() + p.bytes.size() - bytes_.data());
    if (std::max(waiting_.size(), met_.size()) >= batch_packets || waiting_bytes_ >= batch_bytes) read_batch();
  }
  void wait(const perfetto_packet& p, std::uint32_t n) {
    perfetto_sequence& state = sequences_[n];
    if ((p.flags & 2) != 0 && !state.cleared) trace_.problems.add(gpu_problem::text_undefined, byte_of(p.bytes));
    const auto [at, base] = time_of(p, n);
    if (last_base_ != 0 && base != last_base_) more_clocks_ = true;
    last_base_ = base;
    if (base != perfetto_clocks::boot) ++lost_stamps_;
    const bool in_time = p.stamped && at > -longest_time && at < longest_time;
    waiting_.push_back({p.event, at, definitions_, n, in_time, packed_, p.stage});
    waiting_bytes_ += p.event.size();
    state.batch = batch_;
  }

  /// A packet's time, and the clock that it is on.
  perfetto_clocks::moment time_of(const perfetto_packet& p, std::uint32_t n) {
    const std::uint64_t own = p.clock != 0 ? p.clock : sequences_[n].clock;
    return clocks_.time_of(static_cast<std::int64_t>(p.stamp), own != 0 ? own : perfetto_clocks::boot, p.sequence);
  }

  std::uint32_t number_of(std::uint64_t sequence) {
    if (sequence == last_sequence_ && known(last_number_)) return last_number_;
    const std::uint32_t n = sequence_numbers_.number(sequence);
    if (n == sequences_.size()) sequences_.emplace_back().state = ++states_;
    last_sequence_ = sequence, last_number_ = n;
    return n;
  }

  void unpack(std::string_view bytes, int depth) {
    expected<inflated_bytes> inflated =
        depth < 2 && left_ != 0 ? inflate(bytes, left_) : failure{errc::cannot_read, {}, "packed too often"};
    if (!inflated || inflated->cut() || inflated->limited())
      trace_.problems.add(gpu_problem::packed_damaged, byte_of(bytes));
    if (!inflated) return;
    left_ -= std::min(left_, inflated->view().size());
    const bool before = std::exchange(packed_, true);
    perfetto_packets packets(inflated->view());
    for (std::vector<perfetto_packet> some; packets.read(some, 1024, batch_bytes), !some.empty();)
      for (const perfetto_packet& p : some) take(p, depth + 1);
    note_cut(packets);
    packed_ = before;
    if (waiting_.empty()) return;
    waiting_bytes_ += inflated->view().size();
    unpacked_.push_back(std::move(*inflated));
  }

  /// Reads pending events affected by an imminent change of their sequence.
  void read_before_change(const perfetto_sequence& state) {
    if (state.batch == batch_) read_batch();
  }
  void clear(std::uint32_t n) {
    perfetto_sequence& state = sequences_[n];
    read_before_change(state);
    state = {};
    state.cleared = true, state.state = ++states_;
  }

  void set_defaults(std::string_view bytes, std::uint32_t n) {
    perfetto_sequence& state = sequences_[n];
    std::uint64_t track = state.track;
    proto_message m(bytes);
    while (m.next()) {
      if (m.key() == proto_key(58, proto_wire::varint)) state.clock = m.varint();
      if (m.key() != proto_key(11, proto_wire::bytes)) continue;
      proto_message event(m.bytes());
      while (event.next())
        if (event.key() == proto_key(11, proto_wire::varint)) track = event.varint();
    }
    if (track != state.track) read_before_change(state);
    state.track = track;
  }

  void intern(std::string_view bytes, std::uint32_t n) {
    perfetto_sequence& state = sequences_[n];
    ++definitions_;
    proto_message m(bytes);
    while (m.next()) {
      interned_texts* const to = m.key() == proto_key(1, proto_wire::bytes)    ? &state.categories
                                 : m.key() == proto_key(2, proto_wire::bytes)  ? &state.names
                                 : m.key() == proto_key(3, proto_wire::bytes)  ? &state.value_names
                                 : m.key() == proto_key(24, proto_wire::bytes) ? &state.stages
                                 : m.key() == proto_key(29, proto_wire::bytes) ? &state.strings
                                 : m.key() == kernels_key                      ? &state.kernels
                                                                               : nullptr;
      if (to == nullptr) continue;
      std::uint64_t iid = 0;
      std::string_view text;
      proto_message entry(m.bytes());
      while (entry.next()) {
        if (entry.key() == proto_key(1, proto_wire::varint)) iid = entry.varint();
        if (entry.key() == proto_key(2, proto_wire::bytes)) text = entry.bytes();
        if (to == &state.kernels && entry.key() == proto_key(3, proto_wire::bytes)) text = entry.bytes();  // demangled
      }
      const symbol kept = trace_.texts.keep(text);
      const interned_texts::entry* const before = to->find(iid);
      if (before != nullptr && before->text == kept) continue;
      if (before != nullptr) {
        read_before_change(state);
        state.state = ++states_;
      }
      to->set(iid, {kept, definitions_});
    }
  }

  static constexpr std::uint32_t kernels_key = proto_key(1000, proto_wire::bytes);

  std::uint32_t track_of(std::uint64_t uuid) {
    const std::uint32_t n = tracks_.number(uuid);
    if (n == trace_.tracks.size()) trace_.tracks.emplace_back().uuid = uuid;
    return n;
  }

  /// Reads the pending events and adds them to the trace in file order; if requested, processes the following packets
  /// at the same time.
  void read_batch(bool go_on = false) {
    constexpr std::size_t pieces_of_batch = 16, few = 256;
    const std::size_t count = waiting_.size() < few ? 1 : pieces_of_batch, beside = go_on ? 1 : 0;
    while (pieces_.size() < count) pieces_.emplace_back(trace_.texts, options_, bytes_.data());
    const auto first_of = [&](std::size_t i) { return waiting_.size() * i / count; };
    const unsigned threads = count == 1 ? 1 : threads_;
    parallel_for(beside + count, threads, [&](std::size_t i, unsigned) {
      if (i < beside) return read_packets();
      perfetto_piece& p = pieces_[i - beside];
      for (std::size_t n = first_of(i - beside); n < first_of(i - beside + 1); ++n)
        p.read(waiting_[n], n, sequences_[waiting_[n].sequence]);
    });
    std::vector<perfetto_piece::place> places(count);
    perfetto_piece::place next{trace_.slices.size(), trace_.values.size()};
    std::size_t described = 0;
    for (std::size_t i = 0; i < count; ++i) {
      perfetto_piece& p = pieces_[i];
      places[i] = next;
      next.slices += p.slices.size(), next.values += p.values.size();
      p.texts.share(trace_.texts);
      for (const perfetto_piece::met_track& t : p.met) {
        described = describe(described, t.event);
        p.tracks.push_back(track_of(t.uuid));
        perfetto_track& track = trace_.tracks[p.tracks.back()];
        if (known(t.device)) track.pid = t.device, track.tid = t.stream;
      }
      p.met.clear();
      ends_.resize(trace_.tracks.size());
      for (const perfetto_end& e : p.ends) ends_[p.tracks[e.track]].push_back(e.at);
      any_end_ = any_end_ || !p.ends.empty();
      p.ends.clear();
      for (const perfetto_value& v : p.metadata) trace_.metadata.push_back(p.shared(v));
      p.metadata.clear();
      trace_.problems.merge(p.problems);
      p.problems = {};
    }
    describe(described, waiting_.size());
    grow(trace_.slices, next.slices);
    grow(trace_.values, next.values);
    parallel_for(count, threads, [&](std::size_t i, unsigned) { pieces_[i].move_to(trace_, places[i]); });
    waiting_.clear(), met_.clear(), unpacked_.clear();
    waiting_bytes_ = 0;
    ++batch_;
    constexpr std::size_t release_step = std::size_t{4} << 20;
    if (options_.source != nullptr && at_ > released_ + release_step) {
      options_.source->release(bytes_.substr(released_, at_ - released_));
      released_ = at_;
    }
  }
  /// Applies the descriptions of tracks that precede an event.
  std::size_t describe(std::size_t from, std::size_t event) {
    for (; from < met_.size() && met_[from].event <= event; ++from)
      trace_.tracks[track_of(met_[from].track.uuid)] = met_[from].track;
    return from;
  }
  /// Makes room for the batch; the first time, extrapolates to the rest of the file.
  template <class List>
  void grow(List& list, std::size_t size) const {
    if (list.capacity() == 0 && at_ != 0) {
      const double alike = static_cast<double>(bytes_.size()) / static_cast<double>(at_);
      list.reserve(static_cast<std::size_t>(static_cast<double>(size) * std::min(alike * 1.02, 64.0)));
    }
    list.resize(size);
  }

  /// Tracks without their own thread take that of the nearest ancestor; a cycle of tracks has none.
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

  /// A track described before an event of the batch.
  struct described_track {
    std::size_t event;
    perfetto_track track;
  };
  static constexpr std::size_t batch_bytes = std::size_t{8} << 20, batch_packets = std::size_t{1} << 16;

  perfetto_trace trace_{};
  const perfetto_options& options_;
  unsigned threads_;
  perfetto_clocks clocks_{};
  std::string_view bytes_{};
  std::size_t left_, at_ = 0, released_ = 0;  ///< bytes to unpack; bytes of the file that were taken in, and given back
  bool packed_ = false, more_clocks_ = false, any_end_ = false;
  std::uint64_t last_base_ = 0, lost_stamps_ = 0;
  distinct<std::uint64_t> sequence_numbers_{}, tracks_{};
  std::uint64_t last_sequence_ = 0;
  std::uint32_t last_number_ = missing<std::uint32_t>;
  std::vector<perfetto_sequence> sequences_{};
  std::uint64_t definitions_ = 0, states_ = 0, batch_ = 1;
  perfetto_packets packets_{{}};
  std::vector<perfetto_packet> next_{};
  std::vector<perfetto_event> waiting_{};
  std::size_t waiting_bytes_ = 0;
  std::vector<described_track> met_{};
  std::vector<inflated_bytes> unpacked_{};  ///< that contain pending events
  std::deque<perfetto_piece> pieces_{};
  std::vector<std::vector<std::int64_t>> ends_{};  ///< by track
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
  if (!bytes.starts_with('\x0A') || !binary_format_of(bytes).empty()) return false;  // field 1 with a length: a packet
  // a line feed before JSON is the same byte, followed by a brace or bracket that would be a length
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
