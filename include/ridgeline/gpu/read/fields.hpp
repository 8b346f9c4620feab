#ifndef RIDGELINE_GPU_READ_FIELDS_HPP
#define RIDGELINE_GPU_READ_FIELDS_HPP

#include <array>
#include <cstddef>
#include <string_view>

#include <ridgeline/core/fixed_string.hpp>

/// What is read of each format, and in which versions it is there: the readers ask by these tables and cannot ask for
/// what is not in them, and docs/formats.md shows them.
namespace ridgeline {

/// A column of a table, or a member of an object.
struct source_field {
  std::string_view table;
  std::string_view name;
  std::string_view versions;  ///< in which it is there; empty: in all that were seen
  std::string_view meaning;
};

/// Where a field stands in a catalogue; for constants, where one that is not there does not compile.
template <const auto& Catalogue>
consteval std::size_t field_number(std::string_view table, std::string_view name) {
  for (std::size_t i = 0; i < Catalogue.size(); ++i)
    if (Catalogue[i].table == table && Catalogue[i].name == name) return i;
  throw "this field is in no row of the catalogue";
}
/// The name of a field that a catalogue has.
template <const auto& Catalogue, fixed_string Table, fixed_string Name>
inline constexpr std::string_view field_name = Catalogue[field_number<Catalogue>(Table, Name)].name;

/// Nsight Systems, `nsys export --type sqlite`. Tables of which a row speaks begin with `CUPTI_ACTIVITY_KIND_` where
/// they are written in capitals and are not `NVTX_EVENTS`.
inline constexpr std::array nsys_fields{
    source_field{"StringIds", "id", "", "the number of a text"},
    source_field{"StringIds", "value", "", "the text"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "start", "", "ns"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "end", "", "ns"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "deviceId", "", "the device's number in CUDA"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "contextId", "", ""},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "streamId", "", ""},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "correlationId", "", "the number of its call, of a graph's launch"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "globalPid", "from 2021", "process; without it numbers alone link"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "demangledName", "", "text; the name"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "shortName", "", "text; the name where the one before is not given"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "mangledName", "from 2020", "text; the last choice for the name"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "registersPerThread", "", ""},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "gridX", "", "blocks"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "gridY", "", "blocks"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "gridZ", "", "blocks"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "blockX", "", "threads"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "blockY", "", "threads"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "blockZ", "", "threads"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "staticSharedMemory", "", "bytes of a block"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "dynamicSharedMemory", "", "bytes of a block"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "graphId", "from 2021", "the graph that ran it"},
    source_field{"CUPTI_ACTIVITY_KIND_KERNEL", "graphNodeId", "from 2021", "its node; finds the call in a capture"},
    source_field{"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "start", "from 2021", "ns"},
    source_field{"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "end", "from 2021", "ns"},
    source_field{"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "deviceId", "from 2021", ""},
    source_field{"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "contextId", "from 2021", ""},
    source_field{"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "streamId", "from 2021", ""},
    source_field{"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "correlationId", "from 2021", "the number of its launch"},
    source_field{"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "globalPid", "from 2021", "process"},
    source_field{"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", "graphId", "from 2021", "the name is `CUDA graph ID`"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "start", "", "ns"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "end", "", "ns"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "deviceId", "", ""},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "contextId", "", ""},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "streamId", "", ""},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "correlationId", "", "the number of its call"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "globalPid", "from 2021", "process"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "bytes", "", ""},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "copyKind", "", "from where to where, by ENUM_CUDA_MEMCPY_OPER"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "srcKind", "", "memory, by ENUM_CUDA_MEM_KIND"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "dstKind", "", "memory, by ENUM_CUDA_MEM_KIND"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "graphId", "from 2021", "the graph that ran it"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMCPY", "graphNodeId", "from 2021", "its node; finds the call in a capture"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMSET", "start", "", "ns"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMSET", "end", "", "ns"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMSET", "deviceId", "", ""},
    source_field{"CUPTI_ACTIVITY_KIND_MEMSET", "contextId", "", ""},
    source_field{"CUPTI_ACTIVITY_KIND_MEMSET", "streamId", "", ""},
    source_field{"CUPTI_ACTIVITY_KIND_MEMSET", "correlationId", "", "the number of its call"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMSET", "globalPid", "from 2021", "process"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMSET", "bytes", "", ""},
    source_field{"CUPTI_ACTIVITY_KIND_MEMSET", "memKind", "", "memory, by ENUM_CUDA_MEM_KIND"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMSET", "graphId", "from 2021", "the graph that ran it"},
    source_field{"CUPTI_ACTIVITY_KIND_MEMSET", "graphNodeId", "from 2021", "its node; finds the call in a capture"},
    source_field{"CUPTI_ACTIVITY_KIND_RUNTIME", "start", "", "ns"},
    source_field{"CUPTI_ACTIVITY_KIND_RUNTIME", "end", "", "ns; null: it never returned"},
    source_field{"CUPTI_ACTIVITY_KIND_RUNTIME", "globalTid", "", "thread and process"},
    source_field{"CUPTI_ACTIVITY_KIND_RUNTIME", "correlationId", "", ""},
    source_field{"CUPTI_ACTIVITY_KIND_RUNTIME", "nameId", "",
                 "text; `_v` and four or five digits at its end are left out"},
    source_field{"NVTX_EVENTS", "start", "", "ns"},
    source_field{"NVTX_EVENTS", "end", "", "ns; null: it was never closed"},
    source_field{"NVTX_EVENTS", "eventType", "",
                 "59, 70: pushed and popped; 60, 71: started and ended; 75: names a domain"},
    source_field{"NVTX_EVENTS", "text", "", "the name"},
    source_field{"NVTX_EVENTS", "textId", "from 2020", "text; the name where the one before is not given"},
    source_field{"NVTX_EVENTS", "domainId", "from 2020", "by the event that names it in this process"},
    source_field{"NVTX_EVENTS", "globalTid", "", "thread and process"},
    source_field{"TARGET_INFO_GPU", "id", "", "the device's number"},
    source_field{"TARGET_INFO_GPU", "cuDevice", "from 2022", "the device's number in CUDA, before the one above"},
    source_field{"TARGET_INFO_GPU", "name", "", "a text, or the number of one"},
    source_field{"ENUM_CUDA_MEMCPY_OPER", "id", "from 2022", ""},
    source_field{"ENUM_CUDA_MEMCPY_OPER", "label", "from 2022", "without this table: the names of CUPTI's numbers"},
    source_field{"ENUM_CUDA_MEM_KIND", "id", "from 2022", ""},
    source_field{"ENUM_CUDA_MEM_KIND", "label", "from 2022", "without this table: the names of CUPTI's numbers"},
};

/// rocprofv3, `*_results.db`. A view of the name that is given, or all tables of it with a process behind their name.
inline constexpr std::array rocpd_fields{
    source_field{"rocpd_string", "guid", "", "the process whose numbers the others are, in every table"},
    source_field{"rocpd_string", "id", "", "the number of a text"},
    source_field{"rocpd_string", "string", "", "the text"},
    source_field{"rocpd_info_process", "guid", "", ""},
    source_field{"rocpd_info_process", "id", "", ""},
    source_field{"rocpd_info_process", "pid", "", "the system's number"},
    source_field{"rocpd_info_thread", "guid", "", ""},
    source_field{"rocpd_info_thread", "id", "", ""},
    source_field{"rocpd_info_thread", "tid", "", "the system's number"},
    source_field{"rocpd_info_agent", "guid", "", ""},
    source_field{"rocpd_info_agent", "id", "", ""},
    source_field{"rocpd_info_agent", "type", "", "CPU or GPU"},
    source_field{"rocpd_info_agent", "type_index", "", "the device's number"},
    source_field{"rocpd_info_agent", "product_name", "", "the device's name"},
    source_field{"rocpd_info_agent", "generic_name", "4", "the second choice for it"},
    source_field{"rocpd_info_agent", "name", "", "the last choice for it"},
    source_field{"rocpd_info_kernel_symbol", "guid", "", ""},
    source_field{"rocpd_info_kernel_symbol", "id", "", ""},
    source_field{"rocpd_info_kernel_symbol", "display_name", "", "a kernel's name"},
    source_field{"rocpd_info_kernel_symbol", "kernel_name", "", "the second choice for it"},
    source_field{"rocpd_info_kernel_symbol", "group_segment_size", "", "static bytes of a block"},
    source_field{"rocpd_info_kernel_symbol", "arch_vgpr_count", "", "registers"},
    source_field{"rocpd_info_category", "guid", "4", ""},
    source_field{"rocpd_info_category", "id", "4", ""},
    source_field{"rocpd_info_category", "name", "4", "a category; before, a text"},
    source_field{"rocpd_event", "guid", "", ""},
    source_field{"rocpd_event", "id", "", ""},
    source_field{"rocpd_event", "category_id", "", "text, or category where that table is there"},
    source_field{"rocpd_event", "stack_id", "", "the profiler's number of a call; of work: of its call"},
    source_field{"rocpd_event", "parent_stack_id", "", "that of the call around it"},
    source_field{"rocpd_event", "extdata", "", "JSON; its `message` is a marker's text"},
    source_field{"rocpd_track", "guid", "4", ""},
    source_field{"rocpd_track", "id", "4", ""},
    source_field{"rocpd_track", "pid", "4", "row of the process"},
    source_field{"rocpd_track", "tid", "4", "row of the thread"},
    source_field{"rocpd_track", "agent_id", "4", "row of the agent"},
    source_field{"rocpd_track", "queue_id", "4", ""},
    source_field{"rocpd_track", "stream_id", "4", ""},
    source_field{"rocpd_region", "guid", "", ""},
    source_field{"rocpd_region", "track_id", "4", "row of the track"},
    source_field{"rocpd_region", "pid", "3", "row of the process"},
    source_field{"rocpd_region", "tid", "3", "row of the thread"},
    source_field{"rocpd_region", "start", "", "ns"},
    source_field{"rocpd_region", "end", "", "ns"},
    source_field{"rocpd_region", "name_id", "", "text"},
    source_field{"rocpd_region", "event_id", "", "row of the event"},
    source_field{"rocpd_kernel_dispatch", "guid", "", ""},
    source_field{"rocpd_kernel_dispatch", "track_id", "4", "row of the track"},
    source_field{"rocpd_kernel_dispatch", "pid", "3", "row of the process"},
    source_field{"rocpd_kernel_dispatch", "agent_id", "3", "row of the agent"},
    source_field{"rocpd_kernel_dispatch", "queue_id", "3", "shown as the context"},
    source_field{"rocpd_kernel_dispatch", "stream_id", "3", ""},
    source_field{"rocpd_kernel_dispatch", "kernel_id", "", "row of the kernel symbol"},
    source_field{"rocpd_kernel_dispatch", "start", "", "ns"},
    source_field{"rocpd_kernel_dispatch", "end", "", "ns"},
    source_field{"rocpd_kernel_dispatch", "group_segment_size", "", "all bytes of a block"},
    source_field{"rocpd_kernel_dispatch", "workgroup_size_x", "", "threads"},
    source_field{"rocpd_kernel_dispatch", "workgroup_size_y", "", "threads"},
    source_field{"rocpd_kernel_dispatch", "workgroup_size_z", "", "threads"},
    source_field{"rocpd_kernel_dispatch", "grid_size_x", "", "threads"},
    source_field{"rocpd_kernel_dispatch", "grid_size_y", "", "threads"},
    source_field{"rocpd_kernel_dispatch", "grid_size_z", "", "threads"},
    source_field{"rocpd_kernel_dispatch", "event_id", "", "row of the event"},
    source_field{"rocpd_memory_copy", "guid", "", ""},
    source_field{"rocpd_memory_copy", "track_id", "4", "row of the track"},
    source_field{"rocpd_memory_copy", "pid", "3", "row of the process"},
    source_field{"rocpd_memory_copy", "stream_id", "3", ""},
    source_field{"rocpd_memory_copy", "start", "", "ns"},
    source_field{"rocpd_memory_copy", "end", "", "ns"},
    source_field{"rocpd_memory_copy", "name_id", "", "text, `MEMORY_COPY_HOST_TO_DEVICE`"},
    source_field{"rocpd_memory_copy", "src_agent_id", "", "row of the agent"},
    source_field{"rocpd_memory_copy", "dst_agent_id", "", "row of the agent"},
    source_field{"rocpd_memory_copy", "size", "", "bytes"},
    source_field{"rocpd_memory_copy", "event_id", "", "row of the event"},
};

/// rocprofv3, `--output-format json`: the objects in which a member stands, and the member.
inline constexpr std::array rocprof_json_fields{
    source_field{"", "rocprofiler-sdk-tool", "", "the processes; what this format is told by"},
    source_field{"process", "metadata", "", "its `pid` alone is read"},
    source_field{"process", "agents", "", ""},
    source_field{"process", "kernel_symbols", "", ""},
    source_field{"process", "strings", "", ""},
    source_field{"process", "buffer_records", "", "the records, a list of each kind"},
    source_field{"process", "callback_records", "", "more of them, read where there are no kernels among the others"},
    source_field{"metadata", "pid", "", "the process"},
    source_field{"agents", "id", "", "its `handle`"},
    source_field{"agents", "type", "", "1: CPU, 2: GPU"},
    source_field{"agents", "logical_node_type_id", "", "the device's number"},
    source_field{"agents", "product_name", "", "the device's name"},
    source_field{"agents", "name", "", "the second choice for it"},
    source_field{"kernel_symbols", "kernel_id", "", ""},
    source_field{"kernel_symbols", "formatted_kernel_name", "", "a kernel's name"},
    source_field{"kernel_symbols", "kernel_name", "", "the second choice for it"},
    source_field{"kernel_symbols", "group_segment_size", "", "static bytes of a block"},
    source_field{"kernel_symbols", "arch_vgpr_count", "", "registers"},
    source_field{"strings", "buffer_records", "", "categories, and the operations of each"},
    source_field{"strings", "marker_api", "", "texts of markers"},
    source_field{"category", "kind", "", "the category's name"},
    source_field{"category", "operations", "", "names of calls"},
    source_field{"marker", "key", "", "the number of a marker"},
    source_field{"marker", "value", "", "its text"},
    source_field{"buffer_records", "kernel_dispatch", "", "kernels"},
    source_field{"buffer_records", "memory_copy", "", "copies"},
    source_field{"buffer_records", "marker_api", "", "ranges"},
    source_field{"buffer_records", "hip_api", "", "calls"},
    source_field{"buffer_records", "hsa_api", "", "calls"},
    source_field{"buffer_records", "rccl_api", "", "calls"},
    source_field{"buffer_records", "rocdecode_api", "", "calls"},
    source_field{"buffer_records", "rocjpeg_api", "", "calls"},
    source_field{"callback_records", "counter_collection", "", "kernels whose counters were read (`--pmc`)"},
    source_field{"record", "kind", "", "a category, by its place in `strings`"},
    source_field{"record", "operation", "", "an operation, by its place in the category"},
    source_field{"record", "thread_id", "", "the system's number"},
    source_field{"record", "correlation_id", "", "its `internal` links work and calls"},
    source_field{"record", "start_timestamp", "", "ns"},
    source_field{"record", "end_timestamp", "", "ns"},
    source_field{"record", "dispatch_data", "", "of kernels whose counters were read: number, times, `dispatch_info`"},
    source_field{"record", "dispatch_info", "", "of kernels"},
    source_field{"record", "stream_id", "from ROCm 7", "its `handle`"},
    source_field{"record", "src_agent_id", "", "its `handle`"},
    source_field{"record", "dst_agent_id", "", "its `handle`"},
    source_field{"record", "bytes", "", "of copies"},
    source_field{"dispatch_info", "agent_id", "", "its `handle`"},
    source_field{"dispatch_info", "queue_id", "", "its `handle`; shown as the context"},
    source_field{"dispatch_info", "kernel_id", "", "a kernel symbol"},
    source_field{"dispatch_info", "workgroup_size", "", "`x`, `y`, `z`: threads"},
    source_field{"dispatch_info", "grid_size", "", "`x`, `y`, `z`: threads"},
    source_field{"dispatch_info", "group_segment_size", "", "all bytes of a block"},
};

/// rocprofv3, `--output-format pftrace`: what its slices carry. The categories `kernel_dispatch` and `memory_copy` are
/// work, those that begin with `marker` are ranges, the others are calls.
inline constexpr std::array rocprof_perfetto_fields{
    source_field{"annotation", "begin_ns", "", "ns; before the stamp of the packet"},
    source_field{"annotation", "end_ns", "", "ns"},
    source_field{"annotation", "tid", "", "the system's number of the thread"},
    source_field{"annotation", "corr_id", "", "links work and calls"},
    source_field{"annotation", "correlation", "", "the same, of other writers"},
    source_field{"annotation", "queue", "", "shown as the context"},
    source_field{"annotation", "copy_bytes", "", "of copies"},
};

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_FIELDS_HPP
