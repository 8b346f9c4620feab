#ifndef RIDGELINE_TORCH_SHEET_KERNELS_HPP
#define RIDGELINE_TORCH_SHEET_KERNELS_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/stats/histogram.hpp>
#include <ridgeline/stats/statistics.hpp>
#include <ridgeline/table/table.hpp>
#include <ridgeline/torch/record/event.hpp>

namespace ridgeline {

class torch_profile;

/// A kernel and the op that it is attributed to.
struct torch_kernel {
  std::uint32_t event = missing<std::uint32_t>;
  std::uint32_t launch = missing<std::uint32_t>;  ///< the runtime call; missing if there is none
  std::uint32_t op = missing<std::uint32_t>;      ///< the op around the launch; missing if there is none
};

/// All GPU work of a trace, in file order, including collectives and work that no launch reaches.
std::vector<torch_kernel> torch_gpu_work_of(const torch_profile& run);

/// The kernels in it, without copies and fills.
std::vector<torch_kernel> torch_kernels_of(const torch_profile& run);

/// Whether one of them at least ran below an op.
bool any_below_op(const std::vector<torch_kernel>& kernels);

/// Kernels of one name on one stream below ops of one name.
struct torch_kernel_row {
  std::string_view category{};  ///< category of the op; `graph` or `runtime` if none; empty without a launch
  std::string_view op{};        ///< the op's name, else the launch's; empty without a launch
  std::string_view kernel{};
  std::int64_t stream = missing<std::int64_t>;
  statistics time{};            ///< microseconds
  double of_kernels = 0;        ///< fraction of the time of all kernels
  double of_total = 0;          ///< share of the total time of the time line, of one
};

/// The kernels by op, name and stream, longest total first. `total_time` is that of the time line, in microseconds.
/// Without `by_op`, rows have no op, and launches of different calls are one row: for traces without ops.
std::vector<torch_kernel_row> torch_kernel_summary(const torch_profile& run, const std::vector<torch_kernel>& kernels,
                                                   double total_time, bool by_op = true);

/// Short kernels of one name below ops of one name with the same arguments.
struct torch_short_kernel_row {
  const torch_profile* run = nullptr;
  std::uint32_t op = missing<std::uint32_t>;   ///< one of the ops; missing if there is none
  std::string_view kernel{};
  double sum = 0, mean = 0;      ///< microseconds
  std::int64_t count = 0;
  double of_total = 0;           ///< share of the total time of the time line, of one

  /// An argument list of the op as JSON; empty if there is none.
  std::string_view argument(symbol op_arguments::*which) const;
};

/// One bin of the histogram of short kernels, in microseconds.
using torch_histogram_bin = histogram_bin;

/// Kernels shorter than `threshold` microseconds.
std::vector<torch_kernel> short_kernels_of(const torch_profile& run, std::vector<torch_kernel> kernels,
                                           double threshold);

/// Counts kernels by duration in `bins` bins of equal width from the shortest to the longest; empty if there are no
/// kernels.
std::vector<torch_histogram_bin> torch_histogram(const torch_profile& run, const std::vector<torch_kernel>& kernels,
                                                 std::size_t bins);

/// Short kernels by name, op and arguments, longest total first.
std::vector<torch_short_kernel_row> torch_short_kernel_summary(const torch_profile& run,
                                                               const std::vector<torch_kernel>& kernels,
                                                               double total_time);

/// The rows as sheets of the report: `kernel_summary`, `short_kernels_histogram`, `short_kernels_all_details`. Their
/// texts belong to the run, which must outlive the table.
table sheet_of(std::string name, std::vector<torch_kernel_row> rows);
table sheet_of(std::string name, std::vector<torch_histogram_bin> rows);
table sheet_of(std::string name, std::vector<torch_short_kernel_row> rows);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_SHEET_KERNELS_HPP
