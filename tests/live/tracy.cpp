// Signposts by name: into the producer registered by a thread, and as Tracy's message.

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/units.hpp>
#include <ridgeline/live/recorder.hpp>
#include <ridgeline/live/tracy.hpp>

BOOST_AUTO_TEST_SUITE(live_tracy)

namespace {

namespace rl = ridgeline;
namespace live = ridgeline::live;

enum class kind : std::uint8_t { device, signpost };
struct event {
  std::string_view code{};
  kind type = kind::device;
  rl::time_quantity host_start = rl::missing<rl::time_quantity>;
};

template <std::size_t N>
std::string message(std::string_view name) {
  char text[N];
  return std::string(text, ridgeline::detail::live::signpost_message(text, name));
}

}  // namespace

BOOST_AUTO_TEST_CASE(signposts_go_where_their_thread_says) {
  BOOST_TEST(!live::signposts_go_to_tracy);  // the tests are built without it
  live::recorder<event> outer_trace({1, 8}), inner_trace({1, 8});
  live::producer outer{outer_trace}, inner{inner_trace};
  double now = 1;
  const auto clock = [&now] { return now++ * rl::ns; };
  live::signpost("nowhere");
  {
    const live::signposts_into first{outer, clock};
    live::signpost("one");
    {
      const live::signposts_into second{inner, clock};
      live::signpost("two");
    }
    live::signpost("three");
  }
  live::signpost("nowhere again");
  const auto all = outer_trace.collect();
  BOOST_REQUIRE(all.records.size() == 2u);
  BOOST_TEST(all.records[0].code == "one");
  BOOST_TEST((all.records[0].type == kind::signpost));
  BOOST_TEST(all.records[0].host_start.in(rl::ns) == 1.0);
  BOOST_TEST(all.records[1].code == "three");
  BOOST_TEST(all.records[1].host_start.in(rl::ns) == 3.0);
  BOOST_REQUIRE(inner_trace.collect().records.size() == 1u);
}

BOOST_AUTO_TEST_CASE(messages_are_what_the_ops_report_looks_for) {
  BOOST_TEST(message<64>("decode") == "`TT_SIGNPOST: decode`");
  BOOST_TEST(message<64>("a`b") == "`TT_SIGNPOST: a'b`");  // the quote of the export of messages
  BOOST_TEST(message<64>("") == "`TT_SIGNPOST: `");
  BOOST_TEST(message<20>("decode") == "`TT_SIGNPOST: decod`");  // 14 before, 5 of the name, 1 after
}

BOOST_AUTO_TEST_SUITE_END()
