#include <ridgeline/torch/record/faults.hpp>

#include <cstddef>
#include <cstring>

#include <boost/test/unit_test.hpp>

#include "tests/support/switches.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(torch_record_faults)

BOOST_AUTO_TEST_CASE(parity_has_them_all_and_the_default_none) {
  const torch_faults all = torch_faults::parity(), none{};
  bool on[sizeof(torch_faults)], off[sizeof(torch_faults)];
  std::memcpy(on, &all, sizeof on);
  std::memcpy(off, &none, sizeof off);
  BOOST_TEST(test::switches_of("torch/record/faults.hpp").size() == sizeof(torch_faults));
  for (std::size_t i = 0; i < sizeof(torch_faults); ++i) {
    BOOST_TEST(on[i], i);
    BOOST_TEST(!off[i], i);
  }
}

BOOST_AUTO_TEST_SUITE_END()
