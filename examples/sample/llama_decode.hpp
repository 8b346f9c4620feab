#ifndef RIDGELINE_EXAMPLES_SAMPLE_LLAMA_DECODE_HPP
#define RIDGELINE_EXAMPLES_SAMPLE_LLAMA_DECODE_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "device_op.hpp"
#include "ops_csv_writer.hpp"

/// A synthetic ops CSV of a language model on Wormhole. No hardware was involved: every duration is the time that
/// the bytes or the FLOP take at the chip's peak, divided by an efficiency, with noise. All arithmetic is on integers
/// and the random numbers are our own, so that every compiler writes the same bytes.
///
/// The model has the sizes of Llama 3.2 1B, cut to four layers: width 2048, 32 query and 8 key/value heads of 64,
/// feed-forward width 8192, vocabulary 128256. Sixteen users, padded to a tile of 32 rows, are at position 1024.
namespace sample {

inline constexpr std::uint64_t seed = 20260117;

inline constexpr int layers = 4;
inline constexpr int decode_steps = 2;  ///< of the performance pass; the compilation pass has one
inline constexpr int users = 16;
inline constexpr int rows = 32;         ///< users, padded
inline constexpr int width = 2048;
inline constexpr int heads = 32;
inline constexpr int kv_heads = 8;
inline constexpr int head_size = 64;
inline constexpr int qkv_width = (heads + 2 * kv_heads) * head_size;
inline constexpr int hidden = 8192;
inline constexpr int vocabulary = 128256;
inline constexpr int lm_head_pieces = 4;
inline constexpr int context = 1024;
inline constexpr int prompt = 2048;

/// The residual stream of a decode step: one row per user.
inline tensor activation(int x, std::string_view memory, std::string_view type = "BFLOAT16") {
  return matrix(rows, x, type, memory, users);
}
/// `count` heads of every user, padded to a tile.
inline tensor head_rows(int count, std::string_view memory) {
  return {1, users, 32, head_size, count, "BFLOAT16", memory, "TILE"};
}
inline device_op rms_norm(const tensor& t, int cores) {
  const std::string program =
      cores == 64 ? "LayerNormDefaultProgramConfig(legacy_reduction=0;legacy_rsqrt=0;use_welford=0)"
                  : "LayerNormShardedMultiCoreProgramConfig(compute_with_storage_grid_size=(x=8;y=4);subblock_w=2;"
                    "block_h=1;block_w=2;inplace=0)";
  return other("LayerNorm",
               attributes({{"compute_kernel_config", compute_config("HiFi2")},
                           {"eps", "'1e-05'"},
                           {"norm_type", "'LayerNormType::RMSNORM'"},
                           {"output_mem_config", memory_config(t, cores)},
                           {"program_config", in_quotes(program)}}),
               "HiFi2", cores, 5800, 110,
               {t, row_major(matrix(width / 32, 32, "BFLOAT16", "DRAM_INTERLEAVED"), "BFLOAT16")}, {t});
}

inline device_op rotary(const tensor& t, bool decode) {
  const int cores = decode ? users : 64;
  const std::string_view memory = decode ? "L1_HEIGHT_SHARDED" : "DRAM_INTERLEAVED";
  const int y = decode ? 32 : t.y;
  const tensor angles{1, decode ? users : 1, y, head_size, decode ? 1 : y, "BFLOAT16", memory, "TILE"};
  return other("RotaryEmbeddingLlama",
               attributes({{"compute_kernel_config", compute_config("HiFi4", true)},
                           {"is_decode_mode", decode ? "'true'" : "'false'"},
                           {"output_mem_config", memory_config(t, cores)}}),
               "HiFi4", cores, 3600, 100, {t, angles, angles, matrix(32, 32, "BFLOAT16", memory)}, {t});
}

/// The paged cache of keys or values: blocks of 32 positions.
inline tensor cache() { return {1024, kv_heads, 32, head_size, 32, "BFLOAT8_B", "DRAM_INTERLEAVED", "TILE"}; }
inline tensor positions() { return row_major({1, 1, 1, users, 1, "INT32", "DRAM_INTERLEAVED", "TILE"}, "INT32"); }
inline tensor page_table() { return row_major({1, 1, users, 64, users, "INT32", "DRAM_INTERLEAVED", "TILE"}, "INT32"); }

inline device_op update_cache(const tensor& values, bool decode) {
  device_op op = other("PagedUpdateCacheDeviceOperation",
                       attributes({{"batch_idx_fallback", "'0'"},
                                   {"compute_kernel_config", compute_config("HiFi4")},
                                   {"op_type", decode ? "'PagedUpdateCacheOpType::UPDATE'"
                                                      : "'PagedUpdateCacheOpType::FILL'"},
                                   {"share_cache", "'false'"}}),
                       "", decode ? users : 64, 5200, 120, {cache(), values}, {});
  op.time += values.bytes() / 120;
  if (decode) op.inputs.push_back(positions());
  op.inputs.push_back(page_table());
  op.outputs = {cache()};
  return op;
}

inline device_op embeddings(const tensor& ids, int table_rows, int x, const tensor& out) {
  return other("Embeddings",
               attributes({{"embeddings_type", "'EmbeddingsType::GENERIC'"},
                           {"output_dtype", type_name(out)},
                           {"output_mem_config", memory_config(out, 16)},
                           {"pad_token", "'std::nullopt'"},
                           {"tilized", "'true'"}}),
               "", x == width ? 16 : 8, 4300, 60,
               {ids, row_major(matrix(table_rows, x, "BFLOAT16", "DRAM_INTERLEAVED"), "BFLOAT16")}, {out});
}

inline void add_decode_layer(op_list& ops) {
  const tensor stream = activation(width, "L1_WIDTH_SHARDED");
  const tensor qkv = activation(qkv_width, "L1_WIDTH_SHARDED");
  const tensor up = activation(hidden, "L1_WIDTH_SHARDED", "BFLOAT8_B");
  const tensor q = head_rows(heads, "L1_HEIGHT_SHARDED");
  const tensor kv = head_rows(kv_heads, "L1_HEIGHT_SHARDED");
  const auto weights = [](int k, int n, std::string_view type) { return matrix(k, n, type, "DRAM_WIDTH_SHARDED"); };

  ops.push_back(rms_norm(stream, 32));
  ops.push_back(
      matmul(stream, weights(width, qkv_width, "BFLOAT8_B"), qkv, dram_sharded(width, qkv_width, "HiFi2", 815)));
  ops.push_back(relayout("ShardedToInterleavedDeviceOperation", qkv, activation(qkv_width, "L1_INTERLEAVED"), 32));
  ops.push_back(other("NLPCreateHeadsDecodeDeviceOperation",
                      attributes({{"head_dim", in_quotes(text(head_size))},
                                  {"num_kv_heads", in_quotes(text(kv_heads))},
                                  {"num_q_heads", in_quotes(text(heads))},
                                  {"output_mem_config", memory_config(q, users)},
                                  {"overlap_qk_coregrid", "'true'"},
                                  {"slice_size", "'std::nullopt'"}}),
                      "", 32, 3900, 100, {activation(qkv_width, "L1_INTERLEAVED")}, {q, kv, kv}));
  ops.push_back(rotary(q, true));
  ops.push_back(rotary(kv, true));
  ops.push_back(update_cache(kv, true));
  ops.push_back(update_cache(kv, true));

  device_op attention = other("ScaledDotProductAttentionDecode",
                              attributes({{"compute_kernel_config", compute_config("HiFi2")},
                                          {"cur_pos", "'{}'"},
                                          {"is_causal", "'true'"},
                                          {"k_chunk_size", "'0'"},
                                          {"output_mem_config", memory_config(q, users)},
                                          {"paged_attention", "'true'"},
                                          {"program_config",
                                           "'SDPAProgramConfig(compute_with_storage_grid_size=(x=8;y=8);sub_core_grids="
                                           "std::nullopt;q_chunk_size=32;k_chunk_size=128;exp_approx_mode=0;"
                                           "max_cores_per_head_batch=16)'"},
                                          {"scale", "'0.125'"}}),
                              "HiFi2", 64, 0, 1, {q, cache(), cache(), positions()}, {});
  const tensor read{users, kv_heads, context, head_size, context, "BFLOAT8_B", "DRAM_INTERLEAVED", "TILE"};
  attention.time = memory_ns(2 * read.bytes()) * 1000 / 720;  // keys and values once
  attention.outputs = {q};
  ops.push_back(std::move(attention));

  ops.push_back(other("NLPConcatHeadsDecodeDeviceOperation",
                      attributes({{"num_heads", in_quotes(text(heads))},
                                  {"on_subcoregrids", "'false'"},
                                  {"sub_core_grids", "'std::nullopt'"}}),
                      "", 32, 3500, 100, {q}, {stream}));
  ops.push_back(matmul(stream, weights(width, width, "BFLOAT8_B"), stream, dram_sharded(width, width, "HiFi2", 780)));
  ops.push_back(binary("ADD", "", stream, 32));

  ops.push_back(rms_norm(stream, 32));
  for (int gate_and_up = 0; gate_and_up < 2; ++gate_and_up)
    ops.push_back(matmul(activation(width, "L1_WIDTH_SHARDED", "BFLOAT8_B"), weights(width, hidden, "BFLOAT4_B"), up,
                         dram_sharded(width, hidden, "LoFi", 810)));
  ops.push_back(binary("MUL", "UnaryWithParam(op_type=UnaryOpType::SILU;param={})", up, 32));
  ops.push_back(relayout("ReshardDeviceOperation", up, up, 64));
  ops.push_back(matmul(up, weights(hidden, width, "BFLOAT8_B"), stream, dram_sharded(hidden, width, "HiFi2", 835)));
  ops.push_back(binary("ADD", "", stream, 32));
}

/// One token for every user: embedding, angles of the rotary embedding, layers, norm, LM head.
inline op_list decode_step() {
  op_list ops;
  const tensor ids = row_major({1, 1, 1, rows, 1, "UINT32", "DRAM_INTERLEAVED", "TILE"}, "UINT32");
  const tensor angles = matrix(users, head_size, "BFLOAT16", "DRAM_INTERLEAVED");
  const tensor by_user{1, users, 32, head_size, 1, "BFLOAT16", "DRAM_INTERLEAVED", "TILE"};
  const tensor angles_sharded{1, users, 32, head_size, 1, "BFLOAT16", "L1_HEIGHT_SHARDED", "TILE"};
  const tensor stream = activation(width, "L1_WIDTH_SHARDED");

  ops.push_back(embeddings(ids, vocabulary, width, activation(width, "DRAM_INTERLEAVED")));
  ops.push_back(relayout("InterleavedToShardedDeviceOperation", activation(width, "DRAM_INTERLEAVED"), stream, 32));
  for (int cosine_and_sine = 0; cosine_and_sine < 2; ++cosine_and_sine) {
    ops.push_back(embeddings(ids, 2 * context, head_size, angles));
    ops.push_back(other("Transpose",
                        attributes({{"dim", "'TransposeOpDim::HC'"},
                                    {"output_mem_config", memory_config(by_user, 16)},
                                    {"pad_value", "'0'"}}),
                        "", 16, 2600, 60, {angles}, {by_user}));
    ops.push_back(relayout("InterleavedToShardedDeviceOperation", by_user, angles_sharded, users));
  }
  for (int layer = 0; layer < layers; ++layer) add_decode_layer(ops);

  // The LM head reads its input from DRAM, in blocks of one tile: half of the bandwidth stays unused. Its fidelity is
  // higher than four-bit weights need.
  const tensor normed = activation(width, "DRAM_INTERLEAVED");
  const int piece = vocabulary / lm_head_pieces;
  const matmul_plan slow{"MatmulMultiCoreReuseMultiCast1DProgramConfig(compute_with_storage_grid_size=(x=8;y=8);"
                         "in0_block_w=1;out_subblock_h=1;out_subblock_w=1;out_block_h=1;out_block_w=16;per_core_M=1;"
                         "per_core_N=16;fuse_batch=1;fused_activation=std::nullopt;mcast_in0=1)",
                         "HiFi2", 63, 520};
  const tensor logits = activation(piece, "DRAM_INTERLEAVED", "BFLOAT8_B");
  const tensor all_logits = activation(vocabulary, "DRAM_INTERLEAVED", "BFLOAT8_B");
  ops.push_back(rms_norm(stream, 32));
  ops.push_back(relayout("ShardedToInterleavedDeviceOperation", stream, normed, 32));
  for (int i = 0; i < lm_head_pieces; ++i)
    ops.push_back(matmul(normed, matrix(width, piece, "BFLOAT4_B", "DRAM_INTERLEAVED"), logits, slow));
  ops.push_back(other("ConcatDeviceOperation",
                      attributes({{"dim", "'3'"},
                                  {"groups", "'1'"},
                                  {"output_mem_config", memory_config(all_logits, 64)}}),
                      "", 64, 2400, 130, {logits, logits, logits, logits}, {all_logits}));
  ops.push_back(other("Untilize",
                      attributes({{"fp32_dest_acc_en", "'false'"},
                                  {"output_mem_config", memory_config(all_logits, 64)},
                                  {"use_multicore", "'true'"},
                                  {"use_pack_untilize", "'true'"}}),
                      "HiFi4", 64, 2900, 110, {all_logits}, {row_major(all_logits, "BFLOAT16")}));
  return ops;
}

/// The attention of the last layer over a prompt of 2048 tokens; the rest of that layer needs only the last row.
inline op_list prefill() {
  op_list ops;
  const std::string_view dram = "DRAM_INTERLEAVED";
  const tensor stream = matrix(prompt, width, "BFLOAT16", dram);
  const tensor qkv = matrix(prompt, qkv_width, "BFLOAT16", dram);
  const tensor q{1, heads, prompt, head_size, prompt, "BFLOAT16", dram, "TILE"};
  const tensor kv{1, kv_heads, prompt, head_size, prompt, "BFLOAT16", dram, "TILE"};
  tensor kv8 = kv;
  kv8.type = "BFLOAT8_B";

  ops.push_back(rms_norm(stream, 64));
  ops.push_back(matmul(stream, matrix(width, qkv_width, "BFLOAT8_B", dram), qkv, {"std::nullopt", "HiFi2", 64, 440}));
  ops.push_back(other("NlpCreateHeadsDeviceOperation",
                      attributes({{"head_dim", in_quotes(text(head_size))},
                                  {"num_kv_heads", in_quotes(text(kv_heads))},
                                  {"num_q_heads", in_quotes(text(heads))},
                                  {"output_mem_config", memory_config(q, 64)},
                                  {"transpose_k_heads", "'false'"}}),
                      "", 64, 4000, 130, {qkv}, {q, kv, kv}));
  ops.push_back(rotary(q, false));
  ops.push_back(rotary(kv, false));
  for (int keys_and_values = 0; keys_and_values < 2; ++keys_and_values) {
    ops.push_back(other("TypecastDeviceOperation",
                        attributes({{"input_dtype", type_name(kv)},
                                    {"output_dtype", type_name(kv8)},
                                    {"output_memory_config", memory_config(kv8, 64)}}),
                        "HiFi4", 64, 2500, 100, {kv}, {kv8}));
    ops.push_back(update_cache(kv8, false));
  }
  device_op attention = other("ScaledDotProductAttention",
                              attributes({{"compute_kernel_config", compute_config("HiFi2")},
                                          {"is_causal", "'true'"},
                                          {"output_mem_config", memory_config(q, 64)},
                                          {"program_config",
                                           "'SDPAProgramConfig(compute_with_storage_grid_size=(x=8;y=8);sub_core_grids="
                                           "std::nullopt;q_chunk_size=256;k_chunk_size=256;exp_approx_mode=0;"
                                           "max_cores_per_head_batch=16)'"},
                                          {"scale", "'0.125'"}}),
                              "HiFi2", 64, 0, 1, {q, kv8, kv8}, {});
  // Two products of prompt x prompt x head size for each head, half of them masked.
  attention.time = compute_ns(2 * std::int64_t{heads} * prompt * prompt * head_size, "HiFi2", 64) * 1000 / 380;
  attention.outputs = {q};
  ops.push_back(std::move(attention));
  ops.push_back(other("NLPConcatHeads", attributes({{"output_mem_config", memory_config(stream, 64)}}), "", 64, 3000,
                      130, {q}, {stream}));
  ops.push_back(matmul(stream, matrix(width, width, "BFLOAT8_B", dram), stream,
                       {"MatmulMultiCoreReuseMultiCastProgramConfig(compute_with_storage_grid_size=(x=8;y=8);"
                        "in0_block_w=4;out_subblock_h=2;out_subblock_w=4;out_block_h=8;out_block_w=8;per_core_M=8;"
                        "per_core_N=8;transpose_mcast=0;fused_activation=std::nullopt;fuse_batch=1)",
                        "HiFi2", 64, 780}));
  ops.push_back(binary("ADD", "", stream, 64));
  ops.push_back(other("SliceDeviceOperation",
                      attributes({{"output_mem_config", memory_config(activation(width, dram), 64)},
                                  {"slice_end", "'Shape([1; 1; 2048; 2048])'"},
                                  {"slice_start", "'Shape([0; 0; 2016; 0])'"},
                                  {"step", "'Shape([1; 1; 1; 1])'"}}),
                      "", 64, 2100, 130, {stream}, {matrix(rows, width, "BFLOAT16", dram)}));
  return ops;
}

/// The whole file: a compilation pass and a performance pass, each with a prefill and decode steps. Every user's token
/// is selected on the host, which the report shows as a fallback.
inline std::string llama_decode_csv() {
  writer csv(seed);
  const op_list prompt_ops = prefill();
  const op_list token_ops = decode_step();
  for (bool compile : {true, false}) {
    csv.signpost(compile ? "Compilation pass" : "Performance pass");
    csv.device_ops(prompt_ops, compile);
    for (int step = 0; step < (compile ? 1 : decode_steps); ++step) {
      csv.device_ops(token_ops, compile);
      csv.host_op("torch.argmax (torch)", 96000);
    }
  }
  return csv.take();
}

}  // namespace sample

#endif  // RIDGELINE_EXAMPLES_SAMPLE_LLAMA_DECODE_HPP
