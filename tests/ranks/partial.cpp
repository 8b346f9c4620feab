#include <ridgeline/ranks/partial.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(fleet_partial_results)

namespace {

using numbers = std::mt19937_64;

double time_of(numbers& random) { return static_cast<double>(random() % 1'000'000) / 1000; }
std::string one_of(numbers& random, std::string stem, unsigned n) { return stem + std::to_string(random() % n); }

fleet_call random_call(numbers& random, std::int64_t rank) {
  fleet_call c;
  c.name = one_of(random, "aten::op", 4);
  c.parameters.push_back({"M", {torch_value::kind::integer, static_cast<double>(random() % 3), {}}});
  c.identity = c.name + std::to_string(c.parameters[0].value.number);
  const auto uid = static_cast<std::uint32_t>(random() % 1000);
  c.first.add(rank, uid);
  c.count = 1 + static_cast<std::int64_t>(random() % 5);
  if (random() % 3 != 0) c.gflops.add(rank, time_of(random));
  if (random() % 2 != 0) c.dims.add(rank, one_of(random, "[[", 9));
  for (int i = 0; i < c.count; ++i) {
    c.time.add(time_of(random) * 1.1);
    c.memory_rate.add(time_of(random) / 3);
    c.time_without_moves.add(time_of(random) / 7);
  }
  c.kernels.push_back({one_of(random, "kernel", 3), static_cast<std::int64_t>(random() % 2), {}});
  c.kernels.back().time.add(time_of(random));
  return c;
}

/// What a rank could contain.
fleet_partial random_partial(numbers& random, std::int64_t rank) {
  fleet_partial p;
  if (random() % 8 == 0) {
    p.unread.push_back({rank, one_of(random, "file", 100), "cannot be read"});
    return p;
  }
  rank_facts r;
  r.rank = rank;
  r.path = one_of(random, "path", 100);
  r.timeline_empty = false;
  for (double& t : r.timeline) t = time_of(random);
  r.quality.add("a remark", source_pos{r.path}, one_of(random, "x", 10), false, random() % 5);
  for (int i = 0; i < 3; ++i) {
    collective_use u;
    u.name = r.texts.number(one_of(random, "collective", 3));
    u.start = time_of(random), u.length = time_of(random);
    r.collectives.push_back(u);
  }
  r.texts.close();
  p.ranks.push_back(std::move(r));
  fleet_partial all = p;
  for (int i = 0; i < 6; ++i) {
    fleet_partial one;
    fleet_launcher l;
    l.name = one_of(random, "aten::op", 5);
    l.count = 1;
    l.time.add(time_of(random) * 0.1);
    one.launchers.push_back(std::move(l));
    one.calls.push_back(random_call(random, rank));
    all = merge(std::move(all), std::move(one));
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(merging_is_associative_and_does_not_depend_on_order) {
  numbers random(20261121);
  for (int round = 0; round < 60; ++round) {
    std::vector<fleet_partial> parts;
    for (int r = 0; r < 7; ++r) parts.push_back(random_partial(random, r));
    fleet_partial in_order;
    for (const fleet_partial& p : parts) in_order = merge(std::move(in_order), p);
    const std::string wanted = to_bytes(in_order);

    std::vector<std::size_t> order{0, 1, 2, 3, 4, 5, 6};
    std::shuffle(order.begin(), order.end(), random);
    fleet_partial shuffled;
    for (const std::size_t i : order) shuffled = merge(std::move(shuffled), parts[i]);
    BOOST_TEST((to_bytes(shuffled) == wanted));

    fleet_partial right;  // a(b(c(d...)))
    for (std::size_t i = parts.size(); i-- > 0;) right = merge(parts[i], std::move(right));
    BOOST_TEST((to_bytes(right) == wanted));

    fleet_partial tree = merge(merge(merge(parts[3], parts[5]), merge(parts[0], parts[6])),
                               merge(parts[1], merge(parts[4], parts[2])));
    BOOST_TEST((to_bytes(tree) == wanted));
  }
}

BOOST_AUTO_TEST_CASE(bytes_come_back_as_they_were) {
  numbers random(3);
  fleet_partial all;
  for (int r = 0; r < 5; ++r) all = merge(std::move(all), random_partial(random, r));
  const std::string bytes = to_bytes(all);
  expected<fleet_partial> back = partial_from(bytes);
  BOOST_REQUIRE(back.has_value());
  BOOST_TEST((to_bytes(*back) == bytes));
  BOOST_REQUIRE(back->ranks.size() == all.ranks.size());
  const rank_facts& was = all.ranks.back();
  const rank_facts& is = back->ranks.back();
  BOOST_TEST(is.path == was.path);
  BOOST_TEST(is.texts.text(is.collectives[0].name) == was.texts.text(was.collectives[0].name));
}

BOOST_AUTO_TEST_CASE(other_bytes_are_refused) {
  numbers random(4);
  fleet_partial p = random_partial(random, 1);
  while (p.ranks.empty()) p = random_partial(random, 1);
  const std::string bytes = to_bytes(p);
  BOOST_TEST(!partial_from("").has_value());
  BOOST_TEST(!partial_from(bytes + "x").has_value());
  for (std::size_t n = 0; n < bytes.size(); n += 7) BOOST_TEST(!partial_from(bytes.substr(0, n)).has_value());
  for (std::size_t n = 0; n < bytes.size(); ++n) {  // no crash, no unbounded memory, for any byte
    std::string broken = bytes;
    broken[n] = static_cast<char>(random());
    static_cast<void>(partial_from(broken).has_value());
  }
}

BOOST_AUTO_TEST_CASE(the_lowest_rank_speaks_first) {
  of_lowest_rank<double> a, b;
  a.add(3, 30), b.add(1, 10), b.add(2, 20);
  a.merge(std::move(b));
  BOOST_TEST(a.value == 10.0);
  BOOST_TEST(a.rank == 1);
}

BOOST_AUTO_TEST_SUITE_END()
