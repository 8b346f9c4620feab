#ifndef RIDGELINE_TABLE_STORED_CELL_HPP
#define RIDGELINE_TABLE_STORED_CELL_HPP

#include <bit>
#include <cstdint>
#include <string_view>

#include <ridgeline/table/cell.hpp>

namespace ridgeline {

/// A cell as stored in tables: 16 bytes instead of 40, because a log of 100,000 ops has ten million of them. Text is a
/// view, as in `cell`.
class stored_cell {
 public:
  constexpr stored_cell() = default;
  stored_cell(const cell& c) : kind_(c.kind), length_(c.beyond ? 1 : c.text.size() & (~std::uint64_t{0} >> 8)) {
    switch (c.kind) {
      case cell_kind::none: break;
      case cell_kind::boolean:
      case cell_kind::integer: bits_ = static_cast<std::uint64_t>(c.integer); break;
      case cell_kind::real: bits_ = std::bit_cast<std::uint64_t>(c.real); break;
      case cell_kind::text: bits_ = reinterpret_cast<std::uintptr_t>(c.text.data()); break;
    }
  }

  operator cell() const {
    switch (kind_) {
      case cell_kind::none: break;
      case cell_kind::boolean: return cell::of(bits_ != 0);
      case cell_kind::integer:
        return length_ != 0 ? cell::of(std::uint64_t{bits_}) : cell::of(static_cast<std::int64_t>(bits_));
      case cell_kind::real: return cell::of(std::bit_cast<double>(bits_));
      case cell_kind::text:
        return cell::of(std::string_view(reinterpret_cast<const char*>(static_cast<std::uintptr_t>(bits_)), length_));
    }
    return {};
  }

 private:
  std::uint64_t bits_ = 0;  // the number, or the address of the text
  cell_kind kind_ : 8 = cell_kind::none;
  std::uint64_t length_ : 56 = 0;  // of the text; 1 for an integer from 2^63 on
};

}  // namespace ridgeline

#endif  // RIDGELINE_TABLE_STORED_CELL_HPP
