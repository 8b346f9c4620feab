#ifndef RIDGELINE_GPU_READ_PERFETTO_PACKET_HPP
#define RIDGELINE_GPU_READ_PERFETTO_PACKET_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

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
        case proto_key(13, proto_wire::varint): flags = m.varint(); break;
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

/// The packets of a file, a few at a time.
class perfetto_packets {
 public:
  explicit perfetto_packets(std::string_view bytes) : message_(bytes) {}

  /// Reads the next packets, at most `most` and about `size` bytes; none at the end.
  void read(std::vector<perfetto_packet>& to, std::size_t most, std::size_t size) {
    to.clear();
    for (std::size_t taken = 0; to.size() < most && taken < size && message_.next();)
      if (message_.key() == proto_key(1, proto_wire::bytes)) {
        to.emplace_back(message_.bytes());
        taken += to.back().bytes.size();
      }
  }
  /// Whether the bytes ended after a complete packet.
  bool whole() const { return message_.end() == proto_end::whole; }

 private:
  proto_message message_;
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_GPU_READ_PERFETTO_PACKET_HPP
