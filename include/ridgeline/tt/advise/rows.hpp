#ifndef RIDGELINE_TT_ADVISE_ROWS_HPP
#define RIDGELINE_TT_ADVISE_ROWS_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/hw/device.hpp>
#include <ridgeline/tt/op/roof.hpp>
#include <ridgeline/tt/read/ops_csv.hpp>
#include <ridgeline/tt/tree/window.hpp>

namespace ridgeline {

/// A row that advice looks at: the op and its details, and what follows from them.
struct tt_judged_row {
  const tt_op* op = nullptr;
  const tt_op_detail* detail = nullptr;
  std::uint32_t kind = 0;     ///< equal for rows of one op code, attributes and tensors
  bool behind_stale_start = false;  ///< the op before it on its device has one
  bool cold = false;          ///< the gap before it holds the compilation of its program
  tt_roof own{};              ///< by this library's models, on all cores that it could use
  double cores = missing<double>;  ///< that it could have used

  /// Of the device kernel, ns; not a number where it is missing or cannot be.
  double time() const {
    const bool possible = is_possible_time(*op) && !outlasts_firmware() && !has_stale_start(*op);
    return possible ? op->time.in(ns) : missing<double>;
  }
  /// The kernel took longer than the firmware around it: one of its ends is of another run, and its time says nothing.
  bool outlasts_firmware() const;
  double gap() const {
    const bool possible = is_possible_gap(*op) && !behind_stale_start && !has_stale_start(*op);
    return possible ? op->gap.in(ns) : missing<double>;
  }
  bool timed() const { return known(time()); }
  double pm_ideal() const;    ///< PM IDEAL, ns, where tt-metal has a model of the op
  /// The roof of tt-metal's model, ns: where there is one, and the op did not beat it.
  double pm_roof() const;
  /// That roof, else the own model's on the same terms.
  double roof() const;
  /// What the roof is by: compute, DRAM or Ethernet.
  tt_limit limit() const;
  double available() const { return cores; }
  bool collective() const;
};

/// The rows of a report's window, in file order.
struct tt_judged_rows {
  std::vector<tt_judged_row> device;     ///< ran on a device
  std::vector<tt_judged_row> host;       ///< ran elsewhere
  const tt_ops* ops = nullptr;
  bool file_order = false;               ///< the report keeps the file's order
  bool says_cache_hits = false;
  bool guessed = false;                  ///< nobody named the chip: own roofs and core counts rest on a guess
  std::size_t kinds = 0;
  std::int32_t devices = 0;              ///< one more than the largest id

  /// The device rows of each device, by id.
  std::vector<std::vector<std::uint32_t>> by_device() const;
};

/// The chip that rows are judged by; null: not known. `guessed`: neither the files nor the user named it.
struct tt_judged_chip {
  const hw::device* on = nullptr;
  bool guessed = true;
};

/// The window is cut as the report cuts it. `ops` must have been read with details, and outlive the rows.
tt_judged_rows advice_rows_of(const tt_ops& ops, const tt_window& window, bool file_order, const tt_faults& faults,
                              const tt_judged_chip& chip = {});

}  // namespace ridgeline

#endif  // RIDGELINE_TT_ADVISE_ROWS_HPP
