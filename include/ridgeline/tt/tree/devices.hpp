#ifndef RIDGELINE_TT_TREE_DEVICES_HPP
#define RIDGELINE_TT_TREE_DEVICES_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/query/lasting.hpp>
#include <ridgeline/query/step.hpp>
#include <ridgeline/tt/record/faults.hpp>
#include <ridgeline/tt/record/op.hpp>
#include <ridgeline/tt/tree/window.hpp>

namespace ridgeline {

/// An op that some devices did not run.
struct tt_lack {
  const tt_op* op = nullptr;      ///< the row that represents it
  std::size_t ran = 0;            ///< number of devices that ran it
  std::string lacking{};          ///< the devices that did not: `1, 3`; the first eight
};

/// How the devices differed in an op that several of them ran.
struct tt_spread {
  const tt_op* op = nullptr;      ///< the row that represents it
  std::size_t ran = 0;            ///< devices with a time
  time_quantity least{}, most{}, sum{};
  std::int32_t fastest = -1, slowest = -1;  ///< devices
};

/// The ops of several devices, merged into one row per op.
struct tt_merged {
  std::vector<tt_op_use> ops;
  std::vector<tt_lack> lacks;     ///< in row order
  std::vector<tt_spread> spreads;    ///< ops of more than one device
  tt_selection shown_as{};           ///< by position in the selection: the op whose row covers it
};

/// Merges the ops of several devices into one row per op, in the order of the selection (with the fault on, in file
/// order). Rows that ran on no device pass through. `devices_per_host` distinguishes the hosts' devices. Ops that
/// some device lacks are listed, and counted in `quality`.
tt_merged merged_devices(const tt_selection& ops, std::int32_t devices_per_host, const tt_faults& faults,
                         data_quality& quality);

/// The same as a step: `ops | merged_devices()`; the ops must outlive the result.
inline auto merged_devices() {
  return step{[](auto&& ops) {
    static_assert(lasting_elements<decltype(ops)>,
                  "merged_devices keeps pointers to the ops: give it a container by name, or a view over one");
    tt_selection selection;
    for (const tt_op& op : ops) selection.push_back(&op);
    data_quality quality;
    return merged_devices(selection, 0, {}, quality).ops;
  }};
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_TREE_DEVICES_HPP
