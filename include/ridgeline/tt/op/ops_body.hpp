#ifndef RIDGELINE_TT_OP_OPS_BODY_HPP
#define RIDGELINE_TT_OP_OPS_BODY_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <ridgeline/tt/op/attributes.hpp>
#include <ridgeline/tt/op/cost.hpp>
#include <ridgeline/tt/op/ops.hpp>

namespace ridgeline {

double tt_context::dram_cores() const {
  if (faults.wormhole_core_counts) return 12;
  return on == nullptr || on->dram_banks == 0 ? missing<double> : on->dram_banks;
}

namespace tt_detail {

void append_extent(std::string& out, double value) {
  if (known(value) && std::fabs(value) < 1e18) {
    out += std::to_string(static_cast<std::int64_t>(value));
  } else {
    out += '?';
  }
}

void append_mkn(std::string& out, double m, double k, double n) {
  append_extent(out, m);
  out += " x ";
  append_extent(out, k);
  out += " x ";
  append_extent(out, n);
}

/// Attention of one token over a cache, `users x kv heads x capacity x head size`. Scores read the tokens so far of a
/// cache of keys that is transposed; their products with a cache of values read as many rows as there are scores.
void take_cache(const tt_op& r, tt_matmul& op, bool transposed) {
  if (transposed) op.shape.n = r.out0.x();
  const double rows = transposed ? op.shape.n : op.shape.k;
  op.dram = tt_dram_bytes(r.in0) + tt_dram_bytes(r.in1) * std::fmin(1, rows / r.in1.y()) + tt_dram_bytes(r.out0);
}

/// A matmul's extents if its operands are not multiplied as recorded.
void take_operands(const tt_op& r, tt_matmul& op) {
  const auto flag = [&](std::string_view key) { return tt_attributes::flag(r.attributes, key).value_or(false); };
  if (r.code.find("AttnMatmul") != std::string_view::npos) return take_cache(r, op, flag("'transpose_hw': '"));
  if (r.code.find("Matmul_RS") != std::string_view::npos) {  // what it reduces and scatters is recorded first
    op.shape.batch = op.shape.m = op.shape.k = op.shape.n = missing<double>;
    op.dram = missing<byte_count>;
    return;
  }
  const bool a = flag("'transpose_a': '") || flag("'transpose_input': '");
  const bool b = flag("'transpose_b': '") || flag("'transpose_other': '");
  const double k_of_a = a ? r.in0.y() : r.in0.x(), k_of_b = b ? r.in1.x() : r.in1.y();
  // Until 2025 operands were transposed before the call although the flags stayed set: if extents match as recorded,
  // they were already transposed.
  if ((a || b) && r.in0.x() != r.in1.y() && k_of_a == k_of_b) {
    op.shape.m = a ? r.in0.x() : r.in0.y();
    op.shape.k = k_of_a;
    op.shape.n = b ? r.in1.y() : r.in1.x();
  }
  // Input 0 is this device's part; the weights have the full K.
  if (r.code.find("AllGather") != std::string_view::npos && r.in1.y() > op.shape.k) op.shape.k = r.in1.y();
  if (r.code.find("SparseMatmul") == std::string_view::npos) return;
  // Only the batches named by the sparsity tensor, `nnz` of them, are read, computed and written.
  const int some = tt_attributes::integer(r.attributes, "'nnz': '").value_or(-1);
  const double share = some < 0 ? missing<double> : some / op.shape.batch;
  op.shape.batch = some < 0 ? missing<double> : some;
  const byte_count batched = tt_dram_bytes(r.in1) + tt_dram_bytes(r.out0);
  op.dram = tt_dram_bytes(r.in0) + (batched.base() == 0 || share > 1 ? batched : batched * share);
}

}  // namespace tt_detail

tt_matmul tt_matmul::from(const tt_op& r, const tt_context& context) {
  tt_matmul op;
  const double inputs = std::max(r.in0.w(), r.in1.w()) * std::max(r.in0.z(), r.in1.z());
  const double outputs = r.out0.w() * r.out0.z();
  op.shape.batch = context.faults.batch_from_inputs || !known(outputs) ? inputs : outputs;
  op.shape.m = r.in0.y();
  op.shape.k = r.in0.x();
  op.shape.n = r.in1.x();
  op.dram = tt_dram_bytes(r, context.faults);
  if (!context.faults.operands_as_recorded) tt_detail::take_operands(r, op);
  const bool only_one_config = context.faults.wormhole_core_counts;
  const std::string_view config =
      only_one_config ? "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig" : "DRAMShardedProgramConfig";
  op.dram_sharded = r.attributes.find(config) != std::string_view::npos;
  const int per_bank = tt_attributes::integer(r.attributes, "num_workers_per_dram_bank=").value_or(1);
  op.cores = op.dram_sharded && known(context.dram_cores()) ? context.dram_cores() * (only_one_config ? 1 : per_bank)
             : r.cores >= 0                                ? r.cores
                                                           : missing<double>;
  return op;
}

void tt_matmul::append_label(std::string& out) const {
  out += ' ';
  if (shape.batch > 1) {
    out += "b={";
    tt_detail::append_extent(out, shape.batch);
    out += "} x ";
  }
  tt_detail::append_mkn(out, shape.m, shape.k, shape.n);
}

tt_conv tt_conv::from(const tt_op& r, const tt_context& context) {
  namespace at = tt_attributes;
  tt_conv op;
  const auto window = at::pair_of(r.attributes, "window_hw");
  const int groups = std::max(1, at::integer(r.attributes, "'groups': '").value_or(1));
  op.m = r.out0.y();
  op.n = r.in1.x();
  if (window && window->first > 0 && window->second > 0)
    op.k = r.in0.x() * window->first * window->second / (context.faults.groups_ignored ? 1 : groups);
  op.dram = context.faults.conv_without_dram ? byte_count{} : tt_dram_bytes(r, context.faults);
  op.cores = context.worker_cores(r);
  op.rows_per_core = at::integer(r.attributes, "per_core_out_matrix_height_ntile=");
  op.block_rows = at::integer(r.attributes, "act_block_h_ntiles=");
  const bool missing = context.faults.missing_conv_keys_are_on;
  op.double_buffer = at::flag(r.attributes, "'enable_act_double_buffer': '").value_or(missing);
  op.split_reader = at::flag(r.attributes, "'enable_split_reader': '").value_or(missing);
  return op;
}

void tt_conv::append_label(std::string& out) const {
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

void append_halo_label(std::string& out, std::string_view attributes) {
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

bool tt_cost_of(const tt_op& op, const tt_context& context, std::string& label, tt_op_cost& cost) {
  return tt_cost_by<tt_models>(op, context, label, cost);
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_OPS_BODY_HPP
