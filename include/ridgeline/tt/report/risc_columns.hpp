#ifndef RIDGELINE_TT_REPORT_RISC_COLUMNS_HPP
#define RIDGELINE_TT_REPORT_RISC_COLUMNS_HPP

#include <array>
#include <string_view>

#include <ridgeline/tt/record/marker.hpp>

namespace ridgeline::tt_detail {

/// A RISC's column, and the RISC.
struct tt_risc_column {
  std::string_view name;
  tt_risc risc;
};

inline constexpr std::array tt_risc_columns{
    tt_risc_column{"DEVICE BRISC KERNEL DURATION [ns]", tt_risc::brisc},
    tt_risc_column{"DEVICE NCRISC KERNEL DURATION [ns]", tt_risc::ncrisc},
    tt_risc_column{"DEVICE TRISC0 KERNEL DURATION [ns]", tt_risc::trisc_0},
    tt_risc_column{"DEVICE TRISC1 KERNEL DURATION [ns]", tt_risc::trisc_1},
    tt_risc_column{"DEVICE TRISC2 KERNEL DURATION [ns]", tt_risc::trisc_2},
    tt_risc_column{"DEVICE ERISC KERNEL DURATION [ns]", tt_risc::erisc}};

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_REPORT_RISC_COLUMNS_HPP
