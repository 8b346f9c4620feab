#ifndef RIDGELINE_BENCH_PROTOZERO_WALK_HPP
#define RIDGELINE_BENCH_PROTOZERO_WALK_HPP

#include <cstdint>

#include <protozero/pbf_reader.hpp>

/// Which fields of a message contain messages, and of what kind.
struct message_kind {
  const message_kind* inner[64] = {};
};

/// All fields of a message, including nested messages: the least that a reader of the file has to do.
inline std::uint64_t walk(protozero::pbf_reader message, const message_kind& kind) {
  std::uint64_t sum = 0;
  while (message.next()) {
    const std::uint32_t field = message.tag();
    switch (message.wire_type()) {
      case protozero::pbf_wire_type::varint: sum += message.get_uint64(); break;
      case protozero::pbf_wire_type::fixed64: sum += message.get_fixed64(); break;
      case protozero::pbf_wire_type::length_delimited:
        if (field < 64 && kind.inner[field] != nullptr) sum += walk(message.get_message(), *kind.inner[field]);
        else sum += message.get_view().size();
        break;
      default: message.skip(); break;
    }
  }
  return sum;
}

#endif  // RIDGELINE_BENCH_PROTOZERO_WALK_HPP
