#ifndef RIDGELINE_TT_DEVICE_CORE_NUMBERS_HPP
#define RIDGELINE_TT_DEVICE_CORE_NUMBERS_HPP

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/tt/record/marker.hpp>

namespace ridgeline::tt_detail {

/// Numbers cores by first appearance. Those of chips as they are have a place in a table, any others are hashed.
class tt_core_numbers {
 public:
  /// The number of a marker's core, and whether it is new.
  std::pair<std::uint32_t, bool> of(const tt_marker& m) {
    std::uint32_t& number = number_at(m);
    const bool fresh = number == 0;
    if (fresh) number = ++count_;
    return {number - 1, fresh};
  }

 private:
  static constexpr std::size_t side = 64, most_devices = 64;
  std::uint32_t& number_at(const tt_marker& m) {
    if (m.x >= side || m.y >= side || m.device >= most_devices)
      return far_[(std::uint64_t{m.device} << 32) | (std::uint64_t{m.x} << 16) | m.y];
    const std::size_t place = (m.device * side + m.x) * side + m.y;
    if (place >= near_.size()) near_.resize((m.device + 1) * side * side);
    return near_[place];
  }

  std::vector<std::uint32_t> near_{};  // by device, x and y: the number plus one; 0: not met
  std::unordered_map<std::uint64_t, std::uint32_t, byte_hash> far_{};
  std::uint32_t count_ = 0;
};

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_DEVICE_CORE_NUMBERS_HPP
