#ifndef RIDGELINE_TT_OP_FIDELITY_HPP
#define RIDGELINE_TT_OP_FIDELITY_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include <ridgeline/core/dtype.hpp>
#include <ridgeline/hw/descriptor.hpp>
#include <ridgeline/tt/record/op.hpp>

namespace ridgeline {

/// Hints for a matmul in the report, in the order in which they are given.
enum class tt_hint : std::uint8_t {
  dram_shard,
  grid_small,
  in0_to_l1,
  no_program_config,
  in0_block_small,
  in0_block_missing,
  subblock_small,
  subblock_missing,
  blocks_good,
  fid_hifi2_may_work,
  fid_use_hifi4_if_not_flop_bound,
  fid_use_hifi2_or_hifi4,
  fid_hifi2_very_likely,
  fid_lofi_may_suffice,
  fid_hifi2_may_be_better,
  fid_hifi2_sufficient,
  fid_hifi2_recommended,
  fid_hifi2_slightly_better,
  fid_lofi_sufficient,
  fid_integer_not_applicable,
  fid_unknown_datatype,
  none  ///< no hint; last, so its value is the number of hints
};

/// Whether the passes over the mantissa match the number formats of a matmul.
enum class fidelity_verdict : std::uint8_t { none, sufficient, too_high, too_low };

struct fidelity_advice {
  fidelity_verdict verdict = fidelity_verdict::none;
  tt_hint hint = tt_hint::none;
};

namespace tt_detail {

/// One row of the table: the mantissa bits it applies to (0: any), and the advice for each fidelity.
struct fidelity_rule {
  int in0_exactly;
  int in1_least, in1_most;
  int out_least, out_most;
  fidelity_advice at_hifi4, at_hifi2, at_lofi;
};

inline constexpr int no_limit = 1000;
inline constexpr std::array<fidelity_rule, 5> fidelity_rules{{
    {8, 0, no_limit, 7, no_limit,
     {fidelity_verdict::sufficient, tt_hint::fid_hifi2_may_work},
     {fidelity_verdict::too_low, tt_hint::fid_use_hifi4_if_not_flop_bound},
     {fidelity_verdict::too_low, tt_hint::fid_use_hifi2_or_hifi4}},
    {8, 0, no_limit, 3, 3,
     {fidelity_verdict::too_high, tt_hint::fid_hifi2_very_likely},
     {fidelity_verdict::sufficient, tt_hint::fid_lofi_may_suffice},
     {fidelity_verdict::too_low, tt_hint::fid_hifi2_may_be_better}},
    {0, 7, no_limit, 7, no_limit,
     {fidelity_verdict::too_high, tt_hint::fid_hifi2_sufficient},
     {fidelity_verdict::sufficient, tt_hint::none},
     {fidelity_verdict::too_low, tt_hint::fid_hifi2_recommended}},
    {0, 7, no_limit, 3, 3,
     {fidelity_verdict::too_high, tt_hint::fid_hifi2_sufficient},
     {fidelity_verdict::sufficient, tt_hint::fid_lofi_may_suffice},
     {fidelity_verdict::too_low, tt_hint::fid_hifi2_slightly_better}},
    {0, 3, 3, 0, no_limit,
     {fidelity_verdict::too_high, tt_hint::fid_lofi_sufficient},
     {fidelity_verdict::too_high, tt_hint::fid_lofi_sufficient},
     {fidelity_verdict::sufficient, tt_hint::none}},
}};

}  // namespace tt_detail

/// Judges a fidelity by the mantissa bits of activations, weights and output; the first matching rule counts. HiFi3
/// is between its neighbours: if HiFi4 is needed it is judged like HiFi2, otherwise like HiFi4.
constexpr fidelity_advice judge_fidelity(fidelity at, std::string_view in0, std::string_view in1,
                                         std::string_view out) {
  const std::array<dtype, 3> types{tt_dtype(in0), tt_dtype(in1), tt_dtype(out)};
  for (dtype t : types)
    if (is_integer(t)) return {fidelity_verdict::none, tt_hint::fid_integer_not_applicable};
  for (dtype t : types)
    if (t != dtype::bf16 && t != dtype::bfp8 && t != dtype::bfp4 && t != dtype::fp32)
      return {fidelity_verdict::none, tt_hint::fid_unknown_datatype};
  const int a = facts_of(types[0]).mantissa_bits, b = facts_of(types[1]).mantissa_bits;
  const int c = facts_of(types[2]).mantissa_bits;
  for (const tt_detail::fidelity_rule& rule : tt_detail::fidelity_rules) {
    if (rule.in0_exactly != 0 && a != rule.in0_exactly) continue;
    if (b < rule.in1_least || b > rule.in1_most || c < rule.out_least || c > rule.out_most) continue;
    switch (at) {
      case fidelity::hifi4: return rule.at_hifi4;
      case fidelity::hifi3:
        return rule.at_hifi4.verdict == fidelity_verdict::sufficient ? rule.at_hifi2 : rule.at_hifi4;
      case fidelity::hifi2: return rule.at_hifi2;
      case fidelity::lofi: return rule.at_lofi;
      case fidelity::any: return {};
    }
  }
  return {};
}

}  // namespace ridgeline

#endif  // RIDGELINE_TT_OP_FIDELITY_HPP
