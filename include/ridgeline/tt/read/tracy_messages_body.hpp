#ifndef RIDGELINE_TT_READ_TRACY_MESSAGES_BODY_HPP
#define RIDGELINE_TT_READ_TRACY_MESSAGES_BODY_HPP

#include <algorithm>
#include <charconv>
#include <map>
#include <system_error>
#include <utility>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/tt/read/tracy_messages.hpp>
#include <ridgeline/tt/read/tracy_op_json.hpp>
#include <ridgeline/tt/read/tracy_op_index.hpp>

namespace ridgeline {

bool tt_tracy_rows::quoted(std::string_view& field) {
  const std::size_t first = at_ + 1, last = std::min(text_.size(), at_ + max_row);
  bool doubled = false;
  std::size_t close = text_.find('`', first);
  for (; close < last && close + 1 < text_.size() && text_[close + 1] == '`'; close = text_.find('`', close + 2))
    doubled = true;
  if (close >= last) return false;
  const std::string_view after = text_.substr(close + 1, 2);
  if (!after.empty() && after[0] != ';' && after[0] != '\n' && after != "\r\n") return false;
  field = text_.substr(first, close - first);
  at_ = close + 1;
  if (!doubled) return true;
  scratch_.clear();
  for (std::size_t i = 0; i < field.size(); ++i) {
    scratch_ += field[i];
    if (field[i] == '`') ++i;
  }
  field = scratch_;
  return true;
}

tt_tracy_rows::result tt_tracy_rows::next(tt_tracy_message& out) {
  while (at_ < text_.size() && (text_[at_] == '\n' || text_[at_] == '\r')) line_ += text_[at_++] == '\n' ? 1u : 0u;
  if (at_ >= text_.size()) return result::end;
  out = {};
  out.line = line_;
  const std::size_t row = at_;
  const bool opens = text_[at_] == '`';
  if (!opens || !quoted(out.text)) {
    const std::size_t stop = std::min(text_.find_first_of(opens ? "\n" : ";\n", at_), text_.size());
    out.text = text_.substr(at_, stop - at_);
    at_ = stop;
    if (opens) return result::broken;
  }
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  if (at_ < end && text_[at_] == ';') {
    const std::string_view rest = text_.substr(at_ + 1, end - at_ - 1);
    out.at = rest.substr(0, rest.find_first_of(";\r"));
  }
  at_ = end;
  line_ += static_cast<std::uint64_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(row),
                                                 text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
  return result::message;
}

namespace tt_detail::tt_tracy {

template <class Int>
std::optional<Int> number(std::string_view text) {
  text = without_blanks(text);
  Int value = 0;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), value);
  if (done.ec != std::errc{} || done.ptr != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

/// The head of an op's message: `TT_DNN_DEVICE_OP: "NAME", HASH, DEVICE[, HIT], ID`.
struct op_head {
  std::string_view name{};
  std::optional<std::uint64_t> hash{};
  std::optional<std::int32_t> device{};
  std::optional<std::uint32_t> id{};
  std::int8_t cache_hit = -1;
  std::size_t fields = 1;  ///< includes the name
};

inline op_head read_op_head(std::string_view text) {
  op_head head;
  const std::size_t open = text.find('"'), close = text.rfind('"');
  if (open == std::string_view::npos || close == open) return head;
  head.name = text.substr(open + 1, close - open - 1);
  std::vector<std::string_view> words;
  std::string_view rest = text.substr(close + 1);
  while (!rest.empty() && rest.front() == ',' && words.size() < 5) {
    rest.remove_prefix(1);
    const std::size_t comma = std::min(rest.find(','), rest.size());
    words.push_back(without_blanks(rest.substr(0, comma)));
    rest.remove_prefix(comma);
  }
  head.fields = 1 + words.size();
  if (words.size() != 3 && words.size() != 4) return head;
  head.hash = number<std::uint64_t>(words[0]);
  head.device = number<std::int32_t>(words[1]);
  head.id = number<std::uint32_t>(words.back());
  if (words.size() == 4) head.cache_hit = words[2] == "1" || words[2] == "true" || words[2] == "True" ? 1 : 0;
  return head;
}

/// Reads messages in order, keeping data from earlier ones: programs by hash, traces being captured.
class message_reader {
 public:
  message_reader(const std::string& file, tt_tracy_capture& capture) : file_(file), capture_(capture) {}

  void read(const tt_tracy_message& m) {
    const std::string_view text = m.text;
    const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
    if (has("markers were dropped")) ++capture_.drops;  // a warning of the profiler
    const bool signpost = has("TT_SIGNPOST"), dnn = has("TT_DNN");
    if (!signpost && !dnn && !has("TT_METAL")) return;
    const std::optional<std::int64_t> at = number<std::int64_t>(m.at);
    if (!at || *at < 0) {
      capture_.quality.add("expected the time of a message, in ns", {file_, m.line}, m.at);
      return;
    }
    message_ = &m;
    at_ = *at;
    if (text.starts_with("TT_SIGNPOST")) return add_signpost(text);
    if (has("OP")) {
      const std::size_t arrow = end_of_head(text);
      arrow != std::string_view::npos ? add_op(text.substr(0, arrow), text.substr(arrow + 3)) : add_cached(text);
    } else if (has("TRACE")) {
      if (!text.starts_with("TT_METAL_TRACE_ENQUEUE_PROGRAM")) add_trace(text);
    } else if (dnn) {
      count("message with TT_DNN is of an unknown kind");
    }
    if (signpost) add_signpost(text.substr(text.find("TT_SIGNPOST")));
  }

 private:
  using program_key = std::pair<std::int32_t, std::uint64_t>;

  void count(std::string_view reason) { capture_.quality.add(reason, {file_, message_->line}, first_line()); }
  std::string_view first_line() const { return message_->text.substr(0, message_->text.find_first_of("\r\n")); }
  /// The position of the ` ->` that ends the first line of a message, in a file with either kind of line end.
  static std::size_t end_of_head(std::string_view text) {
    for (std::size_t at = text.find(" ->"); at != std::string_view::npos; at = text.find(" ->", at + 1))
      if (const std::string_view rest = text.substr(at + 3); rest.starts_with("\n") || rest.starts_with("\r\n"))
        return at;
    return std::string_view::npos;
  }

  void add_op(std::string_view front, std::string_view json) {
    const op_head head = read_op_head(front);
    capture_.has_hit_in_head = capture_.has_hit_in_head || head.fields == 5;
    std::optional<tt_tracy_op_json> op = read_tt_tracy_op_json(json, capture_.texts);
    if (!op) {
      capture_.lose("message of an op is cut; the op has only its head's data", {file_, message_->line}, first_line());
      if (head.id && head.device) add_head(head);
      return;
    }
    if (op->is_shortened) count("message of an op lists only its first tensors: tt-metal shortened it");
    capture_.has_padded_shapes = capture_.has_padded_shapes || op->padded_shapes;
    capture_.has_kernel_paths = capture_.has_kernel_paths || op->kernel_paths;
    capture_.has_kernel_sizes = capture_.has_kernel_sizes || op->kernel_sizes;
    if (!op->id && head.id && head.device && head.hash) return add_cached(head, std::move(*op));
    if (!op->id) return count("message of an op has no global_call_count; the op is left out");
    tt_tracy_op call;
    call.id = *op->id;
    call.device = op->device.value_or(-1);
    call.cache_hit = op->cache_hit;
    if (op->device && op->program.hash)
      programs_[{*op->device, *op->program.hash}] = static_cast<std::uint32_t>(capture_.programs.size());
    add(call, std::move(op->program));
  }

  /// Adds an op whose program was sent earlier.
  void add_cached(std::string_view text) {
    const op_head head = read_op_head(text);
    if (!head.hash || !head.device || !head.id) return count("message with TT_DNN is of an unknown kind");
    capture_.has_hit_in_head = capture_.has_hit_in_head || head.fields == 5;
    const auto known = programs_.find({*head.device, *head.hash});
    if (known == programs_.end()) {
      capture_.lose("op is cached before its first message; the op has only its head's data", {file_, message_->line},
                    first_line());
      return add_head(head);
    }
    tt_tracy_op call;
    call.id = *head.id;
    call.device = *head.device;
    call.cache_hit = head.cache_hit;
    call.program = known->second;
    add(call);
  }

  /// Adds a cached op whose message lists the tensors of this call, as those of autumn 2026 do: all else is as in the
  /// message that sent its program.
  void add_cached(const op_head& head, tt_tracy_op_json own) {
    const auto known = programs_.find({*head.device, *head.hash});
    if (known == programs_.end()) {
      capture_.lose("op is cached before its first message; the op has only its head's data and tensors",
                    {file_, message_->line}, first_line());
      return add_head(head, std::move(own.program));
    }
    tt_tracy_op call;
    call.id = *head.id;
    call.device = *head.device;
    call.cache_hit = head.cache_hit;
    call.program = known->second;
    const auto is_of = [&](std::uint32_t program) {
      const tt_tracy_program& p = capture_.programs[program];
      return (!own.has_inputs || own.program.inputs == p.inputs) &&
             (!own.has_outputs || own.program.outputs == p.outputs);
    };
    std::uint32_t& last = variants_.try_emplace(known->first, known->second).first->second;
    if (is_of(known->second)) return add(call);
    if (last > known->second && is_of(last)) return call.program = last, add(call);
    last = static_cast<std::uint32_t>(capture_.programs.size());
    tt_tracy_program program = capture_.programs[known->second];
    if (own.has_inputs) program.inputs = std::move(own.program.inputs);
    if (own.has_outputs) program.outputs = std::move(own.program.outputs);
    add(call, std::move(program));
  }

  void add_head(const op_head& head, tt_tracy_program program = {}) {
    std::string name(head.name);
    std::replace(name.begin(), name.end(), ',', ';');
    program.code = capture_.texts.keep(name);
    program.type = capture_.texts.keep("tt_dnn_device");
    program.hash = head.hash;
    program.whole = false;
    tt_tracy_op call;
    call.id = *head.id;
    call.device = *head.device;
    call.cache_hit = head.cache_hit;
    add(call, std::move(program));
  }

  void add(tt_tracy_op call, tt_tracy_program program) {
    call.program = static_cast<std::uint32_t>(capture_.programs.size());
    capture_.programs.push_back(std::move(program));
    add(call);
  }
  void add(tt_tracy_op call) {
    call.message = at_;
    if (const auto open = capturing_.find(call.device); open != capturing_.end()) call.trace = open->second;
    const auto [place, fresh] = by_id_.try_emplace(call.id, static_cast<std::uint32_t>(capture_.ops.size()));
    if (fresh) {
      capture_.ops.push_back(call);
    } else {
      count("op has the id of an earlier one; the later one counts");
      capture_.ops[place->second] = call;
    }
  }

  /// Reads `TT_METAL_TRACE_BEGIN: DEVICE, TRACE` and the messages like it.
  void add_trace(std::string_view text) {
    const std::size_t colon = text.rfind(':'), comma = text.find(',', std::min(colon, text.size()));
    const std::string_view kind = text.substr(0, colon);
    const auto is = [&](std::string_view word) { return kind.find(word) != std::string_view::npos; };
    if (!is("BEGIN") && !is("END") && !is("REPLAY")) return;
    std::optional<std::int32_t> device;
    std::optional<std::int64_t> trace;
    if (comma != std::string_view::npos) {
      device = number<std::int32_t>(text.substr(colon + 1, comma - colon - 1));
      trace = number<std::int64_t>(text.substr(comma + 1));
    }
    if (!device || !trace) return count("message about a trace does not name device and trace");
    if (is("REPLAY")) {
      capture_.replays.push_back({*device, *trace, at_});
    } else if (is("BEGIN")) {
      capturing_[*device] = *trace;
    } else if (capturing_.erase(*device) == 0) {
      count("capture of a trace ends but did not begin");
    }
  }

  void add_signpost(std::string_view text) {
    if (core_detail::take_front(text, "TT_SIGNPOST:"))
      text.remove_prefix(std::min(text.find_first_not_of(": "), text.size()));
    std::string kept(text);
    std::replace(kept.begin(), kept.end(), ',', ';');
    capture_.signposts.push_back({capture_.texts.keep(kept), at_});
  }

  const std::string& file_;
  tt_tracy_capture& capture_;
  const tt_tracy_message* message_ = nullptr;
  std::int64_t at_ = -1;
  tt_tracy_ids by_id_{};
  std::map<program_key, std::uint32_t> programs_{};  // program of the last full message with that device and hash
  std::map<program_key, std::uint32_t> variants_{};  // the last of it with tensors of its own
  std::map<std::int32_t, std::int64_t> capturing_{};  // by device: trace being captured
};

}  // namespace tt_detail::tt_tracy

std::optional<failure> read_tt_tracy_messages(std::string_view text, const std::string& name,
                                              tt_tracy_capture& capture) {
  text.remove_prefix(byte_order_mark_size(text));
  tt_tracy_rows rows(text);
  tt_tracy_message message;
  const bool any = rows.next(message) == tt_tracy_rows::result::message;
  if (!any || message.text != "MessageName" || message.at != "total_ns")
    return failure{errc::not_a_report, {name, 1, 1},
                   "expected the header MessageName;total_ns, found \"" + std::string(utf8_front(message.text, 60)) +
                       "\""};
  const auto is_cut = [&] {
    if (rows.complete()) return false;
    capture.quality.add(cut_row, {name, message.line}, message.text);
    return true;
  };
  if (is_cut()) return std::nullopt;
  tt_detail::tt_tracy::message_reader reader(name, capture);
  for (;;) {
    const tt_tracy_rows::result row = rows.next(message);
    if (row == tt_tracy_rows::result::end) return std::nullopt;
    if (is_cut()) return std::nullopt;
    if (row == tt_tracy_rows::result::message) {
      reader.read(message);
    } else {
      capture.quality.add("quote of a message is not closed; the message is left out", {name, message.line},
                          message.text);
    }
  }
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_TRACY_MESSAGES_BODY_HPP
