// How to add a model of a PyTorch op: the recipe quoted in docs/CONTRIBUTING.md.
#include <array>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/torch/op/built_in_models.hpp>

namespace ridgeline {

namespace {

// BEGIN torch op
/// RMS norm of an engine of one's own: the input is argument 0, a weight for each channel argument 1.
struct torch_my_norm : torch_family<"RMSNorm"> {
  static constexpr std::string_view names[] = {"my::rms_norm", "my::rms_norm_"};
  static constexpr op::rms_norm from(const torch_call& c) {
    return {.elements = c.shape(0).size(), .channels = c.extent(1, 0), .element = c.size(0)};
  }
  static constexpr torch_shown parameters{"op_shape=D0 dtype=T0 num_channels", &op::rms_norm::channels};
};

/// Attention whose Q, K and V stand behind another argument: positions in a row are all that is new.
struct torch_my_attention : torch_attention {
  static constexpr std::array rows{row{.name = "my::attention", .q = 1, .dropout = -1, .causal = 4}};
};
// END torch op

// BEGIN torch op facts
constexpr torch_call norm{
    .name = "my::rms_norm", .dims = "[[2,4],[4]]", .types = R"(["c10::BFloat16","c10::BFloat16"])"};
static_assert(flops(torch_read<torch_my_norm>(norm)) == 36 * FLOP);       // 2 rows * (2 * 4 + 2), 8 elements * 2
static_assert(bytes(torch_read<torch_my_norm>(norm)) == (16 + 4) * 2 * B);  // read, written, weights: 2 B each
// END torch op facts

}  // namespace

}  // namespace ridgeline

BOOST_AUTO_TEST_SUITE(recipes_torch_op)

BOOST_AUTO_TEST_CASE(reports_find_it) {
  using namespace ridgeline;
  // BEGIN torch op test
  using models = torch_models::with<torch_my_norm, torch_my_attention>;
  const torch_cost cost = models::find("my::rms_norm")->cost_of(norm);
  BOOST_TEST(cost.forward.flops.base() == 36.0);
  BOOST_TEST(cost.spec == "vector_bf16");
  BOOST_TEST(cost.parameters.entries()[2].name == "num_channels");
  BOOST_TEST(cost.parameters.entries()[2].value.number == 4.0);
  // END torch op test
  torch_call c{.dims = "[[],[1,8,2,16],[1,8,2,16],[1,8,2,16],[]]",
               .types = R"(["","float","float","float","Scalar"])",
               .concrete = R"(["","","","","False"])"};
  BOOST_TEST(models::find("my::attention")->cost_of(c).forward.flops.base() == 2. * 2 * 8 * 8 * (16 + 16));
  c.concrete = {};  // whether a position sees later ones was not recorded: half of the work, or all of it
  BOOST_TEST(!known(models::find("my::attention")->cost_of(c).forward.flops));
}

BOOST_AUTO_TEST_SUITE_END()
