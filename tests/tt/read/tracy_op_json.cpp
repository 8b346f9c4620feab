#include <string>

#include <boost/test/unit_test.hpp>

#include <ridgeline/tt/read/tracy_op_json.hpp>

namespace rl = ridgeline;

BOOST_AUTO_TEST_SUITE(tt_tracy_op_json)

BOOST_AUTO_TEST_CASE(attributes_are_printed_as_python_does) {
  rl::text_pool texts;
  const auto op = rl::read_tt_tracy_op_json(
      R"({"attributes": {"b": "x,y", "a": "it's", "n": "it's \"so\" \\ there", "e": {}},
          "global_call_count": 4294967295})",
      texts);
  BOOST_TEST_REQUIRE(op.has_value());
  BOOST_TEST(op->id.value() == 4294967295u);
  // keys in the file's order, commas as semicolons
  BOOST_TEST(op->program.attributes == R"({'b': 'x;y'; 'a': "it's"; 'n': 'it\'s "so" \\ there'; 'e': {}})");
  const auto none = rl::read_tt_tracy_op_json(R"({"attributes": null})", texts);
  BOOST_TEST(rl::is_null_text(none.value().program.attributes));
  static_assert(rl::tt_null_text.data() == rl::tt_null_letters);  // a literal may have an address for each source file
  const auto said = rl::read_tt_tracy_op_json(R"({"attributes": "None"})", texts);
  BOOST_TEST(said.value().program.attributes == "None");
  BOOST_TEST(!rl::is_null_text(said.value().program.attributes));
}

BOOST_AUTO_TEST_CASE(tensors_and_their_memory) {
  rl::text_pool texts;
  const auto op = rl::read_tt_tracy_op_json(
      R"({"optional_input_tensors": [{"dtype": "UINT32", "storage_type": "HOST"}],
          "input_tensors": [{"shape": {"W": 1, "X": "64[50]", "Y": 32, "Z": 1}, "layout": "TILE", "dtype": "BFLOAT16",
            "storage_type": {"device_id": 3,
                             "memory_config": {"buffer_type": "dram", "memory_layout": "interleaved"}}}],
          "output_tensors": null})",
      texts);
  BOOST_TEST_REQUIRE(op.has_value());
  BOOST_TEST_REQUIRE(op->program.inputs.size() == 2u);  // the optional one comes last
  const rl::tt_tracy_tensor& t = op->program.inputs[0];
  BOOST_TEST(t.extents[0] == "1");
  BOOST_TEST(t.extents[3] == "64[50]");
  BOOST_TEST(t.memory == "DEV_3_DRAM_INTERLEAVED");
  BOOST_TEST(op->program.inputs[1].memory == "HOST");
  BOOST_TEST(op->padded_shapes);
  BOOST_TEST(op->program.outputs.empty());
}

BOOST_AUTO_TEST_CASE(kernels_their_sizes_and_the_model) {
  rl::text_pool texts;
  const auto op = rl::read_tt_tracy_op_json(
      R"({"kernel_info": {"compute_kernels": [{"math_fidelity": "LoFi", "path": "a.cpp", "name": "a/1/"},
                                              {"math_fidelity": "HiFi4", "path": "b.cpp", "name": "b/2/"}],
                          "datamovement_kernels": [],
                          "kernel_sizes": {"trisc_1_max_kernel_size": 7, "IDLE_ETH_DM_1_max_kernel_size": 9, "x": 3}},
          "performance_model": {"compute_ns": 12, "ideal_ns": 1.5, "input_bws": [0.00001, 2, 123456789012345678.0],
                                "output_bws": []},
          "program_cache_hit": true, "op_hash": 18446744073709551615})",
      texts);
  BOOST_TEST_REQUIRE(op.has_value());
  const rl::tt_tracy_program& p = op->program;
  BOOST_TEST(p.fidelity == "HiFi4");  // of the last compute kernel
  BOOST_TEST(p.compute_sources == "['a.cpp'; 'b.cpp']");
  BOOST_TEST(p.data_names == "[]");
  BOOST_TEST(op->kernel_paths);
  BOOST_TEST(p.kernel_sizes[3] == 7);  // TRISC 1 is TENSIX COMPUTE 1
  BOOST_TEST(p.kernel_sizes[8] == 9);
  BOOST_TEST(p.kernel_sizes[0] == -1);
  BOOST_TEST(p.compute == 12);
  BOOST_TEST(p.ideal == 1.5);
  BOOST_TEST(!rl::known(p.bandwidth));
  BOOST_TEST(p.input_rates == "[1e-05; 2; 1.2345678901234568e+17]");  // as Python prints floats and integers
  BOOST_TEST(op->cache_hit == 1);
  BOOST_TEST(p.hash.value() == 18446744073709551615u);
}

BOOST_AUTO_TEST_CASE(a_cut_text_is_nothing_and_members_of_other_kinds_stay_unknown) {
  rl::text_pool texts;
  const std::string whole =
      R"({"op_code": "A", "input_tensors": [{"dtype": "X"}], "kernel_info": {"kernel_sizes": {"a": 1}}})";
  BOOST_TEST(rl::read_tt_tracy_op_json(whole, texts).has_value());
  for (std::size_t n = 0; n < whole.size(); ++n)
    BOOST_TEST(!rl::read_tt_tracy_op_json(std::string_view(whole).substr(0, n), texts).has_value(), "cut at " << n);
  const auto odd = rl::read_tt_tracy_op_json(
      R"({"global_call_count": "7", "op_code": {"a": []}, "device_id": 1.5, "input_tensors": {}, "attributes": [1],
          "performance_model": 3, "kernel_info": [], "program_cache_hit": {}, "op_hash": -1})",
      texts);
  BOOST_TEST_REQUIRE(odd.has_value());
  BOOST_TEST(!odd->id.has_value());
  BOOST_TEST(!odd->device.has_value());
  BOOST_TEST(odd->program.code == "");
  BOOST_TEST(odd->program.inputs.empty());
  BOOST_TEST(!odd->program.hash.has_value());
}

BOOST_AUTO_TEST_SUITE_END()
