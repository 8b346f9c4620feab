// A chip without a published peak for some math has no roof for it; nothing is guessed from another number format.
// expect: publishes_peak
// expect: wormhole
// lines: 30
#include <ridgeline/core.hpp>

inline constexpr ridgeline::math vector_fp8{ridgeline::engine::vector, ridgeline::dtype::fp8};
#ifdef RIDGELINE_MUST_PASS
inline constexpr ridgeline::math asked = ridgeline::hifi2;
#else
inline constexpr ridgeline::math asked = vector_fp8;
#endif
inline constexpr ridgeline::op::matmul op{1, 2, 3, 4};
inline constexpr ridgeline::roof roof = ridgeline::roofline<ridgeline::hw::wormhole, asked>(op);
