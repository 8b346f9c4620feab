#ifndef RIDGELINE_GPU_READ_PERFETTO_CLOCKS_HPP
#define RIDGELINE_GPU_READ_PERFETTO_CLOCKS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/read/protobuf.hpp>

#if RIDGELINE_WITH_PROTOZERO

namespace ridgeline::gpu_detail {

/// Converts timestamps of any clock to boot time, by the latest snapshot that contains both.
class perfetto_clocks {
 public:
  static constexpr std::uint64_t boot = 6;

  void snapshot(std::string_view bytes, std::uint64_t sequence) {
    struct reading {
      std::uint64_t id = 0;
      std::int64_t at = 0, unit = 1;
      bool incremental = false;
    };
    std::vector<reading> readings;
    proto_message m(bytes);
    while (m.next()) {
      if (m.key() != proto_key(1, proto_wire::bytes)) continue;
      reading r;
      proto_message one(m.bytes());
      while (one.next()) {
        switch (one.key()) {
          case proto_key(1, proto_wire::varint): r.id = one.varint(); break;
          case proto_key(2, proto_wire::varint): r.at = one.number(); break;
          case proto_key(3, proto_wire::varint): r.incremental = one.varint() != 0; break;
          case proto_key(4, proto_wire::varint): r.unit = std::max<std::int64_t>(one.number(), 1); break;
          default: break;
        }
      }
      readings.push_back(r);
    }
    const auto zero = std::find_if(readings.begin(), readings.end(), [](const reading& r) { return r.id == boot; });
    for (const reading& r : readings) {
      clock& c = of(r.id, sequence);
      std::int64_t at = 0;
      if (zero == readings.end() || __builtin_mul_overflow(r.at, r.unit, &at) ||
          __builtin_sub_overflow(zero->at, at, &c.offset))
        continue;
      c.tied = true;
      c.unit = r.unit;
      c.incremental = r.incremental;
      c.last = r.at;
    }
  }
  /// A timestamp as boot time; unchanged, with `lost` set, if no snapshot relates its clock to boot time.
  std::int64_t boot_time(std::int64_t stamp, std::uint64_t id, std::uint64_t sequence, bool& lost) {
    if (id == boot) return stamp;
    clock& c = of(id, sequence);
    lost = !c.tied;
    if (!c.tied) return stamp;
    if (c.incremental && __builtin_add_overflow(c.last, stamp, &c.last)) c.last = 0;
    std::int64_t at = c.incremental ? c.last : stamp;
    if (__builtin_mul_overflow(at, c.unit, &at) || __builtin_add_overflow(at, c.offset, &at)) return longest_time;
    return at;
  }

 private:
  struct clock {
    std::int64_t offset = 0, unit = 1, last = 0;
    bool tied = false, incremental = false;
  };
  struct key {
    std::uint64_t id, sequence;
  };
  clock& of(std::uint64_t id, std::uint64_t sequence) {
    const std::uint32_t n = numbers_.number({id, id >= 64 ? sequence : 0});  // those from 64 up are local to a sequence
    if (n >= clocks_.size()) clocks_.resize(n + std::size_t{1});
    return clocks_[n];
  }
  distinct<key> numbers_{};
  std::vector<clock> clocks_;
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_GPU_READ_PERFETTO_CLOCKS_HPP
