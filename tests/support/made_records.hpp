#ifndef RIDGELINE_TESTS_SUPPORT_MADE_RECORDS_HPP
#define RIDGELINE_TESTS_SUPPORT_MADE_RECORDS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/core/time.hpp>

/// A record as a user would write it: some members are data, some functions.
struct made_kernel {
  std::string name{};
  ridgeline::time_point start{};
  ridgeline::duration time{};
  std::int64_t stream = 0;
  double share = ridgeline::missing<double>;
  std::int64_t device() const { return 0; }
  bool is_long() const { return time > 10 * ridgeline::us; }
};

inline made_kernel kernel(std::string name, std::int64_t start_us, std::int64_t time_us, std::int64_t stream = 7) {
  made_kernel k;
  k.name = std::move(name);
  k.start = ridgeline::time_point::of(start_us * 1000);
  k.time = ridgeline::duration::of(time_us * 1000);
  k.stream = stream;
  return k;
}

/// The names of records, concatenated.
template <class Records>
std::string names(const Records& records) {
  std::string all;
  for (const auto& r : records) {
    all += all.empty() ? "" : " ";
    all += r.name;
  }
  return all;
}

#endif  // RIDGELINE_TESTS_SUPPORT_MADE_RECORDS_HPP
