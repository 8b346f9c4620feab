#ifndef RIDGELINE_GPU_READ_PLACED_DEVICES_HPP
#define RIDGELINE_GPU_READ_PLACED_DEVICES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace ridgeline::gpu_detail {

/// Distinguishes devices for which processes or machines use the same number. A reader asks for the place of each
/// device by the facts in its file, uses that place as the device of work, and calls `number_devices` at the end.
class placed_devices {
 public:
  /// `identity` is the same for one device wherever it appears, and different for all others: its UUID, or machine and
  /// number. `own` is its number within the current process, `of_machine` its number on the machine, if known.
  std::int64_t place(std::string_view identity, std::int64_t own, std::int64_t of_machine, std::string_view name) {
    const auto [at, is_new] = places_.try_emplace(std::string(identity), devices_.size());
    if (is_new) devices_.push_back({own, of_machine, std::string(name), {}});
    device& d = devices_[at->second];
    d.numbers.insert(own);
    if (d.name.empty()) d.name = name;
    return static_cast<std::int64_t>(at->second);
  }

  /// Assigns final numbers to work and device names: each device's own number if these are unique; otherwise the number
  /// on its machine if those are unique; otherwise duplicates continue after the largest number.
  void number_devices(gpu_trace& trace) {
    std::vector<bool> used(devices_.size());
    for (const gpu_work_item& w : trace.work)
      if (known(w.device)) used[static_cast<std::size_t>(w.device)] = true;
    std::vector<std::size_t> in_use;
    for (std::size_t i = 0; i < devices_.size(); ++i)
      if (used[i]) in_use.push_back(i);
    std::vector<std::int64_t> numbers;
    for (const device& d : devices_) numbers.push_back(d.own);
    const auto apart = [&](auto number_of) {
      std::set<std::int64_t> met;
      return std::all_of(in_use.begin(), in_use.end(), [&](std::size_t i) {
        return known(number_of(devices_[i])) && met.insert(number_of(devices_[i])).second;
      });
    };
    const bool one_each = std::all_of(in_use.begin(), in_use.end(),
                                      [&](std::size_t i) { return devices_[i].numbers.size() == 1; });
    const auto own = [](const device& d) { return d.own; };
    const auto of_machine = [](const device& d) { return d.of_machine; };
    if (!in_use.empty() && !(one_each && apart(own))) renumber(trace, in_use, numbers, apart(of_machine));
    for (gpu_work_item& w : trace.work)
      if (known(w.device)) w.device = numbers[static_cast<std::size_t>(w.device)];
    name_devices(trace, in_use, numbers);
  }

 private:
  struct device {
    std::int64_t own, of_machine;
    std::string name;
    std::set<std::int64_t> numbers;  ///< its own numbers under which it appeared
  };

  void renumber(gpu_trace& trace, const std::vector<std::size_t>& in_use, std::vector<std::int64_t>& numbers,
                bool by_machine) {
    std::set<std::int64_t> taken;
    std::int64_t last = -1;
    for (const std::size_t i : in_use)
      if (known(devices_[i].own)) last = std::max(last, devices_[i].own);
    std::string first;
    std::uint64_t changed = 0;
    for (const std::size_t i : in_use) {
      const device& d = devices_[i];
      numbers[i] = by_machine ? d.of_machine : known(d.own) && taken.insert(d.own).second ? d.own : ++last;
      if (numbers[i] == d.own && d.numbers.size() == 1) continue;
      if (changed++ == 0) first = "device " + std::to_string(d.own) + " of one process appears as " +
                                  std::to_string(numbers[i]);
    }
    changed = std::max<std::uint64_t>(changed, 1);
    trace.problems.add(gpu_problem::device_renumbered, gpu_problems::nowhere, first, changed);
  }

  /// Names the devices in use first, so that an unused device with the same number cannot take the name.
  void name_devices(gpu_trace& trace, const std::vector<std::size_t>& in_use,
                    const std::vector<std::int64_t>& numbers) {
    std::set<std::int64_t> named;
    const auto name = [&](std::size_t i) {
      if (known(numbers[i]) && named.insert(numbers[i]).second) trace.devices.push_back({numbers[i], devices_[i].name});
    };
    for (const std::size_t i : in_use) name(i);
    for (std::size_t i = 0; i < devices_.size(); ++i) name(i);
    trace.devices = std::move(trace.devices) | sort_by(&gpu_device_name::device);
  }

  std::map<std::string, std::size_t> places_{};
  std::vector<device> devices_{};
};

/// An identity that is unique to one device of a machine, built from the facts in a file.
inline std::string device_identity(std::string_view machine, std::string_view unique, std::int64_t number) {
  std::string text(machine);
  text += '\n';
  if (!unique.empty()) return text.append(unique);
  return known(number) ? text.append("number ").append(std::to_string(number)) : text;
}

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_PLACED_DEVICES_HPP
