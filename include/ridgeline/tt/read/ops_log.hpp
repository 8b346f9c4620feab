#ifndef RIDGELINE_TT_READ_OPS_LOG_HPP
#define RIDGELINE_TT_READ_OPS_LOG_HPP

#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/tt/record/op_call.hpp>

namespace ridgeline {

/// Reads an op log (`profile_log_host.csv` of an op's folder) of either generation; `name` stands for the file in what
/// is said about it. A failure is text without the columns that tell calls apart.
expected<tt_op_log> read_tt_op_log_text(std::string_view text, const std::string& name, text_pool& pool);

/// Reads the library calls of one op call (`profile_log_host.csv` of a call's folder), by function in order of
/// appearance.
std::vector<tt_api_use> read_tt_api_log_text(std::string_view text, const std::string& name, text_pool& pool,
                                             data_quality& quality);

inline constexpr const char* tt_host_log = "profile_log_host.csv";
inline constexpr const char* tt_device_log_name = "profile_log_device.csv";

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_OPS_LOG_HPP
