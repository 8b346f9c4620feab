#include <ridgeline/core/symbol_pool.hpp>

#include <string_view>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(core_symbol_pool)

BOOST_AUTO_TEST_CASE(a_question_is_asked_once_for_each_text) {
  symbol_pool texts;
  const symbol launch = texts.keep("cudaLaunchKernel"), sync = texts.keep("cudaStreamSynchronize");
  int times = 0;
  asked_once launches(texts, [&](std::string_view name) {
    ++times;
    return name.find("Launch") != name.npos;
  });
  for (int i = 0; i < 3; ++i) BOOST_TEST((launches(launch) && !launches(sync)));
  BOOST_TEST(times == 2);
  const symbol later = texts.keep("hipLaunchKernel");  // behind the bound that the pool had
  BOOST_TEST((launches(later) && launches(later) && !launches(symbol::none)));
  BOOST_TEST(times == 4);
}

BOOST_AUTO_TEST_SUITE_END()
