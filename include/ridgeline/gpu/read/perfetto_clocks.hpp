#ifndef RIDGELINE_GPU_READ_PERFETTO_CLOCKS_HPP
#define RIDGELINE_GPU_READ_PERFETTO_CLOCKS_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/read/protobuf.hpp>

#if RIDGELINE_WITH_PROTOZERO

namespace ridgeline::gpu_detail {

/// Converts timestamps of any clock to boot time, by the latest snapshot that relates its clock to it: directly, or
/// through another clock. Without boot time, clocks are converted to an absolute one that their snapshot contains.
class perfetto_clocks {
 public:
  static constexpr std::uint64_t boot = 6;

  void snapshot(std::string_view bytes, std::uint64_t sequence) {
    std::vector<reading> readings;
    proto_message m(bytes);
    while (m.next()) {
      if (m.key() != proto_key(1, proto_wire::bytes)) continue;
      reading r;
      std::int64_t unit = 1;
      proto_message one(m.bytes());
      while (one.next()) {
        switch (one.key()) {
          case proto_key(1, proto_wire::varint): r.id = one.varint(); break;
          case proto_key(2, proto_wire::varint): r.at = one.number(); break;
          case proto_key(3, proto_wire::varint): r.incremental = one.varint() != 0; break;
          case proto_key(4, proto_wire::varint): unit = std::max<std::int64_t>(one.number(), 1); break;
          default: break;
        }
      }
      if (r.id != boot) r.unit = unit;
      if (__builtin_mul_overflow(r.at, r.unit, &r.time)) continue;
      r.clock = number_of(r.id, sequence);
      readings.push_back(r);
      if (r.id < first_global) continue;
      r.clock = number_of(r.id, any_sequence);
      readings.push_back(r);
    }
    const auto base = std::min_element(readings.begin(), readings.end(),
                                       [&](const reading& a, const reading& b) { return rank(a) < rank(b); });
    if (base == readings.end()) return;
    const way from = way_of(base->clock);
    const bool ties = base->id == boot || !base->incremental;
    for (const reading& r : readings) {
      clock& c = clocks_[r.clock];
      c.unit = r.unit, c.incremental = r.incremental && r.id != boot, c.last = r.at, c.met = true;
      std::int64_t offset = 0;
      if (!ties || r.clock == from.end || __builtin_sub_overflow(base->time, r.time, &offset) ||
          __builtin_add_overflow(offset, from.offset, &offset))
        continue;
      c.base = from.end, c.offset = offset;
    }
  }
  struct moment {
    std::int64_t at;
    std::uint64_t base;  ///< the clock that it is on: boot time unless no snapshot relates them
  };
  moment time_of(std::int64_t stamp, std::uint64_t id, std::uint64_t sequence) {
    if (id == boot) return {stamp, boot};
    std::uint32_t n = number_of(id, sequence);
    if (id >= first_global && !clocks_[n].met) n = number_of(id, any_sequence);
    clock& c = clocks_[n];
    const way to = way_of(n);
    const std::uint64_t base = clocks_[to.end].id;
    if (c.incremental && __builtin_add_overflow(c.last, stamp, &c.last)) c.last = 0;
    std::int64_t at = c.incremental ? c.last : stamp;
    if (__builtin_mul_overflow(at, c.unit, &at) || __builtin_add_overflow(at, to.offset, &at))
      at = longest_time;
    return {at, base};
  }

 private:
  struct reading {
    std::uint64_t id = 0;
    std::int64_t at = 0, unit = 1, time = 0;
    std::uint32_t clock = 0;
    bool incremental = false;
  };
  struct clock {
    std::uint64_t id = 0;
    std::int64_t offset = 0, unit = 1, last = 0;
    std::uint32_t base = missing<std::uint32_t>;  ///< that its time plus the offset is on
    bool met = false, incremental = false;
  };
  struct key {
    std::uint64_t id, sequence;
  };
  struct way {
    std::uint32_t end;
    std::int64_t offset;
  };
  /// Numbers from 64 up are local to a sequence. From 128 up they are made from names, so that a snapshot of another
  /// sequence serves where the own one has none.
  static constexpr std::uint64_t first_local = 64, first_global = 128, any_sequence = 0;

  /// Which reading of a snapshot relates the others to the rest of the trace: the lowest.
  int rank(const reading& r) const {
    if (r.id == boot) return 0;
    if (r.incremental) return 4;
    const std::uint32_t end = way_of(r.clock).end;
    return clocks_[end].id == boot ? 1 : end == r.clock ? 2 : 3;
  }
  way way_of(std::uint32_t n) const {
    constexpr int farthest = 8;
    way to{n, 0};
    for (int i = 0; i < farthest && known(clocks_[to.end].base); ++i) {
      if (__builtin_add_overflow(to.offset, clocks_[to.end].offset, &to.offset)) break;
      to.end = clocks_[to.end].base;
    }
    return to;
  }
  std::uint32_t number_of(std::uint64_t id, std::uint64_t sequence) {
    const std::uint32_t n = numbers_.number({id, id >= first_local ? sequence : any_sequence});
    if (n >= clocks_.size()) clocks_.resize(n + std::size_t{1});
    clocks_[n].id = id;
    return n;
  }
  distinct<key> numbers_{};
  std::vector<clock> clocks_;
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_GPU_READ_PERFETTO_CLOCKS_HPP
