#ifndef RIDGELINE_TABLE_FORMAT_HPP
#define RIDGELINE_TABLE_FORMAT_HPP

#include <cstdint>
#include <string>

#include <ridgeline/table/column.hpp>

/// Numbers and text as people and files read them; the same in every locale.
namespace ridgeline {

void append_integer(std::string& out, std::int64_t value, bool separators);

/// `value` with `digits` decimals, correctly rounded (ties of the binary value to even), with thousands separators if
/// wanted. Values of 1e15 and above are written with an exponent; what rounds to zero has no sign. `digits` is taken as
/// 0 where it is less, and as 100 where it is more.
void append_fixed(std::string& out, double value, int digits, bool separators);

/// The shortest text that reads back as exactly `value`; plain decimals from 1e-4 up to 1e16, else with an exponent.
void append_shortest(std::string& out, double value);

/// A cell as people read it: rounded, with separators and unit. Nothing for an empty cell.
void append_for_people(std::string& out, const cell& value, const column_facts& column);

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_FORMAT_HPP
