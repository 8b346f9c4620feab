#ifndef RIDGELINE_HW_FIND_HPP
#define RIDGELINE_HW_FIND_HPP

#include <string>
#include <string_view>

#include <ridgeline/hw/catalog.hpp>

/// Chips by the names that users and traces give them.
namespace ridgeline::hw {

/// What a name led to.
struct found_device {
  const device* chip = nullptr;     ///< null: no chip goes by that name
  const device* nearest = nullptr;  ///< then: the one whose name is most like it, for a message; null: none is like it
};

/// The chip with the device name of a trace (`deviceProperties` of PyTorch: "NVIDIA H100 80GB HBM3", "AMD Instinct
/// MI300X"), or with one of its own names. Letter case, "(TM)", "(R)" and repeated blanks do not matter, nor does a
/// vendor's name that the list leaves out. A part of a chip, such as a MIG slice, is not the chip: it gets a nearest.
found_device find_by_device_name(list_of<device> among, std::string_view name);
found_device find_by_device_name(std::string_view name);

/// The chip with a name or alias most like `name`: fewest letters to insert, remove or replace. Null when more than
/// half of the letters differ.
const device* nearest(list_of<device> among, std::string_view name);
const device* nearest(std::string_view name);

/// What a device says of itself beside its name; numbers below 0 are not known.
struct device_build {
  std::string_view architecture{};  ///< `sm_90`, or as much of a longer name as is known: `gfx94`
  double cores = -1;
  double memory = -1;               ///< bytes
};

/// The chip of the same architecture that is most like a device of that name: the nearest by name where that is of it,
/// else the one with the nearest number of cores, then memory. The nearest by name where none is of that architecture.
const device* nearest_build(list_of<device> among, std::string_view name, const device_build& build);
const device* nearest_build(std::string_view name, const device_build& build);

/// One line a chip: name, vendor, memory bandwidth, BF16 matrix peak (LoFi where a chip is quoted by fidelity), and the
/// device names of traces that mean it. What a program prints for `--arch list`.
std::string list_text(list_of<device> among);

}  // namespace ridgeline::hw

#endif  // RIDGELINE_HW_FIND_HPP
