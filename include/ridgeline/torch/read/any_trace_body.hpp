#ifndef RIDGELINE_TORCH_READ_ANY_TRACE_BODY_HPP
#define RIDGELINE_TORCH_READ_ANY_TRACE_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/gpu/read/nsys.hpp>
#include <ridgeline/gpu/read/perfetto.hpp>
#include <ridgeline/gpu/read/rocpd.hpp>
#include <ridgeline/gpu/read/rocprof_json.hpp>
#include <ridgeline/gpu/read/rocprof_perfetto.hpp>
#include <ridgeline/gpu/read/rpd.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/sqlite.hpp>
#include <ridgeline/torch/read/any_trace.hpp>
#include <ridgeline/torch/read/content.hpp>
#include <ridgeline/torch/read/kineto_body.hpp>
#include <ridgeline/torch/read/kineto_stream.hpp>
#include <ridgeline/torch/read/perfetto.hpp>

namespace ridgeline {

any_trace::any_trace(torch_trace with_ops) : torch(new torch_trace(std::move(with_ops))) {}
any_trace::any_trace(gpu_trace alone) : gpu(new gpu_trace(std::move(alone))) {}

namespace torch_detail {

/// Adds the problems of a file's compression to a trace that is not from Kineto.
inline any_trace with_packing(gpu_trace trace, const trace_content& in) {
  if (in.cut) trace.problems.add(gpu_problem::file_damaged, in.bytes.size(), "the packed file is cut");
  if (in.damaged_after) trace.problems.add(gpu_problem::file_damaged, in.bytes.size(), "bytes that are not packed");
  return trace;
}
inline any_trace with_packing(torch_trace trace, const trace_content& in) {
  if (in.cut && trace.problems[torch_problem::file_cut].count == 0)
    trace.problems.add(torch_problem::file_cut, in.bytes.size());
  if (in.damaged_after) trace.problems.add(torch_problem::gzip_damaged, in.bytes.size());
  return trace;
}
template <class Trace>
expected<any_trace> with_packing(expected<Trace> trace, const trace_content& in) {
  if (!trace) return trace.error();
  return with_packing(std::move(*trace), in);
}

/// The first categories of a trace's events, behind `front`; nothing if they have none.
inline std::string categories_of(const torch_trace& trace, std::string_view front) {
  constexpr std::size_t most = 8;
  std::vector<symbol> named;
  std::string text;
  for (const torch_event_details& d : trace.details) {
    if (!known(d.category) || named.size() == most || std::find(named.begin(), named.end(), d.category) != named.end())
      continue;
    named.push_back(d.category);
    text.append(named.size() == 1 ? front : ", ").append(trace.text(d.category));
  }
  return text;
}

/// The failure for a trace without spans whose events are all of phases that are not read, such as the begins and ends
/// of asynchronous spans (`b`, `e`); without an event that is read, a report would be empty.
inline std::optional<failure> of_unread_phases(const torch_trace& trace, const std::string& file) {
  std::size_t events = 0;
  for (const torch_event& e : trace.events) {
    if (e.phase == chrome_phase::other && known(e.start)) ++events;
    else if (e.phase != chrome_phase::metadata && known(e.start)) return {};
  }
  if (events == 0 || trace.unread_phases == 0) return {};
  std::string phases;
  for (std::size_t i = 0; i < unread_phase_letters.size(); ++i) {
    if ((trace.unread_phases >> i & 1u) == 0) continue;
    phases.append(phases.empty() ? "" : ", ").append(1, unread_phase_letters[i]);
  }
  return failure{errc::not_a_report, {file},
                 "expected spans of PyTorch's profiler (ph X, or B and E), but its " + std::to_string(events) +
                     (events == 1 ? " event is" : " events are") + " of phases that are not read (ph " + phases +
                     categories_of(trace, "; cat ") + ")"};
}

/// The failure for a trace in the right format whose spans are of no kind that PyTorch's profiler writes, such as
/// those of JAX's profiler and of browsers; a report would be empty.
inline std::optional<failure> of_another_profiler(const torch_trace& trace, const std::string& file) {
  std::size_t spans = 0;
  const auto is_event = [](const torch_event& e) {
    const bool placed = e.phase != chrome_phase::other || known(e.start);
    return e.phase != chrome_phase::lost && placed && known(e.name);
  };
  const bool cut = trace.problems[torch_problem::file_cut].count != 0;  // the events read so far are not complete
  if (!cut && !trace.events.empty() && std::none_of(trace.events.begin(), trace.events.end(), is_event))
    return failure{errc::not_a_report, {file},
                   "expected events of a trace, with a name and a phase (ph), found none among " +
                       std::to_string(trace.events.size()) + " entries"};
  for (const torch_event& e : trace.events) {
    if (e.category != kineto_category::none && e.category != kineto_category::other) return {};
    spans += e.is_complete() ? 1u : 0u;
  }
  if (spans == 0) return of_unread_phases(trace, file);
  for (const torch_unknown_work& u : trace.unknown_work)
    if (u.use != unknown_work_use::on_host && u.use != unknown_work_use::no_work_on_host) return {};
  bool jax = false;
  for (const symbol label : trace.labels) jax = jax || (known(label) && trace.text(label).starts_with("/device:"));
  const bool rpd = std::any_of(trace.details.begin(), trace.details.end(), [&](const torch_event_details& d) {
    return known(d.category) && trace.text(d.category) == "api_op";  // its flows
  });
  return failure{errc::not_a_report, {file},
                 "expected spans of PyTorch's profiler (cat cpu_op, kernel and the like), but none of its " +
                     std::to_string(spans) + " spans has such a category" +
                     (jax   ? "; jax_report reads the .xplane.pb that JAX's profiler writes next to it"
                      : rpd ? "; gpu_report and pytorch_report read the .rpd that rpd2tracing made it from"
                            : categories_of(trace, "; theirs are "))};
}

/// The failure for an empty file, and for other output files of GPU profilers, with advice on which format to write
/// instead.
inline std::optional<failure> of_another_output(std::string_view bytes, const std::string& file) {
  if (bytes.empty()) return failure{errc::not_a_report, {file, 1, 1}, "expected a trace, found an empty file"};
  constexpr std::string_view nsys = "write SQLite instead (nsys export --type sqlite)";
  constexpr std::string_view tables =
      "write SQLite instead (nsys export --type sqlite; rocprofv3 --output-format rocpd)";
  constexpr std::string_view systems = "record with Nsight Systems (nsys profile, nsys export --type sqlite)";
  constexpr std::string_view rocprof = "record again with --output-format rocpd, json or pftrace";
  constexpr std::string_view npu = "give the trace_view.json next to it";
  constexpr std::string_view kineto = "give the trace of torch.profiler (export_chrome_trace)";
  struct output {
    std::string_view front;                  ///< the file begins with this; empty: anything
    std::array<std::string_view, 2> words;   ///< both occur in its first bytes; without either, `is` names the format
    std::string_view is, instead;
  };
  constexpr output all[] = {{"", {}, "an HDF5 file", nsys},
                            {"", {}, "a Parquet file", tables},
                            {"", {}, "an Arrow file", tables},
                            {"", {}, "an OTF2 archive", rocprof},
                            {"", {}, "a profile of pprof", "give the trace that the profiler of the GPU wrote"},
                            {"NVR", {}, "a report of Nsight Compute", systems},
                            {"{", {"\"Type\"", "Event\""}, "JSON of Nsight Systems", nsys},
                            {"{", {"Nsight Systems", "Event\""}, "JSON of Nsight Systems", nsys},
                            {"", {"Time (%)", "Total Time"}, "a table of nsys stats", nsys},
                            {"", {"Start (ns)", "Duration (ns)"}, "a table of nsys stats", nsys},
                            {"", {"\"Kind\"", "\"Start_Timestamp\""}, "a CSV of rocprofv3", rocprof},
                            {"", {"\"Correlation_Id\"", "\"Start_Timestamp\""}, "a CSV of rocprofv3", rocprof},
                            {"", {"\"Calls\"", "\"TotalDurationNs\""}, "a table of rocprof", rocprof},
                            {"", {"\"Kernel Name\"", "\"Metric Name\""}, "a table of Nsight Compute", systems},
                            {"", {"KernelName", "gpu-id"}, "a CSV of rocprof", "record with rocprofv3"},
                            {"", {"GPU_ID", "Kernel_Name"}, "a CSV of rocprofv2", "record with rocprofv3"},
                            {"==", {"NVPROF", ""}, "a table of nvprof", systems},
                            {"", {"Start Time(us)", "Duration(us)"}, "a table of torch_npu", npu},
                            {"", {"Start_Time(us)", "Duration(us)"}, "a table of msprof", npu},
                            {"{", {"\"schema\"", "\"nodes\""}, "an execution trace of PyTorch", kineto},
                            {"{", {"\"pg_config\"", "\"entries\""}, "a dump of NCCL's flight recorder", kineto},
                            {"{", {"\"segments\"", "\"device_traces\""}, "a snapshot of CUDA memory", kineto},
                            {"\x80", {"segments", "device_traces"}, "a snapshot of CUDA memory", kineto}};
  const auto has = [&](std::string_view word) { return bytes.substr(0, 4096).find(word) != std::string_view::npos; };
  const std::string_view binary = binary_format_of(bytes);
  for (const output& o : all)
    if (o.front.empty() && o.words[0].empty() ? o.is == binary
                                              : bytes.starts_with(o.front) && has(o.words[0]) && has(o.words[1]))
      return failure{errc::not_a_report, {file}, "is " + std::string(o.is) + ", which is not read: " +
                     std::string(o.instead)};
  for (const std::string_view end : {".nsys-rep", ".qdrep"})
    if (file.ends_with(end))
      return failure{errc::not_a_report, {file}, "is a report of Nsight Systems in its own format, which is not "
                     "read: " + std::string(nsys)};
  return {};
}

inline expected<any_trace> read_any_content(const trace_content& in, const kineto_options& options,
                                            const std::string& file) {
  if (std::optional<failure> packed = refused_content(in.bytes, file)) return *std::move(packed);
  if (is_sqlite(in.bytes)) {
    const expected<sqlite_file> base = sqlite_file::open(in.bytes, file);
    if (!base) return base.error();
    if (is_nsys(*base)) return with_packing(read_nsys(*base, file), in);
    if (is_rpd(*base)) return with_packing(read_rpd(*base, file), in);
    if (is_rocpd(*base)) return with_packing(read_rocpd(*base, file), in);
    return *refused_database(*base, file);
  }
  if (is_perfetto(in.bytes)) {
    const auto wanted = [](std::string_view name) {
      return is_torch_perfetto_value(name) || is_rocprof_perfetto_value(name);
    };
    const perfetto_options how{wanted, options.inflate_limit, options.threads, in.source};
    expected<perfetto_trace> trace = read_perfetto(in.bytes, file, how);
    if (!trace) return trace.error();
    if (is_torch_perfetto(*trace)) return with_packing(torch_trace_of(std::move(*trace)), in);
    return with_packing(gpu_trace_of(std::move(*trace)), in);
  }
  if (is_rocprof_json(in.bytes)) return with_packing(read_rocprof_json(in.bytes, file), in);
  expected<torch_trace> kineto = read_kineto_content(in, options, file);
  if (!kineto) {
    if (std::optional<failure> other = of_another_output(in.bytes, file)) return *std::move(other);
    return kineto.error();
  }
  if (std::optional<failure> foreign = of_another_profiler(*kineto, file)) return *std::move(foreign);
  return any_trace(std::move(*kineto));
}

}  // namespace torch_detail

std::optional<failure> refused_database(const sqlite_file& base, const std::string& file) {
  if (is_nsys(base) || is_rpd(base) || is_rocpd(base)) return {};
  if (is_nvprof(base))
    return failure{errc::not_a_report, {file}, "is a database of nvprof, which is not read: record with Nsight "
                   "Systems (nsys profile, nsys export --type sqlite)"};
  return failure{errc::not_a_report, {file}, "is an SQLite database: expected tables of Nsight Systems "
                 "(CUPTI_ACTIVITY_KIND_KERNEL) or of rocprofv3 (rocpd_kernel_dispatch), found none" +
                 std::string(base.damage().empty() ? "" : "; ") + std::string(base.damage())};
}

expected<any_trace> read_any_trace(std::string_view bytes, const kineto_options& options, const std::string& file) {
  return torch_detail::read_content(bytes, nullptr, file, options,
                                    [&](const torch_detail::trace_content& in, const kineto_options& how) {
                                      return torch_detail::read_any_content(in, how, file);
                                    });
}

expected<any_trace> read_any_trace_file(const std::string& path, const kineto_options& options) {
  if (std::optional<torch_trace> trace = torch_detail::read_kineto_stream(path, options)) {
    if (std::optional<failure> foreign = torch_detail::of_another_profiler(*trace, path)) return *std::move(foreign);
    return any_trace(*std::move(trace));
  }
  return torch_detail::read_content(path, options,
                                    [&](const torch_detail::trace_content& in, const kineto_options& how) {
                                      return torch_detail::read_any_content(in, how, path);
                                    });
}

namespace torch_detail {
expected<torch_trace> with_torch_records(expected<any_trace> trace) {
  if (!trace) return trace.error();
  if (trace->torch) return std::move(*trace->torch);
  return as_torch_trace(std::move(*trace->gpu));
}
expected<gpu_trace> with_gpu_records(expected<any_trace> trace) {
  if (!trace) return trace.error();
  if (trace->torch) return as_gpu_trace(*trace->torch);
  return std::move(*trace->gpu);
}
}  // namespace torch_detail

expected<torch_trace> read_torch_trace(std::string_view bytes, const kineto_options& options, const std::string& file) {
  return torch_detail::with_torch_records(read_any_trace(bytes, options, file));
}
expected<torch_trace> read_torch_trace_file(const std::string& path, const kineto_options& options) {
  return torch_detail::with_torch_records(read_any_trace_file(path, options));
}

expected<gpu_trace> read_gpu_trace(std::string_view bytes, const kineto_options& options, const std::string& file) {
  return torch_detail::with_gpu_records(read_any_trace(bytes, options, file));
}
expected<gpu_trace> read_gpu_trace_file(const std::string& path, const kineto_options& options) {
  return torch_detail::with_gpu_records(read_any_trace_file(path, options));
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_ANY_TRACE_BODY_HPP
