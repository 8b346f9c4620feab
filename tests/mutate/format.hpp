#ifndef RIDGELINE_TESTS_MUTATE_FORMAT_HPP
#define RIDGELINE_TESTS_MUTATE_FORMAT_HPP

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "examples/sample/random_numbers.hpp"

/// Damaged inputs, and whether everything in them is accounted for. A run builds a small input, changes it, reads it
/// with the library and with a small reader of the tests, and compares: the input must equal the output plus what
/// data_quality counts.
namespace mutate {

using random = sample::random_numbers;

/// A number from 0 to `n` - 1.
inline std::size_t below(random& r, std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(r.next() % n); }
template <class T>
const T& one_of(random& r, const std::vector<T>& all) {
  return all[below(r, all.size())];
}

/// What did not add up in a run: each rule once.
class complaints {
 public:
  struct entry {
    std::string rule{};
    std::string detail{};
  };
  void demand(bool holds, std::string_view rule, const std::string& detail = {}) {
    if (holds) return;
    for (const entry& e : all_)
      if (e.rule == rule) return;
    all_.push_back({std::string(rule), detail});
  }
  const std::vector<entry>& all() const { return all_; }

 private:
  std::vector<entry> all_{};
};

/// A format: its seed, how an input is made and damaged, and what must hold for any input.
struct format {
  std::string_view name;
  std::uint64_t seed;
  std::string (*damaged)(random& r);
  void (*check)(const std::string& input, complaints& found);
};

extern const format kineto, ranks, xplane, ops_csv, device_log, op_log, tracy_log, workbook;

}  // namespace mutate

#endif  // RIDGELINE_TESTS_MUTATE_FORMAT_HPP
