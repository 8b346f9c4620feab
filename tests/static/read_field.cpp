#include <cstdint>
#include <string_view>

#include <ridgeline/read/field.hpp>
#include <ridgeline/tt/record/op.hpp>

namespace test_read_field {

using namespace ridgeline;

struct record {
  std::int32_t cores = -1;
  time_quantity time = missing<time_quantity>;
  struct {
    std::string_view text{};
  } inner{};
};

constexpr auto list = fields(field<"CORE COUNT">(&record::cores), field<"TIME [ns]", ns>(&record::time),
                             field<"TEXT">([](auto& r) -> auto& { return r.inner.text; }, "OLD TEXT"));
static_assert(list.size == 3);

constexpr record filled() {
  record r;
  list.for_each([&](const auto& f, std::size_t i) {
    if constexpr (requires { f.of(r) = 3; }) f.of(r) = static_cast<std::int32_t>(i) + 64;
    if constexpr (requires { f.of(r) = std::string_view(); }) f.of(r) = f.name;
    if constexpr (requires { f.of(r) = 5 * ns; }) f.of(r) = 5 * ns;
  });
  return r;
}
static_assert(filled().cores == 64, "0 + 64: the place in the list is given");
static_assert(filled().time == 5 * ns);
static_assert(filled().inner.text == "TEXT");

constexpr auto text = field<"TEXT">(&record::inner, "OLD TEXT");
static_assert(text.is_named("TEXT") && text.is_named("OLD TEXT") && !text.is_named("text") && !text.is_named(""));
static_assert(!field<"TEXT">(&record::inner).is_named(""), "no second name is not an empty second name");
static_assert(list.with(field<"MORE">(&record::cores)).size == 4);

// Every format name that the profiler writes; sizes are in dtype.hpp.
static_assert(tt_dtype("BFLOAT16") == dtype::bf16 && tt_dtype("BFLOAT8_B") == dtype::bfp8);
static_assert(tt_dtype("bfloat16") == dtype::bf16, "in any letter case, as columns are");
static_assert(tt_dtype("FP8_E4M3") == dtype::fp8 && size_of(dtype::fp8) == 1 * B);
static_assert(tt_dtype("bfloat") == dtype::any && tt_dtype("") == dtype::any);
static_assert(tt_fidelity("HiFi3") == fidelity::hifi3 && tt_fidelity("hifi3") == fidelity::any);

constexpr tt_tensor tensor{{1, 2, 32, 64}, "BFLOAT16", "DEV_0_DRAM_INTERLEAVED"};
static_assert(tensor.elements() == 4096);  // 1 * 2 * 32 * 64
static_assert(tensor.in_dram() && !tt_tensor{}.in_dram());
static_assert(tt_tensor{{0, 1, 1, 1}, {}, {}}.elements() == 0, "an extent of zero is known");
static_assert(tt_tensor{{0xfffffffe, 0xfffffffe, 1, 1}, {}, {}}.elements() > 1.8e19, "no overflow: these are doubles");

}  // namespace test_read_field
