#ifndef RIDGELINE_HW_FIND_HPP
#define RIDGELINE_HW_FIND_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/hw/catalog.hpp>

/// Finding chips by the names that users and traces use.
namespace ridgeline::hw {

/// The result of looking up a name.
struct found_device {
  const device* chip = nullptr;     ///< null: no chip has that name
  const device* nearest = nullptr;  ///< if so: the most similar name, for error messages; null: none is similar
};

/// The chip with this device name from a trace (`deviceProperties` in PyTorch: "NVIDIA H100 80GB HBM3", "AMD Instinct
/// MI300X") or with this name of its own. Ignores case, "(TM)", "(R)", repeated blanks, and a leading vendor name. A
/// part of a chip, such as a MIG slice, does not match the chip; it only gets a `nearest`.
found_device find_by_device_name(list_of<device> among, std::string_view name);
found_device find_by_device_name(std::string_view name);

/// Whether a device with the name of the chip is only a part of it, by its cores: AMD divides an MI300X into two to
/// eight devices of that name. Builds with a few cores less are whole chips.
bool is_part_of(const device& chip, std::int64_t cores);

/// The vendor of a device, by its name in a trace or by a chip's own: "NVIDIA". Of devices that are not built in, by
/// how their names begin. Empty if the name does not tell.
std::string_view vendor_of(std::string_view name);

/// The chip with the name or alias closest to `name` by edit distance. Null when more than half of the letters differ.
const device* nearest(list_of<device> among, std::string_view name);
const device* nearest(std::string_view name);

/// What a device reports in addition to its name; negative numbers are unknown.
struct device_build {
  std::string_view architecture{};  ///< `sm_90`, or the known prefix of a longer name: `gfx94`
  double cores = -1;
  double memory = -1;               ///< bytes
};

/// A build as drivers report it. The architecture is given by the two numbers with which AMD and NVIDIA name it: 9 and
/// 4 are `gfx94`, 9 and 0 `sm_90`. Missing numbers are unknown.
class reported_build {
 public:
  reported_build(bool amd, std::int64_t major, std::int64_t minor, std::int64_t cores, std::int64_t memory);
  reported_build(const reported_build&) = delete;
  reported_build& operator=(const reported_build&) = delete;
  const device_build& get() const { return build_; }

 private:
  std::string architecture_{};
  device_build build_{};  ///< views it
};

/// What is known of a device, as `sm_90, 132 multiprocessors, 80 GiB`; empty if nothing is.
std::string build_text(const device_build& build);

/// The chip of the given architecture that best matches the device: the nearest by name if one is similar, otherwise
/// the one with the nearest core count, then memory. The nearest by name if no chip has that architecture.
const device* nearest_build(list_of<device> among, std::string_view name, const device_build& build);
const device* nearest_build(std::string_view name, const device_build& build);

/// One line per chip: name, vendor, memory bandwidth, BF16 matrix peak (LoFi for chips quoted by fidelity), and
/// matching device names in traces. Printed by `--arch list`.
std::string list_text(list_of<device> among);

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_FIND_HPP
