/// Writes an ops CSV of a given size, to benchmark readers.
///
///   bench_generate_ops_csv --repeat INPUT BYTES [OUTPUT]   the header of INPUT, then its rows over and over
///   bench_generate_ops_csv --generate BYTES [OUTPUT]       made-up rows, 91 columns and about 1.4 kB each
///
/// OUTPUT is standard output by default. The file ends with the last row that fits into BYTES. Made-up rows differ
/// from each other in nearly every number; 2 % of all cells are quoted, and quoted attributes hold commas, doubled
/// quotes and, one in eight, a line break. Equal arguments give equal bytes.

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace {

constexpr std::uint64_t seed = 20260118;
constexpr int quoted_percent = 2;
constexpr std::size_t buffer_size = std::size_t{1} << 20;

/// SplitMix64 (Steele, Lea, Flood 2014).
class random_numbers {
 public:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// A number from `low` to `high`, both included.
  std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + next() % (high - low + 1); }

 private:
  std::uint64_t state_ = seed;
};

/// A file of at most `limit` bytes, written in large pieces. Text that would exceed the limit is rejected.
class output {
 public:
  output(std::FILE* file, std::uint64_t limit) : file_(file), left_(limit) { buffer_.reserve(2 * buffer_size); }

  bool take(std::string_view text) {
    if (text.size() > left_) return false;
    left_ -= text.size();
    buffer_ += text;
    if (buffer_.size() >= buffer_size) flush();
    return true;
  }
  /// False if anything could not be written.
  bool close() {
    flush();
    return std::fclose(file_) == 0 && written_;
  }

 private:
  void flush() {
    written_ = std::fwrite(buffer_.data(), 1, buffer_.size(), file_) == buffer_.size() && written_;
    buffer_.clear();
  }

  std::FILE* file_;
  std::uint64_t left_;
  std::string buffer_{};
  bool written_ = true;
};

constexpr std::string_view dram_config =
    "MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED;buffer_type=BufferType::DRAM;shard_spec=std::nullopt;"
    "nd_shard_spec=std::nullopt;created_with_nd_shard_spec=0)";
constexpr std::string_view sharded_config =
    "MemoryConfig(memory_layout=TensorMemoryLayout::HEIGHT_SHARDED;buffer_type=BufferType::L1;shard_spec=ShardSpec("
    "grid={[(x=0;y=0) - (x=4;y=3)]};shape={#; #};orientation=ShardOrientation::ROW_MAJOR;mode=ShardMode::PHYSICAL;"
    "physical_shard_shape=std::nullopt);nd_shard_spec=std::nullopt;created_with_nd_shard_spec=0)";
constexpr std::string_view sliding_window =
    "SlidingWindowConfig(batch_size=1; input_hw=(#;#); window_hw=(@;@); stride_hw=(2;2); padding=((@; @); (@; @)); "
    "output_padding = (0; 0); dilation_hw=(1;1); num_cores_nhw=20; num_cores_c=1; core_range_set_={[(x=0;y=0) - "
    "(x=4;y=3)]})";
constexpr std::string_view compute_config =
    "WormholeComputeKernelConfig(math_fidelity=HiFi4;math_approx_mode=1;fp32_dest_acc_en=1;packer_l1_acc=0;"
    "dst_full_sync_en=0;throttle_level=ThrottleLevel::NO_THROTTLE)";

/// A kind of op. In `attributes`, `@` stands for a number up to 7 and `#` for one up to 9999; `$D`, `$S`, `$W` and `$C`
/// for a memory config in DRAM, a sharded one, a sliding window and a compute kernel config.
struct op_kind {
  std::string_view code;
  int weight;  ///< in hundredths of all rows
  std::string_view fidelity;
  std::string_view attributes;
  std::string_view compute_kernel;
  std::string_view reader;
  std::string_view writer;
};

constexpr std::array<op_kind, 10> kinds{{
    {"MoveDeviceOperation", 15, "",
     "{'move_op_parallelization_strategy': 'MoveOpParallelizationStrategy::MULTI_CORE_SHARDED'; 'output_mem_config': "
     "'$S'}",
     "", "data_movement/move/device/kernels/dataflow/reader_unary_local_l1_copy_backwards.cpp", ""},
    {"ReshapeDeviceOperation", 18, "",
     "{'logical_output_shape': 'Shape([#; #])'; 'output_mem_config': '$D'; 'padded_output_shape': 'Shape([#; #])'}", "",
     "data_movement/reshape_view/device/device/rm_reshape_interleaved.cpp", ""},
    {"TilizeWithValPadding", 10, "HiFi4",
     "{'enough_space_height': 'true'; 'enough_space_width': 'true'; 'output_dtype': 'DataType::BFLOAT16'; "
     "'output_mem_config': '$D'; 'output_padded_shape': 'Shape([1; #; #; 32])'; 'pad_value': '0'; 'use_multicore': "
     "'true'}",
     "data_movement/tilize/device/kernels/compute/tilize.cpp",
     "data_movement/tilize_with_val_padding/device/kernels/dataflow/reader_unary_pad_dims_split_rows_multicore.cpp",
     "eltwise/unary/device/kernels/dataflow/writer_unary_interleaved_start_id.cpp"},
    {"HaloDeviceOperation", 10, "",
     "{'config_': '$W'; 'in_place_': 'false'; 'is_out_tiled_': 'true'; 'max_out_nsticks_per_core_': '#'; "
     "'output_memory_config_': '$S'; 'pad_val_': '0'; 'parallel_config_': 'ParallelConfig(grid={[(x=0;y=0) - "
     "(x=4;y=3)]}; shard_scheme=HEIGHT_SHARDED; shard_orientation=ROW_MAJOR)'; 'remote_read_': 'false'; "
     "'transpose_mcast_': 'false'}",
     "sliding_window/halo/device/kernels/compute/pack_untilize.cpp",
     "sliding_window/halo/device/kernels/dataflow/halo_gather.cpp", ""},
    {"OptimizedConvNew", 8, "HiFi4",
     "{'activation': ''; 'block_config': 'OptimizedConvBlockConfig(act_block_h_ntiles=@;act_block_w_ntiles=@;"
     "out_subblock_h_ntiles=@;out_subblock_w_ntiles=@)'; 'compute_kernel_config': '$C'; 'dtype': "
     "'DataType::BFLOAT16'; 'enable_act_double_buffer': 'false'; 'enable_split_reader': 'true'; "
     "'enable_weights_double_buffer': 'false'; 'has_bias': 'true'; 'input_tensor_shape': '{1; #; #; 64}'; "
     "'memory_config': '$S'; 'output_channels': '64'; 'parallelization_config': 'OptimizedConvParallelizationConfig("
     "grid_size=(x=5;y=4);num_cores_nhw=20;num_cores_c=1;per_core_out_matrix_height_ntile=@;"
     "per_core_out_matrix_width_ntile=@)'; 'sliding_window_config': '$W'; 'untilize_out': 'false'}",
     "conv/conv2d/device/kernels/conv_bmm_tilize.cpp",
     "conv/conv2d/device/kernels/reader_conv_activations_padded_with_halo_3x3_weights_v2.cpp",
     "conv/conv2d/device/kernels/reader_writer_tiled_out_1d_mcast_sender_conv_weights_tiled_col_to_rm_blocks.cpp"},
    {"BinaryNgDeviceOperation", 9, "HiFi4",
     "{'binary_op_type': 'BinaryOpType::ADD'; 'compute_kernel_config': 'std::nullopt'; 'dtype': 'DataType::BFLOAT16'; "
     "'input_dtype': 'DataType::BFLOAT16'; 'is_quant_op': 'false'; 'is_sfpu': 'false'; 'lhs_activations': "
     "'SmallVector([])'; 'memory_config': '$D'; 'post_activations': 'SmallVector([])'; 'scalar': '#'; "
     "'subtile_broadcast_type': 'SubtileBroadcastType::ROW_B'; 'worker_grid': '{[(x=0;y=0) - (x=4;y=3)]}'}",
     "eltwise/binary_ng/device/kernels_ng/compute/eltwise_binary_row_bcast.cpp",
     "eltwise/binary_ng/device/kernels_ng/dataflow/reader_interleaved_row_bcast.cpp",
     "eltwise/binary_ng/device/kernels_ng/dataflow/writer_interleaved_no_bcast.cpp"},
    {"UntilizeWithUnpadding", 8, "HiFi4",
     "{'enough_space_height': 'true'; 'enough_space_width': 'true'; 'fp32_dest_acc_en': 'false'; 'output_mem_config': "
     "'$D'; 'output_tensor_end': 'Shape([0; #; #; @])'; 'use_multicore': 'true'; 'use_pack_untilize': 'true'}",
     "data_movement/untilize/device/kernels/compute/pack_untilize.cpp",
     "eltwise/unary/device/kernels/dataflow/reader_unary_interleaved_start_id.cpp",
     "data_movement/untilize_with_unpadding/device/kernels/dataflow/"
     "writer_unary_stick_layout_split_rows_multicore.cpp"},
    {"UnaryDeviceOperation", 10, "HiFi4",
     "{'bfp8_pack_precise': 'false'; 'fp32_dest_acc_en': 'false'; 'op_chain': "
     "'{UnaryWithParam(op_type=UnaryOpType::LEAKY_RELU;param={0.#})}'; 'output_dtype': 'DataType::BFLOAT16'; "
     "'output_memory_config': '$D'; 'preserve_fp32_precision': 'false'}",
     "eltwise/unary/device/kernels/compute/eltwise_sfpu.cpp",
     "eltwise/unary/device/kernels/dataflow/reader_unary_interleaved_start_id.cpp",
     "eltwise/unary/device/kernels/dataflow/writer_unary_interleaved_start_id.cpp"},
    {"Matmul", 9, "HiFi2",
     "{'bcast_batch': '1'; 'compute_kernel_config': '$C'; 'global_cb': 'std::nullopt'; 'output_dtype': "
     "'DataType::BFLOAT16'; 'output_mem_config': '$D'; 'output_tile': 'Tile(tile_shape={32; 32};face_shape={16; 16};"
     "num_faces=4)'; 'program_config': 'MatmulMultiCoreReuseMultiCastProgramConfig(compute_with_storage_grid_size="
     "(x=5;y=4);in0_block_w=@;out_subblock_h=@;out_subblock_w=@;out_block_h=@;out_block_w=@;per_core_M=@;per_core_N=@;"
     "transpose_mcast=0;fused_activation=std::nullopt;fuse_batch=1)'; 'transpose_a': 'false'; 'transpose_b': 'false'; "
     "'untilize_out': 'false'; 'user_run_batched': 'false'}",
     "matmul/device/kernels/compute/bmm_large_block_zm_fused_bias_activation.cpp",
     "matmul/device/kernels/dataflow/reader_bmm_tile_layout_in0_sender_padding.cpp",
     "matmul/device/kernels/dataflow/reader_bmm_tile_layout_in1_sender_writer_padding.cpp"},
    {"GroupNorm", 3, "HiFi4",
     "{'compute_kernel_config': '$C'; 'eps': '1e-05'; 'num_groups': '@'; 'output_mem_config': '$D'; 'program_config': "
     "'GroupNormMultiCoreProgramConfig(compute_with_storage_grid_size=(x=4;y=2);im_data_format=DataType::BFLOAT16;"
     "out_data_format=DataType::BFLOAT16;inplace=0;output_layout=Layout::TILE;num_out_blocks=#)'}",
     "normalization/groupnorm/device/kernels/compute/groupnorm.cpp",
     "normalization/groupnorm/device/kernels/dataflow/reader_mcast_sender_unary_gn.cpp",
     "normalization/groupnorm/device/kernels/dataflow/writer_unary_gn_rm_gb.cpp"},
}};

constexpr int total_weight = [] {
  int sum = 0;
  for (const op_kind& kind : kinds) sum += kind.weight;
  return sum;
}();
static_assert(total_weight == 100);

constexpr std::string_view header_front =
    "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,ATTRIBUTES,MATH FIDELITY,CORE COUNT,PARALLELIZATION STRATEGY,"
    "HOST START TS,HOST END TS,HOST DURATION [ns],DEVICE FW START CYCLE,DEVICE FW END CYCLE,OP TO OP LATENCY [ns],"
    "OP TO OP LATENCY BR/NRISC START [ns],DEVICE FW DURATION [ns],DEVICE KERNEL DURATION [ns],"
    "DEVICE KERNEL DURATION DM START [ns],DEVICE KERNEL DURATION PER CORE MIN [ns],"
    "DEVICE KERNEL DURATION PER CORE MAX [ns],DEVICE KERNEL DURATION PER CORE AVG [ns],"
    "DEVICE KERNEL FIRST TO LAST START [ns],DEVICE BRISC KERNEL DURATION [ns],DEVICE NCRISC KERNEL DURATION [ns],"
    "DEVICE TRISC0 KERNEL DURATION [ns],DEVICE TRISC1 KERNEL DURATION [ns],DEVICE TRISC2 KERNEL DURATION [ns],"
    "DEVICE ERISC KERNEL DURATION [ns],DEVICE COMPUTE CB WAIT FRONT [ns],DEVICE COMPUTE CB RESERVE BACK [ns],"
    "DISPATCH TOTAL CQ CMD OP TIME [ns],DISPATCH GO SEND WAIT TIME [ns]";
constexpr std::string_view header_back =
    ",METAL TRACE ID,METAL TRACE REPLAY SESSION ID,COMPUTE KERNEL SOURCE,COMPUTE KERNEL HASH,"
    "DATA MOVEMENT KERNEL SOURCE,DATA MOVEMENT KERNEL HASH,TENSIX DM 0 MAX KERNEL SIZE [B],"
    "TENSIX DM 1 MAX KERNEL SIZE [B],TENSIX COMPUTE 0 MAX KERNEL SIZE [B],TENSIX COMPUTE 1 MAX KERNEL SIZE [B],"
    "TENSIX COMPUTE 2 MAX KERNEL SIZE [B],ACTIVE ETH DM 0 MAX KERNEL SIZE [B],ACTIVE ETH DM 1 MAX KERNEL SIZE [B],"
    "IDLE ETH DM 0 MAX KERNEL SIZE [B],IDLE ETH DM 1 MAX KERNEL SIZE [B],PM IDEAL [ns],PM COMPUTE [ns],"
    "PM BANDWIDTH [ns],PM REQ I BW,PM REQ O BW,PM FPU UTIL (%),NOC UTIL (%),DRAM BW UTIL (%),NPE CONG IMPACT (%)\n";

std::string header() {
  std::string out(header_front);
  for (std::string_view tensor : {"INPUT_0", "INPUT_1", "INPUT_2", "INPUT_3", "OUTPUT_0"})
    for (std::string_view what :
         {"W_PAD[LOGICAL]", "Z_PAD[LOGICAL]", "Y_PAD[LOGICAL]", "X_PAD[LOGICAL]", "LAYOUT", "DATATYPE", "MEMORY"})
      out.append(",").append(tensor).append("_").append(what);
  return out.append(header_back);
}

/// Makes rows one by one, in a reused buffer.
class row_maker {
 public:
  std::string_view next() {
    row_.clear();
    const op_kind& kind = pick();
    const std::uint64_t y = 32 * random_.between(1, 512);
    const std::uint64_t k = 32 * random_.between(1, 64), x = 32 * random_.between(1, 64);
    const std::uint64_t host_time = random_.between(1500, 190'000);
    const bool conv = kind.code == "OptimizedConvNew", matmul = kind.code == "Matmul";
    // A matmul's FLOP on 20 cores at 2048 FLOP/ns and 30 to 90 % of that; a filter has about ten elements a channel.
    const std::uint64_t flop = 2 * y * k * x * (conv ? 10 : 1);
    const std::uint64_t work = conv || matmul ? flop / 40'960 * 100 / random_.between(30, 90)
                                              : random_.between(100, 900'000);
    const std::uint64_t kernel = 2600 + work;
    const std::uint64_t firmware = kernel + random_.between(400, 2500);
    const std::uint64_t gap = random_.between(1, 12) == 1 ? random_.between(6500, 600'000) : random_.between(500, 2400);
    // One row in thirty was recorded late: its host time is before that of its neighbours.
    const std::uint64_t late = random_.between(1, 30) == 1 ? random_.between(20'000, 2'000'000) : 0;

    cell(kind.code), cell("tt_dnn_device"), cell(1024 * ++calls_), cell(0);
    scratch_.clear();
    expand(kind.attributes);
    cell(scratch_, true), cell(kind.fidelity), cell(kind.code == "GroupNorm" ? 8 : 20), cell("");
    cell(host_ - late), cell(host_ - late + host_time), cell(host_time);
    cell(device_ + gap), cell(device_ + gap + firmware), cell(gap), cell(gap), cell(firmware), cell(kernel);
    cell(kernel - 1), cell(kernel - kernel / 9), cell(kernel), cell(kernel - kernel / 20);
    cell(random_.between(90, 480)), cell(kernel - 3), cell(kernel - kernel / random_.between(4, 700));
    const bool computes = !kind.fidelity.empty();
    for (std::uint64_t i = 0; i < 3; ++i) computes ? cell(kernel - kernel / (30 + i)) : cell("");
    empty(5);

    const std::string_view out_memory = kind.attributes.find("$S") != kind.attributes.npos ? "DEV_1_L1_HEIGHT_SHARDED"
                                                                                           : "DEV_1_DRAM_INTERLEAVED";
    tensor(y, k, "BFLOAT16", out_memory);
    if (conv || matmul) {
      tensor(k, x, "BFLOAT8_B", "DEV_1_DRAM_INTERLEAVED");
    } else if (kind.code == "BinaryNgDeviceOperation") {
      tensor(32, k, "BFLOAT16", "DEV_1_DRAM_INTERLEAVED");
    } else {
      empty(7);
    }
    empty(14);
    tensor(y, conv || matmul ? x : k, "BFLOAT16", out_memory);

    empty(2);
    const std::array<std::string_view, 1> compute{kind.compute_kernel};
    const std::array<std::string_view, 2> movement{kind.reader, kind.writer};
    kernels(compute), kernels(movement);
    for (int i = 0; i < 5; ++i) cell(4 * random_.between(180, 760));
    for (int i = 0; i < 4; ++i) cell(0);
    const std::uint64_t ideal = kernel / random_.between(2, 30);
    cell(ideal), cell(ideal), cell(ideal / 3);
    scratch_.clear();
    scratch_ += '[';
    number(random_.between(1, 300)), scratch_ += '.', number(random_.between(1, 99'999'999'999)), scratch_ += ']';
    cell(scratch_), cell(scratch_);
    scratch_.clear();
    number(ideal * 100 / kernel), scratch_ += '.', number(ideal * 100'000 / kernel % 1000);
    cell(scratch_);
    empty(3);
    row_.back() = '\n';
    host_ += host_time + random_.between(300, 9000);
    device_ += gap + firmware;
    return row_;
  }

 private:
  const op_kind& pick() {
    int left = static_cast<int>(random_.between(0, total_weight - 1));
    std::size_t i = 0;
    while (left >= kinds[i].weight) left -= kinds[i++].weight;
    return kinds[i];
  }

  void number(std::uint64_t value) {
    std::array<char, 20> digits{};
    scratch_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  }

  void expand(std::string_view pattern) {
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      const std::size_t plain = pattern.find_first_of("@#$", i);
      scratch_.append(pattern.substr(i, plain - i));
      if (plain == pattern.npos) return;
      i = plain;
      if (pattern[i] != '$') {
        number(random_.between(1, pattern[i] == '@' ? 7 : 9999));
        continue;
      }
      ++i;
      expand(pattern[i] == 'D'   ? dram_config
             : pattern[i] == 'S' ? sharded_config
             : pattern[i] == 'W' ? sliding_window
                                 : compute_config);
    }
  }

  void tensor(std::uint64_t y, std::uint64_t x, std::string_view type, std::string_view memory) {
    for (std::uint64_t extent : {std::uint64_t{1}, std::uint64_t{1}, y, x}) {
      scratch_.clear();
      number(extent), scratch_ += '[', number(extent), scratch_ += ']';
      cell(scratch_);
    }
    cell("TILE"), cell(type), cell(memory);
  }

  /// The sources of kernels, and names with hashes for them.
  template <std::size_t N>
  void kernels(const std::array<std::string_view, N>& paths) {
    for (bool source : {true, false}) {
      scratch_ = "[";
      for (std::string_view path : paths) {
        if (path.empty()) continue;
        if (scratch_.size() > 1) scratch_ += "; ";
        if (source) {
          scratch_.append("'ttnn/cpp/ttnn/operations/").append(path).append("'");
        } else {
          const std::string_view file = path.substr(path.rfind('/') + 1);
          scratch_.append("'").append(file.substr(0, file.find('.'))).append("/");
          number(random_.next());
          scratch_ += "/'";
        }
      }
      scratch_ += ']';
      cell(scratch_);
    }
  }

  /// Appends a cell and a comma. Cells are quoted at random, about 100 / `quoted_percent` apart.
  void cell(std::string_view text, bool list = false) {
    if (--until_quoted_ != 0) {
      row_.append(text) += ',';
      return;
    }
    until_quoted_ = random_.between(1, 2 * 100 / quoted_percent - 1);
    row_ += '"';
    if (list) {
      row_.append(text.substr(0, text.size() - 1)).append("; 'scope': 'block ");
      row_.append(std::to_string(random_.between(1, 99))).append(", branch \"\"main\"\"");
      if (random_.between(1, 8) == 1) row_ += '\n';
      row_.append(", pass 2'}");
    } else {
      row_.append(text);
    }
    row_ += "\",";
  }
  void cell(std::uint64_t value) {
    std::array<char, 20> digits{};
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    cell(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
  }
  void empty(int count) {
    for (int i = 0; i < count; ++i) cell("");
  }

  random_numbers random_{};
  std::string row_{}, scratch_{};
  std::uint64_t calls_ = 0, host_ = 11'491'655'433, device_ = 17'397'991'088'874;
  std::uint64_t until_quoted_ = 25;
};

/// The position after the row that starts at `from`; line breaks between quotes do not end it.
std::size_t row_end(std::string_view text, std::size_t from) {
  bool in_quotes = false;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (text[i] == '"') in_quotes = !in_quotes;
    if (text[i] == '\n' && !in_quotes) return i + 1;
  }
  return text.size();
}

bool repeat(output& out, std::string_view text) {
  const std::size_t first = row_end(text, 0);
  if (first == text.size()) return false;
  if (!out.take(text.substr(0, first))) return true;
  while (out.take(text.substr(first))) {
  }
  for (std::size_t at = first; at < text.size();) {
    const std::size_t end = row_end(text, at);
    if (!out.take(text.substr(at, end - at))) break;
    at = end;
  }
  return true;
}

int usage() {
  std::fputs("usage: bench_generate_ops_csv --generate BYTES [OUTPUT]\n"
             "       bench_generate_ops_csv --repeat INPUT BYTES [OUTPUT]\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  const int size_at = mode == "--generate" ? 2 : mode == "--repeat" ? 3 : 0;
  if (size_at == 0 || argc <= size_at || argc > size_at + 2) return usage();
  const std::string_view size(argv[size_at]);
  std::uint64_t limit = 0;
  const auto parsed = std::from_chars(size.data(), size.data() + size.size(), limit);
  if (parsed.ec != std::errc{} || parsed.ptr != size.data() + size.size()) return usage();

  std::string input;
  if (mode == "--repeat") {
    std::ifstream file(argv[2], std::ios::binary);
    input.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    if (!file) {
      std::fprintf(stderr, "bench_generate_ops_csv: cannot read %s\n", argv[2]);
      return 1;
    }
    if (!input.empty() && input.back() != '\n') input += '\n';
  }

  const char* const path = argc > size_at + 1 ? argv[size_at + 1] : nullptr;
  std::FILE* const file = path == nullptr ? stdout : std::fopen(path, "wb");
  if (file == nullptr) {
    std::perror(path);
    return 1;
  }
  output out(file, limit);
  bool has_rows = true;
  if (mode == "--repeat") {
    has_rows = repeat(out, input);
  } else {
    row_maker rows;
    std::string_view text;
    const std::string columns = header();
    for (text = columns; out.take(text);) text = rows.next();
  }
  if (!out.close()) {
    std::perror("bench_generate_ops_csv");
    return 1;
  }
  if (!has_rows) {
    std::fprintf(stderr, "bench_generate_ops_csv: %s has no rows to repeat\n", argv[2]);
    return 1;
  }
  return 0;
}
