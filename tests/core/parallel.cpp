#include <ridgeline/core/parallel.hpp>
#include <ridgeline/core/parallel_pipeline.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <pthread.h>
#include <sched.h>

#include <boost/test/unit_test.hpp>

using namespace ridgeline;

BOOST_AUTO_TEST_SUITE(core_parallel)

namespace {

/// How often each piece was processed, and that no worker number was out of range.
std::vector<int> counts(std::size_t pieces, unsigned threads) {
  std::vector<int> count(pieces, 0);
  std::atomic<bool> in_range{true};
  parallel_for(pieces, threads, [&](std::size_t i, unsigned worker) {
    ++count[i];
    if (worker >= std::max(threads, 1u)) in_range = false;
  });
  BOOST_TEST(in_range);
  return count;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_piece_is_worked_on_once) {
  for (std::size_t pieces : {0u, 1u, 2u, 3u, 100u})
    for (unsigned threads : {0u, 1u, 2u, 4u, 200u}) BOOST_TEST(counts(pieces, threads) == std::vector<int>(pieces, 1));
}

// A batch system gives a program four of a hundred processors, `taskset -c 0` one.
#if defined(__GLIBC__)
BOOST_AUTO_TEST_CASE(threads_are_as_many_as_the_processors_that_may_be_used) {
  cpu_set_t all;
  BOOST_REQUIRE(sched_getaffinity(0, sizeof all, &all) == 0);
  BOOST_TEST(default_threads() == static_cast<unsigned>(CPU_COUNT(&all)));
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  BOOST_REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  const unsigned threads = default_threads();
  BOOST_REQUIRE(sched_setaffinity(0, sizeof all, &all) == 0);
  BOOST_TEST(threads == 1u);
}
#endif

BOOST_AUTO_TEST_CASE(no_more_threads_than_pieces) {
  BOOST_TEST(threads_for(0, 4) == 1u);
  BOOST_TEST(threads_for(3, 4) == 3u);
  BOOST_TEST(threads_for(5, 4) == 4u);
  BOOST_TEST(threads_for(5, 0) == 1u);
  BOOST_TEST(threads_for(5, 4'000'000'000u) == 5u);
}

// A thread whose stack does not fit into the address space cannot be created.
BOOST_AUTO_TEST_CASE(without_more_threads_the_first_does_all_the_work) {
  pthread_attr_t usual, huge;
  BOOST_REQUIRE(pthread_getattr_default_np(&usual) == 0);
  BOOST_REQUIRE(pthread_attr_init(&huge) == 0);
  BOOST_REQUIRE(pthread_attr_setstacksize(&huge, std::size_t{1} << 62) == 0);
  BOOST_REQUIRE(pthread_setattr_default_np(&huge) == 0);
  const std::vector<int> count = counts(10, 4);
  BOOST_REQUIRE(pthread_setattr_default_np(&usual) == 0);
  pthread_attr_destroy(&huge);
  pthread_attr_destroy(&usual);
  BOOST_TEST(count == std::vector<int>(10, 1));
}

BOOST_AUTO_TEST_CASE(what_is_made_in_order_is_used_once) {
  for (std::size_t slots : {0u, 1u, 3u})
    for (unsigned threads : {0u, 1u, 2u, 5u}) {
      std::vector<std::size_t> in_slot(slots + 1);
      std::vector<int> used(100, 0);
      std::size_t made = 0;
      std::atomic<bool> good{true};
      parallel_pipeline(
          slots, threads,
          [&](std::size_t number, std::size_t slot) {
            if (number != made) good = false;
            if (number == used.size()) return false;
            in_slot[slot] = number;
            ++made;
            return true;
          },
          [&](std::size_t number, std::size_t slot, unsigned worker) {
            if (in_slot[slot] != number || worker >= std::max(threads, 1u)) good = false;
            ++used[number];
          });
      BOOST_TEST(good);
      BOOST_TEST(used == std::vector<int>(100, 1));
    }
}

// A user's column or model may throw, on any thread.
BOOST_AUTO_TEST_CASE(what_is_thrown_reaches_the_caller) {
  for (unsigned threads : {1u, 2u, 4u})
    for (std::size_t bad : {0u, 1u, 99u}) {
      std::atomic<int> running{0};
      const auto work = [&](std::size_t i, unsigned) {
        ++running;
        const bool fails = i == bad;
        --running;
        if (fails) throw std::out_of_range("piece");
      };
      BOOST_CHECK_EXCEPTION(parallel_for(100, threads, work), std::out_of_range,
                            [](const std::out_of_range& e) { return e.what() == std::string("piece"); });
      BOOST_TEST(running == 0);
    }
}

BOOST_AUTO_TEST_CASE(no_thread_waits_for_an_item_that_will_not_be_made) {
  for (unsigned threads : {1u, 2u, 5u})
    for (const bool while_made : {true, false})
      BOOST_CHECK_THROW(parallel_pipeline(
                            3, threads,
                            [&](std::size_t number, std::size_t) {
                              if (while_made && number == 7) throw std::out_of_range("made");
                              return number < 20;
                            },
                            [&](std::size_t number, std::size_t, unsigned) {
                              if (!while_made && number == 7) throw std::out_of_range("used");
                            }),
                        std::out_of_range);
}

BOOST_AUTO_TEST_SUITE_END()
