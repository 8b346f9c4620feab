// The least time of ops, with the arithmetic next to it.

#include <ridgeline/tt/op/roof.hpp>

#include <cmath>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/catalog.hpp>

#include "tests/support/tt_ops.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_tt_roof)

using test::device_op;
using test::in_dram;
using test::in_l1;
using test::tensor;

namespace {

bool near(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::fabs(b); }
const hw::device& chip(std::string_view name) { return *hw::tenstorrent_chips::find(name); }

tt_op_detail traffic(double in, double out) {
  tt_op_detail d;
  d.dram_in = in * B;
  d.dram_out = out * B;
  return d;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_matmul_is_bound_by_its_larger_part) {
  const tt_op op = test::matmul_op(1024, 1024, 1024, 50 * us, "HiFi2");
  const tt_roof roof = tt_roof_of(op, traffic(4 << 20, 2 << 20), &chip("wormhole"), 64);
  BOOST_TEST(roof.model == "matmul");
  // 2 * 1024^3 FLOP over 64 cores * 2048 FLOP/clk * 1 GHz = 131.072 TFLOP/s
  BOOST_TEST(near(roof.compute.in(ns), 16384));
  // 6 * 2^20 bytes over 288 GB/s
  BOOST_TEST(near(roof.memory.in(ns), 6291456.0 / 288));
  BOOST_TEST((roof.limit() == tt_limit::dram));
  BOOST_TEST((roof.ideal() == roof.memory));
  BOOST_TEST((tt_roof_of(op, traffic(0, 0), &chip("wormhole"), 64).limit() == tt_limit::compute));
  // On half the cores it takes twice as long.
  BOOST_TEST(near(tt_roof_of(op, traffic(0, 0), &chip("wormhole"), 32).compute.in(ns), 32768));
  BOOST_TEST(tt_roof_of(op, traffic(0, 0), nullptr, 64).lacks == "the chip");
}

// Four devices hold 512 of 2048 columns each. The buffer of 1024 x 2048 x 2 bytes, 4 MiB, is input 2 and output 0: it is
// written once. 1 MiB of input 0, 4 MiB of weights and 4 MiB of the product's output are moved, too.
BOOST_AUTO_TEST_CASE(buffers_that_are_gathered_into_are_no_operands) {
  tt_op op = test::matmul_op(1024, 512, 2048, 50 * us, "HiFi2");
  op.in1 = tensor(1, 1, 2048, 1024, "BFLOAT16", in_dram);
  const tt_op_detail detail = traffic((1 + 4 + 4) << 20, (4 + 4) << 20);
  op.code = "AllGatherMatmulAsyncDeviceOperation";
  BOOST_TEST(tt_roof_of(op, detail, &chip("wormhole"), 64).dram.in(B) == (1 + 4 + 4 + 4) << 20);
  op.code = "MinimalMatmulDeviceOperation";  // input 2 is an operand
  BOOST_TEST(tt_roof_of(op, detail, &chip("wormhole"), 64).dram.in(B) == (1 + 4 + 4 + 4 + 4) << 20);
}

// Rotary embedding of 32 heads of 1024 x 64 with cosines and sines of 131072 positions: 2 * 16,777,216 bytes of them are
// in DRAM, of which 1024 of 131072 rows are read, 2 * 131,072 bytes.
BOOST_AUTO_TEST_CASE(a_rotary_embedding_reads_what_its_positions_need) {
  tt_op op = device_op("RotaryEmbeddingDeviceOperation");
  op.in0 = op.out0 = tensor(1, 32, 1024, 64, "BFLOAT16", in_dram);  // 4,194,304 bytes
  op.in1 = tensor(1, 1, 131072, 64, "BFLOAT16", in_dram);
  const double read = 2 * 4194304 + 2 * 131072;
  BOOST_TEST(tt_roof_of(op, traffic(4194304 + 2 * 16777216.0, 4194304), &chip("wormhole"), 64).dram.in(B) == read);
  op.in1 = tensor(1, 1, 1024, 64, "BFLOAT16", in_dram);
  BOOST_TEST(tt_roof_of(op, traffic(4194304 + 2 * 131072, 4194304), &chip("wormhole"), 64).dram.in(B) == read);
}

BOOST_AUTO_TEST_CASE(ring_attention_agrees_with_the_model_of_tt_metal) {
  tt_op op = device_op("RingJointSDPADeviceOperation");
  op.fidelity = "HiFi2";
  op.in0 = tensor(1, 32, 3200, 576, "BFLOAT16", in_dram);
  op.in1 = tensor(1, 1, 3200, 576, "BFLOAT8_B", in_dram);
  op.out0 = tensor(1, 32, 3200, 128, "BFLOAT16", in_dram);
  op.attributes = "{'is_causal': 'true'; 'logical_n': '6400'; 'ring_size': '2'}";
  // 32 heads, half of 3200 x 6400 pairs, 576 + 128 dimensions: 2 * 32 * 10,240,000 * 704 = 461.37 GFLOP over 100 cores
  // of 2048 FLOP/clk at 1.35 GHz; PM COMPUTE of this op in a public file is 1,668,741 ns.
  BOOST_TEST(near(tt_roof_of(op, traffic(0, 0), &chip("blackhole"), 100).compute.in(ns), 461373440e3 / 276480.0));
  BOOST_TEST(std::round(tt_roof_of(op, traffic(0, 0), &chip("blackhole"), 100).compute.in(ns)) == 1668741);
  op.attributes = "{'is_causal': 'false'; 'ring_size': '2'}";
  BOOST_TEST(near(tt_roof_of(op, traffic(0, 0), &chip("blackhole"), 100).flops.in(GFLOP), 2 * 461.37344));
}

BOOST_AUTO_TEST_CASE(attention_counts_what_masks_leave) {
  tt_op op = device_op("ScaledDotProductAttention");
  op.in0 = tensor(2, 4, 128, 64, "BFLOAT16", in_dram);
  op.in1 = tensor(2, 1, 128, 64, "BFLOAT16", in_dram);
  op.out0 = tensor(2, 4, 128, 64, "BFLOAT16", in_dram);
  const auto gflop = [&](std::string_view attributes) {
    op.attributes = attributes;
    return tt_roof_of(op, traffic(0, 0), nullptr, 64).flops.in(FLOP);
  };
  const double head = 2 * 8 * (64 + 64);                                // FLOP a pair, over 8 heads
  BOOST_TEST(gflop("{'is_causal': 'false'}") == head * 128 * 128);
  BOOST_TEST(gflop("{'is_causal': 'true'}") == head * 128 * 64);
  BOOST_TEST(gflop("{}") == head * 128 * 64);                            // the smallest value that can be meant
  BOOST_TEST(gflop("{'is_causal': 'false'; 'sliding_window_size': '16'}") == head * 128 * 16);
  // half of the pairs, without the 64 * 64 / 2 of the later queries with keys before their windows
  BOOST_TEST(gflop("{'is_causal': 'true'; 'sliding_window_size': '64'}") == head * (128 * 64 - 2048));
  BOOST_TEST(gflop("{'is_causal': 'true'; 'sliding_window_size': '128'}") == head * 128 * 64);
  op.code = "JointScaledDotProductAttention";                            // 32 joint queries and keys
  tt_op_detail joint = traffic(0, 0);
  joint.in3_rows = 32;
  op.attributes = "{'is_causal': 'false'}";
  BOOST_TEST(tt_roof_of(op, joint, nullptr, 64).flops.in(FLOP) == head * 160 * 160);
  op.attributes = "{}";                                                  // joint attention has no mask of its own
  BOOST_TEST(tt_roof_of(op, joint, nullptr, 64).flops.in(FLOP) == head * 160 * 160);
}

/// The keys are in 16 pages of 32; 128 queries begin at position 256.
BOOST_AUTO_TEST_CASE(attention_over_a_paged_cache_reads_the_keys_so_far) {
  tt_op op = device_op("SDPAOperation");
  op.in0 = tensor(1, 2, 128, 64, "BFLOAT16", in_dram);                   // 32,768 bytes, as the output
  op.in1 = tensor(16, 1, 32, 64, "BFLOAT8_B", in_dram);                  // with the values 2 * 16 * 32 * 64 * 1.0625
  op.out0 = op.in0;
  const tt_op_detail all = traffic(32768 + 69632, 32768);
  const auto roof = [&](std::string_view attributes) {
    op.attributes = attributes;
    return tt_roof_of(op, all, &chip("wormhole"), 64);
  };
  const double pair = 2 * 2 * (64 + 64);                                 // FLOP over 2 heads
  const tt_roof chunk = roof("{'chunk_start_idx': '256'; 'is_causal': 'true'}");
  BOOST_TEST(chunk.flops.in(FLOP) == pair * 128 * (256 + 64));           // half of the last 128 keys
  BOOST_TEST(chunk.dram.in(B) == 2 * 32768 + 69632 * 0.75);              // 384 of 512 keys
  BOOST_TEST(roof("{'chunk_start_idx': '0'; 'is_causal': 'true'}").flops.in(FLOP) == pair * 128 * 64);
  // each query has 64 keys, and the first one needs the 64 before it
  const tt_roof window = roof("{'chunk_start_idx': '256'; 'sliding_window_size': '64'}");
  BOOST_TEST(window.flops.in(FLOP) == pair * 128 * 64);
  BOOST_TEST(window.dram.in(B) == 2 * 32768 + 69632 * 0.375);            // 192 of 512
  BOOST_TEST(roof("{'chunk_start_idx': '2000000000'}").dram.in(B) == 2 * 32768 + 69632);  // no more than all pages
  const tt_roof unknown = roof("{'chunk_start_idx': 'std::nullopt'}");
  BOOST_TEST(!known(unknown.ideal()));
  BOOST_TEST(unknown.lacks == "the cached length (it is in a tensor)");
}

BOOST_AUTO_TEST_CASE(distributed_attention_computes_what_its_output_holds) {
  tt_op op = device_op("RingDistributedSdpaDeviceOperation");
  op.in0 = tensor(1, 8, 256, 64, "BFLOAT16", in_dram);
  op.in1 = tensor(1, 1, 256, 64, "BFLOAT16", in_dram);
  op.out0 = tensor(1, 8, 64, 64, "BFLOAT16", in_dram);
  op.attributes = "{'ring_size': '4'}";
  // a quarter of 256 * 256 / 2 pairs, 8 heads
  BOOST_TEST(tt_roof_of(op, traffic(0, 0), nullptr, 64).flops.in(FLOP) == 2 * 8 * 8192 * (64 + 64));
}

BOOST_AUTO_TEST_CASE(decoding_reads_what_is_cached) {
  tt_op op = device_op("ScaledDotProductAttentionDecode");
  op.in0 = tensor(1, 2, 32, 64, "BFLOAT16", in_dram);       // 2 users, 32 heads
  op.in1 = tensor(2, 8, 1024, 64, "BFLOAT8_B", in_dram);    // 8 heads of keys
  op.attributes = "{'cur_pos': '{127; 63}'}";
  const tt_roof roof = tt_roof_of(op, traffic(0, 8192), &chip("wormhole"), 64);
  BOOST_TEST(roof.flops.in(FLOP) == 2 * 32 * 192 * 128);    // 128 + 64 positions
  // keys and values: 2 * 8 * 192 * 64 of 1.0625 bytes; queries 2 * 32 * 64 of 2; the output
  BOOST_TEST(near(roof.dram.in(B), 2 * 8 * 192 * 64 * 1.0625 + 8192 + 8192));
  op.attributes = "{'cur_pos': '{127; 63}'; 'sliding_window_size': '100'}";  // 100 of 128 positions, and all 64
  BOOST_TEST(tt_roof_of(op, traffic(0, 8192), &chip("wormhole"), 64).flops.in(FLOP) == 2 * 32 * 164 * 128);
  // the values are 48 of the 64 numbers of the keys: these are read once
  op.attributes = "{'cur_pos': '{127; 63}'; 'head_dim_v': '48'; 'use_mla': 'true'}";
  const tt_roof latent = tt_roof_of(op, traffic(0, 8192), &chip("wormhole"), 64);
  BOOST_TEST(latent.flops.in(FLOP) == 2 * 32 * 192 * (64 + 48));
  BOOST_TEST(near(latent.dram.in(B), 8 * 192 * 64 * 1.0625 + 8192 + 8192));
  op.attributes = "{'k_chunk_size': '128'}";
  BOOST_TEST(!known(tt_roof_of(op, traffic(0, 8192), &chip("wormhole"), 64).ideal()));
  BOOST_TEST(tt_roof_of(op, traffic(0, 8192), &chip("wormhole"), 64).lacks == "the cached lengths (they are in a tensor)");
}

// 8 users, 32 padded heads, 128 numbers: 32,768 elements into each cache, of 1.0625 bytes in BFP8 and 2 in BF16.
BOOST_AUTO_TEST_CASE(a_fused_update_writes_two_caches) {
  tt_op op = device_op("PagedFusedUpdateCacheDeviceOperation");
  op.in0 = tensor(512, 8, 32, 128, "BFLOAT8_B", in_dram);
  op.in1 = tensor(1, 8, 32, 128, "BFLOAT16", in_l1);
  tt_op_detail detail = traffic(1, 1);
  detail.in3_elements = 32768;
  detail.in2_element = 2 * B;
  const auto bytes = [&] { return tt_roof_of(op, detail, &chip("wormhole"), 64).dram.in(B); };
  BOOST_TEST(bytes() == 32768 * 1.0625 + 32768 * 2);
  op.code = "PagedUpdateCacheDeviceOperation";
  BOOST_TEST(bytes() == 32768 * 1.0625);
  op.attributes = "{'op_type': 'PagedUpdateCacheOpType::FUSED_UPDATE'}";  // as until the end of 2025
  BOOST_TEST(bytes() == 32768 * 1.0625 + 32768 * 2);
  detail.in2_element = byte_count{};  // in L1
  BOOST_TEST(bytes() == 32768 * 1.0625);
}

BOOST_AUTO_TEST_CASE(attention_to_some_of_the_keys_has_no_roof) {
  tt_op op = device_op("");
  op.in0 = op.in1 = op.out0 = tensor(1, 16, 4096, 64, "BFLOAT16", in_dram);
  for (const std::string_view code :
       {"WindowedScaledDotProductAttentionDeviceOperation", "SparseSDPAOperation", "SparseSDPAMsaOperation",
        "VsaSdpaOperation", "NeighborhoodSDPAOperation"}) {
    op.code = code;  // a tensor says which, as where the windows end
    const tt_roof roof = tt_roof_of(op, traffic(0, 0), &chip("wormhole"), 64);
    BOOST_TEST(roof.model == "attention");
    BOOST_TEST(roof.lacks == tt_lacks_keys);
    BOOST_TEST(!known(roof.flops));
  }
}

BOOST_AUTO_TEST_CASE(collectives_wait_for_their_busiest_link) {
  tt_op op = device_op("AllGatherAsyncDeviceOperation");
  op.in0 = tensor(1, 1, 3200, 384, "BFLOAT16", in_dram);    // 2,457,600 bytes
  op.out0 = tensor(1, 1, 3200, 1536, "BFLOAT16", in_dram);
  op.attributes = "{'num_links': '2'; 'ring_size': '4'; 'topology': 'Topology::Linear'}";
  // 3 other shares over 2 links of 50 GB/s
  BOOST_TEST(near(tt_roof_of(op, traffic(0, 0), &chip("p150"), 110).ethernet.in(ns), 3 * 2457600.0 / 100));
  op.attributes = "{'num_links': '2'; 'ring_size': '4'; 'topology': 'Topology::Ring'}";
  BOOST_TEST(near(tt_roof_of(op, traffic(0, 0), &chip("p150"), 110).ethernet.in(ns), 3 * 2457600.0 / 200));
  op.attributes = "{'num_links': '1'}";  // 1536 / 384 devices; 12.5 GB/s
  BOOST_TEST(near(tt_roof_of(op, traffic(0, 0), &chip("n300"), 64).ethernet.in(ns), 3 * 2457600.0 / 12.5));
  op.code = "ReduceScatterMinimalAsync";
  op.attributes = "{'num_links': '1'; 'ring_size': '2'}";
  BOOST_TEST(near(tt_roof_of(op, traffic(0, 0), &chip("n300"), 64).ethernet.in(ns), 2457600.0 / 2 / 12.5));
  op.code = "AllReduceAsync";  // scatter and gather
  BOOST_TEST(near(tt_roof_of(op, traffic(0, 0), &chip("n300"), 64).ethernet.in(ns), 2457600.0 / 12.5));
  op.attributes = "{'ring_size': '2'}";
  BOOST_TEST(tt_roof_of(op, traffic(0, 0), &chip("n300"), 64).lacks == "the number of links");
  op.code = "LayerNormPostAllGather";
  BOOST_TEST(tt_roof_of(op, traffic(288, 0), &chip("n300"), 64).model == "norm");
  op.code = "RMSAllGather";  // gathers a sum a row, not its input
  op.attributes = "{'num_links': '1'; 'ring_size': '4'}";
  BOOST_TEST(tt_roof_of(op, traffic(288, 0), &chip("n300"), 64).model == "norm");
  BOOST_TEST(near(tt_roof_of(op, traffic(288, 0), &chip("n300"), 64).ideal().in(ns), 1));  // 288 bytes
  for (const std::string_view code :
       {"ReduceToRootOp", "SelectiveReduceCombineDeviceOperation", "NeighborPadAsyncDeviceOperation",
        "SliceReshardAsyncDeviceOperation", "ttnn::CombineDeviceOperation"}) {
    op.code = code;  // waits for links that no model of ours describes
    BOOST_TEST(tt_roof_of(op, traffic(288, 0), &chip("n300"), 64).model == "");
  }
  op.code = "PostCombineReduceDeviceOperation";  // sends nothing
  BOOST_TEST(tt_roof_of(op, traffic(288, 0), &chip("n300"), 64).model == "reduction");
}

BOOST_AUTO_TEST_CASE(what_only_moves_is_bound_by_its_bytes) {
  tt_op op = device_op("SliceDeviceOperation");
  op.in0 = tensor(1, 1, 1024, 1024, "BFLOAT16", in_dram);
  op.out0 = tensor(1, 1, 32, 1024, "BFLOAT16", in_dram);
  const auto bytes = [&] { return tt_roof_of(op, traffic(2 << 20, 64 << 10), &chip("wormhole"), 64).dram.in(B); };
  BOOST_TEST(bytes() == 2 * 32 * 1024 * 2);  // only its output size is read, not the whole input
  op.code = "PermuteDeviceOperation";
  BOOST_TEST(bytes() == (2 << 20) + (64 << 10));
  op.code = "SliceWriteDeviceOperation";
  op.in0 = tensor(1, 1, 32, 32, "BFLOAT16", in_l1);
  BOOST_TEST(bytes() == 32 * 32 * 2);        // only the slice is written
  op.code = "UpdateKVCacheOperation";
  op.in0 = tensor(1, 8, 1024, 64, "BFLOAT16", in_dram);
  op.in1 = tensor(1, 8, 32, 64, "BFLOAT16", in_l1);
  BOOST_TEST(bytes() == 8 * 32 * 64 * 2);
  op.code = "BinaryNgDeviceOperation";       // 32 * 1024 sums, 128 a clock on 64 cores
  BOOST_TEST(near(tt_roof_of(op, traffic(0, 0), &chip("wormhole"), 64).compute.in(ns), 32 * 1024 / 128.0 / 64));
  op.code = "Reduce";                        // 512 a clock: 8 * 1024 * 64 numbers
  BOOST_TEST(near(tt_roof_of(op, traffic(0, 0), &chip("wormhole"), 64).compute.in(ns), 8 * 1024 * 64 / 512.0 / 64));
  op.code = "Softmax";
  BOOST_TEST(tt_roof_of(op, traffic(0, 0), &chip("wormhole"), 64).lacks == "DRAM traffic: it stays in L1");
  op.code = "Wonder";
  BOOST_TEST(tt_roof_of(op, traffic(1, 1), &chip("wormhole"), 64).model == "");
}

BOOST_AUTO_TEST_CASE(an_output_that_the_caller_gave_is_not_read) {
  constexpr double tile = 32 * 32 * 2;
  tt_op op = device_op("CopyDeviceOperation");
  op.in0 = op.in1 = op.out0 = tensor(1, 1, 32, 32, "BFLOAT16", in_dram);  // in1 is out0
  const auto bytes = [&](double in) { return tt_roof_of(op, traffic(in, tile), &chip("wormhole"), 64).dram.in(B); };
  BOOST_TEST(bytes(2 * tile) == 2 * tile);  // one is read, one written
  op.code = "MoveDeviceOperation";
  BOOST_TEST(bytes(2 * tile) == 2 * tile);
  op.code = "BinaryNgDeviceOperation";      // a, b, and as the third input its output
  BOOST_TEST(bytes(3 * tile) == 3 * tile);
  op.attributes = "{'scalar': 'std::nullopt'}";
  BOOST_TEST(bytes(3 * tile) == 3 * tile);
  op.attributes = "{'scalar': '0.5'}";      // a and its output: b is a number
  BOOST_TEST(bytes(2 * tile) == 2 * tile);
  op.code = "ConcatDeviceOperation";        // may well have three inputs
  BOOST_TEST(bytes(3 * tile) == 4 * tile);
  op.code = "AllGatherAsyncDeviceOperation";
  op.attributes = "{'num_links': '1'; 'ring_size': '2'}";
  BOOST_TEST(bytes(2 * tile) == 2 * tile);  // with a persistent buffer for its output
  op.attributes = "{}";
  op.code = "MatmulDeviceOperation";        // a bias of a row of tiles, as large as this output
  BOOST_TEST(bytes(3 * tile) == 4 * tile);
  op.in0 = op.in1 = op.out0 = tensor(1, 1, 64, 64, "BFLOAT16", in_dram);  // 4 tiles each
  BOOST_TEST(bytes(10 * tile) == 11 * tile);                              // a, b and a bias of 2; one is written
  BOOST_TEST(bytes(14 * tile) == 11 * tile);                              // and the output
}

BOOST_AUTO_TEST_CASE(an_embedding_reads_a_row_of_its_table_for_each_index) {
  tt_op op = device_op("EmbeddingsDeviceOperation");
  op.in0 = tensor(1, 1, 1, 4096, "UINT32", in_dram);           // 16,384 bytes
  op.in1 = tensor(1, 1, 128256, 4096, "BFLOAT16", in_dram);
  op.out0 = tensor(1, 1, 4096, 4096, "BFLOAT16", in_l1);
  const double rows = 4096.0 * 4096 * 2;
  const auto bytes = [&](double out) { return tt_roof_of(op, traffic(0, out), &chip("p150"), 110).dram.in(B); };
  BOOST_TEST(bytes(0) == 16384 + rows);                        // the output stays in L1
  BOOST_TEST(near(tt_roof_of(op, traffic(0, 0), &chip("p150"), 110).memory.in(ns), (16384 + rows) / 512));
  BOOST_TEST(bytes(rows) == 16384 + 2 * rows);
  op.out0.type = "BFLOAT8_B";                                  // what is read has the format of the table
  BOOST_TEST(bytes(rows * 17 / 32) == 16384 + rows + rows * 17 / 32);
  op.in0.dims[3] = 5;                                          // of the output's 4096 rows, 5 are no padding
  BOOST_TEST(bytes(0) == 5 * 4 + 5 * 4096 * 2);
  op.in0.dims[3] = 4096;
  op.in1 = tensor(1, 1, 2, 4096, "BFLOAT16", in_dram);         // two rows, each read once
  BOOST_TEST(bytes(0) == 16384 + 2 * 4096 * 2);
  op.in1.memory = in_l1;
  BOOST_TEST(bytes(rows) == 16384 + rows);
}

BOOST_AUTO_TEST_SUITE_END()
