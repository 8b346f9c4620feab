#ifndef RIDGELINE_GPU_READ_PERFETTO_PACKET_HPP
#define RIDGELINE_GPU_READ_PERFETTO_PACKET_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/read/protobuf.hpp>

#if RIDGELINE_WITH_PROTOZERO

namespace ridgeline::gpu_detail {

/// The content of a packet that applies only to itself.
struct perfetto_packet {
  std::string_view bytes{}, event{};
  std::uint64_t stamp = 0, sequence = 0, clock = 0, flags = 0;
  bool stamped = false;
  bool stage = false;  ///< the event is a piece of GPU work, not a track event
  bool broken = false;
  bool more = false;  ///< it contains something that applies to other packets

  [[gnu::flatten]] explicit perfetto_packet(std::string_view all) : bytes(all) {
    proto_message m(all);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(8, proto_wire::varint): stamp = m.varint(), stamped = true; break;
        case proto_key(10, proto_wire::varint): sequence = m.varint(); break;
        case proto_key(11, proto_wire::bytes): event = m.bytes(); break;
        case proto_key(53, proto_wire::bytes): event = m.bytes(), stage = true; break;
        case proto_key(13, proto_wire::varint): flags |= m.varint(); break;
        case proto_key(41, proto_wire::varint): flags |= m.varint() != 0 ? 1u : 0u; break;  // cleared, in older files
        case proto_key(58, proto_wire::varint): clock = m.varint(); break;
        case proto_key(6, proto_wire::bytes):
        case proto_key(12, proto_wire::bytes):
        case proto_key(42, proto_wire::varint):
        case proto_key(50, proto_wire::bytes):
        case proto_key(59, proto_wire::bytes):
        case proto_key(60, proto_wire::bytes): more = true; break;
        default: break;
      }
    }
    broken = m.end() == proto_end::broken;
  }
};

/// The packets of a file, a few at a time. Where bytes are no packet, reading goes on at the next place from which
/// packets follow each other.
class perfetto_packets {
 public:
  explicit perfetto_packets(std::string_view bytes)
      : end_(bytes.data() + bytes.size()), left_(4 * bytes.size()), message_(bytes) {}

  /// Reads the next packets, at most `most` and about `size` bytes; none at the end.
  void read(std::vector<perfetto_packet>& to, std::size_t most, std::size_t size) {
    to.clear();
    for (std::size_t taken = 0; to.size() < most && taken < size;) {
      const char* const at = message_.rest();
      if (!message_.next()) {
        if (message_.end() == proto_end::whole || !go_on_after(at)) return;
        continue;
      }
      if (message_.key() != packet) {
        static_cast<void>(go_on_after(at));  // false: only fields of later versions are left
        continue;
      }
      const std::string_view bytes = message_.bytes();
      if (message_.end() != proto_end::whole && go_on_after(at)) continue;
      to.emplace_back(bytes);
      taken += to.back().bytes.size();
    }
  }
  /// Whether the bytes ended after a complete packet.
  bool whole() const { return message_.end() == proto_end::whole; }
  /// How many times bytes were skipped, and where for the first time.
  std::uint64_t gaps() const { return gaps_; }
  const char* first_gap() const { return first_gap_; }

 private:
  static constexpr std::uint32_t packet = proto_key(1, proto_wire::bytes);

  bool go_on_after(const char* at) {
    for (const char* p = at; p != end_ && left_ != 0;) {
      p = static_cast<const char*>(std::memchr(p + 1, packet, static_cast<std::size_t>(end_ - p - 1)));
      if (p == nullptr) return false;
      if (!begins_packets(p)) continue;
      if (gaps_++ == 0) first_gap_ = at;
      message_ = proto_message({p, static_cast<std::size_t>(end_ - p)});
      return true;
    }
    return false;
  }
  /// Whether three packets begin here, or those that are left: each has a time, a sequence or something for others.
  bool begins_packets(const char* p) {
    proto_message m({p, static_cast<std::size_t>(end_ - p)});
    for (int n = 0; n < 3; ++n) {
      if (!m.next()) return n > 0 && m.end() == proto_end::whole;
      if (m.key() != packet) return false;
      const std::string_view bytes = m.bytes();
      if (m.end() != proto_end::whole || bytes.size() > left_) return false;
      left_ -= bytes.size();
      const perfetto_packet one(bytes);
      if (one.broken || !(one.stamped || one.sequence != 0 || one.more)) return false;
    }
    return true;
  }

  const char* end_ = nullptr;
  const char* first_gap_ = nullptr;
  std::uint64_t gaps_ = 0;
  std::size_t left_ = 0;  ///< bytes that may still be looked at in search of packets
  proto_message message_;
};

/// The track that a descriptor describes.
inline perfetto_track track_described(std::string_view bytes, symbol_pool& texts) {
  perfetto_track t;
  proto_message m(bytes);
  while (m.next()) {
    switch (m.key()) {
      case proto_key(1, proto_wire::varint): t.uuid = m.varint(); break;
      case proto_key(2, proto_wire::bytes):
      case proto_key(10, proto_wire::bytes):  // the name of a track that is a constant of the program (SDK of 2024)
      case proto_key(13, proto_wire::bytes): t.name = texts.keep(m.bytes()); break;
      case proto_key(5, proto_wire::varint): t.parent = m.varint(); break;
      case proto_key(3, proto_wire::bytes): {
        t.has_process = true;
        proto_message process(m.bytes());
        while (process.next()) {
          if (process.key() == proto_key(1, proto_wire::varint)) t.pid = process.number();
          if (process.key() == proto_key(6, proto_wire::bytes)) t.process_name = texts.keep(process.bytes());
          if (process.key() == proto_key(8, proto_wire::bytes)) t.process_label = texts.keep(process.bytes());
        }
        break;
      }
      case proto_key(4, proto_wire::bytes): {
        t.has_thread = true;
        proto_message thread(m.bytes());
        while (thread.next()) {
          if (thread.key() == proto_key(1, proto_wire::varint)) t.pid = thread.number();
          if (thread.key() == proto_key(2, proto_wire::varint)) t.tid = thread.number();
          if (thread.key() == proto_key(5, proto_wire::bytes)) t.thread_name = texts.keep(thread.bytes());
        }
        break;
      }
      default: break;
    }
  }
  return t;
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_GPU_READ_PERFETTO_PACKET_HPP
