#ifndef RIDGELINE_GPU_READ_RPD_BODY_HPP
#define RIDGELINE_GPU_READ_RPD_BODY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/gpu/read/calls.hpp>
#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/gpu/read/far_times.hpp>
#include <ridgeline/gpu/read/numbered_things.hpp>
#include <ridgeline/gpu/read/rocprof.hpp>
#include <ridgeline/gpu/read/rpd.hpp>
#include <ridgeline/gpu/read/unnamed.hpp>
#include <ridgeline/read/number.hpp>

namespace ridgeline {

namespace gpu_detail {

template <fixed_string Table>
using rpd_rows = field_rows<rpd_fields, Table>;

/// Maps HIP's names for its copy commands: `CopyHostToDevice`, `CopyDeviceToDevice2D`.
constexpr std::string_view rpd_copy_name(std::string_view type) {
  constexpr std::array<std::array<std::string_view, 2>, 4> names{{{"HostToDevice", "Host-to-Device"},
                                                                  {"DeviceToHost", "Device-to-Host"},
                                                                  {"DeviceToDevice", "Device-to-Device"},
                                                                  {"HostToHost", "Host-to-Host"}}};
  for (const auto& [word, name] : names)
    if (type.find(word) != std::string_view::npos) return name;
  return "Unknown";
}

class rpd_reader {
 public:
  explicit rpd_reader(const sqlite_file& base) : base_(base), places_(trace_) {}

  gpu_trace read() {
    tell_damage(base_, trace_.problems);
    texts<"rocpd_string">(strings_);
    texts<"rocpd_ustring">(arguments_);
    calls();
    launches();
    ops();
    link_calls(trace_, numbers_);
    leave_out_far(trace_);
    return std::move(trace_);
  }

 private:
  template <fixed_string Table>
  void texts(numbered_things<symbol>& to) {
    for (rpd_rows<Table> r(base_, trace_.problems); r.next();) {
      const std::int64_t id = r.template number<"id">();
      const std::string_view text = r.template text<"string">();
      if (r.good()) to.add(id, trace_.texts.keep(text));
    }
  }
  symbol text_of(numbered_things<symbol>& texts, std::int64_t id, std::string_view what) {
    if (const symbol* const found = texts.find(id)) return *found;
    return unnamed(trace_, what, id);
  }

  void calls() {
    const bool own_arguments = base_.has("rocpd_ustring");
    for (rpd_rows<"rocpd_api"> r(base_, trace_.problems); r.next();) {
      const std::int64_t id = r.number<"id">(), pid = r.number<"pid">(), tid = r.number<"tid">(),
                         name_id = r.number<"apiName_id">(), arguments = r.number<"args_id">();
      const auto span = r.times(gpu_problem::call_open);
      if (!r.good() || !span) continue;
      const symbol name = text_of(strings_, name_id, "api");
      const std::uint32_t process = places_.process(pid, pid), thread = places_.thread(process, tid, tid);
      if (trace_.text(name) == "UserMarker") {
        if (span->time == duration()) continue;  // an instant event
        const symbol* own = own_arguments ? arguments_.find(arguments) : nullptr;
        trace_.ranges.push_back({span->start, span->time, own != nullptr ? *own : text_of(strings_, arguments, "text"),
                                 trace_.texts.keep("roctx"), process, thread, true});
        continue;
      }
      numbers_.add(0, id, static_cast<std::uint32_t>(trace_.calls.size()));
      trace_.calls.push_back({span->start, span->time, id, name, process, thread});
    }
  }

  void launches() {
    for (rpd_rows<"rocpd_api_ops"> r(base_, trace_.problems); r.next();) {
      const std::int64_t call = r.number<"api_id">(), op = r.number<"op_id">();
      if (r.good()) call_of_.add(op, call);
    }
    for (rpd_rows<"rocpd_kernelapi"> r(base_, trace_.problems); r.next();) {
      const std::int64_t call = r.number<"api_ptr_id">();
      gpu_launch_shape s;
      s.grid = {r.number<"gridX">(), r.number<"gridY">(), r.number<"gridZ">()};
      s.block = {r.number<"workgroupX">(), r.number<"workgroupY">(), r.number<"workgroupZ">()};
      s.dynamic_shared = r.number<"groupSegmentSize">();
      if (r.good()) shapes_.add(call, s);
    }
    for (rpd_rows<"rocpd_copyapi"> r(base_, trace_.problems); r.next();) {
      const std::int64_t call = r.number<"api_ptr_id">(), size = r.number<"size">();
      if (r.good()) bytes_of_call_.add(call, size);
    }
    for (rpd_rows<"rocpd_copyop"> r(base_, trace_.problems); r.next();) {
      const std::int64_t op = r.number<"op_ptr_id">(), size = r.number<"size">();
      if (r.good()) bytes_of_op_.add(op, size);
    }
  }

  /// Calls that give the grid in threads, as HSA does.
  static bool counts_threads(std::string_view call) {
    return call == "hipExtModuleLaunchKernel" || call == "hipHccModuleLaunchKernel";
  }

  void ops() {
    for (rpd_rows<"rocpd_op"> r(base_, trace_.problems); r.next();) {
      gpu_work_item w;
      const std::int64_t id = r.number<"id">(), description = r.number<"description_id">(),
                         type_id = r.number<"opType_id">();
      w.device = r.number<"gpuId">();
      w.stream = r.number<"queueId">();
      const auto span = r.times(gpu_problem::value_unreadable);
      if (!r.good() || !span) continue;
      const symbol named = text_of(strings_, description, "kernel"), kind = text_of(strings_, type_id, "op");
      const std::string_view type = trace_.text(kind);
      if (type == "UserMarker") {  // from tracers that record no calls: a range without a thread
        if (span->time != duration())
          trace_.ranges.push_back({span->start, span->time, named, trace_.texts.keep("roctx"), missing<std::uint32_t>,
                                   missing<std::uint32_t>, true});
        continue;
      }
      if (type == "Marker" || type == "InternalMarker" || type.starts_with("Barrier")) continue;  // waiting packets
      w.start = span->start, w.time = span->time, w.process = 0;
      const std::int64_t* const call = call_of_.find(id);
      if (call != nullptr) w.correlation = *call;
      if (type.starts_with("Copy")) add_copy(w, id, type, trace_.text(named));
      else if (type.starts_with("Fill")) w.kind = gpu_kind::fill, w.name = trace_.texts.keep("Memset");
      else add_kernel(w, trace_.text(named).empty() ? kind : named);
      trace_.work.push_back(w);
    }
  }
  /// `CopyDeviceToDevice:4096` contains the number of bytes, used if nothing else gives it.
  static std::optional<std::int64_t> bytes_in(std::string_view description, std::string_view type) {
    if (!description.starts_with(type) || !description.substr(type.size()).starts_with(':')) return std::nullopt;
    return to_int(description.substr(type.size() + 1));
  }
  void add_copy(gpu_work_item& w, std::int64_t id, std::string_view type, std::string_view description) {
    w.kind = gpu_kind::copy;
    const std::string_view name = rpd_copy_name(type);
    if (name == "Unknown") trace_.problems.add(gpu_problem::copy_unknown, gpu_problems::nowhere, type);
    w.name = trace_.texts.keep(name);
    const std::int64_t* bytes = bytes_of_op_.find(id);
    if (bytes == nullptr) bytes = bytes_of_call_.find(w.correlation);
    if (bytes != nullptr) w.bytes = *bytes;
    else if (const std::optional<std::int64_t> said = bytes_in(description, type); said && *said >= 0) w.bytes = *said;
  }
  void add_kernel(gpu_work_item& w, symbol name) {
    w.name = name;
    gpu_launch_shape shape;
    if (const gpu_launch_shape* const found = shapes_.find(w.correlation)) shape = *found;
    const std::uint32_t call = numbers_.find(0, w.correlation);
    if (known(call) && counts_threads(trace_.text(trace_.calls[call].name)))
      shape.grid = blocks_of(shape.grid, shape.block);
    w.shape = static_cast<std::uint32_t>(trace_.shapes.size());
    trace_.shapes.push_back(shape);
  }

  const sqlite_file& base_;
  gpu_trace trace_{};
  placed_threads places_;
  numbered_things<symbol> strings_{}, arguments_{};
  numbered_things<std::int64_t> call_of_{}, bytes_of_call_{}, bytes_of_op_{};
  numbered_things<gpu_launch_shape> shapes_{};
  calls_by_number numbers_{};
};

}  // namespace gpu_detail

bool is_rpd(const sqlite_file& base) { return base.has("rocpd_op") && base.has("rocpd_api"); }

expected<gpu_trace> read_rpd(const sqlite_file& base, const std::string& file) {
  if (!is_rpd(base))
    return failure{errc::not_a_report, {file},
                   "expected tables of rocmProfileData (rocpd_op, rocpd_api), found none"};
  return gpu_detail::unless_nothing(gpu_detail::rpd_reader(base).read(), file);
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_RPD_BODY_HPP
