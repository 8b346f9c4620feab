#ifndef RIDGELINE_TT_OP_ROOF_BODY_HPP
#define RIDGELINE_TT_OP_ROOF_BODY_HPP

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include <ridgeline/op/attention.hpp>
#include <ridgeline/tt/op/attributes.hpp>
#include <ridgeline/tt/op/ops.hpp>
#include <ridgeline/tt/op/roof.hpp>

namespace ridgeline {

namespace tt_detail {

/// The inputs of a model.
struct roof_input {
  const tt_op& op;
  const tt_op_detail& detail;
  const hw::device* chip;
  double cores;
  int reads;  ///< of the model

  std::string_view attributes() const { return op.attributes; }
  std::optional<int> number(std::string_view key) const { return tt_attributes::integer(op.attributes, key); }
  flop_rate peak() const {
    if (chip == nullptr || !(cores > 0)) return missing<flop_rate>;
    return hw::peak_rate(*chip, {engine::matrix, tt_dtype(op.in0.type), tt_fidelity(op.fidelity)}, cores);
  }
  /// The rate on a chip with per-core peaks: `per_core` FLOP per clock on each core.
  flop_rate rate_of(double per_core) const {
    if (chip == nullptr || !chip->peaks_per_core || !(cores > 0)) return missing<flop_rate>;
    return per_core * FLOPpcycle * chip->clock * cores;
  }
};

byte_count bytes_of(const tt_tensor& t) { return t.elements() * tt_element_size(t.type, {}); }
/// The bytes of a tensor in DRAM; 0 if it is elsewhere.
byte_count dram_of(const tt_tensor& t) { return t.in_dram() ? bytes_of(t) : byte_count{}; }
/// The bytes of all that is read and written in DRAM. An output that the caller gave is recorded as one more input.
byte_count all_dram(const roof_input& in) {
  if (in.reads == 0) return in.detail.dram_in + in.detail.dram_out;
  return dram_of(in.op.in0) + (in.reads > 1 ? dram_of(in.op.in1) : byte_count{}) + in.detail.dram_out;
}

void movement(const roof_input& in, tt_roof& roof) { roof.dram = all_dram(in); }

void matmul_roof(const roof_input& in, tt_roof& roof) {
  const tt_matmul matmul = tt_matmul::from(in.op, {in.chip, {}});
  roof.flops = matmul.flops();
  const bool in_part = core_detail::has_any(in.op.code, {"SparseMatmul", "AttnMatmul"});  // reads part of an operand
  roof_input operands = in;
  // What the caller gave to gather or to scatter into is recorded as inputs, too.
  if (core_detail::has_any(in.op.code, {"AllGather", "ReduceScatter"})) operands.reads = 2;
  roof.dram = in_part ? matmul.bytes() : all_dram(operands);
  if (!known(roof.flops)) roof.lacks = "extents";
  // A bias is one row of tiles; what is as large as a taller output is the output, which was given.
  const byte_count more = in.detail.dram_in - dram_of(in.op.in0) - dram_of(in.op.in1), out = dram_of(in.op.out0);
  const bool plain = in.op.code == "MatmulDeviceOperation" || in.op.code == "Matmul";
  if (plain && in.op.out0.y() > 32 && out.base() > 0 && more >= out) roof.dram -= out;
  roof.compute = roof.flops / in.peak();
}

void conv_roof(const roof_input& in, tt_roof& roof) {
  roof.flops = tt_conv::from(in.op, {in.chip, {}}).flops();
  roof.dram = all_dram(in);
  roof.compute = roof.flops / in.peak();
}

/// `logical_n` is the length over the whole ring. If the record does not state whether the mask is causal, it is
/// assumed to be, as it may be; joint attention never is by itself. With `chunk_start_idx`, the queries are those from
/// there on, and the keys are in a pool of pages, `pages x kv heads x page x d`, whose extents say nothing of their
/// number. `RingDistributed...` has all queries and keys, of which it computes the part that its output holds.
void attention_roof(const roof_input& in, tt_roof& roof) {
  const tt_tensor &q = in.op.in0, &k = in.op.in1;
  const auto is = [&](std::string_view word) { return in.op.code.find(word) != std::string_view::npos; };
  if (is("Windowed") || is("Sparse") || is("Vsa") || is("Neighborhood")) {
    roof.lacks = tt_lacks_keys;
    return;
  }
  const std::optional<int> start = in.number("'chunk_start_idx': '");
  if (!start && known(q.w()) && known(k.w()) && q.w() != k.w()) {
    roof.lacks = tt_lacks_cached_length;
    return;
  }
  const double joint = known(in.detail.in3_rows) && is("Joint") ? in.detail.in3_rows : 0;
  const bool distributed = is("RingDistributed");
  const double ring = distributed ? 1 : std::max(1, in.number("'ring_size': '").value_or(1));
  const double stated = in.number("'logical_n': '").value_or(0);
  const double queries = q.y() + joint;
  const double keys = (start ? std::max(0, *start) + q.y() : stated > 0 ? stated : k.y() * ring) + joint;
  const bool causal = tt_attributes::flag(in.attributes(), "'is_causal': '").value_or(!is("Joint"));
  const int window = in.number("'sliding_window_size': '").value_or(0);
  double pairs = queries * keys;
  // The queries of a ring's devices are not the last ones of the keys: on average half of the pairs remain.
  if (causal)
    pairs = ring > 1 ? pairs / 2 : op::pairs_in_band(std::min(queries, keys), keys, window > 0 ? window : keys, 0);
  if (window > 0) pairs = std::min(pairs, queries * window);
  const double part = distributed ? in.op.out0.y() / q.y() : 1;
  roof.flops = attention_flops(q.w() * q.z(), part * pairs, q.x(), in.op.out0.x());
  roof.dram = all_dram(in);
  if (start) {
    const double read = window > 0 ? std::min(keys, queries + window) : keys;
    const double filled = std::min(1.0, q.w() * read / (k.w() * k.y()));
    roof.dram = dram_of(q) + (in.detail.dram_in - dram_of(q)) * filled + in.detail.dram_out;
  }
  roof.compute = roof.flops / in.peak();
}

/// The integers of a list after `key`: `{127; 63}` or `[127, 63]`.
std::vector<double> numbers_after(std::string_view attributes, std::string_view key) {
  constexpr std::size_t most = 4096;
  std::vector<double> numbers;
  const std::optional<std::string_view> rest = tt_attributes::after(attributes, key);
  if (!rest) return numbers;
  std::string_view list = rest->substr(0, rest->find('\''));
  while (!list.empty() && numbers.size() < most) {
    int value = 0;
    const auto done = std::from_chars(list.data(), list.data() + list.size(), value);
    if (done.ec == std::errc{}) numbers.push_back(value);
    const bool digits = done.ec != std::errc::invalid_argument;  // also for a number that is too large
    list.remove_prefix(digits ? static_cast<std::size_t>(done.ptr - list.data()) : 1);
  }
  return numbers;
}

/// Decoding: queries `1 x batch x heads x d`, caches `batch x kv heads x capacity x d`, of which the cached length
/// is read. With `use_mla`, the values are the first `head_dim_v` numbers of the keys.
void decode_roof(const roof_input& in, tt_roof& roof) {
  double cached = 0;
  const int window = in.number("'sliding_window_size': '").value_or(0);
  for (const double last : numbers_after(in.attributes(), "'cur_pos': '")) {
    const double length = std::max(0.0, last + 1);
    cached += window > 0 ? std::min<double>(length, window) : length;
  }
  if (!(cached > 0)) {
    roof.lacks = "the cached lengths (they are in a tensor)";
    return;
  }
  const tt_tensor &q = in.op.in0, &k = in.op.in1;
  const bool latent = tt_attributes::flag(in.attributes(), "'use_mla': '").value_or(false);
  const double values = latent ? in.number("'head_dim_v': '").value_or(in.op.out0.x()) : k.x();
  roof.flops = attention_flops(q.y(), cached, k.x(), values);
  const byte_count keys = k.in_dram() ? k.z() * cached * k.x() * tt_element_size(k.type, {}) : byte_count{};
  roof.dram = (latent ? 1 : 2) * keys + dram_of(q) + in.detail.dram_out;
  roof.compute = roof.flops / in.peak();
}

/// Sums and differences: 128 FLOP per clock and core, at any fidelity. The second operand may be a number.
void binary_roof(const roof_input& in, tt_roof& roof) {
  roof_input operands = in;
  if (in.number("'scalar': '")) operands.reads = 1;
  movement(operands, roof);
  roof.flops = in.op.out0.elements() * FLOP;
  roof.compute = roof.flops / in.rate_of(128);
}
/// Reductions on the matrix unit: 512 FLOP per clock and core in one pass.
void reduce_roof(const roof_input& in, tt_roof& roof) {
  movement(in, roof);
  roof.flops = in.op.in0.elements() * FLOP;
  roof.compute = roof.flops / in.rate_of(512);
}
/// Reads no more of its input than it writes.
void slice_roof(const roof_input& in, tt_roof& roof) {
  const byte_count taken = in.op.out0.elements() * tt_element_size(in.op.in0.type, {});
  roof.dram = (in.op.in0.in_dram() ? taken : byte_count{}) + dram_of(in.op.out0);
}
/// Writes no more of its output than it reads.
void slice_write_roof(const roof_input& in, tt_roof& roof) {
  const byte_count given = in.op.in0.elements() * tt_element_size(in.op.out0.type, {});
  roof.dram = dram_of(in.op.in0) + (in.op.out0.in_dram() ? given : byte_count{});
}
/// Input 0 is the cache; input 1 is written into it. A fused update also writes input 3, which is in L1, into input 2,
/// the cache of the values.
void cache_roof(const roof_input& in, tt_roof& roof) {
  const byte_count given = in.op.in1.elements() * tt_element_size(in.op.in0.type, {});
  roof.dram = dram_of(in.op.in1) + (in.op.in0.in_dram() ? given : byte_count{});
  const bool fused = in.op.code.find("FusedUpdateCache") != std::string_view::npos ||
                     in.attributes().find("::FUSED_UPDATE") != std::string_view::npos;
  if (fused) roof.dram += in.detail.in3_elements * in.detail.in2_element;
}
/// Of cosines and sines, behind input 0, as many rows are read as it has: they may be those of all positions.
void rotary_roof(const roof_input& in, tt_roof& roof) {
  const byte_count x = dram_of(in.op.in0);
  roof.dram = x + (in.detail.dram_in - x) * std::fmin(1, in.op.in0.y() / in.op.in1.y()) + in.detail.dram_out;
}
/// Input 0 has the indices, input 1 is the table: one row of it is read per index, but none twice.
void embedding_roof(const roof_input& in, tt_roof& roof) {
  const tt_tensor& table = in.op.in1;
  const double rows = std::fmin(in.op.in0.elements(), in.op.out0.elements() / in.op.out0.x());  // the output is padded
  const byte_count taken = rows * table.x() * tt_element_size(table.type, {});
  roof.dram = dram_of(in.op.in0) + (table.in_dram() ? std::min(taken, bytes_of(table)) : byte_count{}) +
              in.detail.dram_out;
}

/// Collectives over rings and lines of devices: the data that must pass one link, divided among all links given to
/// the op.
void collective_roof(const roof_input& in, tt_roof& roof) {
  roof.dram = all_dram(in);
  const bool gather = roof.model == "all-gather", scatter = roof.model == "reduce-scatter";
  const double in0 = in.op.in0.elements(), out = in.op.out0.elements();
  double devices = in.number("'ring_size': '").value_or(0);
  if (devices < 2) devices = gather ? out / in0 : scatter ? in0 / out : missing<double>;
  const int links = in.number("'num_links': '").value_or(0);
  if (!(devices >= 2) || links <= 0) {
    roof.lacks = devices >= 2 ? "the number of links" : "the number of devices";
    return;
  }
  const bool ring = in.attributes().find("Topology::Ring") != std::string_view::npos;
  const byte_count whole = bytes_of(in.op.in0) * (gather ? devices : scatter ? 1.0 : 2.0);
  roof.link = collective_bytes(whole, devices, ring);
  if (in.chip != nullptr) roof.ethernet = roof.link / (tt_ethernet_link(in.chip->architecture) * links);
}

/// The model for an op: the first line whose word occurs in its code, and how many inputs it reads (0: all recorded).
struct roof_model {
  std::string_view word, name;
  void (*fill)(const roof_input&, tt_roof&);
  int reads = 0;
};
inline constexpr std::array roof_models{
    roof_model{"Matmul", "matmul", matmul_roof},
    roof_model{"OptimizedConvNew", "convolution", conv_roof},
    roof_model{"Conv2d", "convolution", conv_roof},
    roof_model{"PreAllGather", "norm", movement},
    roof_model{"PostAllGather", "norm", movement},
    roof_model{"RMSAllGather", "norm", movement},  // it gathers a few statistics only
    roof_model{"ScaledDotProductAttentionDecode", "attention, decode", decode_roof},
    roof_model{"ScaledDotProductAttentionGQADecode", "attention, decode", decode_roof},
    roof_model{"SdpaDecode", "attention, decode", decode_roof},
    roof_model{"SDPADecode", "attention, decode", decode_roof},
    roof_model{"ScaledDotProductAttention", "attention", attention_roof},
    roof_model{"SDPA", "attention", attention_roof},
    roof_model{"Sdpa", "attention", attention_roof},
    roof_model{"AllGather", "all-gather", collective_roof, 1},
    roof_model{"ReduceScatter", "reduce-scatter", collective_roof, 1},
    roof_model{"AllReduce", "all-reduce", collective_roof, 1},
    roof_model{"LayerNorm", "norm", movement},
    roof_model{"RMSNorm", "norm", movement},
    roof_model{"GroupNorm", "norm", movement},
    roof_model{"BatchNorm", "norm", movement},
    roof_model{"Softmax", "softmax", movement},
    roof_model{"Binary", "elementwise", binary_roof, 2},
    roof_model{"Unary", "elementwise", movement, 1},
    roof_model{"Ternary", "elementwise", movement},
    roof_model{"Where", "elementwise", movement},
    roof_model{"Typecast", "elementwise", movement, 1},
    roof_model{"RotaryEmbedding", "elementwise", rotary_roof},
    roof_model{"FastReduceNC", "reduction", movement, 1},
    roof_model{"Reduce", "reduction", reduce_roof, 1},
    roof_model{"ArgMax", "reduction", movement, 1},
    roof_model{"Accumulation", "reduction", movement, 1},
    roof_model{"SliceWrite", "slice", slice_write_roof},
    roof_model{"Slice", "slice", slice_roof},
    roof_model{"UpdateCache", "cache update", cache_roof},
    roof_model{"UpdateKVCache", "cache update", cache_roof},
    roof_model{"FillCache", "cache update", cache_roof},
    roof_model{"Embedding", "embedding", embedding_roof},
    roof_model{"ilize", "data movement", movement, 1},  // Tilize, Untilize
    roof_model{"Reshape", "data movement", movement, 1},
    roof_model{"Permute", "data movement", movement, 1},
    roof_model{"Transpose", "data movement", movement, 1},
    roof_model{"Concat", "data movement", movement},
    roof_model{"CreateHeads", "data movement", movement},
    roof_model{"CreateQKVHeads", "data movement", movement},
    roof_model{"Split", "data movement", movement},
    roof_model{"Pad", "data movement", movement, 1},
    roof_model{"Copy", "data movement", movement, 1},
    roof_model{"Clone", "data movement", movement, 1},
    roof_model{"Move", "data movement", movement, 1},
    roof_model{"Repeat", "data movement", movement, 1},
    roof_model{"Fold", "data movement", movement, 1},
    roof_model{"Halo", "data movement", movement, 1},
    roof_model{"Reshard", "data movement", movement, 1},
    roof_model{"ToInterleaved", "data movement", movement, 1},
    roof_model{"ToSharded", "data movement", movement, 1}};

}  // namespace tt_detail

tt_roof tt_roof_of(const tt_op& op, const tt_op_detail& detail, const hw::device* chip, double cores) {
  tt_roof roof;
  if (tt_only_sends(op.code)) return roof;
  for (const tt_detail::roof_model& m : tt_detail::roof_models) {
    if (op.code.find(m.word) == std::string_view::npos) continue;
    roof.model = m.name;
    m.fill({op, detail, chip, cores, m.reads}, roof);
    break;
  }
  const bool whole = roof.lacks.empty();  // otherwise the missing part might be the limit
  if (whole && chip != nullptr && roof.dram.base() > 0 && chip->dram.base() > 0) roof.memory = roof.dram / chip->dram;
  if (!roof.model.empty() && whole && !known(roof.ideal()))
    roof.lacks = chip == nullptr ? "the chip" : roof.dram.base() == 0 ? "DRAM traffic: it stays in L1" : "extents";
  return roof;
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_ROOF_BODY_HPP
