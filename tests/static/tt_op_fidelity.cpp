#include <ridgeline/tt/op/fidelity.hpp>

using namespace ridgeline;

namespace test_tt_op_fidelity {

using enum tt_hint;
constexpr auto sufficient = fidelity_verdict::sufficient, too_high = fidelity_verdict::too_high;
constexpr auto too_low = fidelity_verdict::too_low, unjudged = fidelity_verdict::none;
constexpr tt_hint no_hint = tt_hint::none;

/// Whether the three formats, at a given fidelity, get that verdict and that hint.
constexpr bool judged(const char* in0, const char* in1, const char* out, fidelity at, fidelity_verdict v, tt_hint h) {
  const fidelity_advice advice = judge_fidelity(at, in0, in1, out);
  return advice.verdict == v && advice.hint == h;
}

constexpr auto bf16 = "BFLOAT16", bfp8 = "BFLOAT8_B", bfp4 = "BFLOAT4_B", fp32 = "FLOAT32";
constexpr auto h4 = fidelity::hifi4, h3 = fidelity::hifi3, h2 = fidelity::hifi2, lo = fidelity::lofi;

// activations of 8 bits, output of 7 or more
static_assert(judged(bf16, bfp8, bf16, h4, sufficient, fid_hifi2_may_work));
static_assert(judged(bf16, bfp8, bf16, h2, too_low, fid_use_hifi4_if_not_flop_bound));
static_assert(judged(bf16, bfp8, bf16, lo, too_low, fid_use_hifi2_or_hifi4));
static_assert(judged(bf16, bfp4, bfp8, h4, sufficient, fid_hifi2_may_work));  // any weights; an output of 7 bits
static_assert(judged(bf16, bf16, fp32, lo, too_low, fid_use_hifi2_or_hifi4));
// activations of 8 bits, output of 3
static_assert(judged(bf16, bfp8, bfp4, h4, too_high, fid_hifi2_very_likely));
static_assert(judged(bf16, bfp8, bfp4, h2, sufficient, fid_lofi_may_suffice));
static_assert(judged(bf16, bfp4, bfp4, lo, too_low, fid_hifi2_may_be_better));
// other activations, weights and output of 7 or more
static_assert(judged(bfp8, bfp8, bf16, h4, too_high, fid_hifi2_sufficient));
static_assert(judged(bfp8, bf16, bfp8, h2, sufficient, no_hint));
static_assert(judged(bfp4, bfp8, bf16, lo, too_low, fid_hifi2_recommended));
static_assert(judged(fp32, fp32, fp32, h4, too_high, fid_hifi2_sufficient));  // 23 bits are not 8
// other activations, weights of 7 or more, output of 3
static_assert(judged(bfp8, bfp8, bfp4, h4, too_high, fid_hifi2_sufficient));
static_assert(judged(bfp8, bfp8, bfp4, h2, sufficient, fid_lofi_may_suffice));
static_assert(judged(bfp8, bf16, bfp4, lo, too_low, fid_hifi2_slightly_better));
// other activations, weights of 3, any output
static_assert(judged(bfp8, bfp4, bf16, h4, too_high, fid_lofi_sufficient));
static_assert(judged(bfp8, bfp4, bfp4, h2, too_high, fid_lofi_sufficient));
static_assert(judged(bfp4, bfp4, fp32, lo, sufficient, no_hint));

// HiFi3: like HiFi2 where HiFi4 is needed, like HiFi4 where that is too much
static_assert(judged(bf16, bfp8, bf16, h3, too_low, fid_use_hifi4_if_not_flop_bound));
static_assert(judged(bf16, bfp8, bfp4, h3, too_high, fid_hifi2_very_likely));
static_assert(judged(bfp8, bfp8, bf16, h3, too_high, fid_hifi2_sufficient));
static_assert(judged(bfp8, bfp8, bfp4, h3, too_high, fid_hifi2_sufficient));
static_assert(judged(bfp8, bfp4, bf16, h3, too_high, fid_lofi_sufficient));

// integers, unknown formats, an unknown fidelity
static_assert(judged("UINT8", bf16, bf16, h4, unjudged, fid_integer_not_applicable));
static_assert(judged(bf16, "UINT16", bf16, h4, unjudged, fid_integer_not_applicable));
static_assert(judged(bf16, bf16, "INT32", h4, unjudged, fid_integer_not_applicable));
static_assert(judged("FLOAT8", "UINT32", bf16, h4, unjudged, fid_integer_not_applicable));  // before the unknown
static_assert(judged("FLOAT8", bf16, bf16, h4, unjudged, fid_unknown_datatype));
static_assert(judged("", bf16, bf16, h4, unjudged, fid_unknown_datatype));
static_assert(judged(bf16, bf16, bf16, fidelity::any, unjudged, no_hint));

}  // namespace test_tt_op_fidelity
