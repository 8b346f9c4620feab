#ifndef RIDGELINE_TORCH_SHEET_KERNEL_DETAILS_HPP
#define RIDGELINE_TORCH_SHEET_KERNEL_DETAILS_HPP

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <ridgeline/core/callable.hpp>
#include <ridgeline/query/distinct.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/torch/record/trace.hpp>

namespace ridgeline {

class python_dict;

/// One of the kernels launched by calls of a kind, over all of these calls. Times in microseconds.
struct kernel_detail {
  symbol name = missing<symbol>;
  std::int64_t stream = missing<std::int64_t>;
  statistics time{};
  std::uint32_t event = missing<std::uint32_t>;  ///< the first of them
  bool in_first_call = true;                     ///< whether that is in the first call with any GPU work
};

/// Summarises calls of a kind, kernel by kernel over all calls.
class kernel_details {
 public:
  /// `by_position`: as the original does, the first call with any GPU work defines the list of kernels; calls with a
  /// different number of kernels are left out.
  kernel_details(const torch_trace& trace, bool by_position);
  ~kernel_details();

  /// `kernels_of(call)` is the GPU work of a call, as a span of event numbers. Kernels of one name are one entry, or,
  /// if a call launches it several times, an entry for its first time in each call, one for its second, and so on.
  /// They are ordered by total time, then by name, ascending. The result is valid until the next call.
  template <class Calls, class KernelsOf>
  const std::vector<kernel_detail>& over(const Calls& calls, KernelsOf kernels_of) {
    start();
    for (const auto& call : calls) {
      add(kernels_of(call));
    }
    return of_calls();
  }

 private:
  struct key {
    std::uint32_t kind;  ///< of calls
    std::uint32_t what;  ///< the kernel's name, or its position
    std::uint32_t turn;  ///< how many of the name the call launched before
  };
  struct repeats {
    std::uint32_t call = 0, times = 0;  ///< how often the last call that launched a name has launched it
  };

  void start();
  void add(std::span<const std::uint32_t> kernels);
  const std::vector<kernel_detail>& of_calls();

  const torch_trace* trace_;
  bool by_position_;
  std::vector<kernel_detail> details_;
  std::uint32_t kind_ = 0, calls_ = 0;
  std::size_t known_before_ = 0;         // keys of earlier kinds
  std::size_t in_first_ = 0;             // kernels of the first call
  std::vector<std::uint32_t> kernels_;   // of all calls
  std::vector<std::uint32_t> group_of_;  // of each of them
  distinct<key> keys_;
  std::vector<repeats> repeats_;
  std::vector<double> times_;
};

/// Appends `[{'name': ..., 'stream': 7, 'count': 2, 'total_duration_us': ...}]`. If given, `stack(out, kernel)`
/// appends the callers of a kernel.
void append_kernel_details(std::string& out, const torch_trace& trace, std::span<const kernel_detail> details,
                           const callable<void(std::string&, std::uint32_t kernel)>& stack = {});

/// The same, with names truncated to 64 characters and the mean to two decimals; appends nothing if there are no
/// kernels.
void append_short_kernel_details(std::string& out, const torch_trace& trace, std::span<const kernel_detail> details);

namespace torch_detail {
/// `'stream': 7`, or None.
void append_stream(python_dict& d, std::int64_t stream);
/// From `'count': 3` to `'max_duration_us'`.
void append_statistics(python_dict& d, const statistics& time);
}  // namespace torch_detail

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_KERNEL_DETAILS_HPP
