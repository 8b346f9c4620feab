#ifndef RIDGELINE_GPU_READ_CALLS_HPP
#define RIDGELINE_GPU_READ_CALLS_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include <ridgeline/gpu/call_kind.hpp>
#include <ridgeline/gpu/record/trace.hpp>
#include <ridgeline/query/distinct.hpp>

namespace ridgeline::gpu_detail {

/// The digits of the version that CUPTI appends to the name of a call, at least.
inline constexpr std::size_t cupti_version_digits = 4;

/// Finds the call with a given number in its process. Of several, the one with the lowest rank, and among those the
/// first. Profilers write 0 for what they could not correlate, so it finds nothing, unless `zero_counts`: for numbers
/// that are those of rows.
class calls_by_number {
 public:
  explicit calls_by_number(bool zero_counts = false) : zero_counts_(zero_counts) {}

  void add(std::uint32_t process, std::int64_t number, std::uint32_t call, std::uint8_t rank = 0) {
    if (!is_one(number)) return;
    const std::uint32_t n = numbers_.number({static_cast<std::int64_t>(process), number});
    if (n == found_.size()) found_.push_back({call, rank, false});
    else if (rank < found_[n].rank) found_[n] = {call, rank, false};
    else if (rank == found_[n].rank) found_[n].repeated = true;
  }
  /// Missing if no call has the number. After a lookup, that number must not be added any more.
  std::uint32_t find(std::uint32_t process, std::int64_t number) {
    if (!is_one(number)) return missing<std::uint32_t>;
    const std::uint32_t n = numbers_.number({static_cast<std::int64_t>(process), number});
    return n < found_.size() ? found_[n].call : missing<std::uint32_t>;
  }
  bool is_repeated(std::uint32_t process, std::int64_t number) {
    const std::uint32_t n = numbers_.number({static_cast<std::int64_t>(process), number});
    return n < found_.size() && found_[n].repeated;
  }

 private:
  struct key {
    std::int64_t process, number;
  };
  struct entry {
    std::uint32_t call;
    std::uint8_t rank;
    bool repeated;
  };
  bool is_one(std::int64_t number) const { return known(number) && (number != 0 || zero_counts_); }

  distinct<key> numbers_{};
  std::vector<entry> found_{};
  bool zero_counts_;
};

/// Links each piece of work to its call, and counts work without one. If not empty, `parents` holds a second number per
/// piece of work, tried when no call has its own number.
inline void link_calls(gpu_trace& trace, calls_by_number& calls, const std::vector<std::int64_t>& parents = {}) {
  for (std::size_t i = 0; i < trace.work.size(); ++i) {
    gpu_work_item& w = trace.work[i];
    std::int64_t number = w.correlation;
    w.call = calls.find(w.process, number);
    if (!known(w.call) && i < parents.size()) w.call = calls.find(w.process, number = parents[i]);
    const std::string_view name = trace.text(w.name);
    if (!known(w.call) && is_page_migration(name)) continue;
    if (!known(w.call)) trace.problems.add(gpu_problem::call_missing, gpu_problems::nowhere, name);
    else if (calls.is_repeated(w.process, number))
      trace.problems.add(gpu_problem::call_repeated, gpu_problems::nowhere, trace.text(trace.calls[w.call].name));
  }
}

/// Numbers processes and threads by first appearance, whatever identifies them in their file.
class placed_threads {
 public:
  explicit placed_threads(gpu_trace& trace) : trace_(trace) {}

  std::uint32_t process(std::int64_t key, std::int64_t number) {
    const std::uint32_t n = processes_.number(key);
    if (n == trace_.processes.size()) trace_.processes.push_back({number});
    return n;
  }
  std::uint32_t thread(std::uint32_t process, std::int64_t key, std::int64_t number) {
    const std::uint32_t n = threads_.number({static_cast<std::int64_t>(process), key});
    if (n == trace_.threads.size()) trace_.threads.push_back({process, number});
    return n;
  }

 private:
  struct pair {
    std::int64_t process, thread;
  };
  gpu_trace& trace_;
  distinct<std::int64_t> processes_{};
  distinct<pair> threads_{};
};

}  // namespace ridgeline::gpu_detail

#endif  // RIDGELINE_GPU_READ_CALLS_HPP
