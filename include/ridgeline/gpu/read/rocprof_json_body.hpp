#ifndef RIDGELINE_GPU_READ_ROCPROF_JSON_BODY_HPP
#define RIDGELINE_GPU_READ_ROCPROF_JSON_BODY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/gpu/read/calls.hpp>
#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/gpu/read/far_times.hpp>
#include <ridgeline/gpu/read/numbered_things.hpp>
#include <ridgeline/gpu/read/placed_devices.hpp>
#include <ridgeline/gpu/read/rocprof.hpp>
#include <ridgeline/gpu/read/rocprof_json.hpp>
#include <ridgeline/gpu/read/rocprof_json_values.hpp>
#include <ridgeline/gpu/read/unnamed.hpp>

namespace ridgeline {

namespace gpu_detail {

/// Reads the processes into a trace, one after the other.
class rocprof_json_reader : rocprof_json_values {
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
        return processes(c, records);
      });
    };
    bool whole = document();
    for (c.skip_blanks(); whole && found && !c.done(); c.skip_blanks())  // files of several processes in one
      whole = c.next_is('{') && document();
    if (!found || ((!whole || damaged_ != nullptr) && !records)) {
      if (damaged_ != nullptr) c.at = damaged_;
      source_pos place{file_, 1, 1};
      for (const char* p = text_.data(); p != c.at; ++p) {
        ++place.column;
        if (*p == '\n') ++place.line, place.column = 1;
      }
      return failure{errc::not_a_report, place, std::string("expected the JSON of rocprofv3, an object with "
                     "\"rocprofiler-sdk-tool\" and records, found ") +
                     (c.done() ? (found ? "the end of the file before them" : "none in it") : "something else")};
    }
    if (!whole && damaged_ == nullptr) trace_.problems.add(gpu_problem::file_damaged, byte_of(c.at));
    link_calls(trace_, numbers_);
    leave_out_impossible(trace_);
    devices_.number_devices(trace_);
    return std::move(trace_);
  }

 private:
  std::uint64_t byte_of(const char* at) const { return static_cast<std::uint64_t>(at - text_.data()); }

  /// Reads the list of processes. What is damaged in one costs no other.
  bool processes(json_cursor& c, bool& has_records) {
    ++c.at;
    c.skip_blanks();
    for (bool closed = c.take(']'); !closed;) {
      if (c.done()) return false;
      const char* const first = c.at;
      const gpu_problems before = trace_.problems;
      if (!c.next_is('{') || !process(c, has_records)) {
        if (damaged_ == nullptr) damaged_ = c.at;
        trace_.problems = before;
        trace_.problems.add(gpu_problem::file_damaged, byte_of(c.at), "a process");
        c.at = first;
        what_is_left(c, has_records);
      }
      static_cast<void>(c.another(']', closed));
    }
    return true;
  }

  /// Reads a process that is damaged: each list and each record that is found in it. Moves to the next process, which
  /// begins with its metadata, or to the end.
  void what_is_left(json_cursor& c, bool& has_records) {
    const auto next = [](json_cursor at) {
      json_string key;
      return at.take('{') && at.key(key) && key.raw == json_key<"process", "metadata">;
    };
    json_cursor all{c.at, c.end};
    for (++c.at; c.at != c.end && !next(c);) ++c.at;
    all.end = c.at;
    one_process p;
    each_found(
        all, [&](json_cursor& m, std::string_view key) { return description(m, key, p).has_value(); },
        [](json_cursor&) { return false; });
    place(p);
    const std::size_t before = trace_.work.size();
    const auto list = [&](json_cursor& m, std::string_view key, bool counted) {
      if (!is_record_list(key) || holds_messages(m) || (key == counted_list) != counted) return false;
      return has_records = true, static_cast<void>(record_list(m, key, p)), true;
    };
    each_found(
        all, [&](json_cursor& m, std::string_view key) { return list(m, key, false); },
        [&](json_cursor& m) { return one_record(m, {}, p) && (has_records = true); });
    if (has_kernels_from(before)) return;
    each_found(
        all, [&](json_cursor& m, std::string_view key) { return list(m, key, true); },
        [](json_cursor&) { return false; });
  }

  /// Reads a process. Its records are read last, regardless of member order, because they refer to everything else.
  bool process(json_cursor& c, bool& has_records) {
    one_process p;
    const char* const first = c.at;
    const char* records = nullptr;
    const char* counted = nullptr;  // dispatches with performance counters
    const bool whole = each_member(c, [&](std::string_view key) {
      if (key == json_key<"process", "buffer_records">) records = c.at;
      if (key == json_key<"process", "callback_records">) counted = c.at;
      const std::optional<bool> described = description(c, key, p);
      return described ? *described : skip_with_damage(c, is_other);
    });
    if (!whole) return false;
    if (records == nullptr && counted == nullptr) return true;
    has_records = true;
    if (!met_.emplace(first, static_cast<std::size_t>(c.at - first)).second) {
      trace_.problems.add(gpu_problem::call_repeated, byte_of(first), "process " + std::to_string(p.pid));
      return true;
    }
    place(p);
    const std::size_t before = trace_.work.size();
    for (const char* const list : {records, counted}) {
      if (list == nullptr || (list == counted && has_kernels_from(before))) continue;
      json_cursor r{list, c.at};
      static_cast<void>(each_member(r, [&](std::string_view key) { return record_list(r, key, p); }));
    }
    return true;
  }

  /// Reads a member that records refer to; nothing if this is none.
  std::optional<bool> description(json_cursor& c, std::string_view key, one_process& p) {
    if (key == json_key<"process", "agents">) return agents(c, p);
    if (key == json_key<"process", "kernel_symbols">) return kernel_symbols(c, p);
    if (key == json_key<"process", "strings">) return strings(c, p);
    if (key != json_key<"process", "metadata">) return std::nullopt;
    return each_member(c, [&](std::string_view name) {
      if (name == json_key<"metadata", "pid">) return whole_number(c, p.pid);
      if (name != json_key<"metadata", "node">) return c.skip_value();
      return each_member(c, [&](std::string_view fact) {
        bool ignored = false;
        return fact == "machine_id" && c.next_is('"') ? take_text(c, p.machine, ignored) : c.skip_value();
      });
    });
  }

  /// Gives a process and its GPUs their places in the trace.
  void place(one_process& p) {
    p.index = places_.process(static_cast<std::int64_t>(processes_++), p.pid);
    for (std::size_t i = 0; i < p.gpus.size(); ++i) {
      const listed_gpu& g = p.gpus[i];
      const std::int64_t number = known(g.number) ? g.number : static_cast<std::int64_t>(i);  // in listed order
      rocprof_agent agent{true};
      agent.device =
          devices_.place(device_identity(p.machine, g.unique, number), number, missing<std::int64_t>, g.name);
      p.agents.add(g.id, agent);
    }
  }

  bool has_kernels_from(std::size_t first) const {
    return std::any_of(trace_.work.begin() + static_cast<std::ptrdiff_t>(first), trace_.work.end(),
                       [](const gpu_work_item& w) { return w.kind == gpu_kind::kernel; });
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
    }, note_damage("agents"), is_other);
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
    }, note_damage("kernel_symbols"), is_other);
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
        }, note_damage(list), is_other);
      return c.skip_value();
    });
  }

  bool record_list(json_cursor& c, std::string_view kind, one_process& p) {
    if (!are_kernels(kind) && !are_copies(kind) && !kind.ends_with("_api")) return skip_with_damage(c, is_other);
    return each_object(c, [&] { return one_record(c, kind, p); }, note_damage(kind), is_other);
  }

  /// Reads a record of a list, or one that stands outside of all lists (`list` is empty) and tells itself what it is.
  bool one_record(json_cursor& c, std::string_view list, one_process& p) {
    const std::uint64_t byte = byte_of(c.at);
    rocprof_record r;
    odd_ = false;
    const bool stray = list.empty();
    if ((stray && !begins_record(c)) || !record(c, r)) return false;
    const auto in_time = [](std::int64_t at) { return known(at) && at >= 0 && at < longest_time; };
    const bool timed = !odd_ && in_time(r.start) && in_time(r.end);
    const category* const of = category_of(r, p);
    const bool kernel = stray ? r.is_kernel() : are_kernels(list), copy = stray ? r.is_copy() : are_copies(list);
    if (stray && !(timed && (kernel || copy || (of != nullptr && of->name.ends_with("_API"))))) return false;
    if (!timed) {
      trace_.problems.add(gpu_problem::value_unreadable, byte, std::string(list));
      return true;
    }
    const std::optional<gpu_span> when = span_of(r.start, r.end, trace_.problems, byte, list);
    if (!when) return true;
    r.end = r.start + when->time.base();
    if (kernel) add_kernel(r, p, byte);
    else if (copy) add_copy(r, p, byte);
    else add_region(r, p, byte);
    return true;
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
  std::set<std::string_view> met_{};  ///< the texts of the processes
  const char* damaged_ = nullptr;  ///< where the first damaged process could not be read
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
