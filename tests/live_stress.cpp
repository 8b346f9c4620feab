// Four producers of a million records each, or of a sixteenth of that under ThreadSanitizer, into recorders with and without
// enough capacity. Nothing may be allocated between the creation of the recorder and the end of production. Then the
// same again while a consumer collects.
// Meant to run plain and under ThreadSanitizer. Exit code 0, or 1 with a message.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <ridgeline/live/recorder.hpp>

namespace {

thread_local constinit bool watched = false;
std::atomic<std::uint64_t> allocations{0};

void count() {
  if (watched) allocations.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define COUNT_BY_SANITIZER_HOOK  // clang's runtime defines operator new itself and calls this
#endif
#endif

#ifdef COUNT_BY_SANITIZER_HOOK

extern "C" void __sanitizer_malloc_hook(const volatile void*, std::size_t);
extern "C" void __sanitizer_malloc_hook(const volatile void*, std::size_t) { count(); }

#else

namespace {

void* allocate(std::size_t size, std::size_t alignment) {
  count();
  // aligned_alloc needs a multiple of the alignment.
  void* const p = alignment == 0 ? std::malloc(size == 0 ? 1 : size)
                                 : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}

}  // namespace

// The array and nothrow forms of the standard library call these. Not inlined, because g++ 12 reports one of a pair
// without the other as a mismatch.
[[gnu::noinline]] void* operator new(std::size_t size) { return allocate(size, 0); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* p) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
[[gnu::noinline]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

#endif

namespace {

namespace live = ridgeline::live;

constexpr std::uint64_t producers = 4;
#if defined(__SANITIZE_THREAD__) || defined(COUNT_BY_SANITIZER_HOOK)
constexpr std::uint64_t each = 60'000;  // each step is a call of the sanitizer
#else
constexpr std::uint64_t each = 1'000'000;
#endif

/// The sum is correct for a complete record, but not for one made of two.
struct sample {
  std::uint64_t producer;
  std::uint64_t number;
  std::uint64_t noise;
  std::uint64_t sum;
};

sample make(std::uint64_t producer, std::uint64_t number) {
  const std::uint64_t noise = (number + 1) * 0x9E3779B97F4A7C15ull ^ producer;
  return {producer, number, noise, producer * 31 + number * 17 + noise};
}

bool intact(const sample& s) {
  const sample expected = make(s.producer, s.number);
  return s.producer < producers && s.number < each && s.noise == expected.noise && s.sum == expected.sum;
}

/// The payload of a record, written just before it is recorded and read when a collection contains it: plain memory, so
/// that ThreadSanitizer sees whether a record was published before it was handed out.
std::vector<std::uint64_t> written(producers * each);
std::uint64_t& written_with(const sample& s) { return written[s.producer * each + s.number]; }

enum class keeps : std::uint8_t { first, latest };

/// What is wrong with a collection; empty if nothing is. `done`: all producers have ended.
std::string fault(const live::collected<sample>& c, live::room room, keeps kept, bool done) {
  std::size_t at = 0;
  for (const live::tally& lane : c.lanes) {
    if (lane.kept > room.records) return "a lane keeps more than it has room for";
    if (lane.produced() > each) return "a lane counts more than was produced";
    for (std::uint64_t i = 0; i < lane.kept; ++i, ++at) {
      if (at >= c.records.size()) return "fewer records than were counted as kept";
      const sample& s = c.records[at];
      if (!intact(s)) return "a record is not as it was produced";
      if (written_with(s) != s.noise) return "a record came before what was written before it";
      if (i != 0 && s.producer != c.records[at - i].producer) return "a lane holds records of two producers";
      // keep_first: 0, 1, 2, ...; keep_latest: up to the last one produced.
      if (s.number != (kept == keeps::first ? i : lane.produced() - lane.kept + i)) return "records are out of order";
    }
    const std::uint64_t expected = lane.produced() < room.records ? lane.produced() : room.records;
    if ((done || kept == keeps::first) && lane.kept != expected) return "a record was lost that had room";
    if (done && lane.produced() != each) return "kept + dropped of a lane is not what was produced";
  }
  if (at != c.records.size()) return "more records than were counted as kept";
  if (!done) return {};
  if (c.without_lane != (producers - room.lanes) * each) return "records without a lane were not all counted";
  if (c.total().kept + c.total().dropped != producers * each) return "kept + dropped is not what was produced";
  return {};
}

/// One run; `collecting`: the consumer does not wait for the end.
template <template <class> class Keep>
std::string run(live::room room, keeps kept, bool collecting) {
  using recorder = live::recorder<sample, Keep>;
  std::fill(written.begin(), written.end(), 0);
  std::atomic<recorder*> shared{nullptr};
  std::atomic<std::uint64_t> ready{0}, ended{0}, leave{0};

  std::vector<std::thread> threads;  // created first, because creating a thread allocates
  for (std::uint64_t p = 0; p < producers; ++p) {
    threads.emplace_back([&shared, &ready, &ended, &leave, p] {
      recorder* into = nullptr;
      while ((into = shared.load(std::memory_order_acquire)) == nullptr) std::this_thread::yield();
      watched = true;
      {
        live::producer<recorder> mine{*into};
        ready.fetch_add(1);
        while (ready.load() != producers) std::this_thread::yield();  // so that no two share a lane
        for (std::uint64_t i = 0; i < each; ++i) {
          const sample s = make(p, i);
          written_with(s) = s.noise;
          mine.record(s);
        }
      }
      watched = false;
      ended.fetch_add(1, std::memory_order_release);
      leave.wait(0);
    });
  }

  allocations = 0;
  recorder trace{room};
  std::string problem;
  watched = !collecting;
  shared.store(&trace, std::memory_order_release);
  while (ended.load(std::memory_order_acquire) != producers) {
    if (collecting && problem.empty()) problem = fault(trace.collect(), room, kept, false);
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  watched = false;
  leave = 1;
  leave.notify_all();
  for (std::thread& t : threads) t.join();

  if (problem.empty()) problem = fault(trace.collect(), room, kept, true);
  if (problem.empty() && allocations != 0) problem = std::to_string(allocations) + " allocations while recording";
  return problem;
}

/// Threads that repeatedly take a lane, record ten and give it back, with fewer lanes than threads.
template <template <class> class Keep>
std::string hand_over() {
  constexpr std::uint64_t turns = 2000, in_a_turn = 10;
  using recorder = live::recorder<sample, Keep>;
  recorder trace{{.lanes = 2, .records = producers * turns * in_a_turn}};
  std::vector<std::thread> threads;
  for (std::uint64_t p = 0; p < producers; ++p) {
    threads.emplace_back([&trace, p] {
      for (std::uint64_t t = 0; t < turns; ++t) {
        live::producer<recorder> mine{trace};
        for (std::uint64_t i = 0; i < in_a_turn; ++i) mine.record(make(p, t * in_a_turn + i));
      }
    });
  }
  for (std::thread& t : threads) t.join();
  const live::collected<sample> c = trace.collect();
  if (c.total().produced() != producers * turns * in_a_turn) return "kept + dropped is not what was produced in turns";
  if (c.total().dropped != c.without_lane) return "a turn with a lane lost a record";
  for (std::size_t i = 0; i < c.records.size(); ++i) {
    const sample& s = c.records[i];
    const sample& first = c.records[i - i % in_a_turn];  // all turns are complete, so counts are multiples of ten
    if (!intact(s) || s.producer != first.producer || s.number != first.number + i % in_a_turn)
      return "the records of a turn are not together";
  }
  return {};
}

/// Whether allocations are detected at all: a zero from a broken counter would prove nothing.
bool counts_allocations() {
  const std::uint64_t before = allocations;
  watched = true;
  void* const one = ::operator new(1000);  // called as a function, which a compiler may not remove
  watched = false;
  ::operator delete(one);
  return allocations == before + 1;
}

struct scenario {
  live::room room;
  keeps kept;
  bool collecting;
};

// No capacity, one record, a little (a consumer of the latest is lapped all the time), a part, more than enough; then a
// producer without a lane.
constexpr scenario scenarios[] = {
    {{4, 0}, keeps::first, false},         {{4, 0}, keeps::latest, false},
    {{4, 1}, keeps::first, true},          {{4, 1}, keeps::latest, true},
    {{4, 100}, keeps::first, true},        {{4, 100}, keeps::latest, true},
    {{4, 50'000}, keeps::first, false},    {{4, 50'000}, keeps::latest, false},
    {{4, 50'000}, keeps::first, true},     {{4, 50'000}, keeps::latest, true},
    {{4, 1'000'001}, keeps::first, false}, {{4, 1'000'001}, keeps::latest, false},
    {{4, 1'000'001}, keeps::first, true},  {{3, 50'000}, keeps::latest, false},
};

}  // namespace

int main() {
  if (!counts_allocations()) {
    std::printf("live_stress: allocations are not counted\n");
    return 1;
  }
  for (const auto& [room, kept, collecting] : scenarios) {
    const std::string problem = kept == keeps::first ? run<live::keep_first>(room, kept, collecting)
                                                     : run<live::keep_latest>(room, kept, collecting);
    if (problem.empty()) continue;
    std::printf("live_stress: %s (keep %s, %zu lanes of %zu records%s)\n", problem.c_str(),
                kept == keeps::first ? "first" : "latest", room.lanes, room.records, collecting ? ", collecting" : "");
    return 1;
  }
  for (const std::string& problem : {hand_over<live::keep_first>(), hand_over<live::keep_latest>()}) {
    if (problem.empty()) continue;
    std::printf("live_stress: %s\n", problem.c_str());
    return 1;
  }
  std::printf("live_stress: kept + dropped == produced, all kept records intact, nothing allocated while recording\n");
  return 0;
}
