#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <ridgeline/core/units.hpp>
#include <ridgeline/live/names.hpp>
#include <ridgeline/live/recorder.hpp>
#include <ridgeline/live/signpost.hpp>
#include <ridgeline/live/timed.hpp>

namespace test_live_recorder {

using namespace ridgeline;

enum class kind : std::uint8_t { device, signpost };
enum class kind_without_signpost : std::uint8_t { device };

struct event {
  std::string_view code{};
  time_quantity host_start = missing<time_quantity>;
  kind type = kind::device;
};
struct no_markers {
  std::string_view code{};
  kind_without_signpost type = kind_without_signpost::device;
};
struct owns_text {
  std::string text;
};
struct only_moves {
  only_moves(only_moves&&) = default;
  only_moves(const only_moves&) = delete;
  int value;
};

static_assert(live::copied_as_bytes<event>);
static_assert(live::copied_as_bytes<int>);
static_assert(!live::copied_as_bytes<owns_text>);
static_assert(!live::copied_as_bytes<std::unique_ptr<int>>);
static_assert(!live::copied_as_bytes<only_moves>);
static_assert(!live::copied_as_bytes<const event>);
static_assert(!live::copied_as_bytes<event&>);

template <class Record>
concept can_be_recorded = requires { typename live::recorder<Record>; };
static_assert(can_be_recorded<event> && !can_be_recorded<owns_text>);

static_assert(live::orders_records<time_quantity event::*, event>);
static_assert(!live::orders_records<kind no_markers::*, event>);
static_assert(!live::orders_records<int, event>);

static_assert(live::marks_signposts<event> && !live::marks_signposts<no_markers> && !live::marks_signposts<int>);
static_assert(live::signpost<event>("decode").code == "decode");
static_assert(live::signpost<event>("decode").type == kind::signpost);
static_assert(!known(live::signpost<event>("decode").host_start));
static_assert(live::signpost<event>("decode", 2 * us).host_start.base() == 2000);  // ns

static_assert(live::tally{2, 3}.produced() == 5);
static_assert(live::tally{2, 3} + live::tally{10, 20} == live::tally{12, 23});

using gives_int = int (*)();
using gives_nothing = void (*)();
using takes_two = void (*)(int, int);
static_assert(live::tells_time<gives_int> && !live::tells_time<gives_nothing>);
static_assert(live::takes_begin_and_end<takes_two, gives_int>);
static_assert(!live::takes_begin_and_end<gives_nothing, gives_int>);

}  // namespace test_live_recorder
