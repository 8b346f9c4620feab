#ifndef RIDGELINE_TORCH_READ_KINETO_BESIDE_HPP
#define RIDGELINE_TORCH_READ_KINETO_BESIDE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/record/trace.hpp>

/// Data of a Kineto trace outside its events: devices, ranks and their groups, messages of the profiler.
namespace ridgeline::torch_detail {

/// Reads `deviceProperties`, or `computeProperties` from 2021; unreadable values are left out.
inline void read_devices(std::string_view json, std::vector<torch_device>& devices) {
  if (json.empty()) return;
  static_cast<void>(read_json(json, [&](std::string_view path, const json_leaf& v) {
    if (!core_detail::take_front(path, "/") || !take_position(path)) return;
    if (v.is == json_leaf::kind::object && path.empty()) devices.emplace_back();
    if (devices.empty()) return;
    torch_device& d = devices.back();
    if (path == "name" && v.is == json_leaf::kind::text) d.name = v.text;
    if (v.is != json_leaf::kind::whole) return;
    if (path == "id") d.id = v.whole;
    if (path == "totalGlobalMem") d.memory = v.whole;
    if (path == "numSms" || path == "multiProcessorCount") d.multiprocessors = v.whole;
    if (path == "warpSize") d.warp_size = v.whole;
    if (path == "computeMajor" || path == "major") d.major = v.whole;
    if (path == "computeMinor" || path == "minor") d.minor = v.whole;
  }));
}

/// Reads `distributedInfo`; unreadable values are left out.
inline void read_distributed(std::string_view json, torch_distributed& to) {
  if (json.empty()) return;
  static_cast<void>(read_json(json, [&](std::string_view path, const json_leaf& v) {
    const bool text = v.is == json_leaf::kind::text;
    const std::optional<std::int64_t> whole = v.is == json_leaf::kind::whole ? std::optional(v.whole)
                                              : text                         ? to_int(v.text)  // added by hand
                                                                             : std::nullopt;
    if (path == "/backend" && text) to.backend = v.text;
    if (path == "/rank" && whole) to.rank = *whole;
    if (path == "/world_size" && whole) to.world_size = *whole;
    bool in_groups = false;
    for (const std::string_view groups : {"/pg_config/", "/process_groups/", "/process_group/"})
      in_groups = in_groups || core_detail::take_front(path, groups);
    if (!in_groups || !take_position(path)) return;
    if (v.is == json_leaf::kind::object && path.empty()) to.groups.emplace_back();
    if (to.groups.empty()) return;
    torch_group& g = to.groups.back();
    if (path == "pg_name" && text) g.name = v.text;
    if (path == "pg_desc" && text) g.description = v.text;
    if (path == "pg_size" && whole) g.size = *whole;
    if (path.starts_with("ranks/") && whole) g.ranks.push_back(*whole);
  }));
}

/// Reads the document's `WARNING` or `ERROR`: a string or a list of strings.
inline void read_remarks(std::string_view json, std::vector<std::string>& to) {
  constexpr std::size_t most = 1000;
  if (json.empty()) return;
  static_cast<void>(read_json(json, [&](std::string_view, const json_leaf& v) {
    if (v.is == json_leaf::kind::text && to.size() < most) to.emplace_back(v.text);
  }));
}

/// Takes the data outside the events, given as JSON; an argument is empty if the document lacks it.
inline void take_remarks(torch_trace& trace, std::string_view devices, std::string_view distributed,
                         std::string_view warnings, std::string_view errors, std::string_view base_time) {
  read_devices(devices, trace.devices);
  read_distributed(distributed, trace.distributed);
  read_remarks(warnings, trace.remarks);
  read_remarks(errors, trace.remarks);
  if (const std::optional<std::int64_t> base = to_int(base_time)) trace.base_time = *base;
}

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_BESIDE_HPP
