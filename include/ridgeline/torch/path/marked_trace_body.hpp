#ifndef RIDGELINE_TORCH_PATH_MARKED_TRACE_BODY_HPP
#define RIDGELINE_TORCH_PATH_MARKED_TRACE_BODY_HPP

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/gpu/read/json_members.hpp>
#include <ridgeline/read/json_cursor.hpp>
#include <ridgeline/read/text_file.hpp>
#include <ridgeline/sink/gzip.hpp>
#include <ridgeline/sink/json_writer.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/format.hpp>
#include <ridgeline/torch/path/marked_trace.hpp>

namespace ridgeline {

namespace torch_detail {

/// The positions of events in a document.
struct event_texts {
  std::string_view head{}, tail{};            ///< text up to and with the `[` of the events; text from their `]`
  std::vector<std::string_view> events{};
  bool whole = false;
};
event_texts find_events(std::string_view text) {
  event_texts found;
  json_cursor c{text.data(), text.data() + text.size()};
  c.at += byte_order_mark_size(text);
  c.skip_blanks();
  bool is_list = c.next_is('[');
  if (!is_list)
    gpu_detail::each_member(c, [&](std::string_view key) {
      is_list = key == "traceEvents" && c.next_is('[');
      return !is_list && c.skip_value();
    });
  if (!is_list) return found;
  found.head = {text.data(), static_cast<std::size_t>(c.at + 1 - text.data())};
  found.whole = gpu_detail::each_element(c, [&] { return c.value(found.events.emplace_back()); });
  if (found.whole) found.tail = {c.at - 1, static_cast<std::size_t>(text.data() + text.size() - c.at + 1)};
  return found;
}

/// The event with `"critical": 1` added to its arguments.
std::string with_mark(std::string_view event) {
  json_cursor c{event.data(), event.data() + event.size()};
  std::size_t at = event.size() - 1;  // its closing brace
  std::string mark = ", \"args\": {\"critical\": 1}";
  gpu_detail::each_member(c, [&](std::string_view key) {
    if (key != "args" || !c.take('{')) return c.skip_value();
    at = static_cast<std::size_t>(c.at - event.data());
    c.skip_blanks();
    mark = c.next_is('}') ? "\"critical\": 1" : "\"critical\": 1, ";
    return false;
  });
  return std::string(event.substr(0, at)) + mark + std::string(event.substr(at));
}

/// A number as JSON; integers have no decimal point.
std::string json_number(double x) {
  char digits[32];
  const auto end = x == std::floor(x) && std::abs(x) < 9e15
                       ? std::to_chars(digits, digits + sizeof digits, static_cast<std::int64_t>(x)).ptr
                       : std::to_chars(digits, digits + sizeof digits, x).ptr;
  return {digits, end};
}
std::string json_quoted(std::string_view text) {
  std::string quoted;
  append_json_text(quoted, text);
  return quoted;
}
std::string json_place(const torch_trace& trace, symbol place) {
  return known(place) ? std::string(trace.text(place)) : std::string("0");
}

/// Rewrites a trace: `each` receives the number of an event and its text and returns the text to write, or an empty
/// text to drop it. The events in `more` are appended.
template <class Each>
std::optional<failure> rewrite_trace(const std::string& path, const std::string& trace_path, std::size_t inflate_limit,
                                     Each each, const std::vector<std::string>& more) {
  const expected<text_file> file = text_file::open(trace_path, inflate_limit != 0 ? inflate_limit : memory_limit());
  if (!file) return file.error();
  const event_texts found = find_events(file->view());
  if (!found.whole)
    return failure{errc::not_a_report, {trace_path},
        "is not a complete JSON document, so no trace can be made from it"};
  return write_packed_by_name(path, 0, [&](output& to) {
    to.write(found.head);
    bool any = false;
    const auto put = [&](std::string_view text) {
      if (text.empty()) return;
      to.write(any ? ",\n" : "\n");
      to.write(text);
      any = true;
    };
    for (std::size_t i = 0; i < found.events.size(); ++i) put(each(i, found.events[i]));
    for (const std::string& text : more) put(text);
    to.write("\n");
    to.write(found.tail);
  });
}

}  // namespace torch_detail

std::optional<failure> write_counter_trace(const std::string& path, const std::string& trace_path,
    const path_rows& rows,
                                           const torch_trace& trace, std::size_t inflate_limit) {
  using namespace torch_detail;
  std::unordered_map<std::int64_t, symbol, byte_hash> process_of;  // process of the first GPU work, by correlation
  for (const torch_event& e : trace.events)
    if (is_gpu(e.category) && known(e.correlation) && known(e.place))
      process_of.try_emplace(e.correlation, trace.places[e.place].process);
  const auto process = [&](std::uint32_t uid) {
    const torch_event& e = trace.events[uid];
    if (is_gpu(e.category) && known(e.place)) return json_place(trace, trace.places[e.place].process);
    const auto at = process_of.find(e.correlation);
    return json_place(trace, at != process_of.end() ? at->second : missing<symbol>);
  };
  std::vector<std::string> more;
  for (const queue_row& r : rows.queue)
    more.push_back("{\"ph\": \"C\", \"name\": \"Queue Length\", \"pid\": " + process(r.uid) + ", \"id\": " +
                   std::to_string(r.stream) + ", \"ts\": " + json_number(r.time + rows.zero) +
                   ", \"args\": {\"Queue Length\": " + std::to_string(r.length) + "}}");
  for (const bandwidth_row& r : rows.bandwidth)
    more.push_back("{\"ph\": \"C\", \"name\": " + json_quoted(r.name) + ", \"pid\": " + process(r.uid) + ", \"ts\": " +
                   json_number(r.time + rows.zero) + ", \"args\": {\"Memcpy BW\": " + json_number(r.bandwidth) + "}}");
  return rewrite_trace(path, trace_path, inflate_limit, [](std::size_t, std::string_view event) { return event; },
      more);
}

std::optional<failure> write_marked_trace(const std::string& path, const std::string& trace_path, const path_rows& rows,
                                          const torch_trace& trace, std::size_t inflate_limit) {
  using namespace torch_detail;
  std::vector<bool> critical(trace.events.size(), false);
  std::vector<std::string> arrows;
  const bool original = !rows.by_device;
  /// In the original an arrow's end is a whole number, and so may lie beside its span, where no viewer draws it.
  const auto time_of = [&](const torch_event& e, bool at_end) {
    if (!original) {
      const std::int64_t length = std::max<std::int64_t>(known(e.time) ? e.time.base() : 0, 0);
      return microseconds_text(e.start.base() + (at_end ? length - std::min<std::int64_t>(1000, length / 2) : 0));
    }
    double at = trace.start_us(e);
    if (at_end) {
      at += trace.length_us(e);
      const gpu_arguments* const gpu = trace.gpu(e);
      if (gpu != nullptr && known(gpu->device) && gpu->device >= 0) at -= std::min(1.0, trace.length_us(e));
    }
    return json_number(std::floor(at));
  };
  const auto end_of_arrow = [&](std::uint32_t uid, std::string_view point, const std::string& rest) {
    const torch_event& e = trace.events[uid];
    const torch_place place = known(e.place) ? trace.places[e.place] : torch_place();
    arrows.push_back("{\"cat\": \"critical_path\", \"name\": \"critical_path\", \"pid\": " +
                     json_place(trace, place.process) + ", \"tid\": " + json_place(trace, place.thread) +
                     ", \"ts\": " + time_of(e, point == "end") + rest);
  };
  for (const path_row& r : rows.path) {
    for (const std::uint32_t uid : {r.from_uid, r.to_uid})
      if (known(uid)) critical[uid] = true;
    const bool wait = r.type == "dependency" || r.type == "kernel_launch_delay" || r.type == "sync_dependency" ||
                      r.type == "thread_handoff";
    if (!wait || !known(r.from_uid) || !known(r.to_uid)) continue;
    const std::string rest =
        ", \"id\": " + std::to_string(arrows.size() / 2) + ", \"args\": {\"weight\": " + json_number(r.duration) +
                             ", \"critical\": true, \"type\": \"critical_path_" + std::string(r.type) + "\"}}";
    end_of_arrow(r.from_uid, r.from_point, ", \"ph\": \"s\"" + rest);
    end_of_arrow(r.to_uid, r.to_point, ", \"ph\": \"f\", \"bp\": \"e\"" + rest);
  }
  std::string marked;
  const auto each = [&](std::size_t i, std::string_view event) -> std::string_view {
    if (i >= trace.events.size()) return event;
    const torch_event& e = trace.events[i];
    if (critical[i]) return marked = with_mark(event);
    if (e.phase == chrome_phase::lost) return {};
    const bool around = e.phase != chrome_phase::complete || e.category == kineto_category::user_annotation ||
                        e.category == kineto_category::python_function;
    return around ? event : std::string_view();
  };
  return rewrite_trace(path, trace_path, inflate_limit, each, arrows);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_PATH_MARKED_TRACE_BODY_HPP
