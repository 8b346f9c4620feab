#ifndef RIDGELINE_TT_RECORD_OP_HPP
#define RIDGELINE_TT_RECORD_OP_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/dtype.hpp>
#include <ridgeline/core/letters.hpp>
#include <ridgeline/core/units.hpp>
#include <ridgeline/hw/descriptor.hpp>

namespace ridgeline {

/// Whether the name of a tensor's memory has that of a kind of memory in it, by either spelling: the first logs wrote
/// `dev_0_dram`, later ones `DEV_0_DRAM_INTERLEAVED`.
constexpr bool tt_lies_in(std::string_view memory, std::string_view kind, std::string_view lower_case) {
  return memory.find(kind) != std::string_view::npos || memory.find(lower_case) != std::string_view::npos;
}

/// What a row of an ops report stands for.
enum class tt_op_type : std::uint8_t {
  device,    ///< ran on a Tenstorrent device
  signpost,  ///< a marker that the program set; its `code` is the marker's name
  other      ///< ran elsewhere, a fallback to the host for one
};

/// What a row is whose OP TYPE is `name`, in any letter case.
constexpr tt_op_type tt_op_type_named(std::string_view name) {
  if (core_detail::same_letters(name, "tt_dnn_device")) return tt_op_type::device;
  return core_detail::same_letters(name, "signpost") ? tt_op_type::signpost : tt_op_type::other;
}

inline constexpr std::uint32_t unknown_dim = 0xffffffffu;

/// A tensor of an op: its padded extents in the order W, Z, Y, X, its number format and where it lies.
struct tt_tensor {
  std::array<std::uint32_t, 4> dims{unknown_dim, unknown_dim, unknown_dim, unknown_dim};
  std::string_view type{};    ///< as the profiler spells it, `BFLOAT16`; empty: not given
  std::string_view memory{};  ///< `DEV_0_DRAM_INTERLEAVED`; empty: not given

  constexpr double w() const { return extent(0); }
  constexpr double z() const { return extent(1); }
  constexpr double y() const { return extent(2); }
  constexpr double x() const { return extent(3); }
  /// Number of elements with padding; unknown when an extent is.
  constexpr double elements() const { return w() * z() * y() * x(); }
  constexpr bool in_dram() const { return tt_lies_in(memory, "DRAM", "dram"); }
  constexpr bool in_l1() const { return tt_lies_in(memory, "L1", "l1"); }

 private:
  constexpr double extent(std::size_t i) const { return dims[i] == unknown_dim ? missing<double> : dims[i]; }
};

/// One row of a Tenstorrent ops report. Texts are views that live as long as what the record was read from, or, in a
/// running profiler, as long as the names that it registered. Unknown numbers are negative, unknown times unknown().
struct tt_op {
  std::string_view code{};        ///< name of the op or of the signpost
  std::string_view attributes{};  ///< `{'key': 'value'; ...}`
  std::string_view fidelity{};    ///< `HiFi4`, `HiFi3`, `HiFi2`, `LoFi`, or empty
  tt_tensor in0{};
  tt_tensor in1{};
  tt_tensor out0{};
  time_quantity time = missing<time_quantity>;        ///< device kernel time_quantity
  time_quantity gap = missing<time_quantity>;         ///< since the previous op on the device
  time_quantity host_start = missing<time_quantity>;  ///< host clock
  std::int64_t global_call_count = -1;
  std::uint32_t id = 0;                       ///< spreadsheet row: the header is row 1
  std::int32_t device = -1;
  std::int32_t cores = -1;
  std::int32_t replay_session = -1;           ///< of a captured trace; not negative: host times are the capture's
  std::int32_t available_cores = -1;          ///< workers of its device or sub-device
  std::int32_t host = 0;                      ///< which of several hosts recorded it; their clocks do not agree
  tt_op_type type = tt_op_type::device;

  /// Whether the op ran on the host in place of the device.
  constexpr bool on_host() const { return code.find("(torch)") != std::string_view::npos; }
  constexpr bool is_signpost() const { return type == tt_op_type::signpost; }
};

/// No kernel takes longer, and no gap is: what is beyond came from a counter that ran backwards, for one.
inline constexpr time_quantity tt_longest_kernel = 3'600'000 * ms, tt_longest_gap = 24 * tt_longest_kernel;
constexpr bool is_possible_time(const tt_op& op) { return !(op.time > tt_longest_kernel); }
constexpr bool is_possible_gap(const tt_op& op) { return !(op.gap > tt_longest_gap || op.gap < -tt_longest_gap); }

/// Whether the profiler's start of an op is of an earlier run, as at the begin of a replay: it seems to have run for
/// seconds while the op before it on its device still did. Neither time nor gap says anything then, nor does the gap of
/// the op behind it. On sub-devices ops may run beside each other, but not for seconds.
constexpr bool has_stale_start(const tt_op& op) {
  constexpr double second = 1e9;  // ns
  return op.time.base() > second && op.gap.base() < -0.5 * op.time.base();
}

/// One op as the report sees it: a record and the time that counts for it, which differs from the record's where
/// several devices were merged into one row.
struct tt_op_use {
  const tt_op* op = nullptr;
  time_quantity time = missing<time_quantity>;
  std::string_view region{};  ///< name of the signpost before it; empty: none
};

/// The number format that the profiler's name stands for, in any letter case; `any` when the name is not known.
constexpr dtype tt_dtype(std::string_view name) {
  struct entry {
    std::string_view name;
    dtype type;
  };
  constexpr std::array<entry, 11> names{{{"BFLOAT16", dtype::bf16},
                                         {"BFLOAT8_B", dtype::bfp8},
                                         {"BFLOAT4_B", dtype::bfp4},
                                         {"BFLOAT2_B", dtype::bfp2},
                                         {"FLOAT32", dtype::fp32},
                                         {"FLOAT16", dtype::fp16},
                                         {"UINT32", dtype::uint32},
                                         {"INT32", dtype::int32},
                                         {"UINT16", dtype::uint16},
                                         {"INT16", dtype::int16},
                                         {"UINT8", dtype::uint8}}};
  for (const entry& e : names)
    if (core_detail::same_letters(e.name, name)) return e.type;
  return dtype::any;
}

/// A fidelity as the reports write it, `HiFi4`, of other spellings: `hifi4`, or `HiFi4-HiFi4` of an op whose kernels
/// agree. Others stay as they are.
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
