#include <ridgeline/core.hpp>

using namespace ridgeline;

namespace test_hw_descriptor {

// The minimum that makes a chip.
struct toy {
  static constexpr std::string_view name = "toy";
  static constexpr int cores = 10;
  static constexpr bandwidth dram = 100 * GBps;
  static constexpr std::array peaks{peak{matrix_bf16, 5 * TFLOPps}, peak{lofi, 8 * TFLOPps}, peak{hifi2, 4 * TFLOPps}};
};
static_assert(hardware<toy>);
static_assert(hw::image<toy>().name == "toy" && hw::image<toy>().vendor.empty() && hw::image<toy>().aliases.empty());
static_assert(!known(hw::image<toy>().memory) && !known(hw::image<toy>().link) && !known(hw::image<toy>().clock));
static_assert(hw::image<toy>().cores == 10 && hw::image<toy>().dram == 100 * GBps);

// Each missing fact has its own concept.
struct nameless {
  static constexpr int cores = 1;
};
static_assert(!has_name<nameless> && has_cores<nameless> && !has_memory_bandwidth<nameless> && !has_peaks<nameless>);
struct wrong_units {
  static constexpr byte_count dram = 100 * GB;  // a capacity is not a bandwidth
};
static_assert(!has_memory_bandwidth<wrong_units> && !has_cores<wrong_units>);
struct half_a_core {
  static constexpr double cores = 2.5;  // would be 2 without a word
};
static_assert(!has_cores<half_a_core>);
static_assert(!hardware<nameless> && !hardware<wrong_units> && !hardware<int>);

// A figure converts to its value and keeps its source.
constexpr figure<bandwidth> measured{90 * GBps, basis::measured, "a bench"};
static_assert(measured == 90 * GBps && measured.basis == basis::measured);
static_assert(std::string_view(measured.source) == "a bench");
static_assert(name_of(basis::vendor) == "vendor" && name_of(basis::derived) == "derived");
static_assert(name_of(basis::measured) == "measured" && name_of(basis::doubtful) == "doubtful");
struct figured : toy {
  static constexpr figure<int> cores{12, basis::derived, "counted"};
  static constexpr figure<bandwidth> dram{90 * GBps, basis::doubtful, "heard"};
  static constexpr figure<byte_count> memory{8 * GB, basis::vendor, "page"};
};
static_assert(hardware<figured> && hw::image<figured>().cores == 12 && hw::image<figured>().memory == 8 * GB);
static_assert(hw::image<figured>().dram_basis == basis::doubtful);
static_assert(std::string_view(hw::image<figured>().dram_source) == "heard");

// A peak is found for the exact math, else for a wider `any`, else not at all.
static_assert(peak_of<toy, matrix_bf16> == 5 * TFLOPps);
static_assert(peak_of<toy, math{engine::matrix, dtype::bfp8, fidelity::lofi}> == 8 * TFLOPps);
static_assert(peak_of<toy, math{engine::matrix, dtype::bf16, fidelity::hifi2}> == 5 * TFLOPps);  // listed first
static_assert(!publishes_peak<toy, matrix_fp8> && !publishes_peak<toy, vector_fp32> && !publishes_peak<toy, hifi4>);
static_assert(find_peak({}, matrix_bf16) == nullptr);

// The ridge: 5000 GFLOP/s over 100 GB/s is 50 FLOP/B.
static_assert(ridge_point<toy, matrix_bf16> == 50 * FLOPpB);
// MI300X in BF16: 1307.4e12 / 5300e9 = 246.68 FLOP/B; Wormhole at LoFi: 262144 / 288 = 910.2.
static_assert(ridge_point<hw::mi300x, matrix_bf16> > 246.6 * FLOPpB);
static_assert(ridge_point<hw::mi300x, matrix_bf16> < 246.7 * FLOPpB);
static_assert(ridge_point<hw::wormhole, lofi> > 910.2 * FLOPpB && ridge_point<hw::wormhole, lofi> < 910.3 * FLOPpB);

// A table from one source: rows in TFLOP/s, with a clock only where it differs from the chip's own.
constexpr auto table = rates(basis::vendor, "sheet", {{matrix_fp16, 1.5}, {matrix_fp8, 3, 1830}});
static_assert(table.size() == 2 && table[0].at == matrix_fp16 && table[0].rate == 1500 * GFLOPps);
static_assert(table[0].clock.base() == 0 && table[1].clock == 1830 * MHz && table[1].basis == basis::vendor);

// Derived from a printed figure: 1.5 times 4 and times 2, at the printed figure's clock, and marked as derived.
constexpr auto more = with_ratios(rates(basis::vendor, "sheet", {{matrix_fp8, 3}, {vector_fp32, 1.5, 1830}}),
                                  vector_fp32, {{vector_fp16, 4}, {vector_bf16, 2}}, "guide");
static_assert(more.size() == 4 && more[0].at == matrix_fp8 && more[1].basis == basis::vendor);
static_assert(more[2].at == vector_fp16 && more[2].rate == 6 * TFLOPps && more[3].rate == 3 * TFLOPps);
static_assert(more[3].basis == basis::architecture && more[3].clock == 1830 * MHz);
static_assert(std::string_view(more[3].source) == "guide" && name_of(basis::architecture) == "architecture");

// The run-time form: peaks are for the whole chip, unless they are quoted per core.
static_assert(hw::peak_rate(hw::image<toy>(), matrix_bf16, 1) == 5 * TFLOPps);
struct toy_per_core : toy {
  static constexpr bool peaks_per_core = true;
  static constexpr frequency clock = 1000 * MHz;
};
constexpr hw::device per_core = hw::image<toy_per_core>();
static_assert(hw::peak_rate(per_core, matrix_bf16) == 5 * TFLOPps);
static_assert(hw::peak_rate(per_core, matrix_bf16, 4) == 2 * TFLOPps);                   // 5 / 10 * 4
static_assert(hw::peak_rate(per_core.with_cores(20), matrix_bf16) == 10 * TFLOPps);      // 5 / 10 * 20
static_assert(hw::peak_rate(per_core.with_clock(500 * MHz), lofi) == 4 * TFLOPps);       // 8 * 500 / 1000
static_assert(per_core.with_cores(0).cores == 10 && per_core.with_cores(-1).cores == 10);
static_assert(hw::peak_rate(per_core.with_clock(missing<frequency>), lofi) == 8 * TFLOPps);
static_assert(hw::peak_rate(per_core.with_clock(0 * MHz), lofi) == 8 * TFLOPps);
static_assert(hw::image<toy>().with_clock(500 * MHz).clock_scale == 1);  // no nominal clock to compare with
static_assert(!known(hw::peak_rate(per_core, matrix_fp8)));
static_assert(!known(hw::peak_rate(per_core, matrix_bf16, 0, hw::roof_kind::achievable)));
// Rows of several clocks each scale from their own; at the nominal clock all stay as printed.
struct two_clocks : toy {
  static constexpr frequency clock = 2000 * MHz;
  static constexpr auto peaks = rates(basis::vendor, "sheet", {{vector_fp32, 2}, {matrix_bf16, 8, 1600}});
};
constexpr hw::device fast = hw::image<two_clocks>();
static_assert(hw::peak_rate(fast, matrix_bf16) == 8 * TFLOPps && hw::peak_rate(fast, vector_fp32) == 2 * TFLOPps);
static_assert(hw::peak_rate(fast.with_clock(1000 * MHz), vector_fp32) == 1 * TFLOPps);  // 2 * 1000 / 2000
static_assert(hw::peak_rate(fast.with_clock(1000 * MHz), matrix_bf16) == 5 * TFLOPps);  // 8 * 1000 / 1600

// Names: letter case, blanks, hyphens and underscores do not matter; anything else does.
static_assert(hw::same_name("H100-PCIe", "h100_pcie") && hw::same_name("TPU v5 lite", "tpu_v5-LITE"));
static_assert(!hw::same_name("h100", "h100 ") && !hw::same_name("h100", "h200") && hw::same_name("", ""));
static_assert(!hw::same_name("[", "{") && !hw::same_name("@", "`"));  // 0x20 apart, but not letters

// A set finds chips by names and aliases; the newest chip of `with` wins, also when a name is already in use.
struct my_h100 : toy {
  static constexpr std::string_view name = "h100";
};
static_assert(hw::chips::find("h100")->name == "h100_sxm" && hw::chips::find("no such chip") == nullptr);
static_assert(hw::chips::with<my_h100>::find("H100")->cores == 10);
static_assert(hw::chips::with<my_h100>::find("h100_sxm")->cores == 132);
static_assert(hw::chips::with<toy>::with<my_h100>::images.size() == hw::chips::images.size() + 2);
// 15 + 12 + 40 + 6 + 5 chips are built in.
static_assert(hw::chips::images.size() == 88 && hw::checked_chips::clash.name.empty());
static_assert(hw::tenstorrent_chips::images.size() == 15 && hw::amd_chips::images.size() == 12);
static_assert(hw::nvidia_chips::images.size() == 50 && hw::google_chips::images.size() == 6);
static_assert(hw::intel_chips::images.size() == 5);
// A clash is the first name that two chips of a list claim.
static_assert(hw::detail::find_clash(hw::chips::with<my_h100>::images).first == 0);
static_assert(hw::detail::find_clash(hw::chips::with<my_h100>::images).name == "h100");
static_assert(hw::detail::find_clash(hw::chip_list<toy, my_h100>::images).name.empty());
static_assert(hw::detail::find_clash(hw::chip_list<>::images).name.empty());

// The chips of tt-perf-report 1.2.4 are in a separate set, under the same names.
static_assert(hw::chips::find("wormhole")->peaks.size() == 4);

int nothing;

}  // namespace test_hw_descriptor
