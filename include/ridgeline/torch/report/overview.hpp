#ifndef RIDGELINE_TORCH_REPORT_OVERVIEW_HPP
#define RIDGELINE_TORCH_REPORT_OVERVIEW_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ridgeline/torch/sheet/timeline.hpp>

/// A console summary of a PyTorch report.
namespace ridgeline {

class data_quality;
class output;

/// Calls of one op with equal arguments; a kernel if the trace has no ops.
struct torch_heavy_op {
  std::string name{};
  std::string dims{};                     ///< `Input Dims` as Python tuples; empty if not recorded
  std::int64_t count = 0;
  double time = 0;                        ///< microseconds on the GPU
  double share = missing<double>;         ///< fraction of the GPU time of all ops
  double compute_rate = missing<double>;  ///< mean TFLOP/s
  double memory_rate = missing<double>;   ///< mean TB/s
  std::string_view bound{};               ///< `COMPUTE_BOUND`, `MEMORY_BOUND`, `BUS`; empty without a roof
  double of_roof = missing<double>;       ///< mean fraction of the roof reached; unknown for the bus
};

/// An op with unknown FLOP or bytes, and its fraction of the GPU time of all ops.
struct torch_uncounted_op {
  std::string name{};
  double share = 0;
};

/// The summary of a report: where the time goes, the heaviest ops, what the models cover, what is missing.
struct torch_overview {
  /// What of the trace is missing in unknown places and what to do about it, then what may have been there and what its
  /// absence costs; empty if nothing is.
  std::vector<std::string> lost;
  std::vector<std::string> missing;                ///< what was not recorded, what that costs, how to record it
  std::vector<torch_timeline_row> timeline;
  bool of_kernels = false;                         ///< there are no ops: `heaviest` are kernels
  bool of_host = false;                            ///< there is no GPU work: times are self times on the host
  std::size_t ops = 0;                             ///< total number of ops
  std::vector<torch_heavy_op> heaviest;            ///< at most ten
  double counted = ridgeline::missing<double>;     ///< fraction of the ops' GPU time with known FLOP and bytes
  std::vector<torch_uncounted_op> uncounted;       ///< the ops that take most of the rest; at most three
  std::string roof{};                              ///< what bounds refer to; empty: no chip is known
  std::string lacks_roof{};                        ///< why no chip is known, if the trace names one
  bool of_traced_device = false;                   ///< the chip was taken from the trace, not given by the user
  bool sheets_have_roofs = false;                  ///< the sheets use it too
};

/// Puts remarks on what is missing first, and those that are normal on a platform last.
void order_remarks(data_quality& quality, const torch_overview& overview);

/// Writes the overview as text. Lines have at most `width` columns if `width` is at least 60. Text from the trace
/// cannot control the terminal.
void write_console(output& to, const torch_overview& overview, std::size_t width = 80);

}  // namespace ridgeline

#endif  // RIDGELINE_TORCH_REPORT_OVERVIEW_HPP
