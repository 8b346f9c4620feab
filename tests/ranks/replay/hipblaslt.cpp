#include <ridgeline/ranks/replay/hipblaslt.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(replay_hipblaslt)

namespace {

std::string command(std::string_view name, std::string_view dims, std::string_view strides, std::string_view types) {
  torch_call c;
  c.name = name, c.dims = dims, c.strides = strides, c.types = types;
  return hipblaslt_command(c).text();
}
bool holds(const std::string& text, std::string_view part) {
  return (" " + text + " ").find(" " + std::string(part) + " ") != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_product_with_bias_word_by_word) {
  // C[141,512] = A[141,512] B[512,512] with B transposed in memory: BLAS's A is B, (rows 512) by strides (1, 512)
  BOOST_TEST(command("aten::addmm", "[[512],[141,512],[512,512],[],[]]", "[[1],[512,1],[1,512],[],[]]",
                     R"(["c10::BFloat16","c10::BFloat16","c10::BFloat16","Scalar","Scalar"])") ==
             "hipblaslt-bench --api_method c -m 512 -n 141 -k 512 --lda 512 --ldb 512 --ldc 512 --ldd 512 --stride_a 0 "
             "--stride_b 0 --stride_c 0 --stride_d 0 --alpha 1.000000 --beta 0.000000 --transA T --transB N --batch_count 1 "
             "--scaleA 0 --scaleB 0 --a_type bf16_r --b_type bf16_r --c_type bf16_r --d_type bf16_r --scale_type f32_r "
             "--bias_type bf16_r --compute_type f32_r --algo_method heuristic --requested_solution 1 --activation_type none "
             "--bias_vector --rotating 512 --cold_iters 100 --iters 100 --flush --initialization trig_float "
             "--use_gpu_timer --print_kernel_info");
}

BOOST_AUTO_TEST_CASE(batches_have_strides) {
  // A is 8 x (16, 32), B is 8 x (32, 64): strides 16*32 and 32*64, results 16*64
  const std::string text = command("aten::bmm", "[[8,16,32],[8,32,64]]", "[[512,32,1],[2048,64,1]]", R"(["float","float"])");
  for (const char* part : {"-m 64 -n 16 -k 32", "--lda 64 --ldb 32 --ldc 64", "--stride_a 2048 --stride_b 512",
                           "--stride_c 1024 --stride_d 1024", "--batch_count 8", "--bias_type f32_r", "--beta 0.000000"})
    BOOST_TEST(holds(text, part), part << " in " << text);
  BOOST_TEST(!holds(text, "--bias_vector"));
  const std::string with_c = command("aten::baddbmm", "[[8,16,64],[8,16,32],[8,32,64]]",
                                     "[[1024,64,1],[512,32,1],[2048,64,1]]", R"(["c10::Half","c10::Half","c10::Half"])");
  for (const char* part : {"--beta 1.000000", "--bias_type f32_r", "--a_type f16_r"}) BOOST_TEST(holds(with_c, part), part);
}

BOOST_AUTO_TEST_CASE(leading_dimensions_follow_the_strides) {
  const auto mm = [](std::string_view strides) {
    return command("aten::mm", "[[4,6],[6,10]]", strides, R"(["float","float"])");
  };
  BOOST_TEST(holds(mm("[[8,1],[16,1]]"), "--lda 16 --ldb 8"));     // rows with padding
  BOOST_TEST(holds(mm("[[1,4],[1,6]]"), "--transA T --transB T"));
  BOOST_TEST(holds(mm("[[1,4],[1,6]]"), "--lda 6 --ldb 4"));
  BOOST_TEST(holds(mm("[[3,3],[5,5]]"), "--lda 10 --ldb 6"));      // neither: treated as contiguous
  BOOST_TEST(holds(mm(""), "--lda 10 --ldb 6"));
}

BOOST_AUTO_TEST_CASE(types_choose_what_is_computed_in) {
  const auto of = [](std::string_view type) {
    const std::string both = "[\"" + std::string(type) + "\",\"" + std::string(type) + "\"]";
    return command("aten::_scaled_mm", "[[4,6],[6,10]]", "[[6,1],[1,6]]", both);
  };
  BOOST_TEST(holds(of("c10::Float8_e4m3fnuz"), "--a_type f8_r --b_type f8_r --c_type bf16_r --d_type bf16_r --scale_type f32_r"));
  BOOST_TEST(holds(of("double"), "--scale_type f64_r --bias_type f64_r --compute_type f64_r"));
  BOOST_TEST(holds(of("signed char"), "--compute_type i32_r"));
  BOOST_TEST(of("c10::complex<float>") == "");
}

BOOST_AUTO_TEST_CASE(the_bias_of_a_scaled_product_stands_where_its_version_has_it) {
  const auto of = [](std::string_view dims, std::string_view fourth, std::string_view fifth) {
    const std::string types = R"(["c10::Float8_e4m3fn","c10::Float8_e4m3fn","float",")" + std::string(fourth) + "\",\"" +
                              std::string(fifth) + R"(","float","",""])";
    return holds(command("aten::_scaled_mm", dims, "", types), "--bias_vector");
  };
  // since 2.5: self, mat2, scale_a, scale_b, bias, ...; rows have scales of more than one element
  BOOST_TEST(of("[[4,6],[6,10],[4,1],[1,10],[10],[],[],[]]", "float", "c10::BFloat16"));
  BOOST_TEST(!of("[[4,6],[6,10],[4,1],[1,10],[],[],[],[]]", "float", ""));
  // until 2.4: self, mat2, bias, out_dtype, scale_a, scale_b, ...
  BOOST_TEST(of("[[4,6],[6,10],[10],[],[4,1],[1,10],[],[]]", "Scalar", "float"));
  BOOST_TEST(!of("[[4,6],[6,10],[],[],[4,1],[1,10],[],[]]", "Scalar", "float"));
}

BOOST_AUTO_TEST_CASE(what_is_not_known_gives_no_command) {
  BOOST_TEST(command("aten::mm; rm -rf /", "[[4,6],[6,10]]", "", R"(["float","float"])") == "");
  BOOST_TEST(command("aten::mm", "[[4,6],[7,10]]", "", R"(["float","float"])") == "");
  BOOST_TEST(command("aten::mm", "[[4,6]]", "", R"(["float"])") == "");
  BOOST_TEST(command("aten::mm", "[[-4,6],[6,10]]", "", R"(["float","float"])") == "");
  BOOST_TEST(command("aten::mm", "[[1e300,6],[6,10]]", "", R"(["float","float"])") == "");
}

BOOST_AUTO_TEST_CASE(the_time_stands_below_the_header) {
  BOOST_TEST(hipblaslt_time("hipBLASLt version: 1000\n"
                            "[0]:transA,transB,grouped_gemm,batch_count,m,n,hipblaslt-Gflops,hipblaslt-GB/s,us\n"
                            "    T,N,0,1,768,788,66613.8,363.509,16.1189\n"
                            "    --Solution index: 1\n    --kernel name: Cijk,1\n") == 16.1189);
  BOOST_TEST(!known(hipblaslt_time("")));
  BOOST_TEST(!known(hipblaslt_time("[0]:m,hipblaslt-Gflops,hipblaslt-GB/s,us")));
  BOOST_TEST(!known(hipblaslt_time("[0]:m,hipblaslt-Gflops,hipblaslt-GB/s,us\n    T,N,fast\n")));
  BOOST_TEST(hipblaslt_time("[0]:m,hipblaslt-Gflops,hipblaslt-GB/s,us\r\n    T,N, 7\r\n") == 7);
}

BOOST_AUTO_TEST_SUITE_END()
