#ifndef RIDGELINE_TESTS_SUPPORT_TRACY_TEXT_HPP
#define RIDGELINE_TESTS_SUPPORT_TRACY_TEXT_HPP

#include <cstdint>
#include <string>

/// Texts in the format of tt-metal's op profiler.
namespace test::tracy {

inline const std::string messages_head = "MessageName;total_ns\n";
inline const std::string zones_head =
    "name,src_file,src_line,zone_name,zone_text,ns_since_start,exec_time_ns,thread,special_parent_text\n";

inline std::string message(const std::string& text, std::int64_t at) {
  return "`" + text + "`;" + std::to_string(at) + "\n";
}

/// The JSON of a device op, on device 0 by default, with extra members if given.
inline std::string op_json(const std::string& code, std::uint64_t id, const std::string& hash,
                           const std::string& more = {}, int device = 0) {
  return "{\n \"global_call_count\": " + std::to_string(id) + ",\n \"op_code\": \"" + code +
         "\",\n \"op_type\": \"tt_dnn_device\",\n \"device_id\": " + std::to_string(device) +
         ",\n \"op_hash\": " + hash + (more.empty() ? "" : ",\n " + more) + "\n}";
}
/// Its whole message; the header has four fields.
inline std::string op(const std::string& code, std::uint64_t id, const std::string& hash, std::int64_t at,
                      const std::string& more = {}, int device = 0) {
  return message("TT_DNN_DEVICE_OP: \"" + code + "\", " + hash + ", " + std::to_string(device) + ", " +
                     std::to_string(id) + " ->\n" + op_json(code, id, hash, more, device),
                 at);
}
inline std::string cached(const std::string& code, std::uint64_t id, const std::string& hash, std::int64_t at,
                          int device = 0) {
  return message("TT_DNN_DEVICE_OP: \"" + code + "\", " + hash + ", " + std::to_string(device) + ", " +
                     std::to_string(id),
                 at);
}
inline std::string zone(std::uint64_t id, std::int64_t start, std::int64_t time) {
  return "TT_DNN_DEVICE_OP,op.hpp,1,,id:" + std::to_string(id) + "," + std::to_string(start) + "," +
         std::to_string(time) + ",1,\n";
}
inline std::string call(const std::string& name, std::uint64_t id, std::int64_t time) {
  return name + ",program.cpp,1,,,7," + std::to_string(time) + ",1,id:" + std::to_string(id) + "\n";
}

/// A row of a device log of 15 columns.
inline std::string marker(int x, const std::string& risc, std::int64_t cycles, std::uint64_t id,
                          const std::string& zone, const std::string& type, const std::string& meta = {},
                          std::int64_t data = 0, int device = 0) {
  return std::to_string(device) + "," + std::to_string(x) + ",1," + risc + ",1," + std::to_string(cycles) + "," +
         std::to_string(data) + "," + std::to_string(id) + ",,," + zone + "," + type + ",1,a.cc," + meta + "\n";
}
/// The zones of one processor in one run of an op: firmware around a kernel. `zone` is the processor's name without
/// its number.
inline std::string run(int x, const std::string& risc, const std::string& zone, std::uint64_t id, std::int64_t fw,
                       std::int64_t kernel, std::int64_t kernel_end, std::int64_t fw_end, int device = 0) {
  return marker(x, risc, fw, id, zone + "-FW", "ZONE_START", {}, 0, device) +
         marker(x, risc, kernel, id, zone + "-KERNEL", "ZONE_START", {}, 0, device) +
         marker(x, risc, kernel_end, id, zone + "-KERNEL", "ZONE_END", {}, 0, device) +
         marker(x, risc, fw_end, id, zone + "-FW", "ZONE_END", {}, 0, device);
}

/// The same rows as those of the `session`-th replay of a trace.
inline std::string in_replay(std::string rows, int trace, int session) {
  const std::string both = "," + std::to_string(trace) + "," + std::to_string(session) + ",";
  for (std::size_t at = 0; (at = rows.find(",,,", at)) != rows.npos; at += both.size()) rows.replace(at, 3, both);
  return rows;
}

}  // namespace test::tracy

#endif  // RIDGELINE_TESTS_SUPPORT_TRACY_TEXT_HPP
