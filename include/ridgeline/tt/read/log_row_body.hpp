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

bool read_cell(std::string_view text, tt_log_meta& out, text_pool& pool, no_unit) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  constexpr std::string_view command_key = "dispatch_command_type";
  const auto number_after = [&](std::string_view key) -> std::int64_t {
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos) return -1;
    std::string_view rest = text.substr(at + key.size());
    rest.remove_prefix(std::min(rest.find_first_of("0123456789;}"), rest.size()));
    return to_int(rest.substr(0, rest.find_first_not_of("0123456789"))).value_or(-1);
  };
  out.op = number_after("workers_runtime_id");
  out.sub_device = number_after("sub_device_id");
  if (const std::size_t at = text.find(command_key); at != std::string_view::npos) {
    std::string_view name = text.substr(at + command_key.size());
    name.remove_prefix(std::min(name.find_first_not_of("'\": "), name.size()));
    out.command = pool.keep(name.substr(0, name.find_first_of("'\";}")));
    out.note = tt_note::command;
  }
  if (has("CQ_DISPATCH_NOTIFY_SUBORDINATE_GO_SIGNAL")) out.note = tt_note::go_notified;
  if (has("CQ_DISPATCH_CMD_SEND_GO_SIGNAL")) out.note = tt_note::go_sent;
  if (!has("counter type")) return true;
  constexpr std::array<std::pair<std::string_view, tt_note>, 3> counters{{{"SFPU_COUNTER", tt_note::sfpu_counter},
                                                                          {"FPU_COUNTER", tt_note::fpu_counter},
                                                                          {"MATH_COUNTER", tt_note::math_counter}}};
  for (const auto& [name, note] : counters)
    if (out.note == tt_note::none && has(name)) out.note = note;
  if (out.note == tt_note::none) out.note = tt_note::other_counter;
  out.reference = number_after("ref cnt");
  out.value = number_after("value");
  return true;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_LOG_ROW_BODY_HPP
