#ifndef RIDGELINE_TT_READ_OPS_CSV_CELLS_HPP
#define RIDGELINE_TT_READ_OPS_CSV_CELLS_HPP

#include <concepts>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/read/csv_records.hpp>
#include <ridgeline/tt/read/cell_row.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>

/// Cell types of an ops CSV that accept only plausible numbers: devices, stamps, counts.
namespace ridgeline {

/// A device id as given in a file. Ids of `most` or more are rejected: no host has that many devices.
struct tt_device_id {
  static constexpr std::int32_t most = 65536;
  std::int32_t value = -1;
};
inline bool read_cell(std::string_view text, tt_device_id& out, text_pool& pool, no_unit unit) {
  std::int32_t value = -1;
  if (!read_cell(text, value, pool, unit) || value >= tt_device_id::most) return false;
  if (value < 0) return says_no_value(without_blanks(text));
  out.value = value;
  return true;
}
constexpr std::string_view expected_in(const tt_device_id&) { return "a device id below 65536"; }

/// A time on the host's clock. Values of 2^63 ns (292 years) and more are rejected.
struct tt_host_stamp {
  time_quantity value = missing<time_quantity>;
};
template <unit_of_measure Unit>
bool read_cell(std::string_view text, tt_host_stamp& out, text_pool& pool, Unit unit) {
  constexpr time_quantity last = 9.2e18 * ns;
  time_quantity value = missing<time_quantity>;
  if (!read_cell(text, value, pool, unit) || value > last || value < -last) return false;
  out.value = value;
  return true;
}
constexpr std::string_view expected_in(const tt_host_stamp&) { return "a time"; }

/// A count of something; -1 until one is read.
template <std::signed_integral Int>
struct tt_count {
  Int value = -1;
};
template <std::signed_integral Int>
bool read_cell(std::string_view text, tt_count<Int>& out, text_pool& pool, no_unit unit) {
  Int value = -1;
  if (!read_cell(text, value, pool, unit)) return false;
  if (value < 0) return says_no_value(without_blanks(text));
  out.value = value;
  return true;
}
template <std::signed_integral Int>
constexpr std::string_view expected_in(const tt_count<Int>&) {
  return "a whole number that is not negative";
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_OPS_CSV_CELLS_HPP
