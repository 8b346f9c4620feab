#ifndef RIDGELINE_TT_READ_LOG_ROW_HPP
#define RIDGELINE_TT_READ_LOG_ROW_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <ridgeline/core/letters.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/read/number.hpp>
#include <ridgeline/tt/record/marker.hpp>
#include <ridgeline/tt/record/op_call.hpp>

namespace ridgeline {

/// A cell of a device log: an integer from 0 up to a limit; -1 until one is read.
template <std::int64_t Most>
struct tt_log_number {
  std::int64_t value = -1;
};
template <std::int64_t Most>
bool read_cell(std::string_view text, tt_log_number<Most>& out, text_pool&, no_unit) {
  const std::string_view digits = without_blanks(text);
  std::int64_t value = 0;
  constexpr std::size_t most_digits = 18;  // always below 2^63
  std::size_t n = 0;
  for (; n < digits.size() && n < most_digits && digits[n] >= '0' && digits[n] <= '9'; ++n)
    value = value * 10 + (digits[n] - '0');
  if (n != 0 && n == digits.size() && value <= Most) {
    out.value = value;
    return true;
  }
  const std::optional<std::int64_t> number = to_int(digits);
  if (!number) return digits.empty();
  if (*number < 0 || *number > Most) return false;
  out.value = *number;
  return true;
}
template <std::int64_t Most>
constexpr std::string_view expected_in(const tt_log_number<Most>&) {
  return Most == 65535        ? "a number from 0 to 65535"
         : Most == 0xffffffff ? "a number from 0 to 4294967295"
                              : "a whole number that is not negative and below 2^63";
}

/// What a marker carries: its 64 bits, which the log gives as a number without a sign. A total fits anyway.
struct tt_log_payload {
  std::int64_t value = 0;
};
inline bool read_cell(std::string_view text, tt_log_payload& out, text_pool& pool, no_unit unit) {
  std::uint64_t bits = 0;
  tt_log_number<0x7fffffffffffffff> number{0};
  const bool large = read_detail::all_digits(without_blanks(text), bits);
  if (!large && !read_cell(text, number, pool, unit)) return false;
  out.value = large ? static_cast<std::int64_t>(bits) : number.value;
  return true;
}
constexpr std::string_view expected_in(const tt_log_payload&) { return "a whole number that is not negative"; }

bool read_cell(std::string_view text, tt_risc& out, text_pool&, no_unit);
constexpr std::string_view expected_in(const tt_risc&) {
  return "BRISC, NCRISC, TRISC_0, TRISC_1, TRISC_2, ERISC or a processor of Quasar";
}

/// Whether a zone begins or ends in a zone log; there are two spellings.
struct tt_log_phase {
  tt_phase value = tt_phase::point;
};
bool read_log_phase(std::string_view word, tt_log_phase& out);
inline bool read_cell(std::string_view text, tt_log_phase& out, text_pool&, no_unit) {
  return read_log_phase(without_blanks(text), out);
}
constexpr std::string_view expected_in(const tt_log_phase&) { return "ZONE_START, ZONE_END, ZONE_TOTAL or TS_DATA"; }

bool read_cell(std::string_view text, trimmed_text& out, text_pool& pool, no_unit);

/// The data used from a row's metadata (JSON with `;` for commas): whom a dispatch core worked for, which command it
/// was given, what a core's counter counted, which sub-device its core belongs to.
struct tt_log_meta {
  std::int64_t op = -1;
  tt_note note = tt_note::none;
  std::string_view command{};  ///< the command's name
  std::int64_t reference = -1, value = -1, sub_device = -1;
};
bool read_cell(std::string_view text, tt_log_meta& out, text_pool&, no_unit);

/// The cells of a row of a device log.
struct tt_log_row {
  tt_log_number<65535> device{}, x{}, y{};
  tt_log_number<0xffffffff> id{};
  tt_log_number<0x7fffffffffffffff> cycles{}, run{}, host{}, trace{}, session{};
  tt_log_payload data{};
  trimmed_text zone{};
  tt_log_meta meta{};
  tt_log_phase phase{};
  tt_risc risc = tt_risc::none;
};

/// How a device log is read: one line per column, in any order of the header.
inline constexpr auto tt_log_fields = caseless(
    field<"PCIe slot">(&tt_log_row::device, "chip_id"), field<"core_x">(&tt_log_row::x),
    field<"core_y">(&tt_log_row::y),
    field<"RISC processor type">(&tt_log_row::risc), field<"timer_id">(&tt_log_row::id),
    field<"time[cycles since reset]">(&tt_log_row::cycles), field<"data">(&tt_log_row::data, "stat value"),
    field<"run ID">(&tt_log_row::run), field<"run host ID">(&tt_log_row::host), field<"trace id">(&tt_log_row::trace),
    field<"trace id counter">(&tt_log_row::session), field<"zone name">(&tt_log_row::zone),
    field<"type">(&tt_log_row::phase, "zone phase"), field<"meta data">(&tt_log_row::meta));

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_LOG_ROW_HPP
