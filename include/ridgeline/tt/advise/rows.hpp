#ifndef RIDGELINE_TT_ADVISE_ROWS_HPP
#define RIDGELINE_TT_ADVISE_ROWS_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include <ridgeline/hw/device.hpp>
#include <ridgeline/tt/op/roof.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/tree/window.hpp>

namespace ridgeline {

/// A row that advice considers: the op, its details, and derived values.
struct tt_judged_row {
  const tt_op* op = nullptr;
  const tt_op_detail* detail = nullptr;
  std::uint32_t kind = 0;     ///< equal for rows with the same op code, attributes and tensors
  std::uint32_t group = 0;    ///< as kind, without numbers among the attributes that take many values, as positions do
  bool after_stale_start = false;  ///< the previous op on its device has a stale start
  bool opens = false;         ///< the first of its device: the gap before it counts from an op that is left out
  bool apart = false;         ///< a signpost or an op of the host stands between it and the one before on its device
  bool behind_host = false;   ///< an op of the host does
  double host_before = 0;     ///< ns that ops of the host between them took
  bool cold = false;          ///< the gap before it contains the first compilation of its program; never of a replay
  bool recompiled = false;    ///< the gap before it contains another compilation of a program that ran before
  tt_roof own{};              ///< by our own models, on all cores that it could use
  double cores = missing<double>;  ///< cores that it could have used

  /// Whether it ran when a captured trace was replayed. The capture itself runs nothing, so a row of a trace with a
  /// time is a replay even if no session is given.
  bool replayed() const;
  /// Its recorded time, as reports show it: missing if it is impossible, or not that of one run of the op.
  time_quantity shown_time() const { return has_own_time() ? op->time : missing<time_quantity>; }
  /// Device kernel time in ns; NaN if it is missing or impossible.
  double time() const {
    return outlasts_firmware() ? missing<double> : shown_time().in(ns);
  }
  /// Whether its recorded time, if known, is that of one run of the op; the report leaves out any other.
  bool has_own_time() const { return ridgeline::has_own_time(*op); }
  /// Whether the kernel took longer than the firmware around it: then one of its ends is from another run, and its
  /// time is meaningless.
  bool outlasts_firmware() const;
  double gap() const {
    const bool possible = is_possible_gap(*op) && !opens && !after_stale_start && !has_stale_start(*op);
    return possible ? op->gap.in(ns) : missing<double>;
  }
  bool timed() const { return known(time()); }
  double pm_ideal() const;    ///< PM IDEAL in ns, if tt-metal has a model of the op
  /// The roof by tt-metal's model in ns; NaN if there is none or the op beat it.
  double pm_roof() const;
  /// That roof, else that of our own model under the same conditions.
  double roof() const;
  /// What sets the roof: compute, DRAM or Ethernet.
  tt_limit limit() const;
  double available() const { return cores; }
  bool collective() const;
};

/// The rows of a report's window, in the order of the report: by host time, or as in the file.
struct tt_judged_rows {
  std::vector<tt_judged_row> device;     ///< rows that ran on a device
  std::vector<tt_judged_row> host;       ///< rows that ran elsewhere
  const tt_ops* ops = nullptr;
  bool file_order = false;               ///< the report keeps the file's order
  bool says_cache_hits = false;
  bool guessed = false;                  ///< the chip was not named: our roofs and core counts rely on a guess
  std::size_t kinds = 0, groups = 0;
  std::int32_t devices = 0;              ///< the largest id plus one
  std::uint64_t starts_of_no_op = 0;     ///< of the logs that the rows were made from, as in `tt_log_doubts`

  /// The device rows of each device, by device id. Rows that name none ran on the only device; of several, they come
  /// last, as those of one more, or are left out.
  std::vector<std::vector<std::uint32_t>> by_device(bool with_nameless = true) const;
};

/// The chip by which rows are judged; null: unknown. `guessed`: named neither by the files nor by the user.
struct tt_judged_chip {
  const hw::device* on = nullptr;
  bool guessed = true;
};

/// The rows of a window, cut as in the report. `ops` must have been read with details and must outlive the rows.
tt_judged_rows advice_rows_of(const tt_ops& ops, const tt_window& window, bool file_order, const tt_faults& faults,
                              const tt_judged_chip& chip = {});

/// The rows that a report keeps of its window.
struct tt_kept_rows {
  std::uint32_t first_id = 0, last_id = 0xffffffffu;
  bool host_ops = true;
  const tt_selection* shown_as = nullptr;  ///< of a report that merged devices, its member of that name
};

/// Leaves out the rows that the report does not show. Of merged devices, a row is shown if the one that covers it is.
void keep_rows(tt_judged_rows& rows, const tt_kept_rows& kept);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_ROWS_HPP
