#include <ridgeline/ranks/replay/miopen.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(replay_miopen)

namespace {

torch_call convolution(std::string_view dims, std::string_view concrete, std::string_view strides = "",
                       std::string_view types = R"(["c10::BFloat16","c10::BFloat16"])") {
  torch_call c;
  c.name = "aten::convolution", c.dims = dims, c.concrete = concrete, c.strides = strides, c.types = types;
  return c;
}

}  // namespace

BOOST_AUTO_TEST_CASE(two_dimensions_word_by_word) {
  BOOST_TEST(miopen_command(convolution("[[4,3,224,224],[768,3,16,16],[768]]",
                                        R"(["","","","[16, 16]","[0, 0]","[1, 1]","False","[0, 0]","1"])")).text() ==
             "MIOpenDriver convbfp16 -n 4 -c 3 -H 224 -W 224 -k 768 -y 16 -x 16 -p 0 -q 0 -u 16 -v 16 -l 1 -j 1 -m conv -g 1 "
             "-F 1 -t 1");
}

BOOST_AUTO_TEST_CASE(backward_in_its_own_direction) {
  // the gradient comes before input and weight
  const auto backward = [](std::string_view mask) {
    static std::string concrete;
    concrete = R"(["","","","[0]","[2, 2]","[1, 1]","[1, 1]","False","[0, 0]","1",")" + std::string(mask) + "\"]";
    torch_call c = convolution("[[4,8,16,16],[4,3,32,32],[8,3,3,3]]", concrete, "", R"(["float","float","float"])");
    c.name = "aten::convolution_backward";
    return miopen_command(c, conv_direction::forward, true).text();
  };
  const std::string front = "MIOpenDriver conv -n 4 -c 3 -H 32 -W 32 -k 8 -y 3 -x 3 -p 1 -q 1 -u 2 -v 2 -l 1 -j 1 -m conv -g 1 ";
  BOOST_TEST(backward("[True, True, False]") == front + "-F 6 -V 0 -t 1");
  BOOST_TEST(backward("[True, False, False]") == front + "-F 2 -V 0 -t 1");
  BOOST_TEST(backward("[False, True, False]") == front + "-F 4 -V 0 -t 1");
  BOOST_TEST(backward("") == front + "-F 6 -V 0 -t 1");  // an unrecorded mask counts as both
}

BOOST_AUTO_TEST_CASE(three_dimensions_word_by_word) {
  BOOST_TEST(miopen_command(convolution("[[1,16,5,60,90],[32,16,3,1,2],[]]",
                                        R"(["","","","[1, 2, 3]","[1]","[1, 1, 1]","False","[0]","4"])", "",
                                        R"(["float","float"])"), conv_direction::backward_data).text() ==
             "MIOpenDriver conv -n 1 -c 16 --in_d 5 -H 60 -W 90 -k 32 --fil_d 3 -y 1 -x 2 --pad_d 1 -p 1 -q 1 --conv_stride_d 1 "
             "-u 2 -v 3 --dilation_d 1 -l 1 -j 1 --spatial_dim 3 -m conv -g 4 -F 2 -t 1");
}

BOOST_AUTO_TEST_CASE(one_dimension_is_two_with_a_height_of_one) {
  BOOST_TEST(miopen_command(convolution("[[2,8,100],[8,1,5]]", R"(["","","","[2]","[4]","[1]","False","[0]","8"])", "",
                                        R"(["c10::Half","c10::Half"])")).text() ==
             "MIOpenDriver convfp16 -n 2 -c 8 -H 1 -W 100 -k 8 -y 1 -x 5 -p 0 -q 4 -u 1 -v 2 -l 1 -j 1 -m conv -g 8 -F 1 -t 1");
}

BOOST_AUTO_TEST_CASE(transposed_ones_and_layouts) {
  const std::string text =
      miopen_command(convolution("[[2,8,10,12],[8,16,3,3]]", R"(["","","","[2, 2]","[1, 1]","[1, 1]","True","[1, 1]","1"])",
                                 "[[960,1,96,8],[144,9,3,1]]")).text();
  BOOST_TEST(text.find(" -k 16 ") != std::string::npos);
  BOOST_TEST(text.find(" -j 1 --in_layout NHWC --out_layout NHWC -m trans ") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(what_is_not_known_gives_no_command) {
  const std::string_view settings = R"(["","","","[1]","[0]","[1]","False","[0]","1"])";
  BOOST_TEST(miopen_command(convolution("[[4,3,9,9],[768,3,16]]", settings)).empty());
  BOOST_TEST(miopen_command(convolution("[[4,3],[768,3]]", settings)).empty());
  BOOST_TEST(miopen_command(convolution("[[4,3,9,9],[768,3,3,3]]", "[]")).empty());
  BOOST_TEST(miopen_command(convolution("[[4,3,9,9],[768,3,3,3]]", settings, "", R"(["`id`","`id`"])")).empty());
}

BOOST_AUTO_TEST_CASE(the_time_is_the_last_field_in_milliseconds) {
  BOOST_TEST(miopen_time("MIOpenDriver conv ...\n"
                         "stats: name, n, c, ho, wo, y, x, k, flopCnt, bytesRead, bytesWritten, GFLOPs, GB/s, timeMs\n"
                         "stats: fwd-conv16x16u16, 4, 3, 14, 14, 16, 16, 768, 1, 2, 3, 0, 0, 0.012345\n"
                         "Forward Convolution Verifies OK\n") == 0.012345 * 1000);
  BOOST_TEST(!known(miopen_time("stats: name, n, timeMs\n")));
  BOOST_TEST(!known(miopen_time("")));
}

BOOST_AUTO_TEST_SUITE_END()
