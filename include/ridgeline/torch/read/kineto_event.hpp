#ifndef RIDGELINE_TORCH_READ_KINETO_EVENT_HPP
#define RIDGELINE_TORCH_READ_KINETO_EVENT_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <ridgeline/torch/read/kineto_draft.hpp>
#include <ridgeline/torch/read/kineto_value.hpp>

namespace ridgeline::torch_detail {

/// Up to four letters as one number, for a switch.
static constexpr std::uint32_t packed(std::string_view key) {
  std::uint32_t letters = 0;
  for (const char letter : key) letters = letters << 8 | static_cast<unsigned char>(letter);
  return letters;
}

/// Reads events one by one into a piece.
class kineto_event_reader : public kineto_value_reader {
 public:
  using kineto_value_reader::kineto_value_reader;

  void move_to(std::string_view text, std::uint64_t offset) {
    kineto_value_reader::move_to(text, offset);
    last_category_ = {};
  }

  /// The event that begins at the cursor. False on a syntax error, with nothing added.
  bool event() {
    begin_ = c.at;
    draft_ = {};
    category_ = {}, pid_ = {}, tid_ = {};
    if (!c.take('{')) return false;
    c.skip_blanks();
    if (!c.take('}')) {
      for (bool closed = false; !closed;) {
        json_string k;
        if (!c.string(k) || !c.expect(':')) return false;
        c.skip_blanks();
        if (!member(spelled(k))) return false;
        if (!c.another('}', closed) && !closed) return false;
      }
    }
    finish();
    return true;
  }

  /// A place in `events` for an entry that could not be read, so that those behind it keep their numbers.
  void lose(torch_problem why, const char* where) {
    problem(why, where);
    torch_event e;
    e.phase = chrome_phase::lost;
    records.out.events.push_back(e);
  }

 private:
  bool member(std::string_view key) {
    torch_event& e = draft_.event;
    if (key.size() > 4) return c.skip_value();
    switch (packed(key)) {
      case packed("ph"): return phase();
      case packed("ts"): return stamp(e);
      case packed("id"): return number(draft_.flow_id);
      case packed("cat"): return category();
      case packed("dur"): return time(e.time, draft_.length_us);
      case packed("pid"): return token(pid_);
      case packed("tid"): return token(tid_);
      case packed("name"): return text(e.name);
      case packed("args"): return c.next_is('{') ? arguments() : c.skip_value();
      default: return c.skip_value();
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

  bool arguments() {
    ++c.at;
    c.skip_blanks();
    if (c.take('}')) return true;
    for (bool closed = false; !closed;) {
      json_string k;
      if (!c.string(k) || !c.expect(':')) return false;
      c.skip_blanks();
      if (!read_argument(draft_, argument_of(spelled(k)), *this)) return false;
      if (!c.another('}', closed) && !closed) return false;
    }
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
      case 's': draft_.event.phase = chrome_phase::flow_start; break;
      case 'f': draft_.event.phase = chrome_phase::flow_finish; break;
      case 'M': draft_.event.phase = chrome_phase::metadata; break;
      case 'i': case 'I': draft_.event.phase = chrome_phase::instant; break;
      default: if (!is_chrome_phase(letter[0])) return true;
    }
    draft_.has_phase = true;
    return true;
  }

  /// One of the further letters of the Trace Event Format: spans in two parts, counters, samples, objects and marks.
  static constexpr bool is_chrome_phase(char letter) {
    return std::string_view("BEPCbenSTptNODRcvVa(),").find(letter) != std::string_view::npos;
  }

  /// What is no text is no category that is known, and is named by what stands there.
  bool category() {
    json_string found;
    if (c.next_is('"')) {
      if (!c.string(found)) return false;
    } else {
      const char* const first = c.at;
      if (!c.skip_value()) return false;
      found.raw = {first, static_cast<std::size_t>(c.at - first)};
    }
    if (last_category_.data() == nullptr || found.raw != last_category_ || !found.plain) {  // what is wrong with a text is counted each time
      last_category_ = found.raw;
      last_category_kind_ = category_of(spelled(found));
      last_respelled_ = name_of(last_category_kind_) != found.raw;
      category_changed_ = true;
    }
    draft_.respelled = last_respelled_;
    draft_.event.category = last_category_kind_;
    category_ = found;
    return true;
  }

  void finish() {
    torch_event& e = draft_.event;
    if (!pid_.empty() || !tid_.empty()) e.place = place(pid_, tid_);
    if (category_.raw.data() == nullptr) {  // no category at all
      category_.raw = last_category_ = "(none)";
      last_category_kind_ = kineto_category::other;
      category_changed_ = true;
    }
    records.record(draft_, byte_of(begin_), std::exchange(category_changed_, false),
                   [&] {
                     scratch_category_.clear();
                     append_text(scratch_category_, category_.raw);
                     return std::string_view(scratch_category_);
                   });
  }

  kineto_draft draft_{};
  std::string_view last_category_{};
  kineto_category last_category_kind_ = kineto_category::other;
  bool last_respelled_ = false;    ///< the last category is spelled as no word of the list
  bool category_changed_ = false;  ///< since the last event that was recorded
  json_string category_{};
  std::string_view pid_{};
  std::string_view tid_{};
  std::string scratch_category_{};
};

}  // namespace ridgeline::torch_detail

#endif  // RIDGELINE_TORCH_READ_KINETO_EVENT_HPP
