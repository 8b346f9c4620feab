#ifndef RIDGELINE_TT_DEVICE_DEVICE_OPS_HPP
#define RIDGELINE_TT_DEVICE_DEVICE_OPS_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <ridgeline/core/data_quality.hpp>
#include <ridgeline/tt/device/lines.hpp>

namespace ridgeline {

/// One run of an op on one device: its markers by time.
struct tt_device_op {
  std::int64_t id = 0;               ///< the host's id of the op, or the run's
  std::uint32_t run = 1;             ///< number of the run with that id, from 1: replays reuse ids
  std::uint16_t device = 0;          ///< position in the log's devices
  std::size_t first = 0, last = 0;   ///< range in `tt_device_ops::entries`
  std::int64_t trace = -1, session = -1;  ///< the trace it is a replay of, and which replay, if the log says so
  std::int64_t start = 0;            ///< when its firmware or kernel starts; of other work, its first marker
};

/// The ops of a zone log, by device and time.
struct tt_device_ops {
  std::vector<tt_device_op> ops;
  std::vector<tt_device_op> dispatch;    ///< work of dispatch cores for ops, see device/dispatch_ops.hpp
  std::vector<tt_entry> entries;
  data_quality quality{}, quality_of_dispatch{};

  std::span<const tt_entry> of(const tt_device_op& op) const { return {entries.data() + op.first, op.last - op.first}; }
};

/// Cuts a zone log into ops: device by device, by their `start`.
tt_device_ops device_ops_of(const tt_lines& lines, const tt_log_faults& faults = {});

namespace tt_detail {

/// The note at the marker of an entry; null if it has none.
const tt_marker_note* note_of(const tt_device_log& log, const tt_entry& entry);

/// The sub-device on which an op ran, by its entries; -1 if the log does not say so.
std::int64_t sub_device_of(const tt_device_log& log, std::span<const tt_entry> entries);

/// The number of cores with a zone of firmware in an op, be it that of the whole core; -1 if there is none.
std::int64_t cores_of(const tt_lines& lines, std::span<const tt_entry> entries);

}  // namespace tt_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TT_DEVICE_DEVICE_OPS_HPP
