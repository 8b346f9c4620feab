#ifndef RIDGELINE_READ_CSV_TABLE_HPP
#define RIDGELINE_READ_CSV_TABLE_HPP

#include <string_view>

#include <ridgeline/core/utf8.hpp>
#include <ridgeline/read/csv.hpp>

namespace ridgeline {

/// A scanner whose first row is the header of the table in `text`, with the table's separator; lines above it count.
inline csv_scanner csv_table(std::string_view text) {
  const csv_front front = csv_front_of(text);
  csv_scanner rows(text, byte_order_mark_size(text), front.separator);
  while (rows.position() < front.from) rows.pass_row(text.find('\n', rows.position()) + 1);
  return rows;
}

}  // namespace ridgeline

#endif  // RIDGELINE_READ_CSV_TABLE_HPP
