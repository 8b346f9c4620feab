#ifndef RIDGELINE_EXAMPLES_SAMPLE_RANDOM_NUMBERS_HPP
#define RIDGELINE_EXAMPLES_SAMPLE_RANDOM_NUMBERS_HPP

#include <cstdint>

namespace sample {

/// SplitMix64 (Steele, Lea, Flood 2014): one addition and three mixing steps per number.
class random_numbers {
 public:
  explicit random_numbers(std::uint64_t start) : state_(start) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// A number from `low` to `high`, both included. The modulo's bias is far below the intended noise.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
  }
  /// `value` with up to 2 % of noise to either side.
  std::int64_t near(std::int64_t value) { return value * between(980, 1020) / 1000; }

 private:
  std::uint64_t state_;
};

}  // namespace sample

#endif  // RIDGELINE_EXAMPLES_SAMPLE_RANDOM_NUMBERS_HPP
