#ifndef RIDGELINE_RANKS_MERGED_WRITER_HPP
#define RIDGELINE_RANKS_MERGED_WRITER_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ridgeline/core/decimal_time.hpp>
#include <ridgeline/ranks/merged_numbers.hpp>
#include <ridgeline/ranks/merged_trace.hpp>
#include <ridgeline/ranks/raw_events.hpp>
#include <ridgeline/read/json_text.hpp>
#include <ridgeline/sink/output.hpp>
#include <ridgeline/table/format.hpp>

namespace ridgeline {

namespace ranks_detail {

/// Writes the events of one rank after another.
class merged_writer {
 public:
  merged_writer(output& to, const merged_numbers& numbers, std::int64_t last_rank, const merged_trace_options& options)
      : to_(to), options_(options), link_(numbers.link_or_default()) {
    for (std::size_t f = 0; f < spacing_.size(); ++f) {
      spacing_[f] = numbers.spacing(static_cast<merged_field>(f));
      renumbered_[f] = numbers.needs_new_numbers(static_cast<merged_field>(f), last_rank) ||
                       (!options.faults.ids_spaced_by_first_trace &&
                        (numbers.odd[f] || numbers.reaches_back(static_cast<merged_field>(f))));
    }
    text_ = "{\"traceEvents\": [";
  }

  void add(const merged_rank& rank, raw_events& events) {
    rank_ = rank.rank;
    clock_ = rank.clock;
    arrows_ = rank.arrows;
    drawn_.assign(arrows_.size(), false);
    for (raw_event e; events.next(e);) {
      if (is_left_out(e)) continue;
      event(e);
      if (!arrows_.empty() && e.category == "\"kernel\"") arrow_at(e);
    }
    if (options_.events_only) return;
    events.other_members([&](std::string_view key, std::string_view value) { describe(key, value); });
    first_ = false;
  }
  /// Writes the process names and closes the document.
  void finish() {
    for (const auto& [place, is_gpu] : processes_) {
      const std::string pid = std::to_string(place.second), rank = std::to_string(place.first);
      next();
      text_ += "{\"name\": \"process_name\", \"ph\": \"M\", \"pid\": " + pid;
      text_ += ", \"tid\": 0, \"args\": {\"name\": \"RANK " + rank;
      text_ += is_gpu ? " - GPU\"}}" : " - CPU\"}}";
      next();
      text_ += "{\"name\": \"process_sort_index\", \"ph\": \"M\", \"pid\": " + pid;
      text_ += ", \"tid\": 0, \"args\": {\"sort_index\": ";
      text_ += std::to_string(place.first * 2 + (is_gpu ? 1 : 0));
      text_ += "}}";
    }
    text_ += "\n]";
    for (const auto& [key, value] : about_) text_ += ", \"" + key + "\": " + value;
    if (!distributed_.empty()) {
      text_ += ", \"distributedInfo\": {" + distributed_;
      if (!groups_.empty()) text_ += ", \"pg_config\": [" + groups_ + "]";
      text_ += '}';
    }
    text_ += "}\n";
    to_.write(text_);
    text_.clear();
  }

 private:
  struct edit {
    std::string_view old;
    std::string text;
  };

  /// Keeps the metadata of devices, run and time from the first rank, and the process groups of all ranks.
  void describe(std::string_view key, std::string_view value) {
    constexpr std::array kept{std::string_view("deviceProperties"), std::string_view("baseTimeNanoseconds"),
                              std::string_view("displayTimeUnit"), std::string_view("schemaVersion")};
    if (first_ && std::find(kept.begin(), kept.end(), key) != kept.end()) about_.emplace_back(key, value);
    if (key != "distributedInfo" || !value.starts_with('{')) return;
    json_cursor c{value.data(), value.data() + value.size()};
    gpu_detail::each_member(c, [&](std::string_view name) {
      std::string_view member;
      if (!c.value(member)) return false;
      if (name == "pg_config") {
        add_groups(member);
      } else if (first_) {
        if (!distributed_.empty()) distributed_ += ", ";
        append_quoted(distributed_, name);
        distributed_.append(": ").append(member);
      }
      return true;
    });
  }
  void add_groups(std::string_view list) {
    if (!list.starts_with('[')) return;
    json_cursor c{list.data(), list.data() + list.size()};
    gpu_detail::each_element(c, [&] {
      std::string_view group;
      if (!c.value(group)) return false;
      if (known_groups_.emplace(group).second) groups_.append(groups_.empty() ? "" : ", ").append(group);
      return true;
    });
  }

  bool is_left_out(const raw_event& e) const {
    if (e.category == "\"Trace\"" || (e.category == "\"python_function\"" && !options_.python_frames)) return true;
    return e.phase == "\"M\"" && (e.name == "\"process_name\"" || e.name == "\"process_sort_index\"" ||
                                  e.name == "\"process_labels\"");
  }
  void next() {
    if (text_.size() > (std::size_t{1} << 18)) {
      to_.write(text_);
      text_.clear();
    }
    text_ += any_ ? ",\n" : "\n";
    any_ = true;
  }

  /// The id shifted into this rank's range. If that would be too large, a new number for each pair of rank and id
  /// instead, counted from 1 in order of appearance. A text gets the rank appended; an integer within a text is
  /// shifted.
  std::string moved(merged_field f, std::string_view value) {
    if (value.starts_with('"') && !options_.faults.text_pids_shared) {
      const std::string_view number = f == merged_field::pid ? std::string_view() : number_in_text(value);
      if (!number.empty()) return '"' + moved(f, number) + '"';
      return std::string(value.substr(0, value.size() - 1)) + " (rank " + std::to_string(rank_) + ")\"";
    }
    if (!is_integer(value) && (f == merged_field::pid || !is_odd_number(value))) return std::string(value);
    if (renumbered_[static_cast<std::size_t>(f)]) {
      auto& given = new_numbers_[static_cast<std::size_t>(f)];
      return std::to_string(given.try_emplace({rank_, std::string(value)}, given.size() + 1).first->second);
    }
    const std::optional<std::int64_t> n = integer_in(value);
    std::int64_t away = 0, sum = 0;  // a trace that was not scanned in advance may have larger numbers
    if (!n || __builtin_mul_overflow(rank_, spacing_[static_cast<std::size_t>(f)], &away) ||
        __builtin_add_overflow(*n, away, &sum))
      return std::string(value);
    return std::to_string(sum);
  }

  /// Whether an object contains only what the reader treats as blanks: any characters up to the space character.
  static bool holds_nothing(std::string_view object) {
    const std::string_view inside = object.substr(1, object.size() - 2);
    return std::all_of(inside.begin(), inside.end(), [](char c) { return static_cast<unsigned char>(c) <= ' '; });
  }

  void event(const raw_event& e) {
    edits_.clear();
    std::string more = "\"rank\": " + std::to_string(rank_);
    const auto keep_old = [&](std::string_view field, std::string_view value) {
      more += ", \"";
      more += field;
      more += "_raw\": ";
      more += value;
    };
    if (!e.id.empty()) {
      keep_old("id", e.id);
      edits_.push_back({e.id, moved(merged_field::id, e.id)});
    }
    if (!e.time.empty() && clock_.moves()) {
      if (const std::optional<std::int64_t> stamp = stamp_in(e.time)) {
        keep_old("ts", e.time);
        edits_.push_back({e.time, microseconds_text(clock_.moved(*stamp))});
      }
    }
    if (!e.pid.empty()) {
      keep_old("pid", e.pid);
      edits_.push_back({e.pid, moved(merged_field::pid, e.pid)});
      const std::optional<std::int64_t> pid = integer_in(edits_.back().text);
      if (pid && e.phase != "\"M\"") {
        const bool gpu = e.category == "\"kernel\"" || e.category == "\"gpu_memcpy\"" || e.category == "\"gpu_memset\"";
        bool& is_gpu = processes_.try_emplace({rank_, *pid}, false).first->second;
        is_gpu = is_gpu || gpu;
      }
    }
    const bool correlated = link_ == merged_field::correlation;
    const std::string_view link = correlated ? e.correlation : e.external_id;
    if (!link.empty()) {
      keep_old(correlated ? "correlation" : "External id", link);
      edits_.push_back({link, moved(link_, link)});
    }
    if (e.args.starts_with('{')) {
      const std::string_view end = e.args.substr(e.args.size() - 1);
      const bool empty = holds_nothing(e.args);
      edits_.push_back({end, (empty ? "" : ", ") + more + "}"});
    } else if (!e.args.empty()) {
      edits_.push_back({e.args, "{" + more + "}"});
    } else {
      const bool empty = holds_nothing(e.whole);
      edits_.push_back({e.whole.substr(e.whole.size() - 1), (empty ? "\"args\": {" : ", \"args\": {") + more + "}}"});
    }
    std::sort(edits_.begin(), edits_.end(), [](const edit& a, const edit& b) { return a.old.data() < b.old.data(); });
    next();
    const char* at = e.whole.data();
    for (const edit& x : edits_) {
      text_.append(at, x.old.data());
      text_ += x.text;
      at = x.old.data() + x.old.size();
    }
    text_.append(at, e.whole.data() + e.whole.size());
  }

  /// Emits the arrow that belongs to a collective's kernel, if there is one.
  void arrow_at(const raw_event& e) {
    const std::optional<std::int64_t> begin = stamp_in(e.time), span = stamp_in(e.duration);
    if (!begin || !span || e.pid.empty() || e.thread.empty()) return;
    const auto place = [](const merged_arrow& a) { return std::pair(a.begin, a.span); };
    auto at = std::lower_bound(arrows_.begin(), arrows_.end(), std::pair(*begin, *span),
                               [&](const merged_arrow& a, const auto& wanted) { return place(a) < wanted; });
    for (; at != arrows_.end() && place(*at) == std::pair(*begin, *span); ++at) {
      const auto n = static_cast<std::size_t>(at - arrows_.begin());
      const std::optional<std::int64_t> stream = integer_in(e.thread);
      if (drawn_[n] || (known(at->stream) && stream && *stream != at->stream)) continue;
      drawn_[n] = true;
      next();
      text_ += "{\"ph\": \"";
      text_ += at->phase;
      text_ += "\", \"id\": " + std::to_string(at->collective + 1) + ", \"pid\": " + moved(merged_field::pid, e.pid);
      text_ += ", \"tid\": ";
      text_ += e.thread;
      text_ += ", \"ts\": " + (clock_.moves() ? microseconds_text(clock_.moved(*begin)) : std::string(e.time));
      text_ += ", \"cat\": \"collective\", \"name\": \"";
      text_ += at->kind;
      text_ += at->phase == 's' ? "\"" : "\", \"bp\": \"e\"";
      text_ += ", \"args\": {\"rank\": " + std::to_string(rank_) + "}}";
      return;
    }
  }

  /// Parses a stamp into nanoseconds, digit by digit; nothing if it is not a stamp, or is beyond about 127 years.
  static std::optional<std::int64_t> stamp_in(std::string_view json) {
    constexpr std::int64_t longest = 4'000'000'000'000'000'000;
    const std::int64_t ns = whole_of_decimal(json, 3);
    if (!known(ns) || ns > longest || ns < -longest) return std::nullopt;
    return ns;
  }

  output& to_;
  merged_trace_options options_;
  merged_clock clock_{};
  std::span<const merged_arrow> arrows_{};
  std::vector<bool> drawn_;
  bool first_ = true;
  std::vector<std::pair<std::string, std::string>> about_;
  std::string distributed_{}, groups_{};
  std::set<std::string> known_groups_{};
  merged_field link_;
  std::array<std::int64_t, 4> spacing_{};
  std::array<bool, 4> renumbered_{};
  std::array<std::map<std::pair<std::int64_t, std::string>, std::size_t>, 4> new_numbers_{};  // by rank and number
  std::int64_t rank_ = 0;
  bool any_ = false;
  std::string text_{};
  std::vector<edit> edits_;
  std::map<std::pair<std::int64_t, std::int64_t>, bool> processes_{};  // by rank and process: whether it has GPU work
};

}  // namespace ranks_detail

}  // namespace ridgeline

#endif  // RIDGELINE_RANKS_MERGED_WRITER_HPP
