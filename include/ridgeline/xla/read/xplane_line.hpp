#ifndef RIDGELINE_XLA_READ_XPLANE_LINE_HPP
#define RIDGELINE_XLA_READ_XPLANE_LINE_HPP

#include <cstddef>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/merge_sorted_runs.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/wide.hpp>
#include <ridgeline/read/inflate.hpp>
#include <ridgeline/read/protobuf.hpp>
#include <ridgeline/xla/read/hlo.hpp>
#include <ridgeline/xla/read/xplane_tables.hpp>
#include <ridgeline/xla/record/event.hpp>

#if RIDGELINE_WITH_PROTOZERO

/// Reading stats and the events of a line. Nearly all bytes of a profile go through this code, so it is flattened: a
/// function call for each field would take a third of the reading time.
namespace ridgeline::xla_detail {

/// One stat: which one it is, and its value in the form given in the file.
struct xla_stat_value {
  xla_stat stat = xla_stat::other;
  std::int64_t number = missing<std::int64_t>;
  double real = missing<double>;
  symbol text = missing<symbol>;
  std::string_view bytes{};
};

/// A compiled program as stored in the file, in an event.
struct xplane_program {
  std::string_view bytes{};
  std::uint32_t plane = 0;
};

/// The tables of a plane, and which of its programs were read.
struct xplane_tables {
  numbered<xla_event_name> event_names{};
  numbered<xla_stat_name> stat_names{};
  std::vector<xla_args> common_args{};  ///< what GPU events of one name have in common
  std::set<std::pair<std::uint64_t, std::int64_t>> programs{};  ///< by hash and program number
};

/// Flag in the numbers of texts and facts that a part of the events has but the whole trace does not have yet.
inline constexpr std::uint32_t of_part = 0x80000000;

/// The context for reading a plane, or for reading a part of its events in parallel with other threads.
struct xplane_context {
  const char* begin;  ///< start of the input, from which positions are counted
  xla_trace& trace;   ///< receives everything that is read
  const xplane_tables& tables;
  const xla_trace* before = nullptr;                ///< for a part: the trace read so far, now read-only
  std::vector<xplane_program>* programs = nullptr;  ///< for a part: its programs, to be read later

  void problem(xla_problem p, std::string_view at, std::string_view example = {}) {
    trace.problems.add(p, static_cast<std::uint64_t>(at.data() - begin), example);
  }
  /// Counts a field that no case has read: a known number with another wire type, or an unknown number. `known` has
  /// one bit for each field number of the message.
  void stray(const proto_message& m, std::string_view message, std::uint64_t known) {
    const bool is_known = m.field() < 64 && (known >> m.field() & 1) != 0;
    problem(is_known ? xla_problem::wrong_wire_type : xla_problem::unknown_field, message);
  }
  /// Counts how a message ended; returns false unless it was at its last field.
  bool whole(const proto_message& m, std::string_view message) {
    if (m.end() == proto_end::whole) return true;
    problem(m.end() == proto_end::beyond ? xla_problem::length_beyond : xla_problem::message_broken, message);
    return false;
  }

  symbol keep(std::string_view text) {
    if (before == nullptr) return trace.texts.keep(text);
    const std::uint64_t hash = hash_of(text);
    if (const symbol s = before->texts.find(text, hash); known(s)) return s;
    return symbol{static_cast<std::uint32_t>(trace.texts.keep(text, hash)) | of_part};
  }

  /// Reads a stat, whose value may be a text or a number in any encoding; stats that no report reads are skipped if
  /// their number is known.
  [[gnu::flatten]] xla_stat_value read_stat(std::string_view bytes) {
    xla_stat_value v;
    const xla_stat_name* name = nullptr;
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(1, proto_wire::varint):
          name = tables.stat_names.find(m.number());
          if (name == nullptr || name->stat == xla_stat::other) return v;
          v.stat = name->stat;
          break;
        case proto_key(2, proto_wire::fixed64): v.number = whole_of(v.real = m.real()); break;
        case proto_key(3, proto_wire::varint):
        case proto_key(4, proto_wire::varint): v.real = static_cast<double>(v.number = m.number()); break;
        case proto_key(5, proto_wire::bytes): {
          const std::string_view text = m.bytes();
          v.text = keep(text);
          v.number = number_of_digits(text);
          if (known(v.number)) v.real = static_cast<double>(v.number);
          break;
        }
        case proto_key(6, proto_wire::bytes):
          v.bytes = m.bytes();
          if (v.stat != xla_stat::hlo_proto && v.stat != xla_stat::memory_breakdown) v.text = keep(v.bytes);
          break;
        case proto_key(8, proto_wire::bytes): v.text = unpacked(m.bytes()); break;
        case proto_key(7, proto_wire::varint): {
          const xla_stat_name* const text = tables.stat_names.find(m.number());
          if (text == nullptr) problem(xla_problem::text_missing, bytes);
          else v.text = text->text;
          break;
        }
        default: stray(m, bytes, 0b1'1111'1110); break;
      }
    }
    whole(m, bytes);
    return v;
  }

 private:
  /// A text that is packed with gzip.
  [[gnu::noinline]] symbol unpacked(std::string_view bytes) {
    constexpr std::size_t longest = std::size_t{1} << 24;
    const expected<inflated_bytes> text = inflate(bytes, longest);
    if (!text || text->cut()) problem(xla_problem::text_missing, bytes);
    return text ? keep(text->view()) : missing<symbol>;
  }
  static std::int64_t whole_of(double real) {
    return real > -9e18 && real < 9e18 ? static_cast<std::int64_t>(real) : missing<std::int64_t>;
  }
};

/// Reads a compiled program, unless the same bytes were read before: it may be stored in several places.
inline void read_program(const xplane_context& in, xplane_tables& tables, std::string_view proto,
                         std::int64_t program) {
  if (proto.empty() || !tables.programs.insert({hash_of(proto), program}).second) return;
  in.trace.modules.push_back(hlo_reader(in.begin, in.trace.texts, in.trace.problems).read(proto, program));
}

/// The bytes that an op moves in HBM, which is memory 1, from the breakdown by memory (xprof's
/// MemoryAccessBreakdown); missing if the message is empty.
inline double hbm_bytes_of(std::string_view breakdown) {
  double sum = missing<double>;
  proto_message all(breakdown);
  while (all.next()) {
    if (all.key() != proto_key(1, proto_wire::bytes)) continue;
    std::uint64_t memory = 0, bytes = 0;
    proto_message access(all.bytes());
    while (access.next()) {
      if (access.key() == proto_key(2, proto_wire::varint)) memory = access.varint();
      else if (access.key() == proto_key(3, proto_wire::varint)) bytes = access.varint();
    }
    if (!known(sum)) sum = 0;
    if (memory == 1) sum += static_cast<double>(bytes);
  }
  return sum;
}

/// A line of a plane, before its events are read.
struct xplane_line {
  xla_line line{};
  std::int64_t timestamp_ns = 0;
  std::uint64_t events = 0;
  std::uint32_t plane = 0;
  std::string_view bytes{};
  std::vector<const char*> cuts{};  ///< positions from which events can be read in parallel
};

/// The number of events between two cuts: enough work for a thread.
inline constexpr std::uint64_t events_of_part = 8192;

/// The label of a stream among whose events are those of the profiler itself.
inline constexpr std::string_view overhead_label = "CUPTI overhead";

/// The kind of a device's line, by its label.
constexpr xla_line_kind line_kind_of(std::string_view label, xla_plane_kind plane) {
  const bool gpu = plane == xla_plane_kind::gpu, tpu = plane == xla_plane_kind::tpu;
  if (gpu && (label.starts_with("Stream #") || label.starts_with("XPU queue/") || label == overhead_label))
    return xla_line_kind::stream;
  if (tpu && label == "XLA Ops") return xla_line_kind::ops;
  if (tpu && label == "Async XLA Ops") return xla_line_kind::async_ops;
  if ((gpu || tpu) && label == "XLA Modules") return xla_line_kind::modules;
  return (gpu || tpu) && label == "Steps" ? xla_line_kind::steps : xla_line_kind::other;
}

/// Stores the value of a stat about a TPU op; returns false if the stat is not used.
inline bool take_fact(const xla_stat_value& v, xla_op_facts& facts) {
  const double amount = v.real >= 0 ? v.real : missing<double>;
  switch (v.stat) {
    case xla_stat::category: facts.category = v.text; return true;
    case xla_stat::framework_op: facts.op_name = v.text; return true;
    case xla_stat::source: facts.source = v.text; return true;
    case xla_stat::shape: facts.shape = v.text; return true;
    case xla_stat::program: facts.program = v.number; return true;
    case xla_stat::flops: facts.flops = amount; return true;
    case xla_stat::model_flops: facts.model_flops = amount; return true;
    case xla_stat::bytes_accessed: facts.bytes = amount; return true;
    case xla_stat::memory_breakdown: facts.hbm_bytes = hbm_bytes_of(v.bytes); return true;
    default: return false;
  }
}

/// Stores the value of a stat about an event; returns false if the stat is not used.
inline bool take_arg(const xla_stat_value& v, xla_args& args) {
  switch (v.stat) {
    case xla_stat::correlation: args.correlation = v.number; return true;
    case xla_stat::program: args.program = v.number; return true;
    case xla_stat::run: args.run = v.number; return true;
    case xla_stat::hlo_module: args.hlo_module = v.text; return true;
    case xla_stat::hlo_op: args.hlo_op = v.text; return true;
    case xla_stat::device:
      if (v.number >= 0 && v.number <= 0x7FFFFFFF) args.device = static_cast<std::int32_t>(v.number);
      return false;
    case xla_stat::op_name: args.op_name = v.text; return true;
    case xla_stat::kernel_details:
    case xla_stat::memcpy_details: args.details = v.text; return true;
    default: return false;
  }
}

/// Adds what an event itself does not say.
inline void complete(xla_args& args, const xla_args& common) {
  const auto take = [](auto& own, const auto& other) {
    if (!known(own)) own = other;
  };
  take(args.program, common.program), take(args.run, common.run), take(args.op_name, common.op_name);
  take(args.hlo_module, common.hlo_module), take(args.hlo_op, common.hlo_op), take(args.details, common.details);
}

/// Reads everything but the events of a line, and counts them.
[[gnu::flatten]] inline xplane_line scan_line(xplane_context& in, std::string_view bytes, xla_plane_kind plane) {
  xplane_line l;
  l.bytes = bytes;
  std::int64_t id = 0, display_id = 0;
  std::string_view name, display_name;
  proto_message m(bytes);
  while (m.next()) {
    switch (m.key()) {
      case proto_key(1, proto_wire::varint): id = m.number(); break;
      case proto_key(2, proto_wire::bytes): name = m.bytes(); break;
      case proto_key(3, proto_wire::varint): l.timestamp_ns = m.number(); break;
      case proto_key(4, proto_wire::bytes):
        static_cast<void>(m.bytes());
        if (++l.events % events_of_part == 0) l.cuts.push_back(m.rest());
        break;
      case proto_key(9, proto_wire::varint): break;
      case proto_key(10, proto_wire::varint): display_id = m.number(); break;
      case proto_key(11, proto_wire::bytes): display_name = m.bytes(); break;
      default: in.stray(m, bytes, 0b1110'0001'1110); break;
    }
  }
  in.whole(m, bytes);
  const std::string_view label = display_name.empty() ? name : display_name;
  l.line.label = in.trace.texts.keep(label);
  l.line.kind = line_kind_of(label, plane);
  l.line.key = static_cast<std::int64_t>(static_cast<std::uint64_t>(display_id != 0 ? display_id : id) & 0xFFFFFFFFu);
  return l;
}

/// The largest time since the trace's base, 26 days; twice this still fits into 64 bits.
inline constexpr std::int64_t longest_ps = std::int64_t{1} << 61;

/// Reads events of a line and appends them to the context's trace.
class xplane_events {
 public:
  xplane_events(xplane_context& in, const xplane_line& line, xla_plane_kind plane, std::int64_t base_ns)
      : in_(in), plane_(line.plane), device_(plane != xla_plane_kind::host),
        ops_(line.line.kind == xla_line_kind::ops || line.line.kind == xla_line_kind::async_ops),
        overhead_(line.line.kind == xla_line_kind::stream && in.before->text(line.line.label) == overhead_label) {
    origin_ = (static_cast<wide>(line.timestamp_ns) - base_ns) * 1000;
  }

  /// Adds all events of `bytes`, which begin at a field of the line, in file order.
  [[gnu::flatten]] void read(std::string_view bytes) {
    proto_message m(bytes);
    while (m.next()) {
      if (m.key() != proto_key(4, proto_wire::bytes)) continue;
      const std::string_view event = m.bytes();
      if (m.end() != proto_end::whole) {
        in_.problem(xla_problem::event_dropped, event);
        break;
      }
      read_event(event);
    }
  }

 private:
  using wide = core_detail::wide;
  static bool fits(wide ps) { return ps <= longest_ps && ps >= -longest_ps; }

  void read_event(std::string_view bytes) {
    xla_event e;
    xla_args args;
    xla_op_facts own;
    std::int64_t offset = 0, length = 0, step = missing<std::int64_t>;
    std::int64_t begins = missing<std::int64_t>, ends = missing<std::int64_t>;  // the number of an op, or of an end
    std::int64_t number = 0;  // zeros are not written
    bool aggregate = false, any = false, has_own = false, resides = false;
    proto_message m(bytes);
    while (m.next()) {
      switch (m.key()) {
        case proto_key(1, proto_wire::varint): number = m.number(); break;
        case proto_key(2, proto_wire::varint): offset = m.number(); break;
        case proto_key(3, proto_wire::varint): length = m.number(); break;
        case proto_key(4, proto_wire::bytes): {
          const xla_stat_value v = in_.read_stat(m.bytes());
          if (v.stat == xla_stat::step_number) step = v.number;
          else if (v.stat == xla_stat::producer) begins = v.number;
          else if (v.stat == xla_stat::consumer) ends = v.number;
          else if (v.stat == xla_stat::hlo_proto) in_.programs->push_back({v.bytes});
          else if (v.stat == xla_stat::residency) resides = device_;
          else any = take_arg(v, args) || any;
          has_own = (ops_ && take_fact(v, own)) || has_own;
          break;
        }
        case proto_key(5, proto_wire::varint): aggregate = true; break;
        default: in_.stray(m, bytes, 0b11'1110); break;
      }
    }
    if (m.end() != proto_end::whole) {
      in_.problem(xla_problem::event_dropped, bytes);
      return;
    }
    const xla_event_name* const name = in_.tables.event_names.find(number);
    const bool no_work = resides || (device_ && name != nullptr && name->no_work);
    if (aggregate || no_work) {
      in_.problem(no_work ? xla_problem::no_work : xla_problem::without_start, bytes);
      return;
    }
    if (name != nullptr) e.name = name->text, args.facts = name->facts;
    if (name != nullptr && name->no_work) args.correlation = missing<std::int64_t>;
    if (name != nullptr && known(name->args)) any = true, complete(args, in_.tables.common_args[name->args]);
    if (overhead_ && !known(args.details)) return;
    if (name == nullptr) in_.problem(xla_problem::name_missing, bytes);
    constexpr std::int64_t long_before = -60'000'000'000'000;  // a line begins before its events
    const wide start = origin_ + offset;
    if (!fits(start) || !fits(length) || offset < long_before) {
      in_.problem(xla_problem::time_implausible, bytes);
      return;
    }
    e.start_ps = static_cast<std::int64_t>(start);
    if (length < 0) in_.problem(xla_problem::negative_duration, bytes);
    e.duration_ps = length < 0 ? 0 : length;
    if (ops_) any = true, name_op(e, args, own, has_own);
    if (known(step) && e.duration_ps > 0)
      in_.trace.host_steps.push_back({e.start_ps, e.start_ps + e.duration_ps, step});
    // host events with none of these neither launch nor run anything
    if (any && (device_ || known(args.correlation) || known(args.hlo_op) || known(args.run))) {
      e.args = static_cast<std::uint32_t>(in_.trace.args.size());
      in_.trace.args.push_back(args);
      if (known(begins) && known(args.hlo_op))
        in_.trace.end_marks.push_back({begins, plane_, e.args, e.name, e.start_ps + e.duration_ps});
    }
    if (known(ends) && name != nullptr && in_.before->text(e.name).starts_with(end_front))
      in_.trace.end_marks.push_back({ends, plane_, missing<std::uint32_t>, e.name, e.start_ps});
    in_.trace.events.push_back(e);
  }

  /// A TPU op's name is that of its instruction; the facts of its metadata hold for what the event does not say itself.
  /// Equal facts of events that follow each other are stored once.
  void name_op(const xla_event& e, xla_args& args, const xla_op_facts& own, bool has_own) {
    if (has_own) {
      const bool stated = known(args.facts);
      xla_op_facts both = stated ? in_.before->facts[args.facts] : own;
      if (!stated || overwrite(both, own)) {
        if (in_.trace.facts.empty() || !are_equal(in_.trace.facts.back(), both)) in_.trace.facts.push_back(both);
        args.facts = static_cast<std::uint32_t>(in_.trace.facts.size() - 1) | of_part;
      }
    }
    if (!known(args.hlo_op)) args.hlo_op = e.name;
    if (!known(args.facts)) return;
    const bool own_facts = (args.facts & of_part) != 0;
    const xla_op_facts& facts = own_facts ? in_.trace.facts[args.facts & ~of_part] : in_.before->facts[args.facts];
    if (!known(args.program)) args.program = facts.program;
    if (!known(args.op_name)) args.op_name = facts.op_name;
  }

  xplane_context& in_;
  std::uint32_t plane_;
  bool device_, ops_, overhead_;
  wide origin_ = 0;
};

}  // namespace ridgeline::xla_detail

#endif  // RIDGELINE_WITH_PROTOZERO

#endif  // RIDGELINE_XLA_READ_XPLANE_LINE_HPP
