#ifndef RIDGELINE_GPU_READ_ROCPD_BODY_HPP
#define RIDGELINE_GPU_READ_ROCPD_BODY_HPP

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/gpu/read/calls.hpp>
#include <ridgeline/gpu/read/database_rows.hpp>
#include <ridgeline/gpu/read/far_times.hpp>
#include <ridgeline/gpu/read/placed_devices.hpp>
#include <ridgeline/gpu/read/range_styles.hpp>
#include <ridgeline/gpu/read/rocpd.hpp>
#include <ridgeline/gpu/read/rocpd_tables.hpp>
#include <ridgeline/gpu/read/rocprof.hpp>
#include <ridgeline/gpu/read/unnamed.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/read/json.hpp>
#include <ridgeline/read/lz4.hpp>

namespace ridgeline {

namespace gpu_detail {

template <fixed_string Table>
using rocpd_rows = field_rows<rocpd_fields, Table>;

class rocpd_reader {
 public:
  explicit rocpd_reader(const sqlite_file& base) : base_(base), places_(trace_) {}

  gpu_trace read() {
    trace_.queues = true;
    tell_damage(base_, trace_.problems);
    infos();
    agents();
    events();
    tracks();
    regions();
    dispatches();
    copies();
    link_calls(trace_, numbers_, parents_);
    leave_out_impossible(trace_);
    devices_.number_devices(trace_);
    return std::move(trace_);
  }

 private:
  struct event {
    std::string_view category{}, extdata{};
    std::int64_t stack = missing<std::int64_t>, parent = missing<std::int64_t>;
  };
  struct track {
    std::int64_t pid = missing<std::int64_t>, tid = missing<std::int64_t>, agent = missing<std::int64_t>,
                 queue = missing<std::int64_t>, stream = missing<std::int64_t>;
  };
  struct kernel_symbol {
    std::string_view name{};
    std::int64_t shared = missing<std::int64_t>, registers = missing<std::int64_t>;
  };

  /// Calls `take(rows, guid)` for each valid row of a table; `take` reads its values.
  template <fixed_string Table, class Take>
  void each(Take take) {
    for (const std::string& relation : rocpd_relations(base_, text_of<Table>)) {
      for (rocpd_rows<Table> r(base_, trace_.problems, relation); r.next();) {
        const std::string_view guid = r.template text<"guid">();
        // for a table of one process, the name contains the id that the row lacks
        const symbol of = guids_.keep(guid.empty() && relation != text_of<Table>
                                          ? std::string_view(relation).substr(relation.size() - 36)
                                          : guid);
        if (r.good()) take(r, static_cast<std::uint32_t>(of));
      }
    }
  }

  void infos() {
    each<"rocpd_string">([&](auto& r, std::uint32_t guid) {
      const std::int64_t id = r.template number<"id">();
      const std::string_view text = r.template text<"string">();
      if (r.good() && r.template given<"string">()) strings_.add({guid, id}, store_.copy(text));
    });
    each<"rocpd_info_process">([&](auto& r, std::uint32_t guid) {
      const std::int64_t id = r.template number<"id">(), pid = r.template number<"pid">();
      if (r.good()) processes_.add({guid, id}, pid);
    });
    each<"rocpd_info_thread">([&](auto& r, std::uint32_t guid) {
      const std::int64_t id = r.template number<"id">(), tid = r.template number<"tid">();
      if (r.good()) threads_.add({guid, id}, tid);
    });
    each<"rocpd_info_kernel_symbol">([&](auto& r, std::uint32_t guid) {
      const std::int64_t id = r.template number<"id">();
      kernel_symbol k;
      const std::string_view shown = r.template text<"display_name">(), raw = r.template text<"kernel_name">();
      k.name = store_.copy(shown.empty() ? raw : shown);
      k.shared = r.template number<"group_segment_size">();
      k.registers = r.template number<"arch_vgpr_count">();
      if (r.good()) kernels_.add({guid, id}, k);
    });
    has_categories_ = !rocpd_relations(base_, "rocpd_info_category").empty();
    each<"rocpd_info_category">([&](auto& r, std::uint32_t guid) {
      const std::int64_t id = r.template number<"id">();
      const std::string_view name = r.template text<"name">();
      if (r.good()) categories_.add({guid, id}, store_.copy(name));
    });
  }

  /// GPUs of different machines, or containers on one machine, may have the same number.
  void agents() {
    rows_by_id<std::string> machines;
    each<"rocpd_info_node">([&](auto& r, std::uint32_t guid) {
      const std::int64_t id = r.template number<"id">();
      const std::string machine = r.template fact<"machine_id">();
      if (r.good()) machines.add({guid, id}, machine.empty() ? r.template fact<"hash">() : machine);
    });
    std::map<std::uint32_t, std::int64_t> listed;  // GPUs, by process
    each<"rocpd_info_agent">([&](auto& r, std::uint32_t guid) {
      const std::int64_t id = r.template number<"id">(), own = r.template number<"type_index">(),
                         of_machine = r.template number<"absolute_index">();
      rocprof_agent agent{r.template text<"type">() == "GPU"};
      std::string name(r.template text<"product_name">());
      if (name.empty()) name = r.template text<"generic_name">();
      if (name.empty()) name = r.template text<"name">();
      const std::string* const machine = machines.find({guid, r.template number<"nid">()});
      const std::string model = r.template fact<"uuid">();  // rocprofv3 writes the PCI id of the model
      if (!r.good()) return;
      const std::int64_t place = agent.is_gpu ? listed[guid]++ : 0, number = known(own) ? own : place;
      if (agent.is_gpu) {
        // the driver's number is the same in all processes; without it, by what one process sees
        std::string where = (machine != nullptr ? *machine : "") + '\n' + model;
        if (known(of_machine)) where += " of the driver";
        agent.device = devices_.place(device_identity(where, {}, known(of_machine) ? of_machine : number), number,
                                      missing<std::int64_t>, name);
      }
      agents_.add({guid, id}, agent);
    });
  }

  void events() {
    each<"rocpd_timestamp">([&](auto& r, std::uint32_t guid) {
      const std::int64_t id = r.template number<"id">(), value = r.template nanoseconds<"value">();
      if (r.good()) timestamps_.add({guid, id}, value);
    });
    each<"rocpd_event">([&](auto& r, std::uint32_t guid) {
      const std::int64_t id = r.template number<"id">(), category = r.template number<"category_id">();
      event e;
      e.stack = r.template number<"stack_id">();
      e.parent = r.template number<"parent_stack_id">();
      if (!r.good()) return;
      const std::string_view* const name = (has_categories_ ? categories_ : strings_).find({guid, category});
      if (name != nullptr) e.category = *name;
      if (is_rocprof_marker(e.category))
        e.extdata = store_.copy(read_detail::unpacked_text(r.template fact<"extdata">()));
      events_.add({guid, id}, e);
    });
  }

  void tracks() {
    each<"rocpd_track">([&](auto& r, std::uint32_t guid) {
      const std::int64_t id = r.template number<"id">();
      const track t{r.template number<"pid">(), r.template number<"tid">(), r.template number<"agent_id">(),
                    r.template number<"queue_id">(), r.template number<"stream_id">()};
      if (r.good()) tracks_.add({guid, id}, t);
    });
  }

  std::uint32_t process_of(std::uint32_t guid, std::int64_t row) {
    const std::int64_t* const pid = processes_.find({guid, row});
    return places_.process(process_keys_.number({guid, row}), pid != nullptr ? *pid : missing<std::int64_t>);
  }
  std::uint32_t thread_of(std::uint32_t process, std::uint32_t guid, std::int64_t row) {
    const std::int64_t* const tid = threads_.find({guid, row});
    return places_.thread(process, row, tid != nullptr ? *tid : missing<std::int64_t>);
  }
  const event& event_of(std::uint32_t guid, std::int64_t id, const std::string& place) {
    static constexpr event none{};
    const event* const e = events_.find({guid, id});
    if (e == nullptr) trace_.problems.add(gpu_problem::event_missing, gpu_problems::nowhere, place);
    return e != nullptr ? *e : none;
  }
  /// The values of the row's track, where the row itself has none.
  template <class Rows>
  track track_of(Rows& r, std::uint32_t guid, track own) {
    const track* const t = tracks_.find({guid, r.template number<"track_id">()});
    if (t == nullptr) return own;
    const auto pick = [](std::int64_t mine, std::int64_t its) { return known(mine) ? mine : its; };
    return {pick(own.pid, t->pid), pick(own.tid, t->tid), pick(own.agent, t->agent), pick(own.queue, t->queue),
            pick(own.stream, t->stream)};
  }
  /// When a row ran: from its own timestamps, otherwise from those it refers to.
  template <class Rows>
  std::optional<gpu_span> times_of(Rows& r, std::uint32_t guid, gpu_problem open) {
    if (r.template given<"start">() || !r.template given<"start_id">()) return r.times(open);
    const std::int64_t* const start = timestamps_.find({guid, r.template number<"start_id">()});
    const std::int64_t* const end = timestamps_.find({guid, r.template number<"end_id">()});
    if (start == nullptr || end == nullptr || !known(*start) || !known(*end)) {
      trace_.problems.add(start == nullptr ? gpu_problem::value_unreadable : open, gpu_problems::nowhere,
                          r.place() + ": its time stamp is missing");
      return {};
    }
    return span_of(*start, *end, trace_.problems, gpu_problems::nowhere, r.place());
  }
  symbol text_of_row(std::uint32_t guid, std::int64_t id, std::string_view what) {
    if (const std::string_view* const found = strings_.find({guid, id})) return trace_.texts.keep(*found);
    return unnamed(trace_, what, id);
  }

  /// The `message` in a marker's JSON; empty if there is none.
  template <class Rows>
  std::string message_of(std::string_view extdata, const Rows& r) {
    std::string message;
    const expected<bool> read = read_json(extdata, [&](std::string_view path, const json_leaf& v) {
      if (path == "/message" && v.is == json_leaf::kind::text) message = v.text;
    });
    if (!read && message.empty() && !extdata.empty())
      trace_.problems.add(gpu_problem::message_unreadable, gpu_problems::nowhere, r.place());
    return message;
  }

  void regions() {
    each<"rocpd_region">([&](auto& r, std::uint32_t guid) {
      const track t = track_of(r, guid, {r.template number<"pid">(), r.template number<"tid">(), missing<std::int64_t>,
                                         missing<std::int64_t>, missing<std::int64_t>});
      const std::int64_t name_id = r.template number<"name_id">(), event_id = r.template number<"event_id">();
      const auto span = times_of(r, guid, gpu_problem::call_open);
      if (!r.good() || !span) return;
      const event& e = event_of(guid, event_id, r.place());
      if (is_of_the_driver(e.category)) {
        trace_.problems.add(gpu_problem::table_unknown, gpu_problems::nowhere, e.category);
        return;
      }
      const symbol name = text_of_row(guid, name_id, "api");
      const std::uint32_t process = process_of(guid, t.pid), thread = thread_of(process, guid, t.tid);
      const bool function = is_function_of_program(e.category);
      if (!is_rocprof_marker(e.category) && !function) {
        numbers_.add(process, e.stack, static_cast<std::uint32_t>(trace_.calls.size()), rocprof_call_rank(e.category));
        trace_.calls.push_back({span->start, span->time, e.stack, name, process, thread});
        return;
      }
      if (span->time == duration()) return;  // an instant event
      const std::string message = message_of(e.extdata, r);
      // the name is the function and the message the text, or the other way round, or both are the text
      const bool swapped = !is_roctx_function(trace_.text(name)) && is_roctx_function(message);
      const bool pushed = function || !is_process_marker(swapped ? std::string_view(message) : trace_.text(name));
      if (!function && !swapped && !is_roctx_function(trace_.text(name))) {
        trace_.problems.add(gpu_problem::style_unknown, gpu_problems::nowhere, r.place());
        of_unknown_style_.push_back(static_cast<std::uint32_t>(trace_.ranges.size()));
      }
      trace_.ranges.push_back({span->start, span->time,
                               message.empty() || swapped ? name : trace_.texts.keep(message),
                               trace_.texts.keep(function ? e.category : "roctx"), process, thread, pushed});
    });
    tell_styles(trace_.ranges, std::move(of_unknown_style_));
  }

  /// Reads what dispatches and copies have in common. False if the row cannot be used.
  template <class Rows>
  bool common(Rows& r, std::uint32_t guid, const track& t, gpu_work_item& w) {
    const std::int64_t event_id = r.template number<"event_id">();
    const auto span = times_of(r, guid, gpu_problem::value_unreadable);
    if (!r.good() || !span) return false;
    const event& e = event_of(guid, event_id, r.place());
    w.start = span->start, w.time = span->time;
    w.process = process_of(guid, t.pid);
    w.correlation = e.stack;
    w.stream = t.stream;
    parents_.push_back(e.parent);
    return true;
  }

  const rocprof_agent* agent_of(std::uint32_t guid, std::int64_t id, const std::string& place) {
    const rocprof_agent* const agent = agents_.find({guid, id});
    if (agent == nullptr) trace_.problems.add(gpu_problem::agent_missing, gpu_problems::nowhere, place);
    return agent;
  }

  void dispatches() {
    each<"rocpd_kernel_dispatch">([&](auto& r, std::uint32_t guid) {
      const track t = track_of(r, guid,
                               {r.template number<"pid">(), missing<std::int64_t>, r.template number<"agent_id">(),
                                r.template number<"queue_id">(), r.template number<"stream_id">()});
      const std::int64_t kernel_id = r.template number<"kernel_id">();
      const std::int64_t shared = r.template number<"group_segment_size">();
      gpu_launch_shape s;
      s.block = {r.template number<"workgroup_size_x">(), r.template number<"workgroup_size_y">(),
                 r.template number<"workgroup_size_z">()};
      s.grid = blocks_of({r.template number<"grid_size_x">(), r.template number<"grid_size_y">(),
                          r.template number<"grid_size_z">()}, s.block);
      gpu_work_item w;
      if (!common(r, guid, t, w)) return;
      const kernel_symbol* const kernel = kernels_.find({guid, kernel_id});
      if (kernel != nullptr) {
        w.name = trace_.texts.keep(kernel->name);
        s.registers = kernel->registers;
        set_shared_bytes(s, kernel->shared, shared);
      }
      if (kernel == nullptr || kernel->name.empty()) w.name = unnamed(trace_, "kernel", kernel_id);
      if (const rocprof_agent* const agent = agent_of(guid, t.agent, r.place())) w.device = agent->device;
      w.context = t.queue;
      w.shape = static_cast<std::uint32_t>(trace_.shapes.size());
      trace_.shapes.push_back(s);
      trace_.work.push_back(w);
    });
  }

  void copies() {
    each<"rocpd_memory_copy">([&](auto& r, std::uint32_t guid) {
      const track t = track_of(r, guid, {r.template number<"pid">(), missing<std::int64_t>, missing<std::int64_t>,
                                         missing<std::int64_t>, r.template number<"stream_id">()});
      const std::int64_t name_id = r.template number<"name_id">(), from = r.template number<"src_agent_id">(),
                         to = r.template number<"dst_agent_id">();
      gpu_work_item w;
      w.kind = gpu_kind::copy;
      w.bytes = r.template number<"size">();
      if (!common(r, guid, t, w)) return;
      const std::string_view name = rocprof_copy_name(trace_.text(text_of_row(guid, name_id, "copy")));
      if (name == "Unknown") trace_.problems.add(gpu_problem::copy_unknown, gpu_problems::nowhere, r.place());
      w.name = trace_.texts.keep(name);
      place_copy(trace_, w, agent_of(guid, from, r.place()), agent_of(guid, to, r.place()));
      trace_.work.push_back(w);
    });
  }

  const sqlite_file& base_;
  gpu_trace trace_{};
  placed_threads places_;
  placed_devices devices_{};
  text_store store_{};
  symbol_pool guids_{};
  rows_by_id<std::string_view> strings_{}, categories_{};
  rows_by_id<std::int64_t> processes_{}, threads_{}, timestamps_{};
  rows_by_id<rocprof_agent> agents_{};
  rows_by_id<kernel_symbol> kernels_{};
  rows_by_id<event> events_{};
  rows_by_id<track> tracks_{};
  distinct<number_in_process> process_keys_{};
  calls_by_number numbers_{};
  std::vector<std::uint32_t> of_unknown_style_{};  ///< ranges
  std::vector<std::int64_t> parents_{};  ///< by piece of work
  bool has_categories_ = false;
};

}  // namespace gpu_detail

bool is_rocpd(const sqlite_file& base) {
  for (const char* table : {"rocpd_kernel_dispatch", "rocpd_region", "rocpd_event", "rocpd_metadata"})
    if (!gpu_detail::rocpd_relations(base, table).empty()) return true;
  return false;
}

expected<gpu_trace> read_rocpd(const sqlite_file& base, const std::string& file) {
  if (!is_rocpd(base))
    return failure{
        errc::not_a_report, {file}, "expected tables of rocprofv3 (rocpd_kernel_dispatch, rocpd_region), found none"};
  return gpu_detail::unless_nothing(gpu_detail::rocpd_reader(base).read(), file);
}

}  // namespace ridgeline

#endif  // RIDGELINE_GPU_READ_ROCPD_BODY_HPP
