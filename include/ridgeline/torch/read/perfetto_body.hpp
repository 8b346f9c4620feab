#ifndef RIDGELINE_TORCH_READ_PERFETTO_BODY_HPP
#define RIDGELINE_TORCH_READ_PERFETTO_BODY_HPP

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/read/json_text.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/torch/read/gpu_problems.hpp>
#include <ridgeline/torch/read/kineto_beside.hpp>
#include <ridgeline/torch/read/kineto_category.hpp>
#include <ridgeline/torch/read/kineto_draft.hpp>
#include <ridgeline/torch/read/kineto_habits.hpp>
#include <ridgeline/torch/read/perfetto.hpp>
#include <ridgeline/torch/record/step_names.hpp>

namespace ridgeline {

namespace torch_detail {

/// Arguments, besides those that reports read, that identify categories.
enum class torch_mark : std::uint8_t { none, python, call, numbered };
constexpr torch_mark torch_mark_of(std::string_view name) {
  if (name == "Python id" || name == "Python parent id") return torch_mark::python;
  if (name == "cbid") return torch_mark::call;
  return name == "Ev Idx" ? torch_mark::numbered : torch_mark::none;
}

/// Provides the value of an annotation in the form that `read_argument` expects.
class perfetto_argument {
 public:
  perfetto_argument(kineto_recorder& records, const perfetto_value& v) : records_(records), v_(v) {}

  bool number(std::int64_t& value, bool quotes_are_usual = false) {
    if (v_.is == kind::whole && known(v_.whole())) {
      value = v_.whole();
    } else if (v_.is == kind::text) {
      if (is_null()) return true;
      const std::optional<std::int64_t> n = to_int(text());
      if (n && known(*n)) value = *n;
      if (!n || !quotes_are_usual) problem(n ? torch_problem::number_as_text : torch_problem::number_unreadable);
    } else {
      problem(torch_problem::number_unreadable);
    }
    return true;
  }
  bool stream(std::int64_t& value) {
    return (v_.is == kind::text && hexadecimal(text())) || number(value);
  }
  bool id(std::int64_t& value) {
    if (v_.is == kind::whole) value = v_.whole();
    else if (v_.is == kind::text && !is_null()) value = id_of(text());
    return true;
  }
  bool list(symbol& value, std::size_t, bool = false) {
    if (v_.is == kind::json && text().starts_with('[')) value = v_.text();
    else if (!is_null()) problem(torch_problem::argument_unreadable);
    return true;
  }
  bool value_text(symbol& value) {
    if (is_null()) return true;
    if (v_.is == kind::text || v_.is == kind::json) {
      value = v_.text();
      return true;
    }
    std::array<char, 32> digits{};
    char* const first = digits.data();
    char* const end = first + digits.size();
    if (v_.is == kind::boolean) value = texts().keep(v_.whole() != 0 ? "true" : "false");
    else if (v_.is == kind::whole)
      value = texts().keep({first, static_cast<std::size_t>(std::to_chars(first, end, v_.whole()).ptr - first)});
    else value = texts().keep({first, static_cast<std::size_t>(std::to_chars(first, end, v_.real()).ptr - first)});
    return true;
  }
  bool real(double& value) {
    if (v_.is == kind::real) value = v_.real();
    if (v_.is == kind::whole) value = static_cast<double>(v_.whole());
    return true;
  }
  bool truth(bool& value) {
    value = v_.is == kind::boolean && v_.whole() != 0;
    return true;
  }
  bool pass_over() { return true; }

 private:
  using kind = perfetto_value::kind;
  symbol_pool& texts() { return records_.out.texts; }
  std::string_view text() { return texts().text(v_.text()); }
  bool is_null() { return v_.is == kind::text && text() == "null"; }  // the format cannot express null otherwise
  void problem(torch_problem p) { records_.out.problems.add(p); }

  kineto_recorder& records_;
  const perfetto_value& v_;
};

/// Converts slices to PyTorch events.
class perfetto_events {
 public:
  explicit perfetto_events(perfetto_trace trace) : from_(std::move(trace)) {
    records_.out.texts = std::move(from_.texts);
    none_ = texts().keep("");
  }

  torch_trace read() {
    add_places();
    ask_names();
    shapes_ = records_shapes();
    std::vector<char> works(places_.size(), 0);  // by track: whether it has GPU work
    std::vector<std::uint32_t> undecided;
    records_.out.events.reserve(records_.out.events.size() + from_.slices.size());
    records_.out.ops.reserve(from_.slices.size());  // pages never written to are not allocated
    for (const perfetto_slice& s : from_.slices) add(s, works, undecided);
    from_.slices = {}, from_.values = {};
    // a slice that may be an annotation is a GPU annotation if its thread has GPU work
    for (const std::uint32_t i : undecided) {
      torch_event& e = records_.out.events[i];
      if (works[e.place] != 0) e.category = kineto_category::gpu_user_annotation;
    }
    add_flows();
    const kineto_habits habits = records_.out.habits;
    torch_trace trace = trace_of(std::move(records_.out));
    mend_habits(trace, habits);
    trace.fractional_stamps = true;  // stamps are integer nanoseconds
    trace.problems = merge(trace.problems, torch_problems_of(from_.problems));
    add_metadata(trace);
    return trace;
  }

 private:
  symbol_pool& texts() { return records_.out.texts; }

  /// A process or thread as spelled in JSON; numbers from 0x70000000 on stand for texts.
  symbol place_text(std::int64_t number, symbol name) {
    if (number < 0x70000000 || number > 0x7FFFFFFF || !known(name)) return texts().keep(std::to_string(number));
    std::string quoted;
    append_quoted(quoted, texts().text(name));
    return texts().keep(quoted);
  }
  std::uint32_t place(symbol process, symbol thread) {
    const torch_place p{process, thread};
    const std::uint32_t n = place_numbers_.number(key_of(p));
    if (n == records_.out.places.size()) records_.out.places.push_back(p);
    return n;
  }
  void add_label(std::uint32_t at, std::string_view kind, symbol text) {
    if (!known(text)) return;
    kineto_draft d;
    d.event.phase = chrome_phase::metadata, d.has_phase = true;
    d.event.place = at, d.event.name = texts().keep(kind), d.label = text;
    record(d);
  }
  void record(kineto_draft& d) {
    records_.record(d, torch_problems::nowhere, [&] { return texts().text(category_); });
  }

  /// The place of each track, and the tracks' names of processes and threads.
  void add_places() {
    distinct<std::int64_t> pids;
    std::vector<symbol> names;
    for (const perfetto_track& t : from_.tracks) {
      const std::uint32_t n = pids.number(t.pid);
      if (n >= names.size()) names.resize(n + std::size_t{1}, missing<symbol>);
      if (t.has_process) names[n] = t.process_name;
    }
    for (const perfetto_track& t : from_.tracks) {
      const symbol process = place_text(t.pid, names[pids.number(t.pid)]);
      places_.push_back(place(process, place_text(t.tid, t.thread_name)));
      if (t.has_process) {
        const std::uint32_t first = place(process, texts().keep("0"));
        add_label(first, "process_name", t.process_name);
        add_label(first, "process_labels", t.process_label);
      }
      if (t.has_thread) add_label(places_.back(), "thread_name", t.thread_name);
    }
    track_place_ = places_;
    places_.assign(records_.out.places.size() + from_.tracks.size(), 0);
  }

  /// Classifies each text that is the name of an argument.
  void ask_names() {
    for (const perfetto_value& v : from_.values) {
      const std::size_t i = index_of(v.name);
      if (i >= arguments_.size()) arguments_.resize(texts().bound() + i, {});
      if (arguments_[i].asked) continue;
      const std::string_view name = texts().text(v.name);
      arguments_[i] = {true, argument_of(name), torch_mark_of(name)};
    }
  }

  /// Whether ops have their shapes. A range around a collective has some in any case.
  bool records_shapes() {
    for (const perfetto_slice& s : from_.slices)
      for (const perfetto_value& v : from_.values_of(s))
        if (arguments_[index_of(v.name)].argument == torch_argument::input_dims) {
          if (!like_range_(s.name)) return true;
          break;
        }
    return false;
  }

  struct signs {
    bool python = false, stream = false, device = false, grid = false, call = false, external = false;
    bool arguments = false, numbered = false;  // those of an op; its number
  };

  void add(const perfetto_slice& s, std::vector<char>& works, std::vector<std::uint32_t>& undecided) {
    kineto_draft d;
    torch_event& e = d.event;
    e.phase = chrome_phase::complete, d.has_phase = true;
    e.name = s.name;
    e.start = time_point::of(s.start), e.time = duration::of(s.time);
    e.place = track_place_[s.track];
    signs has;
    for (const perfetto_value& v : from_.values_of(s)) {
      const asked_name& a = arguments_[index_of(v.name)];
      perfetto_argument value(records_, v);
      read_argument(d, a.argument, value);
      mark(has, a);
    }
    if (!known(e.correlation) && s.flow != 0 && s.flow <= 0x7FFFFFFFFFFFFFFF &&
        (has.call || (has.stream && has.device)))
      e.correlation = static_cast<std::int64_t>(s.flow);
    category_ = s.category;
    const bool given = s.category != none_ && known(s.category);
    e.category = given ? category_of(texts().text(s.category)) : category_by(has, s.name, s.track);
    d.respelled = is_respelled(e.category, given ? texts().text(s.category) : name_of(e.category));
    if (is_gpu(e.category)) {
      if (works.size() <= e.place) works.resize(e.place + std::size_t{1}, 0);
      works[e.place] = 1;
    }
    if (!given && e.category == kineto_category::user_annotation)
      undecided.push_back(static_cast<std::uint32_t>(records_.out.events.size()));
    const bool starts = is_runtime(e.category) || e.category == kineto_category::cpu_op;  // unitrace's calls are ops
    if (s.flow != 0 && (starts || is_gpu(e.category)))
      flows_.push_back({s.flow, e.start, e.place, is_gpu(e.category)});
    record(d);
  }

  struct asked_name {
    bool asked = false;
    torch_argument argument = torch_argument::unread;
    torch_mark mark = torch_mark::none;
  };
  static void mark(signs& has, const asked_name& a) {
    has.python = has.python || a.mark == torch_mark::python;
    has.call = has.call || a.mark == torch_mark::call || a.argument == torch_argument::correlation;
    has.numbered = has.numbered || a.mark == torch_mark::numbered;
    switch (a.argument) {
      case torch_argument::stream: has.stream = true; break;
      case torch_argument::device: has.device = true; break;
      case torch_argument::grid: has.grid = true; break;
      case torch_argument::external_id: has.external = true; break;
      case torch_argument::input_dims: case torch_argument::input_types: case torch_argument::concrete_inputs:
      case torch_argument::sequence: case torch_argument::forward_thread:
        has.arguments = true;
        break;
      default: break;
    }
  }

  /// Derives the category, which PyTorch's exporter omits. Ranges and ops have the same numbers; but if shapes are
  /// recorded, all ops have arguments, but for a few known ones.
  kineto_category category_by(const signs& has, symbol name_of, std::uint32_t track) {
    const std::string_view name = texts().text(name_of);
    if (has.python) return kineto_category::python_function;
    if (has.stream && has.device) {
      if (has.grid) return kineto_category::kernel;
      if (has.external && !has.call) return kineto_category::gpu_user_annotation;
      if (name.starts_with("Memcpy")) return kineto_category::gpu_memcpy;
      if (name.starts_with("Memset")) return kineto_category::gpu_memset;
      const bool waits = name.find("Sync") != name.npos || name.find("Wait") != name.npos;
      if (waits) category_ = texts().keep("cuda_sync");
      return waits ? kineto_category::other : kineto_category::kernel;
    }
    if (has.call) return category_of_call(name);
    if (like_range_(name_of) && (!has.arguments || is_collective_range(name))) return kineto_category::user_annotation;
    if (has.external && !has.arguments && (!has.numbered || (shapes_ && !without_arguments_(name_of))))
      return kineto_category::user_annotation;
    const torch_place& at = records_.out.places[track_place_[track]];
    if (texts().text(at.process) == "\"Spans\"" || texts().text(at.thread) == "\"PyTorch Profiler\"")
      return kineto_category::trace;
    if (texts().text(at.process) == "\"Overhead\"") return kineto_category::overhead;
    return kineto_category::cpu_op;
  }

  /// Adds the flows from calls to GPU work, after all other events.
  void add_flows() {
    const symbol name = texts().keep("ac2g");
    records_.out.events.reserve(records_.out.events.size() + flows_.size());
    for (const flow_end& f : flows_) {
      kineto_draft d;
      d.event.phase = f.finish ? chrome_phase::flow_finish : chrome_phase::flow_start, d.has_phase = true;
      d.event.category = kineto_category::ac2g;
      d.event.name = name, d.event.start = f.at, d.event.place = f.place;
      d.flow_id = static_cast<std::int64_t>(f.id);
      record(d);
    }
  }

  /// Adds the data that were outside the events in the JSON.
  void add_metadata(torch_trace& trace) const {
    for (const perfetto_value& v : from_.metadata) {
      const std::string_view name = trace.text(v.name);
      if (name == "deviceProperties") read_devices(trace.text(v.text()), trace.devices);
      if (name == "distributedInfo") read_distributed(trace.text(v.text()), trace.distributed);
      if (name == "baseTimeNanoseconds" && v.is == perfetto_value::kind::whole) trace.base_time = v.whole();
    }
  }

  struct flow_end {
    std::uint64_t id;
    time_point at;
    std::uint32_t place;
    bool finish;
  };

  perfetto_trace from_;
  kineto_recorder records_{};
  symbol none_ = missing<symbol>, category_ = missing<symbol>;
  distinct<std::uint64_t> place_numbers_{};
  std::vector<std::uint32_t> places_{}, track_place_{};
  std::vector<asked_name> arguments_{};
  std::vector<flow_end> flows_{};
  bool shapes_ = false;
  asked_once<bool (*)(std::string_view)> like_range_{records_.out.texts, is_named_like_range},
      without_arguments_{records_.out.texts, is_op_without_arguments};
};

}  // namespace torch_detail

bool is_torch_perfetto_value(std::string_view name) {
  return torch_detail::argument_of(name) != torch_detail::torch_argument::unread ||
         torch_detail::torch_mark_of(name) != torch_detail::torch_mark::none;
}

bool is_torch_perfetto(const perfetto_trace& trace) {
  if (!trace.metadata.empty()) return true;
  asked_once of_torch(trace.texts, [](std::string_view category) {
    return torch_detail::category_of(category) != kineto_category::other;
  });
  asked_once value_of_torch(trace.texts,
                            [](std::string_view name) { return is_torch_perfetto_value(name) && name != "name"; });
  const symbol none = trace.texts.find("");
  for (const perfetto_slice& s : trace.slices) {
    if (known(s.category) && s.category != none) {
      if (of_torch(s.category)) return true;
      continue;
    }
    for (const perfetto_value& v : trace.values_of(s))
      if (value_of_torch(v.name)) return true;
  }
  return false;
}

torch_trace torch_trace_of(perfetto_trace trace) { return torch_detail::perfetto_events(std::move(trace)).read(); }

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_READ_PERFETTO_BODY_HPP
