#ifndef RIDGELINE_GPU_READ_ROCPROF_JSON_BODY_HPP
#define RIDGELINE_GPU_READ_ROCPROF_JSON_BODY_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/gpu/read/calls.hpp>
#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/gpu/read/far_times.hpp>
#include <ridgeline/gpu/read/json_members.hpp>
#include <ridgeline/gpu/read/numbered_things.hpp>
#include <ridgeline/gpu/read/placed_devices.hpp>
#include <ridgeline/gpu/read/rocprof.hpp>
#include <ridgeline/gpu/read/rocprof_json.hpp>
#include <ridgeline/gpu/read/unnamed.hpp>

namespace ridgeline {

namespace gpu_detail {

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
};

/// Reads the processes into a trace, one after the other.
class rocprof_json_reader {
 public:
  rocprof_json_reader(std::string_view text, const std::string& file) : text_(text), file_(file), places_(trace_) {}

  expected<gpu_trace> read() {
    trace_.queues = true;
    json_cursor c{text_.data(), text_.data() + text_.size()};
    c.at += byte_order_mark_size(text_);
    bool found = false, records = false;
    const auto document = [&] {
      return each_member(c, [&](std::string_view key) {
        if (key != json_key<"", "rocprofiler-sdk-tool"> || !c.next_is('[')) return c.skip_value();
        found = true;
        return each_element(c, [&] { return process(c, records); });
      });
    };
    bool whole = document();
    for (c.skip_blanks(); whole && found && !c.done(); c.skip_blanks())  // files of several processes in one
      whole = c.next_is('{') && document();
    if (!found || (!whole && !records)) {
      source_pos place{file_, 1, 1};
      for (const char* p = text_.data(); p != c.at; ++p) {
        ++place.column;
        if (*p == '\n') ++place.line, place.column = 1;
      }
      return failure{errc::not_a_report, place, std::string("expected the JSON of rocprofv3, an object with "
                     "\"rocprofiler-sdk-tool\" and records, found ") +
                     (c.done() ? (found ? "the end of the file before them" : "none in it") : "something else")};
    }
    if (!whole) trace_.problems.add(gpu_problem::file_damaged, static_cast<std::uint64_t>(c.at - text_.data()));
    link_calls(trace_, numbers_);
    leave_out_impossible(trace_);
    devices_.number_devices(trace_);
    return std::move(trace_);
  }

 private:
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
    std::string machine{};
    std::vector<listed_gpu> gpus{};
    numbered_things<rocprof_agent> agents{};
    numbered_things<kernel_symbol> kernels{};
    numbered_things<symbol> messages{};
    std::vector<category> categories{};
  };

  /// Reads a process. Its records are read last, regardless of member order, because they refer to everything else.
  bool process(json_cursor& c, bool& has_records) {
    one_process p;
    const char* records = nullptr;
    const char* counted = nullptr;  // dispatches with performance counters
    std::int64_t pid = missing<std::int64_t>;
    const bool whole = each_member(c, [&](std::string_view key) {
      if (key == json_key<"process", "buffer_records">) records = c.at;
      if (key == json_key<"process", "callback_records">) counted = c.at;
      if (key == json_key<"process", "metadata">)
        return each_member(c, [&](std::string_view name) {
          if (name == json_key<"metadata", "pid">) return whole_number(c, pid);
          if (name != json_key<"metadata", "node">) return c.skip_value();
          return each_member(c, [&](std::string_view fact) {
            bool ignored = false;
            return fact == "machine_id" && c.next_is('"') ? take_text(c, p.machine, ignored) : c.skip_value();
          });
        });
      if (key == json_key<"process", "agents">) return agents(c, p);
      if (key == json_key<"process", "kernel_symbols">) return kernel_symbols(c, p);
      if (key == json_key<"process", "strings">) return strings(c, p);
      return skip_with_damage(c);
    });
    if (records == nullptr && counted == nullptr) return whole;
    has_records = true;
    p.index = places_.process(static_cast<std::int64_t>(processes_++), pid);
    for (std::size_t i = 0; i < p.gpus.size(); ++i) {
      const listed_gpu& g = p.gpus[i];
      const std::int64_t number = known(g.number) ? g.number : static_cast<std::int64_t>(i);  // in listed order
      rocprof_agent agent{true};
      agent.device =
          devices_.place(device_identity(p.machine, g.unique, number), number, missing<std::int64_t>, g.name);
      p.agents.add(g.id, agent);
    }
    const std::size_t before = trace_.work.size();
    for (const char* const list : {records, counted}) {
      if (list == nullptr || (list == counted && has_kernels_from(before))) continue;
      json_cursor r{list, c.at};
      static_cast<void>(each_member(r, [&](std::string_view key) { return record_list(r, key, p); }));
    }
    return whole;
  }

  bool has_kernels_from(std::size_t first) const {
    return std::any_of(trace_.work.begin() + static_cast<std::ptrdiff_t>(first), trace_.work.end(),
                       [](const gpu_work_item& w) { return w.kind == gpu_kind::kernel; });
  }

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

  auto note_damage(std::string_view list) {
    return [this, list](const char* at) {
      trace_.problems.add(gpu_problem::file_damaged, static_cast<std::uint64_t>(at - text_.data()), std::string(list));
    };
  }

  bool agents(json_cursor& c, one_process& p) {
    return each_object(c, [&] {
      std::int64_t id = missing<std::int64_t>, type = missing<std::int64_t>, number = missing<std::int64_t>,
                   driver = missing<std::int64_t>;
      std::string product, name;
      const bool whole = each_member(c, [&](std::string_view key) {
        if (key == json_key<"agents", "id">) return inner(c, "handle", id);
        if (key == json_key<"agents", "type">) return whole_number(c, type);
        if (key == json_key<"agents", "gpu_id">) return whole_number(c, driver);
        if (key == json_key<"agents", "logical_node_type_id">) return whole_number(c, number);
        if (key == json_key<"agents", "product_name">) return take_text(c, product, odd_);
        if (key == json_key<"agents", "name">) return take_text(c, name, odd_);
        return c.skip_value();
      });
      if (!whole) return false;
      if (type != 2) p.agents.add(id, {});
      else p.gpus.push_back({id, number, known(driver) && driver != 0 ? "gpu " + std::to_string(driver) : std::string(),
                             product.empty() ? name : product});
      return true;
    }, note_damage("agents"));
  }

  bool kernel_symbols(json_cursor& c, one_process& p) {
    return each_object(c, [&] {
      std::int64_t id = missing<std::int64_t>;
      kernel_symbol k;
      std::string shown, raw, whole_name, short_name;
      const bool whole = each_member(c, [&](std::string_view key) {
        if (key == json_key<"kernel_symbols", "kernel_id">) return whole_number(c, id);
        if (key == json_key<"kernel_symbols", "formatted_kernel_name">) return take_text(c, shown, odd_);
        if (key == json_key<"kernel_symbols", "kernel_name">) return take_text(c, raw, odd_);
        if (key == json_key<"kernel_symbols", "demangled_kernel_name">) return take_text(c, whole_name, odd_);
        if (key == json_key<"kernel_symbols", "truncated_kernel_name">) return take_text(c, short_name, odd_);
        if (key == json_key<"kernel_symbols", "group_segment_size">) return whole_number(c, k.shared);
        if (key == json_key<"kernel_symbols", "arch_vgpr_count">) return whole_number(c, k.registers);
        return c.skip_value();
      });
      if (!whole) return false;
      for (const std::string* name : {&shown, &raw, &whole_name, &short_name})
        if (!known(k.name) && !name->empty()) k.name = trace_.texts.keep(*name);
      p.kernels.add(id, k);
      return true;
    }, note_damage("kernel_symbols"));
  }

  bool strings(json_cursor& c, one_process& p) {
    std::string text;
    return each_member(c, [&](std::string_view list) {
      if (list == json_key<"strings", "buffer_records">)
        return each_element(c, [&] {
          p.categories.emplace_back();
          return each_member(c, [&](std::string_view key) {
            if (key == json_key<"category", "kind">) return take_text(c, p.categories.back().name, odd_);
            if (key != json_key<"category", "operations">) return c.skip_value();
            return each_element(c, [&] {
              if (!take_text(c, text, odd_)) return false;
              p.categories.back().operations.push_back(trace_.texts.keep(text));
              return true;
            });
          });
        });
      if (list == json_key<"strings", "marker_api">)
        return each_object(c, [&] {
          std::int64_t number = missing<std::int64_t>;
          text.clear();
          const bool whole = each_member(c, [&](std::string_view key) {
            if (key == json_key<"marker", "key">) return whole_number(c, number);
            if (key == json_key<"marker", "value">) return take_text(c, text, odd_);
            return c.skip_value();
          });
          if (whole) p.messages.add(number, trace_.texts.keep(text));
          return whole;
        }, note_damage(list));
      return c.skip_value();
    });
  }

  bool record_list(json_cursor& c, std::string_view kind, one_process& p) {
    const bool kernels = kind == json_key<"buffer_records", "kernel_dispatch"> ||
                         kind == json_key<"callback_records", "counter_collection">,
               copies = kind == json_key<"buffer_records", "memory_copy">;
    if (!kernels && !copies && !kind.ends_with("_api")) return skip_with_damage(c);
    return each_object(c, [&] {
      const auto byte = static_cast<std::uint64_t>(c.at - text_.data());
      rocprof_record r;
      odd_ = false;
      if (!record(c, r)) return false;
      const auto in_time = [](std::int64_t at) { return known(at) && at >= 0 && at < longest_time; };
      if (odd_ || !in_time(r.start) || !in_time(r.end)) {
        trace_.problems.add(gpu_problem::value_unreadable, byte, std::string(kind));
        return true;
      }
      const std::optional<gpu_span> when = span_of(r.start, r.end, trace_.problems, byte, kind);
      if (!when) return true;
      r.end = r.start + when->time.base();
      if (kernels) add_kernel(r, p, byte);
      else if (copies) add_copy(r, p, byte);
      else add_region(r, p, byte);
      return true;
    }, note_damage(kind));
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
      if (key != json_key<"record", "dispatch_info">) return c.skip_value();
      return each_member(c, [&](std::string_view name) {
        if (name == json_key<"dispatch_info", "agent_id">) return inner(c, "handle", r.agent);
        if (name == json_key<"dispatch_info", "queue_id">) return inner(c, "handle", r.queue);
        if (name == json_key<"dispatch_info", "kernel_id">) return whole_number(c, r.kernel);
        if (name == json_key<"dispatch_info", "workgroup_size">) return extents(c, r.block);
        if (name == json_key<"dispatch_info", "grid_size">) return extents(c, r.threads);
        if (name == json_key<"dispatch_info", "group_segment_size">) return whole_number(c, r.shared);
        return c.skip_value();
      });
    });
  }

  gpu_work_item work_of(const rocprof_record& r, const one_process& p) const {
    gpu_work_item w;
    w.start = time_point::of(r.start), w.time = duration::of(r.end - r.start);
    w.correlation = r.number, w.stream = r.stream, w.process = p.index;
    return w;
  }
  const rocprof_agent* agent_of(one_process& p, std::int64_t id, std::uint64_t byte) {
    const rocprof_agent* const agent = p.agents.find(id);
    if (agent == nullptr) trace_.problems.add(gpu_problem::agent_missing, byte);
    return agent;
  }

  void add_kernel(const rocprof_record& r, one_process& p, std::uint64_t byte) {
    gpu_work_item w = work_of(r, p);
    gpu_launch_shape s;
    s.block = r.block;
    s.grid = blocks_of(r.threads, r.block);
    if (const kernel_symbol* const k = p.kernels.find(r.kernel)) {
      w.name = known(k->name) ? k->name : unnamed(trace_, "kernel", r.kernel, byte);
      s.registers = k->registers;
      set_shared_bytes(s, k->shared, r.shared);
    } else {
      w.name = unnamed(trace_, "kernel", r.kernel, byte);
    }
    if (const rocprof_agent* const agent = agent_of(p, r.agent, byte)) w.device = agent->device;
    w.context = r.queue;
    w.shape = static_cast<std::uint32_t>(trace_.shapes.size());
    trace_.shapes.push_back(s);
    trace_.work.push_back(w);
  }

  const category* category_of(const rocprof_record& r, const one_process& p) const {
    return r.kind >= 0 && static_cast<std::uint64_t>(r.kind) < p.categories.size()
               ? &p.categories[static_cast<std::size_t>(r.kind)] : nullptr;
  }
  symbol operation_of(const rocprof_record& r, const one_process& p, std::string_view what, std::uint64_t byte) {
    const category* const c = category_of(r, p);
    const bool named =
        c != nullptr && r.operation >= 0 && static_cast<std::uint64_t>(r.operation) < c->operations.size();
    return named ? c->operations[static_cast<std::size_t>(r.operation)] : unnamed(trace_, what, r.operation, byte);
  }

  void add_copy(const rocprof_record& r, one_process& p, std::uint64_t byte) {
    gpu_work_item w = work_of(r, p);
    w.kind = gpu_kind::copy;
    w.bytes = r.bytes;
    const std::string_view name = rocprof_copy_name(trace_.text(operation_of(r, p, "copy", byte)));
    if (name == "Unknown") trace_.problems.add(gpu_problem::copy_unknown, byte);
    w.name = trace_.texts.keep(name);
    place_copy(trace_, w, agent_of(p, r.from, byte), agent_of(p, r.to, byte));
    trace_.work.push_back(w);
  }

  void add_region(const rocprof_record& r, one_process& p, std::uint64_t byte) {
    const category* const c = category_of(r, p);
    const std::string_view in = c != nullptr ? std::string_view(c->name) : std::string_view();
    const symbol name = operation_of(r, p, "api", byte);
    const std::uint32_t thread = places_.thread(p.index, r.thread, r.thread);
    const time_point start = time_point::of(r.start);
    const duration time = duration::of(r.end - r.start);
    if (!is_rocprof_marker(in)) {
      numbers_.add(p.index, r.number, static_cast<std::uint32_t>(trace_.calls.size()), rocprof_call_rank(in));
      trace_.calls.push_back({start, time, r.number, name, p.index, thread});
    } else if (time != duration()) {  // otherwise an instant event
      const symbol* const message = p.messages.find(r.number);
      const bool nested = !is_process_marker(trace_.text(name));
      trace_.ranges.push_back({start, time, message != nullptr ? *message : name, trace_.texts.keep("roctx"), p.index,
                               thread, nested});
    }
  }

  std::string_view text_;
  const std::string& file_;
  gpu_trace trace_{};
  placed_threads places_;
  calls_by_number numbers_{};
  placed_devices devices_{};
  std::uint32_t processes_ = 0;
  bool odd_ = false;  ///< a value of the current record has an unexpected type
};

}  // namespace gpu_detail

bool is_rocprof_json(std::string_view text) {
  json_cursor c{text.data(), text.data() + text.size()};
  c.at += byte_order_mark_size(text);
  c.skip_blanks();
  if (!c.next_is('{')) return false;
  bool found = false;
  static_cast<void>(gpu_detail::each_member(c, [&](std::string_view key) {
    found = key == gpu_detail::json_key<"", "rocprofiler-sdk-tool">;
    return !found && key != "traceEvents" && c.skip_value();  // neither is necessarily first; the rest is long
  }));
  return found;
}

expected<gpu_trace> read_rocprof_json(std::string_view text, const std::string& file) {
  return gpu_detail::rocprof_json_reader(text, file).read();
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_ROCPROF_JSON_BODY_HPP
