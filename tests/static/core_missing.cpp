#include <cstdint>
#include <optional>

#include <ridgeline/core/missing.hpp>
#include <ridgeline/core/time.hpp>
#include <ridgeline/core/units.hpp>

using namespace ridgeline;

namespace test_core_missing {

enum class word : std::uint32_t { none = 0, first };
enum class direction { up, down };

static_assert(missing<std::int64_t> == -9223372036854775807 - 1 && missing<std::uint32_t> == 0xFFFFFFFF);
static_assert(missing<std::int32_t> == -2147483647 - 1 && missing<word> == word::none);
static_assert(!known(missing<double>) && !known(missing<float>) && !known(missing<byte_count>));
static_assert(!known(missing<std::int64_t>) && !known(missing<std::uint32_t>) && !known(missing<word>));
static_assert(!known(missing<duration>) && !known(missing<time_point>) && !known(std::optional<int>{}));
static_assert(known(0.0) && known(0) && known(-1) && known(0u) && known(word::first) && known(0 * B));
static_assert(!known(std::optional(missing<double>)) && !known(std::optional(missing<duration>)), "it holds nothing");
static_assert(known(duration{}) && known(time_point{}) && known(std::optional(0)));

static_assert(may_be_missing<double> && may_be_missing<std::optional<int>> && may_be_missing<word>);
static_assert(!may_be_missing<std::int16_t> && !may_be_missing<std::uint8_t>);  // 255 is a value there
static_assert(!may_be_missing<bool> && !may_be_missing<char> && !may_be_missing<direction>);

int nothing;

}  // namespace test_core_missing
