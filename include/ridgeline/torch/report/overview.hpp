#ifndef RIDGELINE_TORCH_REPORT_OVERVIEW_HPP
#define RIDGELINE_TORCH_REPORT_OVERVIEW_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/torch/sheet/timeline.hpp>

/// A PyTorch report on one screen.
namespace ridgeline {

class data_quality;
class output;

/// Calls of one op with equal arguments; a kernel in a trace without ops.
struct torch_heavy_op {
  std::string name{};
  std::string dims{};                     ///< `Input Dims` as Python tuples; empty where they were not recorded
  std::int64_t count = 0;
  double time = 0;                        ///< microseconds on the GPU
  double share = missing<double>;         ///< of the GPU time of all ops, of one
  double compute_rate = missing<double>;  ///< TFLOP/s, the mean
  double memory_rate = missing<double>;   ///< TB/s, the mean
  std::string_view bound{};               ///< `COMPUTE_BOUND`, `MEMORY_BOUND`; empty without a roof
  double of_roof = missing<double>;       ///< share of the roof that was reached, of one, the mean
};

/// An op whose FLOP or bytes are not known, and its share of the GPU time of all ops, of one.
struct torch_uncounted_op {
  std::string name{};
  double share = 0;
};

/// What a report says first: where the time goes, which ops take most of it, what the models know, what is missing.
struct torch_overview {
  std::vector<std::string> missing;                ///< what was not recorded, what that costs, how to record it
  std::vector<torch_timeline_row> timeline;
  bool of_kernels = false;                         ///< there are no ops: `heaviest` are kernels
  bool of_host = false;                            ///< there is no GPU work: their times are their own on the host
  std::size_t ops = 0;                             ///< of how many `heaviest` are the first
  std::vector<torch_heavy_op> heaviest;            ///< at most ten
  double counted = ridgeline::missing<double>;     ///< share of the ops' GPU time whose FLOP and bytes are known
  std::vector<torch_uncounted_op> uncounted;       ///< the ops that take most of the rest, at most three
  std::string roof{};                              ///< what bounds are against; empty: no chip is known
  std::string lacks_roof{};                        ///< why it is not, where the trace names another chip
  bool of_traced_device = false;                   ///< that chip is the trace's own, which nobody named
  bool sheets_have_roofs = false;                  ///< the sheets are against it, too
};

/// Puts what was not recorded before all other remarks, and what is usual on a platform behind them.
void order_remarks(data_quality& quality, const torch_overview& overview);

/// Writes the overview for people, in lines of at most `width` columns where `width` is 60 or more. Text of the trace
/// cannot steer the terminal.
void write_console(output& to, const torch_overview& overview, std::size_t width = 80);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_OVERVIEW_HPP
