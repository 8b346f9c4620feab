#ifndef RIDGELINE_TT_SHEET_DEVICE_TABLES_HPP
#define RIDGELINE_TT_SHEET_DEVICE_TABLES_HPP

#include <ridgeline/table/table.hpp>
#include <ridgeline/tt/device/result.hpp>

/// The device report as tables.
namespace ridgeline {

/// A row for each device and analysis; the rows point into `result`.
table tt_statistics_table(const tt_device_result& result);

/// A row for each core and each analysis across cores.
table tt_core_statistics_table(const tt_device_result& result);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_DEVICE_TABLES_HPP
