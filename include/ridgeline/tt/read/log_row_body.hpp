#ifndef RIDGELINE_TT_READ_LOG_ROW_BODY_HPP
#define RIDGELINE_TT_READ_LOG_ROW_BODY_HPP

#include <algorithm>
#include <array>
#include <utility>

#include <ridgeline/tt/read/log_row.hpp>

namespace ridgeline {

bool read_cell(std::string_view text, tt_risc& out, text_pool&, no_unit) {
  out = tt_risc_named(without_blanks(text));
  return out != tt_risc::none;
}

bool read_log_phase(std::string_view word, tt_log_phase& out) {
  constexpr std::array<std::pair<std::string_view, tt_phase>, 9> words{{{"ZONE_START", tt_phase::begin},
                                                                        {"ZONE_END", tt_phase::end},
                                                                        {"ZONE_TOTAL", tt_phase::sum},
                                                                        {"TS_DATA", tt_phase::data},
                                                                        {"TS_DATA_16B", tt_phase::data},
                                                                        {"TS_EVENT", tt_phase::event},
                                                                        {"begin", tt_phase::begin},
                                                                        {"end", tt_phase::end},
                                                                        {"sum", tt_phase::sum}}};
  for (const auto& [name, phase] : words)
    if (name == word) out.value = phase;
  return out.value != tt_phase::point;
}

bool read_cell(std::string_view text, trimmed_text& out, text_pool& pool, no_unit) {
  out.text = pool.keep(without_blanks(text));
  return true;
}

namespace tt_detail {

/// The counter of a name, or of the number that newer versions of tt-metal write for it.
tt_note counter_named(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, tt_note>, 6> counters{{{"FPU_COUNTER", tt_note::fpu_counter},
                                                                          {"SFPU_COUNTER", tt_note::sfpu_counter},
                                                                          {"MATH_COUNTER", tt_note::math_counter},
                                                                          {"1", tt_note::fpu_counter},
                                                                          {"2", tt_note::sfpu_counter},
                                                                          {"3", tt_note::math_counter}}};
  for (const auto& [known, note] : counters)
    if (known == name) return note;
  return tt_note::other_counter;
}

}  // namespace tt_detail

bool read_cell(std::string_view text, tt_log_meta& out, text_pool& pool, no_unit) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  const auto word_after = [&](std::string_view key) -> std::string_view {  // in quotes or not; empty: it is not there
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos) return {};
    std::string_view word = text.substr(at + key.size());
    word.remove_prefix(std::min(word.find_first_not_of("'\": "), word.size()));
    return without_blanks(word.substr(0, word.find_first_of("'\";}")));
  };
  const auto number_after = [&](std::string_view key) -> std::int64_t {
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos) return -1;
    std::string_view rest = text.substr(at + key.size());
    rest.remove_prefix(std::min(rest.find_first_of("0123456789;}"), rest.size()));
    return to_int(rest.substr(0, rest.find_first_not_of("0123456789"))).value_or(-1);
  };
  out.op = number_after("workers_runtime_id");
  out.sub_device = number_after("sub_device_id");
  if (has("dispatch_command_type")) {
    out.command = pool.keep(word_after("dispatch_command_type"));
    out.note = tt_note::command;
  }
  if (has("CQ_DISPATCH_NOTIFY_SUBORDINATE_GO_SIGNAL")) out.note = tt_note::go_notified;
  if (has("CQ_DISPATCH_CMD_SEND_GO_SIGNAL")) out.note = tt_note::go_sent;
  if (!has("counter type")) return true;
  if (out.note == tt_note::none) out.note = tt_detail::counter_named(word_after("counter type"));
  out.reference = number_after("ref cnt");
  out.value = number_after("value");
  return true;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_LOG_ROW_BODY_HPP
