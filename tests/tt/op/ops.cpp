#include <ridgeline/tt/op/ops.hpp>

#include <cmath>
#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/hw/catalog.hpp>

#include "tests/support/tt_ops.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_tt_ops)

using test::in_dram;
using test::in_l1;
using test::tensor;

namespace {

tt_context on(const char* chip) { return {hw::tenstorrent_chips::find(chip), {}}; }

template <class Model>
std::string label_of(const Model& model) {
  std::string text;
  model.append_label(text);
  return text;
}

constexpr std::string_view sharded_config = "{'program_config': 'MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig("
                                            "in0_block_w=2;per_core_M=1;per_core_N=4)'}";

tt_op conv_op(std::string_view attributes) {
  tt_op op = test::device_op("Conv2dDeviceOperation");
  op.fidelity = "HiFi2";
  op.attributes = attributes;
  op.in0 = tensor(1, 1, 9'999, 64, "BFLOAT16", in_l1);
  op.in1 = tensor(1, 1, 576, 128, "BFLOAT8_B", in_dram);
  op.out0 = tensor(1, 1, 1'000, 128, "BFLOAT16", in_l1);
  return op;
}

}  // namespace

BOOST_AUTO_TEST_CASE(element_sizes_count_the_exponents_of_block_floats) {
  const tt_faults none;
  BOOST_TEST(tt_element_size("BFLOAT16", none).in(B) == 2);
  BOOST_TEST(tt_element_size("BFLOAT8_B", none).in(B) == 1.0625);  // 1088 / 1024: an exponent byte for 16 elements
  BOOST_TEST(tt_element_size("BFLOAT4_B", none).in(B) == 0.5625);  // 576 / 1024
  BOOST_TEST(tt_element_size("FLOAT32", none).in(B) == 4);
  BOOST_TEST(tt_element_size("UINT32", none).in(B) == 4);
  BOOST_TEST(tt_element_size("INT32", none).in(B) == 4);
  BOOST_TEST(tt_element_size("UINT16", none).in(B) == 2);
  BOOST_TEST(tt_element_size("UINT8", none).in(B) == 1);
  BOOST_TEST(!known(tt_element_size("FLOAT8_E4", none)));
  BOOST_TEST(!known(tt_element_size("", none)));
}

BOOST_AUTO_TEST_CASE(only_what_lies_in_dram_is_moved) {
  tt_op op = test::matmul_op(64, 128, 256, 1 * us);
  // 64 * 128 + 128 * 256 + 64 * 256 = 8192 + 32768 + 16384 elements of 2 bytes
  BOOST_TEST(tt_dram_bytes(op, {}).in(B) == 2 * 57'344);
  op.in0.memory = in_l1;
  BOOST_TEST(tt_dram_bytes(op, {}).in(B) == 2 * 49'152);
  op.in1.type = "BFLOAT8_B";
  BOOST_TEST(tt_dram_bytes(op, {}).in(B) == 32'768 * 1.0625 + 2 * 16'384);
  op.in1.memory = op.out0.memory = in_l1;
  BOOST_TEST(tt_dram_bytes(op, {}).in(B) == 0);
  op.out0.memory = "";
  BOOST_TEST(!known(tt_dram_bytes(op, {})));  // its memory is not known
  op.out0.memory = in_l1;
  op.in1 = {};
  op.in1.memory = in_dram;
  BOOST_TEST(!known(tt_dram_bytes(op, {})));  // its extents are not known
}

BOOST_AUTO_TEST_CASE(matmul_counts_and_label) {
  tt_op op = test::matmul_op(64, 128, 256, 1 * us);
  const tt_matmul model = tt_matmul::from(op, on("wormhole"));
  BOOST_TEST(model.flops().in(FLOP) == 2.0 * 64 * 128 * 256);
  BOOST_TEST(model.cores == 64);
  BOOST_TEST(label_of(model) == " 64 x 128 x 256");
  op.in0 = tensor(2, 4, 64, 128, "BFLOAT16", in_dram);
  op.in1 = tensor(1, 4, 128, 256, "BFLOAT16", in_dram);
  op.out0 = tensor(2, 4, 64, 256, "BFLOAT16", in_dram);
  BOOST_TEST(tt_matmul::from(op, on("wormhole")).flops().in(FLOP) == 2.0 * 8 * 64 * 128 * 256);
  BOOST_TEST(label_of(tt_matmul::from(op, on("wormhole"))) == " b={8} x 64 x 128 x 256");
  op.out0.dims = {unknown_dim, unknown_dim, 64, 256};  // then the inputs decide: 2 * 4
  BOOST_TEST(tt_matmul::from(op, on("wormhole")).shape.batch == 8);
  op.in0.dims[2] = unknown_dim;
  BOOST_TEST(!known(tt_matmul::from(op, on("wormhole")).flops()));
  BOOST_TEST(label_of(tt_matmul::from(op, on("wormhole"))) == " b={8} x ? x 128 x 256");
}

BOOST_AUTO_TEST_CASE(any_code_with_matmul_in_it_is_one) {
  for (const char* code : {"Matmul", "MatmulDeviceOperation", "MinimalMatmulOp", "AllGatherMatmulAsync"})
    BOOST_TEST(tt_matmul::matches(test::device_op(code)));
  BOOST_TEST(!tt_matmul::matches(test::device_op("matmul")));
  BOOST_TEST(tt_conv::matches(test::device_op("OptimizedConvNew")));
  BOOST_TEST(tt_conv::matches(test::device_op("Conv2dDeviceOperation")));
  BOOST_TEST(!tt_conv::matches(test::device_op("Conv1d")));
}

BOOST_AUTO_TEST_CASE(dram_sharded_matmuls_run_on_a_core_for_each_bank) {
  tt_op op = test::matmul_op(32, 64, 64, 1 * us);
  op.attributes = sharded_config;
  op.cores = 30;
  BOOST_TEST(tt_matmul::from(op, on("wormhole")).cores == 12);   // 12 channels of 24 GB/s
  BOOST_TEST(tt_matmul::from(op, on("n300")).cores == 12);
  BOOST_TEST(tt_matmul::from(op, on("blackhole")).cores == 8);   // 8 banks of 64 GB/s
  BOOST_TEST(tt_matmul::from(op, on("p100a")).cores == 7);       // 28 GB in banks of 4
  BOOST_TEST(tt_matmul::from(op, on("n1")).cores == 30);         // not documented: as recorded
  BOOST_TEST(tt_matmul::from(op, tt_context{}).cores == 30);
  BOOST_TEST(tt_matmul::from(op, on("wormhole")).dram_sharded);
  op.attributes = "{'program_config': 'MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig(in0_block_w=4;"
                  "fused_activation=std::nullopt;num_workers_per_dram_bank=2)'}";
  BOOST_TEST(tt_matmul::from(op, on("blackhole")).cores == 16);  // two for each bank
  op.attributes = "{'program_config': 'MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig(in0_block_w=4)'}";
  BOOST_TEST(tt_matmul::from(op, on("wormhole")).dram_sharded);
  BOOST_TEST(tt_matmul::from(op, on("wormhole")).cores == 12);
}

BOOST_AUTO_TEST_CASE(convolution_counts_and_label) {
  const tt_conv model = tt_conv::from(
      conv_op("{'block_config': 'C(act_block_h_ntiles=2;x=1)'; 'enable_act_double_buffer': 'true'; "
              "'enable_split_reader': 'true'; 'p': 'P(per_core_out_matrix_height_ntile=11;y=2)'; "
              "'w': 'W(input_hw=(56;56); window_hw=(3;3); stride_hw=(1;1))'}"),
      on("wormhole"));
  BOOST_TEST(model.flops().in(FLOP) == 2.0 * 1'000 * (64 * 3 * 3) * 128);  // 576 filter elements
  BOOST_TEST(model.bytes().in(B) == 576 * 128 * 1.0625);                   // only the weights are in DRAM
  BOOST_TEST(model.cores == 64);                                           // of the chip, whatever CORE COUNT says
  BOOST_TEST(label_of(model) == " 1000 x 576 x 128 [ABH=11|2 ADB SR]");
}

BOOST_AUTO_TEST_CASE(grouped_convolutions_do_the_work_of_their_groups) {
  const auto flops = [](std::string_view attributes) {
    return tt_conv::from(conv_op(attributes), on("wormhole")).flops().in(FLOP);
  };
  const double whole = 2.0 * 1'000 * 576 * 128;
  BOOST_TEST(flops("window_hw=(3;3); 'groups': '4'") == whole / 4);
  BOOST_TEST(flops("window_hw=(3;3); 'groups': '1'") == whole);
  BOOST_TEST(flops("window_hw=(3;3); 'groups': '0'") == whole);
  BOOST_TEST(flops("window_hw=(3;3); 'groups': '-4'") == whole);
}

BOOST_AUTO_TEST_CASE(convolutions_without_a_window_have_unknown_work) {
  for (const char* attributes : {"", "window_hw=(0;3)", "window_hw=(-1;3)", "window_hw=(3)"}) {
    const tt_conv model = tt_conv::from(conv_op(attributes), on("wormhole"));
    BOOST_TEST(!known(model.flops()), attributes);
    BOOST_TEST(label_of(model) == " 1000 x ? x 128 [ABH=x|x]");
  }
}

BOOST_AUTO_TEST_CASE(halo_label) {
  const auto label = [](std::string_view attributes) {
    std::string text;
    append_halo_label(text, attributes);
    return text;
  };
  BOOST_TEST(label("window_hw=(3;3); stride_hw=(2;2); padding=((1; 1); (1; 1)); dilation_hw=(1;1); "
                   "memory_layout=TensorMemoryLayout::HEIGHT_SHARDED;buffer_type=BufferType::L1") ==
             " w=(3,3) s=(2,2) p=((1, 1), (1, 1)) d=(1,1) | HEIGHT_SHARDED");
  BOOST_TEST(label("stride_hw=(2;1); memory_layout=plain;") == " w=x s=(2,1) p=x d=x | x");
  BOOST_TEST(label("") == " w=x s=x p=x d=x | x");
}

BOOST_AUTO_TEST_SUITE_END()
