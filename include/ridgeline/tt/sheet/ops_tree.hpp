#ifndef RIDGELINE_TT_SHEET_OPS_TREE_HPP
#define RIDGELINE_TT_SHEET_OPS_TREE_HPP

#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/core/expected.hpp>
#include <ridgeline/core/parallel.hpp>
#include <ridgeline/tt/device/op_device.hpp>
#include <ridgeline/tt/record/log_doubts.hpp>
#include <ridgeline/tt/record/log_faults.hpp>
#include <ridgeline/tt/record/op_call.hpp>

namespace ridgeline {

/// One call of an op: the logs of the host run and of the device run for the same call.
struct tt_stitched_call {
  tt_op_call call{};
  std::vector<tt_api_use> api;
  std::vector<tt_op_device> devices;       ///< empty: there is no device log
  frequency clock = missing<frequency>;
  std::string arch{};
  std::int64_t worker_cores = 0;
};

/// A tree of op logs, with host and device runs joined by op and call.
struct tt_ops_tree {
  std::vector<text_pool> pools;            ///< storage of the texts
  std::vector<tt_stitched_call> calls;     ///< by global call count
  bool has_models = false;                 ///< in the format of early 2024
  std::string host{}, device{};            ///< the folders of both runs; equal if one folder is both
  tt_log_doubts doubts{};                  ///< doubts about all device logs
  data_quality quality{};
};

/// Reads a tree of op logs of either generation: `<op>/profile_log_host.csv`, `<op>/<call>/profile_log_host.csv`,
/// and the device logs in the sibling folder whose name ends in `_device`. Missing or broken data are counted and
/// cost only their cells or rows; fails if a folder cannot be read or contains no folders. Nothing is changed on
/// disk.
expected<tt_ops_tree> read_tt_ops_tree(const std::string& path, const tt_log_faults& faults = {},
                                       unsigned threads = default_threads());

}  // namespace ridgeline

#endif  // RIDGELINE_TT_SHEET_OPS_TREE_HPP
