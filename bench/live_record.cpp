// What one record costs the thread that records it: processor time of the producers' loops divided by their records,
// median of several runs. Lanes have capacity for all, in memory touched when the recorder was created. The loop
// also fills the record. With fewer processors than producers, threads take turns; that does not count.

#include <ctime>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string_view>
#include <thread>
#include <vector>

#include <ridgeline/live/recorder.hpp>

namespace {

namespace live = ridgeline::live;

constexpr std::size_t each = 500'000;
constexpr int runs = 9;

/// A named scope: what most profilers record.
struct scope {
  std::string_view name;
  double begin;
  double end;
};

/// As large as a row of an ops report.
struct op {
  std::string_view name;
  double begin;
  double end;
  std::array<std::uint64_t, 27> rest;
};
static_assert(sizeof(op) == 248);

double thread_ns() {
  std::timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

/// One loop of one producer; only the changing fields are refilled.
template <class Recorder>
double loop(Recorder& into) {
  live::producer mine{into};
  typename Recorder::record_type r{};
  r.name = "matmul";
  const double begin = thread_ns();
  for (std::size_t i = 0; i < each; ++i) {
    r.begin = static_cast<double>(i);
    r.end = r.begin + 1;
    mine.record(r);
  }
  return thread_ns() - begin;
}

template <class Recorder>
double ns_per_record(std::size_t producers, std::size_t room) {
  std::vector<double> all;
  for (int n = 0; n < runs; ++n) {
    Recorder into{{.lanes = producers, .records = room}};
    std::vector<double> spent(producers);
    std::vector<std::thread> threads;
    std::atomic<std::size_t> ready{0};
    for (double& mine : spent) {
      threads.emplace_back([&into, &ready, &mine, producers] {
        ready.fetch_add(1);
        while (ready.load() != producers) std::this_thread::yield();
        mine = loop(into);
      });
    }
    for (std::thread& t : threads) t.join();
    double sum = 0;
    for (double ns : spent) sum += ns;
    all.push_back(sum / static_cast<double>(producers * each));
  }
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

template <class Recorder>
void print(const char* what, std::size_t room) {
  for (const std::size_t producers : {1u, 2u, 4u})
    std::printf("live record%s, %zu producer%s: %.1f ns\n", what, producers, producers == 1 ? "" : "s",
                ns_per_record<Recorder>(producers, room));
}

}  // namespace

int main() {
  print<live::recorder<scope>>("", each);
  print<live::recorder<scope, live::keep_latest>>(", the latest 4096", 4096);
  print<live::recorder<scope>>(", dropped", 0);
  print<live::recorder<op>>(" of 248 bytes", each);
  print<live::recorder<op, live::keep_latest>>(" of 248 bytes, the latest 4096", 4096);
}
