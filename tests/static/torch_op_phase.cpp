#include <ridgeline/torch/phase/kernel_category.hpp>
#include <ridgeline/torch/phase/shapes.hpp>
#include <ridgeline/torch/phase/steps.hpp>

using namespace ridgeline;

namespace test_torch_op_phase {

// Names are in the order of the enumerations.
static_assert(name_of(inference_phase::decode) == "Decode" && name_of(inference_phase::unlabelled) == "Unlabelled");
static_assert(name_of(phase_method::votes) == "union" && name_of(phase_method::shapes) == "shapes");
static_assert(phase_method_of("gemm_params") == phase_method::gemm_params && !phase_method_of("Hybrid"));
static_assert(phase_words[static_cast<std::size_t>(phase_word::varlen)] == "varlen");
static_assert(phase_words[static_cast<std::size_t>(phase_word::next_token)] == "next_token");
static_assert(phase_words[static_cast<std::size_t>(phase_word::flash_decode)] == "flash_decode");

// The rules are plain functions.
static_assert(phase_of_range("step[DECODE bs=1]") == inference_phase::decode);
static_assert(phase_of_range("execute_context_1(9)_generation_2(2)") == inference_phase::mixed);
static_assert(first_extent("[[512,64],[64]]") == 512 && !known(first_extent("[[512,64]]")));
static_assert(phase_by_rows(10, 10) == inference_phase::decode && phase_by_rows(11, 10) == inference_phase::prefill);
static_assert(phase_of_sequences(519, 8, 512, 512) == inference_phase::mixed);  // 512 and 7 of one token
static_assert(phase_by_attention("batch_prefill_attn") == inference_phase::prefill);
static_assert(torch_detail::kernel_category_in("sgemm", "sgemm") == "GEMM-Generic");

// The table begins with a group, and each of its lines has words.
constexpr bool well_formed() {
  for (const kernel_category_rule& r : kernel_category_rules)
    if (r.words.empty() || r.category.empty() || r.words.front() == '|' || r.words.back() == '|') return false;
  return !kernel_category_rules.front().refines;
}
static_assert(well_formed());

int nothing;

}  // namespace test_torch_op_phase
