#include <ridgeline/xla/op/collective.hpp>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <ridgeline/xla/read/xplane.hpp>

#include "tests/support/xplane_bytes.hpp"

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(xla_op_collective)

namespace {

/// The groups of a collective in a program of `replicas` times `partitions`: `01 23`.
std::string groups_of(std::string_view opcode, std::int64_t replicas, std::int64_t partitions, const proto_bytes& more) {
  xplane::module m("jit_f");
  m.computation("main");
  const auto a = m.parameter("a", xplane::f32({16}));
  m.add("c.1", opcode, xplane::f32({16}), {a}, more);
  m.devices(replicas, partitions);
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  const xla_trace trace = std::move(*read_xplane(xplane::file({metadata.bytes()})));
  const hlo_module& read = trace.modules.at(0);
  const auto c = collective_of(trace, {0, read.find(trace.texts.find("c.1"))});
  BOOST_REQUIRE(c.has_value());
  std::string text;
  for (const auto& group : c->groups) {
    text += text.empty() ? "" : " ";
    for (const std::int64_t n : group) text += std::to_string(n);
  }
  return text;
}
proto_bytes groups(std::initializer_list<std::vector<std::int64_t>> list, bool channel, bool global = false) {
  proto_bytes b;
  for (const auto& group : list) b.raw(xplane::group_of(group).text());
  if (channel) b.number(26, 1);
  if (global) b.number(71, 1);
  return b;
}

/// Type, elements of the operands, elements of the results of a collective of `operands`: `bf16 1024 1024`.
std::string elements_of(std::string_view opcode, const xplane::shape& of, const std::vector<xplane::shape>& operands) {
  xplane::module m("jit_f");
  m.computation("main");
  std::vector<std::int64_t> ids;
  for (const xplane::shape& s : operands) ids.push_back(m.parameter("p." + std::to_string(ids.size()), s));
  m.add("c.1", opcode, of, ids);
  xplane::plane metadata("/host:metadata");
  metadata.program("jit_f(7)", 7, m.hlo_proto());
  const xla_trace trace = std::move(*read_xplane(xplane::file({metadata.bytes()})));
  const auto c = collective_of(trace, {0, trace.modules.at(0).find(trace.texts.find("c.1"))});
  BOOST_REQUIRE(c.has_value());
  return std::string(c->type) + " " + std::to_string(c->in_elements) + " " + std::to_string(c->out_elements);
}

}  // namespace

/// An asynchronous start returns (operands, results, numbers of its own); an all-reduce returns its results alone.
BOOST_AUTO_TEST_CASE(what_a_start_gives_are_its_results) {
  using xplane::bf16, xplane::f32, xplane::tuple;
  const xplane::shape number = xplane::array(8, {});  // u32[]
  BOOST_TEST(elements_of("collective-permute-start", tuple({bf16({1024}), bf16({1024}), number, number}),
                         {bf16({1024})}) == "bf16 1024 1024");
  BOOST_TEST(elements_of("collective-permute-start",
                         tuple({tuple({bf16({8}), bf16({4})}), tuple({bf16({8}), bf16({4})}), number, number}),
                         {bf16({8}), bf16({4})}) == "bf16 12 12");  // 8 + 4
  BOOST_TEST(elements_of("collective-permute-start", tuple({bf16({1024}), bf16({1024})}), {bf16({1024})}) ==
             "bf16 1024 1024");
  BOOST_TEST(elements_of("all-gather-start", tuple({f32({16}), f32({64})}), {f32({16})}) == "f32 16 64");
  BOOST_TEST(elements_of("all-gather-start", tuple({tuple({f32({16}), f32({4})}), tuple({f32({64}), f32({16})})}),
                         {f32({16}), f32({4})}) == "f32 20 80");  // 16 + 4, 64 + 16
  BOOST_TEST(elements_of("all-reduce-start", tuple({f32({16}), f32({4})}), {f32({16}), f32({4})}) == "f32 20 20");
  // of two types: bytes, 16 * 4 + 8 * 2
  BOOST_TEST(elements_of("all-reduce-start", tuple({f32({16}), bf16({8})}), {f32({16}), bf16({8})}) == "u8 80 80");
}

/// The device of replica r and partition p of four is 4 r + p.
BOOST_AUTO_TEST_CASE(members_of_groups_are_replicas_partitions_or_devices) {
  // of one replica with all its partitions, as the partitioner writes for a reduction over all partitions
  BOOST_TEST(groups_of("all-reduce", 1, 4, groups({{0}}, true)) == "0123");
  BOOST_TEST(groups_of("all-reduce-start", 1, 4, groups({{0}}, true)) == "0123");
  BOOST_TEST(groups_of("all-reduce", 2, 2, groups({{0}, {1}}, true)) == "01 23");
  BOOST_TEST(groups_of("all-gather", 2, 2, groups({{0, 1}}, true)) == "0123");
  // of devices
  BOOST_TEST(groups_of("all-reduce", 1, 4, groups({{0, 2}, {1, 3}}, true, true)) == "02 13");
  BOOST_TEST(groups_of("all-reduce", 2, 2, groups({{0}, {1}, {2}, {3}}, true, true)) == "0 1 2 3");
  // of replicas, once for each partition
  BOOST_TEST(groups_of("all-reduce", 2, 2, groups({{0, 1}}, false)) == "02 13");
  BOOST_TEST(groups_of("all-reduce", 2, 2, groups({}, false)) == "02 13");
  BOOST_TEST(groups_of("all-reduce", 4, 1, groups({{0, 1}, {2, 3}}, false)) == "01 23");
  // of partitions, once for each replica: these ops have no other
  BOOST_TEST(groups_of("all-to-all", 2, 2, groups({{0, 1}}, true)) == "01 23");
  BOOST_TEST(groups_of("collective-permute", 2, 2,
                       proto_bytes().number(26, 1).bytes(52, proto_bytes().number(2, 1)).bytes(52, proto_bytes().number(1, 1))) ==
             "01 23");
  // all devices, and numbers that are none of a replica
  BOOST_TEST(groups_of("all-reduce", 1, 4, groups({}, true)) == "");
  BOOST_TEST(groups_of("all-reduce", 1, 4, groups({}, false)) == "");
  BOOST_TEST(groups_of("all-reduce", 1, 4, groups({{0, 1}, {2, 3}}, false)) == "01 23");
}

BOOST_AUTO_TEST_SUITE_END()
