#include <cstdint>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/device/core_numbers.hpp>

namespace rl = ridgeline;

BOOST_AUTO_TEST_SUITE(tt_core_numbers)

BOOST_AUTO_TEST_CASE(cores_are_numbered_as_they_appear_wherever_they_are) {
  rl::tt_detail::tt_core_numbers numbers;
  const auto of = [&](std::uint16_t device, std::uint16_t x, std::uint16_t y) {
    rl::tt_marker m;
    m.device = device, m.x = x, m.y = y;
    return numbers.of(m);
  };
  using found = std::pair<std::uint32_t, bool>;
  BOOST_TEST((of(0, 1, 2) == found{0, true}));
  BOOST_TEST((of(0, 2, 1) == found{1, true}));
  BOOST_TEST((of(0, 64, 1) == found{2, true}));  // behind the table: not (1, 1) of 64 * 64 places
  BOOST_TEST((of(0, 1, 1) == found{3, true}));
  BOOST_TEST((of(1, 1, 2) == found{4, true}));
  BOOST_TEST((of(65535, 65535, 65535) == found{5, true}));
  BOOST_TEST((of(64, 0, 0) == found{6, true}));  // neither is it (0, 0) of device 1
  BOOST_TEST((of(0, 64, 1) == found{2, false}));
  BOOST_TEST((of(0, 1, 2) == found{0, false}));
  BOOST_TEST((of(65535, 65535, 65535) == found{5, false}));
}

BOOST_AUTO_TEST_SUITE_END()
