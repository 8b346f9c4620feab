#ifndef RIDGELINE_EXAMPLES_SAMPLE_DEVICE_OP_HPP
#define RIDGELINE_EXAMPLES_SAMPLE_DEVICE_OP_HPP

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Ops on a Wormhole device, as described by the profiler of tt-metal, and the time that they would take.
namespace sample {

/// A tensor as the profiler records it: W, Z, Y, X, of which Y may be padded.
struct tensor {
  int w = 1, z = 1, y = 1, x = 1;
  int logical_y = 1;
  std::string_view type = "BFLOAT16";
  std::string_view memory = "DRAM_INTERLEAVED";
  std::string_view layout = "TILE";

  std::int64_t elements() const { return std::int64_t{w} * z * y * x; }
  /// Block floats carry an exponent byte for each 16 elements: 1088 and 576 bytes a tile of 1024.
  std::int64_t bytes() const {
    if (type == "BFLOAT8_B") return elements() * 1088 / 1024;
    if (type == "BFLOAT4_B") return elements() * 576 / 1024;
    return elements() * (type == "BFLOAT16" ? 2 : 4);
  }
  bool in_dram() const { return memory.substr(0, 4) == "DRAM"; }
};

/// A two-dimensional tensor of tiles.
inline tensor matrix(int y, int x, std::string_view type, std::string_view memory, int logical_y = 0) {
  return {1, 1, y, x, logical_y == 0 ? y : logical_y, type, memory, "TILE"};
}
inline tensor row_major(tensor t, std::string_view type) {
  t.type = type;
  t.layout = "ROW_MAJOR";
  return t;
}

/// An op on the device. `time` is the kernel duration in ns, before noise.
struct device_op {
  std::string_view code;
  std::string attributes;
  std::string_view fidelity;
  int cores = 64;
  std::int64_t time = 0;
  std::vector<tensor> inputs;
  std::vector<tensor> outputs;
  std::int64_t compute_bound = 1, memory_bound = 1;  ///< ns; the profiler's model, 1 if it has none
};
using op_list = std::vector<device_op>;

/// Wormhole: 288 GB/s are 288 bytes per ns; a core does 4096 FLOP per clock of 1 ns and pass.
inline std::int64_t memory_ns(std::int64_t bytes) { return bytes / 288; }
inline std::int64_t compute_ns(std::int64_t flop, std::string_view fidelity, int cores) {
  const int passes = fidelity == "HiFi4" ? 4 : fidelity == "HiFi2" ? 2 : 1;
  return flop * passes / (std::int64_t{4096} * cores);
}

inline std::string text(std::int64_t value) { return std::to_string(value); }
inline std::string joined(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (std::string_view part : parts) out += part;
  return out;
}

/// Cores 0 to `cores` - 1 of the grid that is eight wide, as the profiler writes a core range.
inline std::string core_range(int cores) {
  const int w = cores < 8 ? cores : 8;
  return joined({"{[(x=0;y=0) - (x=", text(w - 1), ";y=", text((cores + w - 1) / w - 1), ")]}"});
}

/// The memory config of `t`, on `cores` cores if it is sharded.
inline std::string memory_config(const tensor& t, int cores) {
  const std::size_t cut = t.memory.find('_');
  const std::string_view place = t.memory.substr(0, cut), how = t.memory.substr(cut + 1);
  std::string shard = "std::nullopt";
  if (how != "INTERLEAVED") {
    const std::int64_t y = how == "HEIGHT_SHARDED" ? t.y : std::int64_t{t.w} * t.z * t.y;
    const std::int64_t x = how == "HEIGHT_SHARDED" ? t.x : (t.x / 32 + cores - 1) / cores * 32;
    shard = joined({"ShardSpec(grid=", core_range(cores), ";shape={", text(y), "; ", text(x),
                    "};orientation=ShardOrientation::ROW_MAJOR)"});
  }
  return joined({"'MemoryConfig(memory_layout=TensorMemoryLayout::", how, ";buffer_type=BufferType::", place,
                 ";shard_spec=", shard, ";nd_shard_spec=std::nullopt;created_with_nd_shard_spec=0)'"});
}

inline std::string compute_config(std::string_view fidelity, bool approximate = false) {
  return joined({"'WormholeComputeKernelConfig(math_fidelity=", fidelity, ";math_approx_mode=", approximate ? "1" : "0",
                 ";fp32_dest_acc_en=0;packer_l1_acc=1;dst_full_sync_en=0;throttle_level=ThrottleLevel::NO_THROTTLE)'"});
}

/// `{'key': value; ...}`; values bring their own quotes.
struct attribute {
  std::string_view key;
  std::string value;
};
inline std::string attributes(std::initializer_list<attribute> list) {
  std::string out = "{";
  for (const attribute& a : list) {
    if (out.size() > 1) out += "; ";
    out += joined({"'", a.key, "': ", a.value});
  }
  return out + "}";
}
inline std::string in_quotes(std::string_view value) { return joined({"'", value, "'"}); }
inline std::string type_name(const tensor& t) { return joined({"'DataType::", t.type, "'"}); }

/// How a matmul runs: its program config, its cores, and its share of the roof, in thousandths.
struct matmul_plan {
  std::string program;
  std::string_view fidelity = "HiFi2";
  int cores = 64;
  int reached = 800;
};

/// Weights in DRAM, split along their width over the twelve banks.
inline matmul_plan dram_sharded(int k, int n, std::string_view fidelity, int reached) {
  return {joined({"MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig(in0_block_w=", text(k / 32 / 32),
                  ";per_core_M=1;per_core_N=", text(n / 32 / 32), ";fused_activation=std::nullopt)"}),
          fidelity, 12, reached};
}

inline device_op matmul(const tensor& in0, const tensor& weights, const tensor& out, const matmul_plan& plan) {
  device_op op;
  op.code = "Matmul";
  op.fidelity = plan.fidelity;
  op.cores = plan.cores;
  op.attributes = attributes({{"bcast_batch", "'1'"},
                              {"compute_kernel_config", compute_config(plan.fidelity)},
                              {"output_dtype", type_name(out)},
                              {"output_mem_config", memory_config(out, 32)},
                              {"program_config", in_quotes(plan.program)},
                              {"transpose_a", "'false'"},
                              {"transpose_b", "'false'"},
                              {"untilize_out", "'false'"}});
  std::int64_t bytes = 0;
  for (const tensor* t : {&in0, &weights, &out})
    if (t->in_dram()) bytes += t->bytes();
  const std::int64_t flop = 2 * std::int64_t{in0.y} * in0.x * weights.x;
  op.memory_bound = memory_ns(bytes);
  op.compute_bound = compute_ns(flop, plan.fidelity, plan.cores);
  op.time = (op.memory_bound > op.compute_bound ? op.memory_bound : op.compute_bound) * 1000 / plan.reached;
  op.inputs = {in0, weights};
  op.outputs = {out};
  return op;
}

/// An op without a model: `time` is the startup cost, and its tensors are moved at `rate` bytes per ns.
inline device_op other(std::string_view code, std::string attribute_text, std::string_view fidelity, int cores,
                       std::int64_t time, std::int64_t rate, std::vector<tensor> inputs, std::vector<tensor> outputs) {
  device_op op;
  op.code = code;
  op.attributes = std::move(attribute_text);
  op.fidelity = fidelity;
  op.cores = cores;
  op.time = time;
  for (const tensor& t : outputs) op.time += t.bytes() / rate;
  op.inputs = std::move(inputs);
  op.outputs = std::move(outputs);
  return op;
}

/// From one memory layout to another.
inline device_op relayout(std::string_view code, const tensor& from, const tensor& to, int cores) {
  return other(code, attributes({{"output_dtype", type_name(to)}, {"output_mem_config", memory_config(to, cores)}}), "",
               cores, 1700, 120, {from}, {to});
}

inline device_op binary(std::string_view type, std::string_view activations, const tensor& t, int cores) {
  return other("BinaryNgDeviceOperation",
               attributes({{"binary_op_type", joined({"'BinaryOpType::", type, "'"})},
                           {"dtype", type_name(t)},
                           {"is_sfpu", "'false'"},
                           {"lhs_activations", joined({"'SmallVector([", activations, "])'"})},
                           {"memory_config", memory_config(t, cores)},
                           {"scalar", "'std::nullopt'"},
                           {"subtile_broadcast_type", "'SubtileBroadcastType::NONE'"}}),
               "HiFi4", cores, activations.empty() ? 1500 : 2600, 120, {t, t}, {t});
}

}  // namespace sample

#endif  // RIDGELINE_EXAMPLES_SAMPLE_DEVICE_OP_HPP
