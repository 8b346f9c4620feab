#ifndef RIDGELINE_XLA_RECORD_HLO_HPP
#define RIDGELINE_XLA_RECORD_HLO_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <ridgeline/core/dtype.hpp>
#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/core/missing.hpp>

namespace ridgeline {

/// The element types of XLA, numbered as in its protocol buffers (xla_data.proto, PrimitiveType).
enum class hlo_type : std::uint8_t {
  invalid, pred, s8, s16, s32, s64, u8, u16, u32, u64, f16, f32, f64, tuple, opaque, c64, bf16, token, c128, f8e5m2,
  f8e4m3fn, s4, u4, f8e4m3b11fnuz, f8e5m2fnuz, f8e4m3fnuz, s2, u2, f8e4m3, f8e3m4, s1, u1, f4e2m1fn, f8e8m0fnu
};

/// One row per type: its name, the bits per element (0: it has no elements), and the number format for looking up a
/// chip's peak (`any` if chips publish none).
struct hlo_type_facts {
  std::string_view name;
  int bits;
  dtype format;
};

inline constexpr std::array<hlo_type_facts, 34> hlo_type_table{{
    {"?", 0, dtype::any},        {"pred", 8, dtype::boolean},   {"s8", 8, dtype::int8},
    {"s16", 16, dtype::int16},   {"s32", 32, dtype::int32},     {"s64", 64, dtype::int64},
    {"u8", 8, dtype::uint8},     {"u16", 16, dtype::uint16},    {"u32", 32, dtype::uint32},
    {"u64", 64, dtype::any},     {"f16", 16, dtype::fp16},      {"f32", 32, dtype::fp32},
    {"f64", 64, dtype::fp64},    {"tuple", 0, dtype::any},      {"opaque", 0, dtype::any},
    {"c64", 64, dtype::complex64}, {"bf16", 16, dtype::bf16},   {"token", 0, dtype::any},
    {"c128", 128, dtype::complex128}, {"f8e5m2", 8, dtype::fp8}, {"f8e4m3fn", 8, dtype::fp8},
    {"s4", 4, dtype::int4},      {"u4", 4, dtype::any},         {"f8e4m3b11fnuz", 8, dtype::fp8},
    {"f8e5m2fnuz", 8, dtype::fp8}, {"f8e4m3fnuz", 8, dtype::fp8}, {"s2", 2, dtype::any},
    {"u2", 2, dtype::any},       {"f8e4m3", 8, dtype::fp8},     {"f8e3m4", 8, dtype::fp8},
    {"s1", 1, dtype::any},       {"u1", 1, dtype::any},         {"f4e2m1fn", 4, dtype::fp4},
    {"f8e8m0fnu", 8, dtype::fp8},
}};

constexpr hlo_type hlo_type_of(std::uint64_t number) {
  return number < hlo_type_table.size() ? static_cast<hlo_type>(number) : hlo_type::invalid;
}
constexpr const hlo_type_facts& facts_of(hlo_type t) { return hlo_type_table[static_cast<std::size_t>(t)]; }
constexpr std::string_view name_of(hlo_type t) { return facts_of(t).name; }
/// Bytes per element as packed by XLA:GPU; a `pred` takes one.
constexpr byte_count size_of(hlo_type t) { return facts_of(t).bits / 8.0 * B; }
constexpr bool is_complex(hlo_type t) { return t == hlo_type::c64 || t == hlo_type::c128; }
constexpr bool is_floating(hlo_type t) {
  return t == hlo_type::f16 || t == hlo_type::f32 || t == hlo_type::f64 || t == hlo_type::bf16 ||
         facts_of(t).format == dtype::fp8 || facts_of(t).format == dtype::fp4;
}

/// Whether a further output of a library call is its scratch memory: an array of bytes.
constexpr bool is_scratch(hlo_type t, std::size_t extents) {
  return (t == hlo_type::u8 || t == hlo_type::s8) && extents == 1;
}

/// The type that two operands are multiplied in: the wider one, to which the other is converted; of two equally wide
/// ones, the floating-point one.
constexpr hlo_type multiplied_as(hlo_type a, hlo_type b) {
  const int of_a = facts_of(a).bits, of_b = facts_of(b).bits;
  return of_a != of_b ? (of_a > of_b ? a : b) : is_floating(a) ? a : b;
}

/// A list of integers of a module: a range of its `numbers` from `first` on.
struct hlo_list {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// A shape. `layout` lists the dimensions from fastest- to slowest-varying; a tuple has `parts`, which are shapes.
struct hlo_shape {
  hlo_type type = hlo_type::invalid;
  bool has_layout = false;
  hlo_list dims{};
  hlo_list layout{};
  hlo_list parts{};
};

/// The contracting and batch dimensions of a matrix product's operands. For a product of ragged groups, also the
/// dimensions of the second operand of which each row meets only one index, such as the weights of experts.
struct hlo_dot {
  hlo_list lhs_contracting{}, rhs_contracting{}, lhs_batch{}, rhs_batch{}, rhs_group{};
  bool ragged = false;
};

/// The meaning of the dimensions of input, kernel and output in a convolution.
struct hlo_conv {
  std::int64_t kernel_input_feature = 0, kernel_output_feature = 0;
  std::int64_t input_batch = 0, input_feature = 0;
  std::int64_t output_batch = 0, output_feature = 0;
  hlo_list kernel_spatial{}, input_spatial{}, output_spatial{};
};

/// How a convolution's kernel moves along one spatial dimension.
struct hlo_window {
  std::int64_t size = 0, stride = 1, padding_low = 0, padding_high = 0;
  std::int64_t kernel_dilation = 1, input_dilation = 1;  ///< distance between elements of the kernel, of the input
};

/// One instruction. `shape`, `dot` and `conv` are indices into the module's tables; operands are ids in the same
/// computation; `called` are ids of computations.
struct hlo_instruction {
  symbol name = missing<symbol>;
  symbol opcode = missing<symbol>;
  symbol target = missing<symbol>;       ///< target of a custom call
  symbol fusion_kind = missing<symbol>;
  symbol op_name = missing<symbol>;      ///< name path in the framework
  symbol source_file = missing<symbol>;
  symbol config = missing<symbol>;       ///< backend config: JSON, or `{key = value : type, ...}` for typed FFI
  std::uint32_t computation = missing<std::uint32_t>;
  std::uint32_t shape = missing<std::uint32_t>;
  std::uint32_t dot = missing<std::uint32_t>;
  std::uint32_t conv = missing<std::uint32_t>;
  std::int64_t id = 0;
  std::int64_t source_line = 0;
  bool source_by_frame = false;          ///< the source is that of its stack frame
  std::int64_t feature_groups = 1;
  std::int64_t parameter = 0;            ///< number of a parameter
  hlo_list operands{};
  hlo_list called{};
  hlo_list groups{};                     ///< for a collective: each group's size, then its members
  bool has_channel = false;              ///< a collective that reaches across partitions
  bool global_ids = false;               ///< the members of its groups are devices, by replica and then partition
  hlo_list window{};                     ///< for a convolution: six numbers per spatial dimension: `hlo_window`
  hlo_list pairs{};                      ///< for a permutation: alternating sources and targets
};

/// A computation: `count` instructions of the module from `first` on, and the id of its root, whose value it
/// returns.
struct hlo_computation {
  symbol name = missing<symbol>;
  std::int64_t id = 0;
  std::int64_t root = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// A compiled program. Texts are symbols of the trace that contains it.
struct hlo_module {
  symbol name = missing<symbol>;
  std::int64_t program = missing<std::int64_t>;
  std::int64_t devices = missing<std::int64_t>;  ///< number of devices it runs on: replicas times partitions
  std::int64_t partitions = missing<std::int64_t>;
  hlo_list assigned{};  ///< these devices, in the order of replicas, then of partitions; empty if not given
  std::vector<hlo_computation> computations;
  std::vector<hlo_instruction> instructions;
  std::vector<hlo_shape> shapes;
  std::vector<hlo_dot> dots;
  std::vector<hlo_conv> convs;
  std::vector<std::int64_t> numbers;
  std::vector<std::uint32_t> by_name;           ///< instructions by name symbol
  std::vector<std::uint32_t> by_id;             ///< instructions by computation and id
  std::vector<std::uint32_t> computation_ids;    ///< computations by id

  std::span<const std::int64_t> list(hlo_list l) const { return {numbers.data() + l.first, l.count}; }

  bool is_root(const hlo_instruction& i) const {
    return known(i.computation) && computations[i.computation].root == i.id;
  }

  /// Sorts the three indices below; call it after everything has been added.
  void index();
  /// The instruction of that name, or the first if a broken module has several; missing if there is none.
  std::uint32_t find(symbol wanted) const;
  /// The instruction with that id in a computation; missing if there is none.
  std::uint32_t find(std::uint32_t computation, std::int64_t id) const;
  std::uint32_t find_computation(std::int64_t id) const;
};

/// The place of an instruction in a trace: the number of its module, and its number in the module.
struct xla_place {
  std::uint32_t module = missing<std::uint32_t>;
  std::uint32_t instruction = missing<std::uint32_t>;

  bool found() const { return known(instruction); }
};

}  // namespace ridgeline

#endif  // RIDGELINE_XLA_RECORD_HLO_HPP
