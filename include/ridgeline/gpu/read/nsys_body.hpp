#ifndef RIDGELINE_GPU_READ_NSYS_BODY_HPP
#define RIDGELINE_GPU_READ_NSYS_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/read/calls.hpp>
#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/gpu/read/far_times.hpp>
#include <ridgeline/gpu/read/nsys.hpp>
#include <ridgeline/gpu/read/nsys_devices.hpp>
#include <ridgeline/gpu/read/unnamed.hpp>
#include <ridgeline/query/distinct.hpp>

namespace ridgeline {

namespace gpu_detail {

/// CUPTI's names for its numeric codes, for files without them (CUpti_ActivityMemcpyKind, CUpti_ActivityMemoryKind).
inline constexpr std::array<std::string_view, 14> copy_names{
    "Unknown",        "Host-to-Device",         "Device-to-Host",         "Host-to-Array",           "Array-to-Host",
    "Array-to-Array", "Array-to-Device",        "Device-to-Array",        "Device-to-Device",        "Host-to-Host",
    "Peer-to-Peer",   "Unified Host-to-Device", "Unified Device-to-Host", "Unified Device-to-Device"};
inline constexpr std::array<std::string_view, 8> memory_names{
    "Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static", "Unknown"};

class nsys_reader {
 public:
  explicit nsys_reader(const sqlite_file& base)
      : base_(base), strings_(trace_), copies_(trace_), memories_(trace_), places_(trace_),
        devices_(base, trace_, strings_) {}

  gpu_trace read() {
    tell_damage(base_, trace_.problems);
    for (nsys_rows<"StringIds"> r(base_, trace_.problems); r.next();) {
      const std::int64_t id = r.number<"id">();
      const std::string_view text = r.text<"value">();
      if (r.good() && r.given<"value">()) strings_.add(id, text);
    }
    labels<"ENUM_CUDA_MEMCPY_OPER">(copies_);
    labels<"ENUM_CUDA_MEM_KIND">(memories_);
    for (std::size_t i = 0; i < copy_names.size(); ++i) copies_.add(static_cast<std::int64_t>(i), copy_names[i]);
    for (std::size_t i = 0; i < memory_names.size(); ++i) memories_.add(static_cast<std::int64_t>(i), memory_names[i]);
    by_process_ = has_processes();
    calls();
    kernels();
    graphs();
    copies();
    fills();
    link_calls(trace_, numbers_);
    ranges();
    unknown_tables();
    if (const std::string_view events = nsys_table(base_, "NVTX_EVENTS");
        base_.has(events) && !base_.has_column(events, "eventType"))
      trace_.problems.add(gpu_problem::table_unknown, gpu_problems::nowhere,
                          std::string(events) + " without eventType");
    leave_out_impossible(trace_);
    devices_.finish();
    return std::move(trace_);
  }

 private:
  /// How columns name a row: by text, or by the first number that has none.
  struct name_found { symbol text = missing<symbol>; std::int64_t number = missing<std::int64_t>; };
  template <fixed_string Column, class Rows>
  bool find_name(Rows& r, name_found& name) {
    if (!r.template given<Column>()) return false;
    const bool written = r.template is_text<Column>();
    const std::string_view text = written ? r.template text<Column>() : std::string_view();
    const std::optional<std::int64_t> id = written ? to_int(text) : r.template number<Column>();
    const bool listed = id && known(*id) && strings_.has(*id);
    if (listed) name.text = strings_.of(*id, {});
    else if (written) name.text = trace_.texts.keep(text);
    else if (!known(name.number)) name.number = *id;
    return known(name.text);
  }
  /// The text from the first column that provides one, otherwise `kernel 12`.
  template <fixed_string... Columns, class Rows>
  symbol name_by(Rows& r, std::string_view what) {
    name_found name;
    if ((find_name<Columns>(r, name) || ...) || !r.good()) return name.text;
    return unnamed(trace_, what, name.number);
  }

  template <fixed_string Table>
  void labels(numbered_texts& to) {
    for (nsys_rows<Table> r(base_, trace_.problems); r.next();) {
      const std::int64_t id = r.template number<"id">();
      const std::string_view label = r.template text<"label">();
      if (r.good() && known(id) && !label.empty()) to.add(id, label);
    }
  }

  /// Whether work names its process; otherwise its number alone tells its call.
  bool has_processes() const {
    for (const char* table : {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
                              "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET"})
      if (base_.has_column(nsys_table(base_, table), "globalPid")) return true;
    return false;
  }

  /// Splits ids that combine hardware, machine, process and thread.
  std::uint32_t process_of(std::int64_t global) {
    if (!known(global)) return missing<std::uint32_t>;
    const std::int64_t key = nsys_process(global);
    return places_.process(key, key & 0xFFFFFF);
  }
  std::uint32_t thread_of(std::int64_t global) {
    return known(global) ? places_.thread(process_of(global), global, global & 0xFFFFFF) : missing<std::uint32_t>;
  }

  void calls() {
    for (nsys_rows<"CUPTI_ACTIVITY_KIND_RUNTIME"> r(base_, trace_.problems); r.next();) {
      const std::int64_t thread = r.number<"globalTid">();
      gpu_call c;
      c.correlation = r.number<"correlationId">();
      const auto span = r.times(gpu_problem::call_open);
      if (!r.good() || !span) continue;
      const symbol name = name_by<"nameId">(r, "api");
      if (!r.good()) continue;
      c.start = span->start, c.time = span->time;
      c.process = process_of(thread), c.thread = thread_of(thread);
      c.name = trace_.texts.keep(without_version(trace_.text(name), cupti_version_digits));
      numbers_.add(by_process_ ? c.process : 0, c.correlation, static_cast<std::uint32_t>(trace_.calls.size()));
      trace_.calls.push_back(c);
    }
  }

  /// Reads the columns common to all work tables. False if the row cannot be used.
  template <class Rows>
  bool common(Rows& r, gpu_work_item& w) {
    const std::int64_t device = r.template number<"deviceId">();
    w.context = r.template number<"contextId">();
    w.stream = r.template number<"streamId">();
    w.correlation = r.template number<"correlationId">();
    const std::int64_t process = r.template number<"globalPid">();
    const auto span = r.times(gpu_problem::value_unreadable);
    if (!r.good() || !span) return false;
    w.start = span->start, w.time = span->time;
    w.process = by_process_ ? process_of(process) : 0;
    w.device = devices_.place(!by_process_ ? 0 : known(process) ? nsys_process(process) : process, device);
    return true;
  }

  /// Stores which graph node the row's work ran for; that work is the next to be added.
  template <class Rows>
  void graph_node(Rows& r) {
    const std::int64_t node = r.template number<"graphNodeId">(), graph = r.template number<"graphId">();
    if (!known(node) || node <= 0) return;
    const bool given = known(graph) && graph > 0 && graph < missing<std::uint32_t>;
    trace_.graph_nodes.push_back({static_cast<std::uint32_t>(trace_.work.size()),
                                  given ? static_cast<std::uint32_t>(graph) : missing<std::uint32_t>,
                                  static_cast<std::uint64_t>(node)});
  }

  void kernels() {
    for (nsys_rows<"CUPTI_ACTIVITY_KIND_KERNEL"> r(base_, trace_.problems); r.next();) {
      gpu_work_item w;
      gpu_launch_shape s;
      s.grid = {r.number<"gridX">(), r.number<"gridY">(), r.number<"gridZ">()};
      s.block = {r.number<"blockX">(), r.number<"blockY">(), r.number<"blockZ">()};
      s.registers = r.number<"registersPerThread">();
      s.static_shared = r.number<"staticSharedMemory">();
      s.dynamic_shared = r.number<"dynamicSharedMemory">();
      if (!common(r, w)) continue;
      w.name = name_by<"demangledName", "shortName", "mangledName">(r, "kernel");
      if (!r.good()) continue;
      w.shape = static_cast<std::uint32_t>(trace_.shapes.size());
      trace_.shapes.push_back(s);
      graph_node(r);
      trace_.work.push_back(w);
    }
  }

  void graphs() {
    for (nsys_rows<"CUPTI_ACTIVITY_KIND_GRAPH_TRACE"> r(base_, trace_.problems); r.next();) {
      gpu_work_item w;
      w.kind = gpu_kind::graph;
      const std::int64_t graph = r.number<"graphId">();
      if (!common(r, w)) continue;
      w.name = trace_.texts.keep(known(graph) ? "CUDA graph " + std::to_string(graph) : std::string("CUDA graph"));
      trace_.work.push_back(w);
    }
  }

  symbol memory(std::int64_t kind) { return known(kind) ? memories_.of(kind, "memKind") : missing<symbol>; }

  void copies() {
    for (nsys_rows<"CUPTI_ACTIVITY_KIND_MEMCPY"> r(base_, trace_.problems); r.next();) {
      gpu_work_item w;
      w.kind = gpu_kind::copy;
      w.bytes = r.number<"bytes">();
      const std::int64_t kind = r.number<"copyKind">(), from = r.number<"srcKind">(), to = r.number<"dstKind">();
      if (!common(r, w)) continue;
      if (known(kind) && copies_.has(kind)) {
        w.name = copies_.of(kind, "");
      } else {
        w.name = trace_.texts.keep(known(kind) ? "copyKind " + std::to_string(kind) : std::string("Unknown"));
        trace_.problems.add(gpu_problem::copy_unknown, gpu_problems::nowhere, trace_.text(w.name));
      }
      w.source = memory(from), w.target = memory(to);
      graph_node(r);
      trace_.work.push_back(w);
    }
  }

  void fills() {
    for (nsys_rows<"CUPTI_ACTIVITY_KIND_MEMSET"> r(base_, trace_.problems); r.next();) {
      gpu_work_item w;
      w.kind = gpu_kind::fill;
      w.bytes = r.number<"bytes">();
      const std::int64_t kind = r.number<"memKind">();
      if (!common(r, w)) continue;
      w.name = trace_.texts.keep("Memset");
      w.target = memory(kind);
      graph_node(r);
      trace_.work.push_back(w);
    }
  }

  void ranges() {
    struct key {
      std::int64_t process, domain;
    };
    distinct<key> domains;
    std::vector<symbol> names;
    std::vector<std::uint32_t> domain_of;
    const bool typed = base_.has_column(nsys_table(base_, "NVTX_EVENTS"), "eventType");
    for (nsys_rows<"NVTX_EVENTS"> r(base_, trace_.problems); r.next();) {
      if (typed && !r.has<"eventType">()) continue;
      const std::int64_t type = r.number<"eventType">();
      const bool nested = type == 59 || type == 70, free = type == 60 || type == 71, names_domain = type == 75;
      if (!r.good() || (!nested && !free && !names_domain)) continue;
      const std::int64_t thread = r.number<"globalTid">(), text_id = r.number<"textId">();
      std::int64_t domain = r.number<"domainId">();
      const std::string_view text = r.text<"text">();
      if (!r.good()) continue;
      const auto name = [&] {
        // older exports fill columns without a value with a default: no text is then an empty one
        const bool by_id = known(text_id) && (!r.given<"text">() ||
                                              (text.empty() && text_id != 0 && strings_.has(text_id)));
        return by_id ? strings_.of(text_id, "text") : trace_.texts.keep(text);
      };
      if (!known(domain)) domain = 0;
      const std::uint32_t place = domains.number({static_cast<std::int64_t>(process_of(thread)), domain});
      if (place >= names.size()) names.resize(place + std::size_t{1}, missing<symbol>);
      if (names_domain) {
        if (!known(names[place])) names[place] = name();
        continue;
      }
      gpu_range g;
      const auto span = r.times(gpu_problem::range_open);
      if (!r.good() || !span) continue;
      g.start = span->start, g.time = span->time;
      g.process = process_of(thread), g.thread = thread_of(thread);
      g.nested = nested;
      g.name = name();
      trace_.ranges.push_back(g);
      domain_of.push_back(place);
    }
    for (std::size_t i = 0; i < trace_.ranges.size(); ++i)
      trace_.ranges[i].domain = known(names[domain_of[i]]) ? names[domain_of[i]] : trace_.texts.keep("");
  }

  void unknown_tables() {
    constexpr std::array<std::string_view, 16> others{"KERNEL",        "GRAPH_TRACE",
                                                      "MEMCPY",        "MEMSET",
                                                      "RUNTIME",       "SYNCHRONIZATION",
                                                      "CUDA_EVENT",    "OVERHEAD",
                                                      "MEMCPY_P2P",    "UNIFIED_MEMORY_COUNTER",
                                                      "MEMPOOL",       "MEMORY",
                                                      "OPENACC_DATA",  "OPENACC_LAUNCH",
                                                      "OPENACC_OTHER", "JIT"};
    constexpr std::string_view front = "CUPTI_ACTIVITY_KIND_", ranges = "NVTX_EVENTS";
    const auto is_known = [&](std::string_view table) {
      const auto is_read = [&](std::string_view name) {
        return core_detail::stands_at(table, 0, name) && core_detail::same_letters(table, nsys_table(base_, name));
      };
      if (core_detail::stands_at(table, 0, ranges)) return is_read(ranges);
      return !core_detail::stands_at(table, 0, front) ||
             std::any_of(others.begin(), others.end(), [&](std::string_view kind) {
               return is_read(std::string(front) + std::string(kind));
             });
    };
    for (const std::string& table : base_.tables())
      if (!is_known(table)) trace_.problems.add(gpu_problem::table_unknown, gpu_problems::nowhere, table);
  }

  const sqlite_file& base_;
  gpu_trace trace_{};
  numbered_texts strings_, copies_, memories_;
  placed_threads places_;
  nsys_devices devices_;
  calls_by_number numbers_{};
  bool by_process_ = true;
};

}  // namespace gpu_detail

bool is_nvprof(const sqlite_file& base) {
  if (base.has("StringTable") && !base.has("StringIds")) return true;
  return base.has("CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL") && !base.has("CUPTI_ACTIVITY_KIND_KERNEL");
}

bool is_nsys(const sqlite_file& base) {
  if (is_nvprof(base)) return false;
  for (const char* table : {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_RUNTIME",
                            "NVTX_EVENTS"})
    if (base.has(gpu_detail::nsys_table(base, table))) return true;
  return false;
}

expected<gpu_trace> read_nsys(const sqlite_file& base, const std::string& file) {
  if (!is_nsys(base))
    return failure{errc::not_a_report,
                   {file},
                   "expected tables of Nsight Systems (CUPTI_ACTIVITY_KIND_KERNEL, NVTX_EVENTS), found none"};
  return gpu_detail::unless_nothing(gpu_detail::nsys_reader(base).read(), file);
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_NSYS_BODY_HPP
