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

BOOST_AUTO_TEST_CASE(whether_the_answer_is_yes_for_any_text) {
  symbol_pool texts;
  asked_once compiled(texts, [](std::string_view name) { return name.starts_with("triton_"); });
  BOOST_TEST(!compiled.of_any());
  texts.keep("sgemm");
  BOOST_TEST(!compiled.of_any());
  texts.keep("triton_poi_fused_0");
  BOOST_TEST(compiled.of_any());
}

BOOST_AUTO_TEST_SUITE_END()
