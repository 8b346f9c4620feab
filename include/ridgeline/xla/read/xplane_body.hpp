#ifndef RIDGELINE_XLA_READ_XPLANE_BODY_HPP
#define RIDGELINE_XLA_READ_XPLANE_BODY_HPP

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/query/sort_by.hpp>
#include <ridgeline/xla/read/hlo.hpp>
#include <ridgeline/xla/read/xplane.hpp>
#include <ridgeline/xla/read/xplane_devices.hpp>
#include <ridgeline/xla/read/xplane_line.hpp>
#include <ridgeline/xla/read/xplane_parts.hpp>
#include <ridgeline/xla/record/work.hpp>

namespace ridgeline {

#if RIDGELINE_WITH_PROTOZERO

namespace xla_detail {

/// Reads one plane except for its events: scans its fields, then its tables, its stats and the heads of its lines.
class xplane_plane {
 public:
  xplane_plane(const char* begin, xla_trace& trace, xplane_tables& tables)
      : in{begin, trace, tables}, tables_(tables) {}

  void scan(std::string_view bytes, std::vector<xplane_line>& lines) {
    const auto number = static_cast<std::uint32_t>(in.trace.planes.size());
    xla_plane plane;
    std::vector<std::string_view> line_bytes, event_entries, stat_entries, stats;
    std::string_view name;
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(1, proto_wire::varint): plane.id = m.number(); break;
        case proto_key(2, proto_wire::bytes): name = m.bytes(); break;
        case proto_key(3, proto_wire::bytes): line_bytes.push_back(m.bytes()); break;
        case proto_key(4, proto_wire::bytes): event_entries.push_back(m.bytes()); break;
        case proto_key(5, proto_wire::bytes): stat_entries.push_back(m.bytes()); break;
        case proto_key(6, proto_wire::bytes): stats.push_back(m.bytes()); break;
        default: in.stray(m, bytes, 0b111'1110); break;
      }
    }
    in.whole(m, bytes);
    plane.name = in.trace.texts.keep(name);
    name = without_process(without_host(name));
    plane.kind = kind_of(name);
    plane.lines = line_bytes.size();
    if (plane.kind == xla_plane_kind::tpu) plane.id = number_in(name);
    for (const std::string_view entry : stat_entries) read_stat_name(entry, plane.kind);
    tables_.stat_names.finish();
    for (const std::string_view entry : event_entries) read_event_name(entry, plane.kind);
    tables_.event_names.finish();
    for (const std::string_view stat : stats) take(in.read_stat(stat), plane);
    const bool tpu = plane.kind == xla_plane_kind::tpu;
    if (tpu || plane.kind == xla_plane_kind::gpu || plane.kind == xla_plane_kind::host) {
      for (const std::string_view line : line_bytes) {
        xplane_line scanned = scan_line(in, line, plane.kind);
        if (tpu && scanned.line.kind == xla_line_kind::other) continue;  // counters, scopes, or the same ops again
        lines.push_back(std::move(scanned));
        lines.back().plane = lines.back().line.plane = number;
      }
    }
    const bool holds_work = name.starts_with("/host:CPU") ||
                            (name.starts_with("/device:") && !name.starts_with("/device:CUSTOM:"));
    if (plane.kind == xla_plane_kind::other && plane.lines != 0 && holds_work)
      in.problem(xla_problem::plane_unread, bytes, in.trace.text(plane.name));
    in.trace.planes.push_back(plane);
  }

 private:
  xplane_context in;
  xplane_tables& tables_;

  static constexpr std::string_view tpu_front = "/device:TPU:";

  /// Turns `/host:worker1/device:GPU:0`, the form in files with several hosts, into `/device:GPU:0`.
  static std::string_view without_host(std::string_view name) {
    const std::size_t at = name.find("/device:");
    return at == std::string_view::npos ? name : name.substr(at);
  }
  /// Turns `/device:TPU:0 [99]`, the profiler's name for planes of another process, into `/device:TPU:0`.
  static std::string_view without_process(std::string_view name) {
    const std::size_t at = name.rfind(" [");
    if (at == std::string_view::npos || !name.ends_with(']')) return name;
    return known(number_of_digits(name.substr(at + 2, name.size() - at - 3))) ? name.substr(0, at) : name;
  }
  /// The number in a TPU plane's name, since the ids of TPU planes also count other planes.
  static std::int64_t number_in(std::string_view name) { return number_of_digits(name.substr(tpu_front.size())); }
  static xla_plane_kind kind_of(std::string_view name) {
    if (name.starts_with("/device:GPU:")) return xla_plane_kind::gpu;
    if (name.starts_with(tpu_front) && name.size() < tpu_front.size() + 10 && known(number_in(name)))
      return xla_plane_kind::tpu;
    // runtime calls are in a separate plane until the profiler has merged it into those of the threads
    name = ranked_name_of(name).name;
    if (name == "/host:CPU" || name == "/host:CUPTI" || name == "/host:ROCTRACER") return xla_plane_kind::host;
    if (name == "/host:metadata") return xla_plane_kind::metadata;
    return name == "Task Environment" ? xla_plane_kind::environment : xla_plane_kind::other;
  }

  /// The key and value of a map entry.
  std::pair<std::int64_t, std::string_view> entry_of(std::string_view bytes) {
    std::pair<std::int64_t, std::string_view> entry{0, {}};
    proto_message m(bytes);
    while (m.next()) {
      if (m.key() == proto_key(1, proto_wire::varint)) entry.first = m.number();
      else if (m.key() == proto_key(2, proto_wire::bytes)) entry.second = m.bytes();
      else in.stray(m, bytes, 0b110);
    }
    in.whole(m, bytes);
    return entry;
  }

  void read_stat_name(std::string_view bytes, xla_plane_kind kind) {
    const auto entry = entry_of(bytes);
    std::string_view name;
    proto_message m(entry.second);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(1, proto_wire::varint):
        case proto_key(3, proto_wire::bytes): break;
        case proto_key(2, proto_wire::bytes): name = m.bytes(); break;
        default: in.stray(m, entry.second, 0b1110); break;
      }
    }
    in.whole(m, entry.second);
    tables_.stat_names.add(entry.first, {in.trace.texts.keep(name), stat_of(name, kind)});
  }

  void read_event_name(std::string_view bytes, xla_plane_kind kind) {
    const auto entry = entry_of(bytes);
    std::string_view name, display_name, proto;
    std::int64_t program = missing<std::int64_t>;
    xla_event_name of;
    xla_op_facts facts;
    xla_args args;
    bool any = false, any_args = false;
    proto_message m(entry.second);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(2, proto_wire::bytes): name = m.bytes(); break;
        case proto_key(4, proto_wire::bytes): display_name = m.bytes(); break;
        case proto_key(5, proto_wire::bytes): {
          const xla_stat_value v = in.read_stat(m.bytes());
          if (kind == xla_plane_kind::tpu) any = take_fact(v, facts) || any;
          if (kind == xla_plane_kind::gpu) any_args = take_arg(v, args) || any_args;
          if (v.stat == xla_stat::hlo_proto) proto = v.bytes;
          if (v.stat == xla_stat::program) program = v.number;
          break;
        }
        case proto_key(3, proto_wire::bytes):  // older profilers store the program itself here
          if (const std::string_view old = m.bytes(); kind == xla_plane_kind::metadata) proto = old;
          break;
        case proto_key(1, proto_wire::varint):
        case proto_key(6, proto_wire::varint):
        case proto_key(6, proto_wire::bytes): break;
        default: in.stray(m, entry.second, 0b111'1110); break;
      }
    }
    in.whole(m, entry.second);
    if (kind != xla_plane_kind::metadata) program = missing<std::int64_t>;
    // a stat, else the name, `jit_f(7)`, has the program's number; the keys of libtpu 0.0.37 are other numbers
    else if (!known(program) && !known(program = program_text_of(name).program)) program = entry.first;
    read_program(in, tables_, proto, program);
    if (kind == xla_plane_kind::tpu && display_name.empty()) display_name = name_of_expression(name);
    if (display_name.empty()) display_name = name;
    of.text = in.trace.texts.keep(display_name);
    of.no_work = kind == xla_plane_kind::gpu ? is_no_xla_work(display_name) : name.starts_with("NVTX:");
    if (kind == xla_plane_kind::tpu && name.find("S(5)") != std::string_view::npos) any = facts.host_memory = true;
    if (any) {
      of.facts = static_cast<std::uint32_t>(in.trace.facts.size());
      in.trace.facts.push_back(facts);
    }
    if (any_args) {
      of.args = static_cast<std::uint32_t>(tables_.common_args.size());
      tables_.common_args.push_back(args);
    }
    tables_.event_names.add(entry.first, of);
  }
  /// Turns `%fusion.3 = bf16[8,128] fusion(...)` into `fusion.3`.
  static std::string_view name_of_expression(std::string_view text) {
    const std::size_t end = text.find(" = ");
    if (end == std::string_view::npos) return text;
    text = text.substr(0, end);
    return text.starts_with('%') ? text.substr(1) : text;
  }

  void take(const xla_stat_value& v, xla_plane& plane) {
    switch (v.stat) {
      case xla_stat::vendor: plane.vendor = v.text; break;
      case xla_stat::clock: plane.clock_khz = v.number; break;
      case xla_stat::cores: plane.cores = v.number; break;
      case xla_stat::memory_bandwidth: plane.memory_bandwidth = v.number; break;
      case xla_stat::memory: plane.memory = v.number; break;
      case xla_stat::compute_major: plane.compute_major = v.number; break;
      case xla_stat::compute_minor: plane.compute_minor = v.number; break;
      case xla_stat::device_type: plane.device_type = v.text; break;
      case xla_stat::peak_teraflops: plane.peak_teraflops = v.real > 0 ? v.real : missing<double>; break;
      case xla_stat::peak_hbm: plane.peak_hbm = v.real > 0 ? v.real : missing<double>; break;
      case xla_stat::dropped: plane.dropped = v.number; break;
      case xla_stat::hlo_proto: read_program(in, tables_, v.bytes, missing<std::int64_t>); break;
      case xla_stat::profile_start: in.trace.profile_start_ns = v.number; break;
      case xla_stat::profile_stop: in.trace.profile_stop_ns = v.number; break;
      default: break;
    }
  }
};

inline bool is_device(const xla_plane& p) { return p.kind == xla_plane_kind::gpu || p.kind == xla_plane_kind::tpu; }

/// Devices of several hosts may share an id: those with another name are renumbered after the largest id, as are
/// those with the same name if the file says that it covers several hosts.
inline void number_devices_apart(xla_trace& trace) {
  std::map<std::pair<xla_plane_kind, std::int64_t>, symbol> names;
  std::map<xla_plane_kind, std::int64_t> last;
  for (const xla_plane& p : trace.planes)
    if (is_device(p)) last[p.kind] = std::max(last[p.kind], p.id);
  for (xla_plane& p : trace.planes) {
    if (!is_device(p)) continue;
    const auto [first, is_new] = names.try_emplace({p.kind, p.id}, p.name);
    if (is_new || (first->second == p.name && trace.hosts.size() < 2)) continue;
    if (last[p.kind] == std::numeric_limits<std::int64_t>::max()) return;
    p.id = ++last[p.kind];
    trace.problems.add(xla_problem::device_renumbered, xla_problems::nowhere, trace.text(p.name));
  }
}

/// Whether `a` is reported before `b`: devices first, by plane id and line key; everything else in file order.
inline bool comes_before(const xla_trace& trace, const xplane_line& a, const xplane_line& b) {
  const xla_plane &x = trace.planes[a.plane], &y = trace.planes[b.plane];
  const bool x_is = is_device(x), y_is = is_device(y);
  if (x_is != y_is || !x_is) return x_is && !y_is;
  return std::tie(x.kind, x.id, a.line.key) < std::tie(y.kind, y.id, b.line.key);
}

/// The zero of times: the first line with events. If clocks are so far apart that not all times fit, a zero that
/// fits the most device events or, without devices, host events.
inline std::int64_t base_of(const xla_trace& trace, const std::vector<xplane_line>& lines) {
  struct stamp {
    std::int64_t ns;
    std::uint64_t device, host;  // events
  };
  std::vector<stamp> stamps;
  for (const xplane_line& l : lines) {
    if (l.events == 0) continue;
    const bool host = trace.planes[l.plane].kind == xla_plane_kind::host;
    stamps.push_back({l.timestamp_ns, host ? 0 : l.events, host ? l.events : 0});
  }
  if (stamps.empty()) return 0;
  merge_sorted_runs(stamps, [](const stamp& a, const stamp& b) { return a.ns < b.ns; });
  std::int64_t base = stamps.front().ns;
  std::pair<std::uint64_t, std::uint64_t> inside, most;  // events of devices, of the host
  for (std::size_t first = 0, after = 0; first < stamps.size(); ++first) {
    for (std::int64_t apart = 0; after < stamps.size(); ++after) {
      if (__builtin_sub_overflow(stamps[after].ns, stamps[first].ns, &apart) || apart > longest_ps / 1000) break;
      inside.first += stamps[after].device;
      inside.second += stamps[after].host;
    }
    if (inside > most) most = inside, base = stamps[first].ns;
    inside.first -= stamps[first].device;
    inside.second -= stamps[first].host;
  }
  return base;
}

}  // namespace xla_detail

expected<xla_trace> read_xplane(std::string_view bytes, const std::string& file, const file_bytes* source,
                                const progress_function& progress) {
  xla_trace trace;
  std::vector<xla_detail::xplane_tables> tables;  // by plane
  std::vector<xla_detail::xplane_line> lines;
  proto_message m(bytes);
  while (m.next()) {
    switch (m.key()) {
      case proto_key(1, proto_wire::bytes):
        tables.emplace_back();
        xla_detail::xplane_plane(bytes.data(), trace, tables.back()).scan(m.bytes(), lines);
        break;
      case proto_key(4, proto_wire::bytes): trace.hosts.emplace_back(m.bytes()); break;
      case proto_key(2, proto_wire::bytes):
      case proto_key(3, proto_wire::bytes): {  // errors and warnings from the profiler
        constexpr std::size_t most = 100, longest = 300;
        const std::string_view text = m.bytes();
        trace.problems.add(xla_problem::profiler_message, static_cast<std::uint64_t>(text.data() - bytes.data()), text);
        if (trace.messages.size() < most) trace.messages.emplace_back(text.substr(0, longest));
        break;
      }
      default:
        if (!tables.empty()) xla_detail::xplane_context{bytes.data(), trace, tables.back()}.stray(m, bytes, 0b1'1110);
        break;
    }
  }
  const auto has_no_name = [&](const xla_plane& p) { return trace.text(p.name).empty(); };
  if (std::all_of(trace.planes.begin(), trace.planes.end(), has_no_name)) {
    if (std::optional<failure> other = refused_text(bytes, file)) return *std::move(other);
    const std::size_t first = bytes.find_first_not_of(" \t\r\n", byte_order_mark_size(bytes));
    const bool json = first != bytes.npos && (bytes[first] == '{' || bytes[first] == '[');
    const std::string found = bytes.empty() ? "an empty file"
                              : json        ? "JSON: give the .xplane.pb that the profiler writes next to the trace"
                                            : "other bytes";
    return failure{errc::not_a_report, {file}, "expected the planes of an XSpace message, found " + found};
  }
  if (m.end() != proto_end::whole)
    trace.problems.add(m.end() == proto_end::beyond ? xla_problem::file_cut : xla_problem::message_broken,
                       bytes.size());

  xla_detail::tell_profiles_apart(trace);
  xla_detail::number_devices_apart(trace);
  merge_sorted_runs(lines, [&](const xla_detail::xplane_line& a, const xla_detail::xplane_line& b) {
    return xla_detail::comes_before(trace, a, b);
  });
  trace.base_ns = xla_detail::base_of(trace, lines);
  xla_detail::xplane_parts(bytes.data(), trace, tables, lines).read(source, progress);
  trace.modules = std::move(trace.modules) | sort_by(&hlo_module::program);
  xla_detail::finish_devices(trace);
  return trace;
}

bool is_xplane(std::string_view bytes) {
  proto_message space(bytes);
  while (space.next()) {
    if (space.key() != proto_key(1, proto_wire::bytes)) return false;
    proto_message plane(space.bytes());
    bool named = false;
    while (plane.next()) {
      if (plane.field() > 6) return false;  // a plane has no further fields; a packet has hardly any lower ones
      named = named || plane.key() == proto_key(2, proto_wire::bytes);
    }
    if (named) return true;
  }
  return false;
}

#else

bool is_xplane(std::string_view) { return false; }

expected<xla_trace> read_xplane(std::string_view, const std::string& file, const file_bytes*,
                                const progress_function&) {
  return failure{errc::cannot_read, {file}, "is an XPlane file, and this program was built without protozero"};
}

#endif

expected<xla_trace> read_xplane_file(const std::string& path, const xplane_options& options) {
  const expected<file_bytes> bytes = file_bytes::open(path);
  if (!bytes) return bytes.error();
  if (std::optional<failure> other = refused_binary(bytes->view(), path)) return *std::move(other);
  if (!is_gzip(bytes->view())) return read_xplane(bytes->view(), path, &*bytes, options.progress);
  const expected<inflated_bytes> inflated = inflate_file(bytes->view(), path, options.inflate_limit, options.progress);
  if (!inflated) return inflated.error();
  if (std::optional<failure> other = refused_binary(inflated->view(), path)) return *std::move(other);
  expected<xla_trace> trace = read_xplane(inflated->view(), path, nullptr, options.progress);
  if (trace && inflated->cut() && trace->problems[xla_problem::file_cut].count == 0)
    trace->problems.add(xla_problem::file_cut, inflated->view().size());
  if (trace && inflated->damaged_after()) trace->problems.add(xla_problem::gzip_damaged, inflated->view().size());
  return trace;
}

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_READ_XPLANE_BODY_HPP
