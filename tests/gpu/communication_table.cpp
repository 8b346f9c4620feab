#include <array>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <ridgeline/gpu/communication_table.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(gpu_communication_table)

using gpu::collective_kind;
using gpu::communication_rule;
using gpu::communication_table;

namespace {

struct of_my_cluster {
  static constexpr std::array communication{
      communication_rule{"ring_exchange_", gpu::text_place::front, gpu::rule_says::communication, "ours",
                         collective_kind::alltoall, "docs"},
      communication_rule{"allreduce_of_columns", gpu::text_place::anywhere, gpu::rule_says::computation},
  };
};

constexpr bool long_and_under_mine(std::string_view kernel, std::string_view op) {
  return kernel.size() > 10 && op.starts_with("mine::");
}
struct by_function {
  static constexpr std::array communication{
      communication_rule{.library = "by function", .kind = collective_kind::gather, .test = long_and_under_mine}};
};
struct without_rules {};

text_pattern pattern(std::string_view text) { return *text_pattern::compile(text); }

}  // namespace

BOOST_AUTO_TEST_CASE(without_additions_it_answers_as_the_function) {
  const communication_table table = communication_table::with<without_rules>();
  for (const std::string_view kernel : {"ncclDevKernel_AllReduce_Sum", "gemm", "void deep_ep::intranode::combine<8>()",
                                        "triton_poi_fused_all_reduce", "k0"})
    for (const std::string_view op : {"", "trtllm::allgather", "aten::mm"})
      for (const std::string_view collective : {"", "send"})
        BOOST_TEST((table.of(kernel, op, collective) == gpu::communication_of(kernel, op, collective)), kernel << op);
}

BOOST_AUTO_TEST_CASE(rules_of_extensions_come_first) {
  const communication_table table = communication_table::with<of_my_cluster, without_rules, by_function>();
  BOOST_TEST((table.of("RING_exchange_f16") == gpu::communication{"ours", collective_kind::alltoall}));
  BOOST_TEST(!table.of("a_ring_exchange_f16"));           // the position is the prefix
  BOOST_TEST(!table.of("allreduce_of_columns_kernel"));   // communication by a built-in row, which comes later
  BOOST_TEST((table.of("ncclDevKernel_AllReduce_Sum") == gpu::communication_of("ncclDevKernel_AllReduce_Sum")));
  BOOST_TEST((table.of("eleven_long", "mine::op") == gpu::communication{"by function", collective_kind::gather}));
  BOOST_TEST(!table.of("ten__short", "mine::op"));
}

BOOST_AUTO_TEST_CASE(rules_may_be_of_one_letter) {
  const std::array rules{communication_rule{"q", gpu::text_place::whole, gpu::rule_says::communication, "one"},
                         communication_rule{"_z", gpu::text_place::anywhere, gpu::rule_says::communication, "two"}};
  const communication_table table(rules);
  BOOST_TEST((table.of("Q") == gpu::communication{"one"}));
  BOOST_TEST(!table.of("qq"));
  BOOST_TEST((table.of("gemm_z") == gpu::communication{"two"}));
  BOOST_TEST((table.of("gemm_Zx") == gpu::communication{"two"}));
  BOOST_TEST(!table.of("gemmz_"));
}

BOOST_AUTO_TEST_CASE(a_pattern_of_the_user_wins_over_all_rules) {
  communication_table table;
  table.add(pattern("^triton_.*_all_reduce_\\d+$"), {"pattern", collective_kind::unknown});
  BOOST_TEST((table.of("triton_poi_fused_all_reduce_12") == gpu::communication{"pattern", collective_kind::unknown}));
  BOOST_TEST(!table.of("triton_poi_fused_all_reduce_x"));
  BOOST_TEST(!table.of("gemm"));
}

BOOST_AUTO_TEST_CASE(a_pattern_keeps_what_the_rules_know) {
  communication_table table;
  table.add(pattern("nccl"));
  BOOST_TEST((table.of("ncclDevKernel_AllGather") == gpu::communication{"NCCL/RCCL", collective_kind::allgather}));
  communication_table named;
  named.add(pattern("mine"));
  BOOST_TEST((named.of("mine", {}, "broadcast") == gpu::communication{{}, collective_kind::broadcast}));
}

BOOST_AUTO_TEST_CASE(long_names_are_read_once) {  // quadratic time would be 1e12 comparisons: a quarter of an hour or more
  std::string name(1'000'000, 'n');
  for (std::size_t i = 1; i < name.size(); i += 2) name[i] = 'c';
  BOOST_TEST(!communication_table().of(name));
  BOOST_TEST(communication_table().of(name + "cl").has_value());
}

BOOST_AUTO_TEST_SUITE_END()
