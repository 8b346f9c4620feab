#ifndef RIDGELINE_GPU_READ_PERFETTO_PIECE_HPP
#define RIDGELINE_GPU_READ_PERFETTO_PIECE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/read/perfetto_sequence.hpp>
#include <ridgeline/gpu/read/perfetto_stages.hpp>
#include <ridgeline/gpu/read/perfetto_values.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/read/protobuf.hpp>

#if RIDGELINE_WITH_PROTOZERO

namespace ridgeline::gpu_detail {

/// An event as contained in its packet, not yet parsed.
struct perfetto_event {
  std::string_view bytes;
  std::int64_t at;         ///< boot time
  std::uint64_t when;      ///< number of texts defined before it
  std::uint32_t sequence;
  bool in_time;            ///< it has a plausible timestamp
  bool packed;             ///< it was in compressed packets
  bool stage;              ///< it is a piece of GPU work
};

/// The end of a slice on a track.
struct perfetto_end {
  std::int64_t at;
  std::uint32_t track;
};

/// Reads the events of one part of a batch. Texts and tracks are numbered within the piece; what it learns about them
/// in one batch is reused in the next.
class perfetto_piece {
 public:
  /// A track first mentioned by an event in this piece.
  struct met_track {
    std::size_t event;
    std::uint64_t uuid;
    std::int64_t device = missing<std::int64_t>, stream = missing<std::int64_t>;  ///< of GPU work; it has no track
  };

  perfetto_piece(const symbol_pool& shared, const perfetto_options& options, const char* first_byte)
      : texts(shared), values_(texts, problems, options.wanted), stages_(texts, values_), first_byte_(first_byte) {}
  perfetto_piece(const perfetto_piece&) = delete;
  perfetto_piece& operator=(const perfetto_piece&) = delete;
  ~perfetto_piece() = default;

  /// Reads event number `n` of its batch.
  void read(const perfetto_event& e, std::size_t n, const perfetto_sequence& in) {
    const perfetto_moment at{in, e.when};
    if (e.stage) return read_stage(e, n, at);
    perfetto_slice s;
    event_fields f = fields_of(e.bytes, in.track, s);
    std::int64_t time = -1;
    if (f.type == 0 && !f.legacy.empty()) time = read_legacy(e, f);
    const auto& [type, track, name_iid, category_iid, submitted, name, category, legacy, named, filed] = f;
    if (type != 1 && type != 2 && type != 3) return;
    if (type == 2) {
      if (e.in_time) ends.push_back({e.at, track_of(track, n)});
      return;
    }
    const auto text = [&](bool is_inline, std::string_view direct, const interned_texts& list, std::uint64_t iid) {
      if (is_inline || iid == 0) return texts.keep(direct);
      const symbol found = list.of(iid, at.when);
      if (!known(found)) problems.add(gpu_problem::text_undefined, byte_of(e));
      return known(found) ? found : texts.keep("");
    };
    s.name = text(named, name, in.names, name_iid);
    s.category = text(filed, category, in.categories, category_iid);
    if (type == 3) {
      if (texts.text(s.name) != "trace_metadata" || texts.text(s.category) != "__metadata") return;
      for (const std::string_view p : parts_) metadata.push_back(values_.read_any(p, at));
      return;
    }
    if (!e.in_time || time >= longest_time - e.at) {
      problems.add(gpu_problem::value_unreadable, byte_of(e), e.in_time ? "a duration" : "a stamp");
      return;
    }
    s.start = e.at, s.time = time;
    s.track = track_of(track, n);
    s.first_value = static_cast<std::uint32_t>(values.size());
    perfetto_value v;
    for (const std::string_view p : parts_)
      if (values_.read(p, at, v)) values.push_back(v);
    if (submitted != 0) mark_call(s, submitted);
    s.values = static_cast<std::uint32_t>(values.size()) - s.first_value;
    slices.push_back(s);
  }

  /// Where this piece's slices and values of a batch go in the trace.
  struct place {
    std::size_t slices = 0, values = 0;
  };
  /// Moves the slices and values read so far to that place, using the trace's numbers.
  void move_to(perfetto_trace& trace, const place& to) {
    for (std::size_t i = 0; i < slices.size(); ++i) {
      perfetto_slice& s = trace.slices[to.slices + i] = slices[i];
      s.name = texts.shared(s.name), s.category = texts.shared(s.category);
      s.track = tracks[s.track];
      s.first_value += static_cast<std::uint32_t>(to.values);
    }
    for (std::size_t i = 0; i < values.size(); ++i) trace.values[to.values + i] = shared(values[i]);
    slices.clear(), values.clear();
  }
  perfetto_value shared(perfetto_value v) const {
    v.name = texts.shared(v.name);
    if (known(v.text())) v.bits = static_cast<std::uint64_t>(texts.shared(v.text()));
    return v;
  }

  gpu_problems problems{};
  perfetto_texts texts;
  std::vector<perfetto_slice> slices;
  std::vector<perfetto_value> values{}, metadata{};
  std::vector<perfetto_end> ends;
  std::vector<met_track> met;             ///< in the current batch
  std::vector<std::uint32_t> tracks;      ///< the trace's numbers for the piece's tracks

 private:
  /// The fields of an event itself.
  struct event_fields {
    std::uint64_t type = 0, track = 0, name_iid = 0, category_iid = 0, submitted = 0;
    std::string_view name{}, category{}, legacy{};
    bool named = false, filed = false;
  };
  /// Inlined completely, since it reads most of the bytes. Adds flows to `s`, and values to `parts_`.
  [[gnu::flatten]] event_fields fields_of(std::string_view bytes, std::uint64_t track, perfetto_slice& s) {
    event_fields f{.track = track};
    bool by_iid = false;
    parts_.clear();
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(9, proto_wire::varint): f.type = m.varint(); break;
        case proto_key(11, proto_wire::varint): f.track = m.varint(); break;
        case proto_key(10, proto_wire::varint): f.name_iid = m.varint(); break;
        case proto_key(23, proto_wire::bytes): f.name = m.bytes(), f.named = true; break;
        case proto_key(3, proto_wire::varint):
        case proto_key(3, proto_wire::bytes):
          m.numbers([&](std::int64_t iid) {
            if (!by_iid) f.category_iid = static_cast<std::uint64_t>(iid);
            by_iid = true;
          });
          break;
        case proto_key(22, proto_wire::bytes): {
          const std::string_view c = m.bytes();
          if (!f.filed) f.category = c, f.filed = true;
          break;
        }
        case proto_key(4, proto_wire::bytes): parts_.push_back(m.bytes()); break;
        case proto_key(6, proto_wire::bytes): f.legacy = m.bytes(); break;
        case proto_key(36, proto_wire::varint):
        case proto_key(42, proto_wire::varint): flow(s, m.varint()); break;
        case proto_key(47, proto_wire::fixed64):
        case proto_key(48, proto_wire::fixed64): flow(s, m.fixed()); break;
        case proto_key(3000, proto_wire::bytes): f.submitted = submitted_by(m.bytes()); break;
        default: break;
      }
    }
    return f;
  }

  /// What an event of the older form is, by its phase as in JSON: `B`, `E`, or `X`, whose duration this returns. Those
  /// of instants, counters, flows and names are no slices; asynchronous ones are not read.
  std::int64_t read_legacy(const perfetto_event& e, event_fields& f) {
    std::int64_t phase = 0, duration_us = 0;
    proto_message m(f.legacy);
    while (m.next()) {
      if (m.key() == proto_key(1, proto_wire::varint) && !f.named && f.name_iid == 0) f.name_iid = m.varint();
      else if (m.key() == proto_key(2, proto_wire::varint)) phase = m.number();
      else if (m.key() == proto_key(3, proto_wire::varint)) duration_us = m.number();
    }
    if (phase == 'E') f.type = 2;
    if (phase == 'B' || phase == 'X') f.type = 1;
    for (const char asynchronous : {'b', 'n', 'e', 'S', 'T', 'p', 'F'})
      if (phase == asynchronous) problems.add(gpu_problem::table_unknown, byte_of(e), "an asynchronous event");
    if (phase != 'X') return -1;
    constexpr std::int64_t in_ns = 1000;
    return duration_us < 0 || duration_us > longest_time / in_ns ? longest_time : duration_us * in_ns;
  }

  /// The first piece of GPU work that a call submitted; 0 if it submitted none.
  static std::uint64_t submitted_by(std::string_view bytes) {
    std::uint64_t first = 0;
    proto_message m(bytes);
    while (m.next())
      if (m.field() == 1)
        m.numbers([&](std::int64_t id) { first = first != 0 ? first : static_cast<std::uint64_t>(id); });
    return first;
  }
  /// What submits GPU work is a call of a runtime, linked by the number of the work unless it has one of its own.
  void mark_call(perfetto_slice& s, std::uint64_t submitted) {
    const symbol name = texts.keep("correlation");
    bool linked = false;
    for (std::size_t i = s.first_value; i < values.size(); ++i) {
      if (texts.text(values[i].name) != "correlation" || values[i].is != perfetto_value::kind::whole) continue;
      linked = true, submitted = values[i].bits;
    }
    if (!linked) values.push_back({name, perfetto_value::kind::whole, submitted});
    flow(s, submitted);
    const std::string_view category = texts.text(s.category);
    if (category.empty() || category.ends_with("_runtime") || category.ends_with("_driver")) return;
    s.category = texts.keep(std::string(category) + "_runtime");
  }

  void read_stage(const perfetto_event& e, std::size_t n, const perfetto_moment& at) {
    const std::size_t first = values.size();
    const std::optional<perfetto_stages::stage> work = stages_.read(e.bytes, at, values);
    if (!work) return;
    if (!e.in_time || work->time < 0 || work->time >= longest_time - e.at) {
      values.resize(first);
      problems.add(gpu_problem::value_unreadable, byte_of(e), e.in_time ? "a duration" : "a stamp");
      return;
    }
    perfetto_slice s;
    s.start = e.at, s.time = work->time;
    s.name = work->name, s.category = work->category;
    if (known(work->correlation) && work->correlation > 0) s.flow = static_cast<std::uint64_t>(work->correlation);
    s.track = stage_track(work->device, work->stream, n);
    s.first_value = static_cast<std::uint32_t>(first);
    s.values = static_cast<std::uint32_t>(values.size() - first);
    slices.push_back(s);
  }
  /// The track for the work of a stream, whose number no writer of tracks is likely to use.
  std::uint32_t stage_track(std::int64_t device, std::int64_t stream, std::size_t event) {
    const std::uint64_t uuid = (static_cast<std::uint64_t>(device) * 0x9E3779B97F4A7C15u) ^
                               (static_cast<std::uint64_t>(stream) * 0xC2B2AE3D27D4EB4Fu + 0x165667B19E3779F9u);
    const std::size_t before = met.size();
    const std::uint32_t track = track_of(uuid, event);
    if (met.size() != before) met.back().device = device, met.back().stream = stream;
    return track;
  }

  std::uint64_t byte_of(const perfetto_event& e) const {
    return e.packed ? gpu_problems::nowhere : static_cast<std::uint64_t>(e.bytes.data() - first_byte_);
  }
  std::uint32_t track_of(std::uint64_t uuid, std::size_t event) {
    if (uuid == last_uuid_ && known(last_track_)) return last_track_;
    const std::size_t before = uuids_.size();
    const std::uint32_t n = uuids_.number(uuid);
    if (n == before) met.push_back({.event = event, .uuid = uuid});
    last_uuid_ = uuid, last_track_ = n;
    return n;
  }
  static void flow(perfetto_slice& s, std::uint64_t id) {
    if (s.flow == 0) s.flow = id;
  }

  perfetto_values values_;
  perfetto_stages stages_;
  const char* first_byte_;
  distinct<std::uint64_t> uuids_{};
  std::uint64_t last_uuid_ = 0;
  std::uint32_t last_track_ = missing<std::uint32_t>;
  std::vector<std::string_view> parts_;
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_GPU_READ_PERFETTO_PIECE_HPP
