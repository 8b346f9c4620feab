#include <ridgeline/torch/op/in_place_models.hpp>

#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/op/cost.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(model_torch_in_place)

namespace {

torch_work work_of(const torch_call& c) { return built_in_torch_models.find(c.name)->cost_of(c).forward; }

/// The names in `names` of calls with the same FLOP and bytes.
void check(std::string_view names, std::string_view dims, std::string_view types, std::string_view values, double flops,
           double bytes) {
  while (!names.empty()) {
    const std::string name(names.substr(0, names.find(' ')));
    names.remove_prefix(name.size() < names.size() ? name.size() + 1 : name.size());
    const torch_work w = work_of({.name = name, .dims = dims, .types = types, .concrete = values});
    BOOST_TEST(w.flops.base() == flops, name << ": " << w.flops.base() << " FLOP");
    BOOST_TEST(w.bytes.base() == bytes, name << ": " << w.bytes.base() << " B");
  }
}
inline constexpr std::string_view bf16 = R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16"])", none = R"(["","",""])";

}  // namespace

// 16 elements of 2 B, read and written
BOOST_AUTO_TEST_CASE(the_result_is_the_first_argument) {
  check("aten::tanh_ aten::exp_ aten::log_ aten::cos_ aten::sin_ aten::expm1_ aten::log1p_ aten::erfinv_ aten::erf_ "
        "aten::tan_ aten::acos_", "[[2,8]]", bf16, none, 4 * 16, 64);
  check("aten::abs_ aten::relu_ aten::floor_ aten::ceil_ aten::round_ aten::trunc_ aten::sign_ aten::bitwise_not_ "
        "aten::frac_ aten::logical_not_", "[[2,8]]", bf16, none, 16, 64);
  check("aten::sqrt_ aten::reciprocal_ aten::leaky_relu_ aten::hardtanh_", "[[2,8],[]]", bf16, none, 2 * 16, 64);
  check("aten::tril_ aten::triu_", "[[2,8],[]]", bf16, none, 0, 64);
  check("aten::hardswish_", "[[2,8]]", bf16, none, 5 * 16, 64);
  check("aten::gelu_", "[[2,8],[]]", bf16, R"(["","none"])", 8 * 16, 64);
  check("aten::clamp_ aten::threshold_", "[[2,8],[],[]]", R"(["c10::BFloat16","Scalar",""])", R"(["","0",""])", 16, 64);
  check("aten::nan_to_num_", "[[2,8],[],[]]", bf16, none, 3 * 16, 64);
  check("aten::logit_ aten::elu_", "[[2,8],[]]", bf16, none, 6 * 16, 64);
  check("aten::hardsigmoid_", "[[2,8]]", bf16, none, 4 * 16, 64);
  check("aten::mish_", "[[2,8]]", bf16, none, 14 * 16, 64);
}

// and 8 elements of 4 B are read for each of 2 rows: 2 * 32 + 32; a truth is written in the type of the first argument
BOOST_AUTO_TEST_CASE(other_tensors_are_read) {
  constexpr std::string_view types = R"(["c10::Half","float","Scalar"])";
  check("aten::sub_", "[[2,8],[8],[]]", types, R"(["","","1"])", 16, 96);
  check("aten::remainder_ aten::fmod_ aten::floor_divide_ aten::copysign_ aten::pow_ aten::lt_ aten::eq_ aten::ne_ "
        "aten::logical_and_ aten::logical_or_ aten::logical_xor_ aten::bitwise_and_ aten::bitwise_or_ "
        "aten::bitwise_xor_ aten::bitwise_left_shift_", "[[2,8],[8]]", types, R"(["","",""])", 16, 96);
  check("aten::atan2_", "[[2,8],[8]]", types, none, 4 * 16, 96);
  check("aten::xlogy_ aten::hypot_", "[[2,8],[8]]", types, none, 5 * 16, 96);
  check("aten::remainder_ aten::gt_", "[[2,8],[]]", R"(["c10::Half","Scalar"])", R"(["","3"])", 16, 64);
  check("aten::lerp_", "[[2,8],[2,8],[]]", R"(["c10::BFloat16","c10::BFloat16","Scalar"])", none, 3 * 16, 96);
  check("aten::lerp_ aten::addcmul_ aten::addcdiv_", "[[2,8],[2,8],[2,8]]", bf16, none, 3 * 16, 128);
  check("aten::clamp_", "[[2,8],[8],[8]]", bf16, none, 16, 64 + 2 * 8 * 2);
  // one row for both is stored once
  BOOST_TEST(work_of({.name = "aten::fmod_", .dims = "[[2,8],[2,8]]", .types = bf16, .strides = "[[8,1],[0,1]]"})
                 .bytes.base() == 64 + 16.0);
}

// A sum of bytes would have 8 B an element, in place it keeps its own: 16 * 2 * 1.
BOOST_AUTO_TEST_CASE(running_sums_keep_their_type) {
  check("aten::cumsum_ aten::cumprod_", "[[2,8],[],[]]", R"(["unsigned char","Scalar",""])", R"(["","1",""])", 16, 32);
  check("aten::cumsum_", "[[2,8],[],[]]", R"(["float","Scalar",""])", R"(["","1",""])", 16, 128);
}

BOOST_AUTO_TEST_CASE(what_is_not_recorded_is_unknown) {
  for (const torch_model_entry& e : torch_in_place_set::entries) {
    const torch_cost nothing = e.cost_of({.name = e.name});
    BOOST_TEST(!nothing.forward.complete(), e.name);
    BOOST_TEST(!known(nothing.forward.bytes), e.name);
  }
}

// Not all ops have such a form, and the original has no models of these; theirs are on the sheet of the other form.
BOOST_AUTO_TEST_CASE(only_what_pytorch_has) {
  BOOST_TEST(built_in_torch_models.find("aten::maximum_") == nullptr);
  BOOST_TEST(built_in_torch_models.find("aten::mm_") == nullptr);
  BOOST_TEST(built_in_torch_models.find("aten::cumsum_", true) == nullptr);
  for (const torch_model_entry& e : torch_in_place_set::entries) {
    const torch_model_entry* const other = built_in_torch_models.find(e.name.substr(0, e.name.size() - 1));
    BOOST_REQUIRE(other != nullptr);
    BOOST_TEST(e.sheet == other->sheet);
    BOOST_TEST(torch_added_set::find_exact(e.name) == nullptr, e.name);
    BOOST_TEST(torch_built_in_set::find_exact(e.name) == nullptr, e.name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
