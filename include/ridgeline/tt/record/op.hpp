#ifndef RIDGELINE_TT_RECORD_OP_HPP
#define RIDGELINE_TT_RECORD_OP_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/dtype.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/hw/descriptor.hpp>

namespace ridgeline {

/// Whether a tensor's memory name contains a kind of memory, in either spelling: early logs have `dev_0_dram`, later
/// ones `DEV_0_DRAM_INTERLEAVED`.
constexpr bool tt_lies_in(std::string_view memory, std::string_view kind, std::string_view lower_case) {
  return memory.find(kind) != std::string_view::npos || memory.find(lower_case) != std::string_view::npos;
}

/// The name of a memory without its device, which is no part of what an op is: `DRAM_INTERLEAVED` for
/// `DEV_3_DRAM_INTERLEAVED`. Other names are unchanged.
constexpr std::string_view tt_memory_without_device(std::string_view memory) {
  if (!core_detail::same_letters(memory.substr(0, 4), "dev_")) return memory;
  const std::size_t number_end = memory.find('_', 4);
  return number_end == std::string_view::npos ? memory : memory.substr(number_end + 1);
}

/// Whether an op has no name but its own id, as in a report made from a device log alone: `op 5`.
constexpr bool is_named_by_id(std::string_view code, std::int64_t id) {
  constexpr std::string_view front = "op ";
  if (id < 0 || !code.starts_with(front) || code.size() == front.size()) return false;
  for (std::size_t i = code.size(); i-- > front.size(); id /= 10)
    if (code[i] != '0' + static_cast<char>(id % 10) || (id == 0 && code.size() > front.size() + 1)) return false;
  return id == 0;
}

/// The runtime of meshes numbers an op on each device: this many times the op's number plus the device.
inline constexpr std::int64_t tt_ids_per_op = 1024;
/// The op's own number, equal on all devices; -1 for an id of another form.
constexpr std::int64_t tt_number_of_op(std::int64_t id, std::int64_t device) {
  return id >= tt_ids_per_op && id % tt_ids_per_op == device ? id / tt_ids_per_op : -1;
}

/// What a row of an ops report represents.
enum class tt_op_type : std::uint8_t {
  device,    ///< ran on a Tenstorrent device
  signpost,  ///< a marker set by the program; its `code` is the marker's name
  other      ///< ran elsewhere, such as a fallback to the host
};

/// The type of a row by its OP TYPE, ignoring case.
constexpr tt_op_type tt_op_type_named(std::string_view name) {
  if (core_detail::same_letters(name, "tt_dnn_device")) return tt_op_type::device;
  return core_detail::same_letters(name, "signpost") ? tt_op_type::signpost : tt_op_type::other;
}

inline constexpr std::uint32_t unknown_dim = 0xffffffffu;

/// A tensor of an op: its padded extents in the order W, Z, Y, X, its number format and its memory.
struct tt_tensor {
  std::array<std::uint32_t, 4> dims{unknown_dim, unknown_dim, unknown_dim, unknown_dim};
  std::string_view type{};    ///< in the profiler's spelling, `BFLOAT16`; empty: not given
  std::string_view memory{};  ///< `DEV_0_DRAM_INTERLEAVED`; empty: not given

  constexpr double w() const { return extent(0); }
  constexpr double z() const { return extent(1); }
  constexpr double y() const { return extent(2); }
  constexpr double x() const { return extent(3); }
  /// Number of elements including padding; NaN if an extent is unknown.
  constexpr double elements() const { return w() * z() * y() * x(); }
  constexpr bool in_dram() const { return tt_lies_in(memory, "DRAM", "dram"); }
  constexpr bool in_l1() const { return tt_lies_in(memory, "L1", "l1"); }

 private:
  constexpr double extent(std::size_t i) const { return dims[i] == unknown_dim ? missing<double> : dims[i]; }
};

/// One row of a Tenstorrent ops report. Texts are views that are valid as long as the data the record was read from
/// or, in a running profiler, as the names that it registered. Unknown numbers are negative, unknown times are
/// missing.
struct tt_op {
  std::string_view code{};        ///< name of the op or of the signpost
  std::string_view attributes{};  ///< `{'key': 'value'; ...}`
  std::string_view fidelity{};    ///< `HiFi4`, `HiFi3`, `HiFi2`, `LoFi`, or empty
  tt_tensor in0{};
  tt_tensor in1{};
  tt_tensor out0{};
  time_quantity time = missing<time_quantity>;        ///< device kernel duration
  time_quantity gap = missing<time_quantity>;         ///< since the previous op on the device
  time_quantity host_start = missing<time_quantity>;  ///< host clock
  std::int64_t global_call_count = -1;
  std::uint32_t id = 0;                       ///< spreadsheet row: the header is row 1
  std::int32_t device = -1;
  std::int32_t cores = -1;
  std::int32_t replay_session = -1;           ///< of a captured trace; if >= 0, host times are the capture's
  std::int32_t available_cores = -1;          ///< number of workers of its device or sub-device
  std::int32_t sub_device = -1;               ///< part of the chip that it ran on, if a column says so
  std::int32_t host = 0;                      ///< which of several hosts recorded it; their clocks disagree
  tt_op_type type = tt_op_type::device;
  bool stale_start = false;                   ///< as other rows show, its start is from an earlier run
  bool captured = false;                      ///< into a trace: it did not run then; its replays have their own rows

  /// Whether the word is in its name, although it may be an op.
  constexpr bool says_signpost() const { return code.find("signpost") != std::string_view::npos; }
  /// Whether the op ran on the host instead of the device.
  constexpr bool on_host() const { return code.find("(torch)") != std::string_view::npos; }
  constexpr bool is_signpost() const { return type == tt_op_type::signpost; }
};

/// No kernel or gap is longer than this; larger values come from errors such as a counter that ran backwards.
inline constexpr time_quantity tt_longest_kernel = 3'600'000 * ms, tt_longest_gap = 24 * tt_longest_kernel;
constexpr bool is_possible_time(const tt_op& op) { return !(op.time > tt_longest_kernel); }
constexpr bool is_possible_gap(const tt_op& op) { return !(op.gap > tt_longest_gap || op.gap < -tt_longest_gap); }

/// Runs overlap for less than this; what seems to overlap for longer has a start that an earlier run recorded.
inline constexpr time_quantity tt_stale_after = 1000 * ms;

/// Whether the recorded start of an op is from an earlier run, as at the beginning of a replay: it appears to have
/// run for seconds while the previous op on its device was still running, by the cycles of the device or, without them,
/// by its gap, or other rows show it. Then neither time nor gap is meaningful, nor is the gap of the next op. Ops on
/// sub-devices may run concurrently, but not for seconds.
constexpr bool has_stale_start(const tt_op& op) {
  return op.stale_start || (op.time > tt_stale_after && op.gap.base() < -0.5 * op.time.base());
}

/// Whether the recorded time of an op, if known, is that of one run; reports leave out any other.
constexpr bool has_own_time(const tt_op& op) { return is_possible_time(op) && !has_stale_start(op); }

/// Whether an op is a collective, in which devices wait for each other.
constexpr bool is_tt_collective(std::string_view code) {
  return core_detail::has_any(code, {"AllGather", "ReduceScatter", "AllReduce"});
}

/// Whether an op is none of these collectives, but also only sends or receives over the links between devices. Names
/// that occur in those of local ops too, as in `PostCombineReduce`, must be at the beginning.
constexpr bool tt_only_sends(std::string_view code) {
  if (core_detail::has_any(
          code, {"AllToAll", "Broadcast", "SendAsync", "RecvAsync", "SendDirect", "RecvDirect", "PointToPoint",
                 "NeighborPad", "SliceReshard", "SelectiveReduceCombine", "ReduceToRoot", "ReduceToOne",
                 "PrefillDispatch", "PrefillCombine"}))
    return true;
  const std::size_t qualified = code.rfind("::");
  const std::string_view name = qualified == std::string_view::npos ? code : code.substr(qualified + 2);
  return core_detail::starts_with_any(name, {"Dispatch", "Combine", "MoeDispatch", "MoeCombine"});
}

/// What `data_quality` says of these.
inline constexpr std::string_view
    tt_impossible_time = "device time of more than an hour is implausible; it is left out",
    tt_impossible_gap = "gap of more than a day is implausible; it is left out",
    tt_stale_start =
        "op overlaps the op before it as it cannot: its start is from an earlier run; its times are left out";

/// One op as the report sees it: a record and the time that counts for it, which differs from the record's if
/// several devices were merged into one row.
struct tt_op_use {
  const tt_op* op = nullptr;
  time_quantity time = missing<time_quantity>;
  std::string_view region{};  ///< name of the signpost before it; empty: none
  bool after_stale_start = false;  ///< the op before it on its device has a stale start: its gap means nothing
  bool opens = false;               ///< the first of its device in the window: its gap counts from an op outside of it
};

/// The number format for the profiler's name, ignoring case; `any` if the name is unknown.
constexpr dtype tt_dtype(std::string_view name) {
  struct entry {
    std::string_view name;
    dtype type;
  };
  constexpr std::array<entry, 12> names{{{"BFLOAT16", dtype::bf16},
                                         {"BFLOAT8_B", dtype::bfp8},
                                         {"BFLOAT4_B", dtype::bfp4},
                                         {"BFLOAT2_B", dtype::bfp2},
                                         {"FLOAT32", dtype::fp32},
                                         {"FLOAT16", dtype::fp16},
                                         {"FP8_E4M3", dtype::fp8},
                                         {"UINT32", dtype::uint32},
                                         {"INT32", dtype::int32},
                                         {"UINT16", dtype::uint16},
                                         {"INT16", dtype::int16},
                                         {"UINT8", dtype::uint8}}};
  for (const entry& e : names)
    if (core_detail::same_letters(e.name, name)) return e.type;
  return dtype::any;
}

/// Normalises a fidelity to the spelling in reports, `HiFi4`: from `hifi4`, or from `HiFi4-HiFi4` for an op whose
/// kernels agree. Other texts are unchanged.
constexpr std::string_view tt_fidelity_name(std::string_view text) {
  const std::string_view first = text.substr(0, text.find('-'));
  std::string_view rest = text;
  while (rest.size() > first.size() && rest.starts_with(first) && rest[first.size()] == '-')
    rest.remove_prefix(first.size() + 1);
  if (rest != first) return text;
  for (std::string_view name : {"HiFi4", "HiFi3", "HiFi2", "LoFi"})
    if (core_detail::same_letters(first, name)) return name;
  return text;
}

constexpr fidelity tt_fidelity(std::string_view name) {
  return name == "HiFi4"   ? fidelity::hifi4
         : name == "HiFi3" ? fidelity::hifi3
         : name == "HiFi2" ? fidelity::hifi2
         : name == "LoFi"  ? fidelity::lofi
                           : fidelity::any;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_RECORD_OP_HPP
