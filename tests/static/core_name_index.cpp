#include <ridgeline/core/name_index.hpp>

using namespace ridgeline;

namespace test_core_name_index {

constexpr name_index five{std::array<std::string_view, 5>{"mm", "add", "", "mul", "bmm"}};
static_assert(five.find("mm") == 0 && five.find("add") == 1 && five.find("") == 2 && five.find("mul") == 3);
static_assert(five.find("bmm") == 4 && five.find("bm") == five.missing && five.find("bmms") == five.missing);
static_assert(five.repeated() == five.missing);

// If a name appears twice, the first is found and the second is reported.
constexpr name_index twice{std::array<std::string_view, 4>{"mm", "add", "mm", "sub"}};
static_assert(twice.find("mm") == 0 && twice.repeated() == 2);

constexpr name_index none{std::array<std::string_view, 0>{}};
static_assert(none.find("mm") == none.missing && none.repeated() == none.missing);

// Two texts with the same 32-bit FNV-1a hash are distinguished.
constexpr name_index alike{std::array<std::string_view, 2>{"costarring", "liquid"}};
static_assert(alike.find("costarring") == 0 && alike.find("liquid") == 1 && alike.repeated() == alike.missing);

int nothing;

}  // namespace test_core_name_index
