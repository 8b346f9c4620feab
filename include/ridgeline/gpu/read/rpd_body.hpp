#ifndef RIDGELINE_GPU_READ_RPD_BODY_HPP
#define RIDGELINE_GPU_READ_RPD_BODY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/gpu/copy_way.hpp>
#include <ridgeline/gpu/read/calls.hpp>
#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/gpu/read/far_times.hpp>
#include <ridgeline/gpu/read/numbered_things.hpp>
#include <ridgeline/gpu/read/rocprof.hpp>
#include <ridgeline/gpu/read/rpd.hpp>
#include <ridgeline/gpu/read/unnamed.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/read/number.hpp>

namespace ridgeline {

namespace gpu_detail {

template <fixed_string Table>
using rpd_rows = field_rows<rpd_fields, Table>;

/// Maps the names of copy commands: HIP's `CopyHostToDevice`, `CopyDeviceToDevice2D`, `hipMemcpyHostToDevice`, and
/// `MEMORY_COPY_HOST_TO_DEVICE` of rocprofiler-sdk.
constexpr std::string_view rpd_copy_name(std::string_view type) {
  const copy_way way = copy_way_of(type);
  return way == copy_way::unknown ? "Unknown" : name_of(way);
}

/// The direction by number, for ops that are only called `Memcpy`: that of `cudaMemcpyKind`, or that of HIP's own
/// profiler, which counts from buffers over rectangles to images.
constexpr std::string_view rpd_copy_name(std::int64_t kind, bool cuda) {
  constexpr std::array<std::string_view, 4> of_cuda{"Host-to-Host", "Host-to-Device", "Device-to-Host",
                                                    "Device-to-Device"};
  if (cuda) return kind >= 0 && kind < 4 ? of_cuda[static_cast<std::size_t>(kind)] : "Unknown";
  if (kind >= 1 && kind <= 3) return "Host-to-Device";
  if (kind >= 4 && kind <= 6) return "Device-to-Host";
  return kind >= 7 && kind <= 11 ? "Device-to-Device" : "Unknown";
}

/// Whether rows of `rocpd_api` with this domain are calls of a runtime; all others are ranges of the program.
constexpr bool is_rpd_runtime(std::string_view domain) {
  for (const std::string_view runtime : {"", "hip", "hsa", "cuda", "rccl", "nccl"})
    if (core_detail::same_letters(domain, runtime)) return true;
  return false;
}

class rpd_reader {
 public:
  explicit rpd_reader(const sqlite_file& base) : base_(base), places_(trace_) {}

  gpu_trace read() {
    tell_damage(base_, trace_.problems);
    texts<"rocpd_string">(strings_);
    texts<"rocpd_ustring">(arguments_);
    calls();
    calls_of_hsa();
    launches();
    ops();
    link_calls(trace_, numbers_);
    find_processes();
    leave_out_impossible(trace_);
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
                         name_id = r.number<"apiName_id">(), arguments = r.number<"args_id">(),
                         domain_id = r.number<"domain_id">();
      const auto span = r.times(gpu_problem::call_open);
      if (!r.good() || !span) continue;
      const symbol name = text_of(strings_, name_id, "api");
      const symbol* const stated = strings_.find(domain_id);
      const std::string_view domain = stated != nullptr ? trace_.text(*stated) : std::string_view();
      const std::uint32_t process = places_.process(pid, pid), thread = places_.thread(process, tid, tid);
      const bool marker = trace_.text(name) == "UserMarker";
      if (marker || !is_rpd_runtime(domain)) {
        if (span->time == duration()) continue;  // an instant event
        const symbol* const own = own_arguments ? arguments_.find(arguments) : nullptr;
        const symbol shown = !marker ? name : own != nullptr ? *own : text_of(strings_, arguments, "text");
        trace_.ranges.push_back({span->start, span->time, shown, domain.empty() ? trace_.texts.keep("roctx") : *stated,
                                 process, thread, true});
        continue;
      }
      numbers_.add(0, id, static_cast<std::uint32_t>(trace_.calls.size()));
      const std::string_view call = without_version(trace_.text(name), cupti_version_digits);
      cuda_ = cuda_ || call.starts_with("cuda");
      trace_.calls.push_back({span->start, span->time, id, trace_.texts.keep(call), process, thread});
    }
  }

  /// Their numbers are apart, and no op refers to them.
  void calls_of_hsa() {
    for (rpd_rows<"rocpd_hsaApi"> r(base_, trace_.problems); r.next();) {
      const std::int64_t pid = r.number<"pid">(), tid = r.number<"tid">(), name_id = r.number<"apiName_id">();
      const auto span = r.times(gpu_problem::call_open);
      if (!r.good() || !span) continue;
      const std::uint32_t process = places_.process(pid, pid), thread = places_.thread(process, tid, tid);
      trace_.calls.push_back({span->start, span->time, missing<std::int64_t>, text_of(strings_, name_id, "api"),
                              process, thread});
    }
  }

  struct launch {
    gpu_launch_shape shape{};
    symbol name = missing<symbol>;
  };
  struct kernel_op {
    std::uint32_t work = 0;  ///< position in the work
    bool by_call = false;    ///< its shape is that of its call's launch
  };
  template <class Rows>
  launch launch_of(Rows& r) {
    launch l;
    l.shape.grid = {r.template number<"gridX">(), r.template number<"gridY">(), r.template number<"gridZ">()};
    l.shape.block = {r.template number<"workgroupX">(), r.template number<"workgroupY">(),
                     r.template number<"workgroupZ">()};
    for (auto* const sizes : {&l.shape.grid, &l.shape.block})
      for (std::int64_t& size : *sizes)
        if (size == 0) size = missing<std::int64_t>;
    l.shape.dynamic_shared = r.template number<"groupSegmentSize">();
    if (const symbol* const name = strings_.find(r.template number<"kernelName_id">())) l.name = *name;
    return l;
  }

  void launches() {
    for (rpd_rows<"rocpd_api_ops"> r(base_, trace_.problems); r.next();) {
      const std::int64_t call = r.number<"api_id">(), op = r.number<"op_id">();
      if (r.good()) call_of_.add(op, call);
    }
    for (rpd_rows<"rocpd_kernelapi"> r(base_, trace_.problems); r.next();) {
      const std::int64_t call = r.number<"api_ptr_id">();
      const launch l = launch_of(r);
      if (r.good()) launches_.add(call, l);
    }
    for (rpd_rows<"rocpd_kernelop"> r(base_, trace_.problems); r.next();) {
      const std::int64_t op = r.number<"op_ptr_id">();
      const launch l = launch_of(r);
      if (r.good()) launches_of_ops_.add(op, l);
    }
    for (rpd_rows<"rocpd_copyapi"> r(base_, trace_.problems); r.next();) {
      const std::int64_t call = r.number<"api_ptr_id">();
      const copied c{r.number<"size">(), r.number<"kind">()};
      if (r.good()) copies_.add(call, c);
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
  static bool is_copy(std::string_view type) {
    return type.starts_with("Copy") || type == "Memcpy" || is_copy_of_sdk(type);
  }
  /// `MEMORY_COPY_HOST_TO_DEVICE`, before `HOST_TO_DEVICE`: written from records of rocprofiler-sdk, whose grids are in
  /// threads, whatever the call.
  static bool is_copy_of_sdk(std::string_view type) {
    return type.starts_with("MEMORY_COPY") || type.ends_with("_TO_DEVICE") || type.ends_with("_TO_HOST");
  }

  void ops() {
    for (rpd_rows<"rocpd_op"> r(base_, trace_.problems); r.next();) {
      gpu_work_item w;
      const std::int64_t id = r.number<"id">(), description = r.number<"description_id">(),
                         type_id = r.number<"opType_id">(), queue = r.number<"queueId">();
      w.device = r.number<"gpuId">();
      if (cuda_) w.context = queue, w.stream = r.number<"sequenceId">();
      else w.stream = queue;
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
      sdk_ = sdk_ || is_copy_of_sdk(type);
      if (type.starts_with("Fill") || type == "Memset" || (type == "Memcpy" && is_fill(trace_.text(named), w)))
        add_fill(w, id, type);
      else if (is_copy(type)) add_copy(w, id, type, trace_.text(named));
      else add_kernel(w, id, named, kind);
      trace_.work.push_back(w);
    }
    for (const kernel_op& k : kernels_) finish_shape(k);
  }
  /// `CopyDeviceToDevice:4096` contains the number of bytes, used if nothing else gives it.
  static std::optional<std::int64_t> bytes_in(std::string_view description, std::string_view type) {
    if (!description.starts_with(type) || !description.substr(type.size()).starts_with(':')) return std::nullopt;
    return to_int(description.substr(type.size() + 1));
  }
  /// HIP's own profiler counts fills as copies, of kind 12.
  bool is_fill(std::string_view description, const gpu_work_item& w) {
    const copied* const stated = cuda_ ? nullptr : copies_.find(w.correlation);
    return description == "Fill" || (description.empty() && stated != nullptr && stated->kind == 12);
  }
  /// The bytes of an op. Those of a call are all that its copies moved together, so they are its first copy's.
  std::int64_t bytes_of(std::int64_t op, std::int64_t call) {
    if (const std::int64_t* const own = bytes_of_op_.find(op)) return *own;
    const copied* const all = copies_.find(call);
    const std::size_t stated = recorded_copies_.keys().size();
    return all != nullptr && recorded_copies_.number(call) == stated ? all->bytes : missing<std::int64_t>;
  }
  void add_fill(gpu_work_item& w, std::int64_t id, std::string_view type) {
    w.kind = gpu_kind::fill, w.name = trace_.texts.keep("Memset");
    if (type == "Memcpy") w.bytes = bytes_of(id, w.correlation);
  }
  void add_copy(gpu_work_item& w, std::int64_t id, std::string_view type, std::string_view description) {
    w.kind = gpu_kind::copy;
    std::string_view name = rpd_copy_name(type);
    if (type == "Memcpy") {
      name = rpd_copy_name(description);
      const copied* const stated = copies_.find(w.correlation);
      if (name == "Unknown" && stated != nullptr) {
        name = rpd_copy_name(stated->kind, cuda_);
        // of several copies of a call only one has a row, which may be another one's; copies within a device are not
        // the copy engine's
        if (!cuda_ && (description == "SDMA") != (name != "Device-to-Device")) name = "Unknown";
      }
    }
    if (name == "Unknown") trace_.problems.add(gpu_problem::copy_unknown, gpu_problems::nowhere, type);
    w.name = trace_.texts.keep(name);
    w.bytes = bytes_of(id, w.correlation);
    if (known(w.bytes)) return;
    if (const std::optional<std::int64_t> size = bytes_in(description, type); size && *size >= 0) w.bytes = *size;
  }
  void add_kernel(gpu_work_item& w, std::int64_t id, symbol described, symbol type) {
    const launch* const own = launches_of_ops_.find(id);
    const launch* const found = own != nullptr ? own : launches_.find(w.correlation);
    const bool stated = own != nullptr && known(own->name) && !trace_.text(own->name).empty();
    w.name = !trace_.text(described).empty() ? described : stated ? own->name : type;
    w.shape = static_cast<std::uint32_t>(trace_.shapes.size());
    trace_.shapes.push_back(found != nullptr ? found->shape : gpu_launch_shape());
    kernels_.push_back({static_cast<std::uint32_t>(trace_.work.size()), own == nullptr && found != nullptr});
    if (!known(w.correlation)) return;
    const std::uint32_t call = kernel_calls_.number(w.correlation);
    if (call == kernels_of_call_.size()) kernels_of_call_.push_back(0);
    ++kernels_of_call_[call];
  }
  /// What shows only once all ops are read: the unit of grids, and whose launch it is where a call ran several kernels,
  /// as that of a graph does, but has only one row.
  void finish_shape(const kernel_op& k) {
    const gpu_work_item& w = trace_.work[k.work];
    gpu_launch_shape& shape = trace_.shapes[w.shape];
    if (k.by_call && kernels_of_call_[kernel_calls_.number(w.correlation)] > 1 &&
        launches_.find(w.correlation)->name != w.name)
      shape = {};
    const std::uint32_t call = numbers_.find(0, w.correlation);
    if (sdk_ || (known(call) && counts_threads(trace_.text(trace_.calls[call].name))))
      shape.grid = blocks_of(shape.grid, shape.block);
  }

  /// Ops name no process: it is that of their call, and without one that of other ops in their queue.
  void find_processes() {
    std::map<std::array<std::int64_t, 3>, std::uint32_t> of_queue;
    const auto queue = [](const gpu_work_item& w) { return std::array{w.device, w.context, w.stream}; };
    for (gpu_work_item& w : trace_.work) {
      if (!known(w.call)) continue;
      w.process = trace_.calls[w.call].process;
      of_queue.try_emplace(queue(w), w.process);
    }
    for (gpu_work_item& w : trace_.work)
      if (const auto at = of_queue.find(queue(w)); !known(w.call) && at != of_queue.end()) w.process = at->second;
  }

  const sqlite_file& base_;
  gpu_trace trace_{};
  placed_threads places_;
  numbered_things<symbol> strings_{}, arguments_{};
  struct copied {
    std::int64_t bytes = missing<std::int64_t>, kind = missing<std::int64_t>;
  };
  numbered_things<std::int64_t> call_of_{}, bytes_of_op_{};
  distinct<std::int64_t> recorded_copies_{}, kernel_calls_{};
  std::vector<std::uint32_t> kernels_of_call_{};  ///< by number in `kernel_calls_`
  numbered_things<launch> launches_{}, launches_of_ops_{};
  numbered_things<copied> copies_{};
  calls_by_number numbers_{true};
  std::vector<kernel_op> kernels_{};
  bool cuda_ = false;  ///< the calls are CUDA's
  bool sdk_ = false;   ///< the ops are from records of rocprofiler-sdk
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
