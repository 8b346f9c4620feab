#include <ridgeline/torch/op/call.hpp>
#include <ridgeline/torch/op/gemm.hpp>
#include <ridgeline/torch/op/iteration.hpp>

using namespace ridgeline;

namespace test_torch_op_argument {

// ---- lists in a trace ----
constexpr json_list dims("[[16,559],[],[[1,2],[3]]]");
static_assert(dims.size() == 3 && dims[0] == "[16,559]" && dims[1] == "[]" && dims[2] == "[[1,2],[3]]" && dims[3].empty());
static_assert(json_list("[]").size() == 0 && json_list("").size() == 0 && json_list("7")[0].empty());
static_assert(json_list(R"(["a,b","]","\"","c"])").size() == 4 && json_list(R"(["a,b","]"])")[1] == R"("]")");
static_assert(json_list("[1, 2 ,3]")[1] == "2");

constexpr torch_shape shape("[16,559,3]");
static_assert(shape.rank() == 3 && shape[0] == 16 && shape[-1] == 3 && shape.size() == 16 * 559 * 3 && shape.size(1) == 1677);
static_assert(torch_shape("[]").rank() == 0 && torch_shape("[]").size() == 1 && torch_shape("[]").empty());
static_assert(torch_shape("").rank() == -1 && torch_shape("[[1,2]]").rank() == -1 && torch_shape("[a]").rank() == -1);
static_assert(torch_shape("[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]").rank() == -1);  // seventeen
static_assert(!known(shape[3]) && !known(shape[-4]) && !known(torch_shape("7").size()));
// extents that no tensor has stay numbers: no overflow, no crash
static_assert(torch_shape("[99999999999999999999999]")[0] > 9e22 && torch_shape("[-5]")[0] == -5);
static_assert(torch_detail::end_of_value("[[[[[[[[", 0) == 8 && torch_detail::end_of_value("\"abc", 0) == 4);
static_assert(torch_detail::number_in("0.5") == 0.5 && torch_detail::number_in("2.") == 2 && torch_detail::number_in("-1") == -1);
static_assert(!known(torch_detail::number_in("")) && !known(torch_detail::number_in("1.2.3")));
static_assert(torch_detail::number_in("1e5") == 100'000 && torch_detail::number_in("-2.5E+01") == -25 && torch_detail::number_in("5e-02") == 0.05);
static_assert(!known(torch_detail::number_in("e5")) && !known(torch_detail::number_in("1e")) && !known(torch_detail::number_in("1e-")) &&
              !known(torch_detail::number_in("1e5.0")) && !known(torch_detail::number_in("1e100")));

constexpr torch_call call{.dims = "[[2,3],[]]", .types = R"(["c10::Half",""])", .concrete = R"(["","[1, 2]","True"])"};
static_assert(call.arguments() == 2 && call.extent(0, 1) == 3 && call.tensor(0) && !call.tensor(1) && !call.tensor(9));
static_assert(call.type(0) == "c10::Half" && call.type(1).empty() && call.type(1).data() != nullptr);
static_assert(call.type(2).data() == nullptr && call.size(0) == 2 * B && !known(call.size(1)));
static_assert(call.numbers(1)[1] == 2 && call.flag(2) && !call.flag(0) && !known(call.number(1)));
static_assert(torch_type_size("long unsigned int") == 8 * B && torch_type_size("short unsigned int") == 2 * B);
static_assert(torch_detail::kind_of_type("torch.complex64") == torch_detail::number_kind::complex);
static_assert(torch_type_size("LONG INT") == 8 * B && torch_type_precision("c10::bfloat16") == dtype::bf16);

// ---- transposition in kernel names ----
constexpr std::string_view rocm = "Cijk_Alik_Bljk_BBS_BH_MT64x16x64";
static_assert(transposition_of(rocm).parsed && *transposition_of(rocm).a && !*transposition_of(rocm).b);
static_assert(!*transposition_of("Cijk_Ailk_Bjlk_SB").a && *transposition_of("Cijk_Ailk_Bjlk_SB").b);
static_assert(transposition_of("Cijk_Axyz_Bljk_S").parsed && !transposition_of("Cijk_Axyz_Bljk_S").a);
static_assert(*transposition_of("nvjet_tst_128x64_NT").b && !*transposition_of("nvjet_tst_128x64_NT").a);
static_assert(!transposition_of("sgemm").parsed && !transposition_of("").parsed && !transposition_of("nvjet_x").parsed);

// ---- steps of serving engines ----
constexpr torch_iteration vllm =
    parse_iteration("execute_3_context_1(sq4sk5sqsq16sqsk20)_generation_2(sq2sk30sqsq2sqsk30)");
static_assert(vllm.is == torch_iteration::format::vllm && vllm.has_sums && vllm.context.count == 1);
static_assert(vllm.context.queries == 4 && vllm.context.keys == 5 && vllm.context.products == 20);
static_assert(vllm.generation.count == 2 && vllm.generation.keys == 30 && vllm.generation.queries_squared == 2);
constexpr torch_iteration native = parse_iteration("execute_context_2(512)_generation_8(8)");
static_assert(native.is == torch_iteration::format::vllm_native && !native.has_sums && native.context.queries == 512);
static_assert(parse_iteration("execute_0_context_0(sqsksqsqsqsk)_generation_1(sq1sk9sqsq1sqsk9)").context.queries == 0);
constexpr torch_iteration sglang = parse_iteration("step[MIXED bs=3 c=1 g=2 c_sq=4 c_sqsq=16 g_sk=30 toks=6]");
static_assert(sglang.is == torch_iteration::format::sglang && sglang.has_sums && sglang.context.count == 1);
static_assert(sglang.generation.count == 2 && sglang.context.queries == 4 && sglang.generation.keys == 30);
static_assert(parse_iteration("step[DECODE bs=7]").generation.queries == 7 && !parse_iteration("step[DECODE bs=7]").has_sums);
static_assert(parse_iteration("step[EXTEND bs=2 toks=99]").context.queries == 99);
// a batch of one kind has no `c_sq` or `g_sq` in SGLang of 2026
constexpr torch_iteration extend = parse_iteration("step[EXTEND bs=2 toks=12 c_sqsq=80 c_sqsk=120 c_sk=20]");
static_assert(extend.has_sums && extend.context.queries == 12 && extend.context.keys == 20 && extend.context.count == 2);
constexpr torch_iteration decode = parse_iteration("step[DECODE bs=2 g_sqsq=2 g_sqsk=30 g_sk=30]");
static_assert(decode.has_sums && decode.generation.queries == 2 && decode.generation.products == 30);
static_assert(decode.context.queries == 0 && extend.generation.queries == 0);
constexpr torch_iteration trtllm = parse_iteration("[Executor] _forward_step 7: 1 ctx reqs, 512 ctx tokens, 3 gen reqs");
static_assert(trtllm.is == torch_iteration::format::trtllm && trtllm.phase == step_phase::prefilldecode);
static_assert(trtllm.context.count == 1 && trtllm.context.queries == 512 && trtllm.generation.count == 3);
static_assert(parse_iteration("[Executor] _forward_step: 0 ctx reqs, 9 gen reqs").phase == step_phase::decode_only);
static_assert(parse_iteration("[Executor] _forward_step 8: 2 ctx reqs, 0 gen reqs").phase == step_phase::prefill_only);
static_assert(!parse_iteration("[Executor] _forward_step 8: 2 ctx reqs") && !parse_iteration("[Executor] _forward_step"));
constexpr torch_iteration atom = parse_iteration("decode[bs=117/128 tok=117 d=1 sqsq=117 sqsk=900 sk=900]");
static_assert(atom.is == torch_iteration::format::atom && atom.generation.count == 117 && atom.has_sums);
static_assert(parse_iteration("prefill[bs=1 tok=4 ctx=[0]]").context.queries == 4);
static_assert(!parse_iteration("prefill[bs=1 tok=4 ctx=[0]]").has_sums);
static_assert(parse_iteration("execute_diffusion_4_1024x768").generation.count == 4);
static_assert(!parse_iteration("") && !parse_iteration("execute_") && !parse_iteration("my execute_context_1(1)"));
// SGLang's other words: what is verified or drafted is decode; a step without requests is none of both
static_assert(parse_iteration("step[VERIFY bs=4]").phase == step_phase::decode_only);
static_assert(parse_iteration("step[DRAFT_LOOP raw_bs=1 bs=2]").phase == step_phase::decode_only);
static_assert(parse_iteration("step[SPLIT_PREFILL bs=4]").phase == step_phase::prefill_only);
static_assert(parse_iteration("step[IDLE bs=1]").phase == step_phase::idle);
static_assert(!parse_iteration("step[DLLM_EXTEND bs=4]") && !parse_iteration("step[NEW_WORD bs=4]"));

int nothing;

}  // namespace test_torch_op_argument
