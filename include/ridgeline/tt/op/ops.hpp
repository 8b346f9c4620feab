#ifndef RIDGELINE_TT_OP_OPS_HPP
#define RIDGELINE_TT_OP_OPS_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <ridgeline/hw/device.hpp>
#include <ridgeline/op/matmul.hpp>
#include <ridgeline/op/set.hpp>
#include <ridgeline/tt/record/faults.hpp>
#include <ridgeline/tt/record/op.hpp>

/// The op models of Tenstorrent reports: the work and memory traffic of ops recorded by tt-metal.
///
/// Any type with `matches(record)`, `from(record)`, `flops()` and `bytes()` is such a model. Optionally it may have
/// `used_cores()` (the number of cores that its peak refers to; default: the record's) and
/// `append_label(std::string&)` (the text after the op code in the report), and `from` may take a `tt_context` as
/// second argument.
namespace ridgeline {

/// What a model may need in addition to the record: the chip, and which of the original's faults are enabled.
struct tt_context {
  const hw::device* on = nullptr;  ///< null: the chip is unknown
  tt_faults faults{};

  double worker_cores() const { return on == nullptr ? missing<double> : on->cores; }
  /// The cores that `op` could use: those of its sub-device, if the record states it.
  double worker_cores(const tt_op& op) const {
    return op.available_cores > 0 && on != nullptr && !faults.one_core_count ? op.available_cores : worker_cores();
  }
  bool ran_on_host(const tt_op& op) const {
    return op.on_host() || (op.type == tt_op_type::other && !faults.host_ops_by_name);
  }
  /// The number of cores of a DRAM-sharded matmul: one per bank.
  double dram_cores() const;
};

/// Bytes per element of `type`, including exponents of block formats unless the fault is on. Missing for unknown
/// names; the original takes the first digits in a name, and 4 bytes if there are none.
constexpr byte_count tt_element_size(std::string_view type, const tt_faults& faults) {
  if (!faults.block_floats_by_digits) {
    const dtype t = tt_dtype(type);
    return t == dtype::any ? missing<byte_count> : size_of(t);
  }
  const std::size_t digit = type.find_first_of("0123456789");
  if (digit == std::string_view::npos) return 4 * B;
  double bits = 0;
  for (std::size_t i = digit; i < type.size() && type[i] >= '0' && type[i] <= '9' && bits < 1e6; ++i)
    bits = bits * 10 + (type[i] - '0');
  return bits / 8 * B;
}

/// The bytes of a tensor in DRAM; a tensor in L1 causes no DRAM traffic. Missing if its memory is not recorded.
constexpr byte_count tt_dram_bytes(const tt_tensor& t, const tt_faults& faults = {}) {
  if (t.memory.empty() && !t.type.empty() && !faults.unnamed_memory_is_no_dram) return missing<byte_count>;
  return t.in_dram() ? t.elements() * tt_element_size(t.type, faults) : byte_count{};
}
/// The DRAM bytes of all tensors of an op, as far as the record has them.
constexpr byte_count tt_dram_bytes(const tt_op& r, const tt_faults& faults = {}) {
  return tt_dram_bytes(r.in0, faults) + tt_dram_bytes(r.in1, faults) + tt_dram_bytes(r.out0, faults);
}

namespace tt_detail {
void append_extent(std::string& out, double value);
void append_mkn(std::string& out, double m, double k, double n);
}  // namespace tt_detail

/// Any matmul: ops whose code contains `Matmul`.
struct tt_matmul {
  op::matmul shape{};
  byte_count dram{};
  double cores = missing<double>;
  bool dram_sharded = false;

  static constexpr bool matches(const tt_op& r) { return r.code.find("Matmul") != std::string_view::npos; }
  /// The product that it computes, which the columns alone do not show if an operand is transposed, gathered from
  /// other devices, or sparse.
  static tt_matmul from(const tt_op& r, const tt_context& context);
  constexpr flop_count flops() const { return shape.flops(); }
  constexpr byte_count bytes() const { return dram; }
  double used_cores() const { return cores; }
  void append_label(std::string& out) const;
};

/// Convolutions, which tt-metal runs as one matmul: M output pixels, K filter elements, N output channels.
struct tt_conv {
  double m = missing<double>, k = missing<double>, n = missing<double>;
  byte_count dram{};
  double cores = missing<double>;  ///< all workers of the chip, as convolutions use the whole grid
  std::optional<int> rows_per_core{}, block_rows{};
  bool double_buffer = false, split_reader = false;

  static constexpr bool matches(const tt_op& r) {
    return r.code.find("OptimizedConvNew") != std::string_view::npos || r.code.find("Conv2d") != std::string_view::npos;
  }
  static tt_conv from(const tt_op& r, const tt_context& context);
  constexpr flop_count flops() const { return op::matmul{1, m, k, n}.flops(); }
  constexpr byte_count bytes() const { return dram; }
  double used_cores() const { return cores; }
  void append_label(std::string& out) const;
};

/// The built-in models of a Tenstorrent report; `tt_models::with<...>` puts user-defined ones first.
using tt_models = op_set<tt_matmul, tt_conv>;

/// Appends the text after a halo op's code: window, stride, padding, dilation, memory layout.
void append_halo_label(std::string& out, std::string_view attributes);

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_OPS_HPP
