#ifndef RIDGELINE_TT_SHEET_DEVICE_JSON_HPP
#define RIDGELINE_TT_SHEET_DEVICE_JSON_HPP

#include <ridgeline/sink/output.hpp>
#include <ridgeline/tt/device/result.hpp>

namespace ridgeline {

/// Writes the input and results of all analyses as one JSON document; devices, cores and markers in the report's
/// order.
void write_tt_analysis_data(output& to, const tt_device_result& result);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_DEVICE_JSON_HPP
