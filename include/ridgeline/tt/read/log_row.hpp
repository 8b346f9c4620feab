#ifndef RIDGELINE_TT_READ_LOG_ROW_HPP
#define RIDGELINE_TT_READ_LOG_ROW_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <ridgeline/tt/record/marker.hpp>
#include <ridgeline/read/csv_records.hpp>

namespace ridgeline {

/// A cell of a device log: a whole number from 0 up to a limit; -1 until one was read.
template <std::int64_t Most>
struct tt_log_number {
  std::int64_t value = -1;
};
template <std::int64_t Most>
bool read_cell(std::string_view text, tt_log_number<Most>& out, text_pool&, no_unit) {
  const std::string_view digits = without_blanks(text);
  const std::optional<std::int64_t> number = to_int(digits);
  if (!number) return digits.empty();
  if (*number < 0 || *number > Most) return false;
  out.value = *number;
  return true;
}
template <std::int64_t Most>
constexpr std::string_view expected_in(const tt_log_number<Most>&) {
  return Most == 65535 ? "a number from 0 to 65535" : "a whole number that is not negative";
}

inline bool read_cell(std::string_view text, tt_risc& out, text_pool&, no_unit) {
  out = tt_risc_named(without_blanks(text));
  return out != tt_risc::none;
}
constexpr std::string_view expected_in(const tt_risc&) { return "BRISC, NCRISC, TRISC_0, TRISC_1, TRISC_2 or ERISC"; }

/// How a zone log says whether a zone begins or ends; two spellings.
struct tt_log_phase {
  tt_phase value = tt_phase::point;
};
inline bool read_cell(std::string_view text, tt_log_phase& out, text_pool&, no_unit) {
  const std::string_view word = without_blanks(text);
  constexpr std::array<std::pair<std::string_view, tt_phase>, 8> words{{{"ZONE_START", tt_phase::begin},
                                                                        {"ZONE_END", tt_phase::end},
                                                                        {"ZONE_TOTAL", tt_phase::sum},
                                                                        {"TS_DATA", tt_phase::data},
                                                                        {"TS_EVENT", tt_phase::event},
                                                                        {"begin", tt_phase::begin},
                                                                        {"end", tt_phase::end},
                                                                        {"sum", tt_phase::sum}}};
  for (const auto& [name, phase] : words)
    if (name == word) out.value = phase;
  return out.value != tt_phase::point;
}
constexpr std::string_view expected_in(const tt_log_phase&) { return "ZONE_START, ZONE_END, ZONE_TOTAL or TS_DATA"; }

/// Text without the blanks around it.
struct trimmed_text {
  std::string_view text{};
};
inline bool read_cell(std::string_view text, trimmed_text& out, text_pool& pool, no_unit) {
  out.text = pool.keep(without_blanks(text));
  return true;
}

/// What is used of a row's meta data, which are JSON with `;` for commas: whom a dispatch core worked for, which
/// command it was given, what a counter of the core counted.
struct tt_log_meta {
  std::int64_t op = -1;
  tt_note note = tt_note::none;
  std::int64_t reference = -1, value = -1;
};
inline bool read_cell(std::string_view text, tt_log_meta& out, text_pool&, no_unit) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  const auto number_behind = [&](std::string_view key) -> std::int64_t {
    const std::size_t at = text.find(key);
    if (at == std::string_view::npos) return -1;
    std::string_view rest = text.substr(at + key.size());
    rest.remove_prefix(std::min(rest.find_first_of("0123456789;}"), rest.size()));
    return to_int(rest.substr(0, rest.find_first_not_of("0123456789"))).value_or(-1);
  };
  out.op = number_behind("workers_runtime_id");
  if (has("CQ_DISPATCH_NOTIFY_SUBORDINATE_GO_SIGNAL")) out.note = tt_note::go_notified;
  if (has("CQ_DISPATCH_CMD_SEND_GO_SIGNAL")) out.note = tt_note::go_sent;
  if (!has("counter type")) return true;
  constexpr std::array<std::pair<std::string_view, tt_note>, 3> counters{{{"SFPU_COUNTER", tt_note::sfpu_counter},
                                                                          {"FPU_COUNTER", tt_note::fpu_counter},
                                                                          {"MATH_COUNTER", tt_note::math_counter}}};
  for (const auto& [name, note] : counters)
    if (out.note == tt_note::none && has(name)) out.note = note;
  out.reference = number_behind("ref cnt");
  out.value = number_behind("value");
  return true;
}

/// The cells of a row of a device log.
struct tt_log_row {
  tt_log_number<65535> device{}, x{}, y{};
  tt_log_number<0xffffffff> id{};
  tt_log_number<0x7fffffffffffffff> cycles{}, data{}, run{}, host{};
  trimmed_text zone{};
  tt_log_meta meta{};
  tt_log_phase phase{};
  tt_risc risc = tt_risc::none;
};

namespace tt_detail {

constexpr bool equal_in_any_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

/// A field whose column is found in any letter case.
template <class Field>
struct caseless_field : Field {
  constexpr bool is_named(std::string_view text) const {
    return equal_in_any_case(text, Field::name) || (!Field::also.empty() && equal_in_any_case(text, Field::also));
  }
};
template <class... Fields>
constexpr auto caseless(const Fields&... all) {
  return fields(caseless_field<Fields>{all}...);
}

}  // namespace tt_detail

/// How a device log is read: one line a column, in whatever order the header has them.
inline constexpr auto tt_log_fields = tt_detail::caseless(
    field<"PCIe slot">(&tt_log_row::device, "chip_id"), field<"core_x">(&tt_log_row::x),
    field<"core_y">(&tt_log_row::y),
    field<"RISC processor type">(&tt_log_row::risc), field<"timer_id">(&tt_log_row::id),
    field<"time[cycles since reset]">(&tt_log_row::cycles), field<"data">(&tt_log_row::data, "stat value"),
    field<"run ID">(&tt_log_row::run), field<"run host ID">(&tt_log_row::host), field<"zone name">(&tt_log_row::zone),
    field<"type">(&tt_log_row::phase, "zone phase"), field<"meta data">(&tt_log_row::meta));

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_LOG_ROW_HPP
