#ifndef RIDGELINE_TT_RECORD_OP_CALL_HPP
#define RIDGELINE_TT_RECORD_OP_CALL_HPP

#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/core/data_quality.hpp>

namespace ridgeline {

/// Text without surrounding blanks.
struct trimmed_text {
  std::string_view text{};
};

/// One call of an op, as logged by the host. Texts are views into the pool that it was read with.
struct tt_op_call {
  trimmed_text name{}, inputs{}, outputs{}, fidelity{}, strategy{}, preferred{}, attributes{}, type{};
  trimmed_text compute_paths{}, compute_hashes{}, data_paths{}, data_hashes{};
  trimmed_text pm_ideal{}, pm_compute{}, pm_bandwidth{}, pm_input{}, pm_output{};
  std::int64_t start = -1, stop = -1, time = -1;             ///< nanoseconds of the host's steady clock
  std::int64_t global_count = -1, count = -1, depth = -1;    ///< from 1
};

/// The rows of one op log.
struct tt_op_log {
  std::vector<tt_op_call> calls;
  bool has_models = false;  ///< has the columns of early 2024: kernels and the performance model
  data_quality quality{};
};

/// A library function called by an op: how often, and the total time.
struct tt_api_use {
  std::string_view function{};
  std::int64_t count = 0, time = 0;
};

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_OP_CALL_HPP
