#ifndef RIDGELINE_TORCH_READ_KINETO_EVENT_HPP
#define RIDGELINE_TORCH_READ_KINETO_EVENT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/read/json_steps.hpp>
#include <ridgeline/torch/read/kineto_draft.hpp>
#include <ridgeline/torch/read/kineto_value.hpp>

namespace ridgeline::torch_detail {

/// Packs up to four letters into one number, for a switch.
static constexpr std::uint32_t packed(std::string_view key) {
  std::uint32_t letters = 0;
  for (const char letter : key) letters = letters << 8 | static_cast<unsigned char>(letter);
  return letters;
}

/// A category as it stands in the file, and what it means.
struct category_read {
  std::string_view text{};
  kineto_category kind = kineto_category::other;
  bool respelled = false;
};

/// Reads events one by one into a piece.
class kineto_event_reader : public kineto_value_reader {
 public:
  using kineto_value_reader::kineto_value_reader;

  void move_to(std::string_view text, std::uint64_t offset) {
    kineto_value_reader::move_to(text, offset);
    last_category_ = {};
    categories_ = {};  // their texts are in the text before
  }

  /// Reads the event that begins at the cursor. Returns false on a syntax error and adds nothing.
  bool event() {
    begin_here();
    draft_ = {};
    category_ = {}, pid_ = {}, tid_ = {};
    if (!c.take('{')) return false;
    c.skip_blanks();
    if (c.take('}')) {  // some writers put one behind the last comma
      records.out.events.emplace_back();
      return true;
    }
    const bool whole = members(
        event_start, after_other_key, [](std::string_view key) { return static_cast<std::uint8_t>(field_of(key)); },
        [&](std::uint8_t f) { return member(static_cast<field>(f)); });
    if (whole) finish();
    return whole;
  }

  /// Reserves an entry in `events` for an event that could not be read, so that later ones keep their numbers.
  void lose(torch_problem why, const char* where) {
    problem(why, where);
    torch_event e;
    e.phase = chrome_phase::lost;
    records.out.events.push_back(e);
  }

 private:
  /// The members of an event, with codes that no argument uses.
  enum class field : std::uint8_t { other = 100, ph, ts, id, cat, dur, pid, tid, name, args };
  static_assert(static_cast<std::uint8_t>(torch_argument::inner) < static_cast<std::uint8_t>(field::other));

  static field field_of(std::string_view key) {
    if (key.size() > 4) return field::other;
    switch (packed(key)) {
      case packed("ph"): return field::ph;
      case packed("ts"): return field::ts;
      case packed("id"): return field::id;
      case packed("cat"): return field::cat;
      case packed("dur"): return field::dur;
      case packed("pid"): return field::pid;
      case packed("tid"): return field::tid;
      case packed("name"): return field::name;
      case packed("args"): return field::args;
      default: return field::other;
    }
  }

  bool member(field which) {
    torch_event& e = draft_.event;
    switch (which) {
      case field::ph: return phase();
      case field::ts: return stamp(e);
      case field::id: return flow_number(draft_.flow_id);
      case field::cat: return category();
      case field::dur: return time(e.time, draft_.length_us);
      case field::pid: return token(pid_);
      case field::tid: return token(tid_);
      case field::name: return text(e.name);
      case field::args: return c.next_is('{') ? arguments() : c.skip_value();
      default: return c.skip_value();
    }
  }

  /// Reads the members of an object, from after its opening brace to its closing brace: `code_of` maps a key to a
  /// code, `read` takes the value for a code.
  template <class CodeOf, class Read>
  bool members(std::uint8_t step, std::uint8_t after_others, CodeOf code_of, Read read) {
    for (bool first = true;; first = false) {
      std::uint8_t next = steps_.take(c, step);
      if (next == json_steps::none && c.take_decimals()) {
        problem(torch_problem::decimal_comma, c.at);
        next = steps_.take(c, step);
      }
      std::uint8_t code = steps_.code(next);
      if (next == json_steps::none) {
        const char* const from = c.at;
        bool closed = false;
        json_string k;
        if (first) c.skip_blanks(), closed = c.take('}');
        else if (!c.another('}', closed) && !closed) return false;
        if (closed) return true;
        if (!c.string(k) || !c.expect(':')) return false;
        c.skip_blanks();
        code = code_of(spelled(k));
        next = !k.plain ? after_others
                        : steps_.learn(step, {from, static_cast<std::size_t>(c.at - from)}, code, after_others);
      }
      step = next;
      if (!read(code)) return false;
    }
  }

  bool stamp(torch_event& e) {
    const char* const first = c.at;
    if (!time(e.start, draft_.start_us)) return false;
    if (bool& fractional = records.out.fractional_stamps; !fractional)
      fractional = std::string_view(first, static_cast<std::size_t>(c.at - first)).find_first_of(".eE") !=
                   std::string_view::npos;
    return true;
  }

  /// A number, or `"0x1f"` as Chrome and Perfetto write flow ids.
  bool flow_number(std::int64_t& value) {
    const char* const first = c.at;
    json_string found;
    if (c.next_is('"') && c.string(found) && found.plain)
      if (const std::optional<std::int64_t> spelled_out = hexadecimal(found.raw)) {
        value = *spelled_out;
        return true;
      }
    c.at = first;
    return number(value);
  }

  bool arguments(bool inner = false) {
    ++c.at;
    const auto kind = static_cast<std::uint8_t>(draft_.event.category);  // each kind begins with different arguments
    return members(
        static_cast<std::uint8_t>(arguments_start + kind), after_other_argument,
        [](std::string_view key) { return static_cast<std::uint8_t>(argument_of(key)); },
        [&](std::uint8_t a) {
          if (static_cast<torch_argument>(a) == torch_argument::inner && !inner && c.next_is('{'))
            return arguments(true);
          const char* const first = c.at;
          return read_argument(draft_, static_cast<torch_argument>(a), *this) || bare_text(first);
        });
  }

  /// Passes over an argument that is a text without quotes, as Kineto of 2021 wrote those of ROCm's calls: up to the
  /// comma before the next name, or to the end of the line or the arguments.
  [[gnu::noinline]] bool bare_text(const char* first) {
    if (first == c.end || *first == '"' || *first == '[' || *first == '{') return false;
    std::size_t open = 0;
    for (c.at = first; c.at != c.end && *c.at != '"' && *c.at != '\n'; ++c.at) {
      if (*c.at == '{') ++open;
      if (*c.at == '}' && open-- == 0) break;
      if (*c.at != ',') continue;
      json_cursor next{c.at + 1, c.end};
      next.skip_blanks();
      if (next.next_is('"')) break;
    }
    if (c.done() || *c.at == '"' || c.at == first) return false;
    problem(torch_problem::argument_unreadable, begin_);
    return true;
  }

  bool phase() {
    json_string found;
    if (!c.next_is('"')) return c.skip_value();
    if (!c.string(found)) return false;
    const std::string_view letter = spelled(found);
    if (letter.size() != 1) return true;
    switch (letter[0]) {
      case 'X': draft_.event.phase = chrome_phase::complete; break;
      case 'B': draft_.event.phase = chrome_phase::begin, records.out.habits.halves = true; break;
      case 'E': draft_.event.phase = chrome_phase::end, records.out.habits.halves = true; break;
      case 's': draft_.event.phase = chrome_phase::flow_start; break;
      case 't':  // rocprof and unitrace end flows with a step
      case 'f': draft_.event.phase = chrome_phase::flow_finish; break;
      case 'M': draft_.event.phase = chrome_phase::metadata; break;
      case 'i': case 'I': draft_.event.phase = chrome_phase::instant; break;
      default: {
        const std::size_t unread = unread_phase_letters.find(letter[0]);
        if (unread == std::string_view::npos) return true;
        records.out.unread_phases |= std::uint32_t{1} << unread;
      }
    }
    draft_.has_phase = true;
    return true;
  }

  /// A category that is not a string is unknown, and is named by its JSON.
  bool category() {
    json_string found;
    if (c.next_is('"')) {
      if (!c.string(found)) return false;
    } else if (!c.value(found.raw)) {
      return false;
    }
    // problems in a text are counted each time
    if (last_category_.text.data() == nullptr || found.raw != last_category_.text || !found.plain)
      last_category_ = category_of_text(found);
    draft_.respelled = last_category_.respelled;
    draft_.event.category = last_category_.kind;
    category_ = found;
    return true;
  }

  /// What a category means; the last few plain ones are remembered.
  category_read category_of_text(const json_string& text) {
    if (text.plain)
      for (const category_read& known : categories_)
        if (known.text.data() != nullptr && known.text == text.raw) return known;
    const kineto_category kind = category_of(spelled(text));
    const category_read found{text.raw, kind, is_respelled(kind, text.raw)};
    if (text.plain) categories_[next_category_++ % categories_.size()] = found;
    return found;
  }

  void finish() {
    torch_event& e = draft_.event;
    if (!pid_.empty() || !tid_.empty()) e.place = place(pid_, tid_);
    // an event with a start and a duration is a span, whatever its phase
    if (!draft_.has_phase && known(e.name) && e.has_span()) e.phase = chrome_phase::complete;
    if (category_.raw.data() == nullptr) {  // no category at all
      category_.raw = last_category_.text = "(none)";
      last_category_.kind = kineto_category::other;
      if (e.phase == chrome_phase::complete) e.category = category_without_name();
    }
    records.record(draft_, byte_of(begin_), [&] {
      scratch_category_.clear();
      append_text(scratch_category_, category_.raw);
      return std::string_view(scratch_category_);
    });
  }

  /// The category of a span without one, from its arguments and its process.
  kineto_category category_without_name() {
    if (known(draft_.task)) {
      records.out.habits.tasks = true;
      return category_of_task(records.out.texts.text(draft_.task));
    }
    const std::string_view name = records.out.texts.text(draft_.event.name);
    if (is_collective_of_ascend(name)) records.out.habits.tasks = true;
    if (!draft_.dispatched) return category_of_process(pid_, name);
    records.out.habits.rocprof = true;
    return kineto_category::kernel;
  }

  static constexpr std::uint8_t event_start = 1, after_other_key = 2, after_other_argument = 3,
                                arguments_start = 4;  // one per category

  json_steps steps_{static_cast<std::uint8_t>(arguments_start + kineto_category_count - 1)};
  kineto_draft draft_{};
  category_read last_category_{};
  std::array<category_read, 8> categories_{};
  std::size_t next_category_ = 0;
  json_string category_{};
  std::string_view pid_{};
  std::string_view tid_{};
  std::string scratch_category_{};
};

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_EVENT_HPP
