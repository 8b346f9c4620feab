// What a pipeline costs compared with the loop that it replaces: kernels by name and stream, over synthetic records.
//
//   bench_query [RECORDS] [RUNS]
//
// Prints the median of each in milliseconds and the ratio, which must stay at or below 1.05. Both give equal rows.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include <ridgeline/core/symbol_pool.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/query/aggregate.hpp>
#include <ridgeline/query/sort_by.hpp>

namespace {

namespace rl = ridgeline;

struct kernel {
  rl::symbol name{};
  rl::time_point start{};
  rl::duration time{};
  std::int64_t device = 0;
  std::int64_t stream = 0;
};

struct summary {
  rl::symbol name{};
  std::int64_t stream = 0;
  std::int64_t count = 0;
  rl::duration sum{};
  rl::time_quantity mean{};
  double share = 0;
};

std::vector<kernel> made(std::size_t records) {
  std::mt19937 random(12);  // seed: equal runs
  std::vector<kernel> all;
  rl::time_point now{};
  for (std::size_t i = 0; i < records; ++i) {
    const auto which = static_cast<std::uint32_t>(random() % 300);
    const auto took = rl::duration::of(static_cast<std::int64_t>(2000 + random() % 50000));
    all.push_back({rl::symbol{which + 1}, now, took, 0, static_cast<std::int64_t>(7 + random() % 4)});
    now += took;
  }
  return all;
}

/// Hand-written version: keys numbered by the library's hash table, with sums next to them.
std::vector<summary> by_loop(const std::vector<kernel>& kernels) {
  struct key {
    rl::symbol name;
    std::uint32_t unused = 0;
    std::int64_t stream;
  };
  rl::distinct<key> keys;
  struct total {
    std::int64_t count = 0, known = 0, sum = 0;
  };
  std::vector<total> totals;
  for (const kernel& k : kernels) {
    const std::uint32_t group = keys.number({k.name, 0, k.stream});
    if (group == totals.size()) totals.emplace_back();
    total& t = totals[group];
    ++t.count;
    if (!k.time.known()) continue;
    ++t.known;
    t.sum += k.time.base();
  }
  double all = 0;
  for (const total& t : totals) all += static_cast<double>(t.sum);
  std::vector<summary> rows;
  for (std::size_t g = 0; g < totals.size(); ++g) {
    const auto sum = static_cast<double>(totals[g].sum);
    rows.push_back({keys.keys()[g].name, keys.keys()[g].stream, totals[g].count, rl::duration::of(totals[g].sum),
                    rl::time_quantity::of(sum / static_cast<double>(totals[g].known)), sum / all});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const summary& a, const summary& b) { return a.sum > b.sum; });
  return rows;
}

auto by_pipeline(const std::vector<kernel>& kernels) {
  return kernels | rl::group_by(rl::name, rl::stream) |
         rl::aggregate(rl::count, rl::sum<rl::us>(rl::time), rl::mean<rl::us>(rl::time), rl::share(rl::time)) |
         rl::sort_by(rl::desc(rl::sum(rl::time)));
}

template <class Work>
double milliseconds(Work work) {
  const auto from = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count();
}
double median_of(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

}  // namespace

int main(int count, char** words) {
  const std::size_t records = count > 1 ? std::strtoul(words[1], nullptr, 10) : 1'000'000;
  const int runs = count > 2 ? std::atoi(words[2]) : 15;
  const std::vector<kernel> kernels = made(records);
  std::vector<double> loop, pipeline;
  std::size_t rows = 0, equal = 0;
  for (int run = 0; run < runs; ++run) {
    std::vector<summary> a;
    loop.push_back(milliseconds([&] { a = by_loop(kernels); }));
    decltype(by_pipeline(kernels)) b;
    pipeline.push_back(milliseconds([&] { b = by_pipeline(kernels); }));
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
      equal += a[i].name == b[i][rl::name] && a[i].sum == b[i][rl::sum(rl::time)] && a[i].count == b[i][rl::count];
    rows += a.size();
  }
  if (equal != rows) std::printf("the two differ in %zu of %zu rows\n", rows - equal, rows);
  const double ratio = median_of(pipeline) / median_of(loop);
  std::printf("%-24s %8.2f ms\n%-24s %8.2f ms\n%-24s %8.2f\n", "loop", median_of(loop), "pipeline", median_of(pipeline),
              "ratio", ratio);
  return equal == rows && ratio <= 1.05 ? 0 : 1;
}
