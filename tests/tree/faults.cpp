#include <ridgeline/torch/record/faults.hpp>

#include <fstream>
#include <sstream>
#include <string>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(tree_faults)

BOOST_AUTO_TEST_CASE(each_has_a_row_in_the_list_of_deviations) {
  std::ifstream file(RIDGELINE_SOURCE_DIR "/docs/deviations.md");
  BOOST_REQUIRE(file.good());
  std::ostringstream text;
  text << file.rdbuf();
  for (const torch_fault& fault : torch_fault_list) {
    std::string row = "| `";
    row.append(fault.name).append("` |");
    BOOST_TEST((text.str().find(row) != std::string::npos), fault.name);
  }
}

BOOST_AUTO_TEST_CASE(parity_has_them_all_and_the_default_none) {
  for (const torch_fault& fault : torch_fault_list) {
    BOOST_TEST((torch_faults::parity().*fault.on), fault.name);
    BOOST_TEST(!(torch_faults{}.*fault.on), fault.name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
