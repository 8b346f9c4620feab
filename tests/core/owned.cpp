#include <ridgeline/core/owned.hpp>

#include <cstdlib>
#include <memory>
#include <utility>

#include <boost/test/unit_test.hpp>

#include <ridgeline/core/callable.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(core)

namespace {

struct counted {
  int* alive;
  explicit counted(int& count) : alive(&count) { ++*alive; }
  counted(const counted& o) : alive(o.alive) { ++*alive; }
  counted& operator=(const counted&) = delete;
  virtual ~counted() { --*alive; }
};
struct special : counted {
  using counted::counted;
};

}  // namespace

BOOST_AUTO_TEST_CASE(an_owned_object_is_deleted_once) {
  int alive = 0;
  {
    owned<counted> none;
    BOOST_TEST(!none);
    owned<counted> first(new special(alive));
    owned<const counted> from_unique = std::make_unique<special>(alive);
    BOOST_TEST(alive == 2);
    owned<counted> second = std::move(first);
    BOOST_TEST((first == nullptr));  // NOLINT: moved from on purpose
    BOOST_TEST(second->alive == &alive);
    second = nullptr;
    BOOST_TEST(alive == 1);
    owned<counted> given(new special(alive));
    const std::unique_ptr<counted> back(given.release());
    BOOST_TEST(alive == 2);
  }
  BOOST_TEST(alive == 0);
}

BOOST_AUTO_TEST_CASE(memory_goes_back_the_way_it_came) {
  static int freed = 0;
  {
    const owned<char> bytes(static_cast<char*>(std::malloc(4)), [](char* p) {  // NOLINT: what inflating has
      std::free(p);                                                          // NOLINT
      ++freed;
    });
    BOOST_TEST(bytes.get() != nullptr);
  }
  BOOST_TEST(freed == 1);
}

BOOST_AUTO_TEST_CASE(a_callable_is_copied_with_what_it_holds) {
  int alive = 0;
  {
    callable<int(int, int)> none;
    BOOST_TEST(!none);
    const callable<int(int, int)> sum = [held = counted(alive)](int a, int b) { return a + b + *held.alive * 0; };
    const callable<int(int, int)> copy = sum;
    BOOST_TEST(alive == 2);
    none = copy;
    BOOST_TEST(alive == 3);
    BOOST_TEST(none(2, 3) == 5);
    BOOST_TEST(sum(4, 5) == 9);
  }
  BOOST_TEST(alive == 0);
}

BOOST_AUTO_TEST_SUITE_END()
