#ifndef RIDGELINE_GPU_READ_ROCPROF_JSON_VALUES_HPP
#define RIDGELINE_GPU_READ_ROCPROF_JSON_VALUES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/gpu/read/fields.hpp>
#include <ridgeline/gpu/read/json_members.hpp>
#include <ridgeline/gpu/read/numbered_things.hpp>
#include <ridgeline/gpu/read/rocprof.hpp>

/// What stands in the records of rocprofv3's JSON.
namespace ridgeline::gpu_detail {

template <fixed_string Table, fixed_string Name>
inline constexpr std::string_view json_key = field_name<rocprof_json_fields, Table, Name>;

/// A record of any kind.
struct rocprof_record {
  std::int64_t kind = missing<std::int64_t>, operation = missing<std::int64_t>, thread = missing<std::int64_t>,
               number = missing<std::int64_t>, start = missing<std::int64_t>, end = missing<std::int64_t>,
               agent = missing<std::int64_t>, queue = missing<std::int64_t>, kernel = missing<std::int64_t>,
               shared = missing<std::int64_t>, stream = missing<std::int64_t>, from = missing<std::int64_t>,
               to = missing<std::int64_t>, bytes = missing<std::int64_t>;
  std::array<std::int64_t, 3> block{missing<std::int64_t>, missing<std::int64_t>, missing<std::int64_t>},
      threads = block;

  bool is_kernel() const { return known(kernel); }
  bool is_copy() const { return known(from) || known(to); }
};

inline constexpr std::string_view counted_list = json_key<"callback_records", "counter_collection">;

constexpr bool are_kernels(std::string_view list) {
  return list == json_key<"buffer_records", "kernel_dispatch"> || list == counted_list;
}
constexpr bool are_copies(std::string_view list) { return list == json_key<"buffer_records", "memory_copy">; }
/// Whether a list of this name holds records, whether they are read or not.
inline constexpr auto is_record_list = [](std::string_view list) {
  return are_kernels(list) || are_copies(list) || list.ends_with("_api") || list == "memory_allocation" ||
         list == "scratch_memory";
};
/// Whether a member of this name holds something other than the record, agent or kernel that it stands in or behind,
/// so that the end of that is lost.
inline constexpr auto is_other = [](std::string_view name) {
  constexpr std::array<std::string_view, 10> parts{
      json_key<"process", "metadata">, json_key<"process", "agents">, json_key<"process", "strings">,
      json_key<"process", "kernel_symbols">, json_key<"process", "callback_records">,
      json_key<"process", "buffer_records">, "counters", "code_objects", "host_functions", "summary"};
  return is_record_list(name) || core_detail::is_any(name, parts);
};
/// Whether a list holds the texts of markers, as one in `strings` does that is named like a list of records.
inline bool holds_messages(json_cursor c) {
  json_string key;
  return c.take('[') && c.expect('{') && c.key(key) && key.raw == json_key<"marker", "key">;
}
/// Whether an object begins like all records do.
inline bool begins_record(json_cursor c) {
  json_string key;
  return c.take('{') && c.key(key) && key.raw == "size";
}

/// Reads values and records.
class rocprof_json_values {
 protected:
  struct kernel_symbol {
    symbol name = missing<symbol>;
    std::int64_t shared = missing<std::int64_t>, registers = missing<std::int64_t>;
  };
  struct category {
    std::string name{};
    std::vector<symbol> operations{};
  };
  struct listed_gpu {
    std::int64_t id, number;
    std::string unique, name;
  };
  struct one_process {
    std::uint32_t index = 0;
    std::int64_t pid = missing<std::int64_t>;
    std::string machine{};
    std::vector<listed_gpu> gpus{};
    numbered_things<rocprof_agent> agents{};
    numbered_things<kernel_symbol> kernels{};
    numbered_things<symbol> messages{};
    std::vector<category> categories{};
  };

  bool whole_number(json_cursor& c, std::int64_t& value) { return take_whole(c, value, odd_); }
  /// Reads `{"handle": 7}`: a single number in an object.
  bool inner(json_cursor& c, std::string_view name, std::int64_t& value) {
    return each_member(c, [&](std::string_view key) { return key == name ? whole_number(c, value) : c.skip_value(); });
  }
  bool extents(json_cursor& c, std::array<std::int64_t, 3>& to) {
    return each_member(c, [&](std::string_view key) {
      const bool axis = key.size() == 1 && key[0] >= 'x' && key[0] <= 'z';
      return axis ? whole_number(c, to[static_cast<std::size_t>(key[0] - 'x')]) : c.skip_value();
    });
  }

  /// With performance counters, most of a record is nested one level deeper, in `dispatch_data`.
  bool record(json_cursor& c, rocprof_record& r, bool inside = false) {
    return each_member(c, [&](std::string_view key) {
      if (key == json_key<"record", "kind">) return whole_number(c, r.kind);
      if (key == json_key<"record", "operation">) return whole_number(c, r.operation);
      if (key == json_key<"record", "thread_id">) return whole_number(c, r.thread);
      if (key == json_key<"record", "correlation_id">) return inner(c, "internal", r.number);
      if (key == json_key<"record", "start_timestamp">) return whole_number(c, r.start);
      if (key == json_key<"record", "end_timestamp">) return whole_number(c, r.end);
      if (key == json_key<"record", "stream_id">) return inner(c, "handle", r.stream);
      if (key == json_key<"record", "src_agent_id">) return inner(c, "handle", r.from);
      if (key == json_key<"record", "dst_agent_id">) return inner(c, "handle", r.to);
      if (key == json_key<"record", "bytes">) return whole_number(c, r.bytes);
      if (key == json_key<"record", "dispatch_data"> && !inside) return record(c, r, true);
      if (key != json_key<"record", "dispatch_info">) return pass_over(c, key);
      return each_member(c, [&](std::string_view name) {
        if (name == json_key<"dispatch_info", "agent_id">) return inner(c, "handle", r.agent);
        if (name == json_key<"dispatch_info", "queue_id">) return inner(c, "handle", r.queue);
        if (name == json_key<"dispatch_info", "kernel_id">) return whole_number(c, r.kernel);
        if (name == json_key<"dispatch_info", "workgroup_size">) return extents(c, r.block);
        if (name == json_key<"dispatch_info", "grid_size">) return extents(c, r.threads);
        if (name == json_key<"dispatch_info", "group_segment_size">) return whole_number(c, r.shared);
        return pass_over(c, name);
      });
    });
  }
  static bool pass_over(json_cursor& c, std::string_view key) {
    return !((c.next_is('[') || c.next_is('{')) && is_other(key)) && c.skip_value();
  }

  bool odd_ = false;  ///< a value of the current record has an unexpected type
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_ROCPROF_JSON_VALUES_HPP
