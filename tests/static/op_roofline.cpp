#include <ridgeline/core.hpp>

using namespace ridgeline;

namespace test_op_roofline {

struct toy {  // 1 TFLOP/s over 100 GB/s: the ridge is at 10 FLOP/B
  static constexpr std::string_view name = "toy";
  static constexpr int cores = 4;
  static constexpr bool peaks_per_core = true;
  static constexpr bandwidth dram = 100 * GBps;
  static constexpr bandwidth achievable_dram = 80 * GBps;
  static constexpr std::array peaks{peak{matrix_bf16, 1 * TFLOPps}};
  static constexpr std::array achievable{peak{matrix_bf16, 500 * GFLOPps, basis::measured, "bench"}};
};
static_assert(ridge_point<toy, matrix_bf16> == 10 * FLOPpB);

struct work {
  double flop, byte;
  constexpr flop_count flops() const { return flop * FLOP; }
  constexpr byte_count bytes() const { return byte * B; }
};
static_assert(op_model<work>);

// 2000 FLOP at 1000 FLOP/ns: 2 ns; 100 B at 100 B/ns: 1 ns. Left of the ridge memory bounds, right of it compute.
constexpr roof high = roofline<toy, matrix_bf16>(work{2000, 100});
static_assert(high.compute == 2 * ns && high.memory == 1 * ns && high.time() == 2 * ns);
static_assert(high.compute_bound() && !high.memory_bound());
constexpr roof low = roofline<toy, matrix_bf16>(work{2000, 500});
static_assert(low.memory == 5 * ns && low.time() == 5 * ns && low.memory_bound() && !low.compute_bound());
constexpr roof on_the_ridge = roofline<toy, matrix_bf16>(work{1000, 100});
static_assert(on_the_ridge.compute == on_the_ridge.memory && on_the_ridge.compute_bound());
static_assert(!on_the_ridge.memory_bound());

// The share of the roof that a measured time reaches.
static_assert(high.share(8 * ns) == 0.25 && high.share(2 * ns) == 1 && high.share(1 * ns) == 2);
static_assert(!known(high.share(0 * ns)) && !known(high.share(-1 * ns)) && !known(high.share(missing<time_quantity>)));

// The same at run time, on all cores or on some: one of four cores takes four times as long; memory is not divided.
constexpr hw::device d = hw::image<toy>();
static_assert(roofline(work{2000, 100}, d, matrix_bf16).compute == 2 * ns);
static_assert(roofline(work{2000, 100}, d, matrix_bf16, 1).compute == 8 * ns);
static_assert(roofline(work{2000, 100}, d, matrix_bf16, 1).memory == 1 * ns);
static_assert(roofline(work{2000, 100}, d.with_cores(8), matrix_bf16).compute == 1 * ns);
// The measured roof: 2000 / 500 = 4 ns, 100 / 80 = 1.25 ns.
constexpr roof measured = roofline(work{2000, 100}, d, matrix_bf16, 0, hw::roof_kind::achievable);
static_assert(measured.compute == 4 * ns && measured.memory == 1.25 * ns);

// An unknown limit does not bound: without one limit the other remains.
constexpr roof no_peak{missing<time_quantity>, 1 * ns};
static_assert(no_peak.time() == 1 * ns && !no_peak.compute_bound() && !no_peak.memory_bound());
constexpr roof no_bytes{2 * ns, missing<time_quantity>};
static_assert(no_bytes.time() == 2 * ns && !no_bytes.compute_bound() && !no_bytes.memory_bound());
static_assert(!known(roof{missing<time_quantity>, missing<time_quantity>}.time()));
#ifndef __clang__  // NaN arithmetic is not constant for clang; tests/op/roofline.cpp runs the same
static_assert(!known(roofline(work{2000, 100}, d, matrix_fp8).compute));
static_assert(!known(roofline(work{2000, missing<double>}, d, matrix_bf16).memory));
static_assert(roofline(work{2000, 100}, d, matrix_fp8).time() == 1 * ns);
static_assert(!known(roofline(work{missing<double>, missing<double>}, d, matrix_bf16).share(1 * ns)));
#endif

// At compile time, a chip without a published peak has no such roof; tests/fail has the sentences.
static_assert(publishes_peak<toy, matrix_bf16> && !publishes_peak<toy, matrix_fp8>);
static_assert(!publishes_peak<int, matrix_bf16> && op_model<work> && !op_model<int>);

// 4096 cubed in BF16 on an MI300X: 137.438953472 GFLOP at 1307.4 TFLOP/s is 105.12 us; 100.663296 MB at 5300 GB/s
// are 18.99 us: compute bound.
constexpr roof gemm = roofline<hw::mi300x, matrix_bf16>(op::matmul{1, 4096, 4096, 4096});
static_assert(gemm.compute > 105.12 * us && gemm.compute < 105.13 * us && gemm.compute_bound());
static_assert(gemm.memory > 18.99 * us && gemm.memory < 19 * us);
// A matrix by a vector on a Wormhole: 33.57 MB at 288 GB/s are 116.6 us; 33.55 MFLOP at LoFi 0.128 us: memory bound.
// 4096 * 4096 + 2 * 4096 = 16785408 elements of 2 B = 33570816 B; / 288 = 116565.3 ns. 2 * 4096^2 / 262144 = 128 ns.
constexpr roof gemv = roofline<hw::wormhole, lofi>(op::matmul{1, 1, 4096, 4096});
static_assert(gemv.compute == 128 * ns && gemv.memory_bound());
static_assert(gemv.memory > 116565 * ns && gemv.memory < 116566 * ns);

int nothing;

}  // namespace test_op_roofline
