#ifndef RIDGELINE_TT_READ_OPS_CSV_INPUTS_HPP
#define RIDGELINE_TT_READ_OPS_CSV_INPUTS_HPP

#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/table/stored_cell.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>

namespace ridgeline::tt_detail {

/// The padded extents and the number formats of all inputs of an op, `((1, 1, 32, 64),)` and `('BFLOAT16',)`; empty if
/// it has none.
struct tt_input_texts {
  std::string_view dims{}, types{};
};

/// Reads an ops CSV with the details of its ops, and with their inputs. The column DEVICE ID may be absent.
expected<tt_ops> read_tt_ops_with_inputs(std::string_view text, const std::string& name,
                                         std::vector<tt_input_texts>& inputs);
/// The same for rows in memory.
expected<tt_ops> read_tt_ops_with_inputs(const std::vector<std::string>& titles,
                                         const std::vector<std::vector<stored_cell>>& rows, const std::string& name,
                                         std::vector<tt_input_texts>& inputs);

}  // namespace ridgeline::tt_detail

#endif  // RIDGELINE_TT_READ_OPS_CSV_INPUTS_HPP
