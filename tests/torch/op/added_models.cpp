#include <ridgeline/torch/op/added_models.hpp>

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/name_index.hpp>
#include <ridgeline/torch/op/built_in_models.hpp>
#include <ridgeline/torch/op/in_place_models.hpp>

#include "tests/torch/op/added_model_facts.hpp"
#include "tests/torch/op/schema_files.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_torch_added)

using test::fact;
using test::facts;

namespace {

void check_figure(double ours, double wanted, const std::string& what) {
  if (known(wanted)) BOOST_TEST(ours == wanted, what << ": " << ours << " is not " << wanted);
  else BOOST_TEST(!known(ours), what << ": " << ours << " is known");
}

/// The facts by name, so that the compiler does not search all of them for each row. In three constants, because
/// compilers limit the number of steps for each.
constexpr std::size_t all_names = [] {
  std::size_t n = 0;
  for (const fact& f : facts) f.for_each_name([&](std::string_view) { ++n; });
  return n;
}();
struct named_facts {
  std::array<std::string_view, all_names> names{};
  std::array<std::size_t, all_names> places{};
};
constexpr named_facts named = [] {
  named_facts all;
  std::size_t n = 0, place = 0;
  for (const fact& f : facts)
    f.for_each_name([&](std::string_view name) { all.names[n] = name, all.places[n++] = place; }), ++place;
  return all;
}();
constexpr name_index<all_names> first_fact{named.names};
constexpr auto next_fact = [] {  // of the same name
  std::array<std::size_t, all_names> next{};
  for (std::size_t& n : next) n = first_fact.missing;
  for (std::size_t i = 0; i < all_names; ++i) {
    std::size_t at = first_fact.find(named.names[i]);
    if (at == i) continue;
    while (next[at] != first_fact.missing) at = next[at];
    next[at] = i;
  }
  return next;
}();

/// The model's result for the facts of `Row`, if their figures are known; unknown ones are not constants for clang.
enum class verdict { untested, wrong, holds };
template <class M>
constexpr verdict verdict_of(std::size_t place) {
  const auto [name, row] = [&] {
    std::pair<std::string_view, std::size_t> at;
    torch_detail::for_each_name<M>([&](std::string_view of, std::size_t in) {
      if (place-- == 0) at = {of, in};
    });
    return at;
  }();
  verdict v = verdict::untested;
  for (std::size_t at = first_fact.find(name); at != first_fact.missing; at = next_fact[at]) {
    const fact& f = facts[named.places[at]];
    if (!known(f.flops) || !known(f.bytes)) continue;
    const auto shape = torch_read<M>(f.call(name), row);
    if (flops(shape) != f.flops * FLOP || bytes(shape) != f.bytes * B) return verdict::wrong;
    v = verdict::holds;
  }
  return v;
}
template <class M, std::size_t Name>
inline constexpr verdict verdict_at = verdict_of<M>(Name);  // a variable, so that each is evaluated on its own
template <class M, std::size_t Name>
constexpr bool name_holds() {
  constexpr verdict v = verdict_at<M, Name>;
  static_assert(v != verdict::untested, "name `Name` of model `M` has no fact in added_model_facts.hpp");
  static_assert(v != verdict::wrong, "name `Name` of model `M` does not count what was worked out by hand");
  return true;
}
template <class M>
constexpr bool names_hold() {
  if constexpr (std::is_same_v<M, torch_categories_alone> || std::is_same_v<M, torch_flex_template> ||
                std::is_same_v<M, torch_other_template> || std::is_same_v<M, torch_te_attention>) return true;
  else return []<std::size_t... Name>(std::index_sequence<Name...>) {
    return (name_holds<M, Name>() && ...);
  }(std::make_index_sequence<torch_detail::names_of<M>()>());
}
template <class... M>
constexpr bool models_hold(torch_model_set<M...>) {
  return (names_hold<M>() && ...);
}

template <class M>
void check_sources() {
  torch_detail::for_each_name<M>([](std::string_view name, [[maybe_unused]] std::size_t row) {
    std::string_view schema;
    if constexpr (requires { M::rows[row].schema; }) schema = M::rows[row].schema;
    else schema = M::schema;
    BOOST_TEST((!schema.empty() && !test::schema_file(name).empty()),
               name << ": its row names no schema, or test::schema_sources has no file for it");
  });
}
template <class... M>
void check_sources_of(torch_model_set<M...>) {
  (check_sources<M>(), ...);
}

}  // namespace

static_assert(models_hold(torch_added_set()));

BOOST_AUTO_TEST_CASE(each_counts_what_was_worked_out_by_hand) {
  std::set<std::string> tested;
  for (const fact& f : facts) {
    f.for_each_name([&](std::string_view op) {
      const std::string name(op);
      tested.insert(name);
      const torch_model_entry* const model = built_in_torch_models.find(name);
      BOOST_REQUIRE_MESSAGE(model != nullptr, name);
      const torch_cost cost = model->cost_of(f.call(name));
      BOOST_TEST(cost.described, name);
      check_figure(cost.forward.flops.base(), f.flops, name + " FLOP of " + std::string(f.dims));
      check_figure(cost.forward.bytes.base(), f.bytes, name + " bytes of " + std::string(f.dims));
    });
  }
  for (const torch_model_entry& e : torch_added_set::entries) {
    if (e.cost(torch_call{.name = e.name, .dims = "[]", .types = "[]"}, e.row).described || e.annotated)
      BOOST_TEST(tested.count(std::string(e.name)) == 1u, e.name << " is not tested");
    BOOST_TEST((!e.category.empty() || !e.sheet.empty()), e.name);
  }
}

BOOST_AUTO_TEST_CASE(each_names_the_schema_it_was_read_from) { check_sources_of(torch_added_set()); }

// As PyTorch has named its kernels since 2.1: behind the functor stand the types of what the kernel is given. Of four
// elements, Adam reads four lists and writes three, SGD without momentum reads two and writes one.
BOOST_AUTO_TEST_CASE(elements_of_lists_have_the_first_type_of_the_functor) {
  const auto bytes = [](std::string_view name, std::string_view dims, std::string_view kernel) {
    return built_in_torch_models.find(name)
        ->cost_of({.name = name, .dims = dims, .types = R"(["TensorList"])", .kernel = kernel})
        .forward.bytes.base();
  };
  BOOST_TEST(bytes("aten::_fused_adam_", "[[[4]],[[4]],[[4]],[[4]],[],[[1]]]",
                   "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<FusedOptimizerTensorListMetadata<4>, "
                   "FusedAdamMathFunctor<float, 4, (ADAM_MODE)1, false>, float const*, double, double, bool>") ==
             (4 + 3) * 4 * 4);
  BOOST_TEST(bytes("aten::_fused_sgd_", "[[[4]],[[4]],[]]",
                   "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<FusedOptimizerTensorListMetadata<2>, "
                   "FusedSgdMathFunctor<c10::Half, 2>, double, double, float*, double, bool>") == (2 + 1) * 4 * 2);
  // a copy reads elements of one type and writes them in another; bytes of a type that is not known are not, either
  constexpr std::string_view lists = "[[[4]],[[4]],[]]";
  const auto copy = [](const std::string& types) {
    return "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<TensorListMetadata<2>, CopyFunctor<" +
           types + ", 2, 1, 1>, Copy<" + types + ">>";
  };
  BOOST_TEST(bytes("aten::_foreach_copy_", lists, copy("c10::BFloat16, float")) == 4 * (2 + 4));
  BOOST_TEST(bytes("aten::_foreach_copy_", lists, copy("float, c10::BFloat16")) == 4 * (4 + 2));
  BOOST_TEST(bytes("aten::_foreach_copy_", lists, copy("double, float")) == 4 * (8 + 4));
  BOOST_TEST(bytes("aten::_foreach_copy_", lists, copy("float, float")) == 4 * (4 + 4));
  BOOST_TEST(!known(bytes("aten::_foreach_copy_", lists, copy("float, mine::Type"))));
  BOOST_TEST(!known(bytes("aten::_foreach_copy_", lists, "multi_tensor_apply_kernel<CopyFunctor<float")));
}

// 2 rows of 8. Layer norms: 4 an element for the sums, 5 for the input's gradient; three tensors, and the weight, its
// gradient, the bias' gradient and a mean. RMS norms: 2 for weight and scale, 6 for the input's gradient, 2 for the
// weight's; three tensors, the weight and its gradient. Unsloth freezes the weight.
BOOST_AUTO_TEST_CASE(norms_of_autograd_functions_have_gradients) {
  const auto check = [](std::string_view name, double flops, double bytes) {
    const torch_cost cost =
        built_in_torch_models.find(name)->cost_of({.name = name, .dims = "[[2,8],[8],[8]]", .types = test::bf16});
    BOOST_TEST(cost.backward.flops.base() == flops, name);
    BOOST_TEST(cost.backward.bytes.base() == bytes, name);
  };
  check("FusedLayerNormAffineFunction", (4 + 5) * 16, (3 * 16 + 4 * 8) * 2);
  check("FusedRMSNormAffineFunction", (2 + 6 + 2) * 16, (3 * 16 + 2 * 8) * 2);
  check("LigerRMSNormFunction", (2 + 6 + 2) * 16, (3 * 16 + 2 * 8) * 2);
  check("Fast_RMS_Layernorm", (2 + 6) * 16, (3 * 16 + 8) * 2);
  BOOST_TEST(built_in_torch_models.find("LigerRMSNormFunction")->category == "NORM_fwd");
  BOOST_TEST(built_in_torch_models.find("FusedAttnFunc")->category == "SDPA_fwd");
}

BOOST_AUTO_TEST_CASE(what_was_not_recorded_is_unknown) {
  for (const torch_model_entry& e : torch_added_set::entries) {
    const torch_cost nothing = e.cost_of({.name = e.name});
    BOOST_TEST(!nothing.forward.complete(), e.name);
    BOOST_TEST(!known(nothing.forward.bytes), e.name);
  }
  // the kernel has no type: the size of an element is not known
  const torch_cost list = built_in_torch_models.find("aten::_foreach_mul_")->cost_of(
      {.name = "aten::_foreach_mul_", .dims = "[[[4]],[]]", .types = R"(["TensorList","Scalar"])"});
  BOOST_TEST(list.forward.flops.base() == 4.0);
  BOOST_TEST(!known(list.forward.bytes));
  // pages but no step: the number of keys is not known
  BOOST_TEST(!built_in_torch_models.find("_vllm_fa3_C::fwd")->cost_of(
      {.name = "_vllm_fa3_C::fwd", .dims = "[[2,4,8],[10,16,2,8],[10,16,2,8],[],[],[],[],[3],[],[],[],[2],[],[],[2,4]]",
       .types = R"(["c10::BFloat16"])"}).described);
  // the rows that are there of a mask are not known
  const torch_cost masked = built_in_torch_models.find("sgl_kernel::sgl_per_token_group_quant_8bit_v2")->cost_of(
      {.name = "sgl_kernel::sgl_per_token_group_quant_8bit_v2",
       .dims = "[[2,4,16],[2,4,8],[2,4,1],[],[],[],[],[],[],[2]]", .types = test::quantised,
       .concrete = R"(["","","","8","1e-10","-448.","448.","False","True",""])"});
  BOOST_TEST((!known(masked.forward.flops) && !known(masked.forward.bytes)));
  // 4 of 8 experts are here: no argument tells which choices go to them
  BOOST_TEST(!built_in_torch_models.find("vllm::inplace_fused_experts")->cost_of(
      {.name = "vllm::inplace_fused_experts", .dims = "[[2,8],[4,8,8],[4,8,4],[2,2],[2,2],[],[8]]",
       .types = R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","float","int","","int"])"}).described);
  BOOST_TEST(!built_in_torch_models.find("vllm::moe_forward")->cost_of({.name = "vllm::moe_forward"}).described);
}

BOOST_AUTO_TEST_CASE(the_original_has_none_of_them) {
  BOOST_TEST(built_in_torch_models.find("aten::gelu") != nullptr);
  BOOST_TEST(built_in_torch_models.find("aten::gelu", true) == nullptr);
  BOOST_TEST(built_in_torch_models.find("aten::mm", true) != nullptr);
  using mine = torch_model_layers<torch_model_set<torch_rope>, torch_models>;  // a user's model stays
  BOOST_TEST(mine::table.find("FusedRoPEFunc", true) != nullptr);
  std::size_t all = 0, original = 0;
  built_in_torch_models.for_each([&](const torch_model_entry&) { ++all; });
  built_in_torch_models.for_each([&](const torch_model_entry&) { ++original; }, true);
  BOOST_TEST(original == torch_built_in_set::entries.size());
  BOOST_TEST(all == original + torch_added_set::entries.size() + torch_in_place_set::entries.size());
}

BOOST_AUTO_TEST_CASE(a_sparse_matrix_has_no_figures) {
  // strides were recorded, but not for the first matrix: how many of its elements exist is not known
  torch_call c{.name = "aten::addmm", .dims = "[[2,4],[2,3],[3,4],[],[]]", .types = R"(["float","float","float"])",
               .strides = "[[4,1],[],[4,1],[],[]]", .concrete = R"(["","","","1","1"])"};
  const torch_model_entry* const addmm = built_in_torch_models.find("aten::addmm");
  BOOST_TEST(!known(addmm->cost_of(c).forward.flops));
  BOOST_TEST(!known(addmm->cost_of(c).forward.bytes));
  for (const std::string_view strides : {"[[4,1],[3,1],[4,1],[],[]]", ""}) {
    c.strides = strides;
    BOOST_TEST(addmm->cost_of(c).forward.flops.base() == 2.0 * 2 * 3 * 4 + 8);
  }
}

BOOST_AUTO_TEST_CASE(what_repeats_lies_in_memory_once) {
  // a row of 8 for each of 2: 16 elements meet 8, or 16 if strides were not recorded
  torch_call c{.dims = "[[2,8],[2,8],[2,8]]", .types = R"(["float","float","float"])", .strides = "[[8,1],[0,1],[0,0]]",
               .concrete = R"(["","",""])"};
  const auto bytes = [&](std::string_view name) {
    c.name = name;
    return built_in_torch_models.find(name)->cost_of(c).forward.bytes.base();
  };
  BOOST_TEST(bytes("aten::mul") == (16 + 8 + 16) * 4.0);
  BOOST_TEST(bytes("aten::maximum") == (16 + 8 + 16) * 4.0);
  BOOST_TEST(bytes("aten::gt") == (16 + 8) * 4.0 + 16);
  BOOST_TEST(bytes("aten::addcmul") == (16 + 8 + 1 + 16) * 4.0);
  BOOST_TEST(bytes("aten::addcmul_") == (2 * 16 + 8 + 1) * 4.0);
  c.strides = "[[0,1],[8,1]]", c.dims = "[[2,8]]";
  BOOST_TEST(bytes("aten::exp") == (8 + 16) * 4.0);
  BOOST_TEST(bytes("aten::silu") == (8 + 16) * 4.0);
  c.strides = "", c.dims = "[[2,8],[2,8]]";
  BOOST_TEST(bytes("aten::mul") == (16 + 16 + 16) * 4.0);
  // edges to nodes: an index of 4 for all 8 columns; 32 elements come from 2 by 8 or go there, read and written
  c.dims = "[[2,8],[],[4,8],[4,8]]", c.types = R"(["float","Scalar","long int","float"])";
  c.strides = "[[8,1],[],[1,0],[8,1]]";
  BOOST_TEST(bytes("aten::gather") == (16 + 32) * 4.0 + 4 * 8);
  BOOST_TEST(bytes("aten::scatter_add_") == (2 * 16 + 32) * 4.0 + 4 * 8);
  c.strides = "[[0,1],[],[1,0],[0,0]]";  // one row of 8 for both, one value for all
  BOOST_TEST(bytes("aten::gather") == (8 + 32) * 4.0 + 4 * 8);
  BOOST_TEST(bytes("aten::scatter_") == (16 + 1) * 4.0 + 4 * 8);
}

BOOST_AUTO_TEST_CASE(the_absolute_of_a_complex_number_is_real) {
  const torch_model_entry* const absolute = built_in_torch_models.find("aten::abs");
  BOOST_TEST(absolute->cost_of({.name = "aten::abs", .dims = "[[6]]", .types = R"(["c10::complex<float>"])"})
                 .forward.bytes.base() == 6 * (8 + 4.0));
  BOOST_TEST(absolute->cost_of({.name = "aten::abs", .dims = "[[6],[6]]",
                                .types = R"(["c10::complex<double>","double"])"}).forward.bytes.base() == 6 * (16 + 8.0));
}

BOOST_AUTO_TEST_CASE(formulas) {
  const torch_call c{.name = "x", .dims = "[[2,3],[3],[]]", .types = R"(["float","c10::Half","Scalar"])",
                     .concrete = R"(["","","2"])"};
  const auto value = [&](std::string_view text) { return torch_formula(text, c).value(); };
  BOOST_TEST(value("n0*e0+n1*e1+c2") == 32.0);            // 24 + 6 + 2
  BOOST_TEST(value("out(0,1)-1") == 5.0);
  BOOST_TEST(value("2*(n0+t1?n1)/d0[-1]") == 6.0);        // 2 * 9 / 3
  BOOST_TEST(value("t2?n0+u2?n1") == 3.0);                // argument 2 is a number
  BOOST_TEST(value("up(d0[1],2)+min(1,c2)+max(1,c2)") == 5.0);
  BOOST_TEST(value("z1") == 2.0);
  BOOST_TEST(value("p0+min(n0,2)") == 6.0);
  BOOST_TEST(!known(value("n7")));
  BOOST_TEST(!known(value("c1")));
  BOOST_TEST(!known(value("n0/(c2-2)")));
  for (const std::string_view wrong : {"", "n", "n0*", "(n0", "n0)", "y1", "d0", "d0[1", "x0(1)", "t1", "n0 n1", "out(0"})
    BOOST_TEST(!torch_formula::is_readable(wrong), wrong);
  BOOST_TEST(!torch_formula::is_readable(std::string(100'000, '(')));
}

BOOST_AUTO_TEST_SUITE_END()
