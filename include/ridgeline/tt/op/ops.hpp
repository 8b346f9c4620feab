#ifndef RIDGELINE_TT_OP_OPS_HPP
#define RIDGELINE_TT_OP_OPS_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include <ridgeline/hw/device.hpp>
#include <ridgeline/tt/op/attributes.hpp>
#include <ridgeline/op/conv.hpp>
#include <ridgeline/op/matmul.hpp>
#include <ridgeline/op/set.hpp>
#include <ridgeline/tt/record/faults.hpp>
#include <ridgeline/tt/record/op.hpp>

/// The op models of Tenstorrent reports: how ops that tt-metal records cost work and memory traffic.
///
/// Any type with `matches(record)`, `from(record)`, `flops()` and `bytes()` is such a model. Beyond that it may say
/// `used_cores()` (the cores that its peak is taken for; default: the record's), `append_label(std::string&)` (what
/// the report shows behind the op code) and take a `tt_context` as second argument of `from`.
namespace ridgeline {

/// What a model may need beside the record: the chip, and which faults of the original are wanted.
struct tt_context {
  const hw::device* on = nullptr;  ///< null: the chip is not known
  tt_faults faults{};

  double worker_cores() const { return on == nullptr ? missing<double> : on->cores; }
  /// Cores that a DRAM-sharded matmul runs on: one a bank.
  double dram_cores() const {
    if (faults.wormhole_core_counts) return 12;
    return on == nullptr || on->dram_banks == 0 ? missing<double> : on->dram_banks;
  }
};

/// Bytes of one element of `type`, exponents of block formats included unless the fault is on. Unknown for names that
/// are not known; the original takes the first digits in a name, and 4 bytes where there are none.
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

/// Bytes of a tensor that lies in DRAM; what lies in L1 costs no DRAM traffic.
constexpr byte_count tt_dram_bytes(const tt_tensor& t, const tt_faults& faults = {}) {
  return t.in_dram() ? t.elements() * tt_element_size(t.type, faults) : byte_count{};
}
/// Those of the op's tensors together, as far as the record has them.
constexpr byte_count tt_dram_bytes(const tt_op& r, const tt_faults& faults = {}) {
  return tt_dram_bytes(r.in0, faults) + tt_dram_bytes(r.in1, faults) + tt_dram_bytes(r.out0, faults);
}

namespace tt_detail {
inline void append_extent(std::string& out, double value) {
  if (known(value) && std::fabs(value) < 1e18) {
    out += std::to_string(static_cast<std::int64_t>(value));
  } else {
    out += '?';
  }
}
inline void append_mkn(std::string& out, double m, double k, double n) {
  append_extent(out, m);
  out += " x ";
  append_extent(out, k);
  out += " x ";
  append_extent(out, n);
}
}  // namespace tt_detail

/// Any matmul: ops whose code contains `Matmul`.
struct tt_matmul {
  op::matmul shape{};
  byte_count dram{};
  double cores = missing<double>;
  bool dram_sharded = false;

  static constexpr bool matches(const tt_op& r) { return r.code.find("Matmul") != std::string_view::npos; }
  static tt_matmul from(const tt_op& r, const tt_context& context) {
    tt_matmul op;
    const double inputs = std::max(r.in0.w(), r.in1.w()) * std::max(r.in0.z(), r.in1.z());
    const double outputs = r.out0.w() * r.out0.z();
    op.shape.batch = context.faults.batch_from_inputs || !known(outputs) ? inputs : outputs;
    op.shape.m = r.in0.y();
    op.shape.k = r.in0.x();
    op.shape.n = r.in1.x();
    op.dram = tt_dram_bytes(r, context.faults);
    op.dram_sharded =
        r.attributes.find("MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig") != std::string_view::npos;
    op.cores = op.dram_sharded && known(context.dram_cores()) ? context.dram_cores()
               : r.cores >= 0                                ? r.cores
                                                             : missing<double>;
    return op;
  }
  constexpr flop_count flops() const { return shape.flops(); }
  constexpr byte_count bytes() const { return dram; }
  double used_cores() const { return cores; }
  void append_label(std::string& out) const {
    out += ' ';
    if (shape.batch > 1) {
      out += "b={";
      tt_detail::append_extent(out, shape.batch);
      out += "} x ";
    }
    tt_detail::append_mkn(out, shape.m, shape.k, shape.n);
  }
};

/// Convolutions, which tt-metal runs as one matmul: M output pixels, K filter elements, N output channels.
struct tt_conv {
  double m = missing<double>, k = missing<double>, n = missing<double>;
  byte_count dram{};
  double cores = missing<double>;  ///< all workers of the chip: convolutions are spread over the whole grid
  std::optional<int> rows_per_core{}, block_rows{};
  bool double_buffer = false, split_reader = false;

  static constexpr bool matches(const tt_op& r) {
    return r.code.find("OptimizedConvNew") != std::string_view::npos || r.code.find("Conv2d") != std::string_view::npos;
  }
  static tt_conv from(const tt_op& r, const tt_context& context) {
    namespace at = tt_attributes;
    tt_conv op;
    const auto window = at::pair_of(r.attributes, "window_hw");
    const int groups = std::max(1, at::integer(r.attributes, "'groups': '").value_or(1));
    op.m = r.out0.y();
    op.n = r.in1.x();
    if (window && window->first > 0 && window->second > 0)
      op.k = r.in0.x() * window->first * window->second / (context.faults.groups_ignored ? 1 : groups);
    op.dram = context.faults.conv_without_dram ? byte_count{} : tt_dram_bytes(r, context.faults);
    op.cores = context.worker_cores();
    op.rows_per_core = at::integer(r.attributes, "per_core_out_matrix_height_ntile=");
    op.block_rows = at::integer(r.attributes, "act_block_h_ntiles=");
    const bool missing = context.faults.missing_conv_keys_are_on;
    op.double_buffer = at::flag(r.attributes, "'enable_act_double_buffer': '").value_or(missing);
    op.split_reader = at::flag(r.attributes, "'enable_split_reader': '").value_or(missing);
    return op;
  }
  constexpr flop_count flops() const { return op::matmul{1, m, k, n}.flops(); }
  constexpr byte_count bytes() const { return dram; }
  double used_cores() const { return cores; }
  void append_label(std::string& out) const {
    out += ' ';
    tt_detail::append_mkn(out, m, k, n);
    out += " [ABH=";
    out += rows_per_core ? std::to_string(*rows_per_core) : "x";
    out += '|';
    out += block_rows ? std::to_string(*block_rows) : "x";
    if (double_buffer) out += " ADB";
    if (split_reader) out += " SR";
    out += ']';
  }
};

/// The models of a Tenstorrent report; a user's come first by `tt_models::with<...>`.
using tt_models = op_set<tt_matmul, tt_conv>;

/// What is shown behind a halo op's code: window, stride, padding, dilation, memory layout.
inline void append_halo_label(std::string& out, std::string_view attributes) {
  namespace at = tt_attributes;
  out += " w=";
  at::append_list(out, attributes, "window_hw=", 2);
  out += " s=";
  at::append_list(out, attributes, "stride_hw=", 2);
  out += " p=";
  at::append_list(out, attributes, "padding=", 4);
  out += " d=";
  at::append_list(out, attributes, "dilation_hw=", 2);
  out += " | ";
  const std::optional<std::string_view> layout = at::after(attributes, "memory_layout=");
  const std::string_view value = layout ? layout->substr(0, layout->find(';')) : std::string_view{};
  const std::size_t colons = value.find("::");
  out += colons == std::string_view::npos ? std::string_view("x") : value.substr(colons + 2);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_OPS_HPP
