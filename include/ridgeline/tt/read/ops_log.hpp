#ifndef RIDGELINE_TT_READ_OPS_LOG_HPP
#define RIDGELINE_TT_READ_OPS_LOG_HPP

#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/text_pool.hpp>
#include <ridgeline/tt/record/op_call.hpp>

namespace ridgeline {

/// Reads an op log (`profile_log_host.csv` in an op's folder) of either version; `name` stands for the file in
/// messages. Fails if the columns that identify calls are missing.
expected<tt_op_log> read_tt_op_log_text(std::string_view text, const std::string& name, text_pool& pool);

/// Reads the library calls of one op call (`profile_log_host.csv` in a call's folder), by function in order of
/// appearance.
std::vector<tt_api_use> read_tt_api_log_text(std::string_view text, const std::string& name, text_pool& pool,
                                             data_quality& quality);

inline constexpr const char* tt_host_log = "profile_log_host.csv";
inline constexpr const char* tt_device_log_name = "profile_log_device.csv";

}  // namespace ridgeline

#endif  // RIDGELINE_TT_READ_OPS_LOG_HPP
