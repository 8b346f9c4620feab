#ifndef RIDGELINE_TT_DEVICE_BY_DEVICE_HPP
#define RIDGELINE_TT_DEVICE_BY_DEVICE_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/query/distinct.hpp>

namespace ridgeline::tt_detail {

/// Groups the positions of a list's items by their `device`, in order, so that the cost for a log with many devices
/// depends only on its size.
template <class Item>
grouping grouped_by_device(const std::vector<Item>& items, std::size_t devices) {
  std::vector<std::uint32_t> device_of;
  device_of.reserve(items.size());
  for (const Item& item : items) device_of.push_back(static_cast<std::uint32_t>(item.device));
  return grouped(device_of, devices);
}

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_DEVICE_BY_DEVICE_HPP
